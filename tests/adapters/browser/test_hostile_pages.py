"""Pages that spin, ask, stall, break off or break in: each has an outcome, the next is well."""

import http.server
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.browser import PageResult, Piece
from strandline.model.archive import CaptureOutcome

pytestmark = pytest.mark.browser

Load = Callable[..., PageResult]


@pytest.mark.parametrize(
    "script",
    ["for(;;){}", "addEventListener('scroll', () => { for(;;){} })"],
    ids=["at once", "when it is scrolled"],
)
def test_script_that_never_yields(script: str, site: Any, load: Load, tmp_path: Path) -> None:
    """A script that never ends is stopped: there is a copy, and it does not count as whole."""
    url = site.on(
        "/spin",
        f"<title>spin</title><p>before</p><script>{script}</script><p>after"
        "<div style='height:3000px'>",
    )
    result = load(url, Piece.DOM, Piece.SCREENSHOT_FULL)
    assert result.outcome is CaptureOutcome.GOOD
    assert result.pieces[Piece.SCREENSHOT_FULL].outcome is CaptureOutcome.TRUNCATED
    assert "<p>after" in (tmp_path / Piece.DOM.value).read_text("utf-8")
    after = load(site.on("/well", "<title>well</title>"), Piece.DOM)
    assert (after.title, after.pieces[Piece.DOM].outcome) == ("well", CaptureOutcome.GOOD)


def test_dialogs_and_windows(site: Any, load: Load) -> None:
    """Dialogs are dismissed, windows do not open, and the page is copied as if nothing was."""
    site.on("/window", "<title>window</title>")
    url = site.on(
        "/asking",
        "<title>asking</title><script>"
        "for (let i = 0; i < 20; i++) { alert(i); window.open('/window'); }"
        "document.title = [confirm('?'), prompt('?')].join();"
        "onbeforeunload = event => event.preventDefault();</script>",
    )
    result = load(url, Piece.DOM)
    assert (result.title, result.pieces[Piece.DOM].outcome) == ("false,", CaptureOutcome.GOOD)
    assert "/window" not in site.asked


def test_server_that_stalls(site: Any, load: Load, tmp_path: Path) -> None:
    """Half a document is kept as such when its time is up; nothing at all is a timeout."""
    half = site.when("/half", lambda request: site.stall(request, b"<title>half</title><p>Half"))
    result = load(half, Piece.DOM, Piece.SCREENSHOT, deadline_s=20)
    assert {made.outcome for made in result.pieces.values()} == {CaptureOutcome.TRUNCATED}
    assert "Half" in (tmp_path / Piece.DOM.value).read_text("utf-8")
    silent = site.when("/silent", lambda request: site.is_over.wait(120))
    result = load(silent, deadline_s=6)
    assert result.outcome is CaptureOutcome.TIMEOUT
    assert {made.outcome for made in result.pieces.values()} == {CaptureOutcome.TIMEOUT}


