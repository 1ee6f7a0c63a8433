"""When a page says that it was published.

Only what is marked as a date of publication counts: structured data, `<meta>`, `<time>`. A date
that is guessed from text costs more than none (design), and nothing is ever dated "today" for
want of a better one.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from strandline.core.sources.feeds.date_parts import order_of
from strandline.core.sources.feeds.dates import read_date
from strandline.core.text.json_ld import is_piece, text_of
from strandline.core.text.metadata import Metas

#: A date further ahead of the fetch is a mistake (clocks and zones differ by less).
_AHEAD = timedelta(days=1)
#: Days by which other evidence must be older before it casts doubt: zones and late publishing
#: move a date by one.
_CLEARLY_OLDER = timedelta(days=2)
_NODE_KEYS = ("datePublished", "uploadDate", "dateCreated")
_META_NAMES = (
    "article:published_time",
    "og:article:published_time",
    "datepublished",
    "parsely-pub-date",
    "sailthru.date",
    "dc.date.issued",
    "dcterms.issued",
    "dcterms.created",
    "citation_publication_date",
    "publish-date",
    "publish_date",
    "pubdate",
    "pubtime",
    "weibo:article:create_at",
    "bt:pubdate",
    "dc.date",
    "date",
)
_TIME_MARKS = ("publish", "pubdate", "posted", "entry-date", "dt-published", "date-created")
_MAX_TIMES = 50


def page_date(
    root: Any, metas: Metas, nodes: list[dict[str, Any]], now: datetime
) -> datetime | None:
    """The page's own date of publication.

    Args:
        root: Root element.
        metas: `<meta>` by name.
        nodes: Structured data, the piece itself first.
        now: Time of the fetch, aware UTC.

    Returns:
        Aware UTC, a date without a time as 00:00Z; None where the page does not say, or says
        what cannot be.
    """
    texts = (*_of_nodes(nodes), *_of_metas(metas), *_of_times(root))
    order = order_of(texts)
    for text in texts:
        date, _ = read_date(text, order=order)
        if date is not None and date <= now + _AHEAD:
            return date
    return None


def is_doubtful(claimed: datetime | None, older: datetime | None, now: datetime) -> bool:
    """True when other evidence says that the page is surely older than it claims, or than new.

    Args:
        claimed: The page's own date, or None.
        older: What a search for dates in markup and URL found.
        now: Time of the fetch: what a page without a date would be taken for.
    """
    if older is None or (claimed is not None and _are_two_readings(claimed, older)):
        return False
    return older < (claimed or now) - _CLEARLY_OLDER


def _are_two_readings(claimed: datetime, older: datetime) -> bool:
    """One numeric date, day first and month first: `03/02` is no evidence against itself."""
    return (claimed.year, claimed.month, claimed.day) == (older.year, older.day, older.month)


def _of_nodes(nodes: list[dict[str, Any]]) -> Iterator[str]:
    for key in _NODE_KEYS:
        for node in nodes:
            text = text_of(node.get(key)) if is_piece(node) else None
            if text:
                yield text


def _of_metas(metas: Metas) -> Iterator[str]:
    return (metas[name] for name in _META_NAMES if name in metas)


def _of_times(root: Any) -> Iterator[str]:
    """`<time>` marked as publication; else the only one of the page's article."""
    times = [time for _, time in zip(range(_MAX_TIMES), root.iter("time"), strict=False)]
    for time in times:
        marks = f"{time.get('itemprop', '')} {time.get('class', '')}".lower()
        if time.get("pubdate") is not None or any(mark in marks for mark in _TIME_MARKS):
            yield _said(time)
    inside = {_said(time) for time in times if _is_in_article(time)}
    if len(inside) == 1:
        yield inside.pop()


def _said(time: Any) -> str:
    return (time.get("datetime") or time.get("content") or time.text_content() or "").strip()


def _is_in_article(time: Any) -> bool:
    return any(parent.tag in ("article", "main") for parent in time.iterancestors())
