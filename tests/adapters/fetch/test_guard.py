"""The egress guard, from outside: what is refused opens no connection at all."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from strandline.adapters.fetch.fetcher import HttpFetcher
from strandline.model.errors import ConfigError
from strandline.model.fetching import FetchKind, FetchOutcome, FetchRequest, ResolveOutcome

SPELLINGS = [
    "127.0.0.1",
    "2130706433",
    "0x7f000001",
    "0x7f.0.0.1",
    "017700000001",
    "0177.0.0.01",
    "127.1",
    "127.0.1",
    "0",
    "0.0.0.0",  # noqa: S104 - asked for, not bound
    "127.0.0.1.",
    "１２７.0.0.1",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[0:0:0:0:0:ffff:7f00:0001]",
    "[::127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "[2001:0:7f00:1::]",
    "[fe80::1]",
    "localhost",
    "localhost.",
    "127.0.0.1%2e",
]


@pytest.mark.parametrize("host", SPELLINGS)
def test_loopback_under_any_spelling(
    host: str, server: Any, open_fetcher: Callable[..., HttpFetcher]
) -> None:
    """However loopback is written, nothing is sent and the outcome is a refusal."""
    fetcher = open_fetcher(names={"localhost": ["127.0.0.1"], "localhost.": ["127.0.0.1"]})
    result = fetcher.fetch(FetchRequest(f"http://{host}:{server.port}/", FetchKind.FEED))
    assert result.outcome in (FetchOutcome.REFUSED, FetchOutcome.BAD_URL)
    assert "%" in host or result.outcome is FetchOutcome.REFUSED
    assert server.connections == 0
    assert result.message


def test_name_with_a_private_address_among_public_ones(
    server: Any, open_fetcher: Callable[..., HttpFetcher]
) -> None:
    """One private address among the answers refuses the name; no address of it is dialled."""
    fetcher = open_fetcher(names={"mixed.example": ["127.0.0.1", "8.8.8.8"]})
    result = fetcher.fetch(FetchRequest(server.url("/", "mixed.example"), FetchKind.FEED))
    assert result.outcome is FetchOutcome.REFUSED
    assert "mixed.example (127.0.0.1)" in result.message
    assert server.connections == 0


def test_name_that_changes_between_two_looks(
    server: Any, say: Callable[..., bytes], start_server: Any, open_fetcher: Any
) -> None:
    """A name is asked once a connection: a second, private answer is refused, never dialled."""
    inner = start_server("127.0.0.2", server.port)
    answers = [["127.0.0.1"], ["127.0.0.2"]]
    asked: list[str] = []

    def rebinding(host: str, port: int) -> list[str]:
        asked.append(host)
        return answers[min(len(asked), len(answers)) - 1]

    server.on("/", say(body=b"outer"))
    fetcher = open_fetcher(names=rebinding, allow_private_networks=(f"127.0.0.1:{server.port}",))
    request = FetchRequest(server.url("/", "rebind.example"), FetchKind.FEED)
    assert fetcher.fetch(request).body == b"outer"
    assert asked == ["rebind.example"]
    assert fetcher.fetch(request).outcome is FetchOutcome.REFUSED
    assert asked == ["rebind.example"] * 2
    assert inner.connections == 0


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "303 Other", "307 T", "308 P"])
def test_redirect_into_a_private_network(
    status: str, server: Any, say: Callable[..., bytes], start_server: Any, fetcher: HttpFetcher
) -> None:
    """A public server cannot send us to a private one, by whichever redirect."""
    inner = start_server("127.0.0.2")
    target = f"http://127.0.0.2:{inner.port}/secret"
    server.on("/", say(status, [f"Location: {target}"]))
    for method in ("GET", "HEAD"):
        request = FetchRequest(server.url("/"), FetchKind.FEED, method=method)
        result = fetcher.fetch(request)
        assert result.outcome is FetchOutcome.REFUSED
        assert result.hops[-1].to_url == target
    resolution = fetcher.resolve(server.url("/"))
    assert resolution.outcome is ResolveOutcome.REFUSED
    assert resolution.final_url == server.url("/")
    assert inner.connections == 0


def test_meta_refresh_into_a_private_network(
    server: Any, say: Callable[..., bytes], start_server: Any, fetcher: HttpFetcher
) -> None:
    """A refresh is a redirect like any other to the guard."""
    inner = start_server("127.0.0.2")
    page = f'<meta http-equiv="refresh" content="0; url=http://127.0.0.2:{inner.port}/">'
    server.on("/", say(headers=["Content-Type: text/html"], body=page.encode()))
    resolution = fetcher.resolve(server.url("/"), want_body=True)
    assert resolution.outcome is ResolveOutcome.REFUSED
    assert inner.connections == 0


def test_robots_txt_that_redirects_into_a_private_network(
    server: Any, say: Callable[..., bytes], start_server: Any, open_fetcher: Any
) -> None:
    """The courtesy of asking for robots.txt opens no way around the guard."""
    inner = start_server("127.0.0.2")
    server.on(
        "/robots.txt", say("302 Found", [f"Location: http://127.0.0.2:{inner.port}/robots.txt"])
    )
    fetcher = open_fetcher(
        allow_private_networks=(f"127.0.0.1:{server.port}",), respect_robots=True
    )
    result = fetcher.fetch(FetchRequest(server.url("/page"), FetchKind.PAGE))
    assert result.outcome is FetchOutcome.REFUSED
    assert inner.connections == 0
    assert server.targets() == []


def test_exception_opens_one_port_only(server: Any, start_server: Any, fetcher: Any) -> None:
    """An exception with a port leaves the other ports of the address closed."""
    other = start_server()
    fetcher.fetch(FetchRequest(server.url("/"), FetchKind.FEED))
    result = fetcher.fetch(FetchRequest(other.url("/"), FetchKind.FEED))
    assert (server.connections, other.connections) == (1, 0)
    assert result.outcome is FetchOutcome.REFUSED


def test_proxy_of_the_environment(
    server: Any, start_server: Any, fetcher: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Proxy variables are not obeyed: a proxy would dial what the guard never saw."""
    proxy = start_server()
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy", "HTTPS_PROXY"):
        monkeypatch.setenv(name, proxy.url(""))
    fetcher.fetch(FetchRequest(server.url("/"), FetchKind.FEED))
    assert (server.connections, proxy.connections) == (1, 0)


