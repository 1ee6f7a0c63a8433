"""Builders of the archive's values for tests, beside those of `builders`."""

from datetime import timedelta
from typing import Any

from strandline.model.archive import (
    ArchiveJob,
    Artifact,
    ArtifactKind,
    Attempt,
    CaptureName,
    CaptureOutcome,
    CaptureReport,
    JobResult,
    JobStatus,
    LinkMetadata,
)
from strandline.model.articles import Article
from strandline.testing.builders import NOW, an_article


def a_job(article: Article | None = None, **changes: Any) -> ArchiveJob:
    """A job of an article, queued at `NOW`."""
    article = article or an_article()
    defaults: dict[str, Any] = {
        "article_uuid": article.article_uuid,
        "url": article.article_url_final,
        "domain": article.domain,
        "enqueued_at": NOW,
    }
    return ArchiveJob(**(defaults | changes))


def an_attempt(job: ArchiveJob, **changes: Any) -> Attempt:
    """A good attempt, begun a minute and ended two minutes after the job was queued."""
    defaults: dict[str, Any] = {
        "job_id": job.job_id,
        "number": job.attempts + 1,
        "started_at": job.enqueued_at + timedelta(minutes=1),
        "ended_at": job.enqueued_at + timedelta(minutes=2),
        "reports": (CaptureReport(CaptureName.FETCH, CaptureOutcome.GOOD, seconds=0.5),),
    }
    return Attempt(**(defaults | changes))


def an_artifact(job: ArchiveJob, kind: ArtifactKind = ArtifactKind.RAW, **changes: Any) -> Artifact:
    """A stored file of a job."""
    defaults: dict[str, Any] = {
        "article_uuid": job.article_uuid,
        "job_id": job.job_id,
        "kind": kind,
        "key": f"archives/{job.article_uuid}/{job.job_id}/{kind.value}",
        "content_type": "text/html",
        "size_bytes": 1_234,
        "sha256": "ab" * 32,
        "created_at": job.enqueued_at + timedelta(minutes=2),
    }
    return Artifact(**(defaults | changes))


def a_result(job: ArchiveJob, **changes: Any) -> JobResult:
    """A good end of a job: one artifact, a title and a text."""
    defaults: dict[str, Any] = {
        "job_id": job.job_id,
        "article_uuid": job.article_uuid,
        "status": JobStatus.SUCCEEDED,
        "attempt": an_attempt(job),
        "artifacts": (an_artifact(job),),
        "metadata": LinkMetadata(
            job.article_uuid, title="The bridge", final_url=job.url, http_status=200
        ),
        "text": "Traffic goes round by the mill until the middle of May.",
        "is_archived": True,
    }
    return JobResult(**(defaults | changes))


def a_bad_result(
    job: ArchiveJob, outcome: CaptureOutcome = CaptureOutcome.BLOCKED, **changes: Any
) -> JobResult:
    """A failed end of a job: what the server sent is stored, and nothing of it is good."""
    defaults: dict[str, Any] = {
        "status": JobStatus.FAILED,
        "attempt": an_attempt(job, reports=(CaptureReport(CaptureName.FETCH, outcome, "no"),)),
        "artifacts": (an_artifact(job, capture_outcome=outcome),),
        "metadata": LinkMetadata(job.article_uuid, title="Access denied", http_status=403),
        "text": "Please prove that you are human.",
        "last_error": f"fetch: {outcome.value}",
        "is_archived": False,
    }
    return a_result(job, **(defaults | changes))
