"""What a document of the archive says, from jobs, artifacts, metadata and texts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import archive_schema as schema
from strandline.adapters.store.archive_rows import SKIPPED
from strandline.adapters.store.schema import articles
from strandline.core.archive.search import IndexForm, index_form
from strandline.model.archive import ArtifactKind


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


def locked_articles(connection: Connection, uuids: Sequence[str]) -> list[Any]:
    """The articles, locked until the transaction ends: two changes of one wait for each other."""
    query = (
        sa.select(articles)
        .where(articles.c.article_uuid.in_(uuids))
        .order_by(articles.c.article_uuid)
        .with_for_update(key_share=True)
    )
    return list(connection.execute(query))


def derive(connection: Connection, rows: Sequence[Any]) -> dict[str, Document]:
    """By article; one without any job has no document."""
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
    """A link to a film itself has one as much as a page with a film on it."""
    artifacts = schema.archive_artifacts
    is_film = sa.and_(
        artifacts.c.kind == ArtifactKind.RAW.value, artifacts.c.content_type.like("video/%")
    )
    query = sa.select(artifacts.c.article_uuid).where(
        artifacts.c.article_uuid.in_(uuids),
        sa.or_(artifacts.c.kind == ArtifactKind.VIDEO.value, is_film),
        artifacts.c.is_current,
    )
    return {row.article_uuid for row in connection.execute(query)}


def forms_of(connection: Connection, rows: Sequence[Any]) -> dict[str, IndexForm]:
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
