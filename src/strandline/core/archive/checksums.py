"""Size and checksum of a stream of bytes."""

import hashlib
from collections.abc import Iterable


def measure(pieces: Iterable[bytes]) -> tuple[int, str]:
    """Size in bytes and SHA-256 in hex."""
    checksum = hashlib.sha256()
    size = 0
    for piece in pieces:
        checksum.update(piece)
        size += len(piece)
    return size, checksum.hexdigest()
