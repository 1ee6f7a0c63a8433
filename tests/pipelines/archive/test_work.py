"""Work folders: one's own, and those of processes that are gone."""

import subprocess
import sys
from pathlib import Path

import pytest

from strandline.model.errors import StoreError
from strandline.pipelines.archive.work import WorkFolders, sweep_work


def left_by_a_killed_process(root: Path) -> Path:
    """A folder with a half-written file, whose owner was ended with SIGKILL."""
    code = (
        "import os, signal, sys; from pathlib import Path;"
        "from strandline.pipelines.archive.work import WorkFolders\n"
        "folders = WorkFolders(Path(sys.argv[1]), 'victim')\n"
        "with folders.folder('7') as path:\n"
        "    (path / 'page.pdf').write_bytes(b'%PDF-')\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", code, str(root)], check=False)
    (half,) = root.rglob("page.pdf")
    return half


def test_a_job_finds_an_empty_folder_and_leaves_none(tmp_path: Path) -> None:
    """What a fault leaves behind is removed with the folder."""
    folders = WorkFolders(tmp_path / "work", "host:1:abc")

    def fail() -> None:
        with folders.folder("5") as path:
            assert list(path.iterdir()) == []
            (path / "half").write_bytes(b"x")
            raise RuntimeError("capture broke")

    with pytest.raises(RuntimeError):
        fail()
    assert not list((tmp_path / "work").rglob("half"))
    folders.close()
    assert [p for p in (tmp_path / "work").iterdir() if p.is_dir()] == []


def test_the_folder_of_a_killed_process_is_swept(tmp_path: Path) -> None:
    """The kernel has let go of its lock, so nobody has to guess by age."""
    half = left_by_a_killed_process(tmp_path)
    assert sweep_work(tmp_path) == 1
    assert not half.exists()


def test_the_folder_of_a_living_process_is_not(tmp_path: Path) -> None:
    """However long a capture takes, nobody takes its folder away."""
    folders = WorkFolders(tmp_path, "me")
    with folders.folder("1") as path:
        (path / "raw.html").write_bytes(b"<p>")
        assert sweep_work(tmp_path) == 0
        assert (path / "raw.html").exists()
    folders.close()
    folders.close()


def test_names_of_owners_cannot_leave_the_root(tmp_path: Path) -> None:
    """A host may be called anything."""
    root = tmp_path / "work"
    folders = WorkFolders(root, "../../evil:1")
    assert [p.parent for p in tmp_path.rglob("*") if p.is_dir()] == [tmp_path, root]
    folders.close()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    """A full or foreign disk is a fault with a message, not a traceback."""
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StoreError, match="work folder"):
        WorkFolders(tmp_path / "file", "me")


def test_sweeping_where_nothing_was_ever_archived(tmp_path: Path) -> None:
    """No folder, nothing to do, nothing made."""
    assert sweep_work(tmp_path / "none") == 0
    assert not (tmp_path / "none").exists()
