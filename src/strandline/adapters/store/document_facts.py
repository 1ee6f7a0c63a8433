"""What a document says, from its article, mentions, jobs, artifacts, metadata and texts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import archive_schema as schema
from strandline.adapters.store.archive_rows import SKIPPED
from strandline.adapters.store.schema import article_sources, article_texts, articles
from strandline.core.archive.search import IndexForm, facet, index_form
from strandline.model.archive import ArtifactKind
from strandline.model.articles import TextStatus

#: Sources of one article that it can be found by, the first to tell it.
MOST_SOURCES = 200


@dataclass(frozen=True, slots=True)
class Document:
    """A row of `archive_documents` without its place.

    Attributes:
        status: Of the article's last job; empty where it has none.
        is_member: It is one of the archive's: something is kept of it, or was to be.
    """

    article_uuid: str
    listed_at: datetime
    domain: str
    status: str
    is_member: bool
    is_archived: bool
    has_video: bool


def locked_articles(connection: Connection, uuids: Sequence[str]) -> list[Any]:
    """The articles that may be found, locked until the transaction ends: two changes of one wait
    for each other.
    """
    query = (
        sa.select(articles)
        .where(articles.c.article_uuid.in_(uuids), schema.unstruck(articles.c.article_uuid))
        .order_by(articles.c.article_uuid)
        .with_for_update(key_share=True)
    )
    return list(connection.execute(query))


def derive(connection: Connection, rows: Sequence[Any]) -> dict[str, Document]:
    """By article."""
    uuids = [row.article_uuid for row in rows]
    jobs = _last_jobs(connection, uuids)
    with_video = _with_video(connection, uuids)
    found: dict[str, Document] = {}
    for row in rows:
        uuid, archived_at = row.article_uuid, row.last_archived_at
        real, skipped = jobs.get(uuid, (None, None))
        last = real or skipped
        found[uuid] = Document(
            article_uuid=uuid,
            listed_at=archived_at or (last.enqueued_at if last else row.article_detected_utc_iso),
            domain=row.domain,
            status=last.status if last else "",
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


def forms_of(
    connection: Connection, rows: Sequence[Any], documents: Mapping[str, Document]
) -> dict[str, IndexForm]:
    """What to index: the title that the page gives itself, and the one that it was found under."""
    uuids = [row.article_uuid for row in rows]
    page = schema.link_metadata
    pages = _by_article(connection, sa.select(page).where(page.c.article_uuid.in_(uuids)))
    texts = texts_of(connection, uuids)
    told = _sources(connection, uuids)
    found: dict[str, IndexForm] = {}
    for row in rows:
        uuid = row.article_uuid
        own, sources = pages.get(uuid), told.get(uuid, {})
        languages = (row.language, own.language if own else None)
        found[uuid] = index_form(
            "\n".join(dict.fromkeys((own.title if own else "", row.article_title or ""))),
            (row.article_url_final, row.article_url_original),
            row.domain,
            texts.get(uuid, ""),
            sources=sources.values(),
            facets=_facets(documents[uuid], languages, sources),
        )
    return found


def _facets(
    document: Document, languages: Iterable[str | None], sources: Iterable[str]
) -> Iterator[str]:
    """What an article can be filtered by: see `places.facets_of`."""
    if document.is_member:
        yield facet("member")
    yield facet("kept" if document.is_archived else "unkept")
    yield facet("video" if document.has_video else "still")
    yield facet("domain", document.domain.lower())
    for tag in languages:
        if tag:
            yield facet("language", tag.lower())
            yield facet("language", tag.lower().partition("-")[0])
    for uuid in sources:
        yield facet("source", uuid)


def texts_of(
    connection: Connection, uuids: Sequence[str], *, most: int | None = None
) -> dict[str, str]:
    """What is readable of articles: as the archive kept it, else as it was read.

    Args:
        most: So many characters from the beginning; None for all.
    """
    kept, read = schema.archive_texts, article_texts
    queries = (
        (read.c.article_uuid, read.c.text, read.c.status == TextStatus.OK.value),
        (kept.c.article_uuid, kept.c.extracted_text, kept.c.extracted_text != ""),
    )
    found: dict[str, str] = {}
    for uuid, text, condition in queries:
        start = text if most is None else sa.func.substr(text, 1, most)
        query = sa.select(uuid, start).where(uuid.in_(uuids), condition)
        found |= {row[0]: row[1] for row in connection.execute(query)}
    return found


def _sources(connection: Connection, uuids: Sequence[str]) -> dict[str, dict[str, str]]:
    """By article: names of the sources that told it, by their ids."""
    table = article_sources
    query = sa.select(table.c.article_id, table.c.source_uuid, table.c.source_name)
    found: dict[str, dict[str, str]] = {}
    for article_uuid, source_uuid, name in connection.execute(
        query.where(table.c.article_id.in_(uuids)).order_by(table.c.mention_id)
    ):
        told = found.setdefault(article_uuid, {})
        if len(told) < MOST_SOURCES:
            told.setdefault(source_uuid, name)
    return found


def _by_article(connection: Connection, query: sa.Select[Any]) -> dict[str, Any]:
    return {row.article_uuid: row for row in connection.execute(query)}
