"""Archive jobs, captures, and where their bytes are."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import BinaryIO, Protocol

from strandline.model.archive import (
    ArchivedLink,
    ArchiveJob,
    Artifact,
    Attempt,
    CapturedFile,
    CaptureReport,
    JobResult,
    JobStatus,
    LinkMetadata,
    PayloadUse,
    SearchQuery,
    SharedPayload,
    StoredBlob,
    StoredPayload,
)
from strandline.model.fetching import Hop
from strandline.model.searches import SavedSearch
from strandline.model.takedowns import Takedown


class JobStore(Protocol):
    """Archive jobs: the table is the queue."""

    def enqueue(self, jobs: Sequence[ArchiveJob]) -> int:
        """Add jobs; an article that has a queued or running job gets no second one, skipped jobs
        are recorded as they are. Returns how many were queued.
        """
        ...

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
        """Take jobs that are due, highest priority and oldest first, in one transaction.

        A domain never has more than `per_domain` running over all owners. A running job whose
        lease has ended is taken up again.

        Args:
            only: Ids to choose from; None for all.
        """
        ...

    def heartbeat(self, job_ids: Sequence[int], owner: str, until: datetime) -> set[int]:
        """Prolong leases; returns the jobs that are still the owner's."""
        ...

    def finish_job(self, result: JobResult, *, owner: str) -> bool:
        """Store attempt, artifacts, metadata, text and state in one transaction.

        False, and nothing stored, where the lease was lost to another owner. An artifact kind of
        a worse outcome than what is kept for the article is stored but does not become current.
        """
        ...

    def job(self, job_id: int) -> ArchiveJob | None:
        """One job."""
        ...

    def jobs(
        self,
        *,
        status: JobStatus | None = None,
        article_uuid: str | None = None,
        limit: int = 50,
        before_id: int | None = None,
    ) -> list[ArchiveJob]:
        """Newest first."""
        ...

    def hasten(self, job_id: int, now: datetime, *, priority: int, reason: str) -> bool:
        """Let a queued job be due now, as one that was just queued for a reason; False where it is
        queued no longer.
        """
        ...

    def retry_jobs(self, job_ids: Sequence[int], now: datetime) -> int:
        """Queue jobs that failed, or that kept a page without all of its copies, again with a fresh
        count of attempts; returns how many.
        """
        ...

    def job_queue(self, *, limit: int, after: ArchiveJob | None = None) -> list[ArchiveJob]:
        """Queued jobs in the order in which they are taken up; those after a job, where given."""
        ...

    def job_failures(self, *, most: int = 1_000, kept: bool = False) -> dict[str, int]:
        """Failed jobs by what failed them (`core.archive.failures`), or jobs that kept a page by
        the copy that it is without; those of which there are any, no more than `most` counted.
        """
        ...

    def failed_jobs(
        self, failure: str, *, limit: int, before_id: int | None = None, kept: bool = False
    ) -> list[ArchiveJob]:
        """Jobs that failed for a reason, or that kept a page without one copy; newest first."""
        ...

    def cancel_jobs(self, job_ids: Sequence[int], now: datetime, reason: str) -> list[int]:
        """Let queued jobs be skipped; those that run or are over stay. Returns which were."""
        ...

    def put_job_first(self, job_id: int) -> bool:
        """Let a queued job come before all others; False where it is queued no longer."""
        ...

    def attempts(self, *job_ids: int) -> list[Attempt]:
        """Of some jobs, oldest first."""
        ...

    def job_counts(self) -> dict[str, int]:
        """Jobs by status."""
        ...


