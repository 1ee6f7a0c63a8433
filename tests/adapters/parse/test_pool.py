"""Documents are read in processes that may be killed; only the document is lost."""

import io
import os
import signal
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from multiprocessing import forkserver
from pathlib import Path
from types import MappingProxyType

import pytest

from strandline.adapters.parse import PooledParser, pool, worker
from strandline.adapters.parse.pool import FEEDS_ONLY
from strandline.core.imports import read_export
from strandline.core.sources.feeds.reader import NotAFeed
from strandline.model.articles import TextStatus
from strandline.model.delivery import IncomingKind
from strandline.model.errors import ParseError, ParserFault
from strandline.model.fetching import FetchOutcome, FetchResult
from strandline.model.sources import Source, SourceKind
from strandline.settings import ParseSettings

URL = "https://paper.example/feed.xml"
SOURCE = Source("W_RSS_1", SourceKind.FEED, URL, "Paper")
FEED = b"<rss><channel><item><title>%s</title><link>/%d</link></item></channel></rss>"
NOW = datetime(2025, 6, 5, 12, tzinfo=UTC)


def answer(body: bytes, kind: str = "text/xml") -> FetchResult:
    headers = MappingProxyType({"content-type": kind})
    return FetchResult(URL, FetchOutcome.OK, URL, status=200, headers=headers, body=body)


@pytest.fixture(scope="module")
def parser() -> Iterator[PooledParser]:
    parser = PooledParser(ParseSettings(workers=1, timeout_s=20), modules=FEEDS_ONLY)
    yield parser
    parser.close()


@pytest.fixture
def make() -> Iterator[Callable[[ParseSettings], PooledParser]]:
    made: list[PooledParser] = []

    def build(settings: ParseSettings) -> PooledParser:
        made.append(PooledParser(settings, modules=FEEDS_ONLY))
        return made[-1]

    yield build
    for parser in made:
        parser.close()


def test_listing(parser: PooledParser) -> None:
    """A feed is read as its kind says, on the address that it came from."""
    listing = parser.listing(SOURCE, answer(FEED % (b"One", 1)))
    assert [(entry.title, entry.url) for entry in listing.entries] == [
        ("One", "https://paper.example/1")
    ]


def test_refusal_travels(parser: PooledParser) -> None:
    """What a document is instead of a feed is told as without a process between."""
    page = b'<html><link rel="alternate" type="application/rss+xml" href="/f.xml"></html>'
    with pytest.raises(NotAFeed) as caught:
        parser.listing(SOURCE, answer(page, "text/html"))
    assert caught.value.subject == "error:html_page"
    assert caught.value.suggested_url == "https://paper.example/f.xml"


def test_export(parser: PooledParser) -> None:
    """A small zip that would fill the memory of whoever reads it ends in a sentence."""
    bookmarks = (
        b"<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF='https://a.example/'>One</A></DL>"
    )
    assert parser.export(bookmarks) == read_export(bookmarks)
    small = io.BytesIO()
    with zipfile.ZipFile(small, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.json", "[" + "[]," * 5_000_000 + "[]]")
    with pytest.raises(ParseError, match=r"more memory.*`strandline import`"):
        parser.export(small.getvalue())
    assert parser.export(bookmarks).links
    with pytest.raises(ParseError, match="begins as JSON and is broken"):
        parser.export(b"{")


def test_page(parser: PooledParser) -> None:
    """A page's text is extracted in a worker too."""
    text = "The harbour opened again on Monday after three weeks of repairs to its gates. " * 12
    body = f"<html><title>Harbour</title><article><h1>Harbour</h1><p>{text}</p></article></html>"
    found = parser.page("A_0123456789abcdef", answer(body.encode(), "text/html"), NOW)
    assert found.status is TextStatus.OK
    assert "three weeks of repairs" in found.text


def test_mails_made_to_be_slow_or_deep(make: Callable[[ParseSettings], PooledParser]) -> None:
    """A mail over the limits is for a person to read, or no letter; the worker's end is no harm."""
    parts = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n)
        for n in range(2_000)
    )
    slow = b"Subject: x\r\n" + parts[:40_000] + b"\r\n" + b"--nothing\r\n" * 600_000
    letter = Source("W_NEWSLETTER_1", SourceKind.NEWSLETTER, "The Quay", "The Quay")
    parser = make(ParseSettings(workers=1, timeout_s=1))
    told = parser.incoming(slow, ("a@b.example",), b"secret")
    assert told.kind is IncomingKind.OTHER
    assert "could not be read" in told.said
    with pytest.raises(ParseError):
        parser.listing(letter, answer(b"Subject: x\r\n" + parts))


