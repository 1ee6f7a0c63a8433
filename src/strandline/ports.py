"""Every effect of the product as a Protocol with few methods.

All methods are synchronous, may be called from many threads at once, take and return aware UTC
datetimes, and translate foreign errors into the tree of `model.errors`. One contract suite under
`tests/contracts/` runs on every adapter of a port and on its fake.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Protocol

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
    SearchQuery,
    StoredBlob,
)
from strandline.model.articles import (
    Alias,
    Article,
    ArticleText,
    IngestBatch,
    IngestResult,
    Mention,
    Post,
    UrlStatus,
)
from strandline.model.digests import Candidate, Digest, DigestDrop, SearchHit
from strandline.model.entries import Listing
from strandline.model.fetching import FetchRequest, FetchResult, Hop, Resolution
from strandline.model.readers import HistoryEntry, Reader
from strandline.model.sources import Source, SourceHealth, SourceKind


class Clock(Protocol):
    """The time, once; everything else takes it as an argument."""

    def now(self) -> datetime:
        """Current time, aware UTC."""
        ...


class Fetcher(Protocol):
    """The one way out to the network. Retries, politeness and caps are its own business.

    One request a host at a time, with the configured delay; robots.txt is asked for pages. What
    the network does is an outcome, never an exception.
    """

    def fetch(self, request: FetchRequest) -> FetchResult:
        """Make one request; follows redirects unless told not to, every hop checked."""
        ...

    def resolve(self, url: str, *, want_body: bool = False) -> Resolution:
        """Find where a URL leads: HEAD then GET, or one GET where the body is wanted anyway."""
        ...


class DocumentParser(Protocol):
    """Reads hostile documents in worker processes with a limit on time and memory.

    A document over its limit ends as `ParseError` for that document alone.
    """

    def listing(self, source: Source, result: FetchResult) -> Listing:
        """Read a feed, a page with links or a sitemap, as the source's kind says.

        Raises:
            ParseError: The document is of another kind (`subject` is a `SourceState` value such
                as `error:html_page`), or over the limits.
        """
        ...

    def page(self, article_uuid: str, result: FetchResult, now: datetime) -> ArticleText:
        """Extract text and metadata of an article's page; never raises for a bad page."""
        ...


class SourceStore(Protocol):
    """The source registry and what polling has taught us."""

    def new_source_uuid(self, kind: SourceKind) -> str:
        """The next id of a kind, such as `W_RSS_7`; an id is never given twice."""
        ...

    def save_source(self, source: Source) -> None:
        """Insert or replace a source.

        Raises:
            StoreError: Another source has the same URL.
        """
        ...

    def remove_source(self, source_uuid: str) -> bool:
        """Forget a source; its articles and mentions stay. False where there was none."""
        ...

    def sources(self, *, active_only: bool = False) -> list[Source]:
        """All sources, in the order of their ids."""
        ...

    def healths(self) -> dict[str, SourceHealth]:
        """By source; a source never polled has none."""
        ...

    def claim_due(
        self,
        now: datetime,
        owner: str,
        lease: timedelta,
        *,
        limit: int,
        only: Sequence[str] | None = None,
        force: bool = False,
    ) -> list[tuple[Source, SourceHealth]]:
        """Take sources that are due and that nobody holds; each goes to one owner only.

        Args:
            only: Ids to choose from; None for all.
            force: Take them although they are not due yet (never one that is held or inactive).
        """
        ...

    def save_health(self, health: SourceHealth, *, owner: str) -> bool:
        """Replace the health of a source and end its lease; False where the lease was lost."""
        ...


