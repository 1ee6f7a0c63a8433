"""What readers were shown (`article_history` of document 0). Private."""

import hashlib
import uuid
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store.base import Tables
from strandline.adapters.store.border import bounded, clean, utc_text
from strandline.adapters.store.bulk import BulkInsert, Row, chunks, select_among
from strandline.adapters.store.types import UtcTime
from strandline.model.errors import StoreError
from strandline.model.readers import HistoryEntry

_INSERT = BulkInsert(schema.article_history, "ON CONFLICT (user_id, url_hash) DO NOTHING")

#: Rows of one page when a history is read as a whole.
_PAGE = 1_000


class HistoryTables(Tables):
    """Implements `HistoryStore`."""

    def check_urls_exist(self, reader_id: str, url_hashes: Sequence[str]) -> set[str]:
        """Which of the hashes exist in a reader's history (document 0)."""
        found: set[str] = set()
        with self._database.read() as connection:
            for chunk in chunks(url_hashes, 10_000):
                found |= {
                    row[0]
                    for row in select_among(
                        connection,
                        "SELECT url_hash FROM article_history "
                        "WHERE user_id = ? AND url_hash {among}",
                        chunk,
                        reader_id,
                    )
                }
        return found

    def insert_urls(self, entries: Sequence[HistoryEntry]) -> int:
        """Insert; known (reader, hash) pairs are skipped in silence. Returns the new rows.

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
    rows = {(entry.reader_id, entry.url_hash): _row(entry) for entry in reversed(entries)}
    count, _ = _INSERT.run(connection, [rows[key] for key in sorted(rows)])
    return count


def _row(entry: HistoryEntry) -> Row:
    url_hash = bounded(entry.url_hash)
    return (
        _row_uuid(entry.reader_id, url_hash),
        entry.reader_id,
        url_hash,
        clean(entry.url),
        utc_text(entry.created_at),
        entry.digest_id,
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
    )
