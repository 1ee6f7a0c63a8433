"""What the archive's pages show, gathered: further arguments of `render.pages`."""

from dataclasses import dataclass, field
from datetime import date, datetime

from strandline.model.archive import (
    KEPT,
    ArchivedLink,
    ArchiveJob,
    Artifact,
    ArtifactKind,
    Attempt,
    JobStatus,
    LinkMetadata,
)
from strandline.model.pictures import Pictures
from strandline.model.rot import LOST, HostRot, LinkHealth, LinkState, Visit
from strandline.model.wayback import PublicCopy


@dataclass(frozen=True, slots=True)
class ArchiveChoice:
    """What a person chose to see; every part may be left open.

    Attributes:
        words: Free text.
        domain: Registrable domain.
        has_video: None for all.
        since: First day, UTC.
        until: Last day, UTC.
        ranked: Best first.
        everywhere: All articles, not the archive's alone.
        source: Id of a source.
        category: Of the sources.
        is_kept: None for all.
    """

    words: str = ""
    domain: str = ""
    has_video: bool | None = None
    status: JobStatus | None = None
    since: date | None = None
    until: date | None = None
    ranked: bool = False
    everywhere: bool = False
    source: str = ""
    category: str = ""
    language: str = ""
    is_kept: bool | None = None

    @property
    def is_narrow(self) -> bool:
        """True where something is left out besides what the words leave out."""
        parts = (self.domain, self.status, self.since, self.until)
        more = (self.source, self.category, self.language)
        return any((*parts, *more)) or (self.has_video, self.is_kept) != (None, None)


@dataclass(frozen=True, slots=True)
class LinksView:
    """Links of the archive: the list of the newest, and results of a search.

    Attributes:
        older_href: The next page; None on the last one.
        newest_href: The first page of the same choice.
        is_first: False on a page further back.
        is_asked: False for a search before anything was asked.
        thumbs: Small copies of screenshots, by article.
    """

    links: tuple[ArchivedLink, ...]
    choice: ArchiveChoice
    older_href: str | None
    newest_href: str
    is_first: bool
    is_asked: bool = True
    thumbs: Pictures = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SearchView(LinksView):
    """What was found among all articles.

    Attributes:
        source_name: Of the chosen source; empty for none.
        categories: That sources have, the most used first.
        kept: Parameters that make the choice, for a form that keeps the search.
    """

    source_name: str = ""
    categories: tuple[str, ...] = ()
    kept: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SavedSearchRow:
    """A search that somebody saved.

    Attributes:
        asked: What it asks for: names of parameters with their values.
        href: To its results.
        feed: Address of its feed; whoever has it can read it.
    """

    search_id: int
    name: str
    asked: tuple[tuple[str, str], ...]
    href: str
    feed: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class SavedSearchesView:
    """All that somebody saved."""

    rows: tuple[SavedSearchRow, ...]


@dataclass(frozen=True, slots=True)
class KeptFile:
    """An artifact in a list.

    Attributes:
        can_open: A browser may show it in place.
    """

    artifact: Artifact
    can_open: bool


@dataclass(frozen=True, slots=True)
class JobRow:
    """A job with what was tried."""

    job: ArchiveJob
    attempts: tuple[Attempt, ...]


