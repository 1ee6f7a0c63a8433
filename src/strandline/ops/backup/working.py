"""The folder in which a backup is put together or taken apart: one at a time on a machine."""

import errno
import fcntl
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from strandline.model.errors import BackupError, StoreError

_PREFIX = ".backup-"
_LOCK = ".backup.lock"
_LOOK_S = 0.2


@contextmanager
def work_folder(data: Path, patience_s: float) -> Iterator[Path]:
    """A new folder inside of the data folder, for this user alone; gone at the end.

    What killed ones left is removed first: whoever holds the lock is the only one at work.

    Raises:
        BackupError: Another one is at work for longer than the patience, or there is no room.
    """
    try:
        data.mkdir(parents=True, exist_ok=True)
        lock = os.open(data / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise told(error, data) from error
    try:
        _take(lock, data, patience_s)
        for left in data.glob(f"{_PREFIX}*"):
            shutil.rmtree(left, ignore_errors=True)
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=data))
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    except OSError as error:
        raise told(error, data) from error
    finally:
        with suppress(OSError):
            os.close(lock)


def _take(lock: int, data: Path, patience_s: float) -> None:
    until = time.monotonic() + patience_s
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            if time.monotonic() >= until:
                raise BackupError(
                    f"Another backup or restore is at work in {data}.",
                    subject=str(data),
                    advice="Wait until it has ended.",
                ) from error
            time.sleep(_LOOK_S)
        else:
            return


@contextmanager
def enough_after(seconds: float) -> Iterator[threading.Event]:
    """An event that is set after so long, for a backup that may take no longer."""
    enough = threading.Event()
    timer = threading.Timer(seconds, enough.set)
    timer.daemon = True
    timer.start()
    try:
        yield enough
    finally:
        timer.cancel()


def require_room(folder: Path, needed: int) -> None:
    """Refuse what would fill the disk on which the ledger itself may live.

    Raises:
        BackupError: There is not so much room.
    """
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise BackupError(
            f"There is no room for it in {folder}: {needed / 1e6:,.0f} MB are needed, "
            f"{free / 1e6:,.0f} MB are free.",
            subject=str(folder),
            advice="Make room; nothing was changed.",
        )


def told(error: OSError, folder: Path) -> StoreError:
    """What happened to a file, in words."""
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return BackupError(
            f"The disk of {folder} is full; nothing was changed.",
            subject=str(folder),
            advice="Make room, and run it again.",
        )
    where = error.filename or folder
    return BackupError(
        f"{where} cannot be used: {error.strerror or error}.",
        subject=str(where),
        advice="Give this user the right to write there.",
    )