class ArchiveStore(Protocol):
    """What was kept of articles, and finding it."""

    def artifacts(self, article_uuid: str, *, current_only: bool = True) -> list[Artifact]:
        """Of an article; current ones are the best of their kind."""
        ...

    def artifact(self, artifact_id: int) -> Artifact | None:
        """One artifact."""
        ...

    def show_capture(
        self, article_uuid: str, artifact_ids: Sequence[int], metadata: LinkMetadata, text: str
    ) -> bool:
        """Let files of an article be what people see, in the place of all that are shown now, with
        their title and words. False, and nothing is changed, where it has none of these files.
        """
        ...

    def every_artifact(self, *, batch: int = 500) -> Iterator[list[Artifact]]:
        """All, in order of ids, those of struck pages too: for verifying; no lock is held."""
        ...

    def named_keys(self, keys: Sequence[str]) -> set[str]:
        """Which of the object keys some artifact names."""
        ...

    def link_metadata(self, article_uuids: Sequence[str]) -> dict[str, LinkMetadata]:
        """By article."""
        ...

    def search(self, query: SearchQuery) -> list[ArchivedLink]:
        """Articles that match; without words, all archived or queued ones, newest first."""
        ...

    def index_waiting(self, limit: int = 50) -> int:
        """Let what was said of articles lately be found; returns how many notes of that were done
        with, 0 once there is none left.
        """
        ...

    def archive_stats(self) -> list[tuple[str, int, int, int]]:
        """`(domain, kept, failed, waiting)`, most kept first, at most 200 rows."""
        ...


class TakedownStore(Protocol):
    """Pages that are struck on request: hidden from every reader of captures and of articles, but
    for those that ask for struck ones, and never captured again.

    The condition is the store's own: whoever reads through its ports need not know of it.
    """

    def strike(self, takedown: Takedown) -> bool:
        """Hide a page at once and end what waits or runs for it; False where it is struck."""
        ...

    def lift(self, article_uuid: str) -> bool:
        """Show a page again, with what is left of it; False where it is not struck."""
        ...

    def takedowns(
        self, *, limit: int, before: tuple[datetime, str] | None = None
    ) -> list[Takedown]:
        """Newest first; those struck before a time and id."""
        ...

    def struck(self, article_uuids: Sequence[str]) -> dict[str, Takedown]:
        """Which of the articles are struck, by id."""
        ...

    def due_takedowns(self, now: datetime, *, limit: int) -> list[Takedown]:
        """Those whose copies are to be erased by now."""
        ...

    def keys_to_erase(self, article_uuid: str) -> list[str]:
        """Keys of the objects of a struck page that no other page names; none of a lifted one."""
        ...

    def erase(self, article_uuid: str, now: datetime) -> None:
        """Forget all copies of a struck page, once its objects are deleted.

        Raises:
            StoreError: It is not struck.
        """
        ...


class SharingStore(Protocol):
    """Bodies that records of several articles refer to: stored once, counted by reference."""

    def shared_payload(self, digest: str, now: datetime) -> StoredPayload | None:
        """The shared body of a digest, which is not let go of for a while from now on."""
        ...

    def payload_copies(self, digest: str, *, but: str) -> list[PayloadUse]:
        """Where records of other articles hold a body; none of struck pages."""
        ...

    def share_payload(self, shared: SharedPayload, now: datetime) -> bool:
        """Name a shared body; False where somebody was quicker."""
        ...

    def let_go_payloads(self, before: datetime, *, limit: int) -> list[str]:
        """Forget shared bodies that no article uses and nobody has asked for since a time; the
        keys of their objects.
        """
        ...


class SavedSearchStore(Protocol):
    """Searches that people keep, each with an address of its own."""

    def add_search(self, search: SavedSearch) -> int:
        """Keep a new one; its id."""
        ...

    def searches(self, account_id: str | None) -> list[SavedSearch]:
        """Of an account, the newest first; None for the command line's."""
        ...

    def search_of_secret(self, secret: str) -> SavedSearch | None:
        """The one whose feed has an address; None for none."""
        ...

    def renew_search(self, account_id: str | None, search_id: int, secret: str) -> bool:
        """Give an account's search another address; False where it has none of that id."""
        ...

    def remove_search(self, account_id: str | None, search_id: int) -> bool:
        """Forget an account's search; False where it has none of that id."""
        ...


