"""Other ways out for editions: one row an output, one an output and edition. Private."""

from collections.abc import Sequence
from dataclasses import fields
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store.base import Tables, put_new, values
from strandline.adapters.store.border import clean, row_limit
from strandline.adapters.store.delivery_schema import output_deliveries, outputs
from strandline.core.delivery.outputs import TOO_OLD
from strandline.model.editions import PUBLISHED
from strandline.model.outputs import OutputDelivery, OutputStanding, OutputState

_ROWS = output_deliveries
_FIELDS = tuple(field.name for field in fields(OutputDelivery))
_STANDING = tuple(field.name for field in fields(OutputStanding))
_SENDING, _PLANNED = OutputState.SENDING.value, OutputState.PLANNED.value
_FREE = {"lease_owner": None, "lease_until": None}


class OutputTables(Tables):
    """Implements `OutputStore`."""

    def note_outputs(self, names: Sequence[str], now: datetime) -> None:
        """Remember those that are new: from now on editions are for them."""
        known = {one.name for one in self.outputs()}
        new = [name for name in map(clean, names) if name not in known]

        def write(connection: Connection) -> None:
            for name in new:
                put_new(connection, outputs, values(OutputStanding(name, now), *_STANDING))

        if new:
            self._database.write_again(write)

    def outputs(self) -> list[OutputStanding]:
        """All that were ever there, by name."""
        with self._database.read() as connection:
            rows = connection.execute(sa.select(outputs).order_by(outputs.c.name))
            return [OutputStanding(*(getattr(row, name) for name in _STANDING)) for row in rows]

    def set_output(self, name: str, now: datetime, *, held: bool, said: str = "") -> None:
        """Hold one, or let it go on with no failures counted."""
        change: dict[str, Any] = {"is_held": held, "said": clean(said)}
        if not held:
            change["failures"] = 0
        with self._database.write() as connection:
            put_new(connection, outputs, values(OutputStanding(name, now), *_STANDING))
            connection.execute(outputs.update().where(outputs.c.name == clean(name)).values(change))

    def plan_output(
        self, name: str, reader_ids: Sequence[str], now: datetime, oldest: datetime
    ) -> int:
        """Plan the editions of some readers that were published since the output is there."""
        name, edition, when = clean(name), schema.digests.c, schema.digests.c.published_at
        since = sa.select(outputs.c.since).where(outputs.c.name == name).scalar_subquery()
        is_there = sa.exists().where(_ROWS.c.output == name, _ROWS.c.digest_id == edition.digest_id)
        is_late = when < oldest
        moment = sa.literal(now, _ROWS.c.planned_at.type)
        chosen = sa.select(
            sa.literal(name),
            edition.digest_id,
            sa.case((is_late, OutputState.FAILED.value), else_=_PLANNED),
            sa.literal(0),
            sa.null(),
            sa.case((is_late, TOO_OLD), else_=""),
            sa.literal(""),
            moment,
            moment,
            sa.null(),
            sa.null(),
            sa.null(),
        ).where(
            edition.reader_id.in_([clean(one) for one in reader_ids]),
            edition.state.in_([state.value for state in PUBLISHED]),
            when >= since,
            ~is_there,
        )
        names = [column.name for column in _ROWS.columns]
        if not self._is_due(chosen):
            return 0

        def write(connection: Connection) -> int:
            make = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
            plan = make(_ROWS).from_select(names, chosen).on_conflict_do_nothing()
            return len(connection.execute(plan.returning(_ROWS.c.digest_id)).all())

        return self._database.write_again(write)

    def _is_due(self, chosen: sa.Select[Any]) -> bool:
        """Looked at first: to read takes nobody's turn to write."""
        with self._database.read() as connection:
            return connection.execute(chosen.limit(1)).first() is not None

    def plan_again(self, name: str, digest_id: str, now: datetime) -> bool:
        """Plan one edition because a person wants it; False where it is under way."""
        plain = OutputDelivery(name, digest_id, OutputState.PLANNED, now, now)
        is_waiting = _ROWS.c.state == _PLANNED
        fresh = {
            "state": _PLANNED,
            "attempts": sa.case((is_waiting, _ROWS.c.attempts), else_=0),
            "doubt_since": sa.case((is_waiting, _ROWS.c.doubt_since), else_=sa.null()),
            "not_before": None,
        }
        times = {"planned_at": now, "changed_at": now, "said": ""}

        def write(connection: Connection) -> bool:
            if put_new(connection, _ROWS, values(plain, *_FIELDS) | _FREE):
                return True
            change = _ROWS.update().where(_one(name, digest_id), _ROWS.c.state != _SENDING)
            return connection.execute(change.values(fresh | times)).rowcount == 1

        return self._database.write_again(write)

    def claim_output(
        self, names: Sequence[str], owner: str, now: datetime, lease: timedelta
    ) -> OutputDelivery | None:
        """Take the next row that is due as `sending`, with the attempt counted; None for none."""
        is_held = sa.exists().where(outputs.c.name == _ROWS.c.output, outputs.c.is_held)
        due = (
            sa.select(_ROWS.c.output, _ROWS.c.digest_id)
            .where(
                _ROWS.c.state == _PLANNED,
                _ROWS.c.output.in_([clean(name) for name in names]),
                sa.or_(_ROWS.c.not_before.is_(None), _ROWS.c.not_before <= now),
                ~is_held,
            )
            .order_by(_ROWS.c.planned_at, _ROWS.c.output, _ROWS.c.digest_id)
            .limit(1)
        )
        taken = {
            "state": _SENDING,
            "attempts": _ROWS.c.attempts + 1,
            "lease_owner": clean(owner),
            "lease_until": now + lease,
            "changed_at": now,
            "doubt_since": sa.func.coalesce(
                _ROWS.c.doubt_since, sa.literal(now, _ROWS.c.doubt_since.type)
            ),
        }

        def write(connection: Connection) -> OutputDelivery | None:
            found = connection.execute(due.with_for_update(skip_locked=True, of=_ROWS)).first()
            if found is None:
                return None
            mine = _one(found.output, found.digest_id)
            connection.execute(_ROWS.update().where(mine).values(taken))
            return _row(connection.execute(sa.select(_ROWS).where(mine)).one())

        with self._database.read() as connection:
            if connection.execute(due).first() is None:
                return None
        return self._database.write_again(write)

    def claim_lost(self, owner: str, now: datetime, lease: timedelta) -> list[OutputDelivery]:
        """Take over rows whose owner gives no sign of life; they stay as that owner left them."""
        lost = (_ROWS.c.state == _SENDING) & (_ROWS.c.lease_until <= now)
        query = sa.select(_ROWS).where(lost)

        def write(connection: Connection) -> list[OutputDelivery]:
            rows = connection.execute(query.with_for_update(skip_locked=True)).all()
            mine = {"lease_owner": clean(owner), "lease_until": now + lease}
            for row in rows:
                change = _ROWS.update().where(_one(row.output, row.digest_id))
                connection.execute(change.values(mine))
            return list(map(_row, rows))

        with self._database.read() as connection:
            if connection.execute(query.limit(1)).first() is None:
                return []
        return self._database.write_again(write)

    def prolong_output(self, row: OutputDelivery, owner: str, until: datetime) -> bool:
        """A sign of life; False where the row is no longer the owner's."""
        with self._database.write() as connection:
            change = _ROWS.update().where(_mine(row, owner)).values(lease_until=until)
            return connection.execute(change).rowcount == 1

    def settle_output(
        self, row: OutputDelivery, owner: str, *, failed: bool, hold: str = "", most: int = 0
    ) -> bool:
        """Write what became of a row, and count the failure or begin to count anew."""
        name = clean(row.output)
        standing = outputs.update().where(outputs.c.name == name)
        written = values(row, *_FIELDS) | _FREE

        def write(connection: Connection) -> bool:
            change = _ROWS.update().where(_mine(row, owner)).values(written)
            if connection.execute(change).rowcount != 1:
                return False
            count = outputs.c.failures + 1 if failed else 0
            connection.execute(standing.values(failures=count))
            if hold:
                connection.execute(standing.values(is_held=True, said=clean(hold)))
            elif failed and most:
                is_enough = (outputs.c.failures >= most) & ~outputs.c.is_held
                said = f"{most} failures in a row, the last: {row.said}"
                connection.execute(standing.where(is_enough).values(is_held=True, said=clean(said)))
            return True

        return self._database.write_again(write)

    def decide_output(
        self, name: str, digest_id: str, state: OutputState, said: str, now: datetime
    ) -> bool:
        """A person's word on a row at rest; False where there is none or it is under way."""
        change = _ROWS.update().where(_one(name, digest_id), _ROWS.c.state != _SENDING)
        told = {"state": state.value, "said": clean(said), "changed_at": now, "not_before": None}
        with self._database.write() as connection:
            return connection.execute(change.values(told)).rowcount == 1

    def output_delivery(self, name: str, digest_id: str) -> OutputDelivery | None:
        """One."""
        with self._database.read() as connection:
            row = connection.execute(sa.select(_ROWS).where(_one(name, digest_id))).first()
            return None if row is None else _row(row)

    def output_log(
        self,
        *,
        name: str = "",
        digest_id: str = "",
        state: OutputState | None = None,
        before: tuple[datetime, str, str] | None = None,
        limit: int = 50,
    ) -> list[OutputDelivery]:
        """Newest change first."""
        order = (_ROWS.c.changed_at, _ROWS.c.output, _ROWS.c.digest_id)
        query = sa.select(_ROWS).order_by(*(column.desc() for column in order))
        if name:
            query = query.where(_ROWS.c.output == clean(name))
        if digest_id:
            query = query.where(_ROWS.c.digest_id == clean(digest_id))
        if state is not None:
            query = query.where(_ROWS.c.state == state.value)
        if before is not None:
            at = sa.literal(before[0], _ROWS.c.changed_at.type)
            behind = sa.tuple_(at, *map(sa.literal, map(clean, before[1:])))
            query = query.where(sa.tuple_(*order) < behind)
        with self._database.read() as connection:
            return list(map(_row, connection.execute(query.limit(row_limit(limit)))))

    def output_trouble(self) -> dict[tuple[str, OutputState], int]:
        """How many rows are not done, by output and state."""
        query = (
            sa.select(_ROWS.c.output, _ROWS.c.state, sa.func.count())
            .where(sa.text("state <> 'done'"))
            .group_by(_ROWS.c.output, _ROWS.c.state)
        )
        with self._database.read() as connection:
            return {
                (name, OutputState(state)): count
                for name, state, count in connection.execute(query)
            }


def _one(name: str, digest_id: str) -> sa.ColumnElement[bool]:
    return (_ROWS.c.output == clean(name)) & (_ROWS.c.digest_id == clean(digest_id))


def _mine(row: OutputDelivery, owner: str) -> sa.ColumnElement[bool]:
    return (
        _one(row.output, row.digest_id)
        & (_ROWS.c.state == _SENDING)
        & (_ROWS.c.lease_owner == clean(owner))
    )


def _row(row: Any) -> OutputDelivery:
    found = {name: getattr(row, name) for name in _FIELDS}
    return OutputDelivery(**found | {"state": OutputState(row.state)})
