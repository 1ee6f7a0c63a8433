"""What readers were shown (`article_history` of document 0). Private."""

import hashlib
import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store.archive_schema import unstruck
from strandline.adapters.store.base import Tables
from strandline.adapters.store.border import bounded, clean, row_limit, utc_text
from strandline.adapters.store.bulk import BulkInsert, Row, chunks, select_among
from strandline.adapters.store.ingest import find_keys
from strandline.adapters.store.types import UtcTime
from strandline.core.digest.shown import keys_for, rows_to_insert, url_key_of
from strandline.model.errors import StoreError
from strandline.model.readers import HistoryEntry

_INSERT = BulkInsert(schema.article_history, "ON CONFLICT (user_id, url_hash) DO NOTHING")

#: Rows of one page when a history is read as a whole.
_PAGE = 1_000
#: Imported; or of an article that nobody knows.
_OF_NO_EDITION = "(digest_id IS NULL OR article_uuid IS NULL) AND url_hash"
#: Words of a search that count.
_MOST_WORDS = 10
#: Keys of one look-up.
_MOST_KEYS = 10_000


class HistoryTables(Tables):
    """Implements `HistoryStore`."""

    def shown_before(
        self, reader_id: str, *, article_uuids: Sequence[str], url_hashes: Sequence[str]
    ) -> list[HistoryEntry]:
        """A reader's rows with one of the articles, and those of no edition with one of the hashes
        (`check_urls_exist` of document 0), oldest first; with the article where the ledger has it.
        """
        with self._database.read() as connection:
            rows = _rows_among(connection, "article_uuid", article_uuids, reader_id)
            rows |= _rows_among(connection, _OF_NO_EDITION, url_hashes, reader_id)
            return _oldest_first(_with_articles(connection, list(rows.values())))

    def insert_urls(self, entries: Sequence[HistoryEntry]) -> int:
        """Insert what is not there yet, in silence; returns the new rows. Where a key stands for
        another article, the row gets another key.

        Raises:
            StoreError: There is no such reader.
        """
        with self._database.write() as connection:
            return insert_history(connection, entries)

    def cleanup_old(self, reader_id: str, before: datetime) -> int:
        """Delete a reader's rows created before a time; returns how many."""
        table = schema.article_history
        with self._database.write() as connection:
            gone = connection.execute(
                table.delete().where(table.c.user_id == reader_id, table.c.created_at < before)
            )
            return gone.rowcount

    def count_history(self, reader_id: str) -> int:
        """Rows of a reader."""
        table = schema.article_history
        query = sa.select(sa.func.count()).where(table.c.user_id == reader_id)
        with self._database.read() as connection:
            count: int = connection.execute(query).scalar_one()
        return count

    def history(self, reader_id: str) -> Iterator[HistoryEntry]:
        """A reader's rows, oldest first; no lock is held between two pages."""
        table = schema.article_history
        query = (
            sa.select(table)
            .where(table.c.user_id == reader_id)
            .order_by(table.c.created_at, table.c.url_hash)
            .limit(_PAGE)
        )
        last: tuple[datetime, str] | None = None
        while True:
            page = query if last is None else query.where(_after(last))
            with self._database.read() as connection:
                rows = connection.execute(page).all()
            if not rows:
                return
            yield from map(_entry_of, rows)
            last = rows[-1].created_at, rows[-1].url_hash

    def search_history(
        self,
        reader_id: str,
        *,
        words: str = "",
        before: tuple[datetime, str] | None = None,
        limit: int = 50,
    ) -> list[tuple[HistoryEntry, str]]:
        """A reader's rows, newest first, with the titles of their articles."""
        table, articles = schema.article_history, schema.articles
        query = (
            sa.select(table, articles.c.article_title)
            .join(articles, articles.c.article_uuid == table.c.article_uuid, isouter=True)
            .where(table.c.user_id == reader_id, unstruck(table.c.article_uuid))
            .order_by(table.c.created_at.desc(), table.c.url_hash.desc())
            .limit(row_limit(limit))
        )
        for word in clean(words).casefold().split()[:_MOST_WORDS]:
            said = sa.func.lower(table.c.url + " " + sa.func.coalesce(articles.c.article_title, ""))
            query = query.where(said.contains(word, autoescape=True))
        if before is not None:
            query = query.where(sa.not_(_after(before)), table.c.url_hash != before[1])
        with self._database.read() as connection:
            rows = connection.execute(query).all()
        return [(_entry_of(row), row.article_title or "") for row in rows]

    def forget_history(
        self, reader_id: str, *, url_hashes: Sequence[str], article_uuids: Sequence[str] = ()
    ) -> int:
        """Delete a reader's rows with one of the hashes or articles; returns how many."""
        table = schema.article_history
        named = sa.or_(
            table.c.url_hash.in_([bounded(key) for key in url_hashes]),
            table.c.article_uuid.in_(list(article_uuids)),
        )
        with self._database.write() as connection:
            return connection.execute(
                table.delete().where(table.c.user_id == reader_id, named)
            ).rowcount


