"""Reads the answer of an embeddings endpoint; every number of it is untrusted.

The shape is OpenAI's: `{"data": [{"index": 0, "embedding": [0.1, …]}, …]}`.
"""

import json
import math
import sys
from array import array
from typing import Any

from strandline.model.stories import Vector

#: More numbers than any model gives.
_MOST_NUMBERS = 16_384


class Nonsense(Exception):
    """The answer is not vectors for the texts; the message says how, in a few words."""


def read_vectors(body: bytes, count: int, dimension: int | None) -> list[Vector]:
    """The vectors of an answer, of unit length, in the order of the texts.

    Args:
        body: As sent.
        count: Texts that were asked for.
        dimension: Of earlier answers; None where this is the first.

    Raises:
        Nonsense: No JSON, another number of vectors or numbers, or numbers that are none.
    """
    rows = _in_order(_rows(body), count)
    vectors = [_vector(row.get("embedding")) for row in rows]
    sizes = {len(vector) // 4 for vector in vectors}
    if len(sizes) > 1:
        raise Nonsense("vectors of different dimensions")
    if dimension is not None and sizes and sizes != {dimension}:
        raise Nonsense(f"dimension {sizes.pop()} where {dimension} came before")
    return vectors


def _rows(body: bytes) -> list[dict[str, Any]]:
    value = _json(body)
    rows = value.get("data") if isinstance(value, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise Nonsense("no list of vectors")
    return rows


def _json(body: bytes) -> object:
    """None for what is no JSON. The library's error is not passed on: it holds the whole answer,
    and some servers repeat the key in it.
    """
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _in_order(rows: list[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """By index; an answer that gives none is in order."""
    if len(rows) != count:
        raise Nonsense(f"{len(rows)} vectors for {count} texts")
    if all(row.get("index") is None for row in rows):
        return rows
    places = {row["index"]: row for row in rows if type(row.get("index")) is int}
    if places.keys() != set(range(count)):
        raise Nonsense("vectors for other texts")
    return [places[place] for place in range(count)]


def _vector(numbers: object) -> Vector:
    if not isinstance(numbers, list) or not 0 < len(numbers) <= _MOST_NUMBERS:
        raise Nonsense("an embedding that is no list of numbers")
    if not all(type(number) in (int, float) for number in numbers):
        raise Nonsense("an embedding with something else than numbers")
    try:
        length = math.sqrt(math.fsum(number * number for number in numbers))
        unit = array("f", (number / length for number in numbers))
    except (ArithmeticError, ValueError) as error:
        raise Nonsense("an embedding without a direction") from error
    if not math.isfinite(length):
        raise Nonsense("an embedding with numbers that are not finite")
    if sys.byteorder == "big":
        unit.byteswap()
    return unit.tobytes()
