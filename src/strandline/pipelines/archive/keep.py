"""Puts captured files into the object store: equal bytes once, each file verified.

The database names an object only after this. Every claim of a job has a folder of its own in the
store, so that a worker whose lease was lost can neither overwrite nor remove what the next one
stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from strandline.core.archive.checksums import measure
from strandline.core.archive.layout import object_key
from strandline.core.archive.made_by import outcome_of
from strandline.model.archive import (
    ArchiveJob,
    Artifact,
    ArtifactKind,
    CapturedFile,
    CaptureReport,
)
from strandline.model.errors import StoreError
from strandline.ports import BlobStore

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Kept:
    """What was stored.

    Attributes:
        put_keys: Keys of the objects that were new.
        saved_bytes: Bytes that were not stored again because they were there.
        faults: Files that could not be stored, with one line each.
    """

    artifacts: tuple[Artifact, ...] = ()
    put_keys: tuple[str, ...] = ()
    put_bytes: int = 0
    saved_bytes: int = 0
    faults: tuple[tuple[ArtifactKind, str], ...] = ()


class Keeper:
    """Stores the files of one claim of a job.

    Args:
        blobs: Where to.
        job: What for.
        prefix: Of all keys.
        claim: Folder of this claim.
        known: Artifacts of the article that are kept already.
    """

    def __init__(
        self,
        blobs: BlobStore,
        job: ArchiveJob,
        prefix: str,
        claim: str,
        known: Sequence[Artifact],
    ) -> None:
        self._blobs = blobs
        self._job = job
        self._prefix = prefix
        self._claim = claim
        self._known = {(item.sha256, item.size_bytes): item.key for item in reversed(known)}

    def keep(
        self, files: Sequence[CapturedFile], reports: Sequence[CaptureReport], now: datetime
    ) -> Kept:
        """Store the files; one that cannot be stored is a fault of its own, the others go on."""
        artifacts: list[Artifact] = []
        put_keys: list[str] = []
        put_bytes = saved_bytes = 0
        faults: list[tuple[ArtifactKind, str]] = []
        for file in files:
            try:
                key, size, sha256, is_new = self._put(file)
            except StoreError as error:
                faults.append((file.kind, error.message))
                continue
            if is_new:
                put_keys.append(key)
                put_bytes += size
            else:
                saved_bytes += size
            artifacts.append(
                Artifact(
                    article_uuid=self._job.article_uuid,
                    job_id=self._job.job_id,
                    kind=file.kind,
                    key=key,
                    content_type=file.content_type,
                    size_bytes=size,
                    sha256=sha256,
                    created_at=now,
                    original_name=file.original_name,
                    capture_outcome=outcome_of(file.kind, reports),
                )
            )
        return Kept(tuple(artifacts), tuple(put_keys), put_bytes, saved_bytes, tuple(faults))

    def _put(self, file: CapturedFile) -> tuple[str, int, str, bool]:
        """Key, size and checksum of the stored bytes, and whether they had to be put.

        Raises:
            StoreError: They could not be stored, or what was stored differs.
        """
        size, sha256 = _measured(file.path)
        there = self._known.get((sha256, size))
        # What somebody removed from the store is stored anew.
        if there is not None and self._blobs.size(there) == size:
            return there, size, sha256, False
        name = f"{self._claim}/{file.name}"
        key = object_key(self._prefix, self._job.article_uuid, self._job.job_id, name)
        stored = self._blobs.put(key, file.path, file.content_type)
        if (stored.sha256, stored.size_bytes) != (sha256, size):
            self._blobs.delete([key])
            raise StoreError("What was stored differs from what was captured.", subject=key)
        self._known[sha256, size] = key
        return key, size, sha256, True


def _measured(path: Path) -> tuple[int, str]:
    """Size and SHA-256 of a file, read once with little memory.

    Raises:
        StoreError: It cannot be read.
    """
    try:
        with path.open("rb") as source:
            return measure(iter(lambda: source.read(_CHUNK), b""))
    except OSError as error:
        raise StoreError(
            f"The captured file cannot be read: {error.strerror or error}.", subject=str(path)
        ) from error
