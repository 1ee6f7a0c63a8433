"""Courtesy to hosts: one request at a time, a delay between visits, and pauses they asked for."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

#: Hosts remembered; beyond this, those whose turn is long over are forgotten.
_MANY_HOSTS = 4_096


@dataclass(slots=True)
class _Turn:
    """Who may ask a host, and when."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    waiting: int = 0
    free_at: float = 0.0


class HostGate:
    """Lets one thread at a time through to a host; safe from many threads.

    Nothing else is waited for while a host is held, so holding one can never lock up another.

    Args:
        delay_s: Pause between the end of a visit and the next one, seconds.
        monotonic: Seconds on a clock that only goes forward.
        sleep: Waits; replaced in tests.
    """

    def __init__(
        self,
        delay_s: float,
        *,
        monotonic: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._delay_s = delay_s
        self._monotonic = monotonic
        self._sleep = sleep
        self._lock = threading.Lock()
        self._turns: dict[str, _Turn] = {}
        self._pauses: dict[str, datetime] = {}

    @contextlib.contextmanager
    def visit(self, host: str, *, goes_on: bool = False) -> Iterator[None]:
        """Hold a host for one request.

        Args:
            host: Key of the host.
            goes_on: True for a further request of the same visit (a redirect within the host, the
                page after its robots.txt): it waits for its turn, but not for the delay.
        """
        turn = self._enter(host)
        try:
            with turn.lock:
                wait = 0.0 if goes_on else turn.free_at - self._monotonic()
                if wait > 0:
                    self._sleep(wait)
                try:
                    yield
                finally:
                    turn.free_at = self._monotonic() + self._delay_s
        finally:
            self._leave(turn)

    def pause(self, host: str, until: datetime) -> None:
        """Leave a host alone until a time; a later end than known replaces it."""
        with self._lock:
            known = self._pauses.get(host)
            if known is None or known < until:
                self._pauses[host] = until
            if len(self._pauses) > _MANY_HOSTS:
                del self._pauses[min(self._pauses, key=self._pauses.__getitem__)]

    def paused_until(self, host: str, now: datetime) -> datetime | None:
        """When a paused host may be asked again; None where it may be now."""
        with self._lock:
            until = self._pauses.get(host)
            if until is not None and until <= now:
                del self._pauses[host]
                return None
            return until

    def _enter(self, host: str) -> _Turn:
        with self._lock:
            if len(self._turns) > _MANY_HOSTS:
                self._forget()
            turn = self._turns.setdefault(host, _Turn())
            turn.waiting += 1
            return turn

    def _leave(self, turn: _Turn) -> None:
        with self._lock:
            turn.waiting -= 1

    def _forget(self) -> None:
        now = self._monotonic()
        self._turns = {
            host: turn
            for host, turn in self._turns.items()
            if turn.waiting > 0 or turn.free_at > now
        }
