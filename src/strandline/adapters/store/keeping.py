"""What an attempt leaves: all of it in the transaction that moves the job on, or nothing."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import archive_schema as schema
from strandline.adapters.store.archive_rows import MAX_LINE, artifact_row, attempt_row
from strandline.adapters.store.base import put, values
from strandline.adapters.store.border import clean
from strandline.adapters.store.documents import refresh
from strandline.adapters.store.rot import note_kept
from strandline.adapters.store.schema import articles
from strandline.adapters.store.sharing import keep_uses
from strandline.core.archive.failures import failure_of
from strandline.core.archive.outcomes import best, may_replace
from strandline.core.archive.weighing import FILM_KINDS, copy_of, takes_over
from strandline.model.archive import CaptureOutcome, JobResult, JobStatus, LinkMetadata

_JOBS = schema.archive_jobs
_ARTIFACTS = schema.archive_artifacts


def finish(connection: Connection, result: JobResult, owner: str) -> bool:
    """Store a result under the lease of its owner; False where the lease was lost.

    The article is the one that the job hangs on now: it may have been merged while it was captured.
    """
    article_uuid = _move_on(connection, result, clean(owner))
    if article_uuid is None:
        return False
    connection.execute(
        schema.archive_attempts.insert(), [attempt_row(result.attempt, result.job_id)]
    )
    is_shown = _keep_artifacts(connection, article_uuid, result)
    keep_uses(connection, article_uuid, result.uses)
    is_good = result.is_archived and is_shown
    if result.metadata is not None:
        _keep_metadata(connection, article_uuid, result.metadata, is_good=is_good)
    if result.text:
        _keep_text(connection, article_uuid, result.text, is_good=is_good)
    if result.is_archived:
        _mark_archived(connection, article_uuid, result.attempt.ended_at)
        note_kept(connection, article_uuid, result.attempt.ended_at)
    refresh(connection, [article_uuid])
    return True


def _move_on(connection: Connection, result: JobResult, owner: str) -> str | None:
    """End the lease and set the state; the job's article, None where the lease is not ours."""
    is_over = result.status is not JobStatus.QUEUED
    return connection.execute(
        _JOBS.update()
        .where(
            _JOBS.c.job_id == result.job_id,
            _JOBS.c.status == JobStatus.RUNNING.value,
            _JOBS.c.lease_owner == owner,
        )
        .values(
            status=result.status.value,
            attempts=_JOBS.c.attempts + 1,
            not_before=None if is_over else result.not_before,
            last_error=clean(result.last_error[:MAX_LINE]),
            failure=failure_of(result.status, result.attempt.reports),
            finished_at=result.attempt.ended_at if is_over else None,
            lease_owner=None,
            lease_until=None,
            claimed_at=None,
        )
        .returning(_JOBS.c.article_uuid)
    ).scalar()


def _keep_artifacts(connection: Connection, article_uuid: str, result: JobResult) -> bool:
    """Insert; the capture is what people see from now on unless the one before is the better.

    Returns:
        False where that one stays shown.
    """
    artifacts, job_id = result.artifacts, result.job_id
    if not artifacts:
        return True
    before = copy_of(kept := current(connection, article_uuid), _text(connection, article_uuid))
    is_shown = takes_over(copy_of(artifacts, result.text), before)
    outdated, current_kinds = decide(kept, artifacts, is_shown=is_shown)
    if outdated:
        set_current(connection, outdated, is_current=False)
    connection.execute(
        _ARTIFACTS.insert(),
        [
            artifact_row(artifact)
            | {
                "article_uuid": article_uuid,
                "job_id": job_id,
                "is_current": artifact.kind in current_kinds,
            }
            for artifact in artifacts
        ],
    )
    return is_shown


def current(connection: Connection, article_uuid: str) -> list[Any]:
    """Id, kind, outcome and size of the current artifacts of an article."""
    query = sa.select(
        *(_ARTIFACTS.c.artifact_id, _ARTIFACTS.c.kind),
        *(_ARTIFACTS.c.capture_outcome, _ARTIFACTS.c.size_bytes),
    ).where(_ARTIFACTS.c.article_uuid == article_uuid, _ARTIFACTS.c.is_current)
    return list(connection.execute(query))


