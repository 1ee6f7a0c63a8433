"""The browser as it is shut in: it loads pages in each way, and keeps a sandbox of its own."""

from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from strandline.adapters.browser import BrowserPool, Piece, session
from strandline.adapters.browser.processes import browser_group, members
from strandline.adapters.browser.selftest import selftest
from strandline.adapters.enclosure import examine, trial
from strandline.adapters.fetch.proxy import GuardProxy
from strandline.model.enclosure import Held, Way

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("way", list(Way))
def test_pages_are_loaded_in_each_way(
    way: Way, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However it is shut in, a page is loaded through the proxy, and reaches no other port."""
    if way is not Way.NONE:
        try:
            trial._try(way)
        except OSError as error:
            pytest.skip(f"not with this kernel: {error}")
    monkeypatch.setattr(session, "what_holds_here", lambda: Held(way, is_root=False))
    tested = selftest(str(program))
    assert tested.is_ok, tested.detail


def test_its_own_sandbox_is_on(site: Any, program: Path, proxy: GuardProxy, tmp_path: Path) -> None:
    """Where the enclosure is a namespace, root's browser too runs pages in Chromium's sandbox."""
    held = examine()
    if held.way is not Way.NAMESPACE or held.is_root:
        pytest.skip("no user namespaces here")
    seen: list[tuple[str, str]] = []
    own = Path("/proc/self/ns/pid").readlink()

    def look(request: Any) -> None:
        """While the page is loaded: how each of the browser's processes runs."""
        (busy,) = pool._busy
        for pid in members(browser_group(busy._folder)):
            words = Path(f"/proc/{pid}/cmdline").read_bytes().decode().replace("\0", " ")
            status = Path(f"/proc/{pid}/status").read_text()
            filtered = next(line for line in status.splitlines() if line.startswith("Seccomp:"))
            jailed = Path(f"/proc/{pid}/ns/pid").readlink() != own
            seen.append((words, f"{filtered.split()[1]} {jailed}"))
        request.send_response(204)
        request.end_headers()

    site.when("/look", look)
    url = site.on("/sandboxed", "<title>in</title><img src=/look>")
    with BrowserPool(program, proxy, "tests", size=1, pages_each=1) as pool:
        assert pool.load(url, tmp_path, [Piece.DOM], deadline_s=60).title == "in"
    assert seen
    assert [words for words, _ in seen if "--no-sandbox" in words] == []
    renderers = {how for words, how in seen if "--type=renderer" in words}
    assert renderers == {"2 True"}  # a filter of system calls, and processes of its own


def test_without_a_sandbox_it_starts_and_says_so(program: Path, tmp_path: Path) -> None:
    """Where Chromium may make no namespaces of users, it runs without, and the log tells it."""
    if examine().is_root:
        pytest.skip("root gets none anywhere")
    refusing = tmp_path / program.name
    refusing.write_text(
        '#!/bin/sh\ncase " $* " in *" --no-sandbox "*) exec '
        f'{program} "$@" ;; esac\necho "No usable sandbox!" >&2\nexit 1\n'
    )
    refusing.chmod(0o755)
    session._tell_without_sandbox.cache_clear()
    with capture_logs() as told:
        session.BrowserSession(refusing, "tests").close()
    assert "browser_without_sandbox" in {entry["event"] for entry in told}
