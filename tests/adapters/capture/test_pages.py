"""What is kept of a page by our own client, and what is said of what is not."""

import gzip
import hashlib
import json
import shutil
import socket
import zlib
from typing import Any

import pytest
from structlog.testing import capture_logs

from strandline.adapters.capture import CAPTURE_KINDS
from strandline.model.archive import ArtifactKind, CaptureName, CaptureOutcome


def test_page(bench: Any, site: Any, kit: Any) -> None:
    """A page is kept as sent, with its headers, text, metadata, and a record of it all."""
    site.answers["/article"] = kit.http(kit.page)
    captured = bench.capture("/article")
    assert kit.kinds(captured) == [
        "headers",
        "fetch_json",
        "raw",
        "text",
        "metadata_json",
        "warc",
    ]
    raw = kit.file(captured, ArtifactKind.RAW)
    assert (raw.name, raw.content_type, raw.path.read_bytes()) == (
        "fetch/raw.html",
        "text/html",
        kit.page,
    )
    assert kit.words.strip() in captured.text
    assert kit.file(captured, ArtifactKind.TEXT).path.read_text().strip() == captured.text
    assert captured.metadata.title == "What the tide left"
    assert (captured.metadata.author, captured.metadata.site_name) == (
        "Ines Ferro",
        "Strand Herald",
    )
    assert (captured.metadata.http_status, captured.metadata.language) == (200, "en")
    assert captured.metadata.published_at is not None
    found = json.loads(kit.file(captured, ArtifactKind.METADATA_JSON).path.read_text())
    assert ["og:site_name", "Strand Herald"] in found["properties"]
    (exchanged,) = json.loads(kit.file(captured, ArtifactKind.HEADERS).path.read_text())
    assert exchanged["response"]["status"] == 200
    assert ["Content-Type", "text/html; charset=utf-8"] in exchanged["response"]["headers"]
    assert site.asked == ["GET /article"]  # one load, no robots.txt


def test_every_kind_reports(bench: Any, site: Any, kit: Any) -> None:
    """Every kind of capture ends with a report, in the order of the kinds."""
    site.answers["/article"] = kit.http(kit.page)
    captured = bench.capture("/article")
    assert [report.capture for report in captured.reports] == [kind.name for kind in CAPTURE_KINDS]
    assert all(report.message for report in captured.reports if report.outcome != "good")


def test_a_folder_that_is_taken_away_ends_it(bench: Any, site: Any, kit: Any) -> None:
    """A worker that ends takes its folder along: nobody is told of what fails in it then."""

    def ending(connection: socket.socket) -> None:
        shutil.rmtree(bench.folder)
        connection.sendall(kit.http(kit.page))

    site.answers["/article"] = ending
    with capture_logs() as logs, pytest.raises(OSError, match="No such file"):
        bench.capture("/article")
    assert [entry for entry in logs if entry["log_level"] == "error"] == []


@pytest.mark.parametrize("declared", ["application/pdf", "text/html", "application/octet-stream"])
def test_pdf_without_a_name(declared: str, bench: Any, site: Any, kit: Any) -> None:
    """A PDF is known by its bytes, kept to the byte, and its text is read; HEAD is not needed."""
    document = pdf("Lines of the tide", author="Ines Ferro", title="Tide tables")
    site.answers["/doc?id=1"] = kit.http(document, declared)
    captured = bench.capture("/doc?id=1")
    raw = kit.file(captured, ArtifactKind.RAW)
    assert (raw.name, raw.content_type) == ("fetch/raw.pdf", "application/pdf")
    assert raw.path.read_bytes().startswith(b"%PDF-")
    assert hashlib.sha256(raw.path.read_bytes()).digest() == hashlib.sha256(document).digest()
    assert captured.text == "Lines of the tide"
    assert (captured.metadata.title, captured.metadata.author) == ("Tide tables", "Ines Ferro")
    assert kit.outcome(captured, CaptureName.FETCH) == "good"


