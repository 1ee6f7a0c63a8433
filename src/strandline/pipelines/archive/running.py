"""Takes due jobs and works on several at once, until none is due or it is told to stop."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from datetime import datetime, timedelta

import structlog

from strandline.core.moments import is_recent
from strandline.model.archive import ArchiveJob, CaptureReport
from strandline.model.errors import ConfigError, StoreError
from strandline.pipelines.archive.job import Bench, JobEnd, Tell, archive_job
from strandline.pipelines.archive.leases import Leases
from strandline.pipelines.archive.sweep import sweep
from strandline.pipelines.archive.work import WorkFolders, sweep_work, work_root
from strandline.pipelines.heartbeat import LEASE
from strandline.ports import Ports
from strandline.settings import Settings

log = structlog.get_logger("strandline.archive")

#: Seconds between two looks for due jobs, while some run and while none is there.
LOOK_S = 1.0
IDLE_S = 2.0
#: Seconds that running captures are given to end once it is told to stop.
GRACE_S = 4.0
SWEEP_EVERY = timedelta(hours=1)


def _silent(_job: ArchiveJob, _report: CaptureReport) -> None:
    """Nobody watches."""


def run_jobs(
    ports: Ports,
    settings: Settings,
    *,
    limit: int | None = None,
    only: Sequence[int] | None = None,
    stop: threading.Event | None = None,
    tell: Tell = _silent,
    on_end: Callable[[JobEnd], None] = lambda _end: None,
) -> list[JobEnd]:
    """Work until no job is due, `limit` jobs were begun, or told to stop.

    Args:
        ports: With an object store and a capturer.
        settings: Limits.
        limit: Most jobs to begin.
        only: Ids of jobs to choose from; None for all.
        stop: Set from outside. Captures that do not end soon then are left to other workers.
        tell: Told of every capture, from the thread that made it.
        on_end: Told of every job that ended, from the calling thread.

    Raises:
        ConfigError: The ports have no object store or no capturer.
        StoreError: The database is down; what was begun has ended or is taken up again.
    """
    if ports.blobs is None or ports.capturer is None:
        raise ConfigError("These ports archive nothing: they have no store for it or no capturer.")
    folders = WorkFolders(work_root(settings), f"{ports.owner}-{ports.new_id()[:8]}")
    try:
        with Leases(ports) as leases:
            bench = Bench(ports, settings, ports.blobs, ports.capturer, leases, folders, tell)
            return _Run(bench, limit, only, stop or threading.Event(), on_end).work()
    finally:
        folders.close()


def run_worker(
    ports: Ports,
    settings: Settings,
    stop: threading.Event,
    *,
    tell: Tell = _silent,
    on_end: Callable[[JobEnd], None] = lambda _end: None,
) -> None:
    """Work for ever: a worker process of its own, or one loop of many.

    A fault of the database is waited out; only being told to stop ends it.
    """
    sweep_work(work_root(settings))
    swept_at: datetime | None = None
    while not stop.is_set():
        try:
            is_time = _is_time(swept_at, ports.clock.now())
            if is_time:
                ports.store.mend_times(ports.clock.now())
            run_jobs(ports, settings, stop=stop, tell=tell, on_end=on_end)
            if ports.blobs is not None and is_time and not stop.is_set():
                swept_at = ports.clock.now()
                sweep(ports, ports.blobs, settings, now=swept_at)
        except StoreError as error:
            log.error("worker waits", error=str(error))  # noqa: TRY400 - its message says it all
        stop.wait(IDLE_S)


def _is_time(swept_at: datetime | None, now: datetime) -> bool:
    return swept_at is None or not is_recent(swept_at, now, SWEEP_EVERY)


class _Run:
    """One call of `run_jobs`: a thread for each job, never more than the settings allow."""

    def __init__(
        self,
        bench: Bench,
        limit: int | None,
        only: Sequence[int] | None,
        stop: threading.Event,
        on_end: Callable[[JobEnd], None],
    ) -> None:
        self._bench = bench
        self._left = limit
        self._only = only
        self._stop = stop
        self._on_end = on_end
        self._running: dict[Future[JobEnd], int] = {}
        self._ends: list[JobEnd] = []
        self._fault: Exception | None = None

    def work(self) -> list[JobEnd]:
        """Begin and await jobs until nothing is left to do."""
        while not self._stop.is_set():
            if self._fault is None:
                self._begin()
            if not self._running:
                break
            self._await(LOOK_S)
        else:
            self._wind_up()
        if self._fault is not None:
            raise self._fault
        return self._ends

    def _begin(self) -> None:
        """Claim as many jobs as there are free places."""
        free = self._bench.settings.archive.worker_concurrency - len(self._running)
        if self._left is not None:
            free = min(free, self._left)
        if free <= 0:
            return
        ports, limits = self._bench.ports, self._bench.settings.archive
        try:
            jobs = ports.store.claim_jobs(
                ports.clock.now(),
                ports.owner,
                LEASE,
                limit=free,
                per_domain=limits.per_domain_concurrency,
                only=self._only,
            )
        except StoreError as error:
            self._fault = error
            return
        if self._left is not None:
            self._left -= len(jobs)
        mine = set(self._running.values())
        # A job of ours whose lease ended (the machine slept) comes back to us: it still runs here,
        # and the claim has given it a new lease.
        fresh = [job for job in jobs if job.job_id not in mine]
        self._running |= {_in_thread(self._bench, job): job.job_id for job in fresh}

    def _await(self, seconds: float) -> None:
        """Take in the jobs that have ended; waits for one at most so long."""
        done, _ = wait(self._running, seconds, FIRST_COMPLETED)
        for future in done:
            del self._running[future]
            fault = future.exception()
            if fault is None:
                self._ends.append(future.result())
                self._on_end(self._ends[-1])
            elif isinstance(fault, Exception):
                self._fault = self._fault or fault

    def _wind_up(self) -> None:
        """Told to stop: a little patience, then what still runs is for others to take up."""
        if self._running:
            wait(self._running, GRACE_S)
            self._await(0)
        if self._running:
            log.warning("left to other workers", jobs=len(self._running))
            self._bench.leases.give_back()


def _in_thread(bench: Bench, job: ArchiveJob) -> "Future[JobEnd]":
    """Work on a job in a thread of its own.

    A daemon thread: a capture that hangs must not keep the process from ending.
    """
    future: Future[JobEnd] = Future()

    def run() -> None:
        try:
            future.set_result(archive_job(bench, job))
        except BaseException as error:  # the calling thread raises it
            future.set_exception(error)

    threading.Thread(target=run, name=f"job-{job.job_id}", daemon=True).start()
    return future
