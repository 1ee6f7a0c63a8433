"""Real servers on loopback that answer byte by byte as told, and fetchers that may reach them."""

import contextlib
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.fetch import make_fetcher
from strandline.adapters.fetch.fetcher import HttpFetcher
from strandline.settings import FetchSettings
from strandline.testing.fakes import FrozenClock

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Seen:
    """One request as the server saw it; header names lower-cased."""

    method: str
    target: str
    headers: dict[str, str]


Script = Callable[[Seen], bytes | Iterable[bytes]]


@dataclass
class Server:
    """Answers from a table of scripts; counts connections and keeps the requests."""

    port: int
    scripts: dict[str, Script] = field(default_factory=dict)
    requests: list[Seen] = field(default_factory=list)
    connections: int = 0
    keeps_alive: bool = False
    busy: int = 0
    most_busy: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def url(self, path: str, host: str = "127.0.0.1", scheme: str = "http") -> str:
        return f"{scheme}://{host}:{self.port}{path}"

    def on(self, path: str, answer: bytes | Script) -> None:
        """Answer a path; `*` answers all others."""
        self.scripts[path] = answer if callable(answer) else lambda _: answer

    def targets(self) -> list[str]:
        """`METHOD path` of every request, robots.txt left out."""
        lines = [f"{seen.method} {seen.target}" for seen in self.requests]
        return [line for line in lines if not line.endswith("/robots.txt")]


def answer(
    status: str = "200 OK", headers: Iterable[str] = (), body: bytes = b"", *, sized: bool = True
) -> bytes:
    """Bytes of an answer."""
    lines = [f"HTTP/1.1 {status}", *headers]
    if sized:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def _read_request(connection: socket.socket) -> Seen | None:
    head = b""
    while b"\r\n\r\n" not in head:
        data = connection.recv(65_536)
        if not data:
            return None
        head += data
    first, *lines = head.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    method, target, _ = first.split(" ")
    headers = (line.partition(": ") for line in lines)
    return Seen(method, target, {name.lower(): value for name, _, value in headers})


def _serve(server: Server, connection: socket.socket) -> None:
    with connection, contextlib.suppress(OSError):
        connection.settimeout(20)
        while (seen := _read_request(connection)) is not None:
            with server.lock:
                server.requests.append(seen)
                server.busy += 1
                server.most_busy = max(server.most_busy, server.busy)
            try:
                _send(server, connection, seen)
            finally:
                with server.lock:
                    server.busy -= 1
            if not server.keeps_alive:
                return


def _send(server: Server, connection: socket.socket, seen: Seen) -> None:
    path = seen.target.partition("?")[0]
    script = server.scripts.get(path) or server.scripts.get("*")
    said = answer("404 Not Found") if script is None else script(seen)
    for piece in [said] if isinstance(said, bytes) else said:
        connection.sendall(piece)


def _accept(server: Server, listener: socket.socket, context: ssl.SSLContext | None) -> None:
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        with server.lock:
            server.connections += 1
        threading.Thread(target=_handshake, args=(server, connection, context), daemon=True).start()


def _handshake(server: Server, connection: socket.socket, context: ssl.SSLContext | None) -> None:
    if context is None:
        _serve(server, connection)
        return
    with contextlib.suppress(OSError):
        _serve(server, context.wrap_socket(connection, server_side=True))


@contextlib.contextmanager
def running_server(
    address: str = "127.0.0.1", port: int = 0, context: ssl.SSLContext | None = None
) -> Iterator[Server]:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((address, port))
    listener.listen(64)
    server = Server(port=listener.getsockname()[1])
    thread = threading.Thread(target=_accept, args=(server, listener, context), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        with contextlib.suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join(5)


@pytest.fixture
def start_server() -> Iterator[Callable[..., Server]]:
    """Starts further servers."""
    with contextlib.ExitStack() as stack:
        yield lambda *args, **kwargs: stack.enter_context(running_server(*args, **kwargs))


@pytest.fixture
def server() -> Iterator[Server]:
    """A server on 127.0.0.1."""
    with running_server() as one:
        yield one


@pytest.fixture
def say() -> Callable[..., bytes]:
    """Builds the bytes of an answer."""
    return answer


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(NOW)


@pytest.fixture
def open_fetcher(clock: FrozenClock) -> Iterator[Callable[..., HttpFetcher]]:
    """Makes fetchers: keyword arguments are settings; `names` maps host names to addresses."""
    opened: list[HttpFetcher] = []

    def make(
        *,
        names: dict[str, list[str]] | Callable[[str, int], list[str]] | None = None,
        parts: dict[str, Any] | None = None,
        **settings: Any,
    ) -> HttpFetcher:
        table = names or {}
        resolver = table if callable(table) else _table_resolver(table)
        given = {"host_delay_s": 0, "respect_robots": False, "timeout_s": 10, **settings}
        fetcher = make_fetcher(FetchSettings(**given), clock, resolver=resolver, **(parts or {}))
        opened.append(fetcher)
        return fetcher

    yield make
    for fetcher in opened:
        fetcher.close()


def _table_resolver(table: dict[str, list[str]]) -> Callable[[str, int], list[str]]:
    """Names of a table; anything else is asked as the system would read it, never by DNS."""

    def resolve(host: str, port: int) -> list[str]:
        if host in table:
            return table[host]
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
        return [str(entry[4][0]) for entry in found]

    return resolve


@pytest.fixture
def fetcher(server: Server, open_fetcher: Callable[..., HttpFetcher]) -> HttpFetcher:
    """May reach the server, under any name that ends in .example, and nothing else."""
    return open_fetcher(
        names=lambda host, port: ["127.0.0.1"],
        allow_private_networks=(f"127.0.0.1:{server.port}",),
    )


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Key and certificate of `secure.example`, made for this run."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("no openssl to make a certificate")
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    key = path.with_name("key.pem")
    command = [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    command += ["-nodes", "-days", "2", "-subj", "/CN=secure.example"]
    command += ["-addext", "subjectAltName=DNS:secure.example"]
    subprocess.run(
        [*command, "-keyout", str(key), "-out", str(path)], check=True, capture_output=True
    )
    path.write_text(path.read_text() + key.read_text())
    return path


@pytest.fixture
def server_context(certificate: Path) -> ssl.SSLContext:
    """TLS of a server that has the certificate of `secure.example`."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context


@pytest.fixture
def trusting_context(certificate: Path) -> ssl.SSLContext:
    """TLS of a client that trusts that certificate and no other."""
    return ssl.create_default_context(cafile=str(certificate))