@pytest.mark.parametrize("declared", ["application/pdf", "image/png", "application/zip", "x"])
def test_page_that_is_called_something_else(declared: str, bench: Any, site: Any, kit: Any) -> None:
    """A page is known by its bytes: its words are read, and a page that says "not found" in the
    place of a PDF is no PDF that was kept.
    """
    site.answers["/doc"] = kit.http(kit.page, declared)
    captured = bench.capture("/doc")
    assert kit.file(captured, ArtifactKind.RAW).name == "fetch/raw.html"
    assert kit.words.strip() in captured.text
    assert captured.metadata.title == "What the tide left"
    words = "<h1>Page not found</h1><p>The page you asked for does not exist.</p>"
    missing = f"<!doctype html><title>404 Not Found</title>{words}".encode()
    site.answers["/gone.pdf"] = kit.http(missing, declared)
    assert kit.outcome(bench.capture("/gone.pdf"), CaptureName.FETCH) == "soft_404"


def test_broken_pdf(bench: Any, site: Any, kit: Any) -> None:
    """A PDF that cannot be read is kept all the same."""
    site.answers["/doc"] = kit.http(b"%PDF-1.7\n" + b"\xff\x00junk" * 100, "application/pdf")
    captured = bench.capture("/doc")
    assert kit.outcome(captured, CaptureName.FETCH) == "good"
    assert kit.outcome(captured, CaptureName.TEXT) == "not_applicable"
    assert kit.file(captured, ArtifactKind.RAW).name == "fetch/raw.pdf"


def test_pdf_without_the_library(bench: Any, site: Any, kit: Any) -> None:
    """Without the library for PDFs the text is missing, and nothing else."""
    site.answers["/doc"] = kit.http(pdf("Lines"), "application/pdf")
    bench.tools = type(bench.tools)(libraries=bench.tools.libraries - {"pypdf"})
    captured = bench.capture("/doc")
    assert kit.outcome(captured, CaptureName.TEXT) == "tool_missing"
    assert kit.outcome(captured, CaptureName.WARC) == "good"


@pytest.mark.parametrize(
    ("disposition", "shown"),
    [
        ('attachment; filename="../../evil.html"', "evil.html"),
        ("attachment; filename=..%2f..%2fevil.html", "..%2f..%2fevil.html"),
        ("attachment; filename*=UTF-8''..%2F..%2Fev%3Cil%3E.html", "ev<il>.html"),
        ('attachment; filename="C:\\\\evil.html"', "evil.html"),
    ],
)
def test_attachment(disposition: str, shown: str, bench: Any, site: Any, kit: Any) -> None:
    """A file name of the server's is shown, never used: nothing lies outside of the folder."""
    site.answers["/get"] = kit.http(kit.page, "text/html", f"Content-Disposition: {disposition}")
    before = set(bench.folder.parent.parent.rglob("*evil*"))
    captured = bench.capture("/get")
    raw = kit.file(captured, ArtifactKind.RAW)
    assert raw.name == "fetch/raw.html"
    assert raw.original_name in (shown, shown.lstrip("."))
    assert all(file.path.resolve().is_relative_to(bench.folder) for file in captured.files)
    assert set(bench.folder.parent.parent.rglob("*evil*")) == before


