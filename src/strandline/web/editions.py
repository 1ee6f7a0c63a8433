"""Which digests everybody may read: those of shared readers that went out, never a
person's own, never a draft.
"""

from datetime import datetime

from strandline.model.digests import Digest
from strandline.model.editions import PUBLISHED
from strandline.model.readers import DigestScope
from strandline.ports import Store


def shared_readers(store: Store) -> frozenset[str]:
    """Ids of readers whose digests are for everybody."""
    return frozenset(r.reader_id for r in store.readers() if r.scope is DigestScope.SHARED)


def shared_digests(store: Store, *, limit: int, before: datetime | None = None) -> list[Digest]:
    """The newest editions for everybody, without items."""
    found = [
        digest
        for reader_id in sorted(shared_readers(store))
        for digest in store.digests(
            reader_id=reader_id, limit=limit, before=before, states=PUBLISHED
        )
    ]
    return sorted(found, key=lambda digest: (digest.created_at, digest.digest_id), reverse=True)[
        :limit
    ]


def shared_digest(store: Store, digest_id: str) -> Digest | None:
    """One edition with its items; None where there is none, for a draft and for a person's own.

    The cases look alike from outside: an id must not tell that a private digest exists.
    """
    digest = store.digest(digest_id)
    is_public = digest is not None and digest.is_published
    return digest if digest and is_public and digest.reader_id in shared_readers(store) else None
