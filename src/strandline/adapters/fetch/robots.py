"""robots.txt of every host, fetched once a day and kept in memory."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from strandline.adapters.fetch.verdict import Verdict
from strandline.core.urls.redirects import next_hop
from strandline.core.urls.robots import (
    KEEP_OUT,
    MAX_ROBOTS_BYTES,
    NO_RULES,
    RobotsRules,
    read_robots,
)
from strandline.core.urls.weblink import WebAddress, read_web_address
from strandline.model.fetching import FetchOutcome, Hop

#: Makes one request: its method, its address.
Ask = Callable[[str, WebAddress], Verdict]

#: RFC 9309, 2.4: not longer than 24 hours.
_KEPT_FOR = timedelta(hours=24)
#: An answer that failed is asked for again soon.
_FAILURE_KEPT_FOR = timedelta(minutes=10)
#: RFC 9309, 2.3.1.2: follow at least five redirects; the more, the less it is a robots.txt.
_MAX_HOPS = 5
_MANY_HOSTS = 10_000


@dataclass(frozen=True, slots=True)
class RobotsDecision:
    """What robots.txt means for one URL.

    Attributes:
        outcome: None where the URL may be fetched.
    """

    outcome: FetchOutcome | None = None
    message: str = ""
    retry_after: datetime | None = None


@dataclass(frozen=True, slots=True)
class _Known:
    """A robots.txt, or why there is none to read (`decision`)."""

    rules: RobotsRules
    until: datetime
    decision: RobotsDecision = RobotsDecision()
    reason: str = ""


class RobotsCache:
    """Decides about URLs; safe from many threads, which ask a host only once.

    Args:
        token: Name by which robots.txt addresses us, lower case.
    """

    max_bytes = MAX_ROBOTS_BYTES

    def __init__(self, token: str) -> None:
        self._token = token
        self._lock = threading.Lock()
        self._known: dict[str, _Known] = {}
        self._asking: dict[str, threading.Lock] = {}

    def decide(self, ask: Ask, address: WebAddress, now: datetime) -> RobotsDecision:
        """May the URL be fetched?

        Args:
            ask: Asks for robots.txt where it is not known.
            address: The URL.
            now: Current time, aware UTC.
        """
        known = self._rules_for(ask, address, now)
        if known.decision.outcome is not None:
            return known.decision
        if known.rules.allows(address.target):
            return RobotsDecision()
        return RobotsDecision(FetchOutcome.ROBOTS, _why(known, address))

    def _rules_for(self, ask: Ask, address: WebAddress, now: datetime) -> _Known:
        origin = f"{address.scheme}://{address.authority}"
        with self._lock:
            known = self._known.get(origin)
            if known is not None and known.until > now:
                return known
            asking = self._asking.setdefault(origin, threading.Lock())
        with asking:
            known = self._known.get(origin)  # another thread may have asked meanwhile
            if known is None or known.until <= now:
                known = self._ask(ask, origin, now)
                self._keep(origin, known, now)
        return known

    def _keep(self, origin: str, known: _Known, now: datetime) -> None:
        with self._lock:
            if len(self._known) >= _MANY_HOSTS:
                self._known = {k: v for k, v in self._known.items() if v.until > now}
                if len(self._known) >= _MANY_HOSTS:
                    self._known.clear()
            self._known[origin] = known
            self._asking.pop(origin, None)

    def _ask(self, ask: Ask, origin: str, now: datetime) -> _Known:
        verdict = _follow(ask, read_web_address(f"{origin}/robots.txt"))
        return _read(verdict, self._token, now)


def _follow(ask: Ask, address: WebAddress) -> Verdict:
    """The answer at the end of at most five redirects."""
    verdict = ask("GET", address)
    for _ in range(_MAX_HOPS):
        if verdict.outcome is not FetchOutcome.OK:
            break
        hop = next_hop(verdict.answer.status, verdict.answer.values(b"location"), address)
        if not isinstance(hop, Hop):
            break
        address = read_web_address(hop.to_url)
        verdict = ask("GET", address)
    return verdict


def _read(verdict: Verdict, token: str, now: datetime) -> _Known:
    status = verdict.answer.status
    if verdict.answer.fault is None and 200 <= status < 300 and status != 202:
        return _Known(read_robots(verdict.answer.body, token), now + _KEPT_FOR)
    return _FAILURES[_failure(verdict)](verdict, now)


def _failure(verdict: Verdict) -> str:
    if verdict.outcome in (FetchOutcome.RATE_LIMITED, FetchOutcome.NOT_NOW):
        return "wait"
    if verdict.answer.status == 0:
        return "unreachable"
    return "server_error" if verdict.answer.status >= 500 else "absent"


def _wait(verdict: Verdict, now: datetime) -> _Known:
    """The host asked to be left alone; not remembered beyond that."""
    decision = RobotsDecision(FetchOutcome.NOT_NOW, verdict.message, verdict.retry_after)
    return _Known(NO_RULES, now, decision)


def _unreachable(verdict: Verdict, now: datetime) -> _Known:
    """The page would fail in the same way, so it is said to have; a retry asks again."""
    return _Known(NO_RULES, now, RobotsDecision(verdict.outcome, verdict.message))


def _server_error(verdict: Verdict, now: datetime) -> _Known:
    reason = f"answered {verdict.answer.status}, which means keep out (RFC 9309, 2.3.1.4)"
    return _Known(KEEP_OUT, now + _FAILURE_KEPT_FOR, reason=reason)


def _absent(_verdict: Verdict, now: datetime) -> _Known:
    """A status of 4xx, an endless redirect, a challenge page: no rules (RFC 9309, 2.3.1.3)."""
    return _Known(NO_RULES, now + _KEPT_FOR)


_FAILURES: dict[str, Callable[[Verdict, datetime], _Known]] = {
    "wait": _wait,
    "unreachable": _unreachable,
    "server_error": _server_error,
    "absent": _absent,
}


def _why(known: _Known, address: WebAddress) -> str:
    if known.reason:
        return f"robots.txt of {address.host} {known.reason}"
    rule = known.rules.deciding_rule(address.target)
    line = f"Disallow: {rule.pattern}" if rule else "Disallow"
    return f"robots.txt of {address.host} forbids it ({line})"
