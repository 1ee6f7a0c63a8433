"""The proxy with real sockets at both ends: what it carries, what it refuses, how it ends."""

import base64
import contextlib
import hashlib
import os
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from strandline.adapters.fetch.peers import is_own_user
from strandline.adapters.fetch.proxy import GuardProxy, make_proxy
from strandline.adapters.fetch.proxy_limits import ProxyLimits
from strandline.adapters.fetch.proxy_session import ProxySession
from strandline.settings import FetchSettings

SPELLINGS = [
    "127.0.0.1",
    "2130706433",
    "0x7f000001",
    "0x7f.0.0.1",
    "017700000001",
    "127.1",
    "0",
    "0.0.0.0",  # noqa: S104 - asked for, not bound
    "127.0.0.1.",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "[fe80::1%lo]",
    "localhost",
    "localhost.",
    "inside.example",
    "mixed.example",
]
NAMES = {
    "127.0.0.1.": ["127.0.0.1"],  # some resolvers read it as the address
    "localhost": ["127.0.0.1"],
    "localhost.": ["127.0.0.1"],
    "inside.example": ["127.0.0.1"],
    "mixed.example": ["8.8.8.8", "127.0.0.1"],
}


def numeric(host: str, port: int) -> list[str]:
    """Names of the table; anything else as the system reads numbers, never by DNS."""
    if host in NAMES:
        return NAMES[host]
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
    return [str(entry[4][0]) for entry in found]


@pytest.fixture
def open_session() -> Iterator[Callable[..., ProxySession]]:
    """Opens sessions of a proxy that may dial the given ports of loopback."""
    proxies: list[GuardProxy] = []

    def make(
        *allowed: str,
        resolver: Callable[[str, int], list[str]] = numeric,
        has_password: bool = False,
        **limits: Any,
    ) -> ProxySession:
        proxy = make_proxy(FetchSettings(allow_private_networks=allowed), resolver=resolver)
        proxies.append(proxy)
        return proxy.session(ProxyLimits(**limits), has_password=has_password)

    yield make
    for proxy in proxies:
        proxy.close()


@contextlib.contextmanager
def listening(talk: Callable[[socket.socket], None]) -> Iterator[int]:
    """A server that does as `talk` says with its first connection; yields its port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            with contextlib.suppress(OSError):
                connection, _ = listener.accept()
                with connection:
                    talk(connection)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield listener.getsockname()[1]
        with contextlib.suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        thread.join(5)


def connect(session: ProxySession) -> socket.socket:
    """A connection to the session's port."""
    return socket.create_connection(("127.0.0.1", urlsplit(session.server).port or 0), timeout=20)


def read_all(connection: socket.socket) -> bytes:
    """Everything until the end."""
    pieces = []
    while piece := connection.recv(65_536):
        pieces.append(piece)
    return b"".join(pieces)


def ask(session: ProxySession, text: str) -> bytes:
    """The whole answer to a request."""
    with connect(session) as connection:
        connection.sendall(text.encode())
        return read_all(connection)


def tunnel(session: ProxySession, authority: str) -> socket.socket:
    """A tunnel that stands."""
    connection = connect(session)
    connection.sendall(f"CONNECT {authority} HTTP/1.1\r\n\r\n".encode())
    said = b""
    while not said.endswith(b"\r\n\r\n"):
        said += connection.recv(1)
    assert said.startswith(b"HTTP/1.1 200 ")
    return connection


@pytest.mark.parametrize("form", ["CONNECT {0}:{1}", "GET http://{0}:{1}/"])
@pytest.mark.parametrize("host", SPELLINGS)
def test_loopback_under_any_spelling(
    host: str, form: str, server: Any, open_session: Callable[..., ProxySession]
) -> None:
    """However loopback is written, nothing is dialled, and the refusal is counted."""
    session = open_session()
    said = ask(session, f"{form.format(host, server.port)} HTTP/1.1\r\n\r\n")
    status = said.split(b" ")[1]
    assert status == (b"400" if "%lo" in host else b"403"), said
    assert server.connections == 0
    assert session.report().refused == (0 if "%lo" in host else 1)


