"""Newest matches on PostgreSQL, whose GIN index knows no order.

A walk down the documents finds the newest 20 of a common word at once, and those of a rare word
never; from the inverted index it is the other way round. So a search goes in steps until it has
its page:

1. walk the newest few documents that meet the filters: enough where one in ten matches;
2. take the matches of the words from the index, newest first by sorting, and filter them. What is
   sorted is narrow: 10,000 matches take some milliseconds;
3. for a phrase, whose pieces must be looked at: check all documents that have its words while they
   are few, else walk on, ever further.

The planner takes every word for rare and looking into a document for cheap, so the statements leave
it no other way: a place with `+ 0` is not looked up in the index of places, a list that was cut is
not merged with what is outside it, and whole tables are not read.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store.places import Asked, Bounds, run

#: Documents of the first walk, and how much further each next one goes. A document costs some ten
#: microseconds, as its tokens are stored apart from its row.
WALK, FURTHER = 200, 8
#: Documents that are checked for a phrase one by one.
FEW = 2_000
#: Matches that are taken from the index at first, and how many more each time that too few of them
#: meet the filters.
TAKEN, MORE = 64, 4

_FIELDS = ("title", "url", "domain", "extracted_text")


@dataclass(frozen=True, slots=True)
class _Conditions:
    """Conditions on `article_text_fts w`, and what they name.

    Attributes:
        words: Every token is there; the index knows.
        pieces: Every phrase stands in one piece in a field; only the text knows.
    """

    words: str
    pieces: str
    values: dict[str, str] = field(default_factory=dict)


def newest(connection: Connection, wanted: Asked, bounds: Bounds, limit: int) -> list[int]:
    """Places of the newest documents that have every phrase and are not filtered out."""
    asked = _conditions(wanted)
    found = _walk(connection, asked, bounds, WALK, limit)
    if len(found) >= limit or _down(connection, bounds, WALK) == bounds.low:
        return found
    connection.execute(sa.text("SET LOCAL enable_seqscan = off"))
    if not asked.pieces:
        return _by_words(connection, asked, bounds, limit)
    candidates = _any(connection, asked, bounds, FEW + 1)
    if len(candidates) <= FEW:
        return _checked(connection, asked, bounds, candidates, limit)
    return _walk_on(connection, asked, bounds, limit)


def _conditions(asked: Asked) -> _Conditions:
    tokens = dict.fromkeys(token for phrase in asked.phrases for token in phrase)
    groups = [f"'{token}'" for token in tokens]
    groups += ["(" + " | ".join(f"'{token}'" for token in group) + ")" for group in asked.facets]
    values = {"tokens": " & ".join(groups)}
    pieces = []
    for number, phrase in enumerate(phrase for phrase in asked.phrases if len(phrase) > 1):
        values[f"phrase{number}"] = f" {' '.join(phrase)} "
        places = (f"strpos(w.{name}, :phrase{number}) > 0" for name in _FIELDS)
        pieces.append(f" AND ({' OR '.join(places)})")
    return _Conditions("w.terms @@ CAST(:tokens AS tsquery)", "".join(pieces), values)


def _walk(
    connection: Connection, asked: _Conditions, bounds: Bounds, walked: int, limit: int
) -> list[int]:
    """Matches among the newest documents within bounds; ends as soon as there are enough."""
    statement = sa.text(f"""
        SELECT d.position FROM (
            SELECT position FROM archive_documents
            WHERE position >= :low AND position < :high AND {bounds.sql}
            ORDER BY position DESC LIMIT :walked
        ) d JOIN article_text_fts w ON w.position = d.position
        WHERE {asked.words}{asked.pieces}
        ORDER BY d.position DESC LIMIT :limit
    """)  # noqa: S608 - our own conditions
    return run(connection, statement, bounds, walked=walked, limit=limit, **asked.values)


def _walk_on(connection: Connection, asked: _Conditions, bounds: Bounds, limit: int) -> list[int]:
    """The newest matches by walks, each further than the one before."""
    found: list[int] = []
    walked = WALK
    while len(found) < limit and bounds.low < bounds.high:
        found += _walk(connection, asked, bounds, walked, limit - len(found))
        bounds = replace(bounds, high=_down(connection, bounds, walked))
        walked *= FURTHER
    return found


def _down(connection: Connection, bounds: Bounds, count: int) -> int:
    """The place so many documents below the upper bound; the lower bound where it is nearer."""
    statement = sa.text(f"""
        SELECT position FROM archive_documents
        WHERE position >= :low AND position < :high AND {bounds.sql}
        ORDER BY position DESC OFFSET :skipped LIMIT 1
    """)  # noqa: S608 - our own conditions
    found = run(connection, statement, bounds, skipped=count - 1)
    return found[0] if found else bounds.low


def _by_words(connection: Connection, asked: _Conditions, bounds: Bounds, limit: int) -> list[int]:
    """The newest matches from the index, filtered afterwards, in ever larger parts."""
    statement = sa.text(f"""
        SELECT w.position FROM article_text_fts w
        WHERE w.position + 0 >= :low AND w.position + 0 < :high AND {asked.words}
        ORDER BY w.position + 0 DESC LIMIT :taken
    """)  # noqa: S608 - our own conditions
    found: list[int] = []
    taken = max(TAKEN, limit)
    while True:
        part = run(connection, statement, bounds, taken=taken, **asked.values)
        found += _filtered(connection, bounds, part)
        if len(found) >= limit or len(part) < taken:
            return found[:limit]
        bounds = replace(bounds, high=part[-1])
        taken *= MORE


def _filtered(connection: Connection, bounds: Bounds, places: Sequence[int]) -> list[int]:
    statement = sa.text(f"""
        SELECT position FROM archive_documents
        WHERE position = ANY(:places) AND {bounds.sql} ORDER BY position DESC
    """)  # noqa: S608 - our own conditions
    return run(connection, statement, bounds, places=list(places))


def _any(connection: Connection, asked: _Conditions, bounds: Bounds, limit: int) -> list[int]:
    """Documents that have the words, in no order."""
    statement = sa.text(f"""
        SELECT w.position FROM article_text_fts w
        WHERE w.position + 0 >= :low AND w.position + 0 < :high AND {asked.words} LIMIT :limit
    """)  # noqa: S608 - our own conditions
    return run(connection, statement, bounds, limit=limit, **asked.values)


def _checked(
    connection: Connection, asked: _Conditions, bounds: Bounds, places: Sequence[int], limit: int
) -> list[int]:
    """Those of some documents that have every phrase in one piece."""
    statement = sa.text(f"""
        SELECT w.position FROM article_text_fts w
        JOIN archive_documents ON archive_documents.position = w.position
        WHERE w.position = ANY(:places){asked.pieces} AND {bounds.sql}
        ORDER BY w.position DESC LIMIT :limit
    """)  # noqa: S608 - our own conditions
    return run(connection, statement, bounds, places=list(places), limit=limit, **asked.values)
