"""Packages in the hands of other programs, where these are here.

    npm pack replaywebpage   # unpack it: STRANDLINE_REPLAYWEB=…/package
    pip install wacz         # in an environment of its own: STRANDLINE_WACZ=…/bin/wacz

Neither is installed with the tests: the validator brings some thirty packages, the player is 4 MB
of JavaScript under another licence.
"""

import io
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.blobs.local import LocalBlobs
from strandline.adapters.browser import Missing, find_browser
from strandline.adapters.capture.warc_writing import WarcFile
from strandline.adapters.replay import WarcReplayer
from strandline.core.archive.revisits import stored_payloads
from strandline.core.archive.warc_reading import Pieces
from strandline.testing.builders import NOW
from strandline.testing.documents import png
from strandline.testing.world.answers import Answer
from strandline.testing.world.scene import Ask
from strandline.testing.world.server import serving

URL = "https://courier.example/town/bridge"
PAGE = b"<!doctype html><title>Bridge</title><h1>The bridge is open</h1><img src=/boat.png>"
PATIENCE_MS = 60_000


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A second capture, whose record holds no body: the package must be complete all the same."""
    blobs = LocalBlobs(tmp_path / "objects")
    known: dict[str, Any] = {}
    for number in (1, 2):
        path = tmp_path / "page.warc.gz"
        with WarcFile(path, "tests", NOW, known) as record:
            for url, kind, body in (
                (URL, "text/html", PAGE),
                ("https://courier.example/boat.png", "image/png", png(64, 40)),
            ):
                record.answer(
                    url,
                    NOW,
                    asked=("GET", []),
                    answer=("HTTP/1.1", 200, "OK"),
                    headers=[("Content-Type", kind)],
                    body=io.BytesIO(body),
                )
        key = f"archives/A_0000000000000001/{number}/aaaaaaaa/warc/page.warc.gz"
        blobs.put(key, path, "application/warc")
        known = dict(stored_payloads(Pieces(blobs.read(key)), key))
    target = tmp_path / "page.wacz"
    with target.open("wb") as file:
        WarcReplayer(blobs, tmp_path).pack([key], file)
    return target


def test_the_validator_of_the_formats_authors_finds_nothing_wrong(package: Path) -> None:
    """`wacz validate`: structure, checksums, index."""
    command = os.environ.get("STRANDLINE_WACZ")
    if not command:
        pytest.skip("STRANDLINE_WACZ names no validator")
    words = [command, "validate", "-f", str(package)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "is valid" in done.stdout


@pytest.fixture
def player(package: Path) -> Iterator[str]:
    """Address of ReplayWeb.page on this machine, with the package beside it."""
    folder = Path(os.environ.get("STRANDLINE_REPLAYWEB") or "absent")
    if not (folder / "ui.js").is_file():
        pytest.skip("STRANDLINE_REPLAYWEB names no folder with the player")
    page = (
        "<!doctype html><script src=/ui.js></script>"
        f"<replay-web-page source=/page.wacz url={URL} replayBase=/replay/ embed=default>"
    )
    given = {
        "/": ("text/html", page.encode()),
        "/ui.js": ("text/javascript", (folder / "ui.js").read_bytes()),
        "/replay/sw.js": ("text/javascript", (folder / "sw.js").read_bytes()),
        "/page.wacz": ("application/wacz", package.read_bytes()),
    }

    def answer(_host: str, _method: str, ask: Ask) -> Answer:
        kind, body = given.get(ask.path, ("text/plain", b""))
        headers = {"accept-ranges": "bytes"}
        asked = ask.headers.get("range")
        start, end = _range(asked, len(body))
        if asked:
            headers["content-range"] = f"bytes {start}-{end - 1}/{len(body)}"
        return Answer(body[start:end], kind, 206 if asked else 200, headers)

    with serving(answer) as port:
        yield f"http://127.0.0.1:{port}/"


@pytest.mark.browser
def test_replayweb_page_shows_the_page(player: str) -> None:
    """Its heading and its picture, out of the package alone: no request goes anywhere else."""
    from playwright.sync_api import sync_playwright

    program = find_browser()
    if isinstance(program, Missing):
        pytest.skip(program.what)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        context = browser.new_context()
        asked: list[str] = []
        context.on("request", lambda request: asked.append(request.url))
        page = context.new_page()
        page.goto(player)
        shown = page.frame_locator("replay-web-page iframe").frame_locator("iframe")
        assert shown.locator("h1").inner_text(timeout=PATIENCE_MS) == "The bridge is open"
        wide = "[...document.images].every(image => image.complete && image.naturalWidth === 64)"
        frame = next(f for f in page.frames if f.url.endswith(URL))
        frame.wait_for_function(wide, timeout=PATIENCE_MS)
        assert [url for url in asked if not url.startswith((player, "data:", "blob:"))] == []
        browser.close()


def _range(header: str | None, size: int) -> tuple[int, int]:
    if not header:
        return 0, size
    first, _, last = header.removeprefix("bytes=").partition("-")
    if not first:
        return max(0, size - int(last)), size
    return int(first), min(int(last) + 1 if last else size, size)
