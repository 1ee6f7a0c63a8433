"""Workers that end with SIGKILL while their browser loads a page: no Chromium outlives them."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from strandline.adapters.blobs import open_blobs
from strandline.adapters.browser import Missing, find_browser
from strandline.adapters.store import open_store
from strandline.core.urls import article_uuid, identify
from strandline.model.archive import ArchiveJob, ArtifactKind, JobStatus
from strandline.model.articles import IngestBatch
from strandline.settings import DatabaseSettings, StorageSettings
from strandline.testing.builders import NOW, an_article
from strandline.testing.world.answers import Answer
from strandline.testing.world.scene import Ask
from strandline.testing.world.server import serving

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(isinstance(find_browser(), Missing), reason="needs Chromium"),
]

MORTAL = Path(__file__).parent / "mortal_browser.py"
KILLS = 3
#: A browser whose worker is gone has so many seconds to end.
PATIENCE_S = 30
LONG_S = 180

PAGE = (
    "<!doctype html><title>A bridge</title><h1>A bridge</h1><p>It is closed until the middle of "
    "May, and the traffic goes round by the mill.</p><img src='/held.png' width='9' height='9'>"
)


@dataclass
class Site:
    """A page whose picture is not sent until it is let go: until then the browser waits."""

    url: str = ""
    reached: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    let_go: threading.Event = field(default_factory=threading.Event)


@pytest.fixture
def site() -> Iterator[Site]:
    site = Site()

    def answer(_host: str, _method: str, ask: Ask) -> Answer:
        if ask.path != "/held.png":
            return Answer(PAGE.encode(), "text/html")
        site.reached.release()
        site.let_go.wait(LONG_S)
        return Answer(content_type="image/png")

    with serving(answer) as port:
        site.url = f"http://127.0.0.1:{port}"
        yield site
        site.let_go.set()


def processes() -> dict[int, tuple[int, str, str]]:
    """Every process: id → (parent, start time, name)."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                head, _, tail = (entry / "stat").read_text().rpartition(")")
            except OSError:
                continue
            words = tail.split()
            if words[0] != "Z":
                found[int(entry.name)] = (int(words[1]), words[19], head.partition("(")[2])
    return found


def family(root: int) -> dict[int, tuple[int, str, str]]:
    """A process and all that descend from it."""
    everyone = processes()
    members = {root}
    while True:
        more = {pid for pid, (parent, _, _) in everyone.items() if parent in members} - members
        if not more:
            return {pid: everyone[pid] for pid in members if pid in everyone}
        members |= more


def alive(members: dict[int, tuple[int, str, str]]) -> dict[int, str]:
    """Which of these processes still live; another one with the same id is another one."""
    now = processes()
    return {
        pid: name
        for pid, (_, start, name) in members.items()
        if pid in now and now[pid][1] == start
    }


def wait_for_the_end(members: dict[int, tuple[int, str, str]]) -> dict[int, str]:
    """Those that do not end in time."""
    deadline = time.monotonic() + PATIENCE_S
    while (left := alive(members)) and time.monotonic() < deadline:
        threading.Event().wait(0.05)
    return left


def queue(data: Path, url: str) -> None:
    store = open_store(DatabaseSettings(path=data / "s.sqlite3"))
    identity = identify(url)
    article = an_article(
        identity.canonical, article_uuid=article_uuid(identity.canonical), url_key=identity.key
    )
    store.ingest(IngestBatch(now=NOW, articles=(article,)))
    store.enqueue([ArchiveJob(article.article_uuid, article.article_url_final, "127.0.0.1", NOW)])
    store.close()


def test_no_browser_outlives_its_worker(tmp_path: Path, site: Site) -> None:
    """Killed again and again in the middle of a page: no process is left, and the job succeeds."""
    queue(tmp_path, f"{site.url}/bridge")
    environ = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "DATABASE_PATH": str(tmp_path / "s.sqlite3"),
        "STORAGE_PATH": str(tmp_path / "artifacts"),
        "ALLOW_PRIVATE_NETWORKS": site.url.removeprefix("http://"),
        "HOST_DELAY_SECONDS": "0",
        "PARSE_TIMEOUT_SECONDS": "60",
        "CAPTURE_DEADLINE_SECONDS": "240",
        "LOG_LEVEL": "error",
    }
    zygote = subprocess.Popen(
        [sys.executable, str(MORTAL), str(KILLS), NOW.isoformat()],
        env=environ,
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert zygote.stdin is not None
    assert zygote.stdout is not None
    try:
        # A job is given up after five lost workers: the last one is let live.
        for number in range(1, KILLS + 1):
            worker = int(zygote.stdout.readline())
            assert site.reached.acquire(timeout=LONG_S)
            members = family(worker)
            assert any("chrom" in name or "headless" in name for _, _, name in members.values())
            if number == KILLS:
                site.let_go.set()
            zygote.stdin.write("end\n" if number == KILLS else "kill\n")
            zygote.stdin.flush()
            assert zygote.stdout.readline().strip() == "over"
            assert wait_for_the_end(members) == {}
    finally:
        zygote.communicate(timeout=LONG_S)
    store = open_store(DatabaseSettings(path=tmp_path / "s.sqlite3"))
    (job,) = store.jobs()
    kinds = {artifact.kind for artifact in store.artifacts(job.article_uuid)}
    named = {artifact.key for batch in store.every_artifact() for artifact in batch}
    store.close()
    assert job.status is JobStatus.SUCCEEDED
    assert {ArtifactKind.SCREENSHOT, ArtifactKind.PDF, ArtifactKind.DOM} <= kinds
    blobs = open_blobs(StorageSettings(path=tmp_path / "artifacts"), {})
    assert {key for key, _ in blobs.keys("")} == named
