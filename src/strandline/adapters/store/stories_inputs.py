"""What the cascade reads of articles: those that wait, those by id, those of a span of time."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store.base import Tables
from strandline.adapters.store.border import bounded, clean, row_limit
from strandline.adapters.store.bulk import chunks
from strandline.adapters.store.stories_rows import unsigned
from strandline.adapters.store.types import UtcTime
from strandline.core.sources.facts import by_authority, summary_of
from strandline.model.articles import TextStatus
from strandline.model.entries import DateTrust
from strandline.model.sources import ContentType
from strandline.model.stories import Listing, StoryInput

_ARTICLES, _SOURCES = schema.articles, schema.sources
_TEXTS, _MENTIONS = schema.article_texts, schema.article_sources

#: Characters of a body that are read; more says nothing new about what it tells.
MAX_TEXT = 20_000
#: Characters of a body that the articles of a window are compared by; the rest is in their
#: fingerprints.
LEAD = 600

#: Characters of a title that are read; what is longer is no headline.
MAX_TITLE = 1_000

#: Reputation where the source was forgotten.
UNKNOWN_REPUTATION = 0.5

#: Columns of an article that the cascade reads.
_READ = (
    *("article_uuid", "article_url_final", "url_key", "source_uuid"),
    *("published_utc_iso", "article_detected_utc_iso", "date_trust", "language"),
    *("content_type", "body_fingerprint", "domain"),
)

#: Published, or detected where it is undated.
STORY_TIME = sa.func.coalesce(_ARTICLES.c.published_utc_iso, _ARTICLES.c.article_detected_utc_iso)

#: Spelled as in the partial index: some source lists it, and it has a title.
MATCHABLE = sa.text("content_type <> 'link' AND article_title <> ''")

#: Stands in the place of the rules where an article was matched before its text came, or before its
#: words changed: it is matched once more, and compared with meanwhile as it was.
MATCH_AGAIN = "text came"
#: Texts that are read.
HAS_TEXT = sa.and_(_TEXTS.c.status == TextStatus.OK.value, _TEXTS.c.text != "")

#: Which rules have matched anything: one step in the index a name, '' for none.
_VERSIONS = sa.text("""
    WITH RECURSIVE versions(name) AS (
        SELECT (SELECT MIN(matched_by) FROM articles
                WHERE content_type <> 'link' AND article_title <> '')
        UNION ALL
        SELECT (SELECT MIN(matched_by) FROM articles
                WHERE matched_by > versions.name AND content_type <> 'link' AND article_title <> '')
        FROM versions WHERE versions.name IS NOT NULL
    )
    SELECT name FROM versions WHERE name IS NOT NULL
