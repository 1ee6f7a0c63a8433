"""Where packages lie while they are read: their disk may be the ledger's own, so they are counted.

A package has no name: it is gone when the last answer lets go of it, which a slow reader decides.
"""

import os
import tempfile
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from strandline.model.errors import BackupError
from strandline.ops.backup.working import require_room
from strandline.ops.doctor import LOW_DISK_BYTES

#: Packages that are made at once: each is a pass over the whole record.
_AT_ONCE = 2
#: Packages that are kept for the next part that is asked for.
_KEPT = 4
#: Bytes of all packages that are open; one alone may be larger.
MOST_OPEN = 4_000_000_000
#: A package and, while it is made, two copies of its record.
_COPIES = 3
_PIECE = 1 << 16


class Package:
    """A file that is closed with the last one who holds it.

    Attributes:
        size: Bytes.
    """

    def __init__(self, file: BinaryIO) -> None:
        self.size = os.fstat(file.fileno()).st_size
        self._file = file
        weakref.finalize(self, file.close)

    def part(self, start: int, end: int) -> Iterator[bytes]:
        """Bytes [start, end), by place: several answers read one file at the same time."""
        while start < end and (
            piece := os.pread(self._file.fileno(), min(_PIECE, end - start), start)
        ):
            start += len(piece)
            yield piece


class PackageRoom:
    """Makes packages while there is room, and keeps the last ones.

    Args:
        folder: For packages on their way out; None for the system's.
        most_open: Bytes of open packages.
        least_free: Bytes of the disk that stay free.
    """

    def __init__(
        self,
        folder: Path | None,
        *,
        most_open: int = MOST_OPEN,
        least_free: int = LOW_DISK_BYTES,
    ) -> None:
        self._folder = folder or Path(tempfile.gettempdir())
        self._most_open, self._least_free = most_open, least_free
        self._free = threading.BoundedSemaphore(_AT_ONCE)
        self._lock = threading.Lock()
        self._open: weakref.WeakSet[Package] = weakref.WeakSet()
        self._kept: OrderedDict[str, Package] = OrderedDict()
        self._promised = 0

    @property
    def open_bytes(self) -> int:
        """Bytes of packages that somebody holds."""
        return sum(package.size for package in self._open)

    def kept(self, tag: str) -> Package | None:
        """A package that is still there: players ask for many parts."""
        with self._lock:
            there = self._kept.get(tag)
            if there is not None:
                self._kept.move_to_end(tag)
            return there

    def keep(self, tag: str, package: Package) -> None:
        """Hold a package for the next part, in place of the oldest."""
        with self._lock:
            self._kept[tag] = package
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)

    def make(self, size: int, write: Callable[[BinaryIO], None]) -> Package | None:
        """A new package; None while others are made, or where there is no room for it.

        Args:
            size: Bytes of its records.
            write: Fills the file.
        """
        if not self._free.acquire(blocking=False):
            return None
        try:
            needed = size * _COPIES
            if not self._promise(needed):
                return None
            try:
                return self._written(write)
            finally:
                with self._lock:
                    self._promised -= needed
        finally:
            self._free.release()

    def _written(self, write: Callable[[BinaryIO], None]) -> Package:
        file = tempfile.TemporaryFile(dir=self._folder)  # noqa: SIM115 - closed with its package
        try:
            write(file)
            file.flush()
        except BaseException:
            file.close()
            raise
        package = Package(file)
        with self._lock:
            self._open.add(package)
        return package

    def _promise(self, needed: int) -> bool:
        with self._lock:
            while not self._has_room(needed):
                if not self._kept:
                    return False
                self._kept.popitem(last=False)
            self._promised += needed
            return True

    def _has_room(self, needed: int) -> bool:
        held = self.open_bytes + self._promised
        if held and held + needed > self._most_open:
            return False
        try:
            require_room(self._folder, self._promised + needed + self._least_free)
        except BackupError:
            return False
        return True
