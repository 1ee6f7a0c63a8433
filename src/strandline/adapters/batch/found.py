"""Pairs that were found, looked up by article: a few spans of time in memory at once."""

from collections import OrderedDict
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from strandline.adapters.batch.layout import faults, pairs_file
from strandline.core.similarity.near_pairs import span_of
from strandline.model.errors import StoreError

#: Spans that are held: an article's own, the next one, and those of what it is compared with.
HELD = 6


class FoundPairs:
    """Implements `NearTitles` on the files of a join. Not for many threads.

    Args:
        window: Length of a span.
    """

    def __init__(self, folder: Path, window: timedelta) -> None:
        self._folder = folder
        self._window = window
        self._held: OrderedDict[int, _Span] = OrderedDict()

    def covers(self, article_uuid: str, time: datetime) -> bool:
        """True where the article, at that story time, was among the titles."""
        return article_uuid in self._span(span_of(time, self._window)).titles

    def near(self, article_uuid: str, time: datetime) -> list[tuple[str, float]]:
        """Those with a title near its own, before and after it, with the Jaccard."""
        own = span_of(time, self._window)
        return [
            *self._span(own).beside(article_uuid),
            *self._span(own + 1).beside(article_uuid),
        ]

    def _span(self, number: int) -> "_Span":
        held = self._held.get(number)
        if held is None:
            held = self._held[number] = self._read(number)
            while len(self._held) > HELD:
                self._held.popitem(last=False)
        self._held.move_to_end(number)
        return held

    def _read(self, number: int) -> "_Span":
        folder = self._folder / "spans" / f"span={number}"
        if not folder.is_dir():
            return _Span([], [], [], [])
        from pyarrow import parquet

        try:
            with faults(self._folder):
                titles = parquet.read_table(folder, columns=["id"], partitioning=None)
                pairs = parquet.read_table(pairs_file(self._folder, number))
        except ValueError as error:  # all of Arrow's errors are
            raise StoreError(
                f"{self._folder} cannot be read: {error}.",
                subject=str(self._folder),
                advice="Remove the folder and run the backfill again.",
            ) from error
        columns = (pairs[name].to_numpy() for name in ("a", "b", "jaccard"))
        return _Span(titles["id"].to_pylist(), *columns)


class _Span:
    """Titles of a span and the pairs whose later one lies in it.

    Pairs are numbers of titles, sorted by either end: some 30 bytes a pair.
    """

    def __init__(self, titles: list[str], a: Any, b: Any, jaccard: Any) -> None:
        self.titles = {uuid: number for number, uuid in enumerate(dict.fromkeys(titles))}
        self._ids = list(self.titles)
        scores = np.asarray(jaccard, np.float64)
        ends = [
            np.fromiter(map(self.titles.__getitem__, end), np.int32, len(end)) for end in (a, b)
        ]
        self._by_end = [_sorted(one, other, scores) for one, other in (ends, ends[::-1])]

    def beside(self, article_uuid: str) -> list[tuple[str, float]]:
        """The other ends of its pairs."""
        number = self.titles.get(article_uuid)
        if number is None:
            return []
        found: list[tuple[str, float]] = []
        for own, other, scores in self._by_end:
            first, last = np.searchsorted(own, number), np.searchsorted(own, number, "right")
            ids = (self._ids[each] for each in other[first:last])
            found += zip(ids, scores[first:last].tolist(), strict=True)
        return found


def _sorted(
    own: npt.NDArray[np.int32], other: npt.NDArray[np.int32], scores: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.float64]]:
    order = np.argsort(own, kind="stable")
    return own[order], other[order], scores[order]
