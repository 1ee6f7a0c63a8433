"""Keeps the leases of running jobs alive, and knows which were lost.

A lease is short, so that the job of a killed worker is soon taken up again, and a capture may be
long: a thread of its own prolongs the leases while captures run.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from types import TracebackType
from typing import Self

import structlog

from strandline.model.errors import StoreError
from strandline.ports import Ports

log = structlog.get_logger("strandline.archive")

#: How long a job belongs to a worker that gives no sign of life.
LEASE = timedelta(seconds=90)
#: Seconds between two signs of life: three may be missed.
BEAT_S = 20.0


class Leases:
    """The leases that this process holds; a context whose thread prolongs them.

    Args:
        ports: Its store, clock and owner are used.
    """

    def __init__(self, ports: Ports, *, lease: timedelta = LEASE, beat_s: float = BEAT_S) -> None:
        self._ports = ports
        self._lease = lease
        self._beat_s = beat_s
        self._held: set[int] = set()
        self._lost: set[int] = set()
        self._guard = threading.Lock()
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="leases", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end.set()
        self._thread.join()

    @contextmanager
    def hold(self, job_id: int) -> Iterator[None]:
        """Prolong a job's lease while the block runs."""
        with self._guard:
            self._held.add(job_id)
        try:
            yield
        finally:
            with self._guard:
                self._held.discard(job_id)
                self._lost.discard(job_id)

    def is_lost(self, job_id: int) -> bool:
        """True once another worker has the job."""
        with self._guard:
            return job_id in self._lost

    def beat(self) -> None:
        """Prolong all leases now."""
        with self._guard:
            held = sorted(self._held - self._lost)
        if not held:
            return
        until = self._ports.clock.now() + self._lease
        kept = self._ports.store.heartbeat(held, self._ports.owner, until)
        lost = set(held) - kept
        if lost:
            log.warning("leases lost", jobs=sorted(lost))
        with self._guard:
            self._lost |= lost & self._held

    def give_back(self) -> None:
        """End all leases now: what runs here is for others to take up."""
        with self._guard:
            held = sorted(self._held - self._lost)
            self._lost |= set(held)
        if held:
            self._ports.store.heartbeat(held, self._ports.owner, self._ports.clock.now())

    def _run(self) -> None:
        while not self._end.wait(self._beat_s):
            try:
                self.beat()
            except StoreError as error:
                # A database that is busy now may be there at the next beat.
                log.warning("leases not prolonged", error=str(error))
