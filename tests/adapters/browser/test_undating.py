"""Prints of an unchanged page are the same bytes."""

import io
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.browser import Piece
from strandline.adapters.browser.undating import undate
from strandline.testing.documents import pdf

INFO = (
    b"<</Title (Printed /ModDate at \\(noon\\))\n"
    b"/CreationDate (D:20260304070%d01+00'00')\n/ModDate (D:20260304070%d01+00'00')>>"
)


def dated(minute: int, *, identifier: bytes = b"") -> bytes:
    """A print as Chromium writes it: the time in an object of its own, named by the trailer."""
    described = b"1 0 obj\n%s\nendobj\n" % (INFO % (minute, minute))
    body = b"%PDF-1.4\n" + described + b"2 0 obj\n<</Type /Catalog>>\nendobj\n"
    table = b"0000000000 65535 f \n0000000009 00000 n \n%010d 00000 n \n" % (9 + len(described))
    more = b"/ID [<%s> <%s>]" % (identifier, identifier) if identifier else b""
    trailer = b"trailer\n<</Size 3\n/Root 2 0 R\n/Info 1 0 R%s>>\n" % more
    return body + b"xref\n0 3\n" + table + trailer + b"startxref\n%d\n%%%%EOF\n" % len(body)


def undated(tmp_path: Path, body: bytes) -> bytes:
    path = tmp_path / "page.pdf"
    path.write_bytes(body)
    undate(path)
    return path.read_bytes()


def test_times_are_blanked_and_nothing_moves(tmp_path: Path) -> None:
    """Two prints differ in nothing; the title stays, and so does the place of every object."""
    one, two = (undated(tmp_path, dated(minute)) for minute in (1, 2))
    assert one == two
    assert len(one) == len(dated(1))
    assert b"(Printed /ModDate at \\(noon\\))" in one
    assert b"D:2026" not in one


def test_a_random_identifier_is_blanked(tmp_path: Path) -> None:
    """The two numbers of the trailer name one writing of the file, not its content."""
    one, two = (undated(tmp_path, dated(1, identifier=name)) for name in (b"0aF1", b"93Bc"))
    assert one == two
    assert b"/ID" not in one


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"%PDF-1.4 and no more",
        pdf(),  # without a description
        dated(1).replace(b"startxref\n", b"startxref\n9"),
        dated(1).replace(b"0000000009 00000 n", b"0000000019 00000 n"),
        dated(1).replace(b"/Info 1 0 R", b"/Info 9 0 R"),
        dated(1).replace(b"/Root", b"/Encrypt 7 0 R /Root"),
    ],
)
def test_what_is_written_otherwise_is_left_alone(tmp_path: Path, body: bytes) -> None:
    """A file that does not look as expected is as good as it was: not a byte is changed."""
    assert undated(tmp_path, body) == body


@pytest.mark.browser
def test_two_prints_of_a_page_are_equal_and_open(site: Any, pool: Any, tmp_path: Path) -> None:
    """Printed twice in a real browser, at two times; another reader opens it, text and title."""
    pypdf = pytest.importorskip("pypdf")
    url = site.on("/p", "<title>The harbour (opened)</title><h1>The harbour opens</h1>")
    prints = []
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        made = pool.load(url, folder, (Piece.PDF,), deadline_s=60.0).pieces[Piece.PDF]
        assert made.path is not None
        prints.append(made.path.read_bytes())
    assert prints[0] == prints[1]
    reader = pypdf.PdfReader(io.BytesIO(prints[0]), strict=True)
    assert "The harbour opens" in reader.pages[0].extract_text()
    assert reader.metadata.title == "The harbour (opened)"
    assert reader.metadata.creation_date is None
