"""Answers whose heads no standard allows: the page is kept, as browsers show it, and its record
holds the bytes as they came.
"""

import socket
import time
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from strandline.adapters.capture import browsing
from strandline.adapters.capture.page import Browsing, Page
from strandline.adapters.capture.warc_writing import WarcFile
from strandline.adapters.fetch.budget import Budget, CurrentBudget
from strandline.adapters.fetch.guard import GuardedStream
from strandline.core.archive.replay import replay_warc
from strandline.model.archive import ArtifactKind, CaptureName
from strandline.model.fetching import FetchOutcome, FetchResult

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

#: Status line and further lines of a head → a line that the record must have as it came.
HEADS = {
    "reason in UTF-8": ("200 Página encontrada".encode(), b"", b"P\xc3\xa1gina"),
    "reason in Latin-1": (b"200 Trouv\xe9", b"", b"200 Trouv\xe9"),
    "reason with a bell": (b"200 O\x07K", b"", b"200 O"),
    "no reason": (b"200", b"", b"200"),
    "value in UTF-8": (b"200 OK", "Link: </港口>; rel=canonical".encode(), "</港口>".encode()),
    "value in GBK": (b"200 OK", b"Set-Cookie: \xb8\xdb=1; path=/", b"\xb8\xdb=1"),
    "attachment in Latin-1": (b"200 OK", b'X-Name: "r\xe9sum\xe9"; a=b', b"r\xe9sum\xe9"),
    "name with a slash": (b"200 OK", b"lib/proxy.c: no backend", b""),
    "name with a blank": (b"200 OK", b"My Header: yes", b""),
    "blank before the colon": (b"200 OK", b"X-Late : yes", b"yes"),
    "name that is not ASCII": (b"200 OK", "Überschrift: ja".encode(), b""),
    "no name": (b"200 OK", b": nothing", b""),
    "no colon": (b"200 OK", b"PHP Notice in line 7", b""),
    "value with control bytes": (b"200 OK", b"X-Note: a\x02b\x0bc\x00d", b"X-Note: a"),
    "a lone carriage return": (b"200 OK", b"X-Note: a\rSet-Cookie: b=1", b"X-Note: a"),
    "begins with a folded line": (b"200 OK", b" folded onto nothing\r\nX-A: b", b"X-A: b"),
    "folded under a bad line": (b"200 OK", b"bad line\r\n goes on\r\nX-A: b", b"X-A: b"),
    "a length that is no number": (b"200 OK", b"Content-Length: unknown", b""),
    "a length twice": (b"200 OK", b"Content-Length: {length}\r\nContent-Length: {length}", b""),
    "a coding that is none": (b"200 OK", b"Transfer-Encoding: identity", b""),
    "a status line in small letters": (b"200 OK", b"", b""),
    "a version without its second part": (b"200 OK", b"", b""),
    "empty lines before it": (b"200 OK", b"X-A: b", b"X-A: b"),
    "lines of a page in it": (b"200 OK", b"<br />\r\n<b>Warning</b>: no file", b""),
}


def answer(name: str, page: bytes) -> bytes:
    """The whole answer of a case."""
    status, more, _ = HEADS[name]
    odd = {"a status line in small letters": b"http/1.1", "empty lines before it": b"\r\nHTTP/1.1"}
    odd["a version without its second part"] = b"HTTP/1"
    protocol = odd.get(name, b"HTTP/1.1")
    lines = [protocol + b" " + status, b"Content-Type: text/html; charset=utf-8"]
    if more:
        lines.append(more.replace(b"{length}", b"%d" % len(page)))
    if name.startswith("begins"):
        lines[1], lines[2] = lines[2], lines[1]
    return b"\r\n".join([*lines, b"Connection: close", b"", b""]) + page


def content(captured: Any, kit: Any) -> bytes:
    """The record of a capture, unpacked, as it lies in the file."""
    from warcio.bufferedreaders import DecompressingBufferedReader

    with kit.file(captured, ArtifactKind.WARC).path.open("rb") as file:
        assert replay_warc(file).is_playable
        file.seek(0)
        reader, found = DecompressingBufferedReader(file, block_size=1 << 16), b""
        while piece := reader.read(1 << 20) or (reader.read_next_member() and reader.read(1 << 20)):
            found += piece
        return found