def test_document_that_breaks_off(site: Any, load: Load) -> None:
    """A document shorter than it says is kept as truncated, without a wait for the rest."""

    def break_off(request: http.server.BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Type", "text/html")
        request.send_header("Content-Length", "100000")
        request.end_headers()
        request.wfile.write(b"<title>cut</title><p>Half a")

    result = load(site.when("/cut", break_off), Piece.DOM)
    assert result.pieces[Piece.DOM].outcome is CaptureOutcome.TRUNCATED


def test_headers_of_a_megabyte(site: Any, load: Load) -> None:
    """Endless headers are too large, at once."""

    def talk(request: http.server.BaseHTTPRequestHandler) -> None:
        request.wfile.write(b"HTTP/1.1 200 OK\r\nX: " + b"x" * 1_000_000 + b"\r\n\r\n")

    assert load(site.when("/head", talk)).outcome is CaptureOutcome.TOO_LARGE


#: Every way in that a page can try; D stands for a forbidden host and port, W for the same as ws.
WAYS_IN = """<!doctype html><title>way in</title>
<link rel=preconnect href="http://D/"><link rel=dns-prefetch href="//inside.example">
<link rel=preload as=image href="http://D/preload"><link rel=prefetch href="http://D/prefetch">
<link rel=stylesheet href="http://D/style.css"><link rel="icon" href="http://D/favicon.ico">
<style>@import url("http://D/import.css"); p { background: url("http://D/background") }
@font-face { font-family: x; src: url("http://D/font") } p { font-family: x }</style>
<script type=speculationrules>{"prerender": [{"source": "list", "urls": ["http://D/prerender"]}],
"prefetch": [{"source": "list", "urls": ["http://D/speculation"]}]}</script>
<p>text</p><img src="http://D/image"><img src="/hop"><iframe src="http://D/frame"></iframe>
<iframe src="/hop"></iframe><iframe srcdoc='<meta http-equiv=refresh content="0;http://D/meta">'>
</iframe><iframe src="file:///etc/passwd"></iframe><object data="http://D/object"></object>
<embed src="http://D/embed"><video src="http://D/video" autoplay></video>
<audio src="http://D/audio" autoplay></audio><script src="http://D/script.js"></script>
<form id=f action="http://D/form" method=post target=inner></form><iframe name=inner></iframe>
<a id=a href="/well" ping="http://D/ping">a</a><script>
fetch("http://D/fetch", {mode: "no-cors"}); fetch("/hop", {mode: "no-cors"});
fetch("http://2130706433:PORT/number", {mode: "no-cors"});
fetch("http://[::ffff:127.0.0.1]:PORT/mapped", {mode: "no-cors"});
fetch("http://localhost:PORT/name", {mode: "no-cors"});
fetch("http://rebound.example:PORT/rebound", {mode: "no-cors"});
fetch("https://127.0.0.1:PORT/tls", {mode: "no-cors"});
const x = new XMLHttpRequest(); x.open("POST", "http://D/xhr"); x.send("x");
new WebSocket("ws://D/socket"); new WebSocket("wss://D/secure-socket");
new EventSource("http://D/events"); navigator.sendBeacon("http://D/beacon", "x");
new Worker(URL.createObjectURL(new Blob([`fetch("http://D/worker", {mode: "no-cors"});
new WebSocket("ws://D/worker-socket")`])));
f.submit(); window.open("http://D/window"); a.click();
try { new WebTransport("https://D/transport") } catch (e) {}
navigator.serviceWorker?.register("/service-worker.js").catch(() => {});
for (const urls of [["stun:D"], ["turn:D?transport=tcp"], ["turn:D?transport=udp"]]) try {
  const peer = new RTCPeerConnection({iceServers: [{urls, username: "u", credential: "c"}],
                                      iceCandidatePoolSize: 2});
  peer.createDataChannel("x");
  peer.createOffer().then(offer => peer.setLocalDescription(offer));
} catch (e) {}
</script>"""


def test_every_way_in(site: Any, door: Any, load: Load) -> None:
    """Whatever a page tries, a port of this machine that is not allowed is never reached."""
    forbidden = f"127.0.0.1:{door.port}"
    site.on("/well", "<title>way in</title>")
    site.on("/hop", "", status=302, Location=f"http://{forbidden}/hopped")
    site.on("/service-worker.js", f"fetch('http://{forbidden}/service')", "text/javascript")
    html = WAYS_IN.replace("D/", f"{forbidden}/").replace("PORT", str(door.port))
    url = site.on(
        "/ways",
        html.replace('"stun:D', f'"stun:{forbidden}').replace("turn:D", f"turn:{forbidden}"),
    )
    result = load(url)
    assert door.knocks == []
    assert result.outcome is CaptureOutcome.GOOD
    assert result.refused > 20
    assert not any(str(door.port) in answer.url for answer in result.responses)
    assert "/service-worker.js" in site.asked, "it ran, and went out by the same door"


@pytest.mark.parametrize("way", ["straight", "redirect", "refresh", "script", "tls"])
def test_page_itself_is_inside(way: str, site: Any, door: Any, load: Load) -> None:
    """A page that is, or leads to, a private address is refused by name."""
    target = f"http://127.0.0.1:{door.port}/secret"
    if way == "redirect":
        url = site.on("/go", "", status=301, Location=target)
    else:
        pages = {
            "refresh": f'<meta http-equiv=refresh content="0;{target}">',
            "script": f"<script>location = '{target}'</script>",
        }
        straight = target.replace("http:", "https:") if way == "tls" else target
        url = site.on("/go", pages[way]) if way in pages else straight
    result = load(url)
    assert result.outcome is CaptureOutcome.REFUSED
    assert {made.outcome for made in result.pieces.values()} == {CaptureOutcome.REFUSED}
    assert door.knocks == []
    assert result.message