def test_refusal_is_signed_with_the_sessions_name(
    open_session: Callable[..., ProxySession],
) -> None:
    """A 403 of ours is told from a server's by a name that no server knows."""
    first, second = open_session(), open_session()
    said = ask(first, "GET http://127.0.0.1:9/ HTTP/1.1\r\n\r\n").decode()
    assert f"Proxy-Status: {first.name}; error=destination_ip_prohibited" in said
    assert first.name != second.name
    refusal = first.report().refusals[0]
    assert (refusal.host, refusal.port) == ("127.0.0.1", 9)


def test_name_that_changes_its_address(
    server: Any, open_session: Callable[..., ProxySession]
) -> None:
    """A name is resolved once a connection, and what is dialled is the answer that was checked."""
    answers = [["127.0.0.1"], ["127.0.0.2"], ["127.0.0.1", "10.0.0.1"]]
    asked = []

    def rebinding(host: str, port: int) -> list[str]:
        asked.append(host)
        return answers[len(asked) - 1]

    server.on("*", b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
    session = open_session(f"127.0.0.1:{server.port}", resolver=rebinding)
    request = f"GET http://moving.example:{server.port}/ HTTP/1.1\r\n\r\n"
    statuses = [ask(session, request).split(b" ")[1] for _ in answers]
    assert statuses == [b"200", b"403", b"403"]
    assert (len(asked), server.connections) == (3, 1)


def test_redirect_into_the_private_network(
    server: Any, start_server: Callable[..., Any], open_session: Callable[..., ProxySession]
) -> None:
    """A redirect passes as it is; the request that follows it is refused."""
    inside = start_server()
    target = f"http://127.0.0.1:{inside.port}/secret"
    server.on("/", f"HTTP/1.1 302 Found\r\nLocation: {target}\r\n\r\n".encode())
    session = open_session(f"127.0.0.1:{server.port}")
    said = ask(session, f"GET http://127.0.0.1:{server.port}/ HTTP/1.1\r\n\r\n")
    assert target.encode() in said
    assert ask(session, f"GET {target} HTTP/1.1\r\n\r\n").startswith(b"HTTP/1.1 403 ")
    assert inside.connections == 0


def test_websocket_into_the_private_network(
    server: Any, open_session: Callable[..., ProxySession]
) -> None:
    """An upgrade is a tunnel like any other: refused before anything is dialled."""
    session = open_session()
    said = ask(
        session,
        f"CONNECT localhost:{server.port} HTTP/1.1\r\n\r\n"
        "GET /socket HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    )
    assert said.startswith(b"HTTP/1.1 403 ")
    assert server.connections == 0


def test_plain_request(server: Any, open_session: Callable[..., ProxySession]) -> None:
    """A request in absolute form reaches the server in origin form, its answer comes back."""
    server.on("/a", b"HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nhi")
    session = open_session(f"127.0.0.1:{server.port}")
    said = ask(session, f"GET http://127.0.0.1:{server.port}/a?b=1 HTTP/1.1\r\nX: y\r\n\r\n")
    assert said == b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi"
    seen = server.requests[0]
    assert (seen.target, seen.headers["x"]) == ("/a?b=1", "y")
    assert seen.headers["host"] == f"127.0.0.1:{server.port}"


def test_upload_beside_its_answer(open_session: Callable[..., ProxySession]) -> None:
    """A long request body and a long answer pass at the same time."""
    body = os.urandom(1_000_000) * 4

    def echo(connection: socket.socket) -> None:
        head, taken = b"", 0
        while b"\r\n\r\n" not in head:
            head += connection.recv(1)
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        while taken < len(body):
            piece = connection.recv(65_536)
            taken += len(piece)
            connection.sendall(piece)

    with listening(echo) as port:
        session = open_session("127.0.0.1")
        with connect(session) as connection:
            head = f"PUT http://127.0.0.1:{port}/ HTTP/1.1\r\nContent-Length: {len(body)}\r\n\r\n"
            sender = threading.Thread(
                target=connection.sendall, args=(head.encode() + body,), daemon=True
            )
            sender.start()
            said = read_all(connection)
            sender.join(5)
    assert said.partition(b"\r\n\r\n")[2] == body


def test_large_stream_through_a_tunnel(open_session: Callable[..., ProxySession]) -> None:
    """What goes through a tunnel comes out unchanged, and its bytes are counted."""
    block = os.urandom(1 << 20)
    expected = hashlib.sha256(block * 64).hexdigest()

    def pour(connection: socket.socket) -> None:
        for _ in range(64):
            connection.sendall(block)

    with listening(pour) as port:
        session = open_session("127.0.0.1")
        checksum = hashlib.sha256()
        with tunnel(session, f"127.0.0.1:{port}") as connection:
            while piece := connection.recv(1 << 20):
                checksum.update(piece)
    assert checksum.hexdigest() == expected
    assert session.report().size_bytes >= 64 << 20


def test_tls_through_a_tunnel(
    start_server: Callable[..., Any],
    server_context: ssl.SSLContext,
    trusting_context: ssl.SSLContext,
    open_session: Callable[..., ProxySession],
) -> None:
    """TLS is between client and server: the proxy sees a name and bytes."""
    secure = start_server(context=server_context)
    secure.on("/", b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
    session = open_session(f"127.0.0.1:{secure.port}", resolver=lambda h, p: ["127.0.0.1"])
    connection = tunnel(session, f"secure.example:{secure.port}")
    with trusting_context.wrap_socket(connection, server_hostname="secure.example") as wrapped:
        wrapped.sendall(b"GET / HTTP/1.1\r\nHost: secure.example\r\n\r\n")
        assert wrapped.recv(100).endswith(b"hi")


def test_session_over_its_bytes(open_session: Callable[..., ProxySession]) -> None:
    """A session that has used up its bytes ends its connections and takes no further ones."""

    def pour(connection: socket.socket) -> None:
        while True:
            connection.sendall(bytes(65_536))

    with listening(pour) as port:
        session = open_session("127.0.0.1", max_bytes=1_000_000)
        with pytest.raises(ConnectionError):
            ask(session, f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n\r\n")
        with connect(session) as connection, contextlib.suppress(ConnectionError):
            connection.sendall(b"GET http://127.0.0.1/ HTTP/1.1\r\n\r\n")
            assert read_all(connection) == b""
    report = session.report()
    assert report.is_over
    assert 1_000_000 < report.size_bytes < 1_200_000


@pytest.mark.parametrize("limit", ["connection_s", "idle_s", "lifetime_s", "connection_bytes"])
def test_connection_over_its_limit(limit: str, open_session: Callable[..., ProxySession]) -> None:
    """A connection ends at its limit of time, silence or bytes, with a reset: it is not whole."""
    over = threading.Event()

    def drip(connection: socket.socket) -> None:
        connection.sendall(bytes(100_000))
        over.wait(120)

    with listening(drip) as port:
        given = 50_000 if limit == "connection_bytes" else 0.5
        session = open_session("127.0.0.1", **{limit: given})
        with pytest.raises(ConnectionError):
            ask(session, f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n\r\n")
        over.set()


def test_reset_in_the_middle_of_a_body(open_session: Callable[..., ProxySession]) -> None:
    """A body without a stated length that the server breaks off does not look complete."""

    def break_off(connection: socket.socket) -> None:
        connection.recv(1000)
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\nhalf of")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    with listening(break_off) as port:
        session = open_session("127.0.0.1")
        with pytest.raises(ConnectionError):
            ask(session, f"GET http://127.0.0.1:{port}/ HTTP/1.1\r\n\r\n")


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (b"HTTP/1.1 200 OK\r\nX: " + b"x" * 1_000_000, "http_response_header_section_size"),
        (b"SSH-2.0-OpenSSH\r\n", "http_protocol_error"),
        (b"", "http_protocol_error"),
    ],
)
def test_answer_that_cannot_pass(
    said: bytes, kind: str, server: Any, open_session: Callable[..., ProxySession]
) -> None:
    """A head of a megabyte, another protocol and nothing at all are a 502 of ours."""
    server.on("/", said)
    session = open_session(f"127.0.0.1:{server.port}")
    answered = ask(session, f"GET http://127.0.0.1:{server.port}/ HTTP/1.1\r\n\r\n").decode()
    assert answered.startswith("HTTP/1.1 502 ")
    assert f"{session.name}; error={kind}" in answered


def test_server_that_is_not_there(open_session: Callable[..., ProxySession]) -> None:
    """A closed port and an unknown name are told apart."""
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    session = open_session("127.0.0.1")
    assert b"connection_refused" in ask(session, f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n\r\n")
    assert b"dns_error" in ask(session, "CONNECT nowhere.example:443 HTTP/1.1\r\n\r\n")


@pytest.mark.parametrize("text", ["GET / HTTP/1.1\r\n\r\n", "nonsense\r\n\r\n", "X" * 300_000])
def test_request_that_is_none(text: str, open_session: Callable[..., ProxySession]) -> None:
    """What is no proxy request gets a 400, or the door."""
    with contextlib.suppress(ConnectionError):
        assert ask(open_session(), text).startswith(b"HTTP/1.1 400 ")


def test_password(server: Any, open_session: Callable[..., ProxySession]) -> None:
    """A session with a password serves nobody who does not send it."""
    server.on("/", b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    session = open_session(f"127.0.0.1:{server.port}", has_password=True)
    parts = urlsplit(session.url)
    request = f"GET http://127.0.0.1:{server.port}/ HTTP/1.1\r\n"
    good = base64.b64encode(f"{parts.username}:{parts.password}".encode()).decode()
    statuses = [
        ask(session, f"{request}{line}\r\n").split(b" ")[1]
        for line in (
            "",
            "Proxy-Authorization: Basic eDp5\r\n",
            f"Proxy-Authorization: Basic {good}\r\n",
        )
    ]
    assert statuses == [b"407", b"407", b"200"]
    assert server.connections == 1


def test_too_many_connections(open_session: Callable[..., ProxySession]) -> None:
    """Connections above the limit are closed at once, the others go on."""
    over = threading.Event()

    def hold(connection: socket.socket) -> None:
        connection.sendall(b"x")
        over.wait(120)

    with listening(hold) as port:
        session = open_session("127.0.0.1", connections=1)
        with tunnel(session, f"127.0.0.1:{port}") as first:
            with connect(session) as second, contextlib.suppress(ConnectionError):
                assert second.recv(1) == b""
            assert first.recv(1) == b"x"
        over.set()


def test_close_ends_everything(open_session: Callable[..., ProxySession]) -> None:
    """After close no tunnel stands, the port is gone and no thread is left."""
    over = threading.Event()
    before = threading.active_count()

    def hold(connection: socket.socket) -> None:
        over.wait(120)

    with listening(hold) as port:
        session = open_session("127.0.0.1")
        with tunnel(session, f"127.0.0.1:{port}") as connection:
            session.close()
            session.close()
            with contextlib.suppress(ConnectionError):
                assert connection.recv(1) == b""
            with pytest.raises(ConnectionError):
                connect(session)
        over.set()
    assert threading.active_count() == before


def test_only_our_own_user(tmp_path: Path) -> None:
    """The kernel's table says whose a connection is; one that it does not list is nobody's."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        own = listener.getsockname()
        with socket.create_connection(own) as client:
            peer = client.getsockname()
            assert is_own_user(peer, own)
            table = tmp_path / "tcp"
            row = "0: {}:{:04X} {}:{:04X} 01 0:0 0:0 0 {} 0"
            low = f"{struct.unpack('<I', socket.inet_aton('127.0.0.1'))[0]:08X}"
            other = os.geteuid() + 1
            table.write_text("header x y\n" + row.format(low, peer[1], low, own[1], other))
            assert not is_own_user(peer, own, table)
    assert not is_own_user(("127.0.0.1", 1), own)
    assert is_own_user(peer, own, tmp_path / "absent")
