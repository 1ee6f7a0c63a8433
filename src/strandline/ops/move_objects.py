"""Copies every object of a store to another one, each read back by the store that takes it."""

import tempfile
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from strandline.model.errors import BlobError
from strandline.ports import BlobStore, Progress

_LABEL = "objects"


@dataclass(frozen=True, slots=True)
class MovedObjects:
    """What was copied, and what was there with the same size."""

    copied: int
    copied_bytes: int
    there: int


def move_objects(source: BlobStore, target: BlobStore, progress: Progress) -> MovedObjects:
    """Copy what is not there; an object is never given to other bytes, so its size tells.

    Raises:
        BlobError: One of them is down, or gave back other bytes than it was given.
    """
    copied = size = there = 0
    progress.start(_LABEL, None)
    with tempfile.TemporaryDirectory(prefix="strandline-move-") as folder:
        for key, _ in source.keys(""):
            if target.size(key) == source.size(key):
                there += 1
            else:
                size += _copy(source, target, key, Path(folder) / "object")
                copied += 1
            progress.advance(_LABEL, note=key)
    progress.finish(_LABEL)
    return MovedObjects(copied, size, there)


def _copy(source: BlobStore, target: BlobStore, key: str, part: Path) -> int:
    checksum = sha256()
    with part.open("wb") as out:
        for piece in source.read(key):
            checksum.update(piece)
            out.write(piece)
    stored = target.put(key, part, "application/octet-stream")
    if stored.sha256 != checksum.hexdigest():
        raise BlobError(f"{key} was stored otherwise than it is.", subject=key)
    return stored.size_bytes
