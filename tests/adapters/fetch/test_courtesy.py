"""Courtesy: one request at a time, delays, pauses, robots.txt, an honest name."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from strandline.adapters.fetch.fetcher import HttpFetcher
from strandline.adapters.fetch.hosts import HostGate
from strandline.model.fetching import FetchKind, FetchOutcome, FetchRequest, ResolveOutcome
from strandline.testing.fakes import FrozenClock

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
HTML = "Content-Type: text/html"


class Ticker:
    """Monotonic seconds that move only when somebody sleeps; keeps the sleeps."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def ticker() -> Ticker:
    return Ticker()


@pytest.fixture
def polite(server: Any, ticker: Ticker, open_fetcher: Callable[..., HttpFetcher]) -> HttpFetcher:
    """Waits a second between visits, on a clock that is ours, and obeys robots.txt."""
    return open_fetcher(
        names=lambda host, port: ["127.0.0.1"],
        parts={"monotonic": ticker.monotonic, "sleep": ticker.sleep},
        allow_private_networks=(f"127.0.0.1:{server.port}",),
        host_delay_s=1.0,
        respect_robots=True,
    )


def feed(server: Any, path: str = "/", host: str = "127.0.0.1", **more: Any) -> FetchRequest:
    return FetchRequest(server.url(path, host), FetchKind.FEED, **more)


def page(server: Any, path: str, host: str = "127.0.0.1") -> FetchRequest:
    return FetchRequest(server.url(path, host), FetchKind.PAGE)


def test_delay_between_visits(server: Any, ticker: Ticker, polite: HttpFetcher) -> None:
    """A second visit to a host waits for the delay; another host does not."""
    polite.fetch(feed(server, "/1"))
    polite.fetch(feed(server, "/2", "other.example"))
    assert ticker.slept == []
    polite.fetch(feed(server, "/3"))
    assert ticker.slept == [pytest.approx(1.0)]


def test_no_delay_within_a_visit(
    server: Any, say: Any, ticker: Ticker, polite: HttpFetcher
) -> None:
    """robots.txt, a redirect within the host and a repeated question are one visit."""
    server.on("/a", say("302 F", ["Location: /b"]))
    server.on("/b", lambda seen: say("405 No") if seen.method == "HEAD" else say(body=b"x"))
    polite.resolve(server.url("/a"))
    assert server.targets() == ["HEAD /a", "HEAD /b", "GET /b"]
    assert ticker.slept == []


