"""What can be used once, and who knocked in vain. Private."""

from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from strandline.adapters.store import accounts_schema as schema
from strandline.adapters.store.base import Tables, put, put_new, values
from strandline.adapters.store.border import clean
from strandline.model.accounts import OneTime, Purpose
from strandline.model.acts import SentWrite

#: How long a sent form is known, and a failure counts for anything.
_DAY = timedelta(days=1)


class DoorTables(Tables):
    """Implements `DoorStore`."""

    def add_one_time(self, secret: OneTime, now: datetime) -> None:
        """Keep it until it is used or has ended; what ended before is let go of."""
        table = schema.one_times
        row = values(secret, "secret_hash", "purpose", "account_id", "ends_at")
        with self._database.write() as connection:
            connection.execute(table.delete().where(table.c.ends_at <= now))
            put(connection, table, row | {"payload": dict(secret.payload)})

    def one_time(self, secret_hash: str, purpose: Purpose, now: datetime) -> OneTime | None:
        """Look at it; None where there is none, or where it has ended."""
        query = sa.select(schema.one_times).where(*_open(secret_hash, purpose, now))
        with self._database.read() as connection:
            row = connection.execute(query).first()
        return None if row is None else _one_time_of(row)

    def take_one_time(self, secret_hash: str, purpose: Purpose, now: datetime) -> OneTime | None:
        """Use it: of two who ask at the same time, one gets it."""
        table = schema.one_times
        taking = table.delete().where(*_open(secret_hash, purpose, now)).returning(table)
        with self._database.write() as connection:
            row = connection.execute(taking).first()
        return None if row is None else _one_time_of(row)

    def drop_one_times(self, purpose: Purpose, account_id: str | None) -> int:
        """Those of a purpose and an account (None: of nobody) open nothing any more."""
        table = schema.one_times
        dropping = table.delete().where(
            table.c.purpose == purpose.value, table.c.account_id.is_not_distinct_from(account_id)
        )
        with self._database.write() as connection:
            return connection.execute(dropping).rowcount

    def claim_form(self, form_id: str, now: datetime) -> str | None:
        """A form was sent: None for the first time, else where its first answer led (or empty)."""
        table = schema.sent_forms
        with self._database.write() as connection:
            connection.execute(table.delete().where(table.c.sent_at < now - _DAY))
            row = {"form_id": clean(form_id), "sent_at": now, "led_to": ""}
            if put_new(connection, table, row):
                return None
            led_to = sa.select(table.c.led_to).where(table.c.form_id == clean(form_id))
            return str(connection.execute(led_to).scalar() or "")

    def settle_form(self, form_id: str, led_to: str) -> None:
        """Where the answer to a form led."""
        table = schema.sent_forms
        settling = table.update().where(table.c.form_id == clean(form_id))
        with self._database.write() as connection:
            connection.execute(settling.values(led_to=clean(led_to)))

    def release_form(self, form_id: str) -> None:
        """The form changed nothing: it may be sent again."""
        table = schema.sent_forms
        with self._database.write() as connection:
            connection.execute(table.delete().where(table.c.form_id == clean(form_id)))

    def claim_write(self, key: str, fingerprint: str, now: datetime) -> SentWrite | None:
        """A program sent a write under a key: None for the first time within 24 hours, else what
        is known of that. Of two at the same time, one is the first.
        """
        table = schema.sent_writes
        row = {"write_key": clean(key), "fingerprint": fingerprint, "sent_at": now}
        row |= {"status": 0, "media_type": "", "body": ""}
        with self._database.write() as connection:
            connection.execute(table.delete().where(table.c.sent_at <= now - _DAY))
            if put_new(connection, table, row):
                return None
            # Whoever was faster has committed: that is what an insert waits for.
            found = connection.execute(
                sa.select(table).where(table.c.write_key == row["write_key"])
            ).one()
        return SentWrite(found.fingerprint, found.status, found.media_type, found.body)

    def settle_write(self, key: str, status: int, media_type: str, body: str) -> None:
        """What it was answered."""
        table = schema.sent_writes
        settling = table.update().where(table.c.write_key == clean(key))
        row = {"status": status, "media_type": clean(media_type), "body": clean(body)}
        with self._database.write() as connection:
            connection.execute(settling.values(row))

    def release_write(self, key: str) -> None:
        """It changed nothing and may be sent again."""
        table = schema.sent_writes
        with self._database.write() as connection:
            connection.execute(table.delete().where(table.c.write_key == clean(key)))

    def add_failure(self, login: str, address: str, now: datetime) -> None:
        """Somebody tried to sign in and may not; older ones than a day are let go of."""
        table = schema.login_failures
        row = {"login": clean(login), "address": clean(address), "failed_at": now}
        with self._database.write() as connection:
            connection.execute(table.delete().where(table.c.failed_at < now - _DAY))
            connection.execute(table.insert(), row)

    def failures(self, login: str, address: str, since: datetime) -> tuple[int, int]:
        """How many failed since for a login, and from an address."""
        table = schema.login_failures
        counting = sa.select(sa.func.count()).select_from(table).where(table.c.failed_at >= since)
        with self._database.read() as connection:
            ofs = connection.execute(counting.where(table.c.login == clean(login))).scalar_one()
            froms = connection.execute(
                counting.where(table.c.address == clean(address))
            ).scalar_one()
        return int(ofs), int(froms)

    def forget_failures(self, login: str) -> None:
        """Somebody signed in."""
        table = schema.login_failures
        with self._database.write() as connection:
            connection.execute(table.delete().where(table.c.login == clean(login)))


def _open(secret_hash: str, purpose: Purpose, now: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    table = schema.one_times
    return (
        table.c.secret_hash == secret_hash,
        table.c.purpose == purpose.value,
        table.c.ends_at > now,
    )


def _one_time_of(row: Any) -> OneTime:
    return OneTime(row.secret_hash, Purpose(row.purpose), row.ends_at, row.account_id, row.payload)
