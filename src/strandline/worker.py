"""The loops that `strandline up` runs beside the web page: polling, resolving, matching,
archiving, the daily edition.

Each loop is a value: a name, a pause, and what one turn does. A turn that fails is logged and
tried again at the next one; no fault of one loop stops another.
"""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

import structlog

from strandline.core.digest.defaults import effective
from strandline.core.digest.plans import plan_of
from strandline.core.digest.timetable import edition_is_due, rhythm_of
from strandline.core.digest.worth import NOTHING_NEW
from strandline.model.backups import BackupReason
from strandline.model.database import RESTORE
from strandline.model.errors import StrandlineError
from strandline.ops.backup import back_up, rehearse
from strandline.ops.backup.running import BACKUP, REHEARSAL, is_backup_due, is_rehearsal_due
from strandline.ops.backup.working import enough_after
from strandline.pipelines.archive import run_jobs
from strandline.pipelines.archive.sweep import sweep
from strandline.pipelines.archive.takedown_list import copy_list
from strandline.pipelines.delivery import ask_to_confirm, deliver
from strandline.pipelines.delivery.mailbox import read_mailbox
from strandline.pipelines.delivery.outputs import send_to_outputs
from strandline.pipelines.desk.editions import publish_due
from strandline.pipelines.digest import run_digest
from strandline.pipelines.figures import count_days
from strandline.pipelines.judge.run import judge_pending
from strandline.pipelines.pictures import keep_pictures, keep_thumbs, remove_loose_pictures
from strandline.pipelines.poll import run_poll
from strandline.pipelines.resolve import resolve_pending
from strandline.pipelines.retention import let_go
from strandline.pipelines.rot import visit_links
from strandline.pipelines.search import index_waiting
from strandline.pipelines.stories import Matcher, run_match
from strandline.pipelines.wayback import save_copies
from strandline.ports import Ports, Store
from strandline.settings import Settings

log = structlog.get_logger("strandline.worker")

#: How long a backup at the end may take, seconds: a process that ends is ended after 20.
_AT_THE_END_S = 10.0
#: Editions that are looked at for the last one; a clock that was ahead may have dated some.
_AHEAD = 50


@dataclass(frozen=True)
class Work:
    """What every turn is given.

    Attributes:
        count_polls: Told the outcomes of polling, by state.
        count_job: Told what became of each archive job that ended.
        count_fault: Told the name of a loop whose turn failed.
        stop: Set once everything is to end; long turns look at it.
        matcher: Shared by matching and editions; None where stories are not matched here.
        found_empty: Readers for whose edition there was nothing, and when.
    """

    ports: Ports
    settings: Settings
    count_polls: Callable[[Mapping[str, int]], None] = lambda _outcomes: None
    count_job: Callable[[str], None] = lambda _outcome: None
    count_fault: Callable[[str], None] = lambda _loop: None
    stop: threading.Event = field(default_factory=threading.Event)
    matcher: Matcher | None = None
    found_empty: dict[str, datetime] = field(default_factory=dict)


@dataclass(frozen=True)
class Loop:
    """One thing done again and again.

    Attributes:
        pause_s: Seconds between the end of a turn and the start of the next.
        turn: What one turn does.
    """

    name: str
    pause_s: float
    turn: Callable[[Work], None]


def poll_turn(work: Work) -> None:
    """Poll whatever is due, and what becomes due meanwhile."""
    run_poll(
        work.ports,
        work.settings,
        stop=work.stop,
        keep_up=True,
        tell=lambda outcome: work.count_polls({outcome.state.value: 1}),
    )


def resolve_turn(work: Work) -> None:
    """Follow the shorteners that have not answered yet."""
    resolve_pending(work.ports, work.settings, stop=work.stop)


def match_turn(work: Work) -> None:
    """Bring new articles into their stories; the window stays in memory between turns."""
    if work.matcher is not None:
        settings, now = work.settings.stories, work.ports.clock.now()
        run_match(work.ports, settings, now=now, matcher=work.matcher, stop=work.stop)


def judge_turn(work: Work) -> None:
    """Ask a language model about the pairs that wait for one."""
    if work.ports.chat is not None:
        judge_pending(work.ports, work.settings.stories, now=work.ports.clock.now())


