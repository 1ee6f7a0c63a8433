"""Public copies of links: which are wanted, asked for, made."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import rot_schema, schema
from strandline.adapters.store.archive_schema import unstruck
from strandline.adapters.store.base import Tables, put_new, values
from strandline.adapters.store.border import row_limit
from strandline.adapters.store.bulk import chunks
from strandline.model.editions import PUBLISHED
from strandline.model.readers import DigestScope
from strandline.model.rot import LOST
from strandline.model.wayback import CopyLoad, CopyState, PublicCopy

_COPIES, _LINKS = rot_schema.public_copies, rot_schema.link_health
_FIELDS = tuple(field.name for field in fields(PublicCopy))
_SHOWN = unstruck(_COPIES.c.article_uuid)
_MINUTE, _DAY = timedelta(minutes=1), timedelta(days=1)


class WaybackTables(Tables):
    """Implements `WaybackStore`."""

    def uncopied(self, since: datetime, *, kept: bool, shown: bool, limit: int) -> Sequence[str]:
        """Articles that were kept, shown or found gone since a time and have no row yet, by id."""
        found: list[str] = []
        with self._database.read() as connection:
            for query in _wanted(since, kept=kept, shown=shown):
                rows = connection.execute(query.limit(row_limit(limit)))
                found += [str(uuid) for uuid in rows.scalars()]
        return list(dict.fromkeys(found))[:limit]

    def plan_copies(self, rows: Sequence[PublicCopy]) -> int:
        """Enter rows of articles that have none; returns how many."""

        def write(connection: Connection) -> int:
            return sum(put_new(connection, _COPIES, values(row, *_FIELDS)) for row in rows)

        return self._database.write_again(write) if rows else 0

    def claim_copy(
        self,
        now: datetime,
        lease: timedelta,
        *,
        may_ask: bool,
        by_hand: bool = False,
        only: Sequence[str] | None = None,
    ) -> PublicCopy | None:
        """Take the next row that is due; one without a job is written as asked for."""
        has_job = _COPIES.c.job_id != ""
        allowed = [has_job]
        if may_ask:
            allowed.append(_COPIES.c.is_by_hand if by_hand else ~has_job)
        query = (
            sa.select(_COPIES)
            .where(_COPIES.c.next_at <= now, sa.or_(*allowed), _SHOWN)
            .order_by(_COPIES.c.next_at, _COPIES.c.article_uuid)
            .limit(1)
            .with_for_update(skip_locked=True, of=_COPIES)
        )
        if only is not None:
            query = query.where(_COPIES.c.article_uuid.in_(list(only)[:500]))
        return self._database.write_again(
            lambda connection: _claim(connection, query, now, now + lease)
        )

    def save_copy(self, row: PublicCopy, known: PublicCopy) -> bool:
        """Write down how one stands; False where it is not any more as it was known."""
        before = values(known, "article_uuid", "state", "attempts", "job_id")
        same = [_COPIES.c[name] == value for name, value in before.items()]
        same.append(_COPIES.c.asked_at.is_not_distinct_from(known.asked_at))
        change = _COPIES.update().where(*same).values(values(row, *_FIELDS))
        with self._database.write() as connection:
            return connection.execute(change).rowcount == 1

    def public_copies(self, article_uuids: Sequence[str]) -> dict[str, PublicCopy]:
        """By article."""
        found: dict[str, PublicCopy] = {}
        with self._database.read() as connection:
            for chunk in chunks(list(dict.fromkeys(article_uuids))):
                query = sa.select(_COPIES).where(_COPIES.c.article_uuid.in_(chunk), _SHOWN)
                found |= {row.article_uuid: _copy_of(row) for row in connection.execute(query)}
        return found

    def list_copies(
        self, state: CopyState, *, limit: int, before: tuple[datetime, str] | None = None
    ) -> list[PublicCopy]:
        """Newest change first."""
        place = (_COPIES.c.changed_at, _COPIES.c.article_uuid)
        query = sa.select(_COPIES).where(_COPIES.c.state == state.value, _SHOWN)
        if before is not None:
            when, uuid = before
            earlier = sa.and_(place[0] == when, place[1] < uuid)
            query = query.where(sa.or_(place[0] < when, earlier))
        query = query.order_by(*(one.desc() for one in place)).limit(row_limit(limit))
        with self._database.read() as connection:
            return [_copy_of(row) for row in connection.execute(query)]

    def copy_load(self, now: datetime, *, by_hand: bool = False) -> CopyLoad:
        """How much is asked of the service."""
        asked = sa.select(sa.func.count()).select_from(_COPIES)
        is_due = sa.and_(_COPIES.c.next_at <= now, _COPIES.c.job_id == "")
        is_wanted = sa.and_(is_due, _COPIES.c.is_by_hand) if by_hand else is_due
        is_at_work = sa.and_(_COPIES.c.state == CopyState.ASKED.value, ~is_due)
        queries = (
            asked.where(is_wanted, _SHOWN),
            asked.where(is_at_work, _SHOWN),
            *(asked.where(_COPIES.c.asked_at > now - span) for span in (_MINUTE, _DAY)),
        )
        with self._database.read() as connection:
            return CopyLoad(*(int(connection.execute(query).scalar_one()) for query in queries))

    def copy_counts(self) -> Mapping[CopyState, int]:
        """Rows by state."""
        query = sa.select(_COPIES.c.state, sa.func.count()).group_by(_COPIES.c.state)
        with self._database.read() as connection:
            found = {CopyState(row[0]): int(row[1]) for row in connection.execute(query)}
        return {state: found[state] for state in CopyState if state in found}


def _wanted(since: datetime, *, kept: bool, shown: bool) -> list[sa.Select[Any]]:
    """Each by its own time: when it was kept, since when it is gone, when it was published."""
    queries: list[sa.Select[Any]] = []
    digests, items, readers = schema.digests, schema.digest_items, schema.readers
    lost = [state.value for state in LOST]
    if kept:
        own = _LINKS.c.article_uuid
        is_kept = sa.and_(_LINKS.c.kept_at >= since, _LINKS.c.state.not_in(lost))
        # Spelled as in the index of what a person may look at.
        is_gone = sa.and_(
            sa.text(rot_schema.ROTTEN), _LINKS.c.state.in_(lost), _LINKS.c.since >= since
        )
        for condition, time in ((is_kept, _LINKS.c.kept_at), (is_gone, _LINKS.c.since)):
            chosen = sa.select(own).where(condition, unstruck(own), ~_known(own))
            queries.append(chosen.order_by(time, own))
    if shown:
        own = items.c.article_uuid
        of_items = (
            sa.select(own)
            .join(digests, digests.c.digest_id == items.c.digest_id)
            .join(readers, readers.c.reader_id == digests.c.reader_id)
            .join(schema.articles, schema.articles.c.article_uuid == own)
            .where(
                readers.c.scope == DigestScope.SHARED.value,
                digests.c.state.in_([state.value for state in PUBLISHED]),
                digests.c.published_at >= since,
            )
        )
        order = (digests.c.published_at, digests.c.digest_id, items.c.position)
        queries.append(of_items.where(unstruck(own), ~_known(own)).order_by(*order))
    return queries


def _known(article_uuid: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    return sa.exists().where(_COPIES.c.article_uuid == article_uuid)


def _claim(
    connection: Connection, query: sa.Select[Any], now: datetime, until: datetime
) -> PublicCopy | None:
    row = connection.execute(query).first()
    if row is None:
        return None
    change: dict[str, Any] = {"next_at": until}
    if not row.job_id:
        change |= {
            "state": CopyState.ASKED.value,
            "attempts": row.attempts + 1,
            "asked_at": now,
            "changed_at": now,
        }
    own = _COPIES.c.article_uuid == row.article_uuid
    connection.execute(_COPIES.update().where(own).values(change))
    return _copy_of(connection.execute(sa.select(_COPIES).where(own)).one())


def _copy_of(row: Any) -> PublicCopy:
    told = {name: getattr(row, name) for name in _FIELDS}
    return PublicCopy(**told | {"state": CopyState(row.state)})


def move_copy(connection: Connection, article_uuid: str, target_uuid: str) -> None:
    """Two rows turned out to be one page: the copy that is saved stays, else the target's."""
    query = sa.select(_COPIES).where(_COPIES.c.article_uuid.in_((article_uuid, target_uuid)))
    rows = {row.article_uuid: _copy_of(row) for row in connection.execute(query)}
    old, there = rows.get(article_uuid), rows.get(target_uuid)
    if old is None:
        return
    is_better = there is None or (
        old.state is CopyState.SAVED and there.state is not CopyState.SAVED
    )
    own = _COPIES.c.article_uuid
    loser = target_uuid if is_better else article_uuid
    connection.execute(_COPIES.delete().where(own == loser))
    connection.execute(_COPIES.update().where(own == article_uuid).values(article_uuid=target_uuid))
