"""One question to the network from start to end: all requests that serve it.

Holds what they share: the deadline, the cookies, which hosts were already waited for, and whether
robots.txt has a say. Waiting for a host's turn does not count against the deadline: a queue is no
fault of the server.
"""

import ssl
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from strandline.adapters.fetch.budget import CurrentBudget
from strandline.adapters.fetch.decode import ACCEPT_ENCODING
from strandline.adapters.fetch.exchange import Answer, Exchange, Limits
from strandline.adapters.fetch.guard import Guard, GuardedBackend, Resolver
from strandline.adapters.fetch.hosts import HostGate
from strandline.adapters.fetch.recording import Recorder
from strandline.adapters.fetch.robots import RobotsCache
from strandline.adapters.fetch.verdict import Verdict
from strandline.core.sources.challenge import find_challenge
from strandline.core.urls.addresses import read_allowed
from strandline.core.urls.cookies import Jar
from strandline.core.urls.courtesy import asks_to_wait, pause_until, read_retry_after
from strandline.core.urls.robots import product_token
from strandline.core.urls.weblink import WebAddress
from strandline.model.fetching import FetchKind, FetchOutcome
from strandline.ports import Clock
from strandline.settings import FetchSettings

#: What we say we would like, by kind.
_ACCEPT = {
    FetchKind.FEED: "application/rss+xml, application/atom+xml, application/feed+json, "
    "application/rdf+xml;q=0.9, application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.7, "
    "text/html;q=0.5, */*;q=0.3",
    FetchKind.PAGE: "text/html, application/xhtml+xml, */*;q=0.5",
    FetchKind.PROBE: "text/html, application/xhtml+xml, */*;q=0.5",
    FetchKind.SITEMAP: "application/xml, text/xml, application/gzip;q=0.9, */*;q=0.5",
    FetchKind.API: "application/json, */*;q=0.5",
    FetchKind.PICTURE: "image/webp, image/jpeg, image/png;q=0.9, image/gif;q=0.5, */*;q=0.1",
}
_ASKS_ROBOTS = frozenset({FetchKind.PAGE, FetchKind.PROBE, FetchKind.PICTURE})


@dataclass(slots=True)
class Way:
    """The way out: everything that all visits share; made once, safe from many threads."""

    settings: FetchSettings
    clock: Clock
    exchange: Exchange
    gate: HostGate
    robots: RobotsCache
    slots: threading.BoundedSemaphore
    monotonic: Callable[[], float] = time.monotonic


def make_way(
    settings: FetchSettings,
    clock: Clock,
    resolver: Resolver,
    ssl_context: ssl.SSLContext | None,
    monotonic: Callable[[], float],
    sleep: Callable[[float], None],
) -> Way:
    """Put the parts together.

    Raises:
        ConfigError: `allow_private_networks` has an entry that cannot be read.
    """
    current = CurrentBudget()
    guard = Guard(read_allowed(settings.allow_private_networks), resolver)
    exchange = Exchange(
        GuardedBackend(guard, current),
        current,
        ssl_context=ssl_context,
        connections=settings.threads,
        monotonic=monotonic,
    )
    return Way(
        settings=settings,
        clock=clock,
        exchange=exchange,
        gate=HostGate(settings.host_delay_s, monotonic=monotonic, sleep=sleep),
        robots=RobotsCache(product_token(settings.user_agent)),
        slots=threading.BoundedSemaphore(settings.threads),
        monotonic=monotonic,
    )


