"""What answers amount to: statuses, challenges, faults of the protocol, TLS, HTTP/2."""

import contextlib
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import h2.config
import h2.connection
import h2.events
import h2.exceptions
import httpcore2
import pytest

from strandline.adapters.fetch import exchange, faults
from strandline.adapters.fetch.fetcher import HttpFetcher
from strandline.model.fetching import FetchKind, FetchOutcome, FetchRequest


def _fetch(fetcher: HttpFetcher, url: str, **more: Any) -> Any:
    return fetcher.fetch(FetchRequest(url, FetchKind.FEED, **more))


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        ("200 OK", FetchOutcome.OK),
        ("204 No Content", FetchOutcome.OK),
        ("304 Not Modified", FetchOutcome.NOT_MODIFIED),
        ("300 Choices", FetchOutcome.OK),
        ("302 Found", FetchOutcome.PROTOCOL),
        ("400 Bad", FetchOutcome.HTTP_ERROR),
        ("404 Not Found", FetchOutcome.HTTP_ERROR),
        ("410 Gone", FetchOutcome.GONE),
        ("429 Slow", FetchOutcome.RATE_LIMITED),
        ("500 Error", FetchOutcome.HTTP_ERROR),
        ("999 Odd", FetchOutcome.HTTP_ERROR),
    ],
)
def test_status(
    status: str, outcome: FetchOutcome, server: Any, say: Any, fetcher: HttpFetcher
) -> None:
    """Statuses and what they amount to."""
    server.on("/", say(status))
    result = _fetch(fetcher, server.url("/"))
    assert (result.outcome, result.status) == (outcome, int(status[:3]))
    assert outcome in (FetchOutcome.OK, FetchOutcome.NOT_MODIFIED) or result.message


def test_error_page_is_kept(server: Any, say: Any, fetcher: HttpFetcher) -> None:
    """The start of an error's body comes along, for whoever reads messages."""
    server.on("/", say("500 Error", body=b"y" * 500_000))
    assert _fetch(fetcher, server.url("/")).body[:3] == b"yyy"


def test_redirects_of_a_fetch(server: Any, say: Any, fetcher: HttpFetcher) -> None:
    """A fetch follows redirects and tells its hops, unless told to stay."""
    server.on("/old", say("301 Moved", ["Location: /new"]))
    server.on("/new", say(body=b"here"))
    result = _fetch(fetcher, server.url("/old"))
    assert (result.final_url, result.body) == (server.url("/new"), b"here")
    assert [hop.status for hop in result.hops] == [301]
    stayed = _fetch(fetcher, server.url("/old"), follow_redirects=False)
    assert (stayed.status, stayed.location) == (301, server.url("/new"))
    assert stayed.hops == ()


def test_circle_of_a_fetch(server: Any, say: Any, fetcher: HttpFetcher) -> None:
    """A circle and an endless chain have outcomes of their own."""
    server.on("/a", say("302 F", ["Location: /b"]))
    server.on("/b", say("302 F", ["Location: /a"]))
    assert _fetch(fetcher, server.url("/a")).outcome is FetchOutcome.REDIRECT_LOOP
    server.on("*", lambda seen: say("302 F", [f"Location: {seen.target}x"]))
    assert _fetch(fetcher, server.url("/c")).outcome is FetchOutcome.TOO_MANY_REDIRECTS


@pytest.mark.parametrize(
    ("status", "headers", "body"),
    [
        ("403 Forbidden", ["cf-mitigated: challenge"], b"<title>wait</title>"),
        ("202 Accepted", ["x-amzn-waf-action: challenge"], b""),
        ("405 No", ["x-amzn-waf-action: captcha"], b""),
        (
            "200 OK",
            [],
            b"<html><script src='/cdn-cgi/challenge-platform/h/g/orchestrate/chl_page/v1'>",
        ),
        ("429 Too Many", ["x-vercel-mitigated: challenge"], b""),
    ],
)
def test_challenge(
    status: str, headers: list[str], body: bytes, server: Any, say: Any, fetcher: HttpFetcher
) -> None:
    """A challenge is blocked, whatever its status, and never an empty feed."""
    server.on("/", say(status, ["Content-Type: text/html", *headers], body))
    result = _fetch(fetcher, server.url("/"))
    assert result.outcome is FetchOutcome.BLOCKED
    assert "challenge" in result.message


