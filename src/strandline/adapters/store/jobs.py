"""Archive jobs: the table is the queue."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import archive_schema as schema
from strandline.adapters.store.archive_rows import MAX_LINE, OPEN, attempt_of, job_of, job_row
from strandline.adapters.store.base import Tables
from strandline.adapters.store.border import MAX_INTEGER, clean, row_limit
from strandline.adapters.store.bulk import BulkInsert, chunks, select_among
from strandline.adapters.store.claims import claim
from strandline.adapters.store.documents import refresh
from strandline.adapters.store.keeping import finish
from strandline.adapters.store.types import UtcTime
from strandline.core.archive.search import words_of
from strandline.model.archive import ArchiveJob, Attempt, JobResult, JobStatus
from strandline.model.errors import StoreError

_JOBS = schema.archive_jobs
_SHOWN = schema.unstruck(_JOBS.c.article_uuid)
#: What failed, and what kept a page without all of its copies.
_MAY_BE_RETRIED = sa.or_(
    _JOBS.c.status == JobStatus.FAILED.value,
    sa.and_(_JOBS.c.status == JobStatus.SUCCEEDED.value, _JOBS.c.failure != ""),
)
#: The only unique index besides the key is the one of open jobs.
_INSERT = BulkInsert(_JOBS, "ON CONFLICT DO NOTHING")


class JobTables(Tables):
    """Implements `JobStore`."""

    def enqueue(self, jobs: Sequence[ArchiveJob]) -> int:
        """Add jobs; an article that has an open job gets no second one. Returns how many queued.

        Raises:
            StoreError: There is no such article; nothing was added.
        """
        return self._database.write_again(lambda connection: _enqueue(connection, jobs))

    def claim_jobs(
        self,
        now: datetime,
        owner: str,
        lease: timedelta,
        *,
        limit: int,
        per_domain: int,
        only: Sequence[int] | None = None,
    ) -> list[ArchiveJob]:
        """Take jobs that are due, highest priority and oldest first, in one transaction."""
        ids = None if only is None else _sane(only)
        return self._database.write_again(
            lambda connection: claim(
                connection, now, owner, lease, limit=limit, per_domain=per_domain, only=ids
            )
        )

    def heartbeat(self, job_ids: Sequence[int], owner: str, until: datetime) -> set[int]:
        """Prolong leases; returns the jobs that are still the owner's."""
        return self._database.write_again(
            lambda connection: _prolong(connection, _sane(job_ids), clean(owner), until)
        )

    def finish_job(self, result: JobResult, *, owner: str) -> bool:
        """Store attempt, artifacts, metadata, text and state in one transaction."""
        words_of(clean(result.text))  # asked for again within, and known by then
        return self._database.write_again(lambda connection: finish(connection, result, owner))

    def job(self, job_id: int) -> ArchiveJob | None:
        """One job."""
        if not _sane([job_id]):
            return None
        with self._database.read() as connection:
            query = sa.select(_JOBS).where(_JOBS.c.job_id == job_id, _SHOWN)
            row = connection.execute(query).first()
            return None if row is None else job_of(row)

    def jobs(
        self,
        *,
        status: JobStatus | None = None,
        article_uuid: str | None = None,
        limit: int = 50,
        before_id: int | None = None,
    ) -> list[ArchiveJob]:
        """Newest first."""
        query = sa.select(_JOBS).where(_SHOWN).order_by(_JOBS.c.job_id.desc())
        query = query.limit(row_limit(limit))
        if status is not None:
            query = query.where(_JOBS.c.status == status.value)
        if article_uuid is not None:
            query = query.where(_JOBS.c.article_uuid == article_uuid)
        if before_id is not None:
            query = query.where(_JOBS.c.job_id < row_limit(before_id))
        with self._database.read() as connection:
            return [job_of(row) for row in connection.execute(query)]

    def hasten(self, job_id: int, now: datetime, *, priority: int, reason: str) -> bool:
        """Let a queued job be due now; False where it is queued no longer."""
        query = (
            _JOBS.update()
            .where(_JOBS.c.job_id.in_(_sane([job_id])), _JOBS.c.status == JobStatus.QUEUED.value)
            .values(enqueued_at=now, not_before=None, priority=priority, reason=clean(reason))
            .returning(_JOBS.c.article_uuid)
        )

        def write(connection: Connection) -> bool:
            uuids = list(connection.execute(query).scalars())
            refresh(connection, uuids, has_new_words=False)
            return bool(uuids)

        return self._database.write_again(write)

    def job_queue(self, *, limit: int, after: ArchiveJob | None = None) -> list[ArchiveJob]:
        """Queued jobs in the order in which they are taken up."""
        with self._database.read() as connection:
            return [job_of(row) for row in connection.execute(_queue(connection, limit, after))]

    def job_failures(self, *, most: int = 1_000, kept: bool = False) -> dict[str, int]:
        """Failed jobs by what failed them, or kept pages by what they are without, those of which
        there are any; no more than `most` of each are counted.
        """
        found: dict[str, int] = {}
        failure: str | None = ""
        with self._database.read() as connection:
            while failure is not None:
                failed = _failed(kept=kept).where(_JOBS.c.failure > failure)
                failure = connection.execute(
                    failed.with_only_columns(_JOBS.c.failure).order_by(_JOBS.c.failure).limit(1)
                ).scalar()
                if failure is not None:
                    some = _failed(failure, kept=kept).with_only_columns(_JOBS.c.job_id).limit(most)
                    count = sa.select(sa.func.count()).select_from(some.subquery())
                    found[failure] = int(connection.execute(count).scalar_one())
        return found

    def failed_jobs(
        self, failure: str, *, limit: int, before_id: int | None = None, kept: bool = False
    ) -> list[ArchiveJob]:
        """Jobs that failed for a reason, or that kept a page without one copy; newest first."""
        query = (
            _failed(clean(failure), kept=kept)
            .order_by(_JOBS.c.job_id.desc())
            .limit(row_limit(limit))
        )
        if before_id is not None:
            query = query.where(_JOBS.c.job_id < row_limit(before_id))
        with self._database.read() as connection:
            return [job_of(row) for row in connection.execute(query)]

    def cancel_jobs(self, job_ids: Sequence[int], now: datetime, reason: str) -> list[int]:
        """Let queued jobs be skipped; those that run or are over stay. Returns which were."""
        query = (
            _JOBS.update()
            .where(_JOBS.c.job_id.in_(_sane(job_ids)), _JOBS.c.status == JobStatus.QUEUED.value)
            .values(
                status=JobStatus.SKIPPED_POLICY.value,
                not_before=None,
                finished_at=now,
                reason=clean(reason[:MAX_LINE]),
            )
            .returning(_JOBS.c.job_id, _JOBS.c.article_uuid)
        )

        def write(connection: Connection) -> list[int]:
            rows = connection.execute(query).all()
            refresh(connection, [row.article_uuid for row in rows], has_new_words=False)
            return sorted(row.job_id for row in rows)

        return self._database.write_again(write)

    def put_job_first(self, job_id: int) -> bool:
        """Let a queued job come before all others; False where it is queued no longer."""
        waiting = _JOBS.alias("waiting")
        highest = sa.select(waiting.c.priority).where(sa.text("waiting.status = 'queued'"))
        first = highest.order_by(waiting.c.priority.desc()).limit(1).scalar_subquery()
        query = (
            _JOBS.update()
            .where(_JOBS.c.job_id.in_(_sane([job_id])), _JOBS.c.status == JobStatus.QUEUED.value)
            .values(priority=first + 1)
        )
        return self._database.write_again(lambda connection: connection.execute(query).rowcount > 0)

    def retry_jobs(self, job_ids: Sequence[int], now: datetime) -> int:
        """Queue failed and incomplete jobs again with a fresh count of attempts; returns how many.

        An article that has an open job meanwhile, or several failed ones, gets one open job.
        """
        newest_first = _sane(job_ids)[::-1]
        return self._database.write_again(
            lambda connection: sum(_retry(connection, job_id, now) for job_id in newest_first)
        )

    def attempts(self, *job_ids: int) -> list[Attempt]:
        """Of some jobs, oldest first."""
        table = schema.archive_attempts
        wanted = _sane(job_ids)
        if not wanted:
            return []
        query = sa.select(table).where(table.c.job_id.in_(wanted)).order_by(table.c.attempt_id)
        with self._database.read() as connection:
            return [attempt_of(row) for row in connection.execute(query)]

    def job_counts(self) -> dict[str, int]:
        """Jobs by status; every status is there."""
        query = sa.select(_JOBS.c.status, sa.func.count()).group_by(_JOBS.c.status)
        with self._database.read() as connection:
            found = {row[0]: row[1] for row in connection.execute(query)}
        return {status.value: found.get(status.value, 0) for status in JobStatus}


