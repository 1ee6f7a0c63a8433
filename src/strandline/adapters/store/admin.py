"""The database as a whole: counts, health, revision."""

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import archive_schema as archive
from strandline.adapters.store import schema
from strandline.adapters.store.base import Tables, put_new, values
from strandline.adapters.store.mending import mend
from strandline.adapters.store.migrate import revision
from strandline.adapters.store.picture_schema import picture_files
from strandline.adapters.store.texts import is_listed
from strandline.model.articles import TextStatus, UrlStatus
from strandline.model.database import OtherClocks, Upkeep
from strandline.model.editions import PUBLISHED
from strandline.model.readers import DigestScope
from strandline.model.sources import SourceState
from strandline.ports import StoreCounts

#: As many attempts as a text gets before nobody asks for it any more.
_ATTEMPTS = 3


class AdminTables(Tables):
    """Implements `StoreAdmin`."""

    def counts(self) -> StoreCounts:
        """Exact counts, in one call."""
        with self._database.read() as connection:
            return StoreCounts(
                articles=_count(connection, schema.articles),
                mentions=_count(connection, schema.article_sources),
                aliases=_count(connection, schema.aliases),
                posts=_count(connection, schema.posts),
                texts=_count(connection, schema.article_texts),
                texts_by_status=_grouped(connection, schema.article_texts.c.status),
                sources=_count(connection, schema.sources),
                sources_by_state=_sources_by_state(connection),
                pending_urls=_pending(connection),
                unscraped=_unscraped(connection),
                readers=_count(connection, schema.readers),
                history=_count(connection, schema.article_history),
                digests=_count(connection, schema.digests),
                public_digests=_scalar(connection, _PUBLIC_DIGESTS),
                size_bytes=size_bytes(connection),
                jobs_by_status=_grouped(connection, archive.archive_jobs.c.status),
                archived=_archived(connection),
                artifacts=_count(connection, archive.archive_artifacts),
                pictures=_count(connection, picture_files),
                picture_bytes=_bytes_of_pictures(connection),
            )

    def ping(self) -> None:
        """Read and write a little.

        Raises:
            StoreError: The database cannot be used; the message says why.
        """
        with self._database.write() as connection:
            connection.execute(_PING, {"name": "pings"})

    def mend_times(self, now: datetime) -> int:
        """Let go of times that a clock wrote while it was far ahead; returns how many rows."""
        with self._database.write() as connection:
            return mend(connection, now)

    def other_clocks(self) -> OtherClocks:
        """What other clocks have said; nothing in a new ledger."""
        with self._database.read() as connection:
            rows = connection.execute(_MARKS, {"answers": _ANSWERS, "run": _LAST_RUN})
            marks = {row.name: datetime.fromtimestamp(row.value, UTC) for row in rows}
            is_server = connection.dialect.name == "postgresql"
            now = connection.execute(_SERVER_NOW).scalar_one() if is_server else None
        return OtherClocks(now, marks.get(_ANSWERS), marks.get(_LAST_RUN))

    def saw_answers(self, at: datetime) -> None:
        """Polled servers agreed on this time; the latest one is kept."""
        self._mark(_ANSWERS, at)

    def saw_run(self, at: datetime) -> None:
        """The calendar of runs has come to this time; the latest one is kept."""
        self._mark(_LAST_RUN, at)

    def _mark(self, name: str, at: datetime) -> None:
        with self._database.write() as connection:
            connection.execute(_MARK, {"name": name, "value": int(at.timestamp())})

    def upkeep(self) -> dict[str, Upkeep]:
        """What looks after the installation, each by its name, as it last ended."""
        with self._database.read() as connection:
            rows = connection.execute(sa.select(schema.upkeep))
            return {row.name: Upkeep(*(getattr(row, name) for name in _UPKEEP)) for row in rows}

    def save_upkeep(self, upkeep: Upkeep) -> None:
        """Keep how something ended; a bad end keeps what the good one before it brought."""
        row = values(upkeep, *_UPKEEP)
        bad = ("ran_at", "message", *(["since"] if upkeep.since else []))
        told = bad if upkeep.message else _UPKEEP
        table = schema.upkeep
        with self._database.write() as connection:
            put_new(connection, table, row)
            change = table.update().where(table.c.name == row["name"])
            connection.execute(change.values({name: row[name] for name in told}))

    def schema_revision(self) -> str:
        """Revision of the schema in the database; empty where there is none."""
        with self._database.read() as connection:
            return revision(connection) or ""

    def close(self) -> None:
        """Let go of connections."""
        self._database.close()