@pytest.mark.parametrize(
    "url",
    ["file:///etc/passwd", "ftp://a.example/", "gopher://a.example/", "http://", "javascript:1",
     "http://a b/", "", "/path", "http://a.example:99999/", "http://[::1", "data:text/html,x"],
)  # fmt: skip
def test_what_is_no_web_address(url: str, open_fetcher: Callable[..., HttpFetcher]) -> None:
    """Other schemes and what cannot be parsed never reach the network."""
    result = open_fetcher().fetch(FetchRequest(url, FetchKind.FEED))
    assert result.outcome is FetchOutcome.BAD_URL
    assert open_fetcher().resolve(url).outcome is ResolveOutcome.UNREACHABLE


def test_very_long_url(open_fetcher: Callable[..., HttpFetcher]) -> None:
    """A URL of 100 kB is refused before anything is done with it."""
    result = open_fetcher().fetch(FetchRequest("http://a.example/" + "x" * 100_000, FetchKind.FEED))
    assert result.outcome is FetchOutcome.BAD_URL
    assert "too_long" in result.message


def test_unknown_name(open_fetcher: Callable[..., HttpFetcher]) -> None:
    """A name that does not resolve is said to be just that."""

    def unknown(host: str, port: int) -> list[str]:
        raise OSError("Name or service not known")

    result = open_fetcher(names=unknown).fetch(
        FetchRequest("http://nobody.example/", FetchKind.FEED)
    )
    assert result.outcome is FetchOutcome.DNS
    assert "nobody.example" in result.message


def test_resolver_that_never_answers(open_fetcher: Callable[..., HttpFetcher]) -> None:
    """The deadline holds for the name too."""
    released = threading.Event()

    def stuck(host: str, port: int) -> list[str]:
        released.wait(120)
        return []

    fetcher = open_fetcher(names=stuck, timeout_s=0.2)
    result = fetcher.fetch(FetchRequest("http://slow.example/", FetchKind.FEED))
    released.set()
    assert result.outcome is FetchOutcome.TIMEOUT


def test_second_address_is_tried(
    server: Any, say: Callable[..., bytes], open_fetcher: Callable[..., HttpFetcher]
) -> None:
    """Where the first address does not answer, the next checked one is dialled."""
    server.on("/", say(body=b"here"))
    fetcher = open_fetcher(
        names={"two.example": ["127.0.0.9", "127.0.0.1"]},
        allow_private_networks=("127.0.0.0/8",),
    )
    result = fetcher.fetch(FetchRequest(server.url("/", "two.example"), FetchKind.FEED))
    assert result.body == b"here"


def test_typo_in_the_exceptions(open_fetcher: Callable[..., HttpFetcher]) -> None:
    """A fetcher with an unreadable exception is never made."""
    with pytest.raises(ConfigError, match="nonsense"):
        open_fetcher(allow_private_networks=("nonsense",))


def test_password_in_a_url_is_not_sent(server: Any, fetcher: HttpFetcher) -> None:
    """User name and password of a link are dropped."""
    fetcher.fetch(FetchRequest(f"http://user:secret@127.0.0.1:{server.port}/", FetchKind.FEED))
    assert "authorization" not in server.requests[0].headers
