"""Tries the browser on a page of our own: it starts, runs scripts, draws, and cannot reach in."""

import contextlib
import http.server
import socket
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from strandline.adapters.browser.finding import Missing, find_browser
from strandline.adapters.browser.page import PageResult, Piece
from strandline.adapters.browser.pool import BrowserPool
from strandline.adapters.fetch.proxy import make_proxy
from strandline.model.archive import CaptureOutcome
from strandline.model.errors import CaptureError
from strandline.settings import FetchSettings

_PAGE = """<!doctype html><title>not yet</title><p>A page of Strandline's own.</p>
<img src="http://127.0.0.1:{port}/image"><script>
new WebSocket("ws://127.0.0.1:{port}/socket");
document.title = "drawn";
</script>"""


@dataclass(frozen=True, slots=True)
class SelfTest:
    """What was found.

    Attributes:
        is_missing: No browser: captures by it are left out, everything else works.
        advice: What to do; empty when it is fine.
    """

    is_ok: bool
    detail: str
    advice: str = ""
    is_missing: bool = False


def selftest(program: str = "", *, deadline_s: float = 60.0) -> SelfTest:
    """Start the browser, load a page, try to break in; takes a few seconds.

    Args:
        program: What `CHROMIUM_PATH` says; empty to look for one.
    """
    found = find_browser(program)
    if isinstance(found, Missing):
        return SelfTest(
            is_ok=False, is_missing=True, detail=found.what.rstrip("."), advice=found.advice
        )
    with _served() as page_port, socket.create_server(("127.0.0.1", 0)) as inside:
        inside.setblocking(False)
        proxy = make_proxy(FetchSettings(allow_private_networks=(f"127.0.0.1:{page_port}",)))
        forbidden = inside.getsockname()[1]
        with (
            BrowserPool(found, proxy, "Strandline self-test", size=1) as pool,
            tempfile.TemporaryDirectory() as folder,
        ):
            try:
                version = pool.version()
            except CaptureError as error:
                return SelfTest(is_ok=False, detail=error.message, advice=_start_advice(error))
            url = f"http://127.0.0.1:{page_port}/?{forbidden}"
            result = pool.load(url, Path(folder), [Piece.SCREENSHOT], deadline_s=deadline_s)
        with contextlib.suppress(BlockingIOError):
            inside.accept()[0].close()
            return SelfTest(
                is_ok=False,
                detail="a page reached a port of this machine",
                advice="Do not archive with this browser; please report its version: " + version,
            )
    return _judged(result, f"{found} {version}")


def _judged(result: PageResult, named: str) -> SelfTest:
    if result.outcome is not CaptureOutcome.GOOD or result.title != "drawn":
        said = result.message or f"the title is {result.title!r}"
        return SelfTest(is_ok=False, detail=f"{named}: a page was not loaded: {said}")
    picture = result.pieces[Piece.SCREENSHOT]
    if picture.path is None:
        return SelfTest(is_ok=False, detail=f"{named}: no picture: {picture.message}")
    if not result.refused:
        return SelfTest(is_ok=False, detail=f"{named}: requests went past the proxy")
    return SelfTest(is_ok=True, detail=named)


def _start_advice(error: CaptureError) -> str:
    if "sandbox" in error.message.lower():
        return "Allow user namespaces on this machine: Chromium's sandbox needs them."
    return "Try to start it by hand: PROGRAM --headless --dump-dom about:blank."


@contextlib.contextmanager
def _served() -> Iterator[int]:
    """Serves the page on loopback; the port that it may not reach stands in its query."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = _PAGE.format(port=int(self.path.partition("?")[2] or 0)).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5.0)
