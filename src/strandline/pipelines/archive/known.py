"""Bodies that are stored already: a new record refers to them.

Those that records of earlier captures of the page hold, and those that records of other pages hold:
the latter are copied first, into an object that belongs to no page.
"""

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import structlog

from strandline.core.archive.checksums import measure
from strandline.core.archive.revisits import stored_payloads
from strandline.core.archive.sharing import is_shared, shared_key, uses_of
from strandline.core.archive.warc_reading import Pieces
from strandline.model.archive import (
    Artifact,
    ArtifactKind,
    CapturedFile,
    PayloadUse,
    SharedPayload,
    StoredPayload,
)
from strandline.model.errors import StoreError
from strandline.pipelines.archive.sweep import claim_name
from strandline.ports import ArchiveStore, BlobStore, Ports

log = structlog.get_logger("strandline.archive")

#: Newest records that are read: the newest names what the ones before it hold, the others help
#: where a page changes to and fro.
_RECORDS = 3


def known_payloads(
    ports: Ports, blobs: BlobStore, prefix: str, article_uuid: str
) -> Callable[[], Mapping[str, StoredPayload]]:
    """Bodies that are stored, by digest; looked for when first asked for.

    An object store that fails costs a second copy, not the capture.
    """
    sharing = Sharing(ports, blobs, prefix, article_uuid)

    @cache
    def known() -> Mapping[str, StoredPayload]:
        return _Known(_own(ports.store, blobs, article_uuid), sharing)

    return known


class _Known(Mapping[str, StoredPayload]):
    """The page's own bodies, and behind them those that are shared, asked for one by one."""

    def __init__(self, own: Mapping[str, StoredPayload], sharing: "Sharing") -> None:
        self._own, self._sharing = own, sharing

    def __getitem__(self, digest: str) -> StoredPayload:
        found = self._own.get(digest) or self._sharing.find(digest)
        if found is None:
            raise KeyError(digest)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._own)

    def __len__(self) -> int:
        return len(self._own)


class Sharing:
    """Bodies that other pages have too.

    Args:
        ports: The store, the clock and new ids are used.
        blobs: Where they are.
        prefix: Of all keys.
        article_uuid: The page that is captured.
    """

    def __init__(self, ports: Ports, blobs: BlobStore, prefix: str, article_uuid: str) -> None:
        self._ports, self._blobs, self._prefix = ports, blobs, prefix
        self._article_uuid = article_uuid

    def find(self, digest: str) -> StoredPayload | None:
        """The shared body of a digest, made where another page holds it; None for none."""
        if not digest:
            return None
        try:
            return self._there(digest) or self._made(digest)
        except StoreError as error:
            log.warning("shared bodies out of reach", digest=digest, error=str(error))
            return None

    def _there(self, digest: str) -> StoredPayload | None:
        """What somebody removed from the object store is stored anew with the page itself."""
        found = self._ports.store.shared_payload(digest, self._ports.clock.now())
        if found is None or self._blobs.size(found.key) is None:
            return None
        return found

    def _made(self, digest: str) -> StoredPayload | None:
        for copy in self._ports.store.payload_copies(digest, but=self._article_uuid):
            shared = self._copied(copy)
            if shared is None:
                continue
            if self._ports.store.share_payload(shared, self._ports.clock.now()):
                return shared
            self._blobs.delete([shared.key])  # somebody was quicker
            return self._there(digest)
        return None

    def _copied(self, copy: PayloadUse) -> SharedPayload | None:
        """The record that holds a body, as an object of its own; None where it is not there."""
        key = shared_key(self._prefix, copy.digest, claim_name(self._ports.new_id()))
        if self._blobs.size(copy.key) is None:
            return None
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "record"
            with path.open("wb") as file:
                end = copy.begins + copy.size_bytes
                file.writelines(self._blobs.read(copy.key, start=copy.begins, end=end))
            with path.open("rb") as file:
                held = stored_payloads(file, key).get(copy.digest)
            if held is None or held.key != key:
                return None
            stored = self._blobs.put(key, path, "application/warc")
        fields = (held.digest, held.url, held.date, held.record_id, held.key, held.offset)
        return SharedPayload(*fields, stored.size_bytes, stored.sha256)


def uses_of_record(
    files: Sequence[CapturedFile], kept: Sequence[Artifact], prefix: str
) -> tuple[PayloadUse, ...]:
    """What the record of a capture holds that others may share, and what shared it refers to."""
    keys = {one.kind: one.key for one in kept}
    found: list[PayloadUse] = []
    for file in files:
        if file.kind is ArtifactKind.WARC and ArtifactKind.WARC in keys:
            with file.path.open("rb") as record:
                found += uses_of(record, keys[ArtifactKind.WARC], prefix)
    return tuple({use.digest: use for use in found}.values())


def taken_in(ports: Ports, blobs: BlobStore, key: str, prefix: str) -> tuple[PayloadUse, ...]:
    """The same of a stored record that a ledger has never heard of; names the shared bodies that it
    refers to.
    """
    now = ports.clock.now()
    for payload in stored_payloads(Pieces(blobs.read(key)), key).values():
        size = blobs.size(payload.key) if is_shared(prefix, payload.key) else None
        if size is not None and ports.store.shared_payload(payload.digest, now) is None:
            _, sha256 = measure(blobs.read(payload.key))
            fields = (payload.digest, payload.url, payload.date, payload.record_id, payload.key)
            ports.store.share_payload(SharedPayload(*fields, 0, size, sha256), now)
    found = uses_of(Pieces(blobs.read(key)), key, prefix)
    return tuple({use.digest: use for use in found}.values())


def _own(store: ArchiveStore, blobs: BlobStore, article_uuid: str) -> Mapping[str, StoredPayload]:
    artifacts = store.artifacts(article_uuid, current_only=False)
    records = [item for item in artifacts if item.kind is ArtifactKind.WARC]
    records.sort(key=lambda item: (item.created_at, item.artifact_id), reverse=True)
    try:
        return _read(blobs, records)
    except StoreError as error:
        log.warning("earlier records out of reach", article=article_uuid, error=str(error))
        return {}


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
