"""One process at a time owns a folder; it lets go when it ends, however it ends."""

import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import Self

from strandline.model.errors import IndexFault

_ADVICE = (
    "Only one process may use it: stop that one, or set VECTOR_INDEX to qdrant (a server, for "
    "many) or exact (in memory)."
)


class IndexHeld(IndexFault):
    """Another process owns the folder."""


class Owner:
    """Ownership of a folder, from its making until `close`.

    The kernel holds the lock with the open file, so that a killed process leaves none behind.

    Raises:
        IndexHeld: Another process (or another part of this one) owns it; names its number.
        IndexFault: The folder cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = -1
        self._take()

    def renew(self) -> None:
        """Own the folder again where somebody has removed it, or put another in its place.

        Raises:
            IndexFault: As in the beginning; then nothing is owned any more.
        """
        if not self._is_in_place():
            self.close()
            self._take()

    def _is_in_place(self) -> bool:
        """The file that is locked is the one that others find."""
        try:
            there = (self._folder / "owner").stat()
            return self._file >= 0 and os.path.samestat(os.fstat(self._file), there)
        except OSError:
            return False

    def _take(self) -> None:
        folder = self._folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file = os.open(folder / "owner", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise IndexFault(
                f"The vector index in {folder} cannot be written: {error.strerror}.",
                subject=str(folder),
                advice="Give this user the right to write there, or set VECTOR_INDEX_PATH.",
            ) from error
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.pread(file, 32, 0).decode("ascii", "replace").strip()
            os.close(file)
            raise IndexHeld(
                f"The vector index in {folder} is in use by process {holder or '?'}.",
                subject=str(folder),
                advice=_ADVICE,
            ) from error
        os.ftruncate(file, 0)
        os.pwrite(file, f"{os.getpid()}\n".encode(), 0)
        self._file = file

    def close(self) -> None:
        """Let go; a second time is no fault."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