class LedgerStore(Protocol):
    """Articles, aliases, mentions and posts."""

    def find(self, keys: Sequence[str]) -> dict[str, str]:
        """Which of the URL keys are known, as an article's key or an alias's: key → id."""
        ...

    def articles(self, article_uuids: Sequence[str]) -> dict[str, Article]:
        """By id; unknown ids are absent."""
        ...

    def ingest(self, batch: IngestBatch) -> IngestResult:
        """Apply a batch in one transaction; applying it twice changes nothing more.

        Raises:
            IdentityConflict: An id of the batch stands for another canonical URL; nothing of
                the batch was stored.
        """
        ...

    def posts(self, source_uuid: str, item_keys: Sequence[str]) -> dict[str, Post]:
        """What is known of the items of a source, by item key."""
        ...

    def posts_by_guid(self, source_uuid: str, guids: Sequence[str]) -> dict[str, Post]:
        """Items of a source by guid as received; a guid that several of them have is absent."""
        ...

    def has_posts(self, source_uuid: str) -> bool:
        """True when the source has been read before (its first reading is a baseline)."""
        ...

    def mentions(self, article_uuids: Sequence[str]) -> dict[str, list[Mention]]:
        """By article, oldest first."""
        ...

    def aliases(self, article_uuid: str) -> list[Alias]:
        """Other URLs of an article, oldest first."""
        ...

    def posts_of(self, article_uuid: str) -> list[Post]:
        """The posts from which an article was entered, oldest first."""
        ...

    def posts_with_key(self, url_key: str) -> list[Post]:
        """Items of all sources whose URL has a key, entered or not, oldest first (`explain`)."""
        ...

    def recent(
        self,
        *,
        limit: int,
        before: tuple[datetime, str] | None = None,
        source_uuid: str | None = None,
        language: str | None = None,
    ) -> list[Article]:
        """Newest detected first; `before` is the (detected, id) of the last row seen.

        Links of posts, which no source lists, are not among them.
        """
        ...

    def with_status(self, status: UrlStatus, *, limit: int) -> list[Article]:
        """Articles whose URL waits for resolving, oldest first."""
        ...

    def settle(self, article_uuid: str, status: UrlStatus, aliases: Sequence[Alias]) -> None:
        """Record that a URL was resolved (or could not be) together with what it taught us."""
        ...

    def merge_into(self, article_uuid: str, target_uuid: str, aliases: Sequence[Alias]) -> None:
        """Two rows turned out to be one page: mentions, posts and aliases move to the target.

        The old row goes; its id stays known through an alias of its canonical URL.
        """
        ...

    def every_article(self, *, batch: int = 500) -> Iterator[list[Article]]:
        """The whole ledger in order of ids, for re-keying and exports; no lock is held."""
        ...

    def rekey(self, article_uuid: str, url_key: str, rules_version: str) -> str | None:
        """Give an article the key of newer rules; the old key stays an alias.

        Returns:
            The id of another article that already has the key (nothing was changed), or None.
        """
        ...

    def purge_posts(self, before: datetime) -> int:
        """Empty posts last seen or first seen before a time: their keys stay as tombstones while
        a source lists them, their texts and their unreferenced articles go. Returns the count.
        """
        ...


class TextStore(Protocol):
    """Scraped content, apart from discovery."""

    def save_text(self, text: ArticleText) -> None:
        """Insert or replace; a worse outcome never replaces a good text."""
        ...

    def texts(self, article_uuids: Sequence[str]) -> dict[str, ArticleText]:
        """By id; articles never scraped are absent."""
        ...

    def unscraped(self, *, since: datetime, limit: int, max_attempts: int = 3) -> list[Article]:
        """Articles detected since a time without a text, newest first; failed ones are asked for
        again until `max_attempts`. Links of posts are read by the archive, not here.
        """
        ...


class ReaderStore(Protocol):
    """Readers, their settings and their sources."""

    def save_reader(self, reader: Reader) -> None:
        """Insert or replace a reader with settings and sources."""
        ...

    def reader(self, reader_id: str) -> Reader | None:
        """One reader; None where there is none."""
        ...

    def readers(self) -> list[Reader]:
        """All, in order of ids."""
        ...

    def remove_reader(self, reader_id: str) -> bool:
        """Remove a reader with history and digests; False where there was none."""
        ...


class HistoryStore(Protocol):
    """What readers were shown (`article_history`)."""

    def check_urls_exist(self, reader_id: str, url_hashes: Sequence[str]) -> set[str]:
        """Which of the hashes exist in a reader's history (document 0)."""
        ...

    def insert_urls(self, entries: Sequence[HistoryEntry]) -> int:
        """Insert; known (reader, hash) pairs are skipped in silence. Returns the new rows."""
        ...

    def cleanup_old(self, reader_id: str, before: datetime) -> int:
        """Delete a reader's rows created before a time; returns how many."""
        ...

    def count_history(self, reader_id: str) -> int:
        """Rows of a reader."""
        ...

    def history(self, reader_id: str) -> Iterator[HistoryEntry]:
        """A reader's rows, oldest first."""
        ...


class DigestStore(Protocol):
    """Editions."""

    def candidates(
        self, *, since: datetime, until: datetime, source_uuids: Sequence[str]
    ) -> list[Candidate]:
        """Main articles with a mention at one of the sources that belong to the window.

        An article belongs when its published time (its detection where it has none) is in
        (since, until], or when its content type is exempt (a fixed list). Text, clicks of the
        last 24 hours before `until`, and all other sources come with it.
        """
        ...

    def save_digest(self, digest: Digest, history: Sequence[HistoryEntry]) -> None:
        """Save the edition, its items and its history rows in one transaction.

        Raises:
            AlreadyShown: The reader's history holds one of the rows: another run was faster.
                Nothing is saved.
        """
        ...

    def digest(self, digest_id: str) -> Digest | None:
        """One edition with its items; None where there is none."""
        ...

    def digests(
        self, *, reader_id: str | None = None, limit: int = 50, before: datetime | None = None
    ) -> list[Digest]:
        """Newest first, without items."""
        ...

    def domains_of_last(self, reader_id: str, editions: int) -> set[str]:
        """Domains shown in a reader's last editions (`source_diversity_window`)."""
        ...

    def appearances(self, article_uuid: str) -> list[tuple[Digest, int]]:
        """Editions that showed an article, with its position; oldest first, without items."""
        ...

    def drops_of(self, article_uuid: str) -> list[tuple[Digest, DigestDrop]]:
        """Editions that did not take an article, with the reason; oldest first, no items."""
        ...


