"""Finding articles, of the archive or of the whole ledger: the same answers from both databases.

First the places of what matches, newest first, then everything a list shows of them. Both databases
compare tokens that were made here, and nothing else; they differ in the way to the newest ones
(`newest_sqlite`, `newest_postgres`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import archive_schema as schema
from strandline.adapters.store import newest_postgres, newest_sqlite
from strandline.adapters.store.border import clean, row_limit
from strandline.adapters.store.bulk import chunks
from strandline.adapters.store.document_facts import texts_of
from strandline.adapters.store.places import Asked, Bounds, bounds_of, facets_of, listed
from strandline.adapters.store.schema import articles, sources
from strandline.core.archive.ranking import best
from strandline.core.archive.search import Phrase, wanted
from strandline.core.archive.snippet import snippet
from strandline.model.archive import KEPT, ArchivedLink, ArtifactKind, JobStatus, SearchQuery

#: The newest matches that are ranked when the best are asked for.
RANKED = 300
#: Characters of a text that a snippet is taken from.
_SNIPPED = 60_000

_DOCUMENTS = schema.archive_documents
_WORDS = {
    "sqlite": "SELECT rowid, title, url, domain, extracted_text FROM article_text_fts"
    " WHERE rowid IN :places",
    "postgresql": "SELECT position, title, url, domain, extracted_text FROM article_text_fts"
    " WHERE position IN :places",
}


def search(connection: Connection, query: SearchQuery) -> list[ArchivedLink]:
    """Articles that match, in the order asked for."""
    phrases = wanted(query.words)
    asked = Asked(phrases, facets_of(connection, query, has_words=bool(phrases)))
    limit = row_limit(query.limit)
    if phrases and query.ranked:
        places = _ranked(connection, query, asked, limit)
    else:
        bounds = bounds_of(connection, query)
        places = (
            _newest(connection, asked, bounds, limit)
            if phrases or asked.facets
            else listed(connection, bounds, limit)
        )
    return _links(connection, places, phrases)


def _newest(connection: Connection, asked: Asked, bounds: Bounds, limit: int) -> list[int]:
    if limit == 0 or bounds.low >= bounds.high or () in asked.facets:
        return []
    if connection.dialect.name == "sqlite":
        return newest_sqlite.newest(connection, asked, bounds, limit)
    return newest_postgres.newest(connection, asked, bounds, limit)


def _ranked(connection: Connection, query: SearchQuery, asked: Asked, limit: int) -> list[int]:
    """The best of the newest matches; a page begins after the last row seen."""
    bounds = bounds_of(connection, query, is_paged=False)
    places = _newest(connection, asked, bounds, RANKED)
    fields = _fields(connection, places)
    ranked = [places[number] for number in best([fields[place] for place in places], asked.phrases)]
    if query.before is None:
        return ranked[:limit]
    last = _place(connection, query.before[1])
    start = ranked.index(last) + 1 if last in ranked else len(ranked)
    return ranked[start : start + limit]


def _place(connection: Connection, article_uuid: str) -> int | None:
    table = _DOCUMENTS
    query = sa.select(table.c.position).where(table.c.article_uuid == clean(article_uuid))
    return connection.execute(query).scalar()


def _fields(connection: Connection, places: Sequence[int]) -> dict[int, dict[str, str]]:
    """The words of documents, by place and field."""
    statement = sa.text(_WORDS[connection.dialect.name]).bindparams(
        sa.bindparam("places", expanding=True)
    )
    return {
        row[0]: {"title": row[1], "url": row[2], "domain": row[3], "text": row[4]}
        for row in connection.execute(statement, {"places": list(places)})
    }


def _links(
    connection: Connection, places: Sequence[int], phrases: Sequence[Phrase]
) -> list[ArchivedLink]:
    """What a list shows, in the order of the places."""
    rows = {row.position: row for row in _rows(connection, places)}
    ordered = [rows[place] for place in places if place in rows]
    uuids = [row.article_uuid for row in ordered]
    kept = _kept(connection, uuids)
    texts = texts_of(connection, uuids, most=_SNIPPED) if phrases else {}
    names = _source_names(connection, ordered)
    return [
        ArchivedLink(
            article_uuid=row.article_uuid,
            url=row.article_url_final,
            title=row.page_title or row.article_title or "",
            domain=row.domain,
            first_seen_at=row.article_detected_utc_iso,
            last_archived_at=row.last_archived_at,
            listed_at=row.listed_at,
            status=JobStatus(row.status) if row.status else None,
            artifacts=kept.get(row.article_uuid, _NOTHING).artifacts,
            snippet=snippet(texts.get(row.article_uuid, ""), phrases),
            language=row.page_language or row.language,
            document_type=kept.get(row.article_uuid, _NOTHING).document_type,
            source_name=names.get(row.source_uuid, ""),
        )
        for row in ordered
    ]


def _rows(connection: Connection, places: Sequence[int]) -> list[Any]:
    page = schema.link_metadata
    query = (
        sa.select(
            *(_DOCUMENTS.c.position, _DOCUMENTS.c.listed_at, _DOCUMENTS.c.status),
            *(articles.c.article_uuid, articles.c.article_url_final, articles.c.article_title),
            *(articles.c.domain, articles.c.article_detected_utc_iso),
            *(articles.c.last_archived_at, articles.c.language, articles.c.source_uuid),
            page.c.title.label("page_title"),
            page.c.language.label("page_language"),
        )
        .join_from(_DOCUMENTS, articles, articles.c.article_uuid == _DOCUMENTS.c.article_uuid)
        .outerjoin(page, page.c.article_uuid == _DOCUMENTS.c.article_uuid)
    )
    rows: list[Any] = []
    for chunk in chunks(places):
        rows += connection.execute(query.where(_DOCUMENTS.c.position.in_(chunk)))
    return rows


@dataclass
class _Kept:
    """Current files of the page itself, by kind."""

    artifacts: dict[str, int] = field(default_factory=dict)
    document_type: str = ""


_NOTHING = _Kept()


def _kept(connection: Connection, uuids: Sequence[str]) -> dict[str, _Kept]:
    """By article; a picture of a wall is no picture of the page."""
    table = schema.archive_artifacts
    found: dict[str, _Kept] = {}
    for chunk in chunks(uuids):
        query = (
            sa.select(
                *(table.c.article_uuid, table.c.kind, sa.func.count()),
                sa.func.max(table.c.content_type),
            )
            .where(
                table.c.article_uuid.in_(chunk),
                table.c.is_current,
                table.c.capture_outcome.in_(KEPT),
            )
            .group_by(table.c.article_uuid, table.c.kind)
            .order_by(table.c.kind)
        )
        for uuid, kind, count, content_type in connection.execute(query):
            kept = found.setdefault(uuid, _Kept())
            kept.artifacts[kind] = count
            if kind == ArtifactKind.RAW:
                kept.document_type = content_type
    return found


def _source_names(connection: Connection, rows: Sequence[Any]) -> dict[str, str]:
    """Names of the sources of some articles, by id; a forgotten one has none."""
    uuids = sorted({row.source_uuid for row in rows})
    found: dict[str, str] = {}
    for chunk in chunks(uuids):
        query = sa.select(sources.c.source_uuid, sources.c.name)
        own = connection.execute(query.where(sources.c.source_uuid.in_(chunk)))
        found |= {row.source_uuid: row.name for row in own}
    return found
