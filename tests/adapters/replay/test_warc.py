"""Answers read out of stored WARCs."""

import gzip
import io
import zlib
from collections.abc import Callable
from pathlib import Path

import brotli  # type: ignore[import-untyped]  # ships no types
import pytest

from strandline.adapters.blobs.local import LocalBlobs
from strandline.adapters.capture.warc_writing import WarcFile
from strandline.adapters.replay import WarcReplayer
from strandline.model.errors import BlobError
from strandline.testing.builders import NOW

KEY = "archives/A_0000000000000001/1/warc/page.warc.gz"
#: URL, status, headers, body as sent.
Answer = tuple[str, int, dict[str, str], bytes]


@pytest.fixture
def replayer(tmp_path: Path) -> Callable[..., WarcReplayer]:
    """A replayer over one record, whole or cut."""

    def make(*answers: Answer, cut: int | None = None, junk: bytes = b"") -> WarcReplayer:
        path = tmp_path / "page.warc.gz"
        with WarcFile(path, "tests", NOW) as record:
            for url, status, headers, body in answers:
                record.answer(
                    url,
                    NOW,
                    asked=("GET", []),
                    answer=("HTTP/1.1", status, "OK"),
                    headers=list(headers.items()),
                    body=io.BytesIO(body),
                )
        path.write_bytes(junk or path.read_bytes()[:cut])
        blobs = LocalBlobs(tmp_path / "objects")
        blobs.put(KEY, path, "application/warc")
        return WarcReplayer(blobs)

    return make


def test_answers_are_told_in_order_with_their_place(replayer: Callable[..., WarcReplayer]) -> None:
    """Requests and our own pictures are none; a redirect says where it leads."""
    made = replayer(
        ("http://a.example/", 301, {"Location": "/b"}, b""),
        ("http://a.example/b", 200, {"Content-Type": "text/html"}, b"<p>hi"),
    )
    told = [(a.number, a.url, a.status, a.content_type, a.location) for a in made.answers(KEY)]
    assert told == [
        (0, "http://a.example/", 301, "", "/b"),
        (1, "http://a.example/b", 200, "text/html", ""),
    ]
    assert made.body(KEY, 1, limit=100) == b"<p>hi"


@pytest.mark.parametrize(
    ("coding", "encode"),
    [("gzip", gzip.compress), ("br", brotli.compress), ("deflate", zlib.compress)],
)
def test_content_codings_are_undone(
    replayer: Callable[..., WarcReplayer], coding: str, encode: Callable[[bytes], bytes]
) -> None:
    """A record holds what was sent; a browser is shown what was meant."""
    made = replayer(("http://a.example/", 200, {"Content-Encoding": coding}, encode(b"word " * 99)))
    assert made.body(KEY, 0, limit=10_000) == b"word " * 99


@pytest.mark.parametrize("encode", [gzip.compress, brotli.compress])
def test_a_bomb_ends_at_the_limit(
    replayer: Callable[..., WarcReplayer], encode: Callable[[bytes], bytes]
) -> None:
    """A body that would unpack to far more than the limit is not shown."""
    coding = "gzip" if encode is gzip.compress else "br"
    bomb = ("http://a.example/", 200, {"Content-Encoding": coding}, encode(bytes(30_000_000)))
    assert replayer(bomb).body(KEY, 0, limit=1_000_000) is None


def test_a_broken_record_ends_where_it_breaks(replayer: Callable[..., WarcReplayer]) -> None:
    """The answers before the break can be read; nothing is raised."""
    body = bytes(range(256)) * 400
    whole: list[Answer] = [
        ("http://a.example/1", 200, {}, b"one"),
        ("http://a.example/2", 200, {}, body),
    ]
    made = replayer(*whole, cut=1_600)
    assert made.answers(KEY)[0].url == "http://a.example/1"
    assert made.body(KEY, 0, limit=100) == b"one"


@pytest.mark.parametrize("junk", [b"junk " * 100, b"\x1f\x8b" + b"\0" * 50, b"WARC/1.0\r\nx"])
def test_what_is_no_record_has_no_answers(
    replayer: Callable[..., WarcReplayer], junk: bytes
) -> None:
    """Other bytes under the key are an empty record."""
    assert replayer(junk=junk).answers(KEY) == []


def test_an_answer_that_is_not_there_is_none(replayer: Callable[..., WarcReplayer]) -> None:
    """Numbers beyond the record have no body."""
    made = replayer(("http://a.example/", 200, {}, b"x"))
    assert made.body(KEY, 1, limit=10) is None
    assert made.body(KEY, -1, limit=10) is None


def test_a_record_that_is_gone_is_a_fault(tmp_path: Path) -> None:
    """An object that is not there is said so, not taken for an empty record."""
    with pytest.raises(BlobError):
        WarcReplayer(LocalBlobs(tmp_path)).answers(KEY)
