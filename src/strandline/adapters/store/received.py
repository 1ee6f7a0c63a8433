"""Mails that came in, those of newsletters too. Private."""

from dataclasses import fields
from datetime import datetime

import sqlalchemy as sa

from strandline.adapters.store.base import Tables, put, put_new, values
from strandline.adapters.store.border import clean, row_limit
from strandline.adapters.store.delivery_schema import letters, mailbox_places, received_mails
from strandline.model.delivery import Letter, ReceivedMail

_TABLE = received_mails
_FIELDS = tuple(field.name for field in fields(ReceivedMail))
_OF_LETTER = tuple(field.name for field in fields(Letter))


class ReceivedTables(Tables):
    """Implements `ReceivedStore`."""

    def keep_received(self, mail: ReceivedMail) -> bool:
        """Keep it; False where it is there already."""
        row = values(mail, *_FIELDS)
        return self._database.write_again(lambda connection: put_new(connection, _TABLE, row))

    def received(
        self, *, kind: str = "", before: datetime | None = None, limit: int = 50
    ) -> list[ReceivedMail]:
        """Newest first."""
        query = sa.select(_TABLE).order_by(_TABLE.c.received_at.desc(), _TABLE.c.mail_id)
        if kind:
            query = query.where(_TABLE.c.kind == clean(kind))
        if before is not None:
            query = query.where(_TABLE.c.received_at < before)
        with self._database.read() as connection:
            rows = connection.execute(query.limit(row_limit(limit)))
            return [ReceivedMail(**{name: getattr(row, name) for name in _FIELDS}) for row in rows]

    def mailbox_place(self, name: str) -> tuple[int, int] | None:
        """UIDVALIDITY and the last UID that was read; None for a mailbox that never was."""
        query = sa.select(mailbox_places).where(mailbox_places.c.name == clean(name))
        with self._database.read() as connection:
            row = connection.execute(query).first()
            return None if row is None else (row.validity, row.uid)

    def save_mailbox_place(self, name: str, validity: int, uid: int) -> None:
        """Remember the last mail that was read."""
        row = {"name": clean(name), "validity": validity, "uid": uid}
        with self._database.write() as connection:
            put(connection, mailbox_places, row)

    def keep_letter(self, letter: Letter) -> bool:
        """Keep it; False where it is there already."""
        row = values(letter, *_OF_LETTER)
        return self._database.write_again(lambda connection: put_new(connection, letters, row))

    def waiting_letters(self, source_uuid: str, *, limit: int) -> list[Letter]:
        """Those of a newsletter that nobody has read, oldest first."""
        waits = letters.c.read_at.is_(None)
        return self._letters(source_uuid, waits, letters.c.received_at.asc(), limit)

    def asking_letters(self, source_uuid: str, *, limit: int) -> list[Letter]:
        """Those that ask a person for something, newest first."""
        asks = letters.c.asks != ""
        return self._letters(source_uuid, asks, letters.c.received_at.desc(), limit)

    def _letters(
        self,
        source_uuid: str,
        which: sa.ColumnElement[bool],
        order: sa.UnaryExpression[datetime],
        limit: int,
    ) -> list[Letter]:
        query = sa.select(letters).where(letters.c.source_uuid == clean(source_uuid), which)
        query = query.order_by(order, letters.c.letter_key).limit(row_limit(limit))
        with self._database.read() as connection:
            return [
                Letter(**{name: getattr(row, name) for name in _OF_LETTER})
                for row in connection.execute(query)
            ]

    def letter_read(self, letter: Letter, now: datetime, *, asks: str = "") -> None:
        """Let go of its bytes, and keep what it asks a person for."""
        is_it = (letters.c.source_uuid == letter.source_uuid) & (
            letters.c.letter_key == letter.letter_key
        )
        with self._database.write() as connection:
            connection.execute(
                letters.update().where(is_it).values(body=b"", asks=clean(asks), read_at=now)
            )
