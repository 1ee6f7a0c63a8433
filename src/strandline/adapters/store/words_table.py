"""The words of documents in the index of the database at hand, under the document's place.

On SQLite words may be left behind where an article was deleted by other means than ours. They are
found by nobody, since a search asks for the document too, and go when their place is taken again.
"""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.core.archive.search import IndexForm

_INTO = {
    "sqlite": sa.text(
        "INSERT OR REPLACE INTO article_text_fts"
        " (rowid, article_uuid, title, url, domain, extracted_text, extras)"
        " VALUES (:position, :article_uuid, :title, :url, :domain, :text, :extras)"
    ),
    "postgresql": sa.text(
        "INSERT INTO article_text_fts (position, article_uuid, title, url, domain, extracted_text,"
        " terms) VALUES (:position, :article_uuid, :title, :url, :domain, :text,"
        " array_to_tsvector(CAST(:terms AS text[])))"
    ),
}
_FROM = {
    "sqlite": sa.text("DELETE FROM article_text_fts WHERE rowid = :position"),
    "postgresql": sa.text("DELETE FROM article_text_fts WHERE position = :position"),
}


def put(connection: Connection, words: Sequence[tuple[int, str, IndexForm]]) -> None:
    """Index the words of documents that have none: place, article, words."""
    if words:
        dialect = connection.dialect.name
        connection.execute(_INTO[dialect], [_row(dialect, *item) for item in words])


def _row(dialect: str, position: int, article_uuid: str, form: IndexForm) -> dict[str, Any]:
    row: dict[str, Any] = {
        "position": position,
        "article_uuid": article_uuid,
        "title": form.title,
        "url": form.url,
        "domain": form.domain,
        "text": form.text,
    }
    return row | ({"extras": form.extras} if dialect == "sqlite" else {"terms": form.terms})


def drop(connection: Connection, position: int) -> None:
    """Forget the words of a document."""
    connection.execute(_FROM[connection.dialect.name], {"position": position})


def move(connection: Connection, old: int, new: int) -> None:
    """Let words follow their document to its new place."""
    if connection.dialect.name == "sqlite":
        connection.execute(
            sa.text("UPDATE OR REPLACE article_text_fts SET rowid = :new WHERE rowid = :old"),
            {"old": old, "new": new},
        )


def sweep(connection: Connection, positions: Sequence[int]) -> None:
    """Forget the words at places whose documents have gone."""
    if connection.dialect.name == "sqlite" and positions:
        statement = sa.text(
            "DELETE FROM article_text_fts WHERE rowid IN :positions"
            " AND rowid NOT IN (SELECT position FROM archive_documents)"
        ).bindparams(sa.bindparam("positions", expanding=True))
        connection.execute(statement, {"positions": list(positions)})
