"""The rows of a sending: planned at once, taken by owners, settled one by one. Private."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store.base import Tables
from strandline.adapters.store.border import clean, row_limit
from strandline.adapters.store.delivery_schema import (
    deliveries,
    sendings,
    subscribers,
    suppressions,
)
from strandline.model.delivery import (
    Delivery,
    DeliveryState,
    Sending,
    SendingState,
    SubscriberState,
)
from strandline.model.errors import StoreError

#: Why a row of a plan is `excluded`.
SUPPRESSED, TOO_SOON, LEFT = "suppressed", "too_soon", "left meanwhile"

_WAITING = (DeliveryState.PLANNED.value, DeliveryState.DEFERRED.value)
_SENDING = DeliveryState.SENDING.value
#: A clock that is a little off does not put a weekly mail off by a week.
_SLACK = timedelta(hours=6)


class DeliveryTables(Tables):
    """Implements `DeliveryStore`."""

    def plan_sending(self, digest_id: str, reader_id: str, way: str, now: datetime) -> Sending:
        """Freeze who is sent an edition, in one transaction; a second call changes nothing."""
        digest_id = clean(digest_id)

        def write(connection: Connection) -> None:
            edition = sa.select(schema.digests.c.digest_id)
            if (
                connection.execute(edition.where(schema.digests.c.digest_id == digest_id)).first()
                is None
            ):
                raise StoreError(
                    f"There is no edition {digest_id[:60]}.",
                    subject=digest_id,
                    advice="List them: strandline digest list",
                )
            row = {"digest_id": digest_id, "state": SendingState.SENDING.value, "way": clean(way)}
            if connection.execute(_sending(digest_id)).first() is None:
                times = {"planned_at": now, "touched_at": now}
                connection.execute(sendings.insert(), row | times | {"said": ""})
                _freeze(connection, digest_id, clean(reader_id), now)

        self._database.write_again(write)
        found = self.sending(digest_id)
        if found is None:
            raise StoreError(f"The plan of {digest_id} is gone.", subject=digest_id)
        return found

    def sending(self, digest_id: str) -> Sending | None:
        """Where a sending stands, with its sums; None where it was never planned."""
        with self._database.read() as connection:
            row = connection.execute(_sending(clean(digest_id))).first()
            return None if row is None else _with_sums(connection, row)

    def set_sending(
        self, digest_id: str, state: SendingState, now: datetime, said: str = ""
    ) -> None:
        """Hold, resume or close one."""
        change = sendings.update().where(sendings.c.digest_id == clean(digest_id))
        with self._database.write() as connection:
            connection.execute(change.values(state=state.value, touched_at=now, said=clean(said)))

    def claim_deliveries(
        self, digest_id: str, owner: str, now: datetime, lease: timedelta, *, limit: int
    ) -> list[Delivery]:
        """Take rows that are planned, or put off until now, as `sending`; none while it is held."""
        digest_id = clean(digest_id)

        def write(connection: Connection) -> list[Delivery]:
            if not _may_go(connection, digest_id):
                return []
            due = (
                sa.select(deliveries.c.subscriber_id)
                .where(
                    deliveries.c.digest_id == digest_id,
                    deliveries.c.state.in_(_WAITING),
                    sa.or_(deliveries.c.not_before.is_(None), deliveries.c.not_before <= now),
                )
                .order_by(deliveries.c.not_before, deliveries.c.subscriber_id)  # the index's order
                .limit(row_limit(limit))
                .with_for_update(skip_locked=True)
            )
            chosen = connection.execute(due).scalars().all()
            while chosen and _exclude_who_left(connection, digest_id, chosen, now) == len(chosen):
                chosen = connection.execute(due).scalars().all()
            taken = {
                "state": _SENDING,
                "attempts": deliveries.c.attempts + 1,
                "lease_owner": clean(owner),
                "lease_until": now + lease,
                "is_handed_over": False,
                "changed_at": now,
            }
            stays = _among(digest_id, chosen) & deliveries.c.state.in_(_WAITING)
            connection.execute(deliveries.update().where(stays).values(taken))
            if chosen:
                mine = sendings.c.digest_id == digest_id
                connection.execute(sendings.update().where(mine).values(touched_at=now))
            rows = connection.execute(
                sa.select(deliveries)
                .where(_among(digest_id, chosen), deliveries.c.state == _SENDING)
                .order_by(deliveries.c.subscriber_id)
            )
            return list(map(_delivery, rows))

        return self._database.write_again(write)

    def prolong_deliveries(self, digest_id: str, owner: str, until: datetime) -> None:
        """A sign of life: all rows of an owner."""
        mine = (deliveries.c.digest_id == clean(digest_id)) & (
            deliveries.c.lease_owner == clean(owner)
        )
        with self._database.write() as connection:
            connection.execute(
                deliveries.update()
                .where(mine, deliveries.c.state == _SENDING)
                .values(lease_until=until)
            )

    def hand_over(self, delivery: Delivery, owner: str, now: datetime) -> bool:
        """Commit that the final dot may go out; False where the row is no longer the owner's."""
        bound = {"b_digest": delivery.digest_id, "b_subscriber": delivery.subscriber_id}
        with self._database.write() as connection:
            row = bound | {"b_owner": clean(owner), "b_now": now}
            return connection.execute(_HAND_OVER, row).rowcount == 1

    def settle_deliveries(self, deliveries: Sequence[Delivery], owner: str) -> int:
        """Write what became of rows that are the owner's. Returns how many were."""
        if not deliveries:
            return 0
        rows = [
            {
                "b_digest": one.digest_id,
                "b_subscriber": one.subscriber_id,
                "b_owner": clean(owner),
                "b_state": one.state.value,
                "b_attempts": one.attempts,
                "b_not_before": one.not_before,
                "b_said": clean(one.said),
                "b_now": one.changed_at,
            }
            for one in deliveries
        ]

        def write(connection: Connection) -> int:
            return sum(connection.execute(_SETTLE, row).rowcount for row in rows)

        return self._database.write_again(write)

    def put_off_domain(self, digest_id: str, domain: str, until: datetime) -> int:
        """Let a receiving domain alone: its planned rows wait. Returns how many."""
        table = deliveries
        waiting = (
            (table.c.digest_id == clean(digest_id))
            & (table.c.domain == clean(domain))
            & table.c.state.in_(_WAITING)
            & sa.or_(table.c.not_before.is_(None), table.c.not_before < until)
        )
        with self._database.write() as connection:
            change = table.update().where(waiting).values(not_before=until)
            return connection.execute(change).rowcount

    def recover_deliveries(self, now: datetime) -> tuple[int, int]:
        """Take back rows whose owner gives no sign of life."""
        table = deliveries
        lost = (table.c.state == _SENDING) & (table.c.lease_until <= now)
        free = {"lease_owner": None, "lease_until": None, "changed_at": now}
        unknown = {
            "state": DeliveryState.UNKNOWN.value,
            # The owner stays: if it lives after all, it may say what became of the mail.
            "lease_until": None,
            "changed_at": now,
            "said": "the program ended after the final dot may have gone out",
        }

        def write(connection: Connection) -> tuple[int, int]:
            gone = connection.execute(
                table.update().where(lost, table.c.is_handed_over).values(unknown)
            )
            again = connection.execute(
                table.update().where(lost).values(free | {"state": DeliveryState.PLANNED.value})
            )
            return again.rowcount, gone.rowcount

        return self._database.write_again(write)

    def deliveries(
        self,
        digest_id: str,
        *,
        state: DeliveryState | None = None,
        after: str = "",
        limit: int = 50,
    ) -> list[Delivery]:
        """In order of subscribers' ids."""
        query = sa.select(deliveries).where(
            deliveries.c.digest_id == clean(digest_id), deliveries.c.subscriber_id > clean(after)
        )
        if state is not None:
            query = query.where(deliveries.c.state == state.value)
        query = query.order_by(deliveries.c.subscriber_id).limit(row_limit(limit))
        with self._database.read() as connection:
            return list(map(_delivery, connection.execute(query)))

    def deliveries_of(self, subscriber_id: str, *, limit: int = 50) -> list[Delivery]:
        """What one subscriber was sent, newest first."""
        query = (
            sa.select(deliveries)
            .where(deliveries.c.subscriber_id == clean(subscriber_id))
            .order_by(deliveries.c.changed_at.desc(), deliveries.c.digest_id)
            .limit(row_limit(limit))
        )
        with self._database.read() as connection:
            return list(map(_delivery, connection.execute(query)))


