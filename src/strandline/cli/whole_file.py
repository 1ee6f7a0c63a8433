"""Files that a verb writes: whole or not there, and never in place of what is no file."""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from strandline.model.errors import StoreError


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """Write beside the file and rename: a crash or a full disk leaves the old one or the new one.

    A device or a pipe is written into as it is: a rename would put a file in its place.

    Raises:
        StoreError: Nothing can be written there.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            with path.open("wb") as stream:
                yield stream
            return
        with _beside(path.resolve()) as stream:
            yield stream
    except OSError as error:
        raise StoreError(
            f"{path} cannot be written: {error.strerror or error}.",
            subject=str(path),
            advice="Name another file, or - for standard output.",
        ) from error


@contextlib.contextmanager
def _beside(path: Path) -> Iterator[IO[bytes]]:
    """A file of a short name of its own: that of the target may be as long as names can be."""
    number, name = tempfile.mkstemp(prefix=".strandline-", suffix=".part", dir=path.parent)
    part = Path(name)
    try:
        with os.fdopen(number, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        part.chmod(0o666 & ~_umask())  # as any other new file
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _umask() -> int:
    """The process's mask; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