class ClickStore(Protocol):
    """Clicks by article and hour; no trace of who clicked."""

    def add_click(self, article_uuid: str, now: datetime) -> None:
        """Count one."""
        ...

    def clicks_since(self, since: datetime) -> dict[str, int]:
        """Clicks by article since a time, rounded down to the hour."""
        ...


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

    def retry_jobs(self, job_ids: Sequence[int], now: datetime) -> int:
        """Queue failed jobs again with a fresh count of attempts; returns how many."""
        ...

    def attempts(self, job_id: int) -> list[Attempt]:
        """Oldest first."""
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

    def every_artifact(self, *, batch: int = 500) -> Iterator[list[Artifact]]:
        """All, in order of ids, for verifying and sweeping; no lock is held."""
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

    def archive_stats(self) -> list[tuple[str, int, int, int]]:
        """`(domain, kept, failed, waiting)`, most kept first, at most 200 rows."""
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
    ) -> "Captured":
        """Capture; `tell` is called after each capture (progress line of a person)."""
        ...


@dataclass(frozen=True, slots=True)
class Captured:
    """What a capturer made."""

    reports: tuple[CaptureReport, ...]
    files: tuple[CapturedFile, ...]
    metadata: LinkMetadata
    text: str = ""
    hops: tuple[Hop, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """An answer in a stored WARC.

    Attributes:
        number: Its place in the record, from 0.
        url: That was asked.
        content_type: As the server declared it; untrusted.
        location: Where a redirect leads; empty where it is none.
    """

    number: int
    url: str
    status: int
    content_type: str
    location: str = ""


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


@dataclass(frozen=True, slots=True)
class StoreCounts:
    """The counts a person needs, as of now."""

    articles: int
    mentions: int
    aliases: int
    posts: int
    texts: int
    texts_by_status: Mapping[str, int]
    sources: int
    sources_by_state: Mapping[str, int]
    pending_urls: int
    unscraped: int
    readers: int
    history: int
    digests: int
    size_bytes: int
    jobs_by_status: Mapping[str, int] = field(default_factory=dict)
    archived: int = 0
    artifacts: int = 0


class StoreAdmin(Protocol):
    """The database as a whole."""

    def counts(self) -> StoreCounts:
        """Exact counts, in one call."""
        ...

    def ping(self) -> None:
        """Read and write a little.

        Raises:
            StoreError: The database cannot be used; the message says why.
        """
        ...

    def schema_revision(self) -> str:
        """Revision of the schema in the database."""
        ...

    def close(self) -> None:
        """Let go of connections."""
        ...


class Store(
    SourceStore,
    LedgerStore,
    TextStore,
    ReaderStore,
    HistoryStore,
    DigestStore,
    ClickStore,
    JobStore,
    ArchiveStore,
    StoreAdmin,
    Protocol,
):
    """One database behind all store ports."""


class WebSearch(Protocol):
    """Finds pages for phase 2 of a digest."""

    def search(self, query: str, *, limit: int) -> list[SearchHit]:
        """Best first.

        Raises:
            FetchError: The search service is down or answers nonsense.
        """
        ...


class Classifier(Protocol):
    """Puts articles into a reader's categories: rules, embeddings or a language model."""

    def classify(
        self, candidates: Sequence[Candidate], categories: Sequence[str]
    ) -> list[str | None]:
        """One category a candidate, in order; None where none fits. Never raises for a text."""
        ...


class Progress(Protocol):
    """Tells a person how far long work has come."""

    def start(self, label: str, total: int | None) -> None:
        """Begin a bar; None where the total is unknown."""
        ...

    def advance(self, label: str, steps: int = 1, note: str = "") -> None:
        """Move it."""
        ...

    def finish(self, label: str) -> None:
        """End it."""
        ...


@dataclass(frozen=True, slots=True)
class Ports:
    """All effects that a pipeline may have, made by `wiring`.

    Attributes:
        new_id: Gives a fresh random id (32 hex digits).
        jitter: Gives a number in [0, 1).
        owner: Name of this process in leases.
        blobs: Where artifacts are kept; only for verbs that archive or show artifacts.
        capturer: Makes captures; only for verbs that archive.
        replayer: Reads what `blobs` holds; only for the page.
    """

    clock: Clock
    fetcher: Fetcher
    parser: DocumentParser
    store: Store
    classifier: Classifier
    progress: Progress
    new_id: Callable[[], str]
    jitter: Callable[[], float]
    owner: str
    search: WebSearch | None = None
    blobs: BlobStore | None = None
    capturer: Capturer | None = None
    replayer: Replayer | None = None
