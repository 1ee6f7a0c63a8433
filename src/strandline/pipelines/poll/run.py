"""Discovery: polls the sources that are due and brings what is new into the ledger.

    claim ─▶ gather ─▶ list ─▶ recognise ─▶ choose ─▶ enter ─▶ health

Sources are polled side by side; each is held by a lease, so that two pollers never work on one, and
one that is killed gives its sources back when the lease ends, soon after. A failure of one source
is a line in the report and touches no other. A source that enters what it listed, which may take an
hour at a request a second, is in nobody's way: it has given its place to the next one.
"""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from urllib.parse import urlsplit

import structlog

from strandline.core.calendar import MAY_DIFFER, agreed
from strandline.core.sources.courtesy import interval_of
from strandline.core.sources.registry import named_by_itself
from strandline.core.sources.schedule import Polled, after_poll, conditions, should_adopt_move
from strandline.core.sources.window import Window
from strandline.core.urls.courtesy import server_time
from strandline.model.errors import ParserFault, StoreError, StrandlineError
from strandline.model.sources import Source, SourceHealth, SourceState
from strandline.pipelines.heartbeat import LEASE
from strandline.pipelines.poll.following import Follower
from strandline.pipelines.poll.gathering import gather
from strandline.pipelines.poll.leases import SourceLeases
from strandline.pipelines.poll.letters import let_go
from strandline.pipelines.poll.older_posts import complete
from strandline.pipelines.poll.report import PollReport, SourceOutcome, outcome_of
from strandline.pipelines.poll.steps import POLL_STEPS, Reading
from strandline.pipelines.runner import run_steps
from strandline.ports import Ports
from strandline.settings import Settings

log = structlog.get_logger()

#: Seconds between two looks at whether the process is ending, and at what has become due.
_LOOK_S = 0.5
_DUE_S = 5.0
#: Sources at once, those included that only enter what they listed.
_MOST_AT_ONCE = 256
#: How long polls under way are awaited once the process is ending, seconds.
_GRACE_S = 2.0

#: Label of the progress bar.
BAR = "poll"

#: Reasons that count as "old" for a person.
_OLD = frozenset({"old", "old_page", "undated_baseline"})


def run_poll(
    ports: Ports,
    settings: Settings,
    *,
    now: datetime | None = None,
    only: Sequence[str] | None = None,
    force: bool = False,
    stop: threading.Event | None = None,
    keep_up: bool = False,
    tell: Callable[[SourceOutcome], None] | None = None,
) -> PollReport:
    """Poll the sources that are due.

    Args:
        now: Time of the poll, aware UTC; the clock's where not given.
        only: Ids of the sources to choose from; None for all.
        force: Poll them although they are not due yet.
        stop: Once it is set nothing more is begun, and what is held is given back.
        keep_up: Also what becomes due while the run lasts, as often as it does.
        tell: Told of each outcome when it is there, which the report then leaves out.

    Raises:
        StoreError: The database cannot be used at all; a failure with one source is an outcome.
        ParserFault: No document can be read; what was not polled yet is given back.
    """
    if now is None:
        now = ports.clock.now()
        if mended := ports.store.mend_times(now):
            log.warning("times of a clock that was ahead", rows=mended)
    began = time.monotonic()
    poller = _Poller(ports, settings, now, only, force=force, stop=stop, keep_up=keep_up, tell=tell)
    outcomes = poller.run()
    report = PollReport(
        now,
        tuple(sorted(outcomes, key=lambda o: (len(o.source_uuid), o.source_uuid))),
        time.monotonic() - began,
    )
    if outcomes:
        log.info(
            "polled",
            sources=len(outcomes),
            new=report.new,
            failed=report.failed,
            seconds=round(report.seconds, 3),
        )
    return report


