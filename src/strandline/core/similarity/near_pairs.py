"""All pairs of titles that are alike and close in time: a whole archive in one walk, or in parts.

Titles come oldest first; each looks back over one window and is then put in, so memory holds a
window and not the archive. Parts are spans of time as long as the window: whatever a title of a
span looks back on lies in its own span or in the one before. So each span needs the titles of two,
and together they find what one walk finds.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from strandline.core.similarity.copies import Copies
from strandline.core.similarity.lexical_index import LexicalIndex
from strandline.core.similarity.shingles import grams
from strandline.model.stories import DatedTitle

__all__ = ["DatedTitle", "NearPair", "near_pairs", "span_of", "span_start"]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FIRST = datetime.min.replace(tzinfo=UTC)


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
        titles: In their order (time, id); of an id the last one counts. Of those of a day that have
            something in common only the first few are found.
        least: Where the later title of the two has no least of its own.
        since: Titles before it are only looked back on; None for all.
    """
    index, copies = LexicalIndex(least), Copies()
    day = None
    for title in titles:
        mine, earliest = grams(title.folded), _before(title.time, window)
        if since is None or title.time >= since:
            found = index.candidates(mine, earliest, title.time, title.least)
            for other, score in found:
                if other != title.article_id:
                    yield NearPair(other, title.article_id, score)
        if day != title.time.date():
            copies, day = Copies(), title.time.date()
        # In their order nobody takes another's place: who is hidden is the new one itself.
        if not (title.common and copies.add(title.common, title.time, title.article_id)):
            index.add(title.article_id, mine, title.time)
        index.expire(earliest)


def span_of(time: datetime, window: timedelta) -> int:
    """The number of the span in which a title looks back; it is looked back on in the next too."""
    return (time - _EPOCH) // window


def span_start(span: int, window: timedelta) -> datetime:
    """When a span begins; the first one begins with the calendar."""
    try:
        return _EPOCH + span * window
    except OverflowError:
        return _FIRST


def _before(time: datetime, gap: timedelta) -> datetime:
    """A gap earlier, or the first moment that there is: strangers date their news in the year 1."""
    return time - gap if time - _FIRST > gap else _FIRST
