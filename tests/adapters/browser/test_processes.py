"""Nothing is left of a browser that was killed, of one whose owner was, or of ten pages."""

import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.browser import (
    BrowserPool,
    Missing,
    PageResult,
    Piece,
    find_browser,
    selftest,
)
from strandline.adapters.browser.pool import sweep_folders
from strandline.adapters.browser.processes import browser_group, corpses, members, memory_bytes
from strandline.adapters.browser.session import FOLDER_PREFIX, Ask, BrowserSession
from strandline.adapters.fetch.proxy import GuardProxy
from strandline.model.archive import CaptureOutcome

pytestmark = pytest.mark.browser


def work_folder(owner: int) -> Path:
    """The folder of the one browser of a process."""
    (folder,) = Path(tempfile.gettempdir()).glob(f"{FOLDER_PREFIX}{owner}-*")
    return folder


def await_end(process: int) -> None:
    """Wait until a process of somebody else is gone."""
    try:
        handle = os.pidfd_open(process)
    except ProcessLookupError:
        return
    try:
        assert select.select([handle], [], [], 20)[0], f"{process} still runs"
    finally:
        os.close(handle)


def await_fewer(group: int, most: int, longest_s: float = 20) -> None:
    """Wait while renderers of pages that were closed are still going down."""
    over = time.monotonic() + longest_s
    while len(list(members(group))) > most and time.monotonic() < over:
        time.sleep(0.05)


@pytest.fixture
def own_pool(program: Path, proxy: GuardProxy) -> Any:
    """A pool of its own, so that the shared one keeps its browser."""
    with BrowserPool(program, proxy, "tests", size=1, pages_each=2) as made:
        yield made


def newest_group(before: set[Path]) -> tuple[Path, int]:
    """Folder and process group of the browser that was started since."""
    (folder,) = set(Path(tempfile.gettempdir()).glob(f"{FOLDER_PREFIX}{os.getpid()}-*")) - before
    return folder, browser_group(folder)


def folders() -> set[Path]:
    return set(Path(tempfile.gettempdir()).glob(f"{FOLDER_PREFIX}{os.getpid()}-*"))


def test_a_process_that_ended_is_seen_until_it_is_noted() -> None:
    """One call tells it, so that nobody lists all processes in vain."""
    ask = "from strandline.adapters.browser.processes import has_corpses; import os, subprocess"
    look = (
        "print(has_corpses()); one = subprocess.Popen(['true'])\n"
        "os.waitid(os.P_PID, one.pid, os.WEXITED | os.WNOWAIT)\n"
        "print(has_corpses()); one.wait(); print(has_corpses())"
    )
    said = subprocess.run([sys.executable, "-c", f"{ask}\n{look}"], check=True, capture_output=True)
    assert said.stdout.split() == [b"False", b"True", b"False"]


def test_browser_is_replaced_and_leaves_nothing(
    site: Any, own_pool: BrowserPool, tmp_path: Path
) -> None:
    """After its pages a browser goes with all its processes and its folder."""
    before = folders()
    url = site.on("/plain", "<title>plain</title>")
    own_pool.version()
    _, group = newest_group(before)
    assert len(list(members(group))) >= 3
    for _ in range(2):
        assert own_pool.load(url, tmp_path, [Piece.DOM], deadline_s=60).title == "plain"
    assert [*members(group), *corpses([group])] == []
    assert folders() == before


def test_browser_that_dies_between_pages(site: Any, own_pool: BrowserPool, tmp_path: Path) -> None:
    """A browser that was killed while it waited costs no page."""
    before = folders()
    own_pool.version()
    _, group = newest_group(before)
    os.kill(group, signal.SIGKILL)
    url = site.on("/plain", "<title>plain</title>")
    assert own_pool.load(url, tmp_path, [Piece.DOM], deadline_s=60).title == "plain"


def test_browser_that_dies_under_a_page(site: Any, own_pool: BrowserPool, tmp_path: Path) -> None:
    """A browser that is killed in the middle of a page fails that page and no other."""
    before = folders()
    own_pool.version()
    folder, group = newest_group(before)

    def kill(request: Any) -> None:
        os.kill(group, signal.SIGKILL)

    result = own_pool.load(site.when("/murder", kill), tmp_path, deadline_s=60)
    assert result.outcome is CaptureOutcome.FAILED
    assert list(members(group)) == []
    assert list(corpses([group])) == [], "nobody waits for a parent to take note"
    assert not folder.exists()
    url = site.on("/plain", "<title>plain</title>")
    assert own_pool.load(url, tmp_path, [Piece.DOM], deadline_s=60).title == "plain"