@pytest.mark.parametrize(
    "said",
    [b"SSH-2.0-Tide\r\n", b"<html>no head</html>\r\n\r\n", b"HTTP/1.1 twohundred OK\r\n\r\n",
     b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
     b"HTTP/1.1 200 OK\r\nContent-Length: 5, 6\r\n\r\nhello", b"",
     b"HTTP/1.1 101 Switching\r\nUpgrade: tide\r\nConnection: upgrade\r\n\r\nwaves"],
    ids=["ssh", "html-only", "no-number", "two-lengths", "two-in-one", "silence",
         "upgrade"],
)  # fmt: skip
def test_answer_that_is_not_http(said: bytes, server: Any, fetcher: HttpFetcher) -> None:
    """What breaks the protocol is said to; nothing is raised."""
    server.on("/", said)
    assert _fetch(fetcher, server.url("/")).outcome is FetchOutcome.PROTOCOL


def test_old_http(server: Any, fetcher: HttpFetcher) -> None:
    """An answer of HTTP/1.0 without a length ends with its connection."""
    server.on("/", b"HTTP/1.0 200 OK\r\n\r\nold but whole")
    assert _fetch(fetcher, server.url("/")).body == b"old but whole"


def test_nobody_listens(open_fetcher: Any) -> None:
    """A closed port is a failed connection."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    result = _fetch(
        open_fetcher(allow_private_networks=("127.0.0.1",)), f"http://127.0.0.1:{port}/"
    )
    assert (result.outcome, result.status) == (FetchOutcome.CONNECTION, 0)
    assert result.message


def test_repeated_headers(server: Any, say: Any, fetcher: HttpFetcher) -> None:
    """Names are lower case; repeated headers are joined."""
    server.on("/", say(headers=["X-Tide: a", "x-tide: b", "X-Name: caf\xe9"], body=b"x"))
    headers = _fetch(fetcher, server.url("/")).headers
    assert headers["x-tide"] == "a, b"
    assert headers["x-name"] == "caf\xe9"


def test_redirect_whose_body_never_ends(server: Any, say: Any, fetcher: HttpFetcher) -> None:
    """The body of a redirect is not waited for."""
    released = threading.Event()

    def redirect(_: Any) -> Iterator[bytes]:
        yield b"HTTP/1.1 302 Found\r\nLocation: /new\r\nContent-Length: 10\r\n\r\nno"
        released.wait(120)

    server.on("/old", redirect)
    server.on("/new", say(body=b"here"))
    assert _fetch(fetcher, server.url("/old")).body == b"here"
    released.set()


@pytest.fixture
def secure(
    start_server: Any, server_context: ssl.SSLContext, trusting_context: ssl.SSLContext,
    open_fetcher: Callable[..., HttpFetcher],
) -> tuple[Any, HttpFetcher]:  # fmt: skip
    """A server with the certificate of `secure.example`, and a fetcher that trusts it."""
    server = start_server(context=server_context)
    fetcher = open_fetcher(
        names=lambda host, port: ["127.0.0.1"],
        parts={"ssl_context": trusting_context},
        allow_private_networks=("127.0.0.1",),
    )
    return server, fetcher


def test_https(secure: tuple[Any, HttpFetcher], say: Any) -> None:
    """TLS verifies the name, although an address is dialled; Host keeps the name."""
    server, fetcher = secure
    server.on("/", say(body=b"secure"))
    url = server.url("/", "secure.example", "https")
    assert _fetch(fetcher, url).body == b"secure"
    assert server.requests[0].headers["host"] == f"secure.example:{server.port}"


def test_certificate_of_another_name(secure: tuple[Any, HttpFetcher], say: Any) -> None:
    """A certificate for another name ends it, and nothing is sent."""
    server, fetcher = secure
    result = _fetch(fetcher, server.url("/", "wrong.example", "https"))
    assert (result.outcome, server.requests) == (FetchOutcome.TLS, [])


def test_unknown_authority(secure: tuple[Any, HttpFetcher], open_fetcher: Any) -> None:
    """A certificate that nobody vouches for ends it."""
    server, _ = secure
    stranger = open_fetcher(
        names=lambda host, port: ["127.0.0.1"], allow_private_networks=("127.0.0.1",)
    )
    result = _fetch(stranger, server.url("/", "secure.example", "https"))
    assert result.outcome is FetchOutcome.TLS
    assert "certificate" in result.message


def test_https_to_a_plain_server(server: Any, fetcher: HttpFetcher) -> None:
    """A server that speaks no TLS is a TLS fault."""
    result = _fetch(fetcher, server.url("/", "plain.example", "https"), timeout_s=2)
    assert result.outcome in (FetchOutcome.TLS, FetchOutcome.TIMEOUT)


#: A frame that RFC 9113, 6.1 forbids.
_DATA_ON_STREAM_0 = b"\x00\x00\x01\x00\x00\x00\x00\x00\x00x"
H2Script = Callable[[h2.connection.H2Connection, int], bytes]


def _whole(machine: h2.connection.H2Connection, stream: int) -> bytes:
    machine.send_headers(stream, [(":status", "200"), ("x-tide", "h2")])
    machine.send_data(stream, b"by streams", end_stream=True)
    return b""


def _large(machine: h2.connection.H2Connection, stream: int) -> bytes:
    machine.send_headers(stream, [(":status", "200")])
    for _ in range(4):
        machine.send_data(stream, b"x" * 16_000)
    return b""


def _broken_off(machine: h2.connection.H2Connection, stream: int) -> bytes:
    machine.send_headers(stream, [(":status", "200")])
    machine.send_data(stream, b"half")
    machine.reset_stream(stream)
    return b""


def _odd_status(machine: h2.connection.H2Connection, stream: int) -> bytes:
    machine.send_headers(stream, [(":status", "fine")], end_stream=True)
    return b""


def _garbage(machine: h2.connection.H2Connection, stream: int) -> bytes:
    return _DATA_ON_STREAM_0


def _garbage_in_the_body(machine: h2.connection.H2Connection, stream: int) -> bytes:
    machine.send_headers(stream, [(":status", "200")])
    return machine.data_to_send() + _DATA_ON_STREAM_0


def _gone_away(machine: h2.connection.H2Connection, stream: int) -> bytes:
    machine.close_connection()
    return b""


@dataclass
class H2Server:
    """Speaks nothing but HTTP/2, over as many connections as it is asked for."""

    port: int
    scripts: dict[bytes, H2Script]
    seen: list[dict[bytes, bytes]] = field(default_factory=list)
    connections: int = 0

    def speak(self, connection: ssl.SSLSocket) -> None:
        config = h2.config.H2Configuration(client_side=False, validate_outbound_headers=False)
        machine = h2.connection.H2Connection(config)
        machine.initiate_connection()
        connection.sendall(machine.data_to_send())
        while data := connection.recv(65_536):
            for event in machine.receive_data(data):
                if isinstance(event, h2.events.RequestReceived):
                    assert event.stream_id is not None
                    headers = {bytes(k): bytes(v) for k, v in event.headers or []}
                    self.seen.append(headers)
                    more = self.scripts[headers[b":path"]](machine, event.stream_id)
                    connection.sendall(machine.data_to_send() + more)
            connection.sendall(machine.data_to_send())


@pytest.fixture
def h2_server(certificate: Path) -> Iterator[H2Server]:
    """A server of HTTP/2 alone."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    context.set_alpn_protocols(["h2"])
    listener = socket.create_server(("127.0.0.1", 0))
    server = H2Server(listener.getsockname()[1], {})

    def serve() -> None:
        with contextlib.suppress(OSError):
            while True:
                plain, _ = listener.accept()
                server.connections += 1
                threading.Thread(target=talk, args=(plain,), daemon=True).start()

    def talk(plain: socket.socket) -> None:
        with (
            contextlib.suppress(OSError, h2.exceptions.H2Error),
            context.wrap_socket(plain, server_side=True) as connection,
        ):
            server.speak(connection)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield server
    with contextlib.suppress(OSError):
        listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    thread.join(5)


