"""Newest matches on SQLite: FTS5 walks its lists of rows from the end, and a row is a place.

The commonest word is the easiest: its first rows are among the last documents. A list is only ever
read as far as the page is long, or merged with the lists of the other words.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store.places import Asked, Bounds, listed, run

#: So many documents that meet the filters are looked up one by one (0.4 ms each); where there are
#: more of them, the lists of the words reach the end of a page sooner.
FEW = 50


def newest(connection: Connection, asked: Asked, bounds: Bounds, limit: int) -> list[int]:
    """Places of the newest documents that have every phrase and are not filtered out."""
    if bounds.is_narrowed:
        few = listed(connection, bounds, FEW + 1)
        if len(few) <= FEW:
            return _among(connection, asked, few)[:limit]
    return _down_the_lists(connection, asked, bounds, limit)


def _down_the_lists(connection: Connection, asked: Asked, bounds: Bounds, limit: int) -> list[int]:
    """`CROSS JOIN` keeps SQLite from turning the join round: the index gives the order."""
    statement = sa.text(f"""
        SELECT article_text_fts.rowid
        FROM article_text_fts CROSS JOIN archive_documents
            ON archive_documents.position = article_text_fts.rowid
        WHERE article_text_fts MATCH :found
            AND article_text_fts.rowid >= :low AND article_text_fts.rowid < :high
            AND {bounds.sql}
        ORDER BY article_text_fts.rowid DESC LIMIT :limit
    """)  # noqa: S608 - our own conditions
    return run(connection, statement, bounds, found=match(asked), limit=limit)


def _among(connection: Connection, asked: Asked, places: Sequence[int]) -> list[int]:
    """Which of some documents are asked for, in the same order."""
    statement = sa.text(
        "SELECT rowid FROM article_text_fts WHERE article_text_fts MATCH :found AND rowid = :place"
    )
    found = match(asked)
    return [
        place
        for place in places
        if connection.execute(statement, {"found": found, "place": place}).first() is not None
    ]


def match(asked: Asked) -> str:
    """The query in FTS5's language: quoted tokens, AND, OR; nothing that a person could break."""
    pieces = [f'"{" ".join(phrase)}"' for phrase in asked.phrases]
    pieces += ["(" + " OR ".join(f'"{token}"' for token in group) + ")" for group in asked.facets]
    return " AND ".join(pieces)
