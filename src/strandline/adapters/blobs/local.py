"""Objects as files in a folder.

An object is written beside the others under a name that no key has, flushed to the disk, read
back, and only then renamed to its key: a rename is whole or not at all (POSIX, rename(2)). It is
for this user alone, as the database is.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from strandline.adapters.blobs.checksums import PIECE, pieces_of
from strandline.adapters.blobs.keys import check_key, check_prefix
from strandline.core.archive.checksums import measure
from strandline.model.archive import StoredBlob
from strandline.model.errors import BlobError

#: Folder of unfinished writes; no key starts with a dot.
_INCOMING = ".incoming"


class LocalBlobs:
    """Implements `BlobStore` in a folder, which is made with the first object."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.absolute()

    def put(self, key: str, source: Path, content_type: str) -> StoredBlob:  # noqa: ARG002 - a file has no type; the database knows it
        """Store a file.

        Raises:
            BlobError: It could not be stored, or what was written differs.
        """
        target = self._path(check_key(key))
        try:
            return self._put(key, source, target)
        except OSError as error:
            raise _fault(key, "cannot be stored", error) from error

    def read(self, key: str, *, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        """The bytes in chunks; [start, end) where given.

        Raises:
            BlobError: No such object, or it cannot be read.
        """
        path = self._path(check_key(key))
        try:
            number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
        except OSError as error:
            raise _fault(key, "cannot be read", error) from error
        return _pieces(key, number, start, end)

    def size(self, key: str) -> int | None:
        """Bytes under a key; None where there is no such object."""
        path = self._path(check_key(key))
        try:
            return path.stat().st_size if path.is_file() else None
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _fault(key, "cannot be looked at", error) from error

    def delete(self, keys: Sequence[str]) -> None:
        """Remove objects, and folders that are empty then; absent ones are no fault."""
        for key in keys:
            path = self._path(check_key(key))
            try:
                path.unlink(missing_ok=True)
            except NotADirectoryError:
                continue
            except OSError as error:
                raise _fault(key, "cannot be removed", error) from error
            self._drop_empty(path.parent)

    def keys(self, prefix: str) -> Iterator[tuple[str, datetime]]:
        """Keys below a folder of keys with the time of their last change."""
        top = self._folder / check_prefix(prefix)
        for folder, folders, names in os.walk(top):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(name for name in names if not name.startswith(".")):
                path = Path(folder, name)
                with suppress(FileNotFoundError):  # removed since it was listed
                    changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
                    yield path.relative_to(self._folder).as_posix(), changed

    def presign(self, key: str, *, expires: timedelta, download_name: str) -> str | None:  # noqa: ARG002 - the port's signature
        """None: a folder serves nothing."""
        check_key(key)
        return None

    def sweep(self, before: datetime) -> int:
        """Remove unfinished writes that were last touched before a time.

        Raises:
            BlobError: Their folder is a link: what it leads to is not ours to remove.
        """
        count = 0
        for path in self._own_incoming().glob("*"):
            with suppress(FileNotFoundError):
                if path.lstat().st_mtime < before.timestamp():
                    path.unlink()
                    count += 1
        return count

    def ping(self) -> None:
        """Write a little and remove it.

        Raises:
            BlobError: The folder cannot be written to.
        """
        try:
            with tempfile.TemporaryFile(dir=self._incoming()) as file:
                file.write(b"ping")
        except OSError as error:
            raise _fault(str(self._folder), "cannot be written to", error) from error

    def _put(self, key: str, source: Path, target: Path) -> StoredBlob:
        number, name = tempfile.mkstemp(suffix=".part", dir=self._incoming())
        part = Path(name)
        try:
            with os.fdopen(number, "wb") as file:
                size, checksum = measure(_copied(pieces_of(source), file.fileno()))
                os.fsync(file.fileno())
            if measure(pieces_of(part)) != (size, checksum):
                raise BlobError(
                    f"{key}: the disk gave back other bytes than were written.",
                    subject=key,
                    advice="Check the disk of the storage folder.",
                )
            self._move(part, target)
        finally:
            part.unlink(missing_ok=True)
        return StoredBlob(key, size, checksum)

    def _move(self, part: Path, target: Path) -> None:
        """Rename; once more where a folder was removed as empty in between."""
        for is_last in (False, True):
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                part.replace(target)
                break
            except FileNotFoundError:
                if is_last:
                    raise
        _flush_folder(target.parent)

    def _incoming(self) -> Path:
        folder = self._own_incoming()
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def _own_incoming(self) -> Path:
        folder = self._folder / _INCOMING
        if folder.is_symlink():
            raise BlobError(
                f"{folder} is a link.",
                subject=str(folder),
                advice="Remove it: unfinished writes belong beside the objects.",
            )
        return folder

    def _path(self, key: str) -> Path:
        """Where a key lives; a link inside of the folder that leads out of it is refused.

        Raises:
            BlobError: The key would leave the folder.
        """
        path = self._folder / key
        if not path.parent.resolve().is_relative_to(self._folder.resolve()):
            raise BlobError(f"{key} leaves the storage folder.", subject=key)
        return path

    def _drop_empty(self, folder: Path) -> None:
        while folder != self._folder:
            try:
                folder.rmdir()
            except OSError:  # not empty, or gone already
                return
            folder = folder.parent


def _copied(pieces: Iterator[bytes], number: int) -> Iterator[bytes]:
    """The pieces, each once it is written."""
    for piece in pieces:
        rest = memoryview(piece)
        while rest:
            rest = rest[os.write(number, rest) :]
        yield piece


def _pieces(key: str, number: int, start: int, end: int | None) -> Iterator[bytes]:
    try:
        with os.fdopen(number, "rb", buffering=0) as file:
            file.seek(start)
            left = None if end is None else max(end - start, 0)
            while left is None or left > 0:
                piece = file.read(PIECE if left is None else min(PIECE, left))
                if not piece:
                    return
                left = None if left is None else left - len(piece)
                yield piece
    except OSError as error:
        raise _fault(key, "cannot be read", error) from error


def _flush_folder(folder: Path) -> None:
    """A rename survives a power cut only once its folder is flushed (fsync(2), NOTES)."""
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _fault(key: str, what: str, error: OSError) -> BlobError:
    return BlobError(
        f"{key} {what}: {error.strerror or type(error).__name__}.",
        subject=key,
        advice="Check the storage folder: that it exists, may be written to, and has room.",
        is_passing=not isinstance(error, FileNotFoundError | NotADirectoryError),
    )
