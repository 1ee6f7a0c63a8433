"""One job from claim to end: where it leads, captures, objects, and the rows in one transaction.

The order is what makes a kill harmless at any point: objects are stored and verified before the
database names them, everything before the last transaction can be done again, and the last
transaction is refused to a worker that no longer holds the job.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import structlog

from strandline.core.archive.made_by import MADE_BY
from strandline.core.archive.retry import NextStep, after_attempt
from strandline.model.archive import (
    ArchiveJob,
    Attempt,
    CaptureName,
    CaptureOutcome,
    CaptureReport,
    JobResult,
    JobStatus,
    LinkMetadata,
)
from strandline.model.errors import StoreError, StrandlineError
from strandline.pipelines.archive.keep import Keeper, Kept
from strandline.pipelines.archive.known import known_payloads, uses_of_record
from strandline.pipelines.archive.leads import Lead, finish_merge, follow, move_to_end
from strandline.pipelines.archive.learn import learn
from strandline.pipelines.archive.leases import Leases
from strandline.pipelines.archive.sweep import claim_name, sweep_job
from strandline.pipelines.archive.work import WorkFolders
from strandline.ports import BlobStore, Captured, Capturer, Ports
from strandline.settings import Settings

log = structlog.get_logger("strandline.archive")

#: Told of every capture as it ends.
Tell = Callable[[ArchiveJob, CaptureReport], None]


@dataclass(frozen=True, slots=True)
class JobEnd:
    """How one attempt at a job ended.

    Attributes:
        status: What the job became; None where it was lost to another worker.
        kept: How many files are kept of it.
        put_bytes: Bytes that were stored.
        saved_bytes: Bytes that were there already and not stored again.
        not_before: When it is tried again, where it is.
        message: One line for a person; empty when all is well.
    """

    job: ArchiveJob
    status: JobStatus | None
    reports: tuple[CaptureReport, ...] = ()
    kept: int = 0
    put_bytes: int = 0
    saved_bytes: int = 0
    not_before: datetime | None = None
    message: str = ""


@dataclass(frozen=True)
class Bench:
    """All that a job is worked on with."""

    ports: Ports
    settings: Settings
    blobs: BlobStore
    capturer: Capturer
    leases: Leases
    folders: WorkFolders
    tell: Tell


def archive_job(bench: Bench, job: ArchiveJob) -> JobEnd:
    """Work on a claimed job; what fails in it is recorded with it.

    Raises:
        StoreError: The database is down. The job is taken up again when its lease ends.
    """
    started = bench.ports.clock.now()
    nothing = Captured((), (), LinkMetadata(job.article_uuid))
    with bench.leases.hold(job.job_id):
        if job.attempts >= bench.settings.archive.max_attempts:
            # A page that ends its worker each time would otherwise do so for ever.
            return _finish(bench, job, started, nothing, Kept(), "Every worker was lost on it.")
        try:
            return _attempt(bench, job, started)
        except StoreError:
            raise
        except Exception as error:
            if bench.leases.is_lost(job.job_id):
                return _lost(job)
            # A fault of ours in one job must neither stop the worker nor be met for ever.
            log.exception("capture failed", job=job.job_id, url=job.url)
            return _finish(bench, job, started, nothing, Kept(), _one_line(error))


def _attempt(bench: Bench, job: ArchiveJob, started: datetime) -> JobEnd:
    lead = follow(bench.ports, bench.settings, job, started)
    if lead.skip is not None:
        return _skip(bench, lead, lead.skip, started)
    job = lead.job
    if bench.ports.store.struck([job.article_uuid]):
        why = "leads to a page that was taken down"
        return _skip(bench, replace(lead, why=why), JobStatus.SKIPPED_POLICY, started)
    sweep_job(bench.ports, bench.blobs, bench.settings, job)
    with bench.folders.folder(str(job.job_id)) as folder:
        captured = bench.capturer.capture(
            job,
            folder,
            deadline_s=bench.settings.archive.capture_deadline_s,
            tell=lambda report: bench.tell(job, report),
            known=known_payloads(
                bench.ports,
                bench.blobs,
                bench.settings.storage.s3_prefix,
                job.article_uuid,
            ),
        )
        if bench.leases.is_lost(job.job_id):
            return _lost(job)
        kept = _keep(bench, job, captured)
        return _finish(bench, job, started, captured, kept)


def _keep(bench: Bench, job: ArchiveJob, captured: Captured) -> Kept:
    known = bench.ports.store.artifacts(job.article_uuid)
    name = claim_name(bench.ports.new_id())
    keeper = Keeper(bench.blobs, job, bench.settings.storage.s3_prefix, name, known)
    return keeper.keep(captured.files, captured.reports, bench.ports.clock.now())


def _finish(
    bench: Bench,
    job: ArchiveJob,
    started: datetime,
    captured: Captured,
    kept: Kept,
    error: str = "",
) -> JobEnd:
    """Decide what becomes of the job and store all of it at once, if it is still ours."""
    ports = bench.ports
    reports = _with_faults(captured.reports, kept)
    earlier = ports.store.attempts(job.job_id)
    ended = ports.clock.now()
    step = after_attempt(
        reports,
        number=job.attempts + 1,
        seen_before=_fetch_outcomes(earlier[-job.attempts :] if job.attempts else ()),
        now=ended,
        max_attempts=bench.settings.archive.max_attempts,
        jitter=ports.jitter(),
    )
    error = error or step.last_error
    if step.is_archived:
        learn(ports, job, captured, ended)
    result = JobResult(
        job_id=job.job_id,
        article_uuid=job.article_uuid,
        status=step.status,
        attempt=Attempt(job.job_id, len(earlier) + 1, started, ended, reports, error),
        artifacts=kept.artifacts,
        metadata=captured.metadata if step.is_archived else None,
        text=captured.text if step.is_archived else "",
        not_before=step.not_before,
        last_error=error,
        is_archived=step.is_archived,
        uses=uses_of_record(captured.files, kept.artifacts, bench.settings.storage.s3_prefix),
    )
    if not ports.store.finish_job(result, owner=ports.owner):
        # Nobody names these objects, and nobody else can have put them.
        bench.blobs.delete(kept.put_keys)
        return _lost(job)
    if step.is_archived:
        moved = move_to_end(ports, job, captured, ended)
        job = replace(job, article_uuid=moved or job.article_uuid)
    _log(job, step, kept)
    return JobEnd(
        job,
        step.status,
        reports,
        len(kept.artifacts),
        kept.put_bytes,
        kept.saved_bytes,
        step.not_before,
        error,
    )


def _skip(bench: Bench, lead: Lead, status: JobStatus, started: datetime) -> JobEnd:
    """The page is kept, or being kept, under another URL, or must not be: no capture."""
    ports, job = bench.ports, lead.job
    ended = ports.clock.now()
    number = len(ports.store.attempts(job.job_id)) + 1
    result = JobResult(
        job_id=job.job_id,
        article_uuid=job.article_uuid,
        status=status,
        attempt=Attempt(job.job_id, number, started, ended, (), lead.why),
        last_error=lead.why,
    )
    if not ports.store.finish_job(result, owner=ports.owner):
        return _lost(job)
    finish_merge(ports, lead)
    return JobEnd(job, status, message=lead.why)


def _with_faults(reports: Sequence[CaptureReport], kept: Kept) -> tuple[CaptureReport, ...]:
    """Reports in which a capture that could not be stored has failed."""
    failed = {MADE_BY[kind]: message for kind, message in reversed(kept.faults)}
    return tuple(
        replace(
            report,
            outcome=CaptureOutcome.FAILED,
            message=f"could not be stored: {failed[report.capture]}"[:500],
        )
        if report.capture in failed
        else report
        for report in reports
    )


def _fetch_outcomes(attempts: Sequence[Attempt]) -> list[CaptureOutcome]:
    return [
        report.outcome
        for attempt in attempts
        for report in attempt.reports
        if report.capture is CaptureName.FETCH
    ]


def _lost(job: ArchiveJob) -> JobEnd:
    return JobEnd(job, None, message="Another worker has taken the job up.")


def _log(job: ArchiveJob, step: NextStep, kept: Kept) -> None:
    log.info(
        "archived" if step.is_archived else "not archived",
        job=job.job_id,
        url=job.url,
        status=step.status.value,
        files=len(kept.artifacts),
        bytes=kept.put_bytes,
        saved_bytes=kept.saved_bytes,
        error=step.last_error or None,
    )


def _one_line(error: Exception) -> str:
    text = str(error) if isinstance(error, StrandlineError) else f"{type(error).__name__}: {error}"
    return " ".join(text.split())[:500]
