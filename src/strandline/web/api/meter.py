"""How often the API may be asked, by address and by token (draft-ietf-httpapi-ratelimit-headers).

Requests are counted in this process, by the minute. A library's memory would begin a thread with
each of them and read a clock of its own.
"""

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from strandline.core.urls.addresses import network_of

WINDOW_S = 60
#: Addresses and tokens that are counted on their own in a minute; all others share one count.
MOST_NAMES = 20_000
_OTHERS = "others"


@dataclass(frozen=True, slots=True)
class Quota:
    """What is left of one policy.

    Attributes:
        left: Requests until the window ends; below zero where this one was too many.
    """

    policy: str
    limit: int
    left: int
    reset_s: int


class Meter:
    """Counts requests by name in windows of a minute. May be asked by many threads."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._window = 0
        self._counts: Counter[str] = Counter()

    def count(self, policy: str, name: str, limit: int) -> Quota:
        """Count one request.

        Args:
            policy: `address` or `token`.
            name: Who asks.
            limit: Requests a minute.
        """
        seconds = int(self._now().timestamp())
        window, passed = divmod(seconds, WINDOW_S)
        key = f"{policy} {name}"
        with self._lock:
            if window != self._window:
                self._window = window
                self._counts.clear()
            if key not in self._counts and len(self._counts) >= MOST_NAMES:
                key = f"{policy} {_OTHERS}"
            self._counts[key] += 1
            return Quota(policy, limit, limit - self._counts[key], WINDOW_S - passed)


class RateLimit:
    """Middleware: counts requests below a path, tells what is left, and answers 429 beyond.

    Args:
        app: What it guards.
        meter: The counts.
        limits: Requests a minute, by policy: `address`, `token`.
        address_of: Whose request it is.
        below: The path.
        refuse: Makes the answer beyond, given the seconds to wait.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        meter: Meter,
        limits: Mapping[str, int],
        address_of: Callable[[Request], str],
        below: str,
        refuse: Callable[[int], Response],
    ) -> None:
        self._app, self._meter, self._limits = app, meter, limits
        self._address_of, self._below, self._refuse = address_of, below, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] != "http" or not scope["path"].startswith(self._below):
            await self._app(scope, receive, send)
            return
        quotas = self._quotas(Request(scope))
        told = {
            "ratelimit-policy": ", ".join(f'"{q.policy}";q={q.limit};w={WINDOW_S}' for q in quotas),
            "ratelimit": ", ".join(
                f'"{q.policy}";r={max(q.left, 0)};t={q.reset_s}' for q in quotas
            ),
        }

        async def telling(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(told)
            await send(message)

        exhausted = [quota.reset_s for quota in quotas if quota.left < 0]
        app = self._refuse(max(exhausted)) if exhausted else self._app
        await app(scope, receive, telling)

    def _quotas(self, request: Request) -> list[Quota]:
        found = [self._count("address", network_of(self._address_of(request)))]
        token = _bearer(request.headers)
        if token:
            # Nobody's token is kept, not even in memory; a wrong one counts as well.
            found.append(self._count("token", sha256(token.encode()).hexdigest()))
        return found

    def _count(self, policy: str, name: str) -> Quota:
        return self._meter.count(policy, name, self._limits[policy])


def _bearer(headers: Headers) -> str:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""