def test_one_request_at_a_time(server: Any, say: Any, fetcher: HttpFetcher) -> None:
    """However many threads want the same host, it sees one request at a time."""
    server.on("*", say(body=b"x"))
    threads = [
        threading.Thread(target=fetcher.fetch, args=(feed(server, f"/{n}"),)) for n in range(12)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert len(server.requests) == 12
    assert server.most_busy == 1


def test_hosts_do_not_wait_for_each_other(server: Any, say: Any, fetcher: HttpFetcher) -> None:
    """A host that takes its time holds up nobody else."""
    reached, released = threading.Event(), threading.Event()

    def slow(_: Any) -> bytes:
        reached.set()
        released.wait(120)
        return bytes(say(body=b"slow"))

    server.on("/slow", slow)
    server.on("/quick", say(body=b"quick"))
    waiting = threading.Thread(target=fetcher.fetch, args=(feed(server, "/slow", "a.example"),))
    waiting.start()
    assert reached.wait(120)
    assert fetcher.fetch(feed(server, "/quick", "b.example")).body == b"quick"
    released.set()
    waiting.join(120)


def test_gate_forgets_hosts(ticker: Ticker) -> None:
    """The memory of hosts does not grow without end."""
    gate = HostGate(1.0, monotonic=ticker.monotonic, sleep=ticker.sleep)
    for number in range(9_000):
        ticker.now += 1
        with gate.visit(f"h{number}.example"):
            pass
    assert len(gate._turns) < 5_000


@pytest.mark.parametrize(
    ("value", "until"),
    [
        ("120", NOW + timedelta(seconds=120)),
        ("Mon, 02 Mar 2026 12:05:00 GMT", NOW + timedelta(minutes=5)),
        ("Mon, 02 Mar 2026 11:00:00 GMT", NOW),
    ],
)
@pytest.mark.parametrize("status", ["429 Too Many Requests", "503 Service Unavailable"])
def test_retry_after(
    status: str, value: str, until: datetime, server: Any, say: Any, fetcher: HttpFetcher
) -> None:
    """Retry-After in seconds and as a date is told as a time."""
    server.on("/", say(status, [f"Retry-After: {value}"]))
    result = fetcher.fetch(feed(server))
    assert (result.outcome, result.retry_after) == (FetchOutcome.RATE_LIMITED, until)


def test_paused_host(server: Any, say: Any, fetcher: HttpFetcher, clock: FrozenClock) -> None:
    """A host that asked for a pause is sent nothing until it is over."""
    server.on("/", say("429 Too Many", ["Retry-After: 60"]))
    fetcher.fetch(feed(server))
    result = fetcher.fetch(feed(server, "/other"))
    assert (result.outcome, result.retry_after) == (
        FetchOutcome.NOT_NOW,
        NOW + timedelta(seconds=60),
    )
    assert len(server.requests) == 1
    assert fetcher.fetch(feed(server, "/", "b.example")).outcome is FetchOutcome.RATE_LIMITED
    clock.advance(timedelta(seconds=61))
    server.on("/", say(body=b"again"))
    assert fetcher.fetch(feed(server)).body == b"again"


def test_too_many_without_a_time(server: Any, say: Any, fetcher: HttpFetcher) -> None:
    """429 without Retry-After pauses for a minute; a bare 503 is only an error."""
    server.on("/", say("503 Service Unavailable"))
    assert fetcher.fetch(feed(server)).outcome is FetchOutcome.HTTP_ERROR
    server.on("/", say("429 Too Many"))
    assert fetcher.fetch(feed(server)).retry_after == NOW + timedelta(seconds=60)


def test_pause_for_ever(server: Any, say: Any, fetcher: HttpFetcher, clock: FrozenClock) -> None:
    """A server cannot silence us for longer than a day, whatever it asks for."""
    server.on("/", say("429 Too Many", ["Retry-After: 99999999999999999999"]))
    result = fetcher.fetch(feed(server))
    assert result.retry_after is not None
    assert result.retry_after > NOW + timedelta(days=300)
    clock.advance(timedelta(hours=25))
    assert fetcher.fetch(feed(server)).outcome is FetchOutcome.RATE_LIMITED


def test_resolving_at_a_paused_host(server: Any, say: Any, fetcher: HttpFetcher) -> None:
    """A resolution that must wait changes nothing."""
    server.on("/", say("429 Too Many"))
    fetcher.fetch(feed(server))
    found = fetcher.resolve(server.url("/story"))
    assert (found.outcome, found.final_url) == (ResolveOutcome.UNREACHABLE, server.url("/story"))
    assert "left alone" in found.message


def test_robots_txt(server: Any, say: Any, polite: HttpFetcher) -> None:
    """robots.txt decides about pages, and says which line did."""
    server.on("/robots.txt", say(body=b"User-agent: *\nDisallow: /private\n"))
    server.on("*", say(body=b"x"))
    assert polite.fetch(page(server, "/open")).outcome is FetchOutcome.OK
    refused = polite.fetch(page(server, "/private/x"))
    assert refused.outcome is FetchOutcome.ROBOTS
    assert "Disallow: /private" in refused.message
    assert server.targets() == ["GET /open"]


def test_robots_txt_is_asked_once(
    server: Any, say: Any, polite: HttpFetcher, clock: FrozenClock
) -> None:
    """robots.txt is kept for a day."""
    server.on("*", say(body=b""))
    for number in range(3):
        polite.fetch(page(server, f"/{number}"))
    clock.advance(timedelta(hours=23))
    polite.fetch(page(server, "/4"))
    assert [seen.target for seen in server.requests].count("/robots.txt") == 1
    clock.advance(timedelta(hours=2))
    polite.fetch(page(server, "/5"))
    assert [seen.target for seen in server.requests].count("/robots.txt") == 2


@pytest.mark.parametrize("kind", [FetchKind.FEED, FetchKind.SITEMAP, FetchKind.API])
def test_feeds_are_made_for_robots(
    kind: FetchKind, server: Any, say: Any, polite: HttpFetcher
) -> None:
    """Feeds, sitemaps and interfaces are fetched without asking robots.txt."""
    server.on("/robots.txt", say(body=b"User-agent: *\nDisallow: /"))
    server.on("/feed", say(body=b"x"))
    assert polite.fetch(FetchRequest(server.url("/feed"), kind)).outcome is FetchOutcome.OK
    assert len(server.requests) == 1


def test_robots_txt_switched_off(server: Any, say: Any, fetcher: HttpFetcher) -> None:
    """RESPECT_ROBOTS=false asks for no robots.txt at all."""
    server.on("/robots.txt", say(body=b"User-agent: *\nDisallow: /"))
    server.on("/page", say(body=b"x"))
    assert fetcher.fetch(page(server, "/page")).outcome is FetchOutcome.OK
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        ("404 Not Found", FetchOutcome.OK),
        ("401 Unauthorized", FetchOutcome.OK),
        ("403 Forbidden", FetchOutcome.OK),
        ("500 Error", FetchOutcome.ROBOTS),
        ("503 Unavailable", FetchOutcome.ROBOTS),
    ],
)
def test_robots_txt_that_fails(
    status: str, outcome: FetchOutcome, server: Any, say: Any, polite: HttpFetcher
) -> None:
    """A robots.txt that is not there allows all; one that fails forbids all (RFC 9309, 2.3.1)."""
    server.on("/robots.txt", say(status))
    server.on("/page", say(body=b"x"))
    result = polite.fetch(page(server, "/page"))
    assert result.outcome is outcome
    assert outcome is FetchOutcome.OK or "keep out" in result.message


