"""Size and checksum of a stream of bytes."""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

#: Bytes that are held at once.
PIECE = 1 << 20


def measure(pieces: Iterable[bytes]) -> tuple[int, str]:
    """Size in bytes and SHA-256 in hex."""
    checksum = hashlib.sha256()
    size = 0
    for piece in pieces:
        checksum.update(piece)
        size += len(piece)
    return size, checksum.hexdigest()


def pieces_of(path: Path) -> Iterator[bytes]:
    """The bytes of a file in pieces.

    Raises:
        OSError: It cannot be read.
    """
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            yield piece