@dataclass(slots=True)
class Visit:
    """The requests that serve one question.

    Attributes:
        kind: Decides what is accepted and whether robots.txt is asked.
        body_bytes: Cap on the body.
        timeout_s: Deadline over all requests, waiting for turns left out.
        recorder: Writes the requests down; then error pages are read to their end too.
        asks_robots: False where robots.txt has no say, whatever the settings are.
    """

    way: Way
    kind: FetchKind
    body_bytes: int
    timeout_s: float
    keep_part: bool = False
    recorder: Recorder | None = None
    asks_robots: bool = True
    jar: Jar = field(default_factory=Jar)
    used_s: float = 0.0
    been_to: set[str] = field(default_factory=set)

    def ask(
        self,
        method: str,
        address: WebAddress,
        headers: tuple[tuple[str, str], ...] = (),
        *,
        timeout_s: float | None = None,
    ) -> Verdict:
        """Make one request, after robots.txt, the host's pause and its turn.

        Args:
            method: GET or HEAD.
            address: Where.
            headers: Further headers.
            timeout_s: For this request alone; never beyond the deadline of the visit.
        """
        refusal = self._robots_refusal(address) or self._pause_refusal(address)
        if refusal is not None:
            return refusal
        verdict = self._judge(address, self._send(method, address, headers, timeout_s))
        self.jar = self.jar.after(address, verdict.answer.values(b"set-cookie"))
        return verdict

    def _send(
        self,
        method: str,
        address: WebAddress,
        headers: tuple[tuple[str, str], ...],
        timeout_s: float | None,
    ) -> Answer:
        host = address.polite_key
        way = self.way
        with way.gate.visit(host, goes_on=host in self.been_to), way.slots:
            self.been_to.add(host)
            began = way.monotonic()
            left = self.timeout_s - self.used_s
            limits = Limits(
                deadline=began + (left if timeout_s is None else min(left, timeout_s)),
                header_bytes=way.settings.max_header_bytes,
                body_bytes=self.body_bytes,
                keep_part=self.keep_part,
            )
            try:
                return self._record(method, address, self._headers(address, headers), limits)
            finally:
                self.used_s += way.monotonic() - began

    def _record(
        self, method: str, address: WebAddress, headers: list[tuple[str, str]], limits: Limits
    ) -> Answer:
        if self.recorder is None:
            return self.way.exchange.send(method, address, headers, limits)
        tape = self.recorder.tape()
        try:
            return self.way.exchange.send(method, address, headers, limits, tape)
        finally:
            self.recorder.add(tape)

    def _headers(
        self, address: WebAddress, more: tuple[tuple[str, str], ...]
    ) -> list[tuple[str, str]]:
        cookie = self.jar.header(address)
        ours = {
            "User-Agent": self.way.settings.user_agent,
            "Accept": _ACCEPT[self.kind],
            "Accept-Encoding": ACCEPT_ENCODING,
            **({"Cookie": cookie} if cookie else {}),
        }
        given = {name.lower() for name, _ in more}
        return [*((k, v) for k, v in ours.items() if k.lower() not in given), *more]

    def _judge(self, address: WebAddress, answer: Answer) -> Verdict:
        if answer.fault is not None:
            return Verdict(answer.fault, answer, _named(address, answer.message))
        headers = answer.header_map()
        service = find_challenge(answer.status, headers, answer.body)
        if service is not None:
            return Verdict(
                FetchOutcome.BLOCKED, answer, f"{address.host} shows a challenge page ({service})"
            )
        if asks_to_wait(answer.status, headers.get("retry-after")):
            return self._wait(address, answer, headers.get("retry-after"))
        return _by_status(address, answer)

    def _wait(self, address: WebAddress, answer: Answer, header: str | None) -> Verdict:
        now = self.way.clock.now()
        asked = read_retry_after(header, now)
        until = pause_until(asked, now)
        self.way.gate.pause(address.polite_key, until)
        return Verdict(
            FetchOutcome.RATE_LIMITED,
            answer,
            f"{address.host} answered {answer.status} and is left alone until {until:%F %T} UTC",
            retry_after=asked or until,
        )

    def _pause_refusal(self, address: WebAddress) -> Verdict | None:
        until = self.way.gate.paused_until(address.polite_key, self.way.clock.now())
        if until is None:
            return None
        return Verdict(
            FetchOutcome.NOT_NOW,
            Answer(FetchOutcome.NOT_NOW),
            f"{address.host} asked to be left alone until {until:%F %T} UTC; nothing was sent",
            retry_after=until,
        )

    def _robots_refusal(self, address: WebAddress) -> Verdict | None:
        is_asked = self.asks_robots and self.way.settings.respect_robots
        if self.kind not in _ASKS_ROBOTS or not is_asked:
            return None
        decision = self.way.robots.decide(self._robots_visit().ask, address, self.way.clock.now())
        if decision.outcome is None:
            return None
        return Verdict(
            decision.outcome,
            Answer(decision.outcome),
            decision.message,
            retry_after=decision.retry_after,
        )

    def _robots_visit(self) -> "Visit":
        """Asks for robots.txt: no robots.txt about robots.txt, its own cookies and deadline."""
        return replace(
            self,
            kind=FetchKind.API,
            body_bytes=self.way.robots.max_bytes,
            keep_part=True,
            recorder=None,
            jar=Jar(),
            used_s=0.0,
            been_to=self.been_to,
        )


def _named(address: WebAddress, message: str) -> str:
    return message if message.startswith(address.host) else f"{address.host}: {message}"


def _by_status(address: WebAddress, answer: Answer) -> Verdict:
    status = answer.status
    if status == 304:
        return Verdict(FetchOutcome.NOT_MODIFIED, answer)
    if status == 410:
        return Verdict(FetchOutcome.GONE, answer, f"{address.host} says that it is gone for good")
    if status >= 400:
        return Verdict(FetchOutcome.HTTP_ERROR, answer, f"{address.host} answered {status}")
    return Verdict(FetchOutcome.OK, answer)