@dataclass(frozen=True, slots=True)
class KeptView:
    """What the archive keeps of an article.

    Attributes:
        files: The best of each kind.
        earlier: Files of other captures, newest first.
        jobs: Newest first.
        text: Paragraphs of its readable text, from the start.
        is_out_of_reach: The object store did not answer.
        can_replay: There is something to replay, and an origin to do it in.
        asked: What became of a demand made a moment ago: a value of `core.archive.demand.Answer`.
        link: Whether the page is still there; None where that was never looked at.
        visits: What was seen of it, newest first.
        copy: Its public copy; None where none was ever wanted.
    """

    files: tuple[KeptFile, ...] = ()
    earlier: tuple[KeptFile, ...] = ()
    metadata: LinkMetadata | None = None
    jobs: tuple[JobRow, ...] = ()
    text: tuple[str, ...] = ()
    is_out_of_reach: bool = False
    can_replay: bool = False
    asked: str = ""
    link: LinkHealth | None = None
    visits: tuple[Visit, ...] = ()
    copy: PublicCopy | None = None

    @property
    def is_lost(self) -> bool:
        """True where the page is gone, and there is a copy of it."""
        is_gone = self.link is not None and self.link.state in LOST
        return is_gone and (self.has_good or self.is_public)

    @property
    def is_public(self) -> bool:
        """True where there is a public copy."""
        return self.copy is not None and bool(self.copy.memento_url)

    def first(self, *kinds: ArtifactKind) -> Artifact | None:
        """The first file of the first of some kinds that there is one of."""
        for kind in kinds:
            for file in self.files:
                if file.artifact.kind is kind and file.artifact.size_bytes:
                    return file.artifact
        return None

    @property
    def picture(self) -> Artifact | None:
        """What is shown of the page at first sight; a link to a picture leads to itself."""
        shown = self.first(ArtifactKind.SCREENSHOT, ArtifactKind.SCREENSHOT_FULL)
        return shown or self._document("image/")

    @property
    def whole_picture(self) -> Artifact | None:
        """The page from its first line to its last."""
        return self.first(ArtifactKind.SCREENSHOT_FULL)

    @property
    def text_file(self) -> Artifact | None:
        """Its readable text."""
        return self.first(ArtifactKind.TEXT)

    @property
    def video(self) -> Artifact | None:
        """Its film, where a browser plays it."""
        film = self.first(ArtifactKind.VIDEO) or self._document("video/", "audio/")
        can_play = film is not None and any(
            file.can_open for file in self.files if file.artifact is film
        )
        return film if can_play else None

    def _document(self, *starts: str) -> Artifact | None:
        """What the link leads to, where that is a file of some types that a browser shows."""
        for file in self.files:
            artifact = file.artifact
            is_it = artifact.kind is ArtifactKind.RAW and artifact.capture_outcome in KEPT
            if is_it and file.can_open and artifact.content_type.startswith(starts):
                return artifact
        return None

    @property
    def thumb(self) -> Artifact | None:
        """The picture that stands for the film."""
        return self.first(ArtifactKind.THUMB)

    @property
    def has_good(self) -> bool:
        """True where something of the page itself is kept, not only what stood in its place."""
        return any(file.artifact.capture_outcome in KEPT for file in self.files)

    @property
    def left_out(self) -> str:
        """Why the newest job kept nothing, where the rules leave the page out; else empty."""
        newest = self.jobs[0].job if self.jobs else None
        if newest is None or newest.status is not JobStatus.SKIPPED_POLICY:
            return ""
        return newest.last_error or newest.reason

    @property
    def is_waiting(self) -> bool:
        """True while a job is queued or running."""
        return any(row.job.status in (JobStatus.QUEUED, JobStatus.RUNNING) for row in self.jobs)


@dataclass(frozen=True, slots=True)
class ReplayView:
    """A kept page in a frame of another origin.

    Attributes:
        src: Address of the frame; empty where there is nothing to show or nowhere to show it.
        kept_at: When what is shown was captured.
        is_sent: The page as the server sent it is shown, not the one after its scripts.
        has_both: Both can be shown.
        is_off: There is no second origin.
        record: Its WARC, which can be packed.
        lost_at: When the page was last seen to be gone; None where it is there.
    """

    article_uuid: str
    title: str | None
    language: str | None
    url: str
    src: str = ""
    kept_at: datetime | None = None
    is_sent: bool = False
    has_both: bool = False
    is_off: bool = False
    record: Artifact | None = None
    lost_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class DomainRow:
    """A domain in the statistics."""

    domain: str
    kept: int
    failed: int
    waiting: int


@dataclass(frozen=True, slots=True)
class DayChart:
    """A figure for each of the last days, the newest last."""

    name: str
    days: tuple[tuple[date, int], ...]

    @property
    def values(self) -> tuple[int, ...]:
        """Without their days."""
        return tuple(value for _, value in self.days)


@dataclass(frozen=True, slots=True)
class PartChart:
    """Parts of a sum, the largest first.

    Attributes:
        words: Table of the catalogue that has the words for the parts.
        is_size: They are bytes.
    """

    name: str
    words: str
    rows: tuple[tuple[str, int], ...]
    is_size: bool = False

    @property
    def whole(self) -> int:
        """All of them."""
        return sum(value for _, value in self.rows)


@dataclass(frozen=True, slots=True)
class StatsView:
    """The archive in numbers.

    Attributes:
        jobs: Jobs by status.
        failures: The newest failed jobs.
        days: What happened on each of the last days.
        parts: Of what these days consist.
        is_counted: False before a worker has counted anything.
        links: Kept links by what became of them.
        ages: `(years since they were kept, links, lost ones)`.
        hosts: Those of lost links, the most first.
    """

    jobs: tuple[tuple[JobStatus, int], ...]
    domains: tuple[DomainRow, ...]
    failures: tuple[ArchiveJob, ...]
    days: tuple[DayChart, ...]
    parts: tuple[PartChart, ...]
    is_counted: bool
    links: tuple[tuple[LinkState, int], ...] = ()
    ages: tuple[tuple[int, int, int], ...] = ()
    hosts: tuple[HostRot, ...] = ()

    @property
    def backlog(self) -> int:
        """Jobs that wait or run."""
        open_ones = (JobStatus.QUEUED, JobStatus.RUNNING)
        return sum(count for status, count in self.jobs if status in open_ones)
