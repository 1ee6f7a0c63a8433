"""A Qdrant server, for several processes and machines that match at once.

It belongs to the installation like the database, so its address is dialled as it is set: the guard
against addresses from outside has no say.
"""

import contextlib
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from qdrant_client import QdrantClient
from qdrant_client import models as qm
from qdrant_client.http.exceptions import UnexpectedResponse

from strandline.adapters.index.values import (
    best_first,
    collection_name,
    microseconds,
    newest_by_id,
    payload,
    point_id,
    read_vectors,
)
from strandline.model.errors import IndexFault
from strandline.model.stories import IndexPoint, Neighbour, Vector

_BATCH = 500
#: Deadline of a request, whole seconds.
TIMEOUT_S = 30
#: Candidates that the graph keeps while it searches; its default of 100 is for few neighbours.
_EF = 256


class ServerIndex:
    """A `VectorIndex`; safe from many threads. One collection a model.

    Args:
        client: Connected, or `:memory:`; closed with this.
        model: Id of the model.
        dimension: Numbers in a vector.
        where: The server's name in messages.

    Raises:
        IndexFault: The server is down or refuses.
    """

    def __init__(self, client: QdrantClient, model: str, dimension: int, *, where: str) -> None:
        self._client = client
        self._name = f"strandline-{collection_name(model, dimension)}"
        self._dimension = dimension
        self._where = where
        with self._translated():
            if not client.collection_exists(self._name):
                self._create()

    @property
    def is_kept(self) -> bool:
        """Its points outlive the process."""
        return True

    def upsert(self, points: Sequence[IndexPoint]) -> None:
        """Add points, or replace those with the same id; they are found when it returns.

        Raises:
            IndexFault: A vector of another dimension, or one that is none (nothing is added
                then); or the server is down.
        """
        points = newest_by_id(points)
        rows = read_vectors([point.vector for point in points], self._dimension)
        made = [
            qm.PointStruct(id=point_id(point.article_uuid), vector=row, payload=payload(point))
            for point, row in zip(points, rows.tolist(), strict=True)
        ]
        with self._translated():
            for start in range(0, len(made), _BATCH):
                self._client.upsert(self._name, made[start : start + _BATCH], wait=True)

    def nearest(
        self,
        vector: Vector,
        *,
        limit: int,
        since: datetime,
        until: datetime,
        language: str = "",
        minimum: float = -1.0,
    ) -> list[Neighbour]:
        """Best first; of equal ones, the smaller id."""
        asked = read_vectors([vector], self._dimension)[0].tolist()
        if limit <= 0:
            return []
        with self._translated():
            found = self._client.query_points(
                self._name,
                query=asked,
                limit=limit,
                query_filter=_within(since, until, language),
                score_threshold=minimum if minimum > -1.0 else None,
                with_payload=["article"],
                search_params=qm.SearchParams(hnsw_ef=max(_EF, 2 * limit)),
            ).points
            pairs = [(str((point.payload or {})["article"]), point.score) for point in found]
        return best_first(pairs, limit)

    def delete(self, article_uuids: Sequence[str]) -> None:
        """Remove points; absent ones are no fault."""
        ids: list[int | str | Any] = [point_id(uuid) for uuid in article_uuids]
        if ids:
            with self._translated():
                self._client.delete(self._name, qm.PointIdsList(points=ids), wait=True)

    def count(self) -> int:
        """Points in the collection."""
        with self._translated():
            return self._client.count(self._name, exact=True).count

    def clear(self) -> None:
        """Remove the collection and make it anew."""
        with self._translated():
            self._client.delete_collection(self._name)
            self._create()

    def close(self) -> None:
        """Let go of the connections; everything is on the server."""
        self._client.close()

    def _create(self) -> None:
        """Another process may make it at the same time: then it is there, which is what counts."""
        with contextlib.suppress(UnexpectedResponse):
            self._client.create_collection(
                self._name,
                vectors_config=qm.VectorParams(size=self._dimension, distance=qm.Distance.DOT),
            )
        self._client.get_collection(self._name)
        time = qm.IntegerIndexParams(type=qm.IntegerIndexType.INTEGER, lookup=False, range=True)
        self._client.create_payload_index(self._name, "time", time)
        self._client.create_payload_index(self._name, "language", qm.PayloadSchemaType.KEYWORD)

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        """Whatever the client raises, without what the server said: it may quote the request."""
        try:
            yield
        except IndexFault:
            raise
        except Exception as error:
            status = error.status_code if isinstance(error, UnexpectedResponse) else None
            said = f"status {status}" if status else type(error).__name__
            advice = "Look at QDRANT_API_KEY." if status in (401, 403) else "Is it running?"
            raise IndexFault(
                f"The Qdrant server {self._where} failed: {said}.",
                subject=self._where,
                advice=advice,
            ) from error


def _within(since: datetime, until: datetime, language: str) -> qm.Filter:
    in_time = qm.Range(gte=float(microseconds(since)), lte=float(microseconds(until)))
    wanted: list[Any] = [qm.FieldCondition(key="time", range=in_time)]
    if language:
        match = qm.MatchValue(value=language)
        wanted.append(qm.FieldCondition(key="language", match=match))
    return qm.Filter(must=wanted)
