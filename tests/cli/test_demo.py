"""`strandline demo` plays the world, shows it, and leaves nothing behind."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from strandline.adapters.browser.session import FOLDER_PREFIX
from strandline.adapters.store import open_store
from strandline.settings import DatabaseSettings

COMMAND = [sys.executable, "-m", "strandline", "demo"]
#: For a machine that stands still; nothing here waits for it otherwise.
PATIENCE_S = 900


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A short one: sockets of browsers and workers lie below it, and their paths hold 107 bytes."""
    with tempfile.TemporaryDirectory(prefix="d-") as name:
        yield Path(name)


def environ(folder: Path) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "PYTHONUNBUFFERED": "1",
    }


def run(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        env=environ(folder) | more,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def wait_for(url: str, word: str) -> None:
    """Until a page says so; what is kept is kept in the background."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        request = urllib.request.Request(url, headers={"accept-language": "en"})  # noqa: S310
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:  # noqa: S310 - loopback
            if f">{word}<" in answer.read().decode():
                return
        threading.Event().wait(0.1)
    pytest.fail(f"{url} never said {word}")


@dataclass(frozen=True)
class Played:
    """A demo that was played to its end and kept.

    Attributes:
        folder: Where it was started; `kept` in it holds its ledger.
        done: What it said.
    """

    folder: Path
    done: "subprocess.CompletedProcess[str]"


@pytest.fixture(scope="module")
def played() -> Iterator[Played]:
    """Two days, in the environment of somebody who has a ledger and a forum of his own."""
    with tempfile.TemporaryDirectory(prefix="d-") as name:
        theirs = {
            "DATABASE_PATH": f"{name}/theirs.sqlite3",
            "RSS_URL": "https://forum.example/posts.rss",
        }
        done = run(Path(name), "--no-serve", "--data", "kept", LOG_LEVEL="debug", **theirs)
        assert done.returncode == 0, done.stderr
        yield Played(Path(name), done)


def test_two_days_repeat_nothing(played: Played) -> None:
    """The summary tells how many were blocked on day two, and that nothing was shown twice."""
    said = played.done.stdout
    assert "Day 1" in said
    assert "Day 2" in said
    assert "previously shown articles" in said
    assert ", 0 twice." in said
    assert "Archive: 9 of 9 links of the forum are kept." in said


def test_it_touches_nobodys_ledger(played: Played) -> None:
    """A configured database is left alone; nothing lies about but what was to be kept."""
    assert [path.name for path in played.folder.iterdir()] == ["kept"]


def test_a_story_of_several_papers_is_shown_once_and_its_update_is_marked(played: Played) -> None:
    """In each language two papers or more report one thing on day one, as a copy and in words of
    their own; the page has it once, with the others beside it. On day two there is later news of
    it, which names the edition of day one. A wall that gave way elsewhere is another story.
    """
    store = open_store(DatabaseSettings(path=played.folder / "kept" / "strandline.sqlite3"))
    second, first = (
        digest
        for short in store.digests(reader_id="public")
        if (digest := store.digest(short.digest_id))
    )
    store.close()
    papers = {
        item.title: {item.source_name, *(other.name for other in item.other_sources)}
        for item in first.items
    }
    assert papers["Sea wall at Port Alder gives way: 120 homes evacuated"] == {
        "The Saltmarsh Courier",
        "The Northern Ledger",
        "The Daily Meridian",
    }
    assert papers["Fuite de gaz à Valmorte : 40 foyers évacués pour la nuit"] == {
        "La Gazette de Brumeval",
        "Le Carnet du Quai",
    }
    assert papers["望潮湾夜间渡轮靠岸时撞上码头，5人受伤"] == {"临江晨报", "云台观察"}
    updates = {item.title: item.earlier for item in second.items if item.is_update}
    earlier = updates["Sea wall at Port Alder gives way: 340 homes evacuated"]
    assert earlier is not None
    assert earlier.digest_id == first.digest_id
    assert earlier.title == "Sea wall at Port Alder gives way: 120 homes evacuated"
    assert not any("Fernwick" in title for title in updates)


def test_a_kept_database_can_be_asked(played: Played) -> None:
    """With --data the ledger stays, and `explain` tells the way of a short link from it.

    The log stays beside it, and no line of it stands between the demo's own words.
    """
    logged = (played.folder / "kept" / "demo.log").read_text("utf-8").splitlines()
    assert all("event" in json.loads(line) for line in logged)
    assert logged
    assert played.done.stderr == ""
    assert '"event"' not in played.done.stdout
    (hint,) = (line for line in played.done.stdout.splitlines() if "strandline explain" in line)
    asked = subprocess.run(
        [sys.executable, "-m", "strandline", "explain", hint.split()[-1]],
        env=environ(played.folder) | {"DATABASE_PATH": "kept/strandline.sqlite3"},
        cwd=played.folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    assert "Plain Signal" in asked.stdout


def test_a_kept_database_is_not_written_over(played: Played) -> None:
    """A folder that holds a ledger is refused."""
    again = run(played.folder, "--no-serve", "--data", "kept")
    assert again.returncode == 2
    assert "holds a database already" in again.stderr


def test_it_serves_until_it_is_ended(tmp_path: Path) -> None:
    """The page answers with today's news; Ctrl-C ends it cleanly, and nothing is left."""
    process = subprocess.Popen(
        [*COMMAND, "--port", "0", "--days", "1"],
        env=environ(tmp_path),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line)
            if line.startswith("Ctrl-C"):
                break
        (page,) = (line.split()[-1] for line in lines if line.startswith("The page:"))
        (paper,) = (line.split()[-1] for line in lines if line.startswith("A paper"))
        with urllib.request.urlopen(page, timeout=PATIENCE_S) as answer:  # noqa: S310 - loopback
            assert "The Saltmarsh Courier" in answer.read().decode()
        with urllib.request.urlopen(paper, timeout=PATIENCE_S) as answer:  # noqa: S310 - loopback
            assert "Old Mill Bridge" in answer.read().decode()
        wait_for(f"{page}/archive", "Kept")
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 0, errors
        assert errors == ""
        # What a browser that was being started leaves, the next start sweeps.
        left = [path for path in tmp_path.iterdir() if not path.name.startswith(FOLDER_PREFIX)]
        assert left == []
    finally:
        process.kill()
        process.wait()
