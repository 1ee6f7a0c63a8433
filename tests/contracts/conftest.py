"""A proxy that makes a real S3 server fail."""

import contextlib
import dataclasses
import http.client
import http.server
import socket
import threading
import urllib.parse
from collections.abc import Callable, Iterator

import pytest

from strandline.testing.s3_server import S3Server


@dataclasses.dataclass(frozen=True)
class Asked:
    """A request as the proxy sees it."""

    method: str
    path: str
    headers: dict[str, str]


#: What a fault does instead of, or with, the answer: gets the handler.
Act = Callable[["_Handler"], None]


@dataclasses.dataclass
class Fault:
    """Happens to so many requests that it fits."""

    fits: Callable[[Asked], bool]
    act: Act
    times: int = 1_000_000
    hits: int = 0


class FaultyProxy:
    """Stands before a server; passes everything on, but for the faults that it was given."""

    def __init__(self, server: S3Server) -> None:
        self.upstream = urllib.parse.urlsplit(server.address)
        self.faults: list[Fault] = []
        self.asked: list[Asked] = []
        self.closing = threading.Event()
        self._lock = threading.Lock()
        handler = type("Handler", (_Handler,), {"proxy": self})
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def fault_for(self, asked: Asked) -> Fault | None:
        with self._lock:
            self.asked.append(asked)
            for fault in self.faults:
                if fault.hits < fault.times and fault.fits(asked):
                    fault.hits += 1
                    return fault
        return None

    def close(self) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(120)


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    proxy: FaultyProxy

    def do_GET(self) -> None:
        asked = Asked(self.command, self.path, {k.lower(): v for k, v in self.headers.items()})
        fault = self.proxy.fault_for(asked)
        if fault is not None:
            fault.act(self)
        else:
            self.pass_on()

    do_PUT = do_POST = do_DELETE = do_HEAD = do_GET  # noqa: N815 - the base calls them so

    def body(self) -> bytes:
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def pass_on(self, change: Callable[[bytes], bytes] = lambda body: body) -> None:
        """Ask the real server with the same words; `change` alters the answer's body."""
        upstream = self.proxy.upstream
        connection = http.client.HTTPConnection(upstream.hostname or "", upstream.port, timeout=60)
        try:
            connection.putrequest(
                self.command, self.path, skip_host=True, skip_accept_encoding=True
            )
            for name, value in self.headers.items():
                connection.putheader(name, value)
            connection.endheaders(self.body())
            answer = connection.getresponse()
            body = change(answer.read())
        finally:
            connection.close()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("transfer-encoding", "content-length", "connection", "date"):
                self.send_header(name, value)
        size = answer.getheader("Content-Length") if self.command == "HEAD" else None
        self.send_header("Content-Length", size or str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Nothing."""


@pytest.fixture
def faulty_s3(s3_server: S3Server) -> Iterator[FaultyProxy]:
    """A proxy before the real server, without faults at first."""
    proxy = FaultyProxy(s3_server)
    yield proxy
    proxy.close()


def answers(status: int, code: str) -> Act:
    """An error of S3."""

    def act(handler: _Handler) -> None:
        handler.body()
        body = f"<Error><Code>{code}</Code><AWSAccessKeyId>canary</AWSAccessKeyId></Error>".encode()
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        if handler.command != "HEAD":
            handler.wfile.write(body)

    return act


def cuts(handler: _Handler) -> None:
    """The connection ends after a part of the request's body."""
    handler.rfile.read(min(1000, int(handler.headers.get("Content-Length") or 0)))
    handler.close_connection = True
    handler.connection.shutdown(socket.SHUT_RDWR)


def stalls(handler: _Handler) -> None:
    """Never answers; ends when the client has left or the test is over."""
    handler.body()
    handler.connection.settimeout(0.1)
    while not handler.proxy.closing.is_set():
        with contextlib.suppress(TimeoutError):
            if not handler.connection.recv(1):
                break
    handler.close_connection = True


def lies(handler: _Handler) -> None:
    """Says that it stored what it threw away."""
    handler.body()
    handler.send_response(200)
    handler.send_header("ETag", '"0123456789abcdef0123456789abcdef"')
    handler.send_header("Content-Length", "0")
    handler.end_headers()


def garbles(handler: _Handler) -> None:
    """Gives back another byte than it was given."""
    handler.pass_on(lambda body: body[:-1] + bytes([body[-1] ^ 1]) if body else body)


@dataclasses.dataclass(frozen=True)
class FaultKit:
    """The faults, for tests that cannot import this file."""

    fault: type[Fault]
    answers: Callable[[int, str], Act]
    cuts: Act
    stalls: Act
    lies: Act
    garbles: Act


@pytest.fixture
def fault_kit() -> FaultKit:
    """Faults to give to a proxy."""
    return FaultKit(Fault, answers, cuts, stalls, lies, garbles)