def set_current(connection: Connection, artifact_ids: Sequence[int], *, is_current: bool) -> None:
    """Say which artifacts people see."""
    connection.execute(
        _ARTIFACTS.update()
        .where(_ARTIFACTS.c.artifact_id.in_(artifact_ids))
        .values(is_current=is_current)
    )


def show(
    connection: Connection,
    article_uuid: str,
    artifact_ids: Sequence[int],
    metadata: LinkMetadata,
    text: str,
) -> bool:
    """A person chose a capture: `ArchiveStore.show_capture`."""
    own = _ARTIFACTS.c.article_uuid == article_uuid
    chosen = sa.and_(own, _ARTIFACTS.c.artifact_id.in_(list(artifact_ids)))
    is_there = sa.select(sa.literal(1)).where(chosen, schema.unstruck(_ARTIFACTS.c.article_uuid))
    if connection.execute(is_there.limit(1)).first() is None:
        return False
    connection.execute(_ARTIFACTS.update().where(own).values(is_current=False))
    connection.execute(_ARTIFACTS.update().where(chosen).values(is_current=True))
    _keep_metadata(connection, article_uuid, metadata, is_good=True)
    _keep_text(connection, article_uuid, text, is_good=True)
    refresh(connection, [article_uuid])
    return True


def decide(
    kept: Sequence[Any], found: Sequence[Any], *, is_shown: bool
) -> tuple[list[int], set[str]]:
    """Which kept artifacts are outdated, and the kinds whose found ones become current.

    A kind that is missing this time stays as it was, and so does one that came out worse.

    Args:
        kept: Current rows with `artifact_id`, `kind`, `capture_outcome`.
        found: Artifacts or rows with `kind`, `capture_outcome`; of an equal outcome they win, as
            the newer ones.
        is_shown: The capture takes the place of the one before; of one that does not only films
            are shown.
    """

    def best_of(items: Sequence[Any], kind: str) -> CaptureOutcome | None:
        return best([CaptureOutcome(item.capture_outcome) for item in items if item.kind == kind])

    kinds = {
        kind
        for kind in {item.kind for item in found}
        if (is_shown or kind in FILM_KINDS)
        and (new := best_of(found, kind)) is not None
        and may_replace(new, best_of(kept, kind))
    }
    return [row.artifact_id for row in kept if row.kind in kinds], kinds


def _keep_metadata(
    connection: Connection, article_uuid: str, metadata: LinkMetadata, *, is_good: bool
) -> None:
    """What a block page says of itself never replaces what the page said."""
    table = schema.link_metadata
    names = tuple(column.name for column in table.columns)
    if is_good or not _has(connection, table, article_uuid):
        put(connection, table, values(metadata, *names) | {"article_uuid": article_uuid})


def _keep_text(connection: Connection, article_uuid: str, text: str, *, is_good: bool) -> None:
    table = schema.archive_texts
    if is_good or not _has(connection, table, article_uuid):
        put(connection, table, {"article_uuid": article_uuid, "extracted_text": clean(text)})


def _text(connection: Connection, article_uuid: str) -> str:
    table = schema.archive_texts
    query = sa.select(table.c.extracted_text).where(table.c.article_uuid == article_uuid)
    return connection.execute(query).scalar() or ""


def _has(connection: Connection, table: sa.Table, article_uuid: str) -> bool:
    query = sa.select(sa.literal(1)).where(table.c.article_uuid == article_uuid)
    return connection.execute(query).first() is not None


def _mark_archived(connection: Connection, article_uuid: str, when: datetime) -> None:
    """Moves forward only: an older attempt may be told of later."""
    connection.execute(
        articles.update()
        .where(
            articles.c.article_uuid == article_uuid,
            sa.or_(articles.c.last_archived_at.is_(None), articles.c.last_archived_at < when),
        )
        .values(last_archived_at=when, updated_at=when)
    )
