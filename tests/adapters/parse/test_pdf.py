"""Text of PDFs: page by page within a time, whatever is wrong with the file."""

import itertools
from pathlib import Path

import pytest

from strandline.adapters.parse.pdf import read_pdf

pypdf = pytest.importorskip("pypdf", reason="pypdf is not installed")


def document(path: Path, pages: int, *, password: str = "") -> Path:
    """A document whose pages have no text; enough to be counted."""
    writer = pypdf.PdfWriter()
    for _ in range(pages):
        writer.add_blank_page(200, 200)
    writer.add_metadata({"/Title": "Tide\ntables", "/Author": "Ines Ferro"})
    if password:
        writer.encrypt(password, algorithm="RC4-128")
    with path.open("wb") as file:
        writer.write(file)
    return path


def test_whole_document(tmp_path: Path) -> None:
    """All pages are read, and what the document says of itself."""
    found = read_pdf(document(tmp_path / "a.pdf", 3), 60.0)
    assert (found.pages, found.pages_read, found.message) == (3, 3, "")
    assert (found.title, found.author) == ("Tide tables", "Ines Ferro")


def test_time_is_up(tmp_path: Path) -> None:
    """A long document is read as far as its time allows, and that is said."""
    seconds = itertools.count()
    found = read_pdf(document(tmp_path / "a.pdf", 50), 10.0, clock=lambda: float(next(seconds)))
    assert 0 < found.pages_read < 50
    assert found.message == f"text of the first {found.pages_read} of 50 pages"


def test_locked(tmp_path: Path) -> None:
    """A document with a password is said to be locked."""
    found = read_pdf(document(tmp_path / "a.pdf", 1, password="tide"), 60.0)
    assert (found.text, found.message) == ("", "the document is locked with a password")


@pytest.mark.parametrize("body", [b"", b"%PDF-1.7\n", b"%PDF-1.7\n" + b"\0\xff<<" * 500, b"no"])
def test_broken(body: bytes, tmp_path: Path) -> None:
    """A file that is none is said to be unreadable, and never raises."""
    (tmp_path / "a.pdf").write_bytes(body)
    found = read_pdf(tmp_path / "a.pdf", 60.0)
    assert found.text == ""
    assert found.message


def test_cut_in_the_middle(tmp_path: Path) -> None:
    """Half a document gives what could be read of it, and never raises."""
    whole = document(tmp_path / "a.pdf", 20).read_bytes()
    for size in range(0, len(whole), max(1, len(whole) // 25)):
        (tmp_path / "half.pdf").write_bytes(whole[:size])
        assert isinstance(read_pdf(tmp_path / "half.pdf", 60.0).text, str)
