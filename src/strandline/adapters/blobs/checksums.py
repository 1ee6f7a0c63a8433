"""Files as streams of bytes."""

from collections.abc import Iterator
from pathlib import Path

#: Bytes that are held at once.
PIECE = 1 << 20


def pieces_of(path: Path) -> Iterator[bytes]:
    """The bytes of a file in pieces.

    Raises:
        OSError: It cannot be read.
    """
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            yield piece