def test_pool_that_is_closed_under_a_page(site: Any, own_pool: BrowserPool, tmp_path: Path) -> None:
    """Closing ends a page that is being loaded, as failed."""
    before = folders()
    results: list[PageResult] = []

    def close(request: Any) -> None:
        threading.Thread(target=own_pool.close, daemon=True).start()
        site.is_over.wait(60)

    url = site.when("/closing", close)
    results.append(own_pool.load(url, tmp_path, deadline_s=60))
    assert results[0].outcome is CaptureOutcome.FAILED
    assert folders() == before
    assert own_pool.load(url, tmp_path, deadline_s=5).outcome is CaptureOutcome.FAILED


OWNER = """
import sys
from pathlib import Path
from strandline.adapters.browser import BrowserPool
from strandline.adapters.fetch.proxy import make_proxy
from strandline.settings import FetchSettings
proxy = make_proxy(FetchSettings(allow_private_networks=(sys.argv[1],)))
pool = BrowserPool(Path(sys.argv[2]), proxy, "tests", size=1)
pool.load(f"http://{sys.argv[1]}/hold", Path(sys.argv[3]), deadline_s=100)
"""


def test_owner_that_is_killed(site: Any, program: Path, tmp_path: Path) -> None:
    """kill -9 of the process that has the browser, in the middle of a page, leaves nothing."""
    reached = threading.Event()

    def hold(request: Any) -> None:
        reached.set()
        site.is_over.wait(120)

    site.when("/hold", hold)
    address = f"127.0.0.1:{site.port}"
    owner = subprocess.Popen([sys.executable, "-c", OWNER, address, str(program), str(tmp_path)])
    try:
        assert reached.wait(60)
        folder = work_folder(owner.pid)
        group = browser_group(folder)
        running = list(members(group))
        assert len(running) >= 3
    finally:
        owner.kill()
        owner.wait()
    for process in running:
        await_end(process)
    assert list(members(group)) == []
    sweep_folders()
    assert not folder.exists()


def test_page_that_eats_memory(site: Any, program: Path, proxy: GuardProxy, tmp_path: Path) -> None:
    """A page over the limit of memory is given up with its browser."""
    url = site.on(
        "/eats",
        "<title>eats</title><script>const kept = [];"
        "setInterval(() => kept.push(new Uint8Array(5e7).fill(kept.length)), 20);"
        "fetch('/never')</script>",
    )
    site.when("/never", lambda request: site.is_over.wait(60))
    session = BrowserSession(program, "tests", memory_bytes_limit=600_000_000)
    try:
        with proxy.session(door=session.door()) as way_out:
            ask = Ask(url, tmp_path, frozenset([Piece.PDF]), max_bytes=10**6, record_bytes=0)
            result = session.load(ask, proxy=way_out, deadline_s=60)
    finally:
        session.close()
    assert (result.outcome, result.message) == (
        CaptureOutcome.FAILED,
        "the page took too much memory",
    )


def test_ten_pages(site: Any, program: Path, proxy: GuardProxy, tmp_path: Path) -> None:
    """Ten pages in one browser: processes, memory, threads and open files stay flat."""
    url = site.on("/one", "<title>one</title>" + "<p>word</p>" * 200)
    before = folders()
    seen: list[tuple[int, int, int, int]] = []
    with BrowserPool(program, proxy, "tests", size=1) as pool:
        for number in range(10):
            result = pool.load(url, tmp_path, [Piece.SCREENSHOT], deadline_s=60)
            assert result.pieces[Piece.SCREENSHOT].outcome is CaptureOutcome.GOOD
            if number in (2, 9):
                _, group = newest_group(before)
                if seen:
                    await_fewer(group, seen[0][0] + 1)
                files = len(list(Path("/proc/self/fd").iterdir()))
                seen.append(
                    (
                        len(list(members(group))),
                        memory_bytes(group),
                        threading.active_count(),
                        files,
                    )
                )
    (processes, memory, threads, files), later = seen
    assert later[0] <= processes + 1
    assert later[1] <= memory * 1.25 + 30_000_000
    assert later[2] <= threads + 2
    assert later[3] <= files + 4


@pytest.mark.parametrize("name", ["chromium-headless-shell", "chromium"])
def test_selftest_finds_the_browser(name: str, program: Path) -> None:
    """Each browser of this machine starts, draws, and is kept from loopback."""
    found = find_browser(name)
    if isinstance(found, Missing):
        pytest.skip(f"{program.name} is here, {name} is not")
    tested = selftest(name)
    assert tested.is_ok, tested
    assert str(found) in tested.detail


def test_selftest_of_what_does_not_start() -> None:
    """A program that is no browser is told as such, with a way out."""
    found = selftest("/bin/false")
    assert not found.is_ok
    assert not found.is_missing
    assert found.advice
