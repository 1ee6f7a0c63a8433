"""Removes pictures that nothing refers to: of articles that went, of sources that were removed."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import islice

from strandline.core.pictures import PREFIX, checksum_in, picture_key
from strandline.pipelines.archive.sweep import backed_up_since
from strandline.ports import BlobStore, Ports
from strandline.settings import Settings

#: What is younger may be on its way: an object is put before the database names it.
LOOSE_AGE = timedelta(hours=1)
_BATCH = 500


def remove_loose_pictures(
    ports: Ports, blobs: BlobStore, settings: Settings, *, now: datetime
) -> int:
    """Remove what nothing refers to, everything of articles and sources where pictures are off;
    returns how many objects went.

    Raises:
        StoreError: The database or the object store is down.
    """
    before = now - LOOSE_AGE
    since = backed_up_since(ports.store)
    if settings.pictures.show == "off":
        ports.store.forget_pictures()
    elif since is not None:
        before = min(before, since)  # an older ledger that is brought back may show them
    removed = 0
    while loose := ports.store.loose_pictures(before, limit=_BATCH):
        removed += _remove(ports, blobs, [picture_key(file.name) for file in loose])
    old = (key for key, changed in blobs.keys(PREFIX) if changed < before)
    return removed + sum(_remove(ports, blobs, batch) for batch in _batches(old))


def _remove(ports: Ports, blobs: BlobStore, keys: list[str]) -> int:
    """Remove objects that the database does not name at this moment."""
    named = {key: checksum for key in keys if (checksum := checksum_in(key)) is not None}
    kept = ports.store.kept_pictures(list(named.values()))
    gone = [key for key, checksum in named.items() if checksum not in kept]
    if gone:
        blobs.delete(gone)
    return len(gone)


def _batches(keys: Iterable[str]) -> Iterator[list[str]]:
    left = iter(keys)
    while batch := list(islice(left, _BATCH)):
        yield batch
