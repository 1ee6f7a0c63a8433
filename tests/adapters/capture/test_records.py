"""The record of a page (WARC) and its package (WACZ): whole, replayable, openable by players."""

import gzip
import hashlib
import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from strandline.adapters.capture.warc_writing import WarcFile
from strandline.adapters.replay.wacz_writing import ListedPage, Recorded, cdxj_lines, write_wacz
from strandline.core.archive.replay import replay_warc
from strandline.core.archive.surt import surt
from strandline.model.archive import ArtifactKind, CaptureName

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def records(path: Path) -> list[Any]:
    """All records, with their content read."""
    from warcio.archiveiterator import ArchiveIterator

    found = []
    with path.open("rb") as file:
        for record in ArchiveIterator(file):
            record.content = record.content_stream().read()
            found.append(record)
    return found


def test_record_of_a_page(bench: Any, site: Any, kit: Any) -> None:
    """Request and answer of every hop are in the record, bodies as a reader would see them."""
    packed = gzip.compress(kit.page, mtime=0)
    site.answers["/a"] = kit.http(b"moved", "text/html", "Location: /b", status="301 Moved")
    site.answers["/b"] = kit.http(packed, "text/html; charset=utf-8", "Content-Encoding: gzip")
    captured = bench.capture("/a")
    warc = kit.file(captured, ArtifactKind.WARC).path
    found = records(warc)
    assert [record.rec_type for record in found] == [
        "warcinfo",
        *("response", "request") * 2,
        *("resource",) * 2,
    ]
    first, asked, last = found[1], found[2], found[3]
    assert first.rec_headers["WARC-Target-URI"] == site.address + "/a"
    assert first.http_headers.get_statuscode() == "301"
    assert first.content == b"moved"
    assert asked.rec_headers["WARC-Concurrent-To"] == first.rec_headers["WARC-Record-ID"]
    assert asked.http_headers.protocol == "GET"
    assert last.content == kit.page
    assert last.http_headers["Content-Encoding"] == "gzip"
    assert last.rec_headers["WARC-IP-Address"] == "127.0.0.1"
    assert found[5].rec_headers["WARC-Target-URI"] == f"urn:text:{site.address}/b"
    assert kit.words.strip().encode() in found[5].content
    assert found[6].rec_headers["WARC-Target-URI"] == f"urn:pageinfo:{site.address}/b"
    with warc.open("rb") as file:
        assert replay_warc(file).is_playable


def test_chunks_are_joined(bench: Any, site: Any, kit: Any) -> None:
    """A body that came in chunks is written without them, and no header says otherwise."""
    chunks = b"%x\r\n%s\r\n0\r\n\r\n" % (len(kit.page), kit.page)
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
    site.answers["/a"] = head + chunks
    answer = records(kit.file(bench.capture("/a"), ArtifactKind.WARC).path)[1]
    assert answer.content == kit.page
    assert answer.http_headers["Transfer-Encoding"] is None
    assert answer.http_headers["X-Orig-Transfer-Encoding"] == "chunked"


def test_truncated_record(bench: Any, site: Any, kit: Any) -> None:
    """Half a page is in the record as half a page."""
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000000\r\n\r\n"
    site.answers["/half"] = head + kit.page
    answer = records(kit.file(bench.capture("/half"), ArtifactKind.WARC).path)[1]
    assert answer.rec_headers["WARC-Truncated"] == "disconnect"
    assert answer.content == kit.page


def test_hostile_headers(bench: Any, site: Any, kit: Any) -> None:
    """Headers that no standard allows do not break the record."""
    site.answers["/a"] = kit.http(
        kit.page,
        "text/html",
        "X-Odd: caf\u00e9 \u00ff",
        "WARC-Type: warcinfo",
        "X-Empty:",
        "X-Long: " + "a" * 20_000,
    )
    captured = bench.capture("/a")
    assert kit.outcome(captured, CaptureName.WARC) == "good"
    answer = records(kit.file(captured, ArtifactKind.WARC).path)[1]
    assert (answer.rec_type, answer.content) == ("response", kit.page)


def test_package(bench: Any, site: Any, kit: Any, tmp_path: Path) -> None:
    """The package holds the record, an index into it, the page, and checksums of all of them."""
    site.answers["/a"] = kit.http(b"", "text/html", "Location: /b", status="301 Moved")
    site.answers["/b"] = kit.http(kit.page)
    captured = bench.capture("/a")
    warc = kit.file(captured, ArtifactKind.WARC).path.read_bytes()
    with zipfile.ZipFile(kit.package(captured, tmp_path)) as packed:
        assert packed.testzip() is None
        body = {name: packed.read(name) for name in packed.namelist()}
        assert packed.getinfo("archive/data.warc.gz").compress_type == zipfile.ZIP_STORED
    assert body["archive/data.warc.gz"] == warc
    package = json.loads(body["datapackage.json"])
    assert (package["profile"], package["wacz_version"]) == ("data-package", "1.1.1")
    assert package["mainPageUrl"] == site.address + "/b"
    assert {one["path"] for one in package["resources"]} == set(body) - {
        "datapackage.json",
        "datapackage-digest.json",
    }
    for one in package["resources"]:
        checksum = hashlib.sha256(body[one["path"]]).hexdigest()
        assert (one["hash"], one["bytes"]) == (f"sha256:{checksum}", len(body[one["path"]]))
    seal = json.loads(body["datapackage-digest.json"])
    assert seal["hash"] == f"sha256:{hashlib.sha256(body['datapackage.json']).hexdigest()}"
    header, page = (json.loads(line) for line in body["pages/pages.jsonl"].splitlines())
    assert header["format"] == "json-pages-1.0"
    assert (page["url"], page["title"]) == (site.address + "/b", "What the tide left")
    assert page["ts"] == "2026-03-02T09:00:00Z"
    assert kit.words.strip() in page["text"]


def test_index_leads_to_the_records(bench: Any, site: Any, kit: Any) -> None:
    """Every line of the index names the bytes of one record, which can be read from there alone."""
    from warcio.archiveiterator import ArchiveIterator

    site.answers["/a"] = kit.http(kit.page)
    captured = bench.capture("/a")
    warc = kit.file(captured, ArtifactKind.WARC).path
    with warc.open("rb") as file:
        lines = list(cdxj_lines(file))
        assert len(lines) == 3  # the page, its text, and that it is the page
        for line in lines:
            key, when, rest = line.split(" ", 2)
            entry = json.loads(rest)
            file.seek(int(entry["offset"]))
            record = next(iter(ArchiveIterator(gzip_member(file.read(int(entry["length"]))))))
            assert record.rec_headers["WARC-Target-URI"] == entry["url"]
            assert (key, when) == (surt(entry["url"]), "20260302090000")


def gzip_member(body: bytes) -> Any:
    from io import BytesIO

    return BytesIO(body)


def test_same_input_same_package(tmp_path: Path) -> None:
    """The same record at the same time gives the same package to the byte."""
    warc = tmp_path / "page.warc.gz"
    (tmp_path / "text").write_text("tide")
    with WarcFile(warc, "Test", NOW) as writing:
        writing.resource("urn:text:http://a.example/", NOW, tmp_path / "text", "text/plain")
    page = ListedPage("http://a.example/", "", NOW)
    for name in ("one", "two"):
        with (tmp_path / name).open("wb") as target, warc.open("rb") as source:
            write_wacz(target, [Recorded(source, page, NOW)], "Test")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
