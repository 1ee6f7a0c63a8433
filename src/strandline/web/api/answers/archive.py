"""What is kept: links of the archive, jobs, files."""

from datetime import datetime
from typing import Self

from pydantic import Field

from strandline.model.archive import ArchivedLink, ArchiveJob, Artifact
from strandline.model.captures import Capture
from strandline.web.api.answers.base import (
    Address,
    Answer,
    ArticleUuid,
    Language,
    Line,
    Next,
    Page,
    Reason,
    Words,
)


class LinkAnswer(Answer):
    """A link that is kept, or waits to be."""

    article_uuid: ArticleUuid
    url: Address
    title: Line
    domain: str
    language: Language
    first_seen_at: datetime
    last_archived_at: datetime | None
    listed_at: datetime = Field(description="When it was last archived, or queued: lists go by it.")
    status: str | None = Field(description="Of its last job.", examples=["succeeded"])
    artifacts: dict[str, int] = Field(description="Kind → how many files are kept.")
    snippet: Words = Field(description="Text around the words found; empty without words.")
    page: Page

    @classmethod
    def of(cls, link: ArchivedLink, base_url: str) -> Self:
        """A link as the archive lists it."""
        return cls(
            article_uuid=link.article_uuid,
            url=link.url,
            title=link.title,
            domain=link.domain,
            language=link.language,
            first_seen_at=link.first_seen_at,
            last_archived_at=link.last_archived_at,
            listed_at=link.listed_at,
            status=link.status.value if link.status else None,
            artifacts=dict(link.artifacts),
            snippet=link.snippet,
            page=f"{base_url}/articles/{link.article_uuid}",
        )


class LinksAnswer(Answer):
    """One page of links."""

    links: list[LinkAnswer]
    next: Next


class FileAnswer(Answer):
    """A kept file."""

    artifact_id: int
    kind: str = Field(examples=["screenshot"])
    content_type: str = Field(examples=["image/png"])
    size_bytes: int
    sha256: str
    created_at: datetime
    outcome: str = Field(description="How good the capture is.", examples=["good"])
    address: str = Field(description="Where its bytes are.", examples=["/artifacts/7"])

    @classmethod
    def of(cls, artifact: Artifact, base_url: str) -> Self:
        """A file as kept."""
        return cls(
            artifact_id=artifact.artifact_id,
            kind=artifact.kind.value,
            content_type=artifact.content_type,
            size_bytes=artifact.size_bytes,
            sha256=artifact.sha256,
            created_at=artifact.created_at,
            outcome=artifact.capture_outcome.value,
            address=f"{base_url}/artifacts/{artifact.artifact_id}",
        )


class CaptureAnswer(Answer):
    """One capture of an article."""

    number: int = Field(description="Names it, such as in a wish to show it again.")
    made_at: datetime
    is_shown: bool
    outcome: str = Field(examples=["good"])
    files: list[FileAnswer]

    @classmethod
    def of(cls, capture: Capture, base_url: str) -> Self:
        """As kept."""
        return cls(
            number=capture.number,
            made_at=capture.made_at,
            is_shown=capture.is_shown,
            outcome=capture.outcome.value,
            files=[FileAnswer.of(file, base_url) for file in capture.files],
        )


class EveryCaptureAnswer(Answer):
    """All captures of an article, newest first."""

    captures: list[CaptureAnswer]


class JobAnswer(Answer):
    """A capture that waits, runs, or has ended."""

    job_id: int
    article_uuid: ArticleUuid
    url: Address
    status: str = Field(examples=["queued"])
    enqueued_at: datetime
    finished_at: datetime | None
    not_before: datetime | None
    attempts: int
    reason: Reason = Field(description="Why it was queued or skipped.")
    last_error: Reason

    @classmethod
    def of(cls, job: ArchiveJob) -> Self:
        """A job as kept."""
        return cls(
            job_id=job.job_id,
            article_uuid=job.article_uuid,
            url=job.url,
            status=job.status.value,
            enqueued_at=job.enqueued_at,
            finished_at=job.finished_at,
            not_before=job.not_before,
            attempts=job.attempts,
            reason=job.reason,
            last_error=job.last_error,
        )


class CapturesAnswer(Answer):
    """What is kept of an article."""

    article_uuid: ArticleUuid
    files: list[FileAnswer] = Field(description="The best of each kind.")
    earlier: list[FileAnswer] = Field(description="Of other captures, newest first, at most 60.")
    jobs: list[JobAnswer] = Field(description="Newest first, at most 10.")


class JobsAnswer(Answer):
    """One page of captures."""

    jobs: list[JobAnswer]
    next: Next


class FailuresAnswer(Answer):
    """Failed captures by what failed them."""

    failures: dict[str, int]
    without: dict[str, int] = Field(description="Kept, by the copy that is missing.")


class LeftAnswer(Answer):
    """What became of several addresses."""

    detail: str = Field(description="What was done, in words.")
    left: dict[str, str] = Field(description="Those that were not queued, each with why.")
