"""Readers, their settings and their sources. Private."""

from dataclasses import asdict, fields
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store.base import Tables, put, values
from strandline.model.errors import StoreError
from strandline.model.readers import (
    DigestScope,
    Reader,
    ReaderSettings,
    ScoreWeights,
    SectionChoice,
)

#: Everybody: the shared daily digest. Always there.
PUBLIC = Reader("public", "Everyone", DigestScope.SHARED)

_SETTINGS = tuple(field.name for field in fields(ReaderSettings) if field.name != "weights")
_WEIGHTS = tuple(field.name for field in fields(ScoreWeights))

#: Days of history that document 0 allows; 0 switches it off.
_MOST_DAYS = 365


class ReaderTables(Tables):
    """Implements `ReaderStore`."""

    def save_reader(self, reader: Reader) -> None:
        """Insert or replace a reader with settings and sources.

        Raises:
            StoreError: A history setting is not within 0 to 365 days.
        """
        _check(reader)
        with self._database.write() as connection:
            write_reader(connection, reader)

    def reader(self, reader_id: str) -> Reader | None:
        """One reader; None where there is none."""
        return next(iter(self._readers(schema.readers.c.reader_id == reader_id)), None)

    def readers(self) -> list[Reader]:
        """All, in order of ids."""
        return self._readers(sa.true())

    def remove_reader(self, reader_id: str) -> bool:
        """Remove a reader with history and digests; False where there was none."""
        table = schema.readers
        with self._database.write() as connection:
            gone = connection.execute(table.delete().where(table.c.reader_id == reader_id))
            return gone.rowcount > 0

    def ensure_public(self) -> None:
        """Make the reader `public` where it is missing; a chosen setting of it stays."""
        if self.reader(PUBLIC.reader_id) is not None:
            return
        with self._database.write() as connection:
            table = schema.readers
            there = sa.select(table.c.reader_id).where(table.c.reader_id == PUBLIC.reader_id)
            if connection.execute(there).first() is None:
                write_reader(connection, PUBLIC)

    def _readers(self, condition: sa.ColumnElement[bool]) -> list[Reader]:
        readers, settings, chosen = schema.readers, schema.reader_settings, schema.reader_sources
        query = (
            sa.select(readers, settings)
            .join(settings, settings.c.reader_id == readers.c.reader_id)
            .where(condition)
            .order_by(readers.c.reader_id)
        )
        own: dict[str, list[str]] = {}
        with self._database.read() as connection:
            rows = connection.execute(query).all()
            for row in connection.execute(sa.select(chosen).order_by(chosen.c.position)):
                own.setdefault(row.reader_id, []).append(row.source_uuid)
        return [_reader_of(row, own.get(row.reader_id, [])) for row in rows]


def write_reader(connection: Connection, reader: Reader) -> None:
    """Within a transaction."""
    who = {"reader_id": reader.reader_id}
    put(connection, schema.readers, values(reader, "reader_id", "name", "scope", "email"))
    weights = {name: getattr(reader.settings.weights, name) for name in _WEIGHTS}
    sections = [asdict(choice) for choice in reader.settings.sections]
    row = who | values(reader.settings, *_SETTINGS) | {"weights": weights, "sections": sections}
    put(connection, schema.reader_settings, row)
    chosen = schema.reader_sources
    connection.execute(chosen.delete().where(chosen.c.reader_id == reader.reader_id))
    rows = [
        who | {"source_uuid": uuid, "position": position}
        for position, uuid in enumerate(dict.fromkeys(reader.source_uuids))
    ]
    if rows:
        connection.execute(chosen.insert(), rows)


def _check(reader: Reader) -> None:
    for name in ("article_history_days", "archive_days"):
        days = getattr(reader.settings, name)
        if not 0 <= days <= _MOST_DAYS:
            raise StoreError(
                f"{name} of reader {reader.reader_id} is {days}; it goes from 0 to {_MOST_DAYS}.",
                subject=reader.reader_id,
            )


def _reader_of(row: Any, source_uuids: list[str]) -> Reader:
    chosen = {name: getattr(row, name) for name in _SETTINGS}
    for name in ("categories", "days", "muted_words", "muted_sources", "muted_threads"):
        chosen[name] = tuple(chosen[name])
    chosen["sections"] = tuple(SectionChoice(**tree) for tree in chosen["sections"])
    return Reader(
        reader_id=row.reader_id,
        name=row.name,
        scope=DigestScope(row.scope),
        email=row.email,
        source_uuids=tuple(source_uuids),
        settings=ReaderSettings(**chosen, weights=ScoreWeights(**row.weights)),
    )
