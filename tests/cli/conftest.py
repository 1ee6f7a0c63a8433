"""The command line in this process, on a folder with a database of its own."""

import io
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import structlog

from strandline.adapters.store import open_store
from strandline.cli.root import run
from strandline.settings import DatabaseSettings


@dataclass
class Done:
    """How a command ended."""

    returncode: int
    stdout: str
    stderr: str


@dataclass
class Shell:
    """A folder with a database of its own; commands run in this process: it is faster."""

    folder: Path
    monkeypatch: pytest.MonkeyPatch
    capture: pytest.CaptureFixture[bytes]

    def __call__(self, *words: str, given: bytes = b"") -> Done:
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        self.capture.readouterr()
        status = run(list(words))
        out, err = self.capture.readouterr()
        return Done(status, out.decode(), err.decode())

    def ok(self, *words: str, given: bytes = b"") -> str:
        done = self(*words, given=given)
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="session")
def empty_ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a ledger in which nothing is yet, to be copied."""
    path = tmp_path_factory.mktemp("ledger") / "s.sqlite3"
    open_store(DatabaseSettings(path=path)).close()
    return path


@pytest.fixture
def shell(
    tmp_path: Path,
    empty_ledger: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> Iterator[Shell]:
    shutil.copy(empty_ledger, tmp_path / "s.sqlite3")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "s.sqlite3"))
    monkeypatch.setenv("LOG_LEVEL", "error")
    for name in ("STRANDLINE_CONFIG", "DATABASE_URL", "SEARXNG_URL"):
        monkeypatch.setenv(name, "")  # what a command sets is taken back at the end
        monkeypatch.delenv(name)
    yield Shell(tmp_path, monkeypatch, capsysbinary)
    structlog.reset_defaults()  # the log was set up for a stream that ends with the test