@pytest.fixture
def over_h2(
    h2_server: H2Server, trusting_context: ssl.SSLContext, open_fetcher: Callable[..., HttpFetcher]
) -> Callable[..., Any]:
    """Fetches a path from the server of HTTP/2."""
    fetcher = open_fetcher(
        names=lambda host, port: ["127.0.0.1"],
        parts={"ssl_context": trusting_context},
        allow_private_networks=("127.0.0.1",),
    )
    base = f"https://secure.example:{h2_server.port}"
    return lambda path, **more: _fetch(fetcher, base + path, **more)


def test_http2(h2_server: H2Server, over_h2: Callable[..., Any]) -> None:
    """HTTP/2 is spoken where it is offered, over one connection."""
    h2_server.scripts = {b"/1": _whole, b"/2": _whole}
    for path in ("/1", "/2"):
        result = over_h2(path)
        assert (result.outcome, result.body) == (FetchOutcome.OK, b"by streams")
        assert result.headers["x-tide"] == "h2"
    assert [request[b":path"] for request in h2_server.seen] == [b"/1", b"/2"]
    assert h2_server.seen[0][b":authority"] == f"secure.example:{h2_server.port}".encode()
    assert h2_server.connections == 1


def test_http2_after_a_body_that_was_too_large(
    h2_server: H2Server, over_h2: Callable[..., Any]
) -> None:
    """What was left of one body is not taken for the next answer."""
    h2_server.scripts = {b"/1": _large, b"/2": _whole}
    assert over_h2("/1", max_bytes=1_000).outcome is FetchOutcome.TOO_LARGE
    assert over_h2("/2").body == b"by streams"