def _sending(digest_id: str) -> sa.Select[Any]:
    return sa.select(sendings).where(sendings.c.digest_id == digest_id)


def _may_go(connection: Connection, digest_id: str) -> bool:
    """True where nobody holds it; its row is locked: a stop comes before or after a claim."""
    row = connection.execute(_sending(digest_id).with_for_update(read=True)).first()
    return row is not None and row.state == SendingState.SENDING.value


def _among(digest_id: str, chosen: Sequence[str]) -> sa.ColumnElement[bool]:
    return (deliveries.c.digest_id == digest_id) & deliveries.c.subscriber_id.in_(chosen)


def _with_sums(connection: Connection, row: Any) -> Sending:
    query = (
        sa.select(deliveries.c.state, sa.func.count())
        .where(deliveries.c.digest_id == row.digest_id)
        .group_by(deliveries.c.state)
    )
    sums = {DeliveryState(state): count for state, count in connection.execute(query)}
    state = SendingState(row.state)
    return Sending(row.digest_id, state, row.planned_at, row.touched_at, row.way, row.said, sums)


def _freeze(connection: Connection, digest_id: str, reader_id: str, now: datetime) -> None:
    """One statement: a plan is there as a whole or not at all."""
    who = subscribers.c
    never = _is_suppressed()
    sent_lately = sa.or_(
        *(
            (who.least_days == days) & _was_sent_since(now - timedelta(days=days) + _SLACK)
            for days in _rhythms(connection, reader_id)
        ),
        sa.false(),
    )
    why = sa.case((never, SUPPRESSED), (sent_lately, TOO_SOON), else_="")
    state = sa.case(
        (sa.or_(never, sent_lately), DeliveryState.EXCLUDED.value),
        else_=DeliveryState.PLANNED.value,
    )
    chosen = sa.select(
        sa.literal(digest_id),
        who.subscriber_id,
        who.email,
        who.domain,
        state,
        who.language,
        who.categories,
        sa.literal(0),
        sa.null(),
        why,
        sa.literal(now, sendings.c.planned_at.type),
        sa.null(),
        sa.null(),
        sa.false(),
    ).where(who.reader_id == reader_id, who.state == SubscriberState.ACTIVE.value)
    names = [column.name for column in deliveries.columns]
    connection.execute(deliveries.insert().from_select(names, chosen))