def digest_turn(work: Work) -> None:
    """Make the edition of every reader whose time has come, once there is something to read.

    One that is empty is kept as skipped, once for each time it was due, and tried again later.
    """
    ports, settings = work.ports, work.settings
    now = ports.clock.now()
    if not ports.store.recent(limit=1):
        return
    restored = ports.store.upkeep().get(RESTORE)
    for reader in ports.store.readers():
        last, was_empty = _last_edition(ports.store, reader.reader_id, now)
        if restored is not None and restored.ran_at <= now:
            # What was made after the backup is not known any more: readers may have it.
            last = max(last or restored.ran_at, restored.ran_at)
        empty = work.found_empty.get(reader.reader_id)
        rhythm = rhythm_of(
            effective(reader, settings.digest).settings, settings.digest.daily_at_utc
        )
        if not edition_is_due(last, rhythm, now, empty):
            continue
        told = was_empty is not None and was_empty >= rhythm.last_slot(now)
        plan = plan_of(reader, settings.digest, now, is_unasked=True, is_told=told)
        made = run_digest(ports, settings, reader, now=now, matcher=work.matcher, plan=plan)
        if not made.items:
            work.found_empty[reader.reader_id] = now


def publish_turn(work: Work) -> None:
    """Publish what is due: scheduled editions, and drafts that nobody stopped in time."""
    for outcome in publish_due(work.ports, work.settings):
        log.info("edition", digest=outcome.subject, outcome=outcome.message)


def deliver_turn(work: Work) -> None:
    """Ask new subscribers to confirm, and send what was published to those who did."""
    ask_to_confirm(work.ports, work.settings)
    deliver(work.ports, work.settings, stop=work.stop)


def outputs_turn(work: Work) -> None:
    """Hand what was published to the other ways out."""
    send_to_outputs(work.ports, work.settings, stop=work.stop)


def _last_edition(
    store: Store, reader_id: str, now: datetime
) -> tuple[datetime | None, datetime | None]:
    """When the reader's last edition was made, and when there was last nothing to make one of; one
    of a clock that was ahead does not count.
    """
    newest = [
        edition
        for edition in store.digests(reader_id=reader_id, limit=_AHEAD)
        if edition.created_at <= now
    ]
    empty = [edition for edition in newest if edition.reason == NOTHING_NEW]
    made = [edition for edition in newest if edition.reason != NOTHING_NEW]
    return (
        made[0].created_at if made else None,
        empty[0].created_at if empty else None,
    )


def archive_turn(work: Work) -> None:
    """Capture what is due; nothing where this process has no capturer."""
    if work.ports.capturer is not None:
        run_jobs(
            work.ports,
            work.settings,
            stop=work.stop,
            on_end=lambda end: work.count_job(end.status.value if end.status else "taken_over"),
        )


def search_turn(work: Work) -> None:
    """Let searches find what was said of articles since the last turn."""
    index_waiting(work.ports.store, stop=work.stop)


def sweep_turn(work: Work) -> None:
    """Remove what killed workers left behind."""
    if work.ports.capturer is not None and work.ports.blobs is not None:
        now = work.ports.clock.now()
        sweep(work.ports, work.ports.blobs, work.settings, now=now)
        remove_loose_pictures(work.ports, work.ports.blobs, work.settings, now=now)


def pictures_turn(work: Work) -> None:
    """Get the pictures of what is shown, and make small copies of new screenshots."""
    keep_pictures(work.ports, work.settings, work.stop)
    keep_thumbs(work.ports, work.stop)


def figures_turn(work: Work) -> None:
    """Count the days for the page of statistics."""
    count_days(work.ports, work.stop)


def retention_turn(work: Work) -> None:
    """Let go of what is older than the settings keep it."""
    let_go(work.ports, work.settings, work.stop)


def mailbox_turn(work: Work) -> None:
    """Read what came into the mailbox; nothing where none is set."""
    read_mailbox(work.ports, work.settings, stop=work.stop)


def backup_turn(work: Work) -> None:
    """Back up once a day, and try once a week whether the newest backup could be brought back."""
    ports, backup = work.ports, work.settings.backup
    if ports.safekeeping is None:
        return
    now, known = ports.clock.now(), ports.store.upkeep()
    if is_backup_due(backup, known.get(BACKUP), now):
        _back_up(work, BackupReason.DAILY, work.stop)
    elif is_rehearsal_due(backup, known.get(BACKUP), known.get(REHEARSAL), now):
        checked = rehearse(
            ports.safekeeping(), ports.store, work.settings, ports.clock, ports.blobs
        )
        log.info("backup tried", backup=checked.backup.name, lacking=checked.lacking)