class BlobStore(Protocol):
    """Objects under keys: a local folder or an S3-compatible server.

    A put either ends with the whole object readable under its key or leaves nothing there. Keys are
    whole (`archives/…`, `db-backups/…`), made by us, and never given to other bytes a second time.
    Faults are `BlobError`, which says whether the same may succeed later.
    """

    def put(self, key: str, source: Path, content_type: str) -> StoredBlob:
        """Store a file with bounded memory, read back its size and checksum.

        Raises:
            StoreError: It could not be stored or what is there differs; says whether to retry.
        """
        ...

    def read(self, key: str, *, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        """The bytes in chunks; [start, end) where given.

        Raises:
            StoreError: No such object, or the store is down.
        """
        ...

    def size(self, key: str) -> int | None:
        """Bytes under a key; None where there is no such object."""
        ...

    def delete(self, keys: Sequence[str]) -> None:
        """Remove objects; absent ones are no fault."""
        ...

    def keys(self, prefix: str) -> Iterator[tuple[str, datetime]]:
        """Keys below a prefix with the time of their last change."""
        ...

    def presign(self, key: str, *, expires: timedelta, download_name: str) -> str | None:
        """A URL that serves the object for a while; None where the store cannot."""
        ...

    def sweep(self, before: datetime) -> int:
        """Remove what unfinished puts left behind that began before a time; returns how many."""
        ...

    def ping(self) -> None:
        """Raises StoreError where the store cannot be used."""
        ...


@dataclass(frozen=True, slots=True)
class Captured:
    """What a capturer made."""

    reports: tuple[CaptureReport, ...]
    files: tuple[CapturedFile, ...]
    metadata: LinkMetadata
    text: str = ""
    hops: tuple[Hop, ...] = ()


class Capturer(Protocol):
    """Makes all captures of an article into a work folder; each on its own.

    Never raises for what a page does; ends within the deadline and leaves no process behind.
    """

    def capture(
        self,
        job: ArchiveJob,
        folder: Path,
        *,
        deadline_s: float,
        tell: Callable[[CaptureReport], None],
        known: Callable[[], Mapping[str, StoredPayload]],
    ) -> "Captured":
        """Capture.

        Args:
            tell: Called after each capture (progress line of a person).
            known: Bodies that are stored already, by digest: a record refers to them. Only asked
                where a record is written.
        """
        ...


@dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """An answer in a stored WARC.

    Attributes:
        number: Its place in the record, from 0.
        url: That was asked.
        content_type: As the server declared it; untrusted.
        location: Where a redirect leads; empty where it is none.
        recorded_at: When it was asked for; None where the record does not say.
        digest: Of its body, as the record writes it.
        offset: Where the record begins in the file, and its `length`, bytes as stored.
    """

    number: int
    url: str
    status: int
    content_type: str
    location: str = ""
    recorded_at: datetime | None = None
    digest: str = ""
    offset: int = 0
    length: int = 0


class Replayer(Protocol):
    """Reads single answers out of stored WARCs, with bounded memory."""

    def answers(self, key: str) -> Sequence[RecordedAnswer]:
        """What a WARC holds, in order; a broken one ends where it breaks.

        Raises:
            StoreError: The object store does not give it out.
        """
        ...

    def body(self, key: str, number: int, *, limit: int) -> bytes | None:
        """An answer's body without its content coding; None where it is over the limit or broken.

        Raises:
            StoreError: The object store does not give it out.
        """
        ...

    def pack(self, keys: Sequence[str], target: BinaryIO) -> None:
        """Write a WACZ of stored WARCs: complete, also where they refer to earlier ones.

        The same WARCs give the same bytes; a player opens the page of the first. One of them is
        held beside the package at a time, and nothing of them in memory but a piece.

        Args:
            target: Open for writing, can be sought in.

        Raises:
            StoreError: The object store does not give it out, or a body that it refers to is gone.
        """
        ...
