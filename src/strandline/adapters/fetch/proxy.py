"""A small forward proxy on loopback through which everything that is not our HTTP client goes out.

Chromium, yt-dlp and ffmpeg open connections of their own, and what a page makes them open is the
page's choice. So they are given no other way than this proxy, which hands every target to the
egress guard: resolve once, check all answers, dial a checked address (docs/adr/0010). Each job
opens a *session*: a port of its own, its own limits, its own count of what was refused.
"""

import threading
import time
import weakref
from collections.abc import Callable

from strandline.adapters.fetch.doors import Door, open_door
from strandline.adapters.fetch.guard import Guard, Resolver, system_resolver
from strandline.adapters.fetch.proxy_limits import DEFAULT_LIMITS, ProxyLimits
from strandline.adapters.fetch.proxy_session import ProxySession
from strandline.core.urls.addresses import read_allowed
from strandline.settings import FetchSettings


class GuardProxy:
    """Opens sessions that lead out through one guard; safe from many threads.

    Args:
        guard: Judges every target.
        threads: Connections at once over all sessions; further ones are turned away.
        monotonic: Seconds, for deadlines.
    """

    def __init__(
        self,
        guard: Guard,
        *,
        threads: int = 256,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._guard = guard
        self._slots = threading.Semaphore(threads)
        self._monotonic = monotonic
        self._sessions: weakref.WeakSet[ProxySession] = weakref.WeakSet()

    def session(
        self,
        limits: ProxyLimits = DEFAULT_LIMITS,
        *,
        has_password: bool = False,
        door: Door | None = None,
    ) -> ProxySession:
        """Open a port for one job; close it when the job ends.

        Args:
            limits: What the job may use up.
            has_password: For clients that can send one (yt-dlp, ffmpeg): see `ProxySession.url`.
            door: The port; None for a free one of this machine.
        """
        session = ProxySession(
            self._guard,
            limits,
            self._slots,
            self._monotonic,
            has_password=has_password,
            door=door or open_door(),
        )
        self._sessions.add(session)
        return session

    def close(self) -> None:
        """Close the sessions that are still open."""
        for session in list(self._sessions):
            session.close()


def make_proxy(settings: FetchSettings, *, resolver: Resolver = system_resolver) -> GuardProxy:
    """A proxy with the same exceptions to the guard as the HTTP client.

    Raises:
        ConfigError: `allow_private_networks` has an entry that cannot be read.
    """
    return GuardProxy(Guard(read_allowed(settings.allow_private_networks), resolver))