class _Poller:
    """One run: claims sources as threads become free, and polls each once."""

    def __init__(
        self,
        ports: Ports,
        settings: Settings,
        now: datetime,
        only: Sequence[str] | None,
        *,
        force: bool,
        stop: threading.Event | None,
        keep_up: bool,
        tell: Callable[[SourceOutcome], None] | None,
    ) -> None:
        self._ports = ports
        self._stop = stop or threading.Event()
        self._settings = settings
        self._now = now
        self._only = only
        self._force = force
        self._keep_up = keep_up
        self._tell = tell
        self._done: set[str] = set()
        self._dates: dict[str, datetime] = {}
        self._fault: ParserFault | None = None
        self._leases = SourceLeases(ports, now)
        self._follower = Follower(ports, settings.fetch.threads)
        self._running: set[Future[SourceOutcome]] = set()
        self._news = threading.Event()
        self._places = threading.Semaphore(settings.poll.concurrency)
        self._asking = 0
        self._guard = threading.Lock()
        self._is_over = False

    def run(self) -> list[SourceOutcome]:
        """Poll until nothing is due any more."""
        outcomes: list[SourceOutcome] = []
        ports, threads = self._ports, self._settings.poll.concurrency
        first = self._claim(threads * 2)
        if not first:
            return outcomes
        ports.progress.start(BAR, self._total(len(first)))
        pollers = ThreadPoolExecutor(_MOST_AT_ONCE, "poll")
        try:
            with self._leases, self._follower:
                try:
                    self._run_all(first, pollers, outcomes.append)
                finally:
                    self._wind_up()
        finally:
            pollers.shutdown(wait=False, cancel_futures=True)
            ports.progress.finish(BAR)
            self._compare_clocks()
        if self._fault is not None:
            raise self._fault
        return outcomes

    def _compare_clocks(self) -> None:
        """Keep the day that the servers agree on, and tell where this machine's is another one."""
        dates, self._dates = self._dates, {}
        day = agreed([*dates.values()])
        if day is None or self._stop.is_set():
            return
        self._ports.store.saw_answers(day)
        ahead = self._ports.clock.now() - day
        if abs(ahead) >= MAY_DIFFER:
            log.warning("this machine's clock differs from those of servers", by=str(ahead))

    def _wind_up(self) -> None:
        """What still runs, because the process is ending, is for others to poll again."""
        self._is_over = True
        self._follower.close()
        for future in self._running:
            future.cancel()
        try:
            self._leases.give_back()
        except StoreError as error:
            log.warning("leases not given back", error=str(error))
        wait(self._running, _GRACE_S)

    def _time(self) -> datetime:
        """Time of the poll: one for all, unless the run keeps up with the clock."""
        return self._ports.clock.now() if self._keep_up else self._now

    def _total(self, claimed: int) -> int | None:
        if self._only is not None:
            return len(self._only)
        if self._force:
            return len(self._active_ids)
        # How many more are due is not known before they are claimed.
        return claimed if claimed < self._settings.poll.concurrency * 2 else None

    def _claim(self, limit: int) -> list[tuple[Source, SourceHealth]]:
        """More sources; none twice in one run, although a forced one is always due."""
        only = self._only
        if self._done and (only is not None or self._force):
            ids = only if only is not None else self._active_ids
            only = [uuid for uuid in ids if uuid not in self._done]
        if only is not None and not only:
            return []
        claims = self._ports.store.claim_due(
            self._time(), self._ports.owner, LEASE, limit=limit, only=only, force=self._force
        )
        fresh = [claim for claim in claims if claim[0].source_uuid not in self._done]
        if not self._keep_up:
            self._done.update(source.source_uuid for source, _ in fresh)
        self._leases.hold(source.source_uuid for source, _ in fresh)
        return fresh

    @cached_property
    def _active_ids(self) -> list[str]:
        """As they were when the run began: reading all of them for each claim adds up."""
        return [source.source_uuid for source in self._ports.store.sources(active_only=True)]

    def _run_all(
        self,
        claims: list[tuple[Source, SourceHealth]],
        pollers: ThreadPoolExecutor,
        collect: Callable[[SourceOutcome], None],
    ) -> None:
        """Keep the places busy: when half of them are free, claim more."""
        threads = self._settings.poll.concurrency
        looked = time.monotonic()
        while (claims or self._running) and not self._stop.is_set() and self._fault is None:
            for source, health in claims:
                self._begin(pollers, source, health)
            has_news = self._news.wait(_LOOK_S)
            self._news.clear()
            for future in [future for future in self._running if future.done()]:
                self._running.discard(future)
                outcome = future.result()
                self._ports.progress.advance(BAR, note=outcome.name)
                (self._tell or collect)(outcome)
            # A look in between is not a free place: what is due now can wait for one.
            is_time = has_news or (self._keep_up and time.monotonic() - looked >= _DUE_S)
            claims = []
            if is_time and self._asking <= threads and len(self._running) <= _MOST_AT_ONCE // 2:
                claims, looked = self._claim(threads * 2), time.monotonic()

    def _begin(self, pollers: ThreadPoolExecutor, source: Source, health: SourceHealth) -> None:
        with self._guard:
            self._asking += 1
        future = pollers.submit(self._poll_safely, source, health)
        future.add_done_callback(lambda _: self._news.set())
        self._running.add(future)

    def _give_place(self) -> None:
        """What is left to do for a source asks article by article: the next source can be asked."""
        self._places.release()
        with self._guard:
            self._asking -= 1
        self._news.set()

    def _poll_safely(self, source: Source, health: SourceHealth) -> SourceOutcome:
        began = time.monotonic()
        with ExitStack() as place:
            self._places.acquire()  # whoever has one asks a server, within a deadline
            place.callback(self._give_place)
            outcome = self._poll_or_fail(source, health, place)
        self._leases.let_go(source.source_uuid)
        return replace(outcome, seconds=time.monotonic() - began)

    def _poll_or_fail(
        self, source: Source, health: SourceHealth, place: ExitStack
    ) -> SourceOutcome:
        try:
            return self._poll(source, health, place)
        except CancelledError:
            return replace(outcome_of(source, health), is_failed=True)
        except StrandlineError as error:
            if isinstance(error, ParserFault):
                self._fault = error  # no other source will fare better
            elif self._is_over:
                return replace(outcome_of(source, health), is_failed=True)
            log.error("poll failed", source=source.source_uuid, error=str(error))  # noqa: TRY400 - says it all
            return self._failed(source, health, str(error))
        except Exception as error:
            if self._is_over:  # the ports are being closed
                return replace(outcome_of(source, health), is_failed=True)
            # A fault of ours in one document must not end the poll of the others.
            log.exception("poll failed", source=source.source_uuid)
            return self._failed(source, health, f"Internal fault: {error!r}.")

    def _poll(self, source: Source, health: SourceHealth, place: ExitStack) -> SourceOutcome:
        ports, now = self._ports, self._time()
        gathered = gather(ports, source, health, now)
        polled = gathered.polled
        if date := server_time(polled.headers or {}):
            self._dates[urlsplit(source.url).hostname or ""] = date
        if gathered.listing is None:
            after = self._finish(source, self._after(source, health, polled, now))
            outcome = outcome_of(source, after)
            if not polled.was_sent:
                outcome = replace(outcome, message=polled.message)
            is_ok = polled.state is SourceState.OK
            return replace(outcome, is_unchanged=is_ok, is_failed=not is_ok)
        is_full = conditions(health, now).is_full
        completed = complete(ports, source, health, gathered.listing, is_full=is_full)
        source, poll = self._named(source, completed.listing.title), self._settings.poll
        reading = Reading(
            ports,
            self._settings,
            source,
            completed.listing,
            Window.of(now, poll),
            self._follower,
            was_read=health.last_success_at is not None,
        )
        run = run_steps(
            "poll",
            POLL_STEPS,
            reading,
            level="debug",
            before_step=lambda name: place.close() if name == "enter" else None,
        )
        let_go(ports, gathered.letters)
        polled = replace(
            polled,
            message=polled.message or completed.message,
            flags=(*_flags(health, reading), *completed.flags),
            keep_validators=(
                polled.keep_validators and completed.is_whole and not reading.holds_back
            ),
        )
        after = self._finish(source, self._after(source, health, polled, now))
        reasons = [drop.reason for _, drop in run.drops]
        known, old = reasons.count("known"), sum(reason in _OLD for reason in reasons)
        return replace(
            outcome_of(source, after),
            listed=run.funnel.steps[0].entered,
            new=len(reading.new_articles),
            joined=reading.joined,
            known=known,
            old=old,
            dropped=len(reasons) - known - old,
            is_failed=polled.state is not SourceState.OK,
            funnel=run.funnel,
            drops=run.drops,
        )

    def _after(
        self, source: Source, health: SourceHealth, polled: Polled, now: datetime
    ) -> SourceHealth:
        jitter = self._ports.jitter()
        return after_poll(source, health, polled, now, jitter, settings=self._settings.poll)

    def _named(self, source: Source, title: str) -> Source:
        """The source under the title that it gives itself, where nobody has named it."""
        named = named_by_itself(source, title)
        if named is source:
            return source
        store = self._ports.store
        changed = store.change_source(source.source_uuid, lambda now: named_by_itself(now, title))
        return changed[1] if changed else named

    def _finish(self, source: Source, health: SourceHealth) -> SourceHealth:
        """Save the health; retire a source that is gone, follow one that moved for good."""
        store = self._ports.store
        if health.state is SourceState.GONE:
            store.change_source(source.source_uuid, lambda now: replace(now, active=False))
        elif should_adopt_move(health):
            health = self._move(source, health)
        if not store.save_health(health, owner=self._ports.owner):
            log.warning("lease lost", source=source.source_uuid)
        return health

    def _move(self, source: Source, health: SourceHealth) -> SourceHealth:
        """What a person wrote meanwhile stays: the address moves where it still is the old one."""
        target = health.moved_to or source.url
        try:
            self._ports.store.change_source(
                source.source_uuid,
                lambda now: replace(now, url=target) if now.url == source.url else now,
            )
        except StoreError:
            message = f"It moved to {target}, which is another source already: remove one of them."
            return replace(health, message=message)
        log.info("source moved", source=source.source_uuid, from_url=source.url, to_url=target)
        message = f"It moved for good from {source.url} to {target}."
        return replace(health, message=message, moved_to=None, moved_seen=0)

    def _failed(self, source: Source, health: SourceHealth, message: str) -> SourceOutcome:
        """Let go of the lease, keep everything else: our fault says nothing about the source."""
        kept = replace(
            health, message=message, lease_owner=None, lease_until=None, last_polled_at=self._time()
        )
        try:
            self._ports.store.save_health(
                replace(kept, next_poll_at=self._time() + interval_of(source, self._settings.poll)),
                owner=self._ports.owner,
            )
        except StrandlineError as error:
            log.warning("lease not given back", source=source.source_uuid, error=str(error))
        return replace(outcome_of(source, kept), is_failed=True)


def _flags(health: SourceHealth, reading: Reading) -> tuple[str, ...]:
    """The document's flags, and whether its dates can be trusted; the last word on that stays."""
    unstable = reading.dates_unstable
    if unstable is None:
        unstable = "dates_unstable" in health.flags
    return tuple(dict.fromkeys((*reading.listing.flags, *(("dates_unstable",) * unstable))))
