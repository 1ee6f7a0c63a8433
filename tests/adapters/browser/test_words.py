"""What a page says late, in frames, in the shade, or not in print."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.browser import PageResult, Piece
from strandline.model.archive import CaptureOutcome

pytestmark = pytest.mark.browser

Load = Callable[..., PageResult]
WORDS = "<p>" + "The ferry leaves the quay at six and comes back at nine. " * 8 + "</p>"
OFFER = "Object.assign(document.createElement('a'), {href: 'data:,x', download: '../evil.sh'})"
ON_SIGHT = """<h1>The ferry</h1><div style='height:3000px'></div><div id=late></div><script>
new IntersectionObserver(seen => { if (seen[0].isIntersecting && !late.firstChild)
  fetch('/words').then(one => one.text()).then(text => late.innerHTML = text) }).observe(late)
</script>"""
LATE = """<div id=root></div><script>
setTimeout(() => fetch('/words').then(one => one.text()).then(text => root.innerHTML = text), 1500)
</script>"""
IN_THE_SHADE = f"""<my-page></my-page><script>
document.querySelector('my-page').attachShadow({{mode: 'open'}}).innerHTML = `{WORDS}`</script>"""


@pytest.mark.parametrize(
    "body",
    [
        ON_SIGHT,
        LATE,
        IN_THE_SHADE,
        "<h1>The ferry</h1><iframe src=/framed></iframe>",
        f"<h1>The ferry</h1><iframe srcdoc='{WORDS}'></iframe>",
        "<frameset cols='20%,80%'><frame src=/menu><frame src=/framed></frameset>",
    ],
    ids=["on sight", "late", "in the shade", "in a frame", "in its own frame", "in a frameset"],
)
def test_words_for_reading(body: str, site: Any, load: Load, tmp_path: Path) -> None:
    """What a page shows late, in frames or in shadow roots is in the document for reading."""
    site.on("/words", WORDS)
    site.on("/framed", f"<!doctype html><title>In it</title>{WORDS}")
    site.on("/menu", "<!doctype html><p>Times</p>")
    url = site.on("/late", f"<!doctype html><html><head><title>Ferry</title></head>{body}</html>")
    result = load(url, Piece.DOM, Piece.READ)
    assert {made.outcome for made in result.pieces.values()} == {CaptureOutcome.GOOD}
    read = (tmp_path / Piece.READ.value).read_text("utf-8")
    assert "comes back at nine" in read
    assert "<title>Ferry</title>" in read


def test_document_stays_untouched(site: Any, load: Load, tmp_path: Path) -> None:
    """The stored document is the one before anything was scrolled."""
    site.on("/words", WORDS)
    load(site.on("/sight", f"<!doctype html><body>{ON_SIGHT}"), Piece.DOM, Piece.READ)
    assert "comes back at nine" not in (tmp_path / Piece.DOM.value).read_text("utf-8")


@pytest.mark.parametrize(
    "style", ["body *{display:none}", "body{display:none}", "html{visibility:hidden}"]
)
def test_print_style_that_hides_all(style: str, site: Any, load: Load, tmp_path: Path) -> None:
    """A page that is nothing in print is printed as it is on the screen, and that is said."""
    head = f"<style>@media print{{{style}}}</style>"
    result = load(site.on("/hides", f"<!doctype html>{head}<body>{WORDS}"), Piece.PDF)
    assert "as on the screen" in result.pieces[Piece.PDF].message
    assert "comes back at nine" in printed(tmp_path)


def test_print_style_that_hides_a_menu(site: Any, load: Load, tmp_path: Path) -> None:
    """A print style that leaves the words is followed."""
    head = "<style>@media print{nav{display:none}}</style>"
    body = f"<nav>Menu of the day</nav>{WORDS}"
    result = load(site.on("/menu", f"<!doctype html>{head}<body>{body}"), Piece.PDF)
    assert result.pieces[Piece.PDF].message == ""
    said = printed(tmp_path)
    assert "comes back at nine" in said
    assert "Menu of the day" not in said


def printed(folder: Path) -> str:
    """The words of the print, with single spaces."""
    from pypdf import PdfReader

    pages = PdfReader(BytesIO((folder / Piece.PDF.value).read_bytes())).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


@pytest.mark.parametrize(
    "script",
    [
        f"document.body.append({OFFER}); document.querySelector('a').click()",
        "setTimeout(() => location = '/evil.zip', 50)",
    ],
)
def test_page_that_begins_a_download(script: str, site: Any, load: Load, tmp_path: Path) -> None:
    """A file that a page offers by itself does not make the page a file."""
    site.on("/evil.zip", b"PK\x03\x04", "application/zip", Content_Disposition="attachment")
    url = site.on("/offer", f"<!doctype html><title>Ferry</title>{WORDS}<script>{script}</script>")
    result = load(url)
    assert {made.outcome for made in result.pieces.values()} == {CaptureOutcome.GOOD}
    assert (result.final_url, result.status, result.title) == (url, 200, "Ferry")
    assert not list(tmp_path.parent.parent.rglob("evil.*"))


def test_body_that_cannot_be_decoded(site: Any, load: Load) -> None:
    """A document of which nothing came is not waited for until a picture of it is drawn."""
    url = site.on("/odd", b"<p>no gzip at all" * 200, Content_Encoding="gzip")
    result = load(url, Piece.SCREENSHOT, Piece.PDF)
    assert CaptureOutcome.GOOD not in {made.outcome for made in result.pieces.values()}
    assert result.seconds < 15
