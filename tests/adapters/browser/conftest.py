"""A real browser, a server of pages that behave badly, and ports that count who knocks."""

import contextlib
import http.server
import os
import socket
import struct
import threading
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.browser import BrowserPool, Missing, PageResult, Piece, find_browser
from strandline.adapters.fetch.proxy import GuardProxy, make_proxy
from strandline.settings import FetchSettings

USER_AGENT = "Strandline-tests/1 (+https://tests.example)"

#: Writes an answer; the connection is closed behind it.
Talk = Callable[[http.server.BaseHTTPRequestHandler], None]


@dataclass
class Site:
    """Pages by path; remembers what was asked for."""

    port: int
    pages: dict[str, Talk] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    agents: set[str] = field(default_factory=set)
    #: Set at the end: lets answers that stall go.
    is_over: threading.Event = field(default_factory=threading.Event)

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def on(
        self,
        path: str,
        body: str | bytes,
        kind: str = "text/html; charset=utf-8",
        status: int = 200,
        **headers: str,
    ) -> str:
        """Answer a path with a body; returns its URL. Header names are written with `_`."""
        data = body.encode() if isinstance(body, str) else body

        def talk(request: http.server.BaseHTTPRequestHandler) -> None:
            request.send_response(status)
            request.send_header("Content-Type", kind)
            request.send_header("Content-Length", str(len(data)))
            for name, value in headers.items():
                request.send_header(name.replace("_", "-"), value)
            request.end_headers()
            request.wfile.write(data)

        return self.when(path, talk)

    def when(self, path: str, talk: Talk) -> str:
        """Answer a path by hand; returns its URL."""
        self.pages[path] = talk
        return self.url(path)

    def stall(self, request: http.server.BaseHTTPRequestHandler, said: bytes = b"") -> None:
        """Begin a page of a million bytes, say a few, and go silent."""
        request.send_response(200)
        request.send_header("Content-Type", "text/html")
        request.send_header("Content-Length", "1000000")
        request.end_headers()
        request.wfile.write(said)
        request.wfile.flush()
        self.is_over.wait(120)


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """A server on loopback."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            one.asked.append(self.path)
            one.agents.add(self.headers.get("User-Agent", ""))
            talk = one.pages.get(path)
            with contextlib.suppress(OSError):
                if talk is None:
                    self.send_error(404)
                else:
                    talk(self)

        do_POST = do_GET  # noqa: N815 - the library's name

        def log_message(self, *_: object) -> None:
            pass

    class Server(http.server.ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 64

    server = Server(("127.0.0.1", 0), Handler)
    one = Site(server.server_port)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield one
    one.is_over.set()
    server.shutdown()
    server.server_close()
    thread.join(5)


@dataclass
class Door:
    """A port of this machine, TCP and UDP, that nobody may reach."""

    port: int
    knocks: list[str] = field(default_factory=list)


@pytest.fixture
def door() -> Iterator[Door]:
    """Counts who knocks."""
    tcp = socket.create_server(("127.0.0.1", 0))
    udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    udp.bind(("127.0.0.1", tcp.getsockname()[1]))
    one = Door(tcp.getsockname()[1])

    def count_tcp() -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = tcp.accept()
                with connection:
                    connection.settimeout(2)
                    one.knocks.append(f"tcp {connection.recv(200)!r}")

    def count_udp() -> None:
        with contextlib.suppress(OSError):
            while data := udp.recv(2000):
                one.knocks.append(f"udp {data!r}")

    threads = [threading.Thread(target=t, daemon=True) for t in (count_tcp, count_udp)]
    for thread in threads:
        thread.start()
    yield one
    tcp.shutdown(socket.SHUT_RDWR)
    udp.sendto(b"", udp.getsockname())  # an empty datagram ends the counting
    for thread in threads:
        thread.join(5)
    tcp.close()
    udp.close()


@pytest.fixture(scope="session")
def program() -> Path:
    """The browser of this machine; skips where there is none."""
    found = find_browser(os.environ.get("CHROMIUM_PATH", ""))
    if isinstance(found, Missing):
        said = f"{found.what} {found.advice}"
        if os.environ.get("STRANDLINE_REQUIRE_BROWSER") == "1":
            pytest.fail(said)
        pytest.skip(said)
    return found


@pytest.fixture(scope="session")
def proxy(site: Site) -> Iterator[GuardProxy]:
    """Leads to the site and nowhere else on this machine, whatever a name resolves to."""
    allowed = (f"127.0.0.1:{site.port}",)
    made = make_proxy(
        FetchSettings(allow_private_networks=allowed), resolver=lambda host, port: ["127.0.0.1"]
    )
    yield made
    made.close()


@pytest.fixture(scope="session")
def pool(program: Path, proxy: GuardProxy) -> Iterator[BrowserPool]:
    """One browser for all tests: each also shows that the page before left it well."""
    with BrowserPool(program, proxy, USER_AGENT, size=1, pages_each=200) as made:
        yield made


@pytest.fixture
def load(pool: BrowserPool, tmp_path: Path) -> Callable[..., PageResult]:
    """Loads a page into the test's own folder."""

    def loaded(url: str, *wanted: Any, deadline_s: float = 60.0, **limits: Any) -> PageResult:
        pieces = wanted or tuple(Piece)
        return pool.load(url, tmp_path, pieces, deadline_s=deadline_s, **limits)

    return loaded


@dataclass(frozen=True)
class Picture:
    """A decoded PNG."""

    width: int
    height: int
    rows: list[bytes]

    def colour(self, x: int, y: int) -> tuple[int, ...]:
        return tuple(self.rows[y][x * 3 : x * 3 + 3])


@pytest.fixture
def read_png() -> Callable[[Path], Picture]:
    """Reads what the browser writes: 8-bit RGB."""
    return _read_png


def _read_png(path: Path) -> Picture:
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height, depth, colours = struct.unpack(">IIBB", data[16:26])
    assert (depth, colours) == (8, 2)
    packed, at = b"", 8
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        packed += data[at + 8 : at + 8 + size] if kind == b"IDAT" else b""
        at += size + 12
    raw = zlib.decompress(packed)
    step = width * 3 + 1
    rows: list[bytes] = []
    for y in range(height):
        line = raw[y * step + 1 : (y + 1) * step]
        rows.append(_unfiltered(raw[y * step], line, rows[-1] if rows else bytes(width * 3)))
    return Picture(width, height, rows)


def _unfiltered(kind: int, line: bytes, above: bytes) -> bytes:
    """One row (PNG specification, 9.2); equal rows, the common case, cost nothing."""
    if kind == 2 and line.count(0) == len(line):
        return above
    out = bytearray(line)
    for i in range(len(out)):
        left = out[i - 3] if i >= 3 else 0
        corner = above[i - 3] if i >= 3 else 0
        guess = (0, left, above[i], (left + above[i]) // 2, _paeth(left, above[i], corner))[kind]
        out[i] = (out[i] + guess) & 255
    return bytes(out)


def _paeth(left: int, above: int, corner: int) -> int:
    estimate = left + above - corner
    return min((left, above, corner), key=lambda value: abs(estimate - value))
