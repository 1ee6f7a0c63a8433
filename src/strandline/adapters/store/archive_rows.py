"""Jobs, attempts, artifacts and metadata as rows, and back."""

from datetime import datetime
from typing import Any

from strandline.adapters.store.base import values
from strandline.adapters.store.border import clean, utc_text, utc_text_optional
from strandline.adapters.store.bulk import Row
from strandline.core.text.languages import language_tag
from strandline.model.archive import (
    ArchiveJob,
    Artifact,
    ArtifactKind,
    Attempt,
    CaptureName,
    CaptureOutcome,
    CaptureReport,
    JobStatus,
    LinkMetadata,
)

OPEN = (JobStatus.QUEUED, JobStatus.RUNNING)
SKIPPED = (JobStatus.SKIPPED_CACHED, JobStatus.SKIPPED_POLICY)

#: Longest line that is kept of an error or a reason; more of it is a page, not a line.
MAX_LINE = 2_000


def job_row(job: ArchiveJob) -> Row:
    """As inserted: nobody holds it."""
    return (
        job.article_uuid,
        job.url,
        clean(job.domain),
        utc_text(job.enqueued_at),
        str(job.status),
        job.priority,
        utc_text_optional(job.not_before),
        job.last_error[:MAX_LINE],
        job.reason[:MAX_LINE],
        job.attempts,
        utc_text_optional(job.finished_at),
        None,
        None,
        None,
        job.failure,
    )


def job_of(row: Any) -> ArchiveJob:
    """As read."""
    return ArchiveJob(
        article_uuid=row.article_uuid,
        url=row.url,
        domain=row.domain,
        enqueued_at=row.enqueued_at,
        status=JobStatus(row.status),
        priority=row.priority,
        not_before=row.not_before,
        last_error=row.last_error,
        reason=row.reason,
        attempts=row.attempts,
        finished_at=row.finished_at,
        lease_owner=row.lease_owner,
        lease_until=row.lease_until,
        failure=row.failure,
        job_id=row.job_id,
    )


def attempt_row(attempt: Attempt, job_id: int) -> dict[str, Any]:
    """As inserted."""
    return {
        "job_id": job_id,
        "number": attempt.number,
        "started_at": attempt.started_at,
        "ended_at": attempt.ended_at,
        "reports": [_report_tree(report) for report in attempt.reports],
        "error": clean(attempt.error[:MAX_LINE]),
    }


def attempt_of(row: Any) -> Attempt:
    """As read."""
    return Attempt(
        job_id=row.job_id,
        number=row.number,
        started_at=row.started_at,
        ended_at=row.ended_at,
        reports=tuple(_report_of(tree) for tree in row.reports if tree["capture"] in _CAPTURES),
        error=row.error,
    )


#: What older versions captured as well (packages) is left out where attempts are told.
_CAPTURES = frozenset(CaptureName)


def _report_tree(report: CaptureReport) -> dict[str, Any]:
    return {
        "capture": report.capture.value,
        "outcome": report.outcome.value,
        "message": report.message[:MAX_LINE],
        "seconds": report.seconds,
        "retry_after": utc_text_optional(report.retry_after),
    }


def _report_of(tree: dict[str, Any]) -> CaptureReport:
    again = tree["retry_after"]
    return CaptureReport(
        capture=CaptureName(tree["capture"]),
        outcome=CaptureOutcome(tree["outcome"]),
        message=tree["message"],
        seconds=tree["seconds"],
        retry_after=None if again is None else datetime.fromisoformat(again),
    )


def artifact_row(artifact: Artifact) -> dict[str, Any]:
    """Its own columns, without the article, the job and whether it is current."""
    return values(
        artifact,
        *("kind", "key", "content_type", "size_bytes", "sha256", "created_at", "original_name"),
        "capture_outcome",
    )


def artifact_of(row: Any) -> Artifact:
    """As read."""
    return Artifact(
        article_uuid=row.article_uuid,
        job_id=row.job_id,
        kind=ArtifactKind(row.kind),
        key=row.key,
        content_type=row.content_type,
        size_bytes=row.size_bytes,
        sha256=row.sha256,
        created_at=row.created_at,
        original_name=row.original_name,
        capture_outcome=CaptureOutcome(row.capture_outcome),
        artifact_id=row.artifact_id,
        is_current=row.is_current,
    )


def metadata_of(row: Any) -> LinkMetadata:
    """As read."""
    return LinkMetadata(
        article_uuid=row.article_uuid,
        title=row.title,
        description=row.description,
        author=row.author,
        published_at=row.published_at,
        site_name=row.site_name,
        language=language_tag(row.language),
        final_url=row.final_url,
        http_status=row.http_status,
    )
