"""Kept pages beside the pages that they were: our replay, pywb and ReplayWeb.page on one WARC.

    python bench/replay.py [--only KIND ...] [--pywb BIN_FOLDER] [--replayweb FOLDER]
                           [--pictures FOLDER] [--sent]

A server on loopback answers the pages of `replay_pages.py`; each is photographed in Chromium and
captured by a `strandline worker`. Then the server answers nothing any more and counts who comes,
and every player shows each page out of its record, scrolled through as the live page was. `ssim`
is the mean structural similarity over the parts where either picture shows something (1: the same
picture), `text` the share of the live page's words that the replay shows. The players are run,
never shipped: `--pywb` is the `bin` of an environment with pywb, `--replayweb` an unpacked
`npm pack replaywebpage`.
"""

import argparse
import base64
import contextlib
import http.server
import io
import platform
import re
import shutil
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, CDPSession, Error, Page, sync_playwright

from archive import Ours
from replay_pages import kinds

WIDTH, HEIGHT, TALLEST = 1280, 800, 6000
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    # One process a page: its frames are looked into.
    "--disable-site-isolation-trials",
    "--disable-features=IsolateSandboxedIframes,IsolateOrigins,site-per-process",
)
SETTLE_MS = 500


@dataclass
class Shown:
    """What a page shows."""

    picture: "np.ndarray[Any, Any]"
    words: Counter[str]


@dataclass
class Site:
    """The pages, until it closes; afterwards it counts who comes."""

    files: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    is_closed: bool = False
    late: list[str] = field(default_factory=list)
    origins: list[str] = field(default_factory=list)


@contextmanager
def served(only: list[str]) -> Iterator[tuple[Site, list[str]]]:
    site = Site()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = re.sub(r"[^\x21-\x7e]", lambda odd: quote(odd[0]), self.path.partition("?")[0])
            kind, body = site.files.get(path, ("text/plain", b"not here"))
            status = 200 if path in site.files else 404
            if site.is_closed:
                site.late.append(self.path)
                status, kind, body = 503, "text/plain", b"closed"
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body)

        do_HEAD = do_GET  # noqa: N815 - the name that http.server calls

        def log_message(self, *_: Any) -> None:
            pass

    class Server(http.server.ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: Any) -> None:
            """Browsers hang up when they have seen enough."""

    servers = [Server((host, 0), Handler) for host in ("127.0.0.1", "127.0.0.2")]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        site.origins.append(f"http://{server.server_address[0]!s}:{server.server_port}")
    made = kinds(site.origins[1])
    names = [name for name in made if not only or name in only]
    for name in names:
        for path, answer in made[name].items():
            site.files[f"/{name}/{path}"] = answer
    yield site, names
    for server in servers:
        server.shutdown()


def look(page: Page, url: str) -> Shown:
    """Open, scroll through, photograph, read."""
    page.goto(url, wait_until="load", timeout=30_000)
    return photograph(page)


def photograph(page: Page) -> Shown:
    cdp = page.context.new_cdp_session(page)
    with contextlib.suppress(Error):
        page.wait_for_load_state("networkidle", timeout=5_000)
    y = 0
    while y < min(TALLEST, height_of(cdp)):
        scroll_to(cdp, y := y + 400)
        page.wait_for_timeout(30)
    scroll_to(cdp, 0)
    page.wait_for_timeout(SETTLE_MS)
    height = max(HEIGHT, min(TALLEST, height_of(cdp)))
    clip = {"x": 0, "y": 0, "width": WIDTH, "height": height, "scale": 1}
    whole = {"format": "png", "captureBeyondViewport": True, "clip": clip}
    data = base64.b64decode(cdp.send("Page.captureScreenshot", whole)["data"])
    picture = np.asarray(Image.open(io.BytesIO(data)).convert("RGB"), dtype=np.float32)
    shot = cdp.send("DOMSnapshot.captureSnapshot", {"computedStyles": ["visibility", "opacity"]})
    return Shown(picture, words_of(shot))


def height_of(cdp: CDPSession) -> int:
    return int(cdp.send("Page.getLayoutMetrics")["cssContentSize"]["height"])


def scroll_to(cdp: CDPSession, y: int) -> None:
    """From outside: in a page without scripts no promise is ever kept."""
    step = f"scrollTo({{top: {y}, behavior: 'instant'}})"
    cdp.send("Runtime.evaluate", {"expression": step})