def test_too_slow(make: Callable[[ParseSettings], PooledParser]) -> None:
    """A document that takes too long is given up, and the next one is read."""
    parser = make(ParseSettings(workers=1, timeout_s=0.05))
    many = b"".join(FEED[14:-16] % (b"x", number) for number in range(49_000))
    with pytest.raises(ParseError, match=r"longer than 0\.05 s") as caught:
        parser.listing(SOURCE, answer(b"<rss><channel>" + many + b"</channel></rss>"))
    assert caught.value.subject == "error:too_large"
    with pytest.raises(NotAFeed):
        parser.listing(SOURCE, answer(b""))


def test_too_big(make: Callable[[ParseSettings], PooledParser]) -> None:
    """A document that takes too much memory is given up, and the next one is read."""
    parser = make(ParseSettings(workers=1, timeout_s=60, memory_bytes=150_000_000))
    bloated = b'{"version":"1","items":[' + b'{"id":1},' * 1_500_000 + b"{}]}"
    with pytest.raises(ParseError) as caught:
        parser.listing(SOURCE, answer(bloated))
    assert caught.value.subject == "error:too_large"
    assert len(parser.listing(SOURCE, answer(FEED % (b"One", 1))).entries) == 1


def test_dead_worker(make: Callable[[ParseSettings], PooledParser]) -> None:
    """Workers that die are replaced."""
    parser = make(ParseSettings(workers=1, timeout_s=30))
    parser.listing(SOURCE, answer(FEED % (b"One", 1)))
    os.kill(_worker_of(parser), signal.SIGKILL)
    with suppress(ParseError):  # a document in hand may be lost with its worker
        parser.listing(SOURCE, answer(FEED % (b"Two", 2)))
    assert parser.listing(SOURCE, answer(FEED % (b"Two", 2))).entries[0].title == "Two"


def test_many_threads(parser: PooledParser) -> None:
    """Threads may share a parser; each gets its own answer."""
    with ThreadPoolExecutor(6) as threads:
        found = list(
            threads.map(lambda n: parser.listing(SOURCE, answer(FEED % (b"x", n))), range(60))
        )
    assert [listing.entries[0].url for listing in found] == [
        f"https://paper.example/{number}" for number in range(60)
    ]


def test_closed(make: Callable[[ParseSettings], PooledParser]) -> None:
    """A closed parser says so, and leaves no thread behind."""
    before = threading.active_count()
    parser = make(ParseSettings(workers=1))
    parser.listing(SOURCE, answer(FEED % (b"One", 1)))
    parser.close()
    parser.close()
    with pytest.raises(ParseError, match="closed"):
        parser.listing(SOURCE, answer(FEED % (b"One", 1)))
    assert threading.active_count() == before


def _worker_of(parser: PooledParser) -> int:
    """The process of a parser that has one, and reads nothing now."""
    (idle,) = parser._idle
    assert idle._process.pid
    return idle._process.pid


def _grandchildren() -> list[int]:
    """Processes of our fork server: the workers of every open parser."""
    parents = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(status.parent.name)] = int(fields[1])
    return [pid for pid, parent in parents.items() if parents.get(parent) == os.getpid()]


def test_started_early(make: Callable[[ParseSettings], PooledParser]) -> None:
    """A parser that was started before its first document reads it, and closes, as any other."""
    early = make(ParseSettings(workers=1))
    early.start()
    body = b"<rss version='2.0'><channel><title>Early</title></channel></rss>"
    assert early.feed(body, name="f", content_type="", base_url="").title == "Early"
    closed = make(ParseSettings(workers=1))
    closed.start()
    closed.close()
    with pytest.raises(ParseError):
        closed.feed(b"<rss/>", name="f", content_type="", base_url="")


