"""What is decided about a browser without starting one."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from strandline.adapters.browser import BrowserPool, Missing, Piece, find_browser, selftest
from strandline.adapters.browser.messages import LineReader, ProcessGone, encoded
from strandline.adapters.browser.pool import sweep_folders
from strandline.adapters.browser.processes import members, memory_bytes
from strandline.adapters.browser.session import FOLDER_PREFIX
from strandline.adapters.fetch.proxy import make_proxy
from strandline.model.archive import CaptureOutcome
from strandline.settings import FetchSettings


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """Reading and writing end."""
    ends = os.pipe()
    yield ends
    for end in ends:
        os.close(end)


def executable(path: Path) -> Path:
    """A program that does nothing."""
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_headless_shell_is_preferred(tmp_path: Path) -> None:
    """Of two browsers the one that starts faster is taken; the chosen one before both."""
    full = executable(tmp_path / "chromium-browser")
    assert find_browser(path=str(tmp_path)) == full
    chosen = executable(tmp_path / "my-chromium")
    assert find_browser("my-chromium", path=str(tmp_path)) == chosen


def test_no_browser(tmp_path: Path) -> None:
    """Without a browser every copy says what is missing and how to get it; nothing fails."""
    found = find_browser(path=str(tmp_path))
    assert isinstance(found, Missing)
    with BrowserPool(found, make_proxy(FetchSettings()), "tests") as pool:
        result = pool.load("https://news.example/", tmp_path, [Piece.PDF], deadline_s=5)
    assert result.outcome is CaptureOutcome.TOOL_MISSING
    assert result.pieces[Piece.PDF].outcome is CaptureOutcome.TOOL_MISSING
    assert "apt-get install" in result.message


def test_selftest_without_browser() -> None:
    """A name that is no program is missing, which is no fault of the rest."""
    found = selftest("no-such-browser-here")
    assert (found.is_ok, found.is_missing) == (False, True)
    assert "CHROMIUM_PATH" in found.advice


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "chrome://version", "javascript:1", "ftp://a.example/", "x"]
)
def test_no_web_address(url: str, tmp_path: Path) -> None:
    """Only http and https are loaded; a browser is not even started for anything else."""
    with BrowserPool(tmp_path / "never", make_proxy(FetchSettings()), "tests") as pool:
        assert pool.load(url, tmp_path, deadline_s=5).outcome is CaptureOutcome.UNSUPPORTED


def test_messages_in_pieces(pipe: tuple[int, int]) -> None:
    """A message is whole or not there yet; several may come at once."""
    reader = LineReader(pipe[0])
    one, two = encoded({"type": "one", "text": "é\n"}), encoded({"type": "two"})
    os.write(pipe[1], one[:5])
    assert reader.next(0) is None
    os.write(pipe[1], one[5:] + two)
    assert [reader.next(1), reader.next(0)] == [{"type": "one", "text": "é\n"}, {"type": "two"}]


@pytest.mark.parametrize("said", [b"no json\n", b"[1]\n"])
def test_what_is_no_message(said: bytes, pipe: tuple[int, int]) -> None:
    """Whatever else comes ends the process that said it."""
    os.write(pipe[1], said)
    with pytest.raises(ProcessGone):
        LineReader(pipe[0]).next(1)


def test_own_process_as_the_kernel_lists_it() -> None:
    """A group lists its members and their memory; one that does not exist has neither."""
    assert os.getpid() in members(os.getpgrp())
    assert memory_bytes(os.getpgrp()) > 1_000_000
    assert list(members(2**22 + 1)) == []


def test_folders_of_the_dead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders whose process is gone are removed, those of living ones and of others are not."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for name in (f"{os.getpid()}-a", f"{2**22 + 1}-b", "x-c"):
        (tmp_path / f"{FOLDER_PREFIX}{name}").mkdir()
    (tmp_path / "other").mkdir()
    sweep_folders()
    left = {folder.name.removeprefix(FOLDER_PREFIX) for folder in tmp_path.iterdir()}
    assert left == {f"{os.getpid()}-a", "x-c", "other"}


def test_import_is_light() -> None:
    """The browser's own library is loaded in the browser's process only."""
    import subprocess

    code = "import sys, strandline.adapters.browser; sys.exit('playwright' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
