"""The page as it is seen, written down so that it needs no script to be seen again."""

import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.browser import PageResult, Piece
from strandline.model.archive import CaptureOutcome
from strandline.testing.documents import png

pytestmark = pytest.mark.browser

Load = Callable[..., PageResult]

#: What scripts do to a page and no markup tells.
STATES = """<!doctype html><title>States</title><!-- <base href="/no/"> --><base href="/in/">
<link id=off rel=stylesheet href=off.css>
<link rel=stylesheet href="data:text/css,h1{margin:7px}">

<link rel="alternate stylesheet" title=b href=other.css><style title=a>h2{top:1px}</style>
<style title=b>h2{top:2px}</style>
<style id=rules></style><h1>States</h1><noscript>plain</noscript><template>unseen</template>
<x-open></x-open><x-shut>lit</x-shut><div><template shadowrootmode=open>declared</template></div>
<img id=memory><img src=b.png srcset="c.png 2x, b.png 1x"><img id=fine srcset="c.png 2x">
<canvas id=paper width=20 height=20></canvas>
<input id=typed><input id=ticked type=checkbox>
<input id=secret type=password>
<textarea id=written></textarea><select><option>one<option id=two>two</select>
<dialog id=asked>asked</dialog><div id=faded style="opacity:0">faded</div>
<svg><use href="sprite.svg#boat"/></svg><form><input name=attributes><b>clobbered</b></form>
<p id=torn></p><script>
torn.append(Object.assign(document.createElement('div'), {textContent: 'a block in a paragraph'}));
const make = (name, mode, text) => customElements.define(name, class extends HTMLElement {
  constructor() {
    super();
    const root = this.attachShadow({mode}), sheet = new CSSStyleSheet();
    sheet.replaceSync(`p{order:${name.length}}`);
    root.adoptedStyleSheets = [sheet];
    root.innerHTML = `<p>${text}</p><slot></slot>`;
  }
});
make('x-open', 'open', 'in the open'); make('x-shut', 'closed', 'shut in');
off.disabled = true;
rules.sheet.insertRule('h1{color:rgb(1, 2, 3)}');
paper.getContext('2d').fillRect(0, 0, 20, 20);
typed.value = 'typed in'; ticked.checked = two.selected = true; secret.value = 'told nobody';
written.value = 'a < b'; asked.showModal();
faded.animate([{opacity: 0}, {opacity: 1}], {duration: 1, fill: 'forwards'});
fetch('b.png').then(answer => answer.blob()).then(blob => {
  memory.src = URL.createObjectURL(blob);
  memory.onload = () => { URL.revokeObjectURL(memory.src); document.title = 'ready' };
});
document.fonts.add(new FontFace('Own', 'url(own.ttf)', {weight: '700'}));
Array.prototype.toJSON = () => 'an old library'; Element.prototype.getAttribute = null;
</script>"""


@pytest.fixture
def seen(site: Any, load: Load, tmp_path: Path) -> Callable[[str, str], str]:
    """The snapshot of a page under a path."""

    def snapshot(path: str, page: str) -> str:
        result = load(site.on(path, page), Piece.SNAPSHOT)
        made = result.pieces[Piece.SNAPSHOT]
        assert made.outcome is CaptureOutcome.GOOD, made.message
        return (tmp_path / Piece.SNAPSHOT.value).read_text("utf-8-sig")

    return snapshot


