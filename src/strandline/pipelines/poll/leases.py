"""Keeps the leases of sources that are being polled alive."""

import threading
from collections.abc import Iterable
from datetime import datetime

from strandline.pipelines.heartbeat import BEAT_S, LEASE, Heartbeat
from strandline.ports import Ports


class SourceLeases(Heartbeat):
    """The sources that one run of polling holds; a context whose thread prolongs their leases.

    Args:
        ports: Its store, clock and owner are used.
        now: Time of the poll, aware UTC, which need not be the clock's: leases go on from it.
        beat_s: Seconds between two signs of life.
    """

    def __init__(self, ports: Ports, now: datetime, *, beat_s: float = BEAT_S) -> None:
        super().__init__("source leases", beat_s)
        self._ports = ports
        self._ahead = now - ports.clock.now()
        self._held: set[str] = set()
        self._guard = threading.Lock()

    def hold(self, source_uuids: Iterable[str]) -> None:
        """Prolong the leases of these until they are let go."""
        with self._guard:
            self._held |= set(source_uuids)

    def let_go(self, source_uuid: str) -> None:
        """It has been polled; its lease is not prolonged any more."""
        with self._guard:
            self._held.discard(source_uuid)

    def beat(self) -> None:
        """Prolong all leases now; one that another poller has is not taken from it.

        Raises:
            StoreError: The database cannot be written now.
        """
        with self._guard:
            held = sorted(self._held)
        if held:
            until = self._ports.clock.now() + self._ahead + LEASE
            self._ports.store.prolong_sources(held, self._ports.owner, until)

    def give_back(self) -> None:
        """End all leases now: what is polled here is for others to poll.

        Raises:
            StoreError: The database cannot be written now; the leases end by themselves.
        """
        with self._guard:
            held, self._held = sorted(self._held), set()
        if held:
            now = self._ports.clock.now() + self._ahead
            self._ports.store.prolong_sources(held, self._ports.owner, now)
