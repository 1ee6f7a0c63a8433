"""Keeps the archive's documents true to jobs, artifacts, metadata and texts.

A document is derived from those tables within the transaction that changes them, under a lock on
its article. Its place is a time in milliseconds; where that is taken, the first free number after
it, so that places never tie and a page of a list begins exactly where the last one ended.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import archive_schema as schema
from strandline.adapters.store import words_table
from strandline.adapters.store.archive_rows import SKIPPED
from strandline.adapters.store.border import MAX_INTEGER, clean, utc_text
from strandline.adapters.store.bulk import BulkInsert, chunks
from strandline.adapters.store.schema import articles
from strandline.core.archive.search import IndexForm, index_form
from strandline.model.archive import ArtifactKind, JobStatus

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
#: Places read in one go while a free one is looked for: mostly none or one is in the way.
_LOOK, _MOST = 8, 4_096

_DOCUMENTS = schema.archive_documents
_INSERT = BulkInsert(_DOCUMENTS, "ON CONFLICT DO NOTHING", returning="article_uuid")


@dataclass(frozen=True, slots=True)
class Document:
    """A row of `archive_documents` without its place."""

    article_uuid: str
    listed_at: datetime
    domain: str
    status: str
    is_member: bool
    is_archived: bool
    has_video: bool


def place_of(when: datetime) -> int:
    """The place of a time: milliseconds since 1970, rounded down."""
    return (when - _EPOCH) // _MILLISECOND


def places(connection: Connection, article_uuids: Sequence[str]) -> list[int]:
    """The places of some articles, for `words_table.sweep` after they were deleted."""
    found: list[int] = []
    for chunk in chunks(article_uuids):
        query = sa.select(_DOCUMENTS.c.position).where(_DOCUMENTS.c.article_uuid.in_(chunk))
        found += connection.execute(query).scalars()
    return found


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
    """Bring the documents of some articles up to date; those without any job have none.

    Args:
        has_new_words: False where no title and no text changed: a document that is there keeps
            its words.
    """
    for chunk in chunks(sorted(set(article_uuids))):
        _refresh(connection, chunk, has_new_words=has_new_words)


def _refresh(connection: Connection, uuids: Sequence[str], *, has_new_words: bool) -> None:
    rows = _articles(connection, uuids)
    documents = _derive(connection, rows)
    before = {
        row.article_uuid: row
        for row in connection.execute(
            sa.select(_DOCUMENTS).where(_DOCUMENTS.c.article_uuid.in_(uuids))
        )
    }
    wanted = [uuid for uuid in documents if has_new_words or uuid not in before]
    forms = _forms(connection, [row for row in rows if row.article_uuid in set(wanted)])
    fresh = [document for uuid, document in documents.items() if uuid not in before]
    _enter(connection, fresh, forms)
    for uuid, row in before.items():
        if uuid in documents:
            _change(connection, row, documents[uuid], forms.get(uuid))


def _articles(connection: Connection, uuids: Sequence[str]) -> list[Any]:
    """The articles, locked until the transaction ends: two changes of one wait for each other."""
    query = (
        sa.select(articles)
        .where(articles.c.article_uuid.in_(uuids))
        .order_by(articles.c.article_uuid)
        .with_for_update(key_share=True)
    )
    return list(connection.execute(query))


def _derive(connection: Connection, rows: Sequence[Any]) -> dict[str, Document]:
    uuids = [row.article_uuid for row in rows]
    jobs = _last_jobs(connection, uuids)
    with_video = _with_video(connection, uuids)
    found: dict[str, Document] = {}
    for row in rows:
        uuid, archived_at = row.article_uuid, row.last_archived_at
        real, skipped = jobs.get(uuid, (None, None))
        last = real or skipped
        if last is not None:
            found[uuid] = Document(
                article_uuid=uuid,
                listed_at=archived_at or last.enqueued_at,
                domain=row.domain,
                status=last.status,
                is_member=archived_at is not None or real is not None,
                is_archived=archived_at is not None,
                has_video=uuid in with_video,
            )
    return found


def _last_jobs(connection: Connection, uuids: Sequence[str]) -> dict[str, tuple[Any, Any]]:
    """By article: its last job that was really queued, and its last skipped one.

    What was skipped does not hide how the last real job ended.
    """
    jobs = schema.archive_jobs
    is_skipped = jobs.c.status.in_([status.value for status in SKIPPED])
    last = sa.select(sa.func.max(jobs.c.job_id)).where(jobs.c.article_uuid.in_(uuids))
    query = sa.select(jobs.c.article_uuid, jobs.c.enqueued_at, jobs.c.status).where(
        jobs.c.job_id.in_(last.group_by(jobs.c.article_uuid, is_skipped))
    )
    found: dict[str, tuple[Any, Any]] = {}
    for row in connection.execute(query):
        real, skipped = found.get(row.article_uuid, (None, None))
        found[row.article_uuid] = (real, row) if row.status in SKIPPED else (row, skipped)
    return found


def _with_video(connection: Connection, uuids: Sequence[str]) -> set[str]:
    artifacts = schema.archive_artifacts
    query = sa.select(artifacts.c.article_uuid).where(
        artifacts.c.article_uuid.in_(uuids),
        artifacts.c.kind == ArtifactKind.VIDEO.value,
        artifacts.c.is_current,
    )
    return {row.article_uuid for row in connection.execute(query)}


def _forms(connection: Connection, rows: Sequence[Any]) -> dict[str, IndexForm]:
    """What to index: the title that the page gives itself, and the one that it was found under."""
    uuids = [row.article_uuid for row in rows]
    titles = _column(connection, schema.link_metadata, "title", uuids)
    texts = _column(connection, schema.archive_texts, "extracted_text", uuids)
    return {
        row.article_uuid: index_form(
            "\n".join(dict.fromkeys((titles.get(row.article_uuid, ""), row.article_title or ""))),
            (row.article_url_final, row.article_url_original),
            row.domain,
            texts.get(row.article_uuid, ""),
        )
        for row in rows
    }


def _column(
    connection: Connection, table: sa.Table, name: str, uuids: Sequence[str]
) -> dict[str, str]:
    query = sa.select(table.c.article_uuid, table.c[name]).where(table.c.article_uuid.in_(uuids))
    return {row[0]: row[1] for row in connection.execute(query)}


def _enter(
    connection: Connection, documents: Sequence[Document], forms: dict[str, IndexForm]
) -> None:
    """Insert documents, of one time in the order of their ids.

    Where another process took a place at the same moment, the next free one is taken.
    """
    waiting = sorted(documents, key=lambda document: (document.listed_at, document.article_uuid))
    while waiting:
        placed = _placed(connection, waiting)
        rows = [
            (place, *_row(document, forms[document.article_uuid]).values())
            for place, document in placed
        ]
        _, back = _INSERT.run(connection, [(*row[:2], utc_text(row[2]), *row[3:]) for row in rows])
        if connection.dialect.name == "sqlite":
            back = [document.article_uuid for _, document in placed]
        entered = set(back)
        words_table.put(
            connection,
            [
                (place, document.article_uuid, forms[document.article_uuid])
                for place, document in placed
                if document.article_uuid in entered
            ],
        )
        waiting = [document for document in waiting if document.article_uuid not in entered]


def _placed(connection: Connection, documents: Sequence[Document]) -> list[tuple[int, Document]]:
    """Each document with a free place; they come oldest first."""
    placed: list[tuple[int, Document]] = []
    after = -MAX_INTEGER
    for wanted, group in groupby(documents, key=lambda document: place_of(document.listed_at)):
        same = list(group)
        free = _free(connection, max(wanted, after + 1), len(same))
        placed += zip(free, same, strict=True)
        after = free[-1]
    return placed


def _change(connection: Connection, before: Any, after: Document, form: IndexForm | None) -> None:
    words = form if form is not None and form.checksum != before.checksum else None
    if words is not None:
        words_table.drop(connection, before.position)
    place = before.position
    if after.listed_at != before.listed_at:
        place = _move(connection, before.position, place_of(after.listed_at))
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


def _move(connection: Connection, old: int, wanted: int) -> int:
    """Give a document another place, with its words."""
    move = _DOCUMENTS.update().where(_DOCUMENTS.c.position == old)
    while True:
        (place,) = _free(connection, wanted, 1)
        if _tried(connection, move.values(position=place)):
            break
        wanted = place + 1
    words_table.move(connection, old, place)
    return place


def _tried(connection: Connection, statement: sa.Executable) -> bool:
    """False where somebody was faster: nothing happened."""
    try:
        with connection.begin_nested():
            connection.execute(statement)
    except sa.exc.IntegrityError:
        return False
    return True


def _free(connection: Connection, wanted: int, count: int) -> list[int]:
    """The first so many places from `wanted` on that nobody has."""
    free: list[int] = []
    look = _LOOK
    while True:
        query = (
            sa.select(_DOCUMENTS.c.position)
            .where(_DOCUMENTS.c.position >= wanted)
            .order_by(_DOCUMENTS.c.position)
            .limit(look)
        )
        taken = list(connection.execute(query).scalars())
        for place in taken:
            free += range(wanted, min(place, wanted + count - len(free)))
            wanted = place + 1
            if len(free) == count:
                return free
        if len(taken) < look:
            return [*free, *range(wanted, wanted + count - len(free))]
        look = min(look * 8, _MOST)