def _queue(connection: Connection, limit: int, after: ArchiveJob | None) -> Any:
    """SQLite takes another index of the same condition where it is not told which."""
    hint = "INDEXED BY ix_archive_jobs_queued" if connection.dialect.name == "sqlite" else ""
    behind = """
        AND priority <= :priority AND (priority < :priority OR enqueued_at > :enqueued_at
            OR (enqueued_at = :enqueued_at AND job_id > :job_id))
    """
    statement = sa.text(f"""
        SELECT * FROM archive_jobs {hint} WHERE status = 'queued' {behind if after else ""}
        ORDER BY priority DESC, enqueued_at, job_id LIMIT {row_limit(limit)}
    """)  # noqa: S608 - our own names
    if after is not None:
        statement = statement.bindparams(
            sa.bindparam("enqueued_at", after.enqueued_at, UtcTime()),
            priority=after.priority,
            job_id=after.job_id,
        )
    return statement.columns(*_JOBS.columns)


def _failed(failure: str | None = None, *, kept: bool = False) -> sa.Select[Any]:
    """Spelled as in the partial indexes."""
    which = "status = 'succeeded' AND failure <> ''" if kept else "status = 'failed'"
    query = sa.select(_JOBS).where(sa.text(which), _SHOWN)
    return query if failure is None else query.where(_JOBS.c.failure == failure)