""")


class StoryInputTables(Tables):
    """Implements the part of `StoryStore` that reads articles."""

    def unmatched(
        self,
        *,
        since: datetime | None,
        cascade_version: str,
        limit: int,
        among: Sequence[str] | None = None,
    ) -> list[StoryInput]:
        """Articles that these rules have not matched, oldest story time first."""
        with self._database.read() as connection:
            waiting: list[tuple[datetime, str]] = []
            if among is not None:
                waiting = _waiting_among(connection, among, bounded(cascade_version), since)
            for name in connection.execute(_VERSIONS).scalars().all() if among is None else ():
                if name != bounded(cascade_version):
                    waiting += _waiting(connection, name, since, row_limit(limit))
            chosen = [uuid for _, uuid in sorted(waiting)[: row_limit(limit)]]
            return _inputs(connection, chosen, MAX_TEXT)

    def story_inputs(self, article_uuids: Sequence[str]) -> dict[str, StoryInput]:
        """By id, with their texts; unknown ids are absent."""
        with self._database.read() as connection:
            found = _inputs(connection, [clean(uuid) for uuid in article_uuids], MAX_TEXT)
            return {article.article_uuid: article for article in found}

    def story_window(
        self,
        since: datetime,
        until: datetime,
        *,
        matched_since: datetime | None = None,
        held: Mapping[str, StoryInput] = MappingProxyType({}),
        whole: bool = False,
        batch: int = 1000,
    ) -> Iterator[list[StoryInput]]:
        """Matched articles with a story time in [since, until], oldest first, with leads."""
        size = max(1, row_limit(batch))
        if matched_since is not None:
            query = _lately(since, until, matched_since)
            yield from self._matched_lately(query, held, size)
            return
        kind = MATCHABLE if whole else _ARTICLES.c.matched_by != ""
        page = _in_time(since, until).where(kind)
        while True:
            with self._database.read() as connection:
                rows = connection.execute(page.limit(size)).all()
                inputs = _inputs(connection, [row.article_uuid for row in rows], LEAD)
            if not rows:
                return
            yield inputs
            after: tuple[datetime, str] = (rows[-1].story_time, rows[-1].article_uuid)
            page = _in_time(after[0], until).where(kind, is_after(*after))

    def listings_of(self, source_uuid: str, *, limit: int) -> list[Listing]:
        """Newest articles as a source listed them, with what they begin with."""
        query = (
            sa.select(
                sa.func.substr(_MENTIONS.c.title, 1, MAX_TITLE),
                sa.func.substr(_MENTIONS.c.context_snippet, 1, LEAD),
                sa.func.substr(sa.func.coalesce(_TEXTS.c.text, ""), 1, LEAD),
            )
            .select_from(_MENTIONS)
            .outerjoin(_TEXTS, sa.and_(_TEXTS.c.article_uuid == _MENTIONS.c.article_id, HAS_TEXT))
            .where(_MENTIONS.c.source_uuid == clean(source_uuid), _MENTIONS.c.title != "")
            .order_by(_MENTIONS.c.mention_id.desc())
            .limit(row_limit(limit))
        )
        with self._database.read() as connection:
            return [Listing(*row) for row in connection.execute(query)]

    def _matched_lately(
        self, query: sa.Select[Any], held: Mapping[str, StoryInput], size: int
    ) -> Iterator[list[StoryInput]]:
        """The few that were matched meanwhile: by their ids, taken at one moment."""
        with self._database.read() as connection:
            found = connection.execute(query).all()
        uuids = [row.article_uuid for row in found if _is_news(row, held.get(row.article_uuid))]
        for chunk in chunks(uuids, size):
            with self._database.read() as connection:
                yield _inputs(connection, chunk, LEAD)


def _is_news(row: Any, held: StoryInput | None) -> bool:
    if held is None or (row.has_body and held.fingerprint is None):
        return True
    told = (row.article_title, row.published_utc_iso, row.source_uuid)
    return told != (held.title, held.published, held.source_uuid)


def _waiting(
    connection: Connection, matched_by: str, since: datetime | None, limit: int
) -> list[tuple[datetime, str]]:
    """The oldest of those that some other rules, or none, have matched."""
    query = sa.select(STORY_TIME.label("story_time"), _ARTICLES.c.article_uuid).where(
        _ARTICLES.c.matched_by == matched_by, MATCHABLE
    )
    if since is not None:
        query = query.where(sa.literal(since, UtcTime()) <= STORY_TIME)
    query = query.order_by(STORY_TIME, _ARTICLES.c.article_uuid).limit(limit)
    return [(row.story_time, row.article_uuid) for row in connection.execute(query)]


def _waiting_among(
    connection: Connection, uuids: Sequence[str], version: str, since: datetime | None
) -> list[tuple[datetime, str]]:
    """Those of some articles that these rules have not matched."""
    query = sa.select(STORY_TIME.label("story_time"), _ARTICLES.c.article_uuid).where(
        _ARTICLES.c.article_uuid.in_(sa.bindparam("uuids", expanding=True)),
        _ARTICLES.c.matched_by != version,
        MATCHABLE,
    )
    if since is not None:
        query = query.where(sa.literal(since, UtcTime()) <= STORY_TIME)
    named = list(dict.fromkeys(clean(uuid) for uuid in uuids))
    return [
        (row.story_time, row.article_uuid)
        for chunk in chunks(named)
        for row in connection.execute(query, {"uuids": chunk})
    ]


def _in_time(since: datetime, until: datetime) -> sa.Select[Any]:
    return (
        sa.select(STORY_TIME.label("story_time"), _ARTICLES.c.article_uuid)
        .where(
            sa.literal(since, UtcTime()) <= STORY_TIME, sa.literal(until, UtcTime()) >= STORY_TIME
        )
        .order_by(STORY_TIME, _ARTICLES.c.article_uuid)
    )


def _lately(since: datetime, until: datetime, matched_since: datetime) -> sa.Select[Any]:
    """Those matched since a time, with what tells whether they are news to somebody."""
    return (
        _in_time(since, until)
        .add_columns(
            _ARTICLES.c.body_fingerprint.is_not(None).label("has_body"),
            sa.func.substr(_ARTICLES.c.article_title, 1, MAX_TITLE).label("article_title"),
            _ARTICLES.c.published_utc_iso,
            _ARTICLES.c.source_uuid,
        )
        .where(_ARTICLES.c.matched_at >= matched_since)
    )


def is_before(time: datetime, uuid: str) -> sa.ColumnElement[bool]:
    """Articles before a place in the order of story times and ids.

    The bound on the time alone is for SQLite, which looks up no pair in an index of expressions.
    """
    bound = sa.literal(time, UtcTime()) >= STORY_TIME
    return sa.and_(bound, _place() < _place_of(time, uuid))


def is_after(time: datetime, uuid: str) -> sa.ColumnElement[bool]:
    """Articles behind a place in the order of story times and ids; where there is another bound
    from below, SQLite may look that one up.
    """
    bound = sa.literal(time, UtcTime()) <= STORY_TIME
    return sa.and_(bound, _place() > _place_of(time, uuid))


def _place() -> sa.Tuple:
    return sa.tuple_(STORY_TIME, _ARTICLES.c.article_uuid)


def _place_of(time: datetime, uuid: str) -> sa.Tuple:
    return sa.tuple_(sa.literal(time, UtcTime()), sa.literal(clean(uuid), sa.Text()))


def _inputs(connection: Connection, uuids: Sequence[str], characters: int) -> list[StoryInput]:
    """In the order of the ids, each with so much of its text; unknown ones are left out."""
    found: dict[str, StoryInput] = {}
    for chunk in chunks(list(dict.fromkeys(uuids))):
        seen = _mentions(connection, chunk)
        for row in connection.execute(_query(characters), {"uuids": chunk}):
            found[row.article_uuid] = _input(row, seen.get(row.article_uuid, ()))
    return [found[uuid] for uuid in dict.fromkeys(uuids) if uuid in found]


def _query(characters: int) -> sa.Select[Any]:
    columns: list[sa.ColumnElement[Any]] = [
        *(_ARTICLES.c[name] for name in _READ),
        sa.func.substr(_ARTICLES.c.article_title, 1, MAX_TITLE).label("article_title"),
        _SOURCES.c.name.label("source_name"),
        _SOURCES.c.reputation.label("reputation"),
        sa.func.substr(_TEXTS.c.text, 1, characters).label("text"),
        _TEXTS.c.description.label("description"),
        _TEXTS.c.status.label("status"),
        _TEXTS.c.language.label("text_language"),
    ]
    tables = _ARTICLES.outerjoin(
        _SOURCES, _SOURCES.c.source_uuid == _ARTICLES.c.source_uuid
    ).outerjoin(_TEXTS, _TEXTS.c.article_uuid == _ARTICLES.c.article_uuid)
    return (
        sa.select(*columns)
        .select_from(tables)
        .where(_ARTICLES.c.article_uuid.in_(sa.bindparam("uuids", expanding=True)))
    )


def _mentions(connection: Connection, uuids: Sequence[str]) -> dict[str, list[Any]]:
    """Where each was seen, oldest first."""
    query = (
        sa.select(
            _MENTIONS.c.article_id,
            _MENTIONS.c.source_uuid,
            _MENTIONS.c.source_url,
            _MENTIONS.c.source_name,
            _MENTIONS.c.content_type,
            _MENTIONS.c.home,
            _MENTIONS.c.context_snippet,
            _MENTIONS.c.published_at,
            _MENTIONS.c.inserted_at,
        )
        .where(_MENTIONS.c.article_id.in_(sa.bindparam("uuids", expanding=True)))
        .order_by(_MENTIONS.c.inserted_at, _MENTIONS.c.mention_id)
    )
    found: dict[str, list[Any]] = {}
    for row in connection.execute(query, {"uuids": list(uuids)}):
        found.setdefault(row.article_id, []).append(row)
    return found


def _input(row: Any, mentions: Sequence[Any]) -> StoryInput:
    """The best place says what it is about, where it says anything."""
    seen = by_authority(row.domain, mentions)
    body = row.text or "" if row.status == TextStatus.OK.value else ""
    kept = row.body_fingerprint
    return StoryInput(
        title=row.article_title or "",
        article_uuid=row.article_uuid,
        url=row.article_url_final,
        url_key=row.url_key,
        source_uuid=row.source_uuid,
        source_name=row.source_name or next((mention.source_name for mention in seen), ""),
        published=row.published_utc_iso,
        date_trust=DateTrust(row.date_trust),
        summary=summary_of(row.domain, seen, row.description or ""),
        text=body,
        language=row.language or row.text_language,
        content_type=ContentType(row.content_type),
        reputation=UNKNOWN_REPUTATION if row.reputation is None else row.reputation,
        detected=row.article_detected_utc_iso,
        fingerprint=None if kept is None else unsigned(kept),
    )
