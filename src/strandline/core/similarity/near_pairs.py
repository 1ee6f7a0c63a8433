"""All pairs of titles that are alike and close in time: a whole archive in one walk, or in parts.

Titles come oldest first; each looks back over one window and is then put in, so memory holds a
window and not the archive. Parts are spans of time as long as the window: whatever a title of a
span looks back on lies in its own span or in the one before. So each span needs the titles of two,
and together they find what one walk finds.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from strandline.core.similarity.lexical_index import LexicalIndex
from strandline.core.similarity.shingles import grams

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, order=True)
class DatedTitle:
    """A folded title and its time, aware; ordered by time, then by id."""

    time: datetime
    article_id: str
    folded: str


@dataclass(frozen=True, slots=True)
class NearPair:
    """Two articles with titles that are alike; `a` came first."""

    a: str
    b: str
    jaccard: float


def near_pairs(
    titles: Iterable[DatedTitle],
    window: timedelta,
    least: float,
    *,
    since: datetime | None = None,
) -> Iterator[NearPair]:
    """Every pair with a Jaccard of `least` at least and times not further apart than the window.

    Args:
        titles: In their order (time, id); of an id the last one counts.
        since: Titles before it are only looked back on; None for all.
    """
    index = LexicalIndex(least)
    for title in titles:
        mine = grams(title.folded)
        if since is None or title.time >= since:
            for other, score in index.candidates(mine, title.time - window, title.time):
                if other != title.article_id:
                    yield NearPair(other, title.article_id, score)
        index.add(title.article_id, mine, title.time)
        index.expire(title.time - window)


def span_of(time: datetime, window: timedelta) -> int:
    """The number of the span in which a title looks back; it is looked back on in the next too."""
    return (time - _EPOCH) // window


def span_start(span: int, window: timedelta) -> datetime:
    """When a span begins."""
    return _EPOCH + span * window
