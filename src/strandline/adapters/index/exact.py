"""Every vector in memory, every query a scan: the oracle of the others, and the smallest default.

It begins empty with each process; whoever uses it fills it from the database. 100,000 vectors of
512 numbers take 205 MB.
"""

import threading
from collections.abc import Sequence
from datetime import datetime

import numpy as np
import numpy.typing as npt

from strandline.adapters.index.values import (
    Matrix,
    best_first,
    microseconds,
    newest_by_id,
    read_vectors,
)
from strandline.model.stories import IndexPoint, Neighbour, Vector

_FIRST_ROWS = 1_024


class ExactIndex:
    """A `VectorIndex`; safe from many threads, which take turns.

    Args:
        dimension: Numbers in a vector.
    """

    def __init__(self, dimension: int) -> None:
        self._dimension = dimension
        self._turn = threading.Lock()
        self._begin()

    @property
    def is_kept(self) -> bool:
        """It is in memory."""
        return False

    def upsert(self, points: Sequence[IndexPoint]) -> None:
        """Add points, or replace those with the same id.

        Raises:
            IndexFault: A vector of another dimension, or one that is none; nothing is added then.
        """
        points = newest_by_id(points)
        rows = read_vectors([point.vector for point in points], self._dimension)
        with self._turn:
            for point, row in zip(points, rows, strict=True):
                place = self._places.get(point.article_uuid)
                self._put(self._add(point.article_uuid) if place is None else place, point, row)

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
        (asked,) = read_vectors([vector], self._dimension)
        if limit <= 0:
            return []
        with self._turn:
            rows = self._rows(since, until, language)
            scores = self._scores(rows, asked)
            kept = scores >= minimum
            rows, scores = rows[kept], scores[kept]
            if len(rows) > limit:
                # All that are as good as the last one: the smaller id wins among them.
                least = np.partition(scores, -limit)[-limit]
                rows, scores = rows[scores >= least], scores[scores >= least]
            ids = [self._ids[row] for row in rows]
        return best_first(list(zip(ids, scores.tolist(), strict=True)), limit)

    def delete(self, article_uuids: Sequence[str]) -> None:
        """Remove points; the last row moves into the gap."""
        with self._turn:
            for uuid in article_uuids:
                place = self._places.pop(uuid, None)
                if place is not None:
                    self._fill(place)

    def count(self) -> int:
        """Points in the index."""
        with self._turn:
            return len(self._ids)

    def clear(self) -> None:
        """Remove everything."""
        with self._turn:
            self._begin()

    def close(self) -> None:
        """Let go of the memory."""
        self.clear()

    def _begin(self) -> None:
        self._ids: list[str] = []
        self._places: dict[str, int] = {}
        self._codes: dict[str, int] = {}
        self._vectors: Matrix = np.empty((0, self._dimension), np.float32)
        self._times: npt.NDArray[np.int64] = np.empty(0, np.int64)
        self._languages: npt.NDArray[np.int32] = np.empty(0, np.int32)

    def _add(self, article_uuid: str) -> int:
        place = len(self._ids)
        if place == len(self._times):
            self._grow(max(_FIRST_ROWS, place * 3 // 2))
        self._ids.append(article_uuid)
        self._places[article_uuid] = place
        return place

    def _grow(self, rows: int) -> None:
        count = len(self._ids)
        vectors = np.empty((rows, self._dimension), np.float32)
        times, languages = np.empty(rows, np.int64), np.empty(rows, np.int32)
        vectors[:count], times[:count] = self._vectors, self._times
        languages[:count] = self._languages
        self._vectors, self._times, self._languages = vectors, times, languages

    def _put(self, place: int, point: IndexPoint, row: Matrix) -> None:
        self._vectors[place] = row
        self._times[place] = microseconds(point.time)
        self._languages[place] = self._codes.setdefault(point.language, len(self._codes))

    def _fill(self, gap: int) -> None:
        last = len(self._ids) - 1
        moved = self._ids.pop()
        if gap != last:
            self._ids[gap] = moved
            self._places[moved] = gap
            self._vectors[gap] = self._vectors[last]
            self._times[gap] = self._times[last]
            self._languages[gap] = self._languages[last]

    def _rows(self, since: datetime, until: datetime, language: str) -> npt.NDArray[np.intp]:
        count = len(self._ids)
        times = self._times[:count]
        wanted = (times >= microseconds(since)) & (times <= microseconds(until))
        if language:
            wanted &= self._languages[:count] == self._codes.get(language, -1)
        return np.flatnonzero(wanted)

    def _scores(self, rows: npt.NDArray[np.intp], asked: Matrix) -> Matrix:
        """Of many rows it is cheaper to score all than to copy them together."""
        count = len(self._ids)
        if len(rows) * 3 < count:
            return self._vectors[rows] @ asked
        scores: Matrix = (self._vectors[:count] @ asked)[rows]
        return scores