def _exclude_who_left(
    connection: Connection, digest_id: str, chosen: Sequence[str], now: datetime
) -> int:
    """Whoever of the chosen left, complained or was suppressed since the plan was made is not sent
    it. Returns how many.
    """
    who, rows = subscribers.c, deliveries.c
    is_gone = ~sa.exists().where(
        who.subscriber_id == rows.subscriber_id, who.state == SubscriberState.ACTIVE.value
    )
    never = sa.exists().where(who.subscriber_id == rows.subscriber_id, _is_suppressed())
    waiting = _among(digest_id, chosen) & rows.state.in_(_WAITING)
    return connection.execute(
        deliveries.update()
        .where(waiting, sa.or_(is_gone, never))
        .values(state=DeliveryState.EXCLUDED.value, said=LEFT, changed_at=now)
    ).rowcount


def _is_suppressed() -> sa.ColumnElement[bool]:
    """Of a subscriber: their address is suppressed for the list, or for all."""
    return sa.exists().where(
        suppressions.c.address == subscribers.c.address,
        suppressions.c.reader_id.in_(["", subscribers.c.reader_id]),
    )


def _was_sent_since(when: datetime) -> sa.ColumnElement[bool]:
    return sa.exists().where(
        deliveries.c.subscriber_id == subscribers.c.subscriber_id,
        deliveries.c.changed_at > when,
        deliveries.c.state == DeliveryState.ACCEPTED.value,
    )


def _rhythms(connection: Connection, reader_id: str) -> list[int]:
    query = (
        sa.select(subscribers.c.least_days)
        .where(subscribers.c.reader_id == reader_id, subscribers.c.least_days > 0)
        .distinct()
    )
    return list(connection.execute(query).scalars())


def _delivery(row: Any) -> Delivery:
    return Delivery(
        digest_id=row.digest_id,
        subscriber_id=row.subscriber_id,
        email=row.email,
        state=DeliveryState(row.state),
        changed_at=row.changed_at,
        attempts=row.attempts,
        not_before=row.not_before,
        said=row.said,
        language=row.language,
        categories=tuple(row.categories),
    )


_ONE = (deliveries.c.digest_id == sa.bindparam("b_digest")) & (
    deliveries.c.subscriber_id == sa.bindparam("b_subscriber")
)
_MINE = _ONE & (deliveries.c.lease_owner == sa.bindparam("b_owner"))
_TIME = sendings.c.planned_at.type
_HAND_OVER = (
    deliveries.update()
    .where(_MINE, deliveries.c.state == _SENDING)
    .values(is_handed_over=True, changed_at=sa.bindparam("b_now", type_=_TIME))
)
_SETTLE = (
    deliveries.update()
    .where(_MINE, deliveries.c.state.in_([_SENDING, DeliveryState.UNKNOWN.value]))
    .values(
        state=sa.bindparam("b_state"),
        attempts=sa.bindparam("b_attempts"),
        not_before=sa.bindparam("b_not_before", type_=_TIME),
        said=sa.bindparam("b_said"),
        changed_at=sa.bindparam("b_now", type_=_TIME),
        lease_owner=None,
        lease_until=None,
        is_handed_over=False,
    )
)