def insert_history(connection: Connection, entries: Sequence[HistoryEntry]) -> int:
    """Within a transaction; returns the new rows."""
    known = {
        row[0]
        for row in select_among(
            connection,
            "SELECT reader_id FROM readers WHERE reader_id {among}",
            [entry.reader_id for entry in entries],
        )
    }
    for entry in entries:
        if entry.reader_id not in known:
            raise StoreError(f"There is no reader {entry.reader_id}.", subject=entry.reader_id)
    entries = _with_articles(connection, entries)
    new = rows_to_insert(entries, _there(connection, entries))
    rows = {(entry.reader_id, entry.url_hash): _row(entry) for entry in new}
    count, _ = _INSERT.run(connection, [rows[key] for key in sorted(rows)])
    return count


def _there(connection: Connection, entries: Sequence[HistoryEntry]) -> list[HistoryEntry]:
    """The readers' rows that have one of the entries' articles or one of their keys."""
    found: dict[str, HistoryEntry] = {}
    for reader_id in dict.fromkeys(entry.reader_id for entry in entries):
        own = [entry for entry in entries if entry.reader_id == reader_id]
        uuids = [entry.article_uuid for entry in own if entry.article_uuid]
        keys = [key for entry in own for key in keys_for(entry)]
        found |= _rows_among(connection, "article_uuid", uuids, reader_id)
        found |= _rows_among(connection, "url_hash", keys, reader_id)
    return _oldest_first(found.values())


def _rows_among(
    connection: Connection, condition: str, keys: Sequence[str], reader_id: str
) -> dict[str, HistoryEntry]:
    """Rows of a reader, by id, whose last column named in a condition is one of many values."""
    table = schema.article_history
    found: dict[str, HistoryEntry] = {}
    for chunk in chunks(list(dict.fromkeys(keys)), _MOST_KEYS):
        ids = select_among(
            connection,
            f"SELECT id FROM article_history WHERE user_id = ? AND {condition} {{among}}",  # noqa: S608 - our own words
            chunk,
            reader_id,
        )
        for some in chunks([str(row[0]) for row in ids]):
            rows = connection.execute(sa.select(table).where(table.c.id.in_(some)))
            found |= {str(row.id): _entry_of(row) for row in rows}
    return found


def _with_articles(connection: Connection, entries: Sequence[HistoryEntry]) -> list[HistoryEntry]:
    """The entries, those of unknown articles with the one that the ledger has for their URL."""
    keys = {
        entry.url: bounded(url_key_of(entry.url)) for entry in entries if entry.article_uuid is None
    }
    known = find_keys(connection, list(keys.values()))
    return [
        replace(entry, article_uuid=entry.article_uuid or known.get(keys.get(entry.url, "")))
        for entry in entries
    ]


def _oldest_first(entries: Iterable[HistoryEntry]) -> list[HistoryEntry]:
    return sorted(entries, key=lambda entry: (entry.created_at, entry.url_hash))


def _row(entry: HistoryEntry) -> Row:
    url_hash = bounded(entry.url_hash)
    return (
        _row_uuid(entry.reader_id, url_hash),
        entry.reader_id,
        url_hash,
        clean(entry.url),
        utc_text(entry.created_at),
        entry.digest_id,
        entry.article_uuid,
    )


def _row_uuid(reader_id: str, url_hash: str) -> str:
    """Document 0 asks for a UUID; made of what is unique about the row, so that it repeats."""
    checksum = hashlib.sha256(f"{reader_id}\n{url_hash}".encode()).digest()
    return str(uuid.UUID(bytes=checksum[:16], version=4))


def _after(last: tuple[datetime, str]) -> sa.ColumnElement[bool]:
    table = schema.article_history
    return sa.tuple_(table.c.created_at, table.c.url_hash) > sa.tuple_(
        sa.literal(last[0], UtcTime()), sa.literal(last[1], sa.Text())
    )


def _entry_of(row: Any) -> HistoryEntry:
    return HistoryEntry(
        reader_id=row.user_id,
        url=row.url,
        url_hash=row.url_hash,
        created_at=row.created_at,
        digest_id=row.digest_id,
        article_uuid=row.article_uuid,
    )