@pytest.mark.parametrize("name", HEADS)
def test_no_capture_is_lost_to_an_odd_head(bench: Any, site: Any, kit: Any, name: str) -> None:
    """What a browser skips is skipped; what it shows is kept, and the record has its bytes."""
    site.answers["/a"] = answer(name, kit.page)
    captured = bench.capture("/a")
    assert kit.outcome(captured, CaptureName.FETCH) == "good"
    assert kit.outcome(captured, CaptureName.WARC) == "good"
    assert kit.words.strip() in captured.text
    assert kit.file(captured, ArtifactKind.RAW).path.read_bytes() == kit.page
    assert HEADS[name][2] in content(captured, kit)


def test_a_part_that_cannot_be_recorded_costs_itself_alone(tmp_path: Path) -> None:
    """The record goes on after it as if it had not been."""

    def add(warc: WarcFile, url: str) -> None:
        asked, answered = ("GET", [("Host", "a.example")]), ("HTTP/1.1", 200, "Trouv\u00e9 \u6e2f")
        headers = [("Content-Type", "text/html"), ("X-\u6e2f", "\u6e2f")]
        warc.answer(
            url, NOW, asked=asked, answer=answered, headers=headers, body=BytesIO(b"x" * 99)
        )

    with WarcFile(tmp_path / "a.warc.gz", "test", NOW) as warc:
        add(warc, "https://a.example/1")
        with pytest.raises(ValueError, match="surrogates"):
            add(warc, "https://a.example/\ud800")
        add(warc, "https://a.example/2")
    with (tmp_path / "a.warc.gz").open("rb") as file:
        replay = replay_warc(file)
    assert replay.is_playable
    assert not replay.faults


@pytest.mark.parametrize(
    ("outcome", "is_tried"), [(FetchOutcome.PROTOCOL, True), (FetchOutcome.DNS, False)]
)
def test_a_browser_is_tried_where_our_client_cannot_read(
    outcome: FetchOutcome, *, is_tried: bool
) -> None:
    """What it does not understand may be understood; what is not there is not."""
    url = "https://a.example/"
    page = Page(FetchResult(url, outcome, url))
    context: Any = SimpleNamespace(page=page, browsing=Browsing(None, lambda: NOW))
    assert (browsing.applies(context) == "") is is_tried


@pytest.mark.parametrize(
    ("line", "is_over"), [(b"X-A: b", False), (b"bad line", True), (b"X-A: \x01", True)]
)
def test_an_odd_head_ends_its_connection(line: bytes, *, is_over: bool) -> None:
    """Where its lines were not understood, its end might not be either: nothing else is read."""
    ours, theirs = socket.socketpair()
    current = CurrentBudget()
    current.value = Budget(time.monotonic() + 60, 65_536, time.monotonic)
    with ours, theirs:
        stream = GuardedStream(ours, current)
        stream.write(b"GET / HTTP/1.1\r\n\r\n")
        theirs.sendall(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n" + line)
        theirs.sendall(b"\r\nContent-Length: 2\r\n\r\nok")
        read = b""
        while not read.endswith(b"ok"):
            read += stream.read(7)
        assert read.count(b"HTTP/1.1") == 2
        assert stream.get_extra_info("is_readable") is is_over


def test_an_empty_page_that_leads_on_is_followed(bench: Any, site: Any, kit: Any) -> None:
    """By its header, hop by hop, each of them in the record."""
    empty = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nRefresh: 0; url=/on\r\n\r\n"
    site.answers["/a"] = empty
    site.answers["/on"] = empty.replace(b"/on", b"'/there?via=refresh'")
    site.answers["/there?via=refresh"] = kit.http(kit.page)
    captured = bench.capture("/a")
    assert kit.outcome(captured, CaptureName.FETCH) == "good"
    assert captured.metadata.final_url == site.address + "/there?via=refresh"
    assert content(captured, kit).count(b"WARC-Type: response") == 3


@pytest.mark.parametrize(
    ("target", "outcome"),
    [
        ("/a", "failed"),
        ("/b", "failed"),
        ("http://127.0.0.1:9/", "refused"),
        ("javascript:alert(1)", "failed"),
    ],
)
def test_an_empty_page_leads_nowhere_else(
    bench: Any, site: Any, kit: Any, target: str, outcome: str
) -> None:
    """Not round in circles, not past the guard, not to what is no page."""
    head = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nRefresh: 0; url={}\r\n\r\n"
    site.answers["/a"] = head.format(target).encode()
    site.answers["/b"] = head.format("/a").encode()
    captured = bench.capture("/a")
    assert kit.outcome(captured, CaptureName.FETCH) == outcome
    assert len(site.asked) <= 4