def words_of(shot: dict[str, Any]) -> Counter[str]:
    """Words that have a place in the layout of the page or of a frame in it."""
    words: Counter[str] = Counter()
    for document in shot["documents"]:
        layout = document["layout"]
        for index, styles in zip(layout["text"], layout["styles"], strict=True):
            hidden = styles and shot["strings"][styles[0]] == "hidden"
            text = shot["strings"][index] if index >= 0 and not hidden else ""
            words.update(re.findall(r"[⺀-鿿]|[^\W⺀-鿿]+", text.casefold()))
    return words


def recall(live: Counter[str], kept: Counter[str]) -> float:
    total = sum(live.values())
    return sum(min(count, kept[word]) for word, count in live.items()) / total if total else 1.0


def similarity(one: "np.ndarray[Any, Any]", two: "np.ndarray[Any, Any]") -> float:
    """Mean SSIM (7 by 7, uniform) of all colours at half size, where either shows something."""
    if np.array_equal(one, two):
        return 1.0
    tall = max(one.shape[0], two.shape[0])
    first, second = (_halved(_padded(p, tall)) for p in (one, two))
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    mean_1, mean_2 = _blurred(first), _blurred(second)
    var_1 = _blurred(first * first) - mean_1**2
    var_2 = _blurred(second * second) - mean_2**2
    both = _blurred(first * second) - mean_1 * mean_2
    score = ((2 * mean_1 * mean_2 + c1) * (2 * both + c2)) / (
        (mean_1**2 + mean_2**2 + c1) * (var_1 + var_2 + c2)
    )
    # Bare paper is like bare paper, whatever the page says.
    drawn = ((var_1 > 4) | (var_2 > 4) | (abs(mean_1 - mean_2) > 8)).any(axis=2)
    drawn |= (first.min(axis=2) < 230)[3:-3, 3:-3]
    return float(score.mean(axis=2)[drawn].mean()) if drawn.any() else 1.0


def _padded(picture: "np.ndarray[Any, Any]", tall: int) -> "np.ndarray[Any, Any]":
    missing = ((0, tall - picture.shape[0] + tall % 2), (0, WIDTH - picture.shape[1]), (0, 0))
    return np.pad(picture, missing, constant_values=255)


