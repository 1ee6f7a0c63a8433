"""Our replay, pywb and ReplayWeb.page, each with the addresses at which it shows some pages."""

import contextlib
import re
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from archive import Ours
from loopback import listening
from strandline.model.archive import Artifact, ArtifactKind
from strandline.ports import Ports
from strandline.testing.world.answers import Answer, html, not_found


def kept_of(ports: Ports, url: str) -> Sequence[Artifact]:
    from strandline.core.urls import identify
    from strandline.pipelines.archive.demand import article_at

    found = article_at(ports.store, identify(url))
    return ports.store.artifacts(found[0].article_uuid) if found and found[1] else ()


@contextmanager
def ours(place: Ours, urls: list[str], *, sent: bool) -> Iterator[list[str]]:
    """Our replay; the address of each page, empty for one that is not kept."""
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
            kept = kept_of(ports, url)
            page = page_of(kept, sent=sent)
            found.append(f"{site.replay_url}/replay/{page.artifact_id}/" if page else "")
        yield found


def records(place: Ours, urls: list[str], folder: Path) -> list[Path | None]:
    """The WARC of each page, under names of their own."""
    from strandline.settings import load_settings
    from strandline.wiring import open_ports

    folder.mkdir()
    found: list[Path | None] = []
    with open_ports(load_settings(environ=place.environ), blobs=True) as ports:
        for number, url in enumerate(urls):
            kept = kept_of(ports, url)
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
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = int(found.getsockname()[1])
    yield port


def wait_for(port: int) -> None:
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

    def answer(path: str) -> Answer:
        number = int(found[0]) if (found := re.findall(r"\d+", path)) else 0
        if path in player:
            return Answer(player[path], "text/javascript")
        if path.endswith(".warc.gz") and (warc := warcs[number]):
            return Answer(warc.read_bytes(), "application/octet-stream")
        if path.startswith("/page/"):
            return html(
                "<!doctype html><style>*{margin:0}replay-web-page{display:block;height:100vh}"
                "</style><script src=/ui.js></script><replay-web-page embed=replayonly "
                f"source=/{number}.warc.gz url='{urls[number]}' replayBase=/replay/>"
            )
        return not_found()

    with listening(answer) as origins:
        yield [f"{origins[0]}/page/{n}" for n in range(len(urls))]
