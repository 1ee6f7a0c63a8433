"""The database as a whole: one behind all store ports."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from strandline.model.database import Aged, OtherClocks, Upkeep
from strandline.ports.accounts import AccountStore, AuditStore, DoorStore
from strandline.ports.archive import (
    ArchiveStore,
    JobStore,
    SavedSearchStore,
    SharingStore,
    TakedownStore,
)
from strandline.ports.delivery import DeliveryStore, ReceivedStore, SubscriberStore
from strandline.ports.figures import FigureStore
from strandline.ports.forums import ForumStore
from strandline.ports.ledger import ClickStore, LedgerStore, SourceStore, TextStore
from strandline.ports.outputs import OutputStore
from strandline.ports.pictures import PictureStore
from strandline.ports.readers import DigestStore, EditionStore, HistoryStore, ReaderStore
from strandline.ports.rot import RotStore
from strandline.ports.stories import StoryStore
from strandline.ports.wayback import WaybackStore


@dataclass(frozen=True, slots=True)
class StoreCounts:
    """The counts a person needs, as of now.

    Attributes:
        digests: All editions, those of single readers and drafts too; for whoever runs it.
        public_digests: Those that everybody may read.
    """

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
    public_digests: int = 0
    pictures: int = 0
    picture_bytes: int = 0


class RetentionStore(Protocol):
    """What goes by its age."""

    def aged(self, what: Aged, before: datetime) -> int:
        """How many rows would go."""
        ...

    def let_go(self, what: Aged, before: datetime, *, limit: int = 1000) -> int:
        """One step in one transaction; how many rows went, 0 where none is left."""
        ...


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

    def mend_times(self, now: datetime) -> int:
        """Let go of times that a clock wrote while it was far ahead; returns how many rows.

        Leases, polls and attempts would else be due only when the clock comes to them again.
        """
        ...

    def other_clocks(self) -> OtherClocks:
        """What other clocks have said; nothing in a new ledger."""
        ...

    def saw_answers(self, at: datetime) -> None:
        """Polled servers agreed on this time; the latest one is kept."""
        ...

    def saw_run(self, at: datetime) -> None:
        """The calendar of runs has come to this time; the latest one is kept."""
        ...

    def upkeep(self) -> dict[str, Upkeep]:
        """What looks after the installation, each by its name, as it last ended."""
        ...

    def save_upkeep(self, upkeep: Upkeep) -> None:
        """Keep how something ended. A bad end keeps `ok_at`, `detail` and `since` of the good one
        before it.
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
    EditionStore,
    ClickStore,
    JobStore,
    ArchiveStore,
    TakedownStore,
    ForumStore,
    SavedSearchStore,
    RotStore,
    WaybackStore,
    SharingStore,
    PictureStore,
    FigureStore,
    StoryStore,
    AccountStore,
    DoorStore,
    AuditStore,
    SubscriberStore,
    DeliveryStore,
    OutputStore,
    ReceivedStore,
    RetentionStore,
    StoreAdmin,
    Protocol,
):
    """One database behind all store ports."""