def test_missing_library() -> None:
    """Where a worker cannot load what it needs, every document is told so, with the reason."""
    parser = PooledParser(ParseSettings(workers=2), modules=("strandline.no_such_library",))
    parser.start()
    with ThreadPoolExecutor(6) as threads:
        faults = list(threads.map(lambda _: _fault_of(parser), range(12)))
    parser.close()
    assert all("No module named 'strandline.no_such_library'" in fault for fault in faults)
    assert all("strandline doctor" in fault for fault in faults)


def test_death_at_birth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers that die while they load are told of at once too, and none is left behind."""
    (tmp_path / "strandline_falls.py").write_text("import os\nos.kill(os.getpid(), 9)\n")
    monkeypatch.syspath_prepend(tmp_path)
    before = _grandchildren()
    parser = PooledParser(ParseSettings(workers=1), modules=("strandline_falls",))
    assert "cannot begin" in _fault_of(parser)
    assert "cannot begin" in _fault_of(parser)
    parser.close()
    while set(_grandchildren()) - set(before):  # a killed one is there until it is taken note of
        time.sleep(0.01)


def test_no_memory_to_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that cannot be started is told of with the reason of the system."""

    def refuse(*_: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("multiprocessing.popen_forkserver.Popen._launch", refuse)
    parser = PooledParser(ParseSettings(workers=1), modules=FEEDS_ONLY)
    assert "Resource temporarily unavailable" in _fault_of(parser)
    parser.close()


def test_stopped_server(
    make: Callable[[ParseSettings], PooledParser], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where what forks the workers stands still, that is told; the next document has another."""
    make(ParseSettings(workers=1)).check()
    server = forkserver._forkserver._forkserver_pid  # type: ignore[attr-defined]
    os.kill(server, signal.SIGSTOP)
    parser = make(ParseSettings(workers=1))
    with monkeypatch.context() as hasty:
        hasty.setattr(worker, "START_S", 0.2)
        assert "not ready in time" in _fault_of(parser)
    parser.check()


def test_document_larger_than_memory(make: Callable[[ParseSettings], PooledParser]) -> None:
    """A document that no worker can take ends with an error, and the next one is read."""
    parser = make(ParseSettings(workers=1, timeout_s=60, memory_bytes=1_000_000))
    with pytest.raises(ParseError, match="memory") as caught:
        parser.listing(SOURCE, answer(b" " * 60_000_000))
    assert caught.value.subject == "error:too_large"
    assert parser.listing(SOURCE, answer(FEED % (b"One", 1))).entries[0].title == "One"


def test_document_that_cannot_travel(parser: PooledParser) -> None:
    """A document that cannot be handed to another process ends with an error."""
    with pytest.raises(ParseError, match="could not be read"):
        parser.feed(memoryview(b""), name="f", content_type="", base_url="")  # type: ignore[arg-type]
    assert parser.listing(SOURCE, answer(FEED % (b"One", 1))).entries[0].title == "One"


def test_stopped_worker(
    make: Callable[[ParseSettings], PooledParser], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that stands still instead of working, or of taking the document, is ended."""
    monkeypatch.setattr(pool, "HAND_OVER_S", 0.1)
    parser = make(ParseSettings(workers=1, timeout_s=0.05))
    parser.check()
    for size in (0, 5_000_000):
        os.kill(_worker_of(parser), signal.SIGSTOP)
        with pytest.raises(ParseError, match="longer than"):
            parser.listing(SOURCE, answer(b" " * size))
        parser.check()


def test_signals_are_not_theirs(parser: PooledParser) -> None:
    """A signal to the whole group ends no worker in the middle of a document."""
    parser.check()
    before = _worker_of(parser)
    for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        os.kill(before, signum)
    assert parser.listing(SOURCE, answer(FEED % (b"One", 1))).entries[0].title == "One"
    assert _worker_of(parser) == before


def _fault_of(parser: PooledParser) -> str:
    with pytest.raises(ParserFault) as caught:
        parser.listing(SOURCE, answer(FEED % (b"One", 1)))
    return str(caught.value)
