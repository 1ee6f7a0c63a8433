"""Folders that captures write into, below the data folder; one process never sees another's.

Each process has one folder and holds a lock on it for as long as it lives. The kernel lets go of
the lock of a killed process, so what nobody holds is stale, whatever its age and whoever has its
process id now.
"""

import contextlib
import fcntl
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from strandline.model.errors import StoreError
from strandline.settings import Settings

_LOCK = ".lock"


def work_root(settings: Settings) -> Path:
    """Where all processes of this machine keep their work folders."""
    return settings.database.folder / "archive-work"


class WorkFolders:
    """The work folders of this process.

    Args:
        root: Shared with other processes of this machine.
        owner: Name of this process; unique.

    Raises:
        StoreError: Nothing can be written there.
    """

    def __init__(self, root: Path, owner: str) -> None:
        self._root = root
        self._own = root / "".join(c if c.isalnum() else "-" for c in owner)
        try:
            root.mkdir(parents=True, exist_ok=True)
            with _locked(root / _LOCK):
                self._own.mkdir(exist_ok=True)
                self._lock = _open_lock(self._own / _LOCK)
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise StoreError(
                f"The work folder {root} cannot be used: {error.strerror or error}.",
                subject=str(root),
                advice="Make room or give this user the right to write there.",
            ) from error

    @contextlib.contextmanager
    def folder(self, name: str) -> Iterator[Path]:
        """An empty folder for one job; it is gone at the end, whatever happened in it."""
        path = self._own / name
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir(parents=True)
        try:
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)

    def close(self) -> None:
        """Remove this process's folder and let go of its lock; may be called twice."""
        if self._lock.closed:
            return
        with contextlib.suppress(OSError), _locked(self._root / _LOCK):
            shutil.rmtree(self._own, ignore_errors=True)
            self._lock.close()
        self._lock.close()


def sweep_work(root: Path) -> int:
    """Remove the folders of processes that are gone; returns how many."""
    if not root.is_dir():
        return 0
    removed = 0
    with _locked(root / _LOCK):
        for path in sorted(root.iterdir()):
            if path.is_dir() and not path.is_symlink() and _is_left(path):
                shutil.rmtree(path, ignore_errors=True)
                removed += 1
    return removed


def _is_left(path: Path) -> bool:
    """True where no process holds the folder. Only called with the root's lock held, so that no
    process is just about to lock a folder that it has made.
    """
    try:
        with _open_lock(path / _LOCK) as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    with _open_lock(path) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _open_lock(path: Path) -> IO[bytes]:
    return path.open("ab")