def test_what_scripts_have_set_is_written_down(site: Any, seen: Callable[[str, str], str]) -> None:
    """Shadow roots with their sheets, rules, pictures, drawings, forms, dialogs, animations."""
    for name in ("b.png", "c.png"):
        site.on(f"/in/{name}", png(6, 4), "image/png")
    site.on("/in/off.css", "h1{display:none}", "text/css")
    sprite = (
        "<svg xmlns='http://www.w3.org/2000/svg'><symbol id='boat'><path d='M1 2'/></symbol></svg>"
    )
    site.on("/in/sprite.svg", sprite, "image/svg+xml")
    text = seen("/states", STATES)
    assert text.startswith("<!DOCTYPE html>")
    assert re.findall(r"<base[^>]*>", text) == [f'<base href="{site.url("/in/")}">']
    root = '<template shadowrootmode="open">'
    assert f"<x-open>{root}<p>in the open</p><slot></slot><style>p {{ order: 6; }}" in text
    assert f"<x-shut>{root}<p>shut in</p><slot></slot>" in text
    assert f"<div>{root}declared</template></div>" in text
    assert "h1 { color: rgb(1, 2, 3); }" in text
    assert "h1 { margin: 7px; }" in text
    assert '<img id="memory" src="data:image/png;base64,' in text
    assert f'<img src="{site.url("/in/b.png")}">' in text
    assert f'<img id="fine" srcset="{site.url("/in/c.png")} 2.0000x">' in text
    assert re.search(r'<img id="paper" width="20" height="20" src="data:image/png;base64,', text)
    assert 'id="typed" value="typed in"' in text
    assert re.search(r'id="ticked" type="checkbox" checked=""', text)
    assert '<option id="two" selected="">' in text
    assert "a &lt; b</textarea>" in text
    assert re.search(r'<dialog id="asked" open="" style="[^"]*position:fixed', text)
    assert re.search(r'id="faded" style="opacity:0;opacity:1 !important"', text)
    assert '<use href="#boat"></use><defs><symbol id="boat"><path d="M1 2">' in text
    assert "clobbered" in text
    assert '<style title="a">' not in text
    assert "<style>h2{top:1px}</style>" in text
    assert '<style media="not all">h2{top:2px}</style>' in text
    assert '<p id="torn"><object><div>a block in a paragraph</div></object></p>' in text
    assert "@font-face{font-family:Own;src:url(own.ttf);font-style:normal;font-weight:700" in text
    gone = (
        "<script",
        "<noscript",
        "other.css",
        "<canvas",
        "unseen",
        "off.css",
        "told nobody",
        "blob:",
        "/no/",
        "b.png 1x",
    )
    assert [word for word in gone if word in text] == []


def test_frames_of_every_kind_are_written_in_their_place(
    site: Any, seen: Callable[[str, str], str]
) -> None:
    """With what their scripts made: own, given with the page, written, and of another site."""
    inner = "<p id=o>{}</p><script>o.append(' by script')</script>"
    own = site.on("/own", inner.format("own"))
    foreign = site.on("/foreign", inner.format("foreign")).replace("127.0.0.1", "other.example")
    text = seen(
        "/frames",
        f"<!doctype html><title>Frames</title><iframe src={own}></iframe><iframe src={foreign}>"
        "</iframe><iframe srcdoc='<p>given <iframe srcdoc=deeper></iframe>'></iframe>"
        "<iframe id=w></iframe><script>w.contentDocument.write('<p>written')</script>",
    )
    frames = [html.unescape(frame) for frame in re.findall(r'srcdoc="([^"]*)"', text)]
    assert len(frames) == 4
    for frame, words in zip(
        frames, ("own by script", "foreign by script", "given ", "written"), strict=True
    ):
        assert words in frame
    assert f'<base href="{foreign}">' in frames[1]
    assert "deeper" in html.unescape(re.findall(r'srcdoc="([^"]*)"', frames[2])[0])


def test_frames_share_what_a_page_may_hold(site: Any, load: Load, tmp_path: Path) -> None:
    """What is over it together is left out, and the page is written all the same."""
    frames = [site.on(f"/part{n}", f"<p>part {n} {'x' * 8_000}") for n in range(4)]
    page = "".join(f"<iframe src={frame}></iframe>" for frame in frames)
    result = load(site.on("/parts", page), Piece.SNAPSHOT, max_bytes=20_000)
    made = result.pieces[Piece.SNAPSHOT]
    assert made.outcome is CaptureOutcome.GOOD, made.message
    text = (tmp_path / Piece.SNAPSHOT.value).read_text("utf-8-sig")
    assert [f"part {n}" in text for n in range(4)] == [True, True, False, False]


