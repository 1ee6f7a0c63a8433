"""What every index agrees on: which vectors it takes, how times and names are written."""

import hashlib
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import numpy.typing as npt

from strandline.model.errors import IndexFault
from strandline.model.stories import IndexPoint, Neighbour, Vector

Matrix = npt.NDArray[np.float32]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
#: How far from 1 the length of a vector may be: rounding of float32, with room.
_LENGTH_SLACK = 1e-3


def read_vectors(vectors: Sequence[Vector], dimension: int) -> Matrix:
    """Vectors as rows.

    Raises:
        IndexFault: One has another dimension, holds what is no number, or is not of unit length.
    """
    if any(len(vector) != 4 * dimension for vector in vectors):
        raise IndexFault(
            f"A vector is not of dimension {dimension}.",
            advice="It comes from another model: the index holds the vectors of one.",
        )
    rows = np.frombuffer(b"".join(vectors), dtype="<f4").reshape(len(vectors), dimension)
    with np.errstate(all="ignore"):
        lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows, dtype=np.float64))
    # A comparison with what is no number is false, so that it is refused too.
    if not bool(np.all(np.abs(lengths - 1.0) <= _LENGTH_SLACK)):
        raise IndexFault("A vector is not of unit length, or holds what is no number.")
    return rows


def newest_by_id(points: Sequence[IndexPoint]) -> list[IndexPoint]:
    """Points, each id once: the last one given counts."""
    return list({point.article_uuid: point for point in points}.values())


def microseconds(time: datetime) -> int:
    """Since 1970; exact as a double too until the year 2255."""
    return (time - _EPOCH) // _MICROSECOND


def collection_name(model: str, dimension: int) -> str:
    """A name for files and servers: readable, and another one for every model."""
    readable = re.sub(r"[^a-z0-9]+", "-", model.lower()).strip("-")[:60].strip("-")
    checksum = hashlib.sha256(f"{model}\n{dimension}".encode()).hexdigest()[:8]
    return f"{readable or 'model'}-{checksum}"


def best_first(found: Sequence[tuple[str, float]], limit: int) -> list[Neighbour]:
    """Highest score first; of equal ones, the smaller id."""
    ranked = sorted(found, key=lambda pair: (-pair[1], pair[0]))[:limit]
    return [Neighbour(uuid, max(-1.0, min(1.0, score))) for uuid, score in ranked]


def point_id(article_uuid: str) -> str:
    """An article's id as the engine wants them: a UUID, made from its checksum."""
    return hashlib.sha256(article_uuid.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def payload(point: IndexPoint) -> dict[str, Any]:
    """What the engine keeps beside a vector."""
    return {
        "article": point.article_uuid,
        "time": microseconds(point.time),
        "language": point.language,
    }
