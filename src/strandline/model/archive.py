"""What is kept: jobs, attempts, captures and the artifacts they leave."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path


class JobStatus(StrEnum):
    """The states of document 4."""

    QUEUED = "queued"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    SKIPPED_CACHED = "skipped_cached"
    SKIPPED_POLICY = "skipped_policy"


class CaptureName(StrEnum):
    """The kinds of copy that are made of an article, each on its own (`CAPTURE_KINDS`)."""

    FETCH = "fetch"  # raw response and headers, by our own client
    TEXT = "text"  # readable text
    METADATA = "metadata"  # title, OpenGraph, author, dates, site, language
    SCREENSHOT = "screenshot"  # first screen and full page
    PDF = "pdf"
    DOM = "dom"  # the document after scripts have run
    MEDIA = "media"  # yt-dlp: video, thumbnail, subtitles, info JSON
    REDDIT = "reddit"  # Reddit's JSON of a thread
    WARC = "warc"  # all of it, replayable


class ArtifactKind(StrEnum):
    """What a stored file is."""

    RAW = "raw"
    HEADERS = "headers"
    FETCH_JSON = "fetch_json"
    TEXT = "text"
    METADATA_JSON = "metadata_json"
    SCREENSHOT = "screenshot"
    SCREENSHOT_FULL = "screenshot_full"
    PDF = "pdf"
    DOM = "dom"
    SNAPSHOT = "snapshot"
    VIDEO = "video"
    THUMB = "thumb"
    SUBTITLES = "subtitles"
    INFO_JSON = "info_json"
    REDDIT_JSON = "reddit_json"
    WARC = "warc"


class CaptureOutcome(StrEnum):
    """How one capture ended. A worse one never replaces a better one."""

    GOOD = "good"
    TRUNCATED = "truncated"  # the server stopped in the middle
    TOO_LARGE = "too_large"
    BLOCKED = "blocked"  # a challenge or a block page
    LOGIN_WALL = "login_wall"
    SOFT_404 = "soft_404"
    GONE = "gone"  # 404 or 410
    NO_MEDIA = "no_media"  # the page has none: not a fault
    NOT_APPLICABLE = "not_applicable"  # this kind has nothing to do with this page
    TIMEOUT = "timeout"
    REFUSED = "refused"  # the egress guard
    TOOL_MISSING = "tool_missing"  # Chromium, ffmpeg or yt-dlp is not installed
    UNSUPPORTED = "unsupported"  # the scheme or the type of document
    FAILED = "failed"


#: Outcomes in which something worth keeping was stored, best first.
KEPT = (CaptureOutcome.GOOD, CaptureOutcome.TRUNCATED)


@dataclass(frozen=True, slots=True)
class CaptureReport:
    """What became of one capture of a job.

    Attributes:
        message: One line for a person; empty when good.
        retry_after: The server asked not to be asked again before this time.
    """

    capture: CaptureName
    outcome: CaptureOutcome
    message: str = ""
    seconds: float = 0.0
    retry_after: datetime | None = None


@dataclass(frozen=True, slots=True)
class CapturedFile:
    """A file that a capture left in the work folder, not stored yet.

    Attributes:
        name: Key below `archives/<article_uuid>/<job>/`, such as `render/screenshot.png`; ours,
            never the server's.
        original_name: The name the server gave, for showing; untrusted.
    """

    kind: ArtifactKind
    path: Path
    name: str
    content_type: str
    original_name: str = ""


@dataclass(frozen=True, slots=True)
class Artifact:
    """A stored file: the database names it only after the store has verified it.

    Attributes:
        key: Full key in the object store.
        sha256: Hex, of the stored bytes.
        capture_outcome: How good the capture is that left it.
        is_current: It was the one that is shown of its kind when it was read.
    """

    article_uuid: str
    job_id: int
    kind: ArtifactKind
    key: str
    content_type: str
    size_bytes: int
    sha256: str
    created_at: datetime
    original_name: str = ""
    capture_outcome: CaptureOutcome = CaptureOutcome.GOOD
    artifact_id: int = 0
    is_current: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class ArchiveJob:
    """One archive task of an article.

    Attributes:
        job_id: 0 before it is stored.
        url: What to capture: the article's canonical URL.
        domain: Registrable domain, for limits.
        reason: Why it was queued or skipped, such as `own link in <post>`.
        attempts: How many were made.
        failure: Of a failed job: the outcome that failed it, or `lost`; of one that succeeded: the
            copy that is missing, `incomplete` where an older version did not say which.
    """

    article_uuid: str
    url: str
    domain: str
    enqueued_at: datetime
    status: JobStatus = JobStatus.QUEUED
    priority: int = 0
    not_before: datetime | None = None
    last_error: str = ""
    reason: str = ""
    attempts: int = 0
    finished_at: datetime | None = None
    lease_owner: str | None = None
    lease_until: datetime | None = None
    failure: str = ""
    job_id: int = 0


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try of a job, kept for ever."""

    job_id: int
    number: int
    started_at: datetime
    ended_at: datetime
    reports: tuple[CaptureReport, ...]
    error: str = ""