def test_pictures_that_come_on_sight_are_in_it(site: Any, load: Load, tmp_path: Path) -> None:
    """By native laziness, by an observer, out of a `noscript`, in a part that scrolls by itself."""
    for name in "abcd":
        site.on(f"/sight/{name}.png", png(6, 4), "image/png")
    far = "<div style='height:3000px'></div>"
    url = site.on(
        "/sight/",
        f"<!doctype html><title>Sight</title>{far}<img loading=lazy src=a.png>{far}"
        f"<i class=o data-p=b></i>{far}<i class=o><noscript><img src=c.png></noscript></i><script>"
        "const o = new IntersectionObserver(all => all.forEach(({isIntersecting, target}) => {"
        "if (!isIntersecting) return; o.unobserve(target); target.innerHTML = target.dataset.p ?"
        "`<img src=${target.dataset.p}.png>` : target.querySelector('noscript').textContent; }));"
        "document.querySelectorAll('.o').forEach(one => o.observe(one))</script>",
    )
    load(url, Piece.DOM, Piece.SNAPSHOT)
    text = (tmp_path / Piece.SNAPSHOT.value).read_text("utf-8")
    assert [f'src="{site.url(f"/sight/{name}.png")}"' in text for name in "abc"] == [True] * 3
    assert 'src="b.png"' not in (tmp_path / Piece.DOM.value).read_text("utf-8")
    within = site.on(
        "/sight/within",
        "<!doctype html><title>Within</title><style>body{margin:0;overflow:hidden}"
        f"main{{height:100vh;overflow:auto}}</style><main>{far}<img loading=lazy src=d.png></main>",
    )
    load(within, Piece.SNAPSHOT)
    text = (tmp_path / Piece.SNAPSHOT.value).read_text("utf-8")
    assert site.url("/sight/d.png") in text
    assert "important" not in text


def test_xhtml_and_drawings_are_written_as_html(site: Any, load: Load, tmp_path: Path) -> None:
    """No element is closed by itself; a drawing that is the page stands in one."""
    strict = (
        "<html xmlns='http://www.w3.org/1999/xhtml'><body><div/><p>a &amp; b<br/></p></body></html>"
    )
    load(site.on("/strict", strict, "application/xhtml+xml"), Piece.SNAPSHOT)
    text = (tmp_path / Piece.SNAPSHOT.value).read_text("utf-8")
    assert "<body><div></div><p>a &amp; b<br></p></body>" in text
    drawing = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle r='4'/></svg>"
    load(site.on("/drawing", drawing, "image/svg+xml"), Piece.SNAPSHOT)
    text = (tmp_path / Piece.SNAPSHOT.value).read_text("utf-8")
    assert '<body style="margin:0"><svg' in text
    assert '<circle r="4"></circle></svg>' in text


@pytest.mark.parametrize("piece", [Piece.DOM, Piece.SNAPSHOT])
def test_documents_of_other_encodings_open_as_what_they_are(
    piece: Piece, site: Any, load: Load, tmp_path: Path
) -> None:
    """Stored in UTF-8, they still say Shift_JIS; the mark before them overrules that."""
    page = "<meta charset=Shift_JIS><title>港</title><p>港の話</p>"
    sent = page.encode("cp932")
    result = load(site.on("/sjis", sent, "text/html"), piece)
    [body] = [one.body_path for one in result.responses if one.url.endswith("/sjis")]
    assert body is not None
    assert body.read_bytes() == sent, "the record has the bytes that were sent"
    data = (tmp_path / piece.value).read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    assert "港の話" in data.decode("utf-8")


def test_a_page_that_prints_itself_is_printed(site: Any, load: Load, tmp_path: Path) -> None:
    """A print of its own, at once and when it is loaded, does not keep the printer from ours."""
    url = site.on(
        "/prints", "<title>p</title><p>Words</p><script>print();onload = () => print()</script>"
    )
    result = load(url, Piece.PDF)
    assert result.pieces[Piece.PDF].outcome is CaptureOutcome.GOOD
    assert (tmp_path / Piece.PDF.value).read_bytes().startswith(b"%PDF-")


