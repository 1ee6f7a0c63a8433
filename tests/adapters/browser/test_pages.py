"""Pages in a real browser: what is made of good ones."""

import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.browser import PageResult, Piece
from strandline.model.archive import CaptureOutcome

pytestmark = pytest.mark.browser

Load = Callable[..., PageResult]


def dot(red: int, green: int, blue: int) -> bytes:
    """A PNG of one colour, 8 by 8."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    rows = (b"\0" + bytes((red, green, blue)) * 8) * 8
    header = struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)
    parts = (chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(rows)), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def test_all_copies_of_one_load(site: Any, load: Load, tmp_path: Path, read_png: Any) -> None:
    """One load of an article gives both pictures, the document after scripts, and a PDF."""
    image = dot(10, 20, 30)
    site.on("/harbour.png", image, "image/png", X_Made="by us")
    html = (
        "<!doctype html><title>draft</title><meta charset=utf-8>"
        "<body style='margin:0;background:rgb(10,200,30)'><h1>The harbour opens</h1>"
        "<my-card></my-card><img src=/harbour.png><script>"
        "document.title = 'The harbour — opened';"
        "document.querySelector('my-card').attachShadow({mode: 'open'}).innerHTML ="
        " '<p>told in the shade</p>';"
        "</script>"
    )
    page = site.on("/article", html)
    site.on("/moved", "", status=302, Location="/article", Set_Cookie="seen=1")
    result = load(site.url("/moved"))

    assert (result.outcome, result.status, result.final_url) == (CaptureOutcome.GOOD, 200, page)
    assert result.title == "The harbour — opened"
    assert ("Content-Type", "text/html; charset=utf-8") in result.headers
    assert {piece: made.outcome for piece, made in result.pieces.items()} == dict.fromkeys(
        Piece, CaptureOutcome.GOOD
    )
    paths = {piece: made.path for piece, made in result.pieces.items()}
    assert paths == {piece: tmp_path / piece.value for piece in Piece}
    first = read_png(paths[Piece.SCREENSHOT])
    assert (first.width, first.height, first.colour(1200, 790)) == (1280, 800, (10, 200, 30))
    assert (tmp_path / Piece.PDF.value).read_bytes().startswith(b"%PDF-")
    dom = (tmp_path / Piece.DOM.value).read_text("utf-8-sig")
    assert dom.startswith("<!DOCTYPE html>")
    assert "<title>The harbour — opened</title>" in dom
    assert '<template shadowrootmode="open"><p>told in the shade</p></template>' in dom

    kept = {answer.url: answer for answer in result.responses}
    assert [kept[site.url(p)].status for p in ("/moved", "/article", "/harbour.png")] == [
        302,
        200,
        200,
    ]
    picture, article = kept[site.url("/harbour.png")], kept[page]
    assert picture.body_path is not None
    assert article.body_path is not None
    assert picture.body_path.read_bytes() == image
    assert article.body_path.read_bytes() == html.encode()
    assert kept[site.url("/moved")].body_path is None
    assert ("X-Made", "by us") in picture.response_headers
    assert ("Set-Cookie", "seen=1") in kept[site.url("/moved")].response_headers
    assert any(name.lower() == "host" for name, _ in article.request_headers)
    assert site.asked.count("/article") == 1, "one load for all copies"
    assert any(
        agent.endswith("Strandline-tests/1 (+https://tests.example)") for agent in site.agents
    )


def test_lazy_and_tall(site: Any, load: Load, tmp_path: Path, read_png: Any) -> None:
    """A page of 40,000 pixels is in the picture to its last band, with what loads on sight."""
    site.on("/lazy.png", dot(250, 0, 250), "image/png")
    site.on("/consent", "<p>May we?</p><button onclick='parent.postMessage(1)'>Yes</button>")
    bands = "".join(
        f"<div style='background:rgb({i * 6},{255 - i * 6},{i})'>"
        f"<img loading=lazy width=8 height=8 src='/lazy.png?{i}'></div>"
        for i in range(40)
    )
    overlay = "<iframe id=ask style='position:absolute;top:40px;left:400px' src='{}'></iframe>"
    frame = overlay.format(site.url("/consent").replace("127.0.0.1", "consent.example"))
    url = site.on(
        "/tall",
        "<!doctype html><style>body{margin:0}div{height:1000px}img{display:block}</style>"
        f"{bands}{frame}<script>onmessage = () => ask.remove()</script>",
    )
    result = load(url, Piece.SCREENSHOT, Piece.DOM, Piece.SCREENSHOT_FULL)

    assert {made.outcome for made in result.pieces.values()} == {CaptureOutcome.GOOD}
    assert read_png(tmp_path / Piece.SCREENSHOT.value).height == 800
    whole = read_png(tmp_path / Piece.SCREENSHOT_FULL.value)
    assert whole.height == 40_000
    assert [whole.colour(1000, i * 1000 + 500) for i in range(40)] == [
        (i * 6, 255 - i * 6, i) for i in range(40)
    ]
    assert whole.colour(4, 39_004) == (250, 0, 250), "the last image was loaded and drawn"
    assert site.url("/lazy.png?39") in {answer.url for answer in result.responses}
    assert 'id="ask"' in (tmp_path / Piece.DOM.value).read_text("utf-8"), "nobody clicked"


@pytest.mark.parametrize(
    ("style", "inner"),
    [
        ("html,body{height:100%;overflow:hidden}", "{}"),
        ("body{position:fixed;inset:0;overflow:hidden}", "{}"),
        (
            "html,body{height:100%;overflow:hidden}#s{height:100%;overflow-y:auto}",
            "<div id=s>{}</div>",
        ),
        ("#s{position:fixed;inset:0;overflow-y:auto}", "<main><section id=s>{}</section></main>"),
        ("#o{display:flex;height:100vh}#s{flex:1;overflow:auto}", "<p id=o><span id=s>{}</span>"),
    ],
)
def test_page_that_is_locked_or_scrolls_within(
    style: str, inner: str, site: Any, load: Load, tmp_path: Path, read_png: Any
) -> None:
    """A banner that locks a page, or a part that scrolls by itself, hides nothing of it: the
    picture goes to the last band, what loads on sight is loaded, and the document is as it was.
    """
    site.on("/lazy.png", dot(250, 0, 250), "image/png")
    bands = "".join(
        f"<b style='background:rgb({i * 20},{255 - i * 20},{i})'>"
        f"<img loading=lazy width=8 height=8 src='/lazy.png?{i}'></b>"
        for i in range(12)
    )
    banner = "<aside style='position:fixed;bottom:0;height:40px;width:100%'>Cookies?</aside>"
    page = (
        f"<!doctype html><style>body{{margin:0}}b,img,#s,#o{{display:block;margin:0}}"
        f"b{{height:1000px}}{style}</style>{inner.format(bands)}{banner}"
    )
    result = load(site.on("/locked", page), Piece.SCREENSHOT, Piece.DOM, Piece.SCREENSHOT_FULL)
    whole = read_png(tmp_path / Piece.SCREENSHOT_FULL.value)
    assert whole.height == 12_000
    assert [whole.colour(600, i * 1000 + 500) for i in range(12)] == [
        (i * 20, 255 - i * 20, i) for i in range(12)
    ]
    assert site.url("/lazy.png?11") in {answer.url for answer in result.responses}
    assert "important" not in (tmp_path / Piece.DOM.value).read_text("utf-8")


@pytest.mark.parametrize(
    ("path", "kind", "headers"),
    [
        ("/doc.pdf", "application/pdf", {}),
        ("/file", "text/html", {"Content_Disposition": 'attachment; filename="../../evil.html"'}),
        ("/blob", "application/octet-stream", {}),
        ("/film", "video/mp4", {}),
    ],
)
def test_what_is_no_page(
    path: str, kind: str, headers: dict[str, str], site: Any, load: Load, tmp_path: Path
) -> None:
    """A PDF, a download or a film is not the browser's business, and leaves no file."""
    result = load(site.on(path, b"%PDF-1.4 and so on", kind, **headers))
    assert result.outcome is CaptureOutcome.NOT_APPLICABLE
    assert {made.outcome for made in result.pieces.values()} == {CaptureOutcome.NOT_APPLICABLE}
    assert {file.name.partition("-")[0] for file in tmp_path.iterdir()} <= {"response"}


