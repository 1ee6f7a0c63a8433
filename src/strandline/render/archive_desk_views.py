"""What the archive's rooms of the desk show, gathered."""

from dataclasses import dataclass

from strandline.model.acts import Outcome
from strandline.model.archive import ArchivedLink, ArchiveJob, Artifact
from strandline.model.articles import Article
from strandline.model.captures import Capture
from strandline.model.forums import Topic
from strandline.model.pictures import Pictures
from strandline.model.rot import LinkHealth, LinkState
from strandline.model.sources import Source
from strandline.model.takedowns import Takedown
from strandline.model.wayback import CopyState, PublicCopy


@dataclass(frozen=True, slots=True)
class FailureRow:
    """How many jobs failed for a reason; counting ends at `is_more`."""

    failure: str
    count: int
    is_more: bool


@dataclass(frozen=True, slots=True)
class ArchiveDeskView:
    """The archive at a glance.

    Attributes:
        text: What stands in the box for addresses.
        left: Addresses of a form that were not taken, each with why.
        bookmarklet: Address of a bookmark that brings the page one looks at here; empty where the
            address of this site is not known.
        running: Jobs that a worker holds.
        queue: The next ones, in their order.
        has_more: There are more than these.
        without: Pages that are kept without one of their copies, by that copy.
    """

    text: str
    left: tuple[tuple[str, Outcome], ...]
    bookmarklet: str
    running: tuple[ArchiveJob, ...]
    queue: tuple[ArchiveJob, ...]
    has_more: bool
    failures: tuple[FailureRow, ...]
    without: tuple[FailureRow, ...]


@dataclass(frozen=True, slots=True)
class QueueView:
    """A page of the queue, in the order in which it is taken up."""

    jobs: tuple[ArchiveJob, ...]
    next_href: str | None
    is_first: bool


@dataclass(frozen=True, slots=True)
class FailedView:
    """Jobs that failed for one reason, newest first.

    Attributes:
        kept: They kept their pages; `failure` is the copy that is missing.
    """

    failure: str
    jobs: tuple[ArchiveJob, ...]
    next_href: str | None
    is_first: bool
    kept: bool = False


@dataclass(frozen=True, slots=True)
class KeptPagesView:
    """Pages that are kept, newest first, to be chosen from.

    Attributes:
        thumbs: Small copies of their screenshots.
        most: How many can be taken in one file.
    """

    links: tuple[ArchivedLink, ...]
    thumbs: Pictures
    next_href: str | None
    is_first: bool
    most: int


@dataclass(frozen=True, slots=True)
class ForumView:
    """What a forum links to, those found last first.

    Attributes:
        topic: Address of the topic that is shown alone; empty for all.
    """

    source: Source
    topic: str
    topics: tuple[Topic, ...]
    next_href: str | None
    is_first: bool


@dataclass(frozen=True, slots=True)
class CaptureRow:
    """A capture of a page.

    Attributes:
        replay: Address that plays it; empty where there is nothing to play, or nowhere to.
    """

    capture: Capture
    replay: str
    picture: Artifact | None
    record: Artifact | None
    text: Artifact | None


@dataclass(frozen=True, slots=True)
class CapturesView:
    """All captures of a page, newest first.

    Attributes:
        copy: Its public copy; None where none was wanted.
        can_copy: The Wayback Machine can be asked for one.
    """

    article: Article
    rows: tuple[CaptureRow, ...]
    copy: PublicCopy | None = None
    can_copy: bool = False


@dataclass(frozen=True, slots=True)
class ComparedView:
    """Two captures of a page, the earlier one first.

    Attributes:
        difference: Passages that went (`-`) and came (`+`).
        is_out_of_reach: The object store does not give the texts out.
    """

    article: Article
    old: CaptureRow
    new: CaptureRow
    difference: tuple[tuple[str, str], ...]
    is_out_of_reach: bool


@dataclass(frozen=True, slots=True)
class TakedownsView:
    """Pages that were struck, newest first.

    Attributes:
        usual_days: After which copies are erased where nobody says otherwise.
    """

    rows: tuple[Takedown, ...]
    next_href: str | None
    is_first: bool
    usual_days: int


@dataclass(frozen=True, slots=True)
class RotRow:
    """A kept link that a person may do something about."""

    link: LinkHealth
    article: Article


@dataclass(frozen=True, slots=True)
class CopyRow:
    """A public copy, with its article."""

    copy: PublicCopy
    article: Article


@dataclass(frozen=True, slots=True)
class CopyView:
    """Public copies of a state, the newest change first.

    Attributes:
        is_on: Keys are set.
        trouble: Why the service did not let us ask last; empty where it did.
    """

    state: CopyState
    rows: tuple[CopyRow, ...]
    next_href: str | None
    is_first: bool
    is_on: bool
    trouble: str


@dataclass(frozen=True, slots=True)
class RotView:
    """Kept links of a state, the newest of them first."""

    state: LinkState
    rows: tuple[RotRow, ...]
    next_href: str | None
    is_first: bool
