"""Mails that came in. Private."""

from dataclasses import fields
from datetime import datetime

import sqlalchemy as sa

from strandline.adapters.store.base import Tables, values
from strandline.adapters.store.border import clean, row_limit
from strandline.adapters.store.delivery_schema import received_mails
from strandline.model.delivery import ReceivedMail

_TABLE = received_mails
_FIELDS = tuple(field.name for field in fields(ReceivedMail))


class ReceivedTables(Tables):
    """Implements `ReceivedStore`."""

    def keep_received(self, mail: ReceivedMail) -> bool:
        """Keep it; False where it is there already."""

        def write(connection: sa.Connection) -> bool:
            known = sa.select(_TABLE.c.mail_id).where(_TABLE.c.mail_id == clean(mail.mail_id))
            if connection.execute(known).first() is not None:
                return False
            connection.execute(_TABLE.insert(), values(mail, *_FIELDS))
            return True

        return self._database.write_again(write)

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

    def forget_received(self, before: datetime) -> int:
        """Delete what came before a time. Returns how many."""
        with self._database.write() as connection:
            return connection.execute(_TABLE.delete().where(_TABLE.c.received_at < before)).rowcount
