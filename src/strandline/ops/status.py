"""Every count a person needs, gathered once for the command, the page and the probes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from strandline.core.archive.public_copies import UPKEEP, fault_of
from strandline.core.calendar import ahead, behind
from strandline.core.sources.post_ids import read_flags
from strandline.model.archive import JobStatus
from strandline.model.editions import PUBLISHED
from strandline.model.sources import SourceState
from strandline.model.stories import StoryCounts
from strandline.ops.backup.running import BACKUP, REHEARSAL, is_late
from strandline.ports import Store, StoreCounts
from strandline.settings import BackupSettings, Settings

#: States in which nothing is wrong with a source.
WELL = frozenset({SourceState.OK, SourceState.NEW})


@dataclass(frozen=True, slots=True)
class SourceTrouble:
    """A source that a person should look at."""

    source_uuid: str
    name: str
    state: SourceState
    message: str
    last_success_at: datetime | None


@dataclass(frozen=True, slots=True)
class ForumPosts:
    """How complete a forum's posts are, by their ids.

    Attributes:
        missing: Ids between the first and the last read that nobody has looked at.
        excluded: Ids that are no public post.
    """

    source_uuid: str
    name: str
    seen: int
    missing: int
    excluded: int


@dataclass(frozen=True, slots=True)
class BackupState:
    """How safe the ledger is.

    Attributes:
        made_at: When the state was that the newest backup holds; None where there is none.
        detail: Its name, its size, where it is.
        fault: Why the last try failed; empty where it did not.
        is_late: Backups are wanted, and the newest is too old.
        tried_at: When one was last brought back as a rehearsal.
        trial: What that brought.
        trial_fault: Why the last rehearsal failed; empty where it did not.
    """

    made_at: datetime | None = None
    detail: str = ""
    fault: str = ""
    is_late: bool = False
    tried_at: datetime | None = None
    trial: str = ""
    trial_fault: str = ""


@dataclass(frozen=True, slots=True)
class Status:
    """How Strandline is doing.

    Attributes:
        due: Sources whose time has come and that nobody has polled yet.
        overdue: Of these, due for more than an hour: nothing polls.
        last_digest_at: Newest edition of any reader.
        jobs: Archive jobs by status.
        copies: Public copies by state.
        copy_fault: Why the Wayback Machine does not let us ask; empty where it does.
        clock: What is odd about this machine's clock; empty where nothing is.
    """

    now: datetime
    counts: StoreCounts
    troubles: tuple[SourceTrouble, ...]
    due: int
    overdue: int
    last_poll_at: datetime | None
    last_digest_at: datetime | None
    schema_revision: str
    forums: tuple[ForumPosts, ...] = ()
    jobs: Mapping[str, int] = field(default_factory=dict)
    stories: StoryCounts = field(default_factory=StoryCounts)
    copies: Mapping[str, int] = field(default_factory=dict)
    copy_fault: str = ""
    clock: str = ""
    backup: BackupState = field(default_factory=BackupState)

    @property
    def backlog(self) -> Mapping[str, int]:
        """Work that waits, by kind."""
        return {
            "sources_due": self.due,
            "urls_pending": self.counts.pending_urls,
            "articles_unscraped": self.counts.unscraped,
            "jobs_queued": self.jobs.get(JobStatus.QUEUED, 0),
            "articles_unmatched": self.stories.unmatched,
            "pairs_pending": self.stories.pending,
        }


def ledger_place(settings: Settings) -> str:
    """Where the ledger is: a whole path, so that somebody in another folder than usual sees it."""
    if settings.database.url.get_secret_value():
        return "PostgreSQL (DATABASE_URL)"
    return str(settings.database.path.absolute())


def gather_status(store: Store, now: datetime, settings: Settings | None = None) -> Status:
    """Read everything from the store.

    Args:
        settings: What is wanted and switched on; None for the defaults.
    """
    settings = settings or Settings()
    healths = store.healths()
    active = {source.source_uuid: source for source in store.sources(active_only=True)}
    next_polls = [healths[uuid].next_poll_at if uuid in healths else None for uuid in active]
    due = [when for when in next_polls if when is None or when <= now]
    newest = store.digests(limit=1, states=PUBLISHED)
    polled = [h.last_polled_at for h in healths.values() if h.last_polled_at]
    return Status(
        now=now,
        counts=store.counts(),
        troubles=tuple(
            SourceTrouble(uuid, source.name, h.state, h.message, h.last_success_at)
            for uuid, source in active.items()
            if (h := healths.get(uuid)) is not None and h.state not in WELL
        ),
        due=len(due),
        overdue=sum(when is not None and when < now - timedelta(hours=1) for when in due),
        last_poll_at=max(polled, default=None),
        last_digest_at=newest[0].created_at if newest else None,
        schema_revision=store.schema_revision(),
        forums=tuple(
            ForumPosts(uuid, source.name, ids.seen, ids.missing, ids.excluded)
            for uuid, source in active.items()
            if (ids := read_flags(healths[uuid].flags if uuid in healths else ())).pieces
        ),
        jobs=store.job_counts(),
        stories=store.story_counts(),
        copies={state.value: count for state, count in store.copy_counts().items()},
        copy_fault=copy_fault(store, settings, now),
        clock=clock_doubt(store, now),
        backup=backup_state(store, now, settings.backup),
    )


def backup_state(store: Store, now: datetime, settings: BackupSettings) -> BackupState:
    """How the last backup and the last rehearsal ended."""
    known = store.upkeep()
    backup, trial = known.get(BACKUP), known.get(REHEARSAL)
    return BackupState(
        made_at=backup.ok_at if backup else None,
        detail=backup.detail if backup else "",
        fault=backup.message if backup else "",
        is_late=is_late(settings, backup, now),
        tried_at=trial.ok_at if trial else None,
        trial=trial.detail if trial else "",
        trial_fault=trial.message if trial else "",
    )


def copy_fault(store: Store, settings: Settings, now: datetime) -> str:
    """Why the Wayback Machine does not let us ask; empty where it does, is switched off or was not
    asked lately.
    """
    return fault_of(store.upkeep().get(UPKEEP), now) if settings.wayback.is_on else ""


def clock_doubt(store: Store, now: datetime) -> str:
    """What is odd about this machine's clock; empty where nothing is."""
    others = store.other_clocks()
    return ahead(now, others) or behind(now, others)