_PUBLIC_DIGESTS = (
    sa.select(sa.func.count())
    .select_from(schema.digests)
    .join(schema.readers, schema.readers.c.reader_id == schema.digests.c.reader_id)
    .where(
        schema.readers.c.scope == DigestScope.SHARED.value,
        schema.digests.c.state.in_([state.value for state in sorted(PUBLISHED)]),
    )
)

_UPKEEP = ("name", "ran_at", "ok_at", "message", "detail", "since")

#: Counters that hold times, in seconds since 1970.
_ANSWERS, _LAST_RUN = "clock of answers", "clock of runs"
_MARKS = sa.text("SELECT name, value FROM store_counters WHERE name IN (:answers, :run)")
_MARK = sa.text(
    "INSERT INTO store_counters (name, value) VALUES (:name, :value) "
    "ON CONFLICT (name) DO UPDATE SET value = CASE WHEN store_counters.value > excluded.value "
    "THEN store_counters.value ELSE excluded.value END"
)
_SERVER_NOW = sa.text("SELECT clock_timestamp()")

_PING = sa.text(
    "INSERT INTO store_counters (name, value) VALUES (:name, 1) "
    "ON CONFLICT (name) DO UPDATE SET value = store_counters.value + 1"
)


def _scalar(connection: Connection, query: sa.Select[Any] | sa.TextClause) -> int:
    return int(connection.execute(query).scalar_one())


def _bytes_of_pictures(connection: Connection) -> int:
    whole = sa.select(sa.func.coalesce(sa.func.sum(picture_files.c.size_bytes), 0))
    return int(connection.execute(whole).scalar_one())


def _count(connection: Connection, table: sa.Table) -> int:
    return _scalar(connection, sa.select(sa.func.count()).select_from(table))


def _grouped(connection: Connection, column: sa.Column[Any]) -> dict[str, int]:
    query = sa.select(column, sa.func.count()).group_by(column).order_by(column)
    return {str(row[0]): int(row[1]) for row in connection.execute(query)}


def _archived(connection: Connection) -> int:
    table = archive.archive_documents
    query = sa.select(sa.func.count()).select_from(table)
    return _scalar(connection, query.where(archive.IS_MEMBER, table.c.is_archived))


def _sources_by_state(connection: Connection) -> dict[str, int]:
    sources, health = schema.sources, schema.source_health
    state = sa.func.coalesce(health.c.state, SourceState.NEW.value).label("state")
    query = (
        sa.select(state, sa.func.count())
        .select_from(sources)
        .outerjoin(health, health.c.source_uuid == sources.c.source_uuid)
        .group_by(state)
        .order_by(state)
    )
    return {str(row[0]): int(row[1]) for row in connection.execute(query)}


def _pending(connection: Connection) -> int:
    articles = schema.articles
    return _scalar(
        connection,
        sa.select(sa.func.count())
        .select_from(articles)
        .where(
            articles.c.url_status == UrlStatus.PENDING.value, sa.text("url_status <> 'settled'")
        ),
    )


def _unscraped(connection: Connection) -> int:
    """Articles whose text is still wanted; links of posts are the archive's.

    Every text is one of a listed article, so the two need not be joined to be counted: a join
    takes three times as long.
    """
    articles, texts = schema.articles, schema.article_texts
    listed = sa.select(sa.func.count()).select_from(articles).where(is_listed())
    failed = sa.select(sa.func.count()).select_from(texts)
    failed = failed.where(texts.c.status == TextStatus.FAILED.value, texts.c.attempts < _ATTEMPTS)
    wanted = _scalar(connection, listed) - _count(connection, texts) + _scalar(connection, failed)
    return max(0, wanted)


def size_bytes(connection: Connection) -> int:
    """Of the database as it is kept."""
    if connection.dialect.name == "sqlite":
        pages = _scalar(connection, sa.text("PRAGMA page_count"))
        return pages * _scalar(connection, sa.text("PRAGMA page_size"))
    return _scalar(connection, sa.text("SELECT pg_database_size(current_database())"))
