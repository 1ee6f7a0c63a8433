"""Files that verbs write."""

import os
import threading
from pathlib import Path

import pytest

from strandline.cli.whole_file import whole_file
from strandline.model.errors import StoreError


def write(path: Path, body: bytes = b"all of it") -> None:
    with whole_file(path) as target:
        target.write(body)


def test_a_new_file_and_one_that_is_replaced(tmp_path: Path) -> None:
    """The new bytes are there, nothing else is, and others may read it as they may any file."""
    path = tmp_path / "page.wacz"
    write(path, b"old")
    write(path)
    assert path.read_bytes() == b"all of it"
    assert [p.name for p in tmp_path.iterdir()] == ["page.wacz"]
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    assert path.stat().st_mode == plain.stat().st_mode


def test_a_failure_in_the_middle_keeps_the_old_file(tmp_path: Path) -> None:
    """What was there stays, and no half file lies beside it."""
    path = tmp_path / "page.wacz"
    write(path, b"old")

    def break_off() -> None:
        with whole_file(path) as target:
            target.write(b"half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        break_off()
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["page.wacz"]


@pytest.mark.parametrize(
    "name",
    ["n" * 255, "-x", "é 旧码头.wacz", "a\nb", "..wacz", "b'\"$(x)"],
    ids=["longest", "dash", "letters", "line break", "dots", "quotes"],
)
def test_odd_names(tmp_path: Path, name: str) -> None:
    """Any name that the file system takes is a name."""
    write(tmp_path / name)
    assert [p.name for p in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", [".", "file/x", "none/x", "n" * 256])
def test_where_no_file_can_be(tmp_path: Path, name: str) -> None:
    """A folder, a way through a file, a folder that is not there, a name that is too long."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        write(tmp_path / name)
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def test_a_pipe_is_written_into(tmp_path: Path) -> None:
    """What is no file stays what it is: a device or a pipe gets the bytes."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write(pipe)
    reader.join(120)
    assert got == [b"all of it"]
    assert pipe.is_fifo()


def test_a_link_leads_to_its_file(tmp_path: Path) -> None:
    """A symbolic link stays one; its file is replaced."""
    (tmp_path / "link").symlink_to("file")
    write(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"all of it"