def test_truncated(bench: Any, site: Any, kit: Any) -> None:
    """A server that stops in the middle: what came is kept, and said to be half."""
    half = kit.page[: len(kit.page) // 2]
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000000\r\n\r\n"
    site.answers["/half"] = head + half
    captured = bench.capture("/half")
    assert kit.outcome(captured, CaptureName.FETCH) == "truncated"
    assert kit.file(captured, ArtifactKind.RAW).path.read_bytes() == half
    assert kit.words.strip() in captured.text
    assert kit.outcome(captured, CaptureName.TEXT) == "truncated"
    assert kit.outcome(captured, CaptureName.WARC) == "truncated"


def test_silence(bench: Any, site: Any, kit: Any) -> None:
    """A server that falls silent in the middle ends within the deadline; what came is kept."""
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000000\r\n\r\n"
    site.answers["/silent"] = kit.silent(site, head, b"<p>fifteen bytes")
    captured = bench.capture("/silent", deadline_s=3.0)
    assert kit.outcome(captured, CaptureName.FETCH) == "truncated"
    assert kit.file(captured, ArtifactKind.RAW).path.read_bytes() == b"<p>fifteen bytes"


def test_silence_from_the_start(bench: Any, site: Any, kit: Any) -> None:
    """A server that says nothing at all is a timeout, and nothing is kept."""
    site.answers["/silent"] = kit.silent(site)
    captured = bench.capture("/silent", deadline_s=2.0)
    assert kit.outcome(captured, CaptureName.FETCH) == "timeout"
    assert captured.files == ()


BOMB_BYTES = 10 << 20


@pytest.mark.parametrize("coding", ["gzip", "br", "zstd", "declared", "chunks", "plain"])
def test_bombs(coding: str, bench: Any, site: Any, kit: Any) -> None:
    """More bytes than the cap, said beforehand or not, packed or not: too large, disk as before."""
    bench.limit(max_fetch_bytes=1 << 20)
    site.answers["/bomb"] = bomb(coding, kit)
    captured = bench.capture("/bomb")
    assert kit.outcome(captured, CaptureName.FETCH) == "too_large"
    assert ArtifactKind.RAW not in {file.kind for file in captured.files}
    used = sum(path.stat().st_size for path in bench.folder.rglob("*") if path.is_file())
    assert used < 20_000  # headers and facts
    assert captured.text == ""


def test_hard_limit(bench: Any, site: Any, kit: Any) -> None:
    """The hard limit holds for our own client too."""
    bench.limit(max_bytes_hard_limit=2_000)
    site.answers["/article"] = kit.http(kit.page)
    captured = bench.capture("/article")
    assert kit.outcome(captured, CaptureName.FETCH) == "too_large"


def test_limit_of_a_job(bench: Any, site: Any, kit: Any) -> None:
    """All files of a job together stay below the hard limit: the last ones are left out."""
    bench.limit(max_bytes_hard_limit=len(kit.page) + 4_000)
    site.answers["/article"] = kit.http(kit.page)
    captured = bench.capture("/article")
    assert kit.outcome(captured, CaptureName.FETCH) == "good"
    assert kit.outcome(captured, CaptureName.WARC) == "too_large"
    assert sum(file.path.stat().st_size for file in captured.files) <= len(kit.page) + 4_000


@pytest.mark.parametrize(
    ("status", "more", "body", "expected"),
    [
        ("403 Forbidden", (), b"<title>Forbidden</title>", "blocked"),
        ("404 Not Found", (), b"<title>Not found</title>", "gone"),
        ("410 Gone", (), b"<title>Gone</title>", "gone"),
        ("401 Unauthorized", (), b"<title>Who are you?</title>", "login_wall"),
        ("500 Internal Server Error", (), b"<title>Sorry</title>", "failed"),
        (
            "200 OK",
            (),
            b"<title>Blocked</title><p>You've been blocked by network security.",
            "blocked",
        ),
        ("200 OK", (), b"<title>Page not found</title><h1>Page not found</h1>", "soft_404"),
        ("200 OK", (), b"<title>Log in</title><form><input type=password></form>", "login_wall"),
    ],
)
def test_no_page(
    status: str, more: tuple[str, ...], body: bytes, expected: str, bench: Any, site: Any, kit: Any
) -> None:
    """What stands in a page's place is named, kept as evidence, and nothing is taken out of it."""
    site.answers["/article"] = kit.http(body, "text/html", *more, status=status)
    captured = bench.capture("/article")
    assert kit.outcome(captured, CaptureName.FETCH) == expected
    assert kit.kinds(captured) == ["headers", "fetch_json", "raw"]
    assert (captured.text, captured.metadata.title) == ("", "")


def test_asked_to_wait(bench: Any, site: Any, kit: Any) -> None:
    """A server that asks to be left alone is left alone by every capture."""
    site.answers["/article"] = kit.http(
        b"slow down", "text/html", "Retry-After: 120", status="429 Too Many Requests"
    )
    captured = bench.capture("/article")
    assert kit.outcome(captured, CaptureName.FETCH) == "blocked"
    retry_after = captured.reports[0].retry_after
    assert retry_after is not None
    assert site.asked == ["GET /article"]


def test_redirects(bench: Any, site: Any, kit: Any) -> None:
    """The whole chain is recorded, and the page is where it ends."""
    site.answers["/a"] = kit.http(b"", "text/html", "Location: /b", status="301 Moved")
    site.answers["/b"] = kit.http(
        b"", "text/html", "Location: /c", "Set-Cookie: seen=1", status="302 Found"
    )
    site.answers["/c"] = kit.http(kit.page)
    captured = bench.capture("/a")
    assert [(hop.status, hop.to_url.rpartition("/")[2]) for hop in captured.hops] == [
        (301, "b"),
        (302, "c"),
    ]
    assert captured.metadata.final_url == site.address + "/c"
    told = json.loads(kit.file(captured, ArtifactKind.HEADERS).path.read_text())
    assert [one["response"]["status"] for one in told] == [301, 302, 200]
    assert ["Cookie", "seen=1"] in told[2]["request"]["headers"]


@pytest.mark.parametrize(
    ("hops", "status", "expected"),
    [(20, "200 OK", "good"), (21, "200 OK", "failed"), (3, "404 Not Found", "gone")],
)
def test_long_way(hops: int, status: str, expected: str, bench: Any, site: Any, kit: Any) -> None:
    """Twenty hops are followed and one more is not; a way that ends in 404 is a page that is gone.
    The chain is recorded as far as it was gone.
    """
    for number in range(hops):
        location = f"Location: /{number + 1}"
        site.answers[f"/{number}"] = kit.http(b"", "text/html", location, status="302 Found")
    site.answers[f"/{hops}"] = kit.http(kit.page, status=status)
    captured = bench.capture("/0")
    assert kit.outcome(captured, CaptureName.FETCH) == expected
    told = json.loads(kit.file(captured, ArtifactKind.HEADERS).path.read_text())
    ways = [one["request"]["url"].rpartition("/")[2] for one in told]
    assert ways == [str(number) for number in range(min(hops, 20) + 1)]


@pytest.mark.parametrize("target", ["/loop", "/other"])
def test_redirects_without_end(target: str, bench: Any, site: Any, kit: Any) -> None:
    """A loop ends as a failure with its chain, not as a page."""
    site.answers["/loop"] = kit.http(b"", "text/html", f"Location: {target}", status="302 Found")
    site.answers["/other"] = kit.http(b"", "text/html", "Location: /loop", status="302 Found")
    captured = bench.capture("/loop")
    assert kit.outcome(captured, CaptureName.FETCH) == "failed"
    assert "circle" in kit.message(captured, CaptureName.FETCH)


def test_cookie_and_back_to_itself(bench: Any, site: Any, kit: Any) -> None:
    """A page that first gives a cookie and sends the client back to itself works."""

    def answer(connection: Any) -> None:
        is_known = b"Cookie: pass=1" in site.heads[-1]
        connection.sendall(
            kit.http(kit.page)
            if is_known
            else kit.http(
                b"", "text/html", "Location: /page", "Set-Cookie: pass=1", status="302 Found"
            )
        )

    site.answers["/page"] = answer
    assert kit.outcome(bench.capture("/page"), CaptureName.FETCH) == "good"


def test_way_in(bench: Any, site: Any, kit: Any) -> None:
    """A redirect to another port of this machine is refused, and nothing is sent there."""
    other = type(site)()
    try:
        site.answers["/a"] = kit.http(
            b"", "text/html", f"Location: {other.address}/secret", status="302 Found"
        )
        captured = bench.capture("/a")
        assert kit.outcome(captured, CaptureName.FETCH) == "refused"
        assert other.asked == []
    finally:
        other.close()


TEXT = "潮の跡が浜辺に残る。海藻と貝殻の線がどこまで潮が来たかを語る。" * 20
RUSSIAN = "Прилив оставляет на берегу полосу водорослей и ракушек. " * 20


@pytest.mark.parametrize(
    ("codec", "kind", "meta", "text"),
    [
        ("shift_jis", "text/html; charset=Shift_JIS", "", TEXT),
        ("shift_jis", "text/html", '<meta charset="shift_jis">', TEXT),
        ("utf-8-sig", "text/html", "", TEXT),
        ("shift_jis", "text/html; charset=Shift_JIS", '<meta charset="utf-8">', TEXT),
        ("utf-8", "text/html", "", TEXT),
        ("cp1251", "text/html; charset=windows-1251", "", RUSSIAN),
    ],
)
def test_encodings(
    codec: str, kind: str, meta: str, text: str, bench: Any, site: Any, kit: Any
) -> None:
    """Title and text are right in any declared encoding; the raw bytes are unchanged."""
    title = text[:8]
    page = f"<html><head>{meta}<title>{title}</title></head><body><article><p>{text}</p></article>"
    site.answers["/article"] = kit.http(page.encode(codec), kind)
    captured = bench.capture("/article")
    assert kit.file(captured, ArtifactKind.RAW).path.read_bytes() == page.encode(codec)
    assert captured.metadata.title == title.strip()
    assert text[:30] in captured.text


@pytest.mark.parametrize("url", ["ftp://files.example/a", "javascript:alert(1)", "not a url"])
def test_unsupported(url: str, bench: Any, kit: Any) -> None:
    """What is no web address is said to be none."""
    captured = bench.capture("", url=url)
    assert kit.outcome(captured, CaptureName.FETCH) == "unsupported"
    assert captured.files == ()


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("txt", "text/plain; charset=utf-8"),
        ("md", "text/markdown; charset=utf-8"),
        ("csv", "text/csv"),
    ],
)
def test_plain_text(name: str, kind: str, bench: Any, site: Any, kit: Any) -> None:
    """A plain text is its own text, whatever is written in it."""
    site.answers["/a"] = kit.http(b"Ebbe, Flut", kind)
    captured = bench.capture("/a")
    raw = kit.file(captured, ArtifactKind.RAW)
    assert (captured.text, raw.name) == ("Ebbe, Flut", f"fetch/raw.{name}")


