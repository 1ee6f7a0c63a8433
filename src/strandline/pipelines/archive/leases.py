"""Keeps the leases of running jobs alive, and knows which were lost."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import structlog

from strandline.pipelines.heartbeat import BEAT_S, LEASE, Heartbeat
from strandline.ports import Ports

log = structlog.get_logger("strandline.archive")


class Leases(Heartbeat):
    """The leases that this process holds; a context whose thread prolongs them.

    Args:
        ports: Its store, clock and owner are used.
    """

    def __init__(self, ports: Ports, *, lease: timedelta = LEASE, beat_s: float = BEAT_S) -> None:
        super().__init__("leases", beat_s)
        self._ports = ports
        self._lease = lease
        self._held: set[int] = set()
        self._lost: set[int] = set()
        self._guard = threading.Lock()

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
