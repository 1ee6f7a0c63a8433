"""Newest matches on PostgreSQL, whose GIN index knows no order.

Asked for the newest 20 of a word in 90,000 of 100,000 documents, an inverted index without order
fetches and sorts all 90,000. A walk down the documents finds them at once, but finds a rare word
never. So a search goes in steps, each bounded, until it has its page:

1. walk the newest few documents: enough for common words;
2. take all matches from the index while they are few: enough for all words that are not common;
3. go down in windows that double, each through the index and the places at once: for what lies
   between, and for what was common long ago.

The planner's guess for a word may be far off, so each step leaves it the ways it is about only.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store.places import Bounds, run
from strandline.core.archive.search import Phrase

#: Documents of the walk. Cheap beside the page itself, and enough where one in ten matches.
WALK = 200
#: Matches that are taken from the index and sorted.
FEW = 2_000
#: Documents of the first window.
WINDOW = 2_000

#: The ways that a step leaves open: down the places, or through the inverted index.
_WAYS = {
    "places": {"enable_bitmapscan": "off", "enable_indexscan": "on", "enable_indexonlyscan": "on"},
    "words": {"enable_bitmapscan": "on", "enable_indexscan": "off", "enable_indexonlyscan": "off"},
    "all": {"enable_bitmapscan": "on", "enable_indexscan": "on", "enable_indexonlyscan": "on"},
}
_FIELDS = ("title", "url", "domain", "extracted_text")


@dataclass(frozen=True, slots=True)
class _Asked:
    """The condition on `article_text_fts`, and what it names."""

    sql: str
    values: dict[str, str] = field(default_factory=dict)


def newest(
    connection: Connection, phrases: Sequence[Phrase], bounds: Bounds, limit: int
) -> list[int]:
    """Places of the newest documents that have every phrase."""
    asked = _asked(phrases)
    near = _walk(connection, asked, bounds, limit)
    if len(near) >= limit:
        return near
    try:
        _leave_open(connection, "words")
        few = _matches(connection, asked, bounds, FEW + 1)
        if len(few) <= FEW:
            return sorted(few, reverse=True)[:limit]
        return _windows(connection, asked, bounds, limit)
    finally:
        _leave_open(connection, "all")


def _asked(phrases: Sequence[Phrase]) -> _Asked:
    """Every token is there, which the index knows; and every phrase in one piece in a field."""
    tokens = dict.fromkeys(token for phrase in phrases for token in phrase)
    conditions = ["w.terms @@ CAST(:tokens AS tsquery)"]
    values = {"tokens": " & ".join(f"'{token}'" for token in tokens)}
    for number, phrase in enumerate(phrase for phrase in phrases if len(phrase) > 1):
        values[f"phrase{number}"] = f" {' '.join(phrase)} "
        places = (f"strpos(w.{name}, :phrase{number}) > 0" for name in _FIELDS)
        conditions.append(f"({' OR '.join(places)})")
    return _Asked(" AND ".join(conditions), values)


def _walk(connection: Connection, asked: _Asked, bounds: Bounds, limit: int) -> list[int]:
    """Matches among the newest few documents, found without the inverted index."""
    statement = sa.text(f"""
        SELECT w.position FROM (
            SELECT * FROM article_text_fts
            WHERE position >= :low AND position < :high
            ORDER BY position DESC LIMIT :walked
        ) w JOIN archive_documents ON archive_documents.position = w.position
        WHERE {asked.sql} AND {bounds.sql}
        ORDER BY w.position DESC LIMIT :limit
    """)  # noqa: S608 - our own conditions
    return run(connection, statement, bounds, walked=WALK, limit=limit, **asked.values)


def _windows(connection: Connection, asked: _Asked, bounds: Bounds, limit: int) -> list[int]:
    """The newest matches, window by window."""
    found: list[int] = []
    size = WINDOW
    while len(found) < limit and bounds.low < bounds.high:
        _leave_open(connection, "places")
        low = _down(connection, bounds, size)
        _leave_open(connection, "words")
        window, missing = replace(bounds, low=low), limit - len(found)
        found += _matches(connection, asked, window, missing, "ORDER BY w.position DESC")
        bounds = replace(bounds, high=low)
        size *= 2
    return found


def _down(connection: Connection, bounds: Bounds, count: int) -> int:
    """The place so many documents below the upper bound; the lower bound where it is nearer."""
    statement = sa.text("""
        SELECT w.position FROM article_text_fts w
        WHERE w.position >= :low AND w.position < :high
        ORDER BY w.position DESC OFFSET :skipped LIMIT 1
    """)
    found = run(connection, statement, bounds, skipped=count - 1)
    return found[0] if found else bounds.low


def _matches(
    connection: Connection, asked: _Asked, bounds: Bounds, limit: int, order: str = ""
) -> list[int]:
    """Matches within bounds from the inverted index; in no order unless one is given."""
    statement = sa.text(f"""
        SELECT w.position FROM article_text_fts w
        JOIN archive_documents ON archive_documents.position = w.position
        WHERE w.position >= :low AND w.position < :high AND {asked.sql} AND {bounds.sql}
        {order} LIMIT :limit
    """)  # noqa: S608 - our own conditions
    return run(connection, statement, bounds, limit=limit, **asked.values)


def _leave_open(connection: Connection, ways: str) -> None:
    """Until the transaction ends, or the next call."""
    settings = _WAYS[ways] | {"enable_seqscan": "on" if ways == "all" else "off"}
    calls = (sa.func.set_config(name, value, sa.true()) for name, value in settings.items())
    connection.execute(sa.select(*calls))
