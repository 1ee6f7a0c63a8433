"""What the records of earlier captures of a page hold: a new record refers to it."""

from collections.abc import Callable, Mapping
from functools import cache

import structlog

from strandline.core.archive.revisits import stored_payloads
from strandline.core.archive.warc_reading import Pieces
from strandline.model.archive import Artifact, ArtifactKind, StoredPayload
from strandline.model.errors import StoreError
from strandline.ports import ArchiveStore, BlobStore

log = structlog.get_logger("strandline.archive")

#: Newest records that are read: the newest names what the ones before it hold, the others help
#: where a page changes to and fro.
_RECORDS = 3


def known_payloads(
    store: ArchiveStore, blobs: BlobStore, article_uuid: str
) -> Callable[[], Mapping[str, StoredPayload]]:
    """Bodies that are stored of an article, by digest; looked for when first asked for.

    An object store that fails costs a second copy, not the capture.
    """

    @cache
    def known() -> Mapping[str, StoredPayload]:
        artifacts = store.artifacts(article_uuid, current_only=False)
        records = [item for item in artifacts if item.kind is ArtifactKind.WARC]
        records.sort(key=lambda item: (item.created_at, item.artifact_id), reverse=True)
        try:
            return _read(blobs, records)
        except StoreError as error:
            log.warning("earlier records out of reach", article=article_uuid, error=str(error))
            return {}

    return known


def _read(blobs: BlobStore, records: list[Artifact]) -> dict[str, StoredPayload]:
    """Only what is there counts, and only in objects that artifacts of the article name."""
    named = {item.key: item.size_bytes for item in records}
    found: dict[str, StoredPayload] = {}
    for record in records[:_RECORDS]:
        if blobs.size(record.key) == record.size_bytes:
            found = stored_payloads(Pieces(blobs.read(record.key)), record.key) | found
    keys = {payload.key for payload in found.values()}
    there = {key for key in keys & named.keys() if blobs.size(key) == named[key]}
    return {digest: payload for digest, payload in found.items() if payload.key in there}