def _prolong(
    connection: Connection, job_ids: Sequence[int], owner: str, until: datetime
) -> set[int]:
    kept: set[int] = set()
    for chunk in chunks(job_ids):
        query = _JOBS.update().where(
            _JOBS.c.job_id.in_(chunk),
            _JOBS.c.status == JobStatus.RUNNING.value,
            _JOBS.c.lease_owner == owner,
        )
        rows = connection.execute(query.values(lease_until=until).returning(_JOBS.c.job_id))
        kept |= set(rows.scalars())
    return kept


def _sane(job_ids: Sequence[int]) -> list[int]:
    """Ids that a job can have, each once, in order: two processes never wait in a circle."""
    return sorted({number for number in job_ids if 0 < number <= MAX_INTEGER})


def _enqueue(connection: Connection, jobs: Sequence[ArchiveJob]) -> int:
    named = sorted({job.article_uuid for job in jobs})
    there = {
        row[0]
        for row in select_among(
            connection, "SELECT article_uuid FROM articles WHERE article_uuid {among}", named
        )
    }
    missing = [uuid for uuid in named if uuid not in there]
    if missing:
        raise StoreError(f"There is no article {missing[0]} to archive.", subject=missing[0])
    return add_jobs(connection, jobs)


def add_jobs(connection: Connection, jobs: Sequence[ArchiveJob]) -> int:
    """Insert jobs of articles that are there; returns how many were queued.

    What was taken down is never captured again, whoever asks.
    """
    jobs = _refused(connection, jobs)
    queued = [job_row(job) for job in jobs if job.status is JobStatus.QUEUED]
    skipped = [job_row(job) for job in jobs if job.status is not JobStatus.QUEUED]
    count, _ = _INSERT.run(connection, queued)
    _INSERT.run(connection, skipped)
    refresh(connection, {job.article_uuid for job in jobs}, has_new_words=False)
    return count


def _refused(connection: Connection, jobs: Sequence[ArchiveJob]) -> list[ArchiveJob]:
    table = schema.takedowns
    struck: set[str] = set()
    for chunk in chunks(sorted({job.article_uuid for job in jobs})):
        query = sa.select(table.c.article_uuid).where(table.c.article_uuid.in_(chunk))
        struck |= set(connection.execute(query).scalars())
    return [
        replace(job, status=JobStatus.SKIPPED_POLICY, reason=schema.TAKEN_DOWN)
        if job.article_uuid in struck
        else job
        for job in jobs
    ]


def add_found_jobs(
    connection: Connection, jobs: Sequence[ArchiveJob], names: dict[str, str]
) -> None:
    """Insert the jobs of a batch under the ids of the ledger; a batch may be applied twice.

    A job of the same article, time and reason is the same job, whatever became of it.
    """
    renamed = [
        replace(job, article_uuid=names[job.article_uuid])
        for job in jobs
        if job.article_uuid in names
    ]
    known = _known(connection, {job.article_uuid for job in renamed})
    add_jobs(connection, [job for job in renamed if _identity(job) not in known])


def _identity(job: ArchiveJob) -> tuple[str, datetime, str]:
    return job.article_uuid, job.enqueued_at, clean(job.reason)


def _known(connection: Connection, uuids: set[str]) -> set[tuple[str, datetime, str]]:
    found: set[tuple[str, datetime, str]] = set()
    for chunk in chunks(sorted(uuids)):
        query = sa.select(_JOBS.c.article_uuid, _JOBS.c.enqueued_at, _JOBS.c.reason).where(
            _JOBS.c.article_uuid.in_(chunk)
        )
        found |= {(row[0], row[1], row[2]) for row in connection.execute(query)}
    return found


def _retry(connection: Connection, job_id: int, now: datetime) -> int:
    """1 where the job is queued again."""
    other = _JOBS.alias("other")
    in_the_way = sa.exists().where(
        other.c.article_uuid == _JOBS.c.article_uuid,
        other.c.job_id != _JOBS.c.job_id,
        other.c.status.in_([status.value for status in OPEN]),
    )
    query = _JOBS.update().where(
        _JOBS.c.job_id == job_id,
        _MAY_BE_RETRIED,
        _SHOWN,
        sa.not_(in_the_way),
    )
    try:
        with connection.begin_nested():
            row: Any = connection.execute(
                query.values(
                    status=JobStatus.QUEUED.value,
                    attempts=0,
                    not_before=now,
                    finished_at=None,
                    failure="",
                ).returning(_JOBS.c.article_uuid)
            ).first()
    except sa.exc.IntegrityError:  # another process queued one at this moment
        return 0
    if row is None:
        return 0
    refresh(connection, [row.article_uuid], has_new_words=False)
    return 1
