"""Heads as they pass through the proxy."""

import contextlib
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.adapters.fetch.proxy_heads import AnswerHead, BadHead, read_request


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(head: bytes) -> None:
    """Whatever a client says, it is a request or a bad head, and a host is never empty."""
    with contextlib.suppress(BadHead):
        assert read_request(head).host


@pytest.mark.parametrize(
    ("head", "host", "port", "is_tunnel"),
    [
        (b"CONNECT news.example:443 HTTP/1.1", "news.example", 443, True),
        (b"CONNECT [2001:db8::1]:8443 HTTP/1.1", "2001:db8::1", 8443, True),
        (b"GET http://news.example/a?b HTTP/1.1", "news.example", 80, False),
        (b"GET http://news.example:8080 HTTP/1.0", "news.example", 8080, False),
        (b"GET HTTP://a:b@news.example/ HTTP/1.1", "news.example", 80, False),
    ],
)
def test_target(head: bytes, host: str, port: int, is_tunnel: bool) -> None:
    """The target is what the request line names; user names in it are dropped."""
    asked = read_request(head)
    assert (asked.host, asked.port, asked.is_tunnel) == (host, port, is_tunnel)


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nHost: news.example",
        b"GET https://news.example/ HTTP/1.1",
        b"GET ftp://news.example/ HTTP/1.1",
        b"GET http:///path HTTP/1.1",
        b"CONNECT news.example HTTP/1.1",
        b"CONNECT news.example:0 HTTP/1.1",
        b"CONNECT news.example:65536 HTTP/1.1",
        b"CONNECT :443 HTTP/1.1",
        b"CONNECT news\x00.example:443 HTTP/1.1",
        "CONNECT néws.example:443 HTTP/1.1".encode(),
        b"GET http://news.example/ HTTP/2.0",
        b"GET http://news.example/ HTTP/1.1\r\nA: b\r\n folded",
        b"GET http://news.example/ HTTP/1.1\r\nA : b",
        b"GET http://news.example/ HTTP/1.1\r\nno colon",
        b"",
    ],
)
def test_what_no_proxy_serves(head: bytes) -> None:
    """A request that is not for a forward proxy, or is malformed, is refused."""
    with pytest.raises(BadHead):
        read_request(head)


def test_server_sees_no_trace_of_the_proxy() -> None:
    """Host agrees with the target, and headers of one connection stay with it."""
    asked = read_request(
        b"POST http://news.example:81/a HTTP/1.1\r\nHost: other.example\r\nAccept: */*\r\n"
        b"Proxy-Authorization: Basic eA==\r\nProxy-Connection: keep-alive\r\nX-Hop: 1\r\n"
        b"Connection: x-hop, upgrade\r\nUpgrade: websocket\r\nContent-Length: 0"
    )
    assert asked.credentials == b"Basic eA=="
    assert asked.head == (
        b"POST /a HTTP/1.1\r\nHost: news.example:81\r\naccept: */*\r\ncontent-length: 0\r\n"
        b"Connection: close\r\n\r\n"
    )


SAID = (
    b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nConnection: keep-alive\r\n"
    b"Keep-Alive: timeout=5\r\nSet-Cookie: a\r\nSet-Cookie: b\r\n\r\nHTTP/1.1 500\r\n\r\n"
)
PASSED = (
    b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nSet-Cookie: a\r\n"
    b"Set-Cookie: b\r\nConnection: close\r\n\r\nHTTP/1.1 500\r\n\r\n"
)


@given(st.lists(st.integers(1, len(SAID)), max_size=20))
def test_answer_passes_the_same_in_any_pieces(cuts: list[int]) -> None:
    """Interim answers pass, the last head tells the client to close, the body is untouched."""
    edges = sorted({0, len(SAID), *cuts})
    head = AnswerHead()
    pieces = [SAID[a:b] for a, b in itertools.pairwise(edges)]
    assert b"".join(head.feed(piece) for piece in pieces) == PASSED
    head.end()


@pytest.mark.parametrize(
    "said",
    [b"SSH-2.0-x\r\n\r\n", b"<html>", b"HTTP/1.1 2000\r\n\r\n", b"HTTP/1.1 200 " + b"x" * 300_000],
)
def test_answer_that_is_not_http(said: bytes) -> None:
    """What is no HTTP answer, or has a head without end, is refused before it passes."""
    with pytest.raises(BadHead):
        AnswerHead().feed(said)


def test_server_that_ends_within_the_head() -> None:
    """Half a head is no answer."""
    head = AnswerHead()
    assert head.feed(b"HTTP/1.1 200 OK\r\nA: b") == b""
    with pytest.raises(BadHead):
        head.end()
