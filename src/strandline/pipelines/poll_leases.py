"""Keeps the leases of sources that are being polled alive.

A lease is short, so that the sources of a killed poller are soon polled again, and a poll may be
long: a thread of its own prolongs the leases meanwhile.
"""

import threading
from collections.abc import Iterable
from datetime import datetime, timedelta
from types import TracebackType
from typing import Self

import structlog

from strandline.model.errors import StoreError
from strandline.ports import Ports

log = structlog.get_logger()

#: How long a source belongs to a poller that gives no sign of life.
LEASE = timedelta(seconds=90)
#: Seconds between two signs of life: three may be missed.
BEAT_S = 20.0


class SourceLeases:
    """The sources that one run of polling holds; a context whose thread prolongs their leases.

    Args:
        ports: Its store, clock and owner are used.
        now: Time of the poll, aware UTC, which need not be the clock's: leases go on from it.
        beat_s: Seconds between two signs of life.
    """

    def __init__(self, ports: Ports, now: datetime, *, beat_s: float = BEAT_S) -> None:
        self._ports = ports
        self._ahead = now - ports.clock.now()
        self._beat_s = beat_s
        self._held: set[str] = set()
        self._guard = threading.Lock()
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="source leases", daemon=True)

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

    def _run(self) -> None:
        while not self._end.wait(self._beat_s):
            try:
                self.beat()
            except StoreError as error:
                # A database that is busy now may be there at the next beat.
                log.warning("leases not prolonged", error=str(error))
