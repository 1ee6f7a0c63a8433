"""What is written down of requests: heads as sent, bodies as sent and as decoded, every hop."""

import gzip
import socket
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from strandline.adapters.fetch import make_fetcher
from strandline.adapters.fetch.fetcher import HttpFetcher
from strandline.model.fetching import FetchOutcome, FetchRequest
from strandline.settings import FetchSettings
from strandline.testing.fakes import FrozenClock

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
PAGE = b"<!doctype html><title>Strand</title><p>What the tide left."
ANSWERS = {
    "/page": b"HTTP/1.1 200 Fine\r\nContent-Type: text/html\r\nX-MiXed: a\r\nX-MiXed: b\r\n"
    b"Content-Length: %d\r\n\r\n%s" % (len(PAGE), PAGE),
    "/moved": b"HTTP/1.1 302 Found\r\nLocation: /page\r\nSet-Cookie: a=1\r\n"
    b"Content-Length: 5\r\n\r\ngone!",
    "/coded": b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%s"
    % (len(gzip.compress(PAGE, mtime=0)), gzip.compress(PAGE, mtime=0)),
    "/chunks": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
    "/short": b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nhalf of a page",
    "/short-coded": b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 20\r\n\r\n"
    + gzip.compress(PAGE * 50, mtime=0)[:20],
    "/short-absent": b"HTTP/1.1 404 Not Found\r\nContent-Length: 1000000\r\n\r\nnothing",
    "/large": b"HTTP/1.1 200 OK\r\nContent-Length: 5000000000\r\n\r\n" + b"x" * 4_000,
    "/absent": b"HTTP/1.1 404 Not Found\r\nContent-Length: 100000\r\n\r\n" + b"n" * 100_000,
    "/empty": b"HTTP/1.1 204 No Content\r\n\r\n",
    "/robots.txt": b"HTTP/1.1 200 OK\r\nContent-Length: 26\r\n\r\nUser-agent: *\nDisallow: /\n",
    "/layers": b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip,gzip,gzip,gzip,gzip\r\n"
    b"Content-Length: 3\r\n\r\nabc",
}


def serve(listener: socket.socket) -> None:
    """One answer a connection, word for word."""
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        with connection:
            head = b""
            while b"\r\n\r\n" not in head:
                head += connection.recv(65_536)
            connection.sendall(ANSWERS[head.split()[1].decode()])