def test_missing_tools(bench: Any, site: Any, kit: Any) -> None:
    """A tool that is not installed ends its own capture, with what to do; the others go on."""
    page = kit.page.replace(b"<article>", b"<article><video src=/film.mp4></video>")
    site.answers["/article"] = kit.http(page)
    bench.tools = type(bench.tools)()
    captured = bench.capture("/article")
    assert kit.outcome(captured, CaptureName.MEDIA) == CaptureOutcome.TOOL_MISSING
    assert "pip install" in kit.message(captured, CaptureName.MEDIA)
    assert kit.outcome(captured, CaptureName.WARC) == "tool_missing"
    assert kit.outcome(captured, CaptureName.TEXT) == "good"


def test_fault_of_ours(bench: Any, site: Any, kit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A capture that breaks ends with a report of its own; the others go on."""

    def broken(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    site.answers["/article"] = kit.http(kit.page)
    monkeypatch.setattr("strandline.adapters.capture.metadata.json.dumps", broken)
    monkeypatch.setattr("strandline.adapters.capture.warc.WarcFile", broken)
    captured = bench.capture("/article")
    assert kit.outcome(captured, CaptureName.WARC) == "failed"
    assert "No space left" in kit.message(captured, CaptureName.WARC)
    assert kit.outcome(captured, CaptureName.TEXT) == "good"


def bomb(coding: str, kit: Any) -> Any:
    """A body that is larger than it looks, or has no end."""
    zeros = bytes(BOMB_BYTES)
    if coding == "gzip":
        return kit.http(gzip.compress(zeros), "text/html", "Content-Encoding: gzip")
    if coding == "br":
        import brotli  # type: ignore[import-untyped]  # ships no types

        return kit.http(brotli.compress(zeros), "text/html", "Content-Encoding: br")
    if coding == "zstd":
        import zstandard

        packed = zstandard.ZstdCompressor().compress(zeros)
        return kit.http(packed, "text/html", "Content-Encoding: zstd")
    if coding == "declared":
        return b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5000000000\r\n\r\nx"
    if coding == "chunks":
        head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        return kit.endless(b"10000\r\n" + b"x" * 0x10000 + b"\r\n", head)
    return kit.endless(b"y" * 0x10000, b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")


def pdf(text: str, *, title: str = "", author: str = "") -> bytes:
    """The smallest document with a text."""
    stream = zlib.compress(f"BT /F1 12 Tf 72 720 Td ({text}) Tj ET".encode())
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        (
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R"
            b"/Resources<</Font<</F1 5 0 R>>>>>>"
        ),
        b"<</Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        f"<</Title({title})/Author({author})>>".encode(),
    ]
    body = b"%PDF-1.4\n"
    offsets = []
    for number, content in enumerate(objects, 1):
        offsets.append(len(body))
        body += b"%d 0 obj%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    trailer = (
        b"xref\n0 7\n0000000000 65535 f \n%strailer<</Size 7/Root 1 0 R/Info 6 0 R>>\n" % table
    )
    return body + trailer + b"startxref\n%d\n%%%%EOF\n" % len(body)