@pytest.mark.parametrize(
    ("script", "outcomes"),
    [
        (_broken_off, {FetchOutcome.TRUNCATED}),
        (_odd_status, {FetchOutcome.PROTOCOL}),
        (_garbage, {FetchOutcome.PROTOCOL}),
        # Headers and garbage may come in one read: then the headers were never seen.
        (_garbage_in_the_body, {FetchOutcome.TRUNCATED, FetchOutcome.PROTOCOL}),
        (_gone_away, {FetchOutcome.PROTOCOL}),
    ],
)
def test_http2_that_is_broken(
    script: H2Script, outcomes: set[FetchOutcome], h2_server: H2Server, over_h2: Callable[..., Any]
) -> None:
    """Faults of HTTP/2 are outcomes, and the next request starts anew."""
    h2_server.scripts = {b"/1": script, b"/2": _whole}
    assert over_h2("/1", timeout_s=60).outcome in outcomes
    assert over_h2("/2").body == b"by streams"


def _frames(kind: int, payload: bytes, *, flags: int = 0, on_stream: bool = True) -> H2Script:
    """A good head, and then such frames as long as anybody reads (RFC 9113, 4.1)."""

    def script(machine: h2.connection.H2Connection, stream: int) -> bytes:
        machine.send_headers(stream, [(":status", "200")])
        head = len(payload).to_bytes(3, "big") + bytes([kind, flags])
        frame = head + (stream if on_stream else 0).to_bytes(4, "big") + payload
        return machine.data_to_send() + frame * (1_500_000 // len(frame))

    return script


@pytest.mark.parametrize(
    "script",
    [
        _frames(0x0, b""),
        _frames(0x0, b"\xff" + bytes(255), flags=0x8),
        _frames(0x6, bytes(8), on_stream=False),
        _frames(0x4, b"", on_stream=False),
        _frames(0x2, bytes(5)),
        _frames(0xBE, b""),
    ],
    ids=["empty data", "padding", "pings", "settings", "priorities", "unknown"],
)
def test_http2_frames_with_nothing_in_them(
    script: H2Script, h2_server: H2Server, over_h2: Callable[..., Any]
) -> None:
    """Frames that carry no body are given up by their number, long before the deadline."""
    h2_server.scripts = {b"/1": script, b"/2": _whole}
    assert over_h2("/1", timeout_s=300).outcome in (FetchOutcome.PROTOCOL, FetchOutcome.TRUNCATED)
    assert over_h2("/2").body == b"by streams"


def test_chunks_with_hardly_anything_in_them(server: Any, fetcher: HttpFetcher) -> None:
    """So are chunks of a byte with a tail; chunks of a few letters are read to their end."""
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
    tail = b";" + b"x" * 50
    server.on("/", head + b"1%s\r\na\r\n" % tail * 30_000 + b"0\r\n\r\n")
    request = FetchRequest(server.url("/"), FetchKind.FEED, timeout_s=300)
    assert fetcher.fetch(request).outcome is FetchOutcome.PROTOCOL
    server.on("/", head + b"4\r\nword\r\n" * 100_000 + b"0\r\n\r\n")
    assert fetcher.fetch(request).body == b"word" * 100_000


def _tree(root: type[BaseException]) -> set[type[BaseException]]:
    return {root}.union(*(_tree(child) for child in root.__subclasses__()))


def test_every_fault_has_an_outcome() -> None:
    """No exception of our parts or of the library below them is without an outcome."""
    assert set(exchange._FAULTS) == _tree(faults.Fault) - {faults.Fault}
    library = {
        value
        for value in vars(httpcore2).values()
        if isinstance(value, type) and issubclass(value, Exception)
    }
    roots = exchange._RAISED
    missing = {kind for kind in library if not issubclass(kind, roots)}
    assert missing == {httpcore2.ProxyError}, "a proxy is never used"
