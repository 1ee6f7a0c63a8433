"""Reads stored bytes back: are they there, are they what was stored, can they be replayed."""

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import BinaryIO

from strandline.core.archive.checksums import measure
from strandline.core.archive.replay import replay_warc
from strandline.core.archive.revisits import stored_payloads
from strandline.core.archive.warc_reading import Pieces
from strandline.model.archive import Artifact, ArtifactKind
from strandline.model.errors import StoreError
from strandline.ports import BlobStore, Ports

#: Files up to this size are looked into in memory, larger ones on the disk.
_IN_MEMORY = 8_000_000
#: Records whose bodies are remembered: captures of a page refer to the same few.
_HOLDINGS = 64
#: Digest and offset of each body in an object.
Holdings = frozenset[tuple[str, int]]


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
    holdings = lru_cache(maxsize=_HOLDINGS)(lambda key: _holdings(blobs, key))
    for artifact in _artifacts(ports, article_uuid):
        identity = (artifact.key, artifact.sha256, artifact.kind)
        if identity not in seen:
            seen[identity] = _check(blobs, artifact, holdings)
        yield Checked(artifact, *seen[identity])


def _artifacts(ports: Ports, article_uuid: str | None) -> Iterator[Artifact]:
    if article_uuid is not None:
        yield from ports.store.artifacts(article_uuid, current_only=False)
        return
    for batch in ports.store.every_artifact():
        yield from batch


def _check(
    blobs: BlobStore, artifact: Artifact, holdings: Callable[[str], Holdings]
) -> tuple[Finding, str]:
    try:
        if blobs.size(artifact.key) is None:
            return Finding.MISSING, "no object under this key"
        if artifact.kind is not ArtifactKind.WARC:
            return _compare(blobs, artifact, None)
        with tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY) as copy:
            found = _compare(blobs, artifact, copy)
            if found[0] is not Finding.GOOD:
                return found
            copy.seek(0)
            fault = _look(holdings, copy)  # type: ignore[arg-type]  # it reads like any open file
            return (Finding.UNPLAYABLE, fault) if fault else found
    except StoreError as error:
        return Finding.UNREADABLE, error.message


def _compare(
    blobs: BlobStore, artifact: Artifact, copy: "tempfile.SpooledTemporaryFile[bytes] | None"
) -> tuple[Finding, str]:
    """Compare size and checksum; writes what was read into `copy`."""

    def pieces() -> Iterator[bytes]:
        for piece in blobs.read(artifact.key):
            if copy is not None:
                copy.write(piece)
            yield piece

    size, sha256 = measure(pieces())
    if size != artifact.size_bytes:
        return Finding.CHANGED, f"{size} bytes instead of {artifact.size_bytes}"
    if sha256 != artifact.sha256:
        return Finding.CHANGED, "another checksum"
    return Finding.GOOD, ""


def _look(holdings: Callable[[str], Holdings], copy: BinaryIO) -> str:
    """What is wrong with a WARC, and with what it refers to; empty where nothing is."""
    replay = replay_warc(copy)
    if replay.faults:
        return "; ".join(replay.faults)
    if not replay.is_playable:
        return "no record that a player shows"
    gone = [r for r in replay.references if (r.digest, r.offset) not in holdings(r.key)]
    if not gone:
        return ""
    return f"{len(gone)} bodies are not in the earlier records, such as {gone[0].url[:200]!r}"


def _holdings(blobs: BlobStore, key: str) -> Holdings:
    """Digests and places of the bodies that an object really holds.

    Raises:
        StoreError: The object store failed.
    """
    if blobs.size(key) is None:
        return frozenset()
    found = stored_payloads(Pieces(blobs.read(key)), key).values()
    return frozenset((held.digest, held.offset) for held in found if held.key == key)
