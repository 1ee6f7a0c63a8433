"""Taking jobs from the queue: each goes to one owner, and no domain gets more than its share.

All claims of one database happen one after the other (SQLite: BEGIN IMMEDIATE; PostgreSQL: an
advisory lock that ends with the transaction), since a limit a domain over all owners cannot be kept
by claims that do not see each other. A claim is a few index look-ups; captures take seconds.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import archive_schema as schema
from strandline.adapters.store.archive_rows import MAX_LINE, job_of
from strandline.adapters.store.border import clean, row_limit
from strandline.adapters.store.documents import set_status
from strandline.model.archive import ArchiveJob, JobStatus

#: Number of the advisory lock: "arc-jobs" read as a number.
_LOCK_NUMBER = int.from_bytes(b"arc-jobs")
#: Candidates looked at in one go.
_LOOK = 200

_JOBS = schema.archive_jobs
_ORDER = (_JOBS.c.priority.desc(), _JOBS.c.enqueued_at, _JOBS.c.job_id)
#: Spelled as in the partial indexes, which are used for no other spelling.
_QUEUED = sa.text("archive_jobs.status = 'queued'")
_RUNNING = sa.text("archive_jobs.status = 'running'")


def claim(
    connection: Connection,
    now: datetime,
    owner: str,
    lease: timedelta,
    *,
    limit: int,
    per_domain: int,
    only: Sequence[int] | None = None,
) -> list[ArchiveJob]:
    """Take up to `limit` jobs within the transaction of the connection, in the queue's order."""
    if limit <= 0 or per_domain <= 0:
        return []
    if connection.dialect.name != "sqlite":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:n)"), {"n": _LOCK_NUMBER})
    due = _due(now)
    if only is not None:
        due = [sa.and_(condition, _JOBS.c.job_id.in_(only)) for condition in due]
    chosen = _choose(connection, due, _busy(connection, now), row_limit(limit), per_domain)
    if not chosen:
        return []
    return _take(connection, chosen, now, clean(owner), lease)


def _due(now: datetime) -> list[sa.ColumnElement[bool]]:
    """What is queued and due, and what has lost its worker; each has an index of its own."""
    due = sa.or_(_JOBS.c.not_before.is_(None), _JOBS.c.not_before <= now)
    lost = sa.or_(_JOBS.c.lease_until.is_(None), _JOBS.c.lease_until <= now)
    return [sa.and_(_QUEUED, due), sa.and_(_RUNNING, lost)]


def _busy(connection: Connection, now: datetime) -> Counter[str]:
    """How many jobs run in each domain under a lease that holds."""
    query = (
        sa.select(_JOBS.c.domain, sa.func.count())
        .where(_RUNNING, _JOBS.c.lease_until > now)
        .group_by(_JOBS.c.domain)
    )
    return Counter({row[0]: row[1] for row in connection.execute(query)})


def _choose(
    connection: Connection,
    due: Sequence[sa.ColumnElement[bool]],
    busy: Counter[str],
    limit: int,
    per_domain: int,
) -> list[Any]:
    """The jobs to take; rounds go on while one of them filled a domain and left room for others."""
    chosen: dict[int, Any] = {}
    while len(chosen) < limit:
        full = [domain for domain, count in busy.items() if count >= per_domain]
        candidates = _candidates(connection, due, full, list(chosen))
        for row in candidates:
            if len(chosen) < limit and busy[row.domain] < per_domain:
                chosen[row.job_id] = row
                busy[row.domain] += 1
        if len(candidates) < _LOOK:
            break
    return list(chosen.values())


def _candidates(
    connection: Connection,
    due: Sequence[sa.ColumnElement[bool]],
    full: Sequence[str],
    chosen: Sequence[int],
) -> list[Any]:
    """The first due jobs of domains that have room, as the queue has them.

    The first of both sorts together are among the first of each.
    """
    rows: list[Any] = []
    for condition in due:
        query = (
            sa.select(_JOBS)
            .where(condition, _JOBS.c.domain.not_in(full), _JOBS.c.job_id.not_in(chosen))
            .order_by(*_ORDER)
            .limit(_LOOK)
        )
        rows += connection.execute(query)
    rows.sort(key=lambda row: (-row.priority, row.enqueued_at, row.job_id))
    return rows[:_LOOK]


def _take(
    connection: Connection, chosen: Sequence[Any], now: datetime, owner: str, lease: timedelta
) -> list[ArchiveJob]:
    """Write the leases. A job whose old worker spoke up or finished meanwhile stays with it."""
    still = sa.or_(_JOBS.c.status == JobStatus.QUEUED.value, _JOBS.c.lease_until <= now)
    rows = connection.execute(
        _JOBS.update()
        .where(
            _JOBS.c.job_id.in_([row.job_id for row in chosen]),
            _JOBS.c.status.in_((JobStatus.QUEUED.value, JobStatus.RUNNING.value)),
            still,
        )
        .values(
            status=JobStatus.RUNNING.value,
            lease_owner=owner,
            lease_until=now + lease,
            claimed_at=now,
            attempts=_JOBS.c.attempts + sa.case((_JOBS.c.status == "running", 1), else_=0),
        )
        .returning(_JOBS)
    ).all()
    taken = {row.job_id for row in rows}
    lost = [row for row in chosen if row.job_id in taken and row.status == JobStatus.RUNNING]
    _record_losses(connection, lost, now)
    set_status(connection, [row.article_uuid for row in rows], JobStatus.RUNNING)
    order = {row.job_id: number for number, row in enumerate(chosen)}
    return [job_of(row) for row in sorted(rows, key=lambda row: order[row.job_id])]


def _record_losses(connection: Connection, lost: Sequence[Any], now: datetime) -> None:
    """A worker that was killed leaves no report; that it tried is recorded all the same."""
    if not lost:
        return
    connection.execute(
        schema.archive_attempts.insert(),
        [
            {
                "job_id": row.job_id,
                "number": row.attempts + 1,
                "started_at": row.claimed_at or now,
                "ended_at": now,
                "reports": [],
                "error": f"The worker {row.lease_owner} was lost."[:MAX_LINE],
            }
            for row in lost
        ],
    )
