"""Who is written to, and who never is. Private."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from strandline.adapters.store.base import Tables, put_all, values
from strandline.adapters.store.border import clean, row_limit
from strandline.adapters.store.bulk import chunks
from strandline.adapters.store.delivery_schema import deliveries, subscribers, suppressions
from strandline.adapters.store.types import read_time
from strandline.core.delivery.addresses import address_key, domain_of
from strandline.model.delivery import (
    Basis,
    Proof,
    Subscriber,
    SubscriberState,
    SuppressedFor,
    Suppression,
)

_PLAIN = ("subscriber_id", "email", "reader_id", "state", "language", "least_days", "bounces")
_TIMES = ("created_at", "changed_at")


class SubscriberTables(Tables):
    """Implements `SubscriberStore`."""

    def save_subscribers(self, subscribers: Sequence[Subscriber]) -> list[str]:
        """Insert, or replace by id, in one transaction; an address is on a list once."""

        def write(connection: sa.Connection) -> list[str]:
            refused: list[str] = []
            for chunk in chunks(subscribers):
                refused += _saved(connection, chunk)
            return refused

        return self._database.write_again(write)

    def subscriber(self, subscriber_id: str) -> Subscriber | None:
        """One."""
        found = self._some(_TABLE.c.subscriber_id == clean(subscriber_id), limit=1)
        return next(iter(found), None)

    def find_subscribers(self, email: str, *, reader_id: str | None = None) -> list[Subscriber]:
        """All with this address, in any case of letters."""
        condition = _TABLE.c.address == clean(address_key(email))
        if reader_id is not None:
            condition &= _TABLE.c.reader_id == clean(reader_id)
        return self._some(condition, limit=1000)

    def addresses_on(self, reader_id: str, addresses: Sequence[str]) -> set[str]:
        """Which of the addresses (`address_key`) are on a list."""
        found: set[str] = set()
        with self._database.read() as connection:
            for chunk in chunks([clean(one) for one in addresses]):
                held = _holders(connection, chunk)
                found |= {address for address, of in held if of == clean(reader_id)}
        return found

    def subscribers(
        self,
        *,
        reader_id: str | None = None,
        state: SubscriberState | None = None,
        after: str = "",
        limit: int = 50,
    ) -> list[Subscriber]:
        """In order of ids, from behind the one named."""
        condition: sa.ColumnElement[bool] = _TABLE.c.subscriber_id > clean(after)
        if reader_id is not None:
            condition &= _TABLE.c.reader_id == clean(reader_id)
        if state is not None:
            condition &= _TABLE.c.state == state.value
        return self._some(condition, limit=limit)

    def await_confirmation(self, subscriber_id: str) -> None:
        """A mail that asks to confirm is to go out."""
        self._mailed(subscriber_id, None)

    def unconfirmed(self, *, limit: int = 100) -> list[Subscriber]:
        """Pending ones to whom that mail has not gone out."""
        is_pending = _TABLE.c.state == SubscriberState.PENDING.value
        return self._some(is_pending & _TABLE.c.mailed_at.is_(None), limit=limit)

    def asked_to_confirm(self, subscriber_id: str, now: datetime) -> None:
        """It goes out now."""
        self._mailed(subscriber_id, now)

    def forget_unconfirmed(self, before: datetime) -> int:
        """Delete those who were asked before a time and never confirmed. Returns how many."""
        is_pending = _TABLE.c.state == SubscriberState.PENDING.value
        with self._database.write() as connection:
            gone = connection.execute(
                _TABLE.delete().where(is_pending, _TABLE.c.mailed_at < before)
            )
            return gone.rowcount

    def count_subscribers(self) -> dict[tuple[str, SubscriberState], int]:
        """How many, by list and state."""
        group = (_TABLE.c.reader_id, _TABLE.c.state)
        query = sa.select(*group, sa.func.count()).group_by(*group)
        with self._database.read() as connection:
            return {
                (reader_id, SubscriberState(state)): count
                for reader_id, state, count in connection.execute(query)
            }

    def remove_subscriber(self, subscriber_id: str) -> bool:
        """Delete with all that is held about them; False where there was none."""
        subscriber_id = clean(subscriber_id)
        with self._database.write() as connection:
            # The sums of an edition stay true: its row loses the address only.
            connection.execute(
                deliveries.update()
                .where(deliveries.c.subscriber_id == subscriber_id)
                .values(email="", domain="", said="")
            )
            gone = connection.execute(
                _TABLE.delete().where(_TABLE.c.subscriber_id == subscriber_id)
            )
            return gone.rowcount > 0

    def suppress(self, suppressions: Sequence[Suppression]) -> int:
        """Add; those that are there stay as they are."""

        def write(connection: sa.Connection) -> int:
            new = 0
            for one in suppressions:
                row = values(one, "address", "reader_id", "reason", "since", "detail")
                if connection.execute(sa.select(_NEVER).where(_is(one))).first() is None:
                    connection.execute(_NEVER.insert(), row)
                    new += 1
            return new

        return self._database.write_again(write)

    def suppressions(self, addresses: Sequence[str]) -> list[Suppression]:
        """Those of addresses, as `address_key` writes them."""
        found: list[Suppression] = []
        with self._database.read() as connection:
            for chunk in chunks([clean(address) for address in addresses]):
                query = sa.select(_NEVER).where(_NEVER.c.address.in_(chunk))
                found += map(_suppression, connection.execute(query))
        return found

    def all_suppressions(self, *, after: str = "", limit: int = 1000) -> list[Suppression]:
        """In order of addresses."""
        query = (
            sa.select(_NEVER)
            .where(_NEVER.c.address > clean(after))
            .order_by(_NEVER.c.address, _NEVER.c.reader_id)
            .limit(row_limit(limit))
        )
        with self._database.read() as connection:
            return list(map(_suppression, connection.execute(query)))

    def unsuppress(self, address: str, reader_id: str) -> bool:
        """Take one away; False where there was none."""
        condition = (_NEVER.c.address == clean(address)) & (_NEVER.c.reader_id == clean(reader_id))
        with self._database.write() as connection:
            return connection.execute(_NEVER.delete().where(condition)).rowcount > 0

    def _mailed(self, subscriber_id: str, when: datetime | None) -> None:
        one = _TABLE.c.subscriber_id == clean(subscriber_id)
        with self._database.write() as connection:
            connection.execute(_TABLE.update().where(one).values(mailed_at=when))

    def _some(self, condition: sa.ColumnElement[bool], *, limit: int) -> list[Subscriber]:
        query = sa.select(_TABLE).where(condition).order_by(_TABLE.c.subscriber_id)
        with self._database.read() as connection:
            return list(map(_subscriber, connection.execute(query.limit(row_limit(limit)))))


_TABLE, _NEVER = subscribers, suppressions


def _is(one: Suppression) -> sa.ColumnElement[bool]:
    return (_NEVER.c.address == one.address) & (_NEVER.c.reader_id == one.reader_id)


def _saved(connection: sa.Connection, subscribers: Sequence[Subscriber]) -> list[str]:
    """Save some; ids of those whose address is on the list under another id."""
    rows = [_row(one) for one in subscribers]
    holds = _holders(connection, [row["address"] for row in rows])
    places = {holder: place for place, holder in holds.items()}
    refused: list[str] = []
    kept: list[dict[str, Any]] = []
    for row in rows:
        who, place = row["subscriber_id"], (row["address"], row["reader_id"])
        if holds.get(place, who) != who:
            refused.append(who)
            continue
        holds.pop(places.get(who, place), None)  # whose address changed lets the old one go
        holds[place], places[who] = who, place
        kept.append(row)
    put_all(connection, _TABLE, kept)
    return refused


def _holders(connection: sa.Connection, addresses: Sequence[str]) -> dict[tuple[str, str], str]:
    """Address and list → who is there."""
    columns = _TABLE.c.address, _TABLE.c.reader_id, _TABLE.c.subscriber_id
    query = sa.select(*columns).where(_TABLE.c.address.in_(addresses))
    return {(row.address, row.reader_id): row.subscriber_id for row in connection.execute(query)}


def _row(subscriber: Subscriber) -> dict[str, Any]:
    proof = asdict(subscriber.proof)
    for name in ("asked_at", "confirmed_at"):
        proof[name] = proof[name].isoformat() if proof[name] else None
    return values(subscriber, *_PLAIN, *_TIMES) | {
        "address": clean(address_key(subscriber.email)),
        "domain": clean(domain_of(subscriber.email)),
        "categories": list(subscriber.categories),
        "proof": proof,
    }


def _subscriber(row: Any) -> Subscriber:
    proof = row.proof
    return Subscriber(
        **{name: getattr(row, name) for name in (*_PLAIN, *_TIMES) if name != "state"},
        state=SubscriberState(row.state),
        categories=tuple(row.categories),
        proof=Proof(
            Basis(proof["basis"]),
            proof["detail"],
            _time(proof["asked_at"]),
            proof["asked_from"],
            _time(proof["confirmed_at"]),
            proof["confirmed_from"],
        ),
    )


def _time(text: str | None) -> datetime | None:
    return read_time(text) if text else None


def _suppression(row: Any) -> Suppression:
    reason = SuppressedFor(row.reason)
    return Suppression(row.address, row.reader_id, reason, row.since, row.detail)