def test_answer_without_a_page(site: Any, load: Load) -> None:
    """204 leaves the browser where it was: there is nothing to copy."""
    assert load(site.on("/204", "", status=204)).outcome is CaptureOutcome.NOT_APPLICABLE


def test_error_page_is_a_page(site: Any, load: Load) -> None:
    """What a 404 shows is copied with its status: others decide what it is worth."""
    result = load(site.on("/gone", "<title>Gone</title>gone", status=404), Piece.DOM)
    assert (result.outcome, result.status, result.title) == (CaptureOutcome.GOOD, 404, "Gone")


def test_copy_over_its_limit(site: Any, load: Load, tmp_path: Path) -> None:
    """A copy over the limit of bytes is not kept; a smaller one of the same page is."""
    url = site.on("/long", "<title>long</title>" + "<p>word</p>" * 40_000)
    result = load(url, Piece.DOM, Piece.SCREENSHOT, max_bytes=100_000)
    assert result.pieces[Piece.DOM].outcome is CaptureOutcome.TOO_LARGE
    assert result.pieces[Piece.SCREENSHOT].outcome is CaptureOutcome.GOOD
    assert not (tmp_path / Piece.DOM.value).exists()


def test_bodies_over_their_limit(site: Any, load: Load) -> None:
    """Answers over the limit are told of without their bodies."""
    url = site.on("/limited", "<title>x</title>" + "y" * 1000)
    result = load(url, Piece.DOM, record_bytes=100)
    assert [(answer.url, answer.body_path) for answer in result.responses] == [(url, None)]
