"""Clients that never come to the point are hung up on; others notice nothing."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from strandline.web.heads import HEAD_BYTES
from strandline.web.server import RunningServer, run_in_thread

#: Longer than any wait of the tests: a connection that lives as long was not hung up on.
LONG_S = 30


async def hello(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse("hello")(scope, receive, send)


@pytest.fixture
def hasty() -> Iterator[RunningServer]:
    """A server without patience."""
    server = run_in_thread(hello, "127.0.0.1", 0, request_s=0.3)
    yield server
    server.stop()


def connected(server: RunningServer) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=LONG_S)


def rest(connection: socket.socket) -> bytes:
    """All that still comes until the other side hangs up."""
    pieces = []
    with suppress(ConnectionError):
        while piece := connection.recv(65_536):
            pieces.append(piece)
    return b"".join(pieces)


def is_over(connection: socket.socket) -> bool:
    """True once the other side has hung up."""
    try:
        return connection.recv(1) == b""
    except TimeoutError:
        return False


@pytest.mark.parametrize(
    "start",
    [
        b"",
        b"G",
        b"GET / HTTP/1.1\r\nHost: a.example\r\n",
        b"POST / HTTP/1.1\r\nHost: a.example\r\nContent-Length: 1000000000\r\n\r\nx",
        b"GET / HTTP/1.1\r\nHost: a.example\r\nX: " + b"x" * (HEAD_BYTES - 100),
    ],
    ids=["nothing", "a letter", "half a head", "half a body", "a long line"],
)
def test_half_a_request(hasty: RunningServer, start: bytes) -> None:
    """However far it has come, a request that does not end is ended by us."""
    with connected(hasty) as connection:
        connection.sendall(start)
        rest(connection)  # comes back because the server hung up


def test_drip_by_drip(hasty: RunningServer) -> None:
    """Byte after byte does not win time: the clock runs from the first one."""
    with connected(hasty) as connection, suppress(ConnectionError):
        connection.sendall(b"GET / HTTP/1.1\r\nX: ")
        connection.settimeout(0.02)
        while not is_over(connection):
            connection.sendall(b"x")


def test_a_head_without_an_end(hasty: RunningServer) -> None:
    """More than any browser sends is refused without waiting for its end."""
    with connected(hasty) as connection:
        with suppress(ConnectionError):  # it may hang up while we still send
            connection.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * 4 * HEAD_BYTES)
        assert rest(connection)[:12] in (b"", b"HTTP/1.1 400")


def test_requests_one_after_the_other(hasty: RunningServer) -> None:
    """A connection that is used again has the whole time for each request."""
    with connected(hasty) as connection:
        for _ in range(3):
            connection.sendall(b"GET / HTTP/1.1\r\nHost: a.example\r\n\r\n")
            answer = b""
            while not answer.endswith(b"hello"):
                answer += connection.recv(65_536)
            assert answer.startswith(b"HTTP/1.1 200")


def test_an_answer_that_takes_longer_than_a_request_may() -> None:
    """What was asked for in time is answered, however long that takes."""
    go = threading.Event()

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.get_running_loop().run_in_executor(None, go.wait, LONG_S)
        await hello(scope, receive, send)

    server = run_in_thread(slow, "127.0.0.1", 0, request_s=0.3)
    try:
        with connected(server) as asking, connected(server) as silent:
            asking.sendall(b"GET / HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n")
            rest(silent)  # the time for a request is over
            go.set()
            assert rest(asking).endswith(b"hello")
    finally:
        server.stop()