@pytest.fixture
def site() -> Iterator[str]:
    """Address of a server that says what it was told, byte for byte."""
    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=serve, args=(listener,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    thread.join(5)


@pytest.fixture
def fetcher(site: str) -> Iterator[HttpFetcher]:
    """A fetcher that may ask the site."""
    address = site.removeprefix("http://")
    settings = FetchSettings(allow_private_networks=(address,), host_delay_s=0)
    made = make_fetcher(settings, FrozenClock(NOW))
    yield made
    made.close()


def test_page(fetcher: HttpFetcher, site: str, tmp_path: Path) -> None:
    """A page is written down as it was sent, with the request that asked for it."""
    recording = fetcher.record(FetchRequest(site + "/page"), tmp_path, asks_robots=False)
    (exchanged,) = recording.exchanges
    assert (exchanged.method, exchanged.url, exchanged.started_at) == ("GET", site + "/page", NOW)
    assert exchanged.request_headers[0] == ("Host", site.removeprefix("http://"))
    assert "User-Agent" in dict(exchanged.request_headers)
    assert (exchanged.version, exchanged.status, exchanged.reason) == ("HTTP/1.1", 200, "Fine")
    assert exchanged.headers[1:3] == ((b"X-MiXed", b"a"), (b"X-MiXed", b"b"))
    assert exchanged.address == "127.0.0.1"
    assert exchanged.is_whole
    assert exchanged.sent == exchanged.body
    assert exchanged.sent is not None
    assert exchanged.sent.read_bytes() == PAGE
    assert (recording.result.outcome, recording.result.body) == (FetchOutcome.OK, PAGE)


def test_redirect(fetcher: HttpFetcher, site: str, tmp_path: Path) -> None:
    """Every hop is written down, oldest first, with its own body and what was sent with it."""
    recording = fetcher.record(FetchRequest(site + "/moved"), tmp_path, asks_robots=False)
    first, last = recording.exchanges
    assert (first.status, last.status) == (302, 200)
    assert first.sent is not None
    assert first.sent.read_bytes() == b"gone!"
    assert dict(last.request_headers)["Cookie"] == "a=1"
    assert recording.last == last
    assert recording.result.final_url == site + "/page"


def test_coded_body(fetcher: HttpFetcher, site: str, tmp_path: Path) -> None:
    """A compressed body is kept in both forms."""
    last = fetcher.record(FetchRequest(site + "/coded"), tmp_path, asks_robots=False).last
    assert last is not None
    assert last.sent is not None
    assert last.body is not None
    assert last.sent.read_bytes() == gzip.compress(PAGE, mtime=0)
    assert last.body.read_bytes() == PAGE


def test_chunks(fetcher: HttpFetcher, site: str, tmp_path: Path) -> None:
    """Chunks are joined."""
    last = fetcher.record(FetchRequest(site + "/chunks"), tmp_path, asks_robots=False).last
    assert last is not None
    assert last.sent is not None
    assert last.sent.read_bytes() == b"abcde"


@pytest.mark.parametrize(
    ("path", "kept"), [("/short", b"half of a page"), ("/short-coded", PAGE[:1])]
)
def test_truncated(path: str, kept: bytes, fetcher: HttpFetcher, site: str, tmp_path: Path) -> None:
    """What came before the end of the connection is kept, and said to be no whole."""
    recording = fetcher.record(FetchRequest(site + path), tmp_path, asks_robots=False)
    assert recording.result.outcome is FetchOutcome.TRUNCATED
    assert recording.last is not None
    assert not recording.last.is_whole
    assert recording.last.sent is not None
    if path == "/short":
        assert recording.last.body is not None
        assert recording.last.body.read_bytes() == kept
        assert recording.result.body == kept


def test_absent_page(fetcher: HttpFetcher, site: str, tmp_path: Path) -> None:
    """An error page is kept as a whole; the outcome says what it is."""
    recording = fetcher.record(FetchRequest(site + "/absent"), tmp_path, asks_robots=False)
    assert (recording.result.outcome, recording.result.status) == (FetchOutcome.HTTP_ERROR, 404)
    assert recording.last is not None
    assert recording.last.sent is not None
    assert recording.last.sent.stat().st_size == 100_000


def test_absent_page_cut_off(fetcher: HttpFetcher, site: str, tmp_path: Path) -> None:
    """Half of an error page is still an error, not half of a page."""
    recording = fetcher.record(FetchRequest(site + "/short-absent"), tmp_path, asks_robots=False)
    assert (recording.result.outcome, recording.result.status) == (FetchOutcome.HTTP_ERROR, 404)
    assert recording.last is not None
    assert not recording.last.is_whole


def test_too_large(fetcher: HttpFetcher, site: str, tmp_path: Path) -> None:
    """A body over the cap is not kept; its head is."""
    request = FetchRequest(site + "/large", max_bytes=1_000)
    recording = fetcher.record(request, tmp_path, asks_robots=False)
    assert recording.result.outcome is FetchOutcome.TOO_LARGE
    assert recording.last is not None
    assert (recording.last.status, recording.last.sent) == (200, None)
    assert list(tmp_path.iterdir()) == []


def test_too_many_codings(fetcher: HttpFetcher, site: str, tmp_path: Path) -> None:
    """A body that cannot be decoded is a fault of the body: its head is kept."""
    recording = fetcher.record(FetchRequest(site + "/layers"), tmp_path, asks_robots=False)
    assert (recording.result.outcome, recording.result.status) == (FetchOutcome.PROTOCOL, 200)


def test_answer_without_body(fetcher: HttpFetcher, site: str, tmp_path: Path) -> None:
    """No body is no file."""
    last = fetcher.record(FetchRequest(site + "/empty"), tmp_path, asks_robots=False).last
    assert last is not None
    assert (last.status, last.sent, last.is_whole) == (204, None, True)


def test_robots(fetcher: HttpFetcher, site: str, tmp_path: Path) -> None:
    """robots.txt is asked unless it has no say, and never becomes a part of the record."""
    refused = fetcher.record(FetchRequest(site + "/page"), tmp_path / "a")
    assert (refused.result.outcome, refused.exchanges) == (FetchOutcome.ROBOTS, ())
    allowed = fetcher.record(FetchRequest(site + "/page"), tmp_path / "b", asks_robots=False)
    assert allowed.result.is_ok


def test_refused(fetcher: HttpFetcher, tmp_path: Path) -> None:
    """What the guard refuses is written down as asked and not answered."""
    recording = fetcher.record(FetchRequest("http://127.0.0.1:9/"), tmp_path, asks_robots=False)
    assert recording.result.outcome is FetchOutcome.REFUSED
    (exchanged,) = recording.exchanges
    assert (exchanged.status, exchanged.sent, exchanged.is_whole) == (0, None, False)


def test_no_address(fetcher: HttpFetcher, tmp_path: Path) -> None:
    """What is no web address is never asked."""
    recording = fetcher.record(FetchRequest("javascript:alert(1)"), tmp_path)
    assert (recording.result.outcome, recording.last) == (FetchOutcome.BAD_URL, None)
