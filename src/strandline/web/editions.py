"""Which digests everybody may read: those of shared readers that went out, never a
person's own, never a draft.
"""

from collections.abc import Collection
from datetime import datetime

from strandline.model.digests import Digest
from strandline.model.editions import PUBLISHED, EditionState
from strandline.model.readers import DigestScope
from strandline.ports import Store


def shared_readers(store: Store) -> frozenset[str]:
    """Ids of readers whose digests are for everybody."""
    return frozenset(r.reader_id for r in store.readers() if r.scope is DigestScope.SHARED)


def shared_digests(store: Store, *, limit: int, before: datetime | None = None) -> list[Digest]:
    """The newest published editions for everybody, without items."""
    return shared_editions(store, limit=limit, before=before, states=PUBLISHED)


def shared_editions(
    store: Store,
    *,
    limit: int,
    before: datetime | None = None,
    states: Collection[EditionState] | None = None,
) -> list[Digest]:
    """The newest editions for everybody, without items; drafts are for the desk alone."""
    found = [
        digest
        for reader_id in sorted(shared_readers(store))
        for digest in store.digests(reader_id=reader_id, limit=limit, before=before, states=states)
    ]
    return sorted(found, key=lambda digest: (digest.created_at, digest.digest_id), reverse=True)[
        :limit
    ]


def shared_edition(store: Store, digest_id: str) -> Digest | None:
    """One edition for everybody, of any state, with its items; None where there is none, and for
    a person's own.

    The two cases look alike from outside: an id must not tell that a private digest exists.
    """
    digest = store.digest(digest_id)
    return digest if digest is not None and digest.reader_id in shared_readers(store) else None


def shared_digest(store: Store, digest_id: str) -> Digest | None:
    """The same, where it was published."""
    return readable_digest(store, digest_id, None)


def readable_digest(store: Store, digest_id: str, reader_id: str | None) -> Digest | None:
    """A published edition of everybody, or of a reader; None for all others."""
    digest = store.digest(digest_id)
    if digest is None or not digest.is_published:
        return None
    is_own = reader_id is not None and digest.reader_id == reader_id
    return digest if is_own or digest.reader_id in shared_readers(store) else None
