"""`strandline feed`: entries of feed files, one JSON line each."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from strandline.cli.root import run

FIELDS = ["file", "title", "url", "guid", "published", "updated", "date_trust", "author"]
FIELDS += ["summary", "content", "enclosures"]
RSS = """<rss version="2.0"><channel><item><title>Tea &amp; time</title><link>/1</link>
<guid isPermaLink="false">g1</guid><pubDate>Thu, 05 Jun 2025 09:00:00 GMT</pubDate>
<enclosure url="/1.mp3" type="audio/mpeg" length="5"/></item>
<item><title>No address</title></item></channel></rss>"""


def rows(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each entry is a line with every field, those without an address too, in document order."""
    file = tmp_path / "paper.xml"
    file.write_text(RSS, encoding="utf-8")
    assert run(["feed", str(file), "--base", "https://paper.example/"]) == 0
    first, second = rows(capsys.readouterr().out)
    assert first == {
        "file": str(file),
        "title": "Tea & time",
        "url": "https://paper.example/1",
        "guid": "g1",
        "published": "2025-06-05T09:00:00+00:00",
        "updated": None,
        "date_trust": "exact",
        "author": None,
        "summary": "",
        "content": "",
        "enclosures": [{"url": "https://paper.example/1.mp3", "type": "audio/mpeg", "length": 5}],
    }
    assert list(second) == FIELDS
    assert (second["title"], second["url"], second["date_trust"]) == ("No address", None, "none")


def test_one_bad_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that cannot be read stops no other; the status says that there was one."""
    good, page = tmp_path / "good.xml", tmp_path / "page.html"
    good.write_text(RSS, encoding="utf-8")
    page.write_text("<!doctype html><title>Hello</title>", encoding="utf-8")
    missing = tmp_path / "missing.xml"
    assert run(["feed", str(page), str(missing), str(good)]) == 1
    out, err = capsys.readouterr()
    assert [row["file"] for row in rows(out)] == [str(good)] * 2
    assert f"{page}: The server sent a web page" in err
    assert err.count(str(missing)) == 1


def test_warnings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is odd about a document goes to standard error with the file's name."""
    file = tmp_path / "broken.xml"
    file.write_text(RSS.replace("&amp;", "&"), encoding="utf-8")
    assert run(["feed", str(file)]) == 0
    out, err = capsys.readouterr()
    assert [row["title"] for row in rows(out)] == ["Tea & time", "No address"]
    assert f"{file}: The feed is not well-formed XML" in err


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`-` is standard input, and `--content-type` stands for the header of the answer."""
    body = "<rss><channel><item><title>Žába</title></item></channel></rss>".encode("cp1250")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(body)))
    assert run(["feed", "-", "--content-type", "text/xml; charset=windows-1250"]) == 0
    (row,) = rows(capsys.readouterr().out)
    assert (row["file"], row["title"]) == ("-", "Žába")


def test_large_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A large document is read in a process of its own, with the same result."""
    file = tmp_path / "large.xml"
    file.write_text(RSS.replace("Tea", "Tea " * 300_000), encoding="utf-8")
    assert run(["feed", str(file)]) == 0
    first, second = rows(capsys.readouterr().out)
    assert first["title"].startswith("Tea Tea")
    assert second["title"] == "No address"


def test_content_stands_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where a feed gives only a content, it is shown as the summary too."""
    file = tmp_path / "atom.xml"
    file.write_text(
        '<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="https://a.test/1"/>'
        '<content type="html">&lt;p&gt;All of it&lt;/p&gt;</content></entry></feed>',
        encoding="utf-8",
    )
    assert run(["feed", str(file)]) == 0
    (row,) = rows(capsys.readouterr().out)
    assert row["summary"] == row["content"] == "<p>All of it</p>"
