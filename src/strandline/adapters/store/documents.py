"""Keeps documents true to articles, mentions, jobs, artifacts, metadata and texts.

A document is derived from those tables under a lock on its article, instead of each writer patching
it: within the transaction that changes something of the archive, and soon after one that changes
the ledger (`waiting`), so that no poll waits for an index.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import archive_schema as schema
from strandline.adapters.store import words_table
from strandline.adapters.store.border import clean, utc_text
from strandline.adapters.store.bulk import BulkInsert, chunks
from strandline.adapters.store.document_facts import (
    Document,
    derive,
    forms_of,
    locked_articles,
)
from strandline.adapters.store.positions import move, place_of, placed, places
from strandline.core.archive.search import IndexForm
from strandline.model.archive import JobStatus

_DOCUMENTS = schema.archive_documents
_INSERT = BulkInsert(_DOCUMENTS, "ON CONFLICT DO NOTHING", returning="article_uuid")


def forget(connection: Connection, article_uuids: Sequence[str]) -> None:
    """Remove the documents of some articles with their words."""
    gone = places(connection, article_uuids)
    connection.execute(_DOCUMENTS.delete().where(_DOCUMENTS.c.position.in_(gone)))
    words_table.sweep(connection, gone)


def set_status(connection: Connection, article_uuids: Sequence[str], status: JobStatus) -> None:
    """Note what became of the last job of some articles."""
    for chunk in chunks(sorted(set(article_uuids))):
        connection.execute(
            _DOCUMENTS.update()
            .where(_DOCUMENTS.c.article_uuid.in_(chunk))
            .values(status=status.value)
        )


def refresh(
    connection: Connection, article_uuids: Iterable[str], *, has_new_words: bool = True
) -> None:
    """Bring the documents of some articles up to date.

    Args:
        has_new_words: False where no title and no text changed: a document that is there keeps
            its words, unless it can be filtered by something else now.
    """
    for chunk in chunks(sorted(set(article_uuids))):
        _refresh(connection, chunk, has_new_words=has_new_words)


def _refresh(connection: Connection, uuids: Sequence[str], *, has_new_words: bool) -> None:
    rows = locked_articles(connection, uuids)
    documents = derive(connection, rows)
    before = {
        row.article_uuid: row
        for row in connection.execute(
            sa.select(_DOCUMENTS).where(_DOCUMENTS.c.article_uuid.in_(uuids))
        )
    }
    wanted = {
        uuid
        for uuid, after in documents.items()
        if has_new_words or uuid not in before or _kind(before[uuid]) != _kind(after)
    }
    forms = forms_of(connection, [row for row in rows if row.article_uuid in wanted], documents)
    fresh = [document for uuid, document in documents.items() if uuid not in before]
    _enter(connection, fresh, forms)
    for uuid, row in before.items():
        if uuid in documents:
            _change(connection, row, documents[uuid], forms.get(uuid))


def _kind(document: Any) -> tuple[object, ...]:
    """What words hold of a document beside words: its facets."""
    return document.is_member, document.is_archived, document.has_video


def _enter(
    connection: Connection, documents: Sequence[Document], forms: dict[str, IndexForm]
) -> None:
    """Insert documents, of one time in the order of their ids.

    Where another process took a place at the same moment, the next free one is taken.
    """
    waiting = sorted(documents, key=lambda document: (document.listed_at, document.article_uuid))
    while waiting:
        standing = placed(connection, waiting)
        rows = [
            (place, *_row(document, forms[document.article_uuid]).values())
            for place, document in standing
        ]
        _, back = _INSERT.run(connection, [(*row[:2], utc_text(row[2]), *row[3:]) for row in rows])
        if connection.dialect.name == "sqlite":
            back = [document.article_uuid for _, document in standing]
        entered = set(back)
        words_table.put(
            connection,
            [
                (place, document.article_uuid, forms[document.article_uuid])
                for place, document in standing
                if document.article_uuid in entered
            ],
        )
        waiting = [document for document in waiting if document.article_uuid not in entered]


def _change(connection: Connection, before: Any, after: Document, form: IndexForm | None) -> None:
    words = form if form is not None and form.checksum != before.checksum else None
    if words is not None:
        words_table.drop(connection, before.position)
    place = before.position
    if after.listed_at != before.listed_at:
        place = move(connection, before.position, place_of(after.listed_at))
    changes = {
        name: value for name, value in _row(after, words).items() if value != getattr(before, name)
    }
    if changes:
        connection.execute(
            _DOCUMENTS.update().where(_DOCUMENTS.c.position == place).values(**changes)
        )
    if words is not None:
        words_table.put(connection, [(place, after.article_uuid, words)])


def _row(document: Document, form: IndexForm | None) -> dict[str, Any]:
    row = {
        "article_uuid": document.article_uuid,
        "listed_at": document.listed_at,
        "domain": clean(document.domain),
        "status": document.status,
        "is_member": document.is_member,
        "is_archived": document.is_archived,
        "has_video": document.has_video,
    }
    return row if form is None else row | {"checksum": form.checksum}