@dataclass(frozen=True, slots=True)
class LinkMetadata:
    """What an archived page says of itself (`link_metadata` of document 4)."""

    article_uuid: str
    title: str = ""
    description: str = ""
    author: str | None = None
    published_at: datetime | None = None
    site_name: str | None = None
    language: str | None = None
    final_url: str = ""
    http_status: int = 0


@dataclass(frozen=True, slots=True)
class JobResult:
    """All that an attempt leaves; stored in one transaction with the job's state.

    Attributes:
        status: What the job becomes: `succeeded`, `failed`, or `queued` for another try.
        not_before: With `queued`: not before this time.
        text: Readable text for the search, empty to leave what is there.
        is_archived: True when something good was kept: `last_archived_at` moves.
        uses: Bodies of the record that other articles may share, and shared ones it refers to.
    """

    job_id: int
    article_uuid: str
    status: JobStatus
    attempt: Attempt
    artifacts: tuple[Artifact, ...] = ()
    metadata: LinkMetadata | None = None
    text: str = ""
    not_before: datetime | None = None
    last_error: str = ""
    is_archived: bool = False
    uses: "tuple[PayloadUse, ...]" = ()


@dataclass(frozen=True, slots=True)
class StoredBlob:
    """What an object store holds under a key, as verified."""

    key: str
    size_bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class StoredPayload:
    """A body that a stored WARC holds: a later WARC refers to it instead of repeating it.

    Attributes:
        digest: As in `WARC-Payload-Digest`: `sha256:` and Base32.
        url: Target of the record that holds it; `date` is that record's, as written there.
        key: Of the object that the record is in.
        offset: Where the record begins in it, bytes.
    """

    digest: str
    url: str
    date: str
    record_id: str
    key: str
    offset: int


@dataclass(frozen=True, slots=True)
class SharedPayload(StoredPayload):
    """A body in an object of its own, which records of many articles refer to.

    Attributes:
        size_bytes: Of the object.
        sha256: Hex, of the object's bytes.
    """

    size_bytes: int = 0
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class PayloadUse:
    """That an article's record holds a body, or refers to the shared one.

    Attributes:
        key: Of the record that holds it; empty where it refers.
        begins: Where in that object, bytes; `size_bytes` is how many the record takes there.
    """

    digest: str
    key: str
    begins: int
    size_bytes: int


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """What a person asks of the archive, or of all articles.

    Attributes:
        words: Free text; any text is a query.
        everywhere: All articles of the ledger, not the archive's alone.
        source_uuid: Only what this source told; `category`: what a source of this category told.
        language: Only articles of this language.
        is_kept: Only articles of which something is kept, or of which nothing is.
        status: Only articles whose last job has this status (a skipped job counts only where
            there is no other).
        since: `listed_at` at or after this; `until`: before this.
        before: `(listed_at, id)` of the last row seen, for paging.
        ranked: Best first from a capped set instead of newest first.
    """

    words: str = ""
    domain: str | None = None
    has_video: bool | None = None
    status: JobStatus | None = None
    since: datetime | None = None
    until: datetime | None = None
    before: tuple[datetime, str] | None = None
    limit: int = 20
    ranked: bool = False
    everywhere: bool = False
    source_uuid: str | None = None
    category: str | None = None
    language: str | None = None
    is_kept: bool | None = None


@dataclass(frozen=True, slots=True)
class ArchivedLink:
    """An article as lists of the archive and of searches show it.

    Attributes:
        listed_at: When it was last archived, or queued where it never was, or detected where
            nobody asked for it to be kept: lists go by it.
        status: Of its last job; None where there is none.
        source_name: The source that tells its title.
        artifacts: How many files of each kind are kept; what stood in the page's place is not.
        document_type: Type of the document as it was sent; empty where none is kept.
        snippet: Plain text around the words found; empty without words.
    """

    article_uuid: str
    url: str
    title: str
    domain: str
    first_seen_at: datetime
    last_archived_at: datetime | None
    listed_at: datetime
    status: JobStatus | None
    artifacts: Mapping[str, int] = field(default_factory=dict)
    snippet: str = ""
    language: str | None = None
    document_type: str = ""
    source_name: str = ""