def test_what_is_fixed_is_printed_once_and_covers_nothing(
    site: Any, load: Load, tmp_path: Path
) -> None:
    """Every line of the text and one banner are on the paper, not one banner a page."""
    from pypdf import PdfReader

    lines = "".join(f"<p>line {n} of it</p>" for n in range(120))
    url = site.on(
        "/fixed",
        "<!doctype html><title>f</title><div style='position:fixed;inset:0 0 40% 0;background:red'>"
        f"BANNER</div>{lines}",
    )
    load(url, Piece.PDF)
    pages = [page.extract_text() for page in PdfReader(tmp_path / Piece.PDF.value).pages]
    assert len(pages) > 2
    assert "".join(pages).count("BANNER") == 1
    assert [n for n in range(120) if f"line {n} of it" not in "".join(pages)] == []


@pytest.mark.parametrize(
    "hides",
    ["display:none", "position:absolute;left:-9999px", "text-indent:-9999px", "opacity:0",
     "position:absolute;width:1px;height:1px;overflow:hidden", "font-size:0", "visibility:hidden"],
)  # fmt: skip
def test_a_print_style_that_hides_the_words_is_left_out(hides: str, site: Any, load: Load) -> None:
    """However it hides them."""
    page = (
        f"<style>@media print{{main{{{hides}}}}}</style><main>{'Words that matter. ' * 60}</main>"
    )
    result = load(site.on("/hides", f"<!doctype html><title>h</title>{page}"), Piece.PDF)
    assert "as on the screen" in result.pieces[Piece.PDF].message


def test_a_layer_that_asks_for_consent_is_put_aside(
    site: Any, load: Load, tmp_path: Path, read_png: Any
) -> None:
    """Not in the picture, the page scrolls again, nothing is clicked, and the document has it."""
    asks = (
        "<div id=onetrust-consent-sdk style='position:fixed;inset:0;background:blue'>"
        "<button onclick=\"fetch('/agreed')\">Accept</button></div>"
    )
    url = site.on(
        "/asks",
        "<!doctype html><style>body{margin:0;overflow:hidden}</style><div style="
        f"'height:3000px;background:red'>Words</div>{asks}",
    )
    load(url, Piece.DOM, Piece.SCREENSHOT, Piece.SCREENSHOT_FULL)
    assert read_png(tmp_path / Piece.SCREENSHOT.value).colour(600, 600) == (255, 0, 0)
    assert read_png(tmp_path / Piece.SCREENSHOT_FULL.value).height == 3000
    assert "important" not in (tmp_path / Piece.DOM.value).read_text("utf-8")
    assert "/agreed" not in site.asked


def test_a_page_that_shows_nothing_is_told(site: Any, load: Load) -> None:
    """It waits for what never comes: there is a picture, and a line that says of what."""
    url = site.on("/waits", "<title>w</title><p id=o></p><script>new Promise(() => 0)</script>")
    result = load(url, Piece.SCREENSHOT)
    assert result.pieces[Piece.SCREENSHOT].message == "the page showed nothing"


def test_a_page_made_by_its_service_worker_is_there(site: Any, load: Load, tmp_path: Path) -> None:
    """It runs, answers the page, and ends with it."""
    site.on(
        "/worker.js",
        "onactivate = event => event.waitUntil(clients.claim());"
        "onfetch = event => event.request.url.includes('made') &&"
        "event.respondWith(new Response('made by the worker'))",
        "text/javascript",
    )
    url = site.on(
        "/works",
        "<!doctype html><title>w</title><p id=o></p><script>const work = navigator.serviceWorker;"
        "work.register('/worker.js').then(() => work.ready).then(() => work.controller ||"
        "new Promise(done => work.oncontrollerchange = done)).then(() => fetch('/made'))"
        ".then(answer => answer.text()).then(text => { o.textContent = text })</script>",
    )
    load(url, Piece.SNAPSHOT)
    assert "made by the worker" in (tmp_path / Piece.SNAPSHOT.value).read_text("utf-8")
    load(site.on("/after", "<title>a</title><p>after"), Piece.DOM)