def _halved(picture: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    tall, wide, _ = picture.shape
    parts = picture.reshape(tall // 2, 2, wide // 2, 2, 3)
    return np.asarray(parts.mean(axis=(1, 3), dtype=np.float64))


def _blurred(picture: "np.ndarray[Any, Any]", size: int = 7) -> "np.ndarray[Any, Any]":
    sums = np.pad(picture.cumsum(0).cumsum(1), ((1, 0), (1, 0), (0, 0)))
    box = sums[size:, size:] - sums[:-size, size:] - sums[size:, :-size] + sums[:-size, :-size]
    return np.asarray(box / size**2)


@contextmanager
def ours(place: Ours, urls: list[str], *, sent: bool) -> Iterator[list[str]]:
    """Our replay; the address of each page, empty for one that is not kept."""
    from strandline.pipelines.archive.demand import _known
    from strandline.settings import load_settings
    from strandline.web import serve_site
    from strandline.web.replayed import page_of
    from strandline.wiring import open_ports

    settings = load_settings(environ=place.environ)
    web = settings.web.model_copy(update={"port": 0, "host": "127.0.0.1"})
    settings = settings.model_copy(update={"web": web})
    with open_ports(settings, blobs=True) as ports, serve_site(ports, settings) as site:
        found = []
        for url in urls:
            article = _known(ports, url)
            kept = ports.store.artifacts(article.article_uuid) if article else ()
            page = page_of(kept, sent=sent)
            found.append(f"{site.replay_url}/replay/{page.artifact_id}/" if page else "")
        yield found


def records(place: Ours, urls: list[str], folder: Path) -> list[Path | None]:
    """The WARC of each page, under names of their own."""
    from strandline.model.archive import ArtifactKind
    from strandline.pipelines.archive.demand import _known
    from strandline.settings import load_settings
    from strandline.wiring import open_ports

    folder.mkdir()
    found: list[Path | None] = []
    with open_ports(load_settings(environ=place.environ), blobs=True) as ports:
        for number, url in enumerate(urls):
            article = _known(ports, url)
            kept = ports.store.artifacts(article.article_uuid) if article else ()
            key = next((a.key for a in kept if a.kind is ArtifactKind.WARC), None)
            path = folder / f"{number}.warc.gz" if key else None
            if key and path:
                assert ports.blobs is not None
                path.write_bytes(b"".join(ports.blobs.read(key)))
            found.append(path)
    return found


@contextmanager
def pywb(programs: Path, warcs: list[Path | None], urls: list[str]) -> Iterator[list[str]]:
    with tempfile.TemporaryDirectory() as name, socket_port() as port:
        manager = [str(programs / "wb-manager")]
        quiet: dict[str, Any] = {"cwd": name, "stdout": subprocess.DEVNULL}
        quiet["stderr"] = subprocess.DEVNULL
        subprocess.run([*manager, "init", "pages"], check=True, **quiet)
        # The page by itself, without a frame and a banner around it.
        Path(name, "config.yaml").write_text("framed_replay: false\n")
        Path(name, "templates").mkdir(exist_ok=True)
        Path(name, "templates", "banner.html").write_text("")
        paths = [str(path) for path in warcs if path]
        subprocess.run([*manager, "add", "pages", *paths], check=True, **quiet)
        command = [str(programs / "wayback"), "-b", "127.0.0.1", "-p", str(port)]
        process = subprocess.Popen(command, **quiet)
        try:
            wait_for(port)
            yield [f"http://127.0.0.1:{port}/pages/{url}" for url in urls]
        finally:
            process.terminate()
            process.wait()


@contextmanager
def socket_port() -> Iterator[int]:
    import socket

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = int(found.getsockname()[1])
    yield port


def wait_for(port: int) -> None:
    import socket

    for _ in range(200):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.2)
    raise SystemExit(f"nothing listens on port {port}")


@contextmanager
def replayweb(package: Path, warcs: list[Path | None], urls: list[str]) -> Iterator[list[str]]:
    """Its web component; each address is a page around one record."""
    player = {
        "/ui.js": (package / "ui.js").read_bytes(),
        "/replay/sw.js": (package / "sw.js").read_bytes(),
    }

    class Handler(http.server.SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            number = int(found[0]) if (found := re.findall(r"\d+", path)) else 0
            if path in player:
                kind, body = "text/javascript", player[path]
            elif path.endswith(".warc.gz") and (warc := warcs[number]):
                kind, body = "application/octet-stream", warc.read_bytes()
            elif path.startswith("/page/"):
                kind = "text/html"
                body = (
                    "<!doctype html><style>*{margin:0}replay-web-page{display:block;height:100vh}"
                    "</style><script src=/ui.js></script><replay-web-page embed=replayonly "
                    f"source=/{number}.warc.gz url='{urls[number]}' replayBase=/replay/>"
                ).encode()
            else:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body)

        do_HEAD = do_GET  # noqa: N815 - the name that http.server calls

        def log_message(self, *_: Any) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield [f"http://127.0.0.1:{server.server_port}/page/{n}" for n in range(len(urls))]
    server.shutdown()


def look_within(page: Page, url: str) -> Shown:
    """ReplayWeb.page shows a page in its own frames alone: these are made as tall as the page."""
    page.goto(url, timeout=30_000)
    frame = None
    for _ in range(300):
        frame = next((f for f in page.frames if "mp_/" in f.url), None)
        if frame is not None:
            break
        page.wait_for_timeout(200)
    if frame is None:
        raise Error("no replay frame")
    with contextlib.suppress(Error):
        frame.wait_for_load_state("networkidle", timeout=5_000)
    y, tall = 0, "document.documentElement.scrollHeight"
    while y < min(TALLEST, int(frame.evaluate(tall))):
        y += 400
        frame.evaluate(f"scrollTo({{top: {y}, behavior: 'instant'}})")
        page.wait_for_timeout(30)
    frame.evaluate("scrollTo({top: 0, behavior: 'instant'})")
    height = max(HEIGHT, min(TALLEST, int(frame.evaluate(tall))))
    page.set_viewport_size({"width": WIDTH, "height": height})
    return photograph(page)


def all_of(
    browser: Browser, addresses: list[str], how: Callable[[Page, str], Shown]
) -> list[Shown | None]:
    found: list[Shown | None] = []
    for address in addresses:
        context = browser.new_context(
            viewport={"width": WIDTH, "height": HEIGHT}, reduced_motion="reduce", timezone_id="UTC"
        )
        try:
            found.append(how(context.new_page(), address) if address else None)
        except Error as error:
            print(f"  {address}: {error.message.splitlines()[0][:120]}", flush=True)
            found.append(None)
        context.close()
    return found


def scored(live: Shown, shown: Shown | None) -> tuple[float, float]:
    if shown is None:
        return 0.0, 0.0
    return similarity(live.picture, shown.picture), recall(live.words, shown.words)


def table(names: list[str], players: dict[str, list[tuple[float, float]]]) -> None:
    print(f"{'':20}" + "".join(f"{name:>16}" for name in players))
    rows = list(zip(*players.values(), strict=True))
    for kind, row in zip(names, rows, strict=True):
        print(f"{kind:20}" + "".join(f"{s:9.3f}{t:7.2f}" for s, t in row))
    means = [np.mean(values, axis=0) for values in players.values()]
    print(f"{'mean':20}" + "".join(f"{s:9.3f}{t:7.2f}" for s, t in means))
    best = [max((s for s, _ in row[1:]), default=0.0) for row in rows]
    behind = [k for k, row, b in zip(names, rows, best, strict=True) if row[0][0] < 0.8 * b]
    print("below .8 of the better peer: " + (", ".join(behind) or "none"))


def keep(folder: Path, player: str, names: list[str], shown: list[Shown | None]) -> None:
    folder.mkdir(exist_ok=True)
    for name, one in zip(names, shown, strict=True):
        if one is not None:
            Image.fromarray(one.picture.astype("uint8")).save(folder / f"{name}.{player}.png")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--only", nargs="+", default=[])
    parser.add_argument("--pywb", type=Path)
    parser.add_argument("--replayweb", type=Path)
    parser.add_argument("--pictures", type=Path, help="Keep every picture here.")
    parser.add_argument(
        "--sent", action="store_true", help="Our replay of the page as it was sent."
    )
    chosen = parser.parse_args()
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium") or ""
    print(f"{platform.platform()}, Python {platform.python_version()}, {program}", flush=True)
    with (
        tempfile.TemporaryDirectory(prefix="bench-replay-") as name,
        served(chosen.only) as (site, asked),
        sync_playwright() as playwright,
    ):
        folder, urls = Path(name), [f"{site.origins[0]}/{kind}/" for kind in asked]
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        seen = dict(zip(asked, all_of(browser, urls, look), strict=True))
        names = [kind for kind in asked if seen[kind] is not None]
        live = [shown for shown in seen.values() if shown is not None]
        urls = [f"{site.origins[0]}/{kind}/" for kind in names]
        place = Ours(folder, 1)
        row = place.run(urls, "ours")
        print(f"captured {row.good} of {row.pages}: {row.note}", flush=True)
        site.is_closed = True
        players: dict[str, list[tuple[float, float]]] = {}
        reached = {}
        warcs = records(place, urls, folder / "warcs")
        ways: dict[str, tuple[Any, Any]] = {
            "ours": (ours(place, urls, sent=chosen.sent), look),
        }
        if chosen.pywb:
            ways["pywb"] = (pywb(chosen.pywb, warcs, urls), look)
        if chosen.replayweb:
            ways["replayweb"] = (replayweb(chosen.replayweb, warcs, urls), look_within)
        for player, (way, how) in ways.items():
            with way as addresses:
                before = len(site.late)
                found = all_of(browser, addresses, how)
                reached[player] = len(site.late) - before
            if chosen.pictures:
                keep(chosen.pictures, player, names, found)
            players[player] = [scored(*pair) for pair in zip(live, found, strict=True)]
            bad = [k for k, (s, t) in zip(names, players[player], strict=True) if min(s, t) < 0.99]
            print(f"{player} is done; less than .99: {' '.join(bad)}", flush=True)
        if chosen.pictures:
            keep(chosen.pictures, "live", names, list(live))
        browser.close()
        table(names, players)
        print("requests that reached the site: " + str(reached))


if __name__ == "__main__":
    main()
