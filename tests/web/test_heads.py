"""Requests that two readers may read in two ways, and heads that are too long."""

import socket
from collections.abc import Iterator

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from strandline.web.heads import HEAD_BYTES
from strandline.web.server import RunningServer, run_in_thread

START = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST / HTTP/1.1\r\nHost: localhost\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"


async def hello(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse("hello")(scope, receive, send)


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    """A server that says hello."""
    running = run_in_thread(hello, "127.0.0.1", 0)
    yield running
    running.stop()


def answers(server: RunningServer, request: bytes) -> list[int]:
    """Statuses of all answers, until the server hangs up or has nothing more to say."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        said = b""
        while piece := connection.recv(65_536):
            said += piece
    return [int(part[:3]) for part in said.split(b"HTTP/1.1 ")[1:]]


def padded(size: int) -> bytes:
    """A whole head of so many bytes."""
    start = START + b"X: "
    return start + b"x" * (size - len(start) - 4) + b"\r\n\r\n"


def test_the_longest_head(server: RunningServer) -> None:
    """16 KiB are taken, a byte more is not, although it came whole and in one piece."""
    assert answers(server, padded(HEAD_BYTES)) == [200]
    assert answers(server, padded(HEAD_BYTES + 1)) == [400]
    assert answers(server, padded(HEAD_BYTES + 1_000)) == [400]
    blanks = START + b"X:" + b" " * HEAD_BYTES + b"x\r\n\r\n"
    assert answers(server, blanks) == [400]


def test_each_head_of_a_connection(server: RunningServer) -> None:
    """Long bodies and requests one after the other are no long heads."""
    body = b"x" * 3 * HEAD_BYTES
    post = POST + b"Content-Length: %d\r\n\r\n" % len(body) + body
    assert answers(server, post + padded(HEAD_BYTES) + post) == [200, 200, 200]
    assert answers(server, post + padded(HEAD_BYTES + 1)) == [200, 400]


@pytest.mark.parametrize(
    "request_bytes",
    [
        POST + CHUNKED + b"Content-Length: 5\r\n\r\n0\r\n\r\n",
        POST + b"Content-Length: 5\r\n" + CHUNKED + b"\r\n0\r\n\r\n",
        POST + b"content-length: 0\r\nTRANSFER-ENCODING: Chunked\r\n\r\n0\r\n\r\n",
        POST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
        START.replace(b"\r\n", b"\n") + b"\n",
        START + b"\n",
        START + b"X: a\nContent-Length: 5\r\n\r\nhello",
        START + b"X: a\rY: b\r\n\r\n",
        b"\n" + START + b"\r\n",
        START + b"X : a\r\n\r\n",
        START + b"X: a\x00b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost:\r\n localhost\r\n\r\n",
        START + b"X: a\r\n\tContent-Length: 5\r\n\r\n",
    ],
    ids=[
        "both",
        "both turned",
        "both in case",
        "two lengths",
        "all LF",
        "LF at the end",
        "LF within",
        "CR alone",
        "LF before",
        "blank in a name",
        "NUL",
        "folded",
        "folded with a tab",
    ],
)
def test_what_may_be_read_in_two_ways(server: RunningServer, request_bytes: bytes) -> None:
    """400, and the connection ends: nothing behind it is taken for a request."""
    hidden = b"GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n"
    assert answers(server, request_bytes + hidden) == [400]


def test_usual_requests(server: RunningServer) -> None:
    """Chunks, and requests one after the other, are no fault."""
    assert answers(server, POST + CHUNKED + b"\r\n3\r\nabc\r\n0\r\n\r\n") == [200]
    assert answers(server, START + b"\r\n" + START + b"\r\n") == [200, 200]
