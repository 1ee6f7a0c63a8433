"""The last word to a person: one line, whatever happened and wherever it is written to."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Shell

from strandline.adapters.store import open_store
from strandline.cli.faults import FAILED, WRONG_USAGE, guarded
from strandline.settings import DatabaseSettings


def run(script: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A command line of a shell, with `strandline` as the product."""
    own = {"PATH": os.environ["PATH"], "HOME": str(cwd), **environment}
    product = f'strandline() {{ "{sys.executable}" -m strandline "$@"; }}\n'
    return subprocess.run(
        ["bash", "-c", product + script],
        capture_output=True,
        cwd=cwd,
        env=own,
        timeout=600,
        check=False,
    )


@pytest.fixture(autouse=True)
def _has_a_ledger(tmp_path: Path, empty_ledger: Path) -> None:
    """A ledger where one is by default."""
    (tmp_path / "data").mkdir()
    shutil.copy(empty_ledger, tmp_path / "data/strandline.sqlite3")


def test_what_nobody_foresaw_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """An exception of any kind is one line that can be reported, and status 1."""

    def fails() -> None:
        raise ZeroDivisionError("a\x1b[31m\nb")

    assert guarded(fails) == FAILED
    said = capsys.readouterr().err
    assert said.startswith("error: An internal fault: ZeroDivisionError: a [31m b.")
    assert said.count("\n") == 1


def test_a_fault_of_the_system_is_its_own_words(capsys: pytest.CaptureFixture[str]) -> None:
    """A fault of a disk or a file says what the system said, and which file."""

    def fails() -> None:
        raise OSError(28, "No space left on device", "/somewhere/x")

    assert guarded(fails) == FAILED
    said = capsys.readouterr().err
    assert said.startswith("error: No space left on device (/somewhere/x).")


def test_a_full_disk_behind_standard_output(tmp_path: Path) -> None:
    """What cannot be written is a failure with one line, also where Python writes late."""
    done = run("strandline sources list > /dev/full", tmp_path)
    assert done.returncode == FAILED
    assert done.stderr.splitlines()[0].startswith(b"error: No space left on device")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_closed_streams(tmp_path: Path, closed: str) -> None:
    """A closed stream is no fault, and its number never becomes the database's."""
    done = run(f"strandline sources list {closed}", tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    written = (tmp_path / "data" / "strandline.sqlite3").read_bytes()
    assert written.startswith(b"SQLite format 3\0")
    open_store(DatabaseSettings(path=tmp_path / "data" / "strandline.sqlite3")).close()


def test_an_encoding_without_the_letters(tmp_path: Path) -> None:
    """A terminal that knows only ASCII gets escapes instead of a fault."""
    narrow = {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = run("strandline status", tmp_path, **narrow)
    assert b"\\u2013" in done.stdout
    assert done.stderr == b""
    added = run(
        "strandline sources add https://a.example/x --name $'\\xe4\\xb8\\xad' --json",
        tmp_path,
        **narrow,
    )
    assert b'"name": "' in added.stdout


@pytest.mark.parametrize(
    "words",
    [
        "sources add $'http://valley.example/\\xff' --name $'\\xff'",
        "sources import $'\\xff'",
        "url $'http://valley.example/\\xff'",
    ],
)
def test_bytes_that_are_no_unicode(tmp_path: Path, words: str) -> None:
    """Bytes that are no UTF-8 on the command line end in an answer or in one line."""
    done = run(f"strandline {words}", tmp_path, LC_ALL="C.UTF-8")
    assert done.returncode in (0, 1, 2)
    assert b"Traceback" not in done.stderr
    assert b"internal fault" not in done.stderr


@pytest.mark.parametrize(
    "words",
    ["sources remove", "digest show", "digest run --reader", "explain", "poll", "poll --now"],
)
def test_a_word_that_is_no_unicode(shell: Shell, words: str) -> None:
    """What Python makes of such a byte is refused by each verb, in words of ours."""
    done = shell(*words.split(), "\udcff")
    assert done.returncode in (1, 2)
    assert done.stderr
    assert "Traceback" not in done.stderr
    assert "internal fault" not in done.stderr


@pytest.mark.parametrize(
    "now", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "3000-01-01", "1969-12-31"]
)
@pytest.mark.parametrize("verb", ["poll --once", "digest run", "history prune"])
def test_a_time_at_the_end_of_the_calendar(shell: Shell, verb: str, now: str) -> None:
    """A `--now` from which no window can be counted is wrong usage, said in one line."""
    done = shell(*verb.split(), "--now", now)
    assert done.returncode == WRONG_USAGE
    assert "is not between the years 1970 and 2999" in done.stderr


@pytest.mark.parametrize(
    "words",
    ["sources import", "history import", "feed"],
)
@pytest.mark.parametrize("source", ["/dev/zero", "- < /dev/zero"])
def test_a_file_without_an_end(tmp_path: Path, words: str, source: str) -> None:
    """What never ends is refused once it is larger than any file of the kind, in one line."""
    done = run(f"ulimit -v 2000000; strandline {words} {source}", tmp_path)
    assert b"is larger than" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_writing_a_history_where_no_file_can_be(shell: Shell, tmp_path: Path) -> None:
    """A folder, and a path through a file, are refused in one line with a way out."""
    (tmp_path / "file").write_text("")
    for where in (".", "/", "file/x", "none/x"):
        done = shell("history", "export", where)
        assert done.returncode == FAILED
        assert "cannot be written" in done.stderr
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".part")] == []


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("valley", "'valley' is no web address. Write it with http:// or https:// in front."),
        ("mailto:me@valley.example", "of a kind that is not followed"),
        ("https://valley.example/" + "a" * 9000, "is too long."),
    ],
)
def test_an_address_that_is_none_is_told_in_words(shell: Shell, url: str, words: str) -> None:
    """No reason code of the program reaches a person, and the address is named."""
    ended = shell("explain", url)
    assert ended.returncode == FAILED
    assert words in ended.stderr
    assert "_" not in ended.stderr