def test_failed_robots_txt_is_asked_again_soon(
    server: Any, say: Any, polite: HttpFetcher, clock: FrozenClock
) -> None:
    """Keeping out because of an error ends when the error does."""
    server.on("/robots.txt", say("500 Error"))
    server.on("/page", say(body=b"x"))
    assert polite.fetch(page(server, "/page")).outcome is FetchOutcome.ROBOTS
    server.on("/robots.txt", say("404 No"))
    clock.advance(timedelta(minutes=11))
    assert polite.fetch(page(server, "/page")).outcome is FetchOutcome.OK


def test_robots_txt_that_moved(server: Any, say: Any, polite: HttpFetcher) -> None:
    """Redirects of robots.txt are followed, to another host too."""
    server.on("/robots.txt", say("301 M", [f"Location: {server.url('/r2', 'b.example')}"]))
    server.on("/r2", say(body=b"User-agent: *\nDisallow: /page"))
    assert polite.fetch(page(server, "/page", "a.example")).outcome is FetchOutcome.ROBOTS


def test_robots_txt_for_us(server: Any, say: Any, polite: HttpFetcher) -> None:
    """Rules for our own name go before rules for all."""
    server.on(
        "/robots.txt", say(body=b"User-agent: *\nDisallow: /\n\nUser-agent: strandline\nAllow: /")
    )
    server.on("/page", say(body=b"x"))
    assert polite.fetch(page(server, "/page")).outcome is FetchOutcome.OK


def test_robots_txt_at_every_hop(server: Any, say: Any, polite: HttpFetcher) -> None:
    """A redirect does not lead around robots.txt."""
    server.on("/robots.txt", say(body=b"User-agent: *\nDisallow: /private"))
    server.on("/open", say("302 F", ["Location: /private"]))
    assert polite.fetch(page(server, "/open")).outcome is FetchOutcome.ROBOTS
    assert server.targets() == ["GET /open"]


def test_robots_txt_that_asks_to_wait(server: Any, say: Any, polite: HttpFetcher) -> None:
    """429 at robots.txt pauses the host; the page is not fetched."""
    server.on("/robots.txt", say("429 Too Many", ["Retry-After: 60"]))
    result = polite.fetch(page(server, "/page"))
    assert (result.outcome, server.targets()) == (FetchOutcome.NOT_NOW, [])
    assert result.retry_after == NOW + timedelta(seconds=60)


def test_honest_name(server: Any, open_fetcher: Any) -> None:
    """Every request says who asks, robots.txt included; there is no disguise."""
    fetcher = open_fetcher(
        allow_private_networks=(f"127.0.0.1:{server.port}",),
        respect_robots=True,
        user_agent="Strandline/0.1 (+https://reader.example/robot)",
    )
    fetcher.fetch(page(server, "/page"))
    fetcher.resolve(server.url("/page"))
    names = {seen.headers["user-agent"] for seen in server.requests}
    assert names == {"Strandline/0.1 (+https://reader.example/robot)"}


def test_conditional_request(server: Any, say: Any, fetcher: HttpFetcher) -> None:
    """Validators go out to the letter; 304 is an outcome of its own."""
    server.on("/", say("304 Not Modified", ['ETag: W/"x"'], sized=False))
    result = fetcher.fetch(
        feed(server, etag='W/"x"', last_modified="Mon, 02 Mar 2026 11:00:00 GMT")
    )
    assert result.outcome is FetchOutcome.NOT_MODIFIED
    assert server.requests[0].headers["if-none-match"] == 'W/"x"'
    assert server.requests[0].headers["if-modified-since"] == "Mon, 02 Mar 2026 11:00:00 GMT"


def test_validator_with_a_line_break(server: Any, say: Any, fetcher: HttpFetcher) -> None:
    """A validator cannot smuggle a header."""
    server.on("/", say(body=b"x"))
    result = fetcher.fetch(feed(server, etag='"x"\r\nX-Evil: 1'))
    assert result.outcome is FetchOutcome.OK
    assert "x-evil" not in server.requests[0].headers
    assert "if-none-match" not in server.requests[0].headers


def test_kept_connection(server: Any, say: Any, fetcher: HttpFetcher) -> None:
    """Connections are used again."""
    server.keeps_alive = True
    server.on("*", say(body=b"x"))
    for number in range(5):
        fetcher.fetch(feed(server, f"/{number}"))
    assert (len(server.requests), server.connections) == (5, 1)


def test_kept_connection_that_was_closed(server: Any, say: Any, fetcher: HttpFetcher) -> None:
    """A kept connection that its server gave up is replaced without a word."""
    server.on("*", say(body=b"x"))
    assert all(fetcher.fetch(feed(server, f"/{n}")).is_ok for n in range(3))
    assert server.connections == 3