def back_up_at_the_end(work: Work) -> None:
    """One more backup when everything has ended.

    It is given up where it takes longer than whoever ends the process waits; the next is daily.
    """
    backup, ports = work.settings.backup, work.ports
    if not (backup.every_hours and backup.on_shutdown) or ports.safekeeping is None:
        return
    with enough_after(_AT_THE_END_S) as enough:
        try:
            _back_up(work, BackupReason.SHUTDOWN, enough)
        except StrandlineError as error:
            log.warning("no backup at the end", because=str(error))


def _back_up(work: Work, reason: BackupReason, stop: threading.Event) -> None:
    ports = work.ports
    assert ports.safekeeping is not None  # noqa: S101 - both callers ask
    made = back_up(
        ports.safekeeping(), ports.store, work.settings, ports.clock, reason, stop, patience_s=5.0
    )
    for one in made.backups:
        copy_list(ports.store, one.place.blobs, one.aside)
    manifest = made.newest.manifest
    log.info(
        "backed up",
        backup=made.newest.name,
        bytes=manifest.size_bytes,
        seconds=round(manifest.took_s, 1),
        removed=made.removed,
        failed=dict(made.failed) or None,
    )


def clock_turn(work: Work) -> None:
    """Let go of what a clock that was far ahead has put off."""
    mended = work.ports.store.mend_times(work.ports.clock.now())
    if mended:
        log.warning("times of a clock that was ahead", rows=mended)


def links_turn(work: Work) -> None:
    """Visit kept links again, to see what became of them."""
    if work.ports.blobs is not None and work.settings.archive.visit_links:
        visit_links(work.ports, work.settings, stop=work.stop)


def wayback_turn(work: Work) -> None:
    """Have links saved by the Wayback Machine, as the policy names them."""
    save_copies(work.ports, work.settings, stop=work.stop)


ARCHIVE = Loop("archive", 2.0, archive_turn)
PICTURES = Loop("pictures", 60.0, pictures_turn)
FIGURES = Loop("figures", 900.0, figures_turn)
#: Everything that runs in the background. To add a loop is to add its line.
LOOPS: tuple[Loop, ...] = (
    Loop("clock", 600.0, clock_turn),
    Loop("poll", 5.0, poll_turn),
    Loop("resolve", 300.0, resolve_turn),
    Loop("match", 5.0, match_turn),
    Loop("search", 3.0, search_turn),
    Loop("judge", 60.0, judge_turn),
    Loop("digest", 30.0, digest_turn),
    Loop("publish", 15.0, publish_turn),
    Loop("deliver", 10.0, deliver_turn),
    Loop("outputs", 10.0, outputs_turn),
    Loop("mailbox", 60.0, mailbox_turn),
    ARCHIVE,
    PICTURES,
    FIGURES,
    Loop("links", 60.0, links_turn),
    Loop("wayback", 20.0, wayback_turn),
    Loop("sweep", 3600.0, sweep_turn),
    Loop("backup", 60.0, backup_turn),
    Loop("retention", 3600.0, retention_turn),
)


class Worker:
    """Runs the loops in threads until told to stop.

    Args:
        work: Shared by all loops; every port may be called from many threads.
    """

    def __init__(self, work: Work, loops: tuple[Loop, ...] = LOOPS) -> None:
        self._work = work
        self._stop = work.stop
        self._threads = [
            threading.Thread(target=self._run, args=(loop,), name=loop.name, daemon=True)
            for loop in loops
        ]

    def start(self) -> None:
        """Start every loop."""
        for thread in self._threads:
            thread.start()

    def stop(self, timeout_s: float = 6.0) -> None:
        """Ask every loop to end, and wait for the turns under way, so long in all.

        What a turn had not finished is taken up again: leases end, nothing is half written.
        """
        self._stop.set()
        deadline = time.monotonic() + timeout_s
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    def _run(self, loop: Loop) -> None:
        while not self._stop.is_set():
            try:
                loop.turn(self._work)
            except Exception as error:
                self._tell(loop, error)
            self._stop.wait(loop.pause_s)

    def _tell(self, loop: Loop, error: Exception) -> None:
        if self._stop.is_set():  # the ports are being closed
            log.debug("turn given up", loop=loop.name, error=str(error))
            return
        self._work.count_fault(loop.name)
        if isinstance(error, StrandlineError):
            # A fault with a message of its own needs no traceback.
            log.error("turn failed", loop=loop.name, error=str(error))
        else:
            log.error("turn failed", loop=loop.name, exc_info=error)
