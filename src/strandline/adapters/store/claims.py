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
from strandline.adapters.store.types import UtcTime
from strandline.model.archive import ArchiveJob, JobStatus

#: Number of the advisory lock: "arc-jobs" read as a number.
_LOCK_NUMBER = int.from_bytes(b"arc-jobs")
#: Candidates looked at in one go.
_LOOK = 50

_JOBS = schema.archive_jobs

#: What is queued and due, and what has lost its worker; each has a partial index of its own, which
#: SQLite must be told to use: it would rather sort the whole queue.
_SORTS = {
    "ix_archive_jobs_queued": "status = 'queued' AND (not_before IS NULL OR not_before <= :now)",
    "ix_archive_jobs_running": (
        "status = 'running' AND (lease_until IS NULL OR lease_until <= :now)"
    ),
}

_NAMED: dict[str, sa.BindParameter[Any]] = {
    "now": sa.bindparam("now", type_=UtcTime()),
    "full": sa.bindparam("full", type_=sa.Text(), expanding=True),
    "chosen": sa.bindparam("chosen", type_=sa.BigInteger(), expanding=True),
    "only": sa.bindparam("only", type_=sa.BigInteger(), expanding=True),
}


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
    chosen = _choose(connection, now, _busy(connection, now), row_limit(limit), per_domain, only)
    if not chosen:
        return []
    return _take(connection, chosen, now, clean(owner), lease)


def _busy(connection: Connection, now: datetime) -> Counter[str]:
    """How many jobs run in each domain under a lease that holds."""
    index = _hint(connection, "ix_archive_jobs_running")
    query = sa.text(f"""
        SELECT domain, count(*) FROM archive_jobs {index}
        WHERE status = 'running' AND lease_until > :now GROUP BY domain
    """).bindparams(_NAMED["now"])  # noqa: S608 - our own names
    return Counter({row[0]: row[1] for row in connection.execute(query, {"now": now})})


def _choose(
    connection: Connection,
    now: datetime,
    busy: Counter[str],
    limit: int,
    per_domain: int,
    only: Sequence[int] | None,
) -> list[Any]:
    """The jobs to take; rounds go on while one of them filled a domain and left room for others."""
    chosen: dict[int, Any] = {}
    while len(chosen) < limit:
        full = [domain for domain, count in busy.items() if count >= per_domain]
        values = {"now": now, "full": full, "chosen": list(chosen), "only": only}
        candidates = _candidates(connection, values)
        for row in candidates:
            if len(chosen) < limit and busy[row.domain] < per_domain:
                chosen[row.job_id] = row
                busy[row.domain] += 1
        if len(candidates) < _LOOK:
            break
    return list(chosen.values())


def _candidates(connection: Connection, values: dict[str, Any]) -> list[Any]:
    """The first due jobs of domains that have room, as the queue has them.

    The first of both sorts together are among the first of each.
    """
    named = values["only"] is not None
    values = {name: value for name, value in values.items() if value is not None}
    rows: list[Any] = []
    for index, condition in _SORTS.items():
        statement = sa.text(f"""
            SELECT * FROM archive_jobs {"" if named else _hint(connection, index)}
            WHERE {condition} AND domain NOT IN :full AND job_id NOT IN :chosen
                {"AND job_id IN :only" if named else ""}
            ORDER BY priority DESC, enqueued_at, job_id LIMIT {_LOOK}
        """)  # noqa: S608 - our own conditions
        query = statement.bindparams(*(_NAMED[name] for name in values))
        rows += connection.execute(query.columns(*_JOBS.columns), values)
    rows.sort(key=lambda row: (-row.priority, row.enqueued_at, row.job_id))
    return rows[:_LOOK]


def _hint(connection: Connection, index: str) -> str:
    return f"INDEXED BY {index}" if connection.dialect.name == "sqlite" else ""


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
