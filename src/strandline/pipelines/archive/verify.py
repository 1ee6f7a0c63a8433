"""Reads stored bytes back: are they there, are they what was stored, can they be replayed."""

import hashlib
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import BinaryIO

from strandline.core.archive.replay import replay_warc
from strandline.model.archive import Artifact, ArtifactKind
from strandline.model.errors import StoreError
from strandline.ports import BlobStore, Ports

#: Files up to this size are looked into in memory, larger ones on the disk.
_IN_MEMORY = 8_000_000
_PIECE = 1 << 16


class Finding(StrEnum):
    """What reading an artifact back showed."""

    GOOD = "good"
    MISSING = "missing"
    CHANGED = "changed"  # other bytes than were stored
    UNPLAYABLE = "unplayable"  # the right bytes, but no player could show them
    UNREADABLE = "unreadable"  # the object store failed; look again


@dataclass(frozen=True, slots=True)
class Checked:
    """One artifact, read back."""

    artifact: Artifact
    finding: Finding
    message: str = ""


def verify(ports: Ports, blobs: BlobStore, *, article_uuid: str | None = None) -> Iterator[Checked]:
    """Read artifacts back, one after the other; an object that many name is read once.

    Args:
        ports: Its store is used.
        blobs: The object store.
        article_uuid: Only this article's; None for all.

    Raises:
        StoreError: The database is down. A fault of the object store is a finding.
    """
    seen: dict[tuple[str, str, ArtifactKind], tuple[Finding, str]] = {}
    for artifact in _artifacts(ports, article_uuid):
        identity = (artifact.key, artifact.sha256, artifact.kind)
        if identity not in seen:
            seen[identity] = _check(blobs, artifact)
        yield Checked(artifact, *seen[identity])


def _artifacts(ports: Ports, article_uuid: str | None) -> Iterator[Artifact]:
    if article_uuid is not None:
        yield from ports.store.artifacts(article_uuid, current_only=False)
        return
    for batch in ports.store.every_artifact():
        yield from batch


def _check(blobs: BlobStore, artifact: Artifact) -> tuple[Finding, str]:
    try:
        if blobs.size(artifact.key) is None:
            return Finding.MISSING, "no object under this key"
        look = LOOKS.get(artifact.kind)
        if look is None:
            return _compare(blobs, artifact, None)
        with tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY) as copy:
            found = _compare(blobs, artifact, copy)
            if found[0] is not Finding.GOOD:
                return found
            copy.seek(0)
            fault = look(copy)  # type: ignore[arg-type]  # it reads like any open file
            return (Finding.UNPLAYABLE, fault) if fault else found
    except StoreError as error:
        return Finding.UNREADABLE, error.message


def _compare(
    blobs: BlobStore, artifact: Artifact, copy: "tempfile.SpooledTemporaryFile[bytes] | None"
) -> tuple[Finding, str]:
    """Compare size and checksum; writes what was read into `copy`."""
    checksum, size = hashlib.sha256(), 0
    for piece in blobs.read(artifact.key):
        checksum.update(piece)
        size += len(piece)
        if copy is not None:
            copy.write(piece)
    if size != artifact.size_bytes:
        return Finding.CHANGED, f"{size} bytes instead of {artifact.size_bytes}"
    if checksum.hexdigest() != artifact.sha256:
        return Finding.CHANGED, "another checksum"
    return Finding.GOOD, ""


def _look_into_warc(source: BinaryIO) -> str:
    replay = replay_warc(source)
    if replay.faults:
        return "; ".join(replay.faults)
    return "" if replay.is_playable else "no record that a player shows"


def _look_into_wacz(source: BinaryIO) -> str:
    """A WACZ is a ZIP: its own checksums first, then the WARCs in it."""
    try:
        with zipfile.ZipFile(source) as package:
            broken = package.testzip()
            if broken is not None:
                return f"{broken[:200]!r} in it is broken"
            warcs = [name for name in package.namelist() if name.startswith("archive/")]
            faults = []
            for name in warcs:
                with package.open(name) as warc:
                    fault = _look_into_warc(warc)  # type: ignore[arg-type]  # reads like a file
                faults += [f"{name[:200]!r}: {fault}"] if fault else []
            return "; ".join(faults) if warcs else "no WARC in it"
    except (zipfile.BadZipFile, OSError, NotImplementedError, RuntimeError) as error:
        return f"no ZIP that can be read: {str(error)[:200]!r}"


#: What more than a checksum is looked at, by kind. To add a kind is to add its line.
LOOKS: dict[ArtifactKind, Callable[[BinaryIO], str]] = {
    ArtifactKind.WARC: _look_into_warc,
    ArtifactKind.WACZ: _look_into_wacz,
}
