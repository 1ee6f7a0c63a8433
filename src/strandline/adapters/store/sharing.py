"""Bodies that records of several articles refer to: stored once, counted by reference."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import sharing_schema as schema
from strandline.adapters.store.archive_schema import unstruck
from strandline.adapters.store.base import Tables, put, put_new, values
from strandline.adapters.store.border import clean, row_limit
from strandline.model.archive import PayloadUse, SharedPayload, StoredPayload

_SHARED, _USES = schema.shared_payloads, schema.payload_uses
#: Copies of a body that are looked for.
_COPIES = 3


class SharingTables(Tables):
    """Implements `SharingStore`."""

    def shared_payload(self, digest: str, now: datetime) -> StoredPayload | None:
        """The shared body of a digest, which is not let go of for a while from now on."""
        own = _SHARED.c.digest == clean(digest)
        with self._database.read() as connection:
            if connection.execute(sa.select(_SHARED.c.digest).where(own)).first() is None:
                return None
        with self._database.write() as connection:
            later = _SHARED.update().where(own, _SHARED.c.asked_at < now).values(asked_at=now)
            connection.execute(later)
            row = connection.execute(sa.select(_SHARED).where(own)).first()
        if row is None:
            return None
        return StoredPayload(row.digest, row.url, row.date, row.record_id, row.key, 0)

    def payload_copies(self, digest: str, *, but: str) -> list[PayloadUse]:
        """Where records of other articles hold a body; none of struck pages."""
        query = (
            sa.select(_USES)
            .where(
                _USES.c.digest == clean(digest),
                _USES.c.key != "",
                _USES.c.article_uuid != but,
                unstruck(_USES.c.article_uuid),
            )
            .limit(_COPIES)
        )
        with self._database.read() as connection:
            return [
                PayloadUse(row.digest, row.key, row.begins, row.size_bytes)
                for row in connection.execute(query)
            ]

    def share_payload(self, shared: SharedPayload, now: datetime) -> bool:
        """Name a shared body; False where somebody was quicker."""
        names = ("digest", "key", "url", "date", "record_id", "size_bytes", "sha256")
        with self._database.write() as connection:
            return put_new(connection, _SHARED, values(shared, *names) | {"asked_at": now})

    def let_go_payloads(self, before: datetime, *, limit: int) -> list[str]:
        """Forget shared bodies that no article uses and nobody has asked for since a time.

        Returns:
            The keys of their objects.
        """
        return self._database.write_again(
            lambda connection: _let_go(connection, before, row_limit(limit))
        )


def keep_uses(connection: Connection, article_uuid: str, uses: Sequence[PayloadUse]) -> None:
    """What an article's newest record holds, and refers to."""
    for use in uses:
        row = values(use, "digest", "key", "begins", "size_bytes")
        put(connection, _USES, row | {"article_uuid": article_uuid})


def move_uses(connection: Connection, article_uuid: str, target_uuid: str) -> None:
    """What a merged article used its target uses."""
    target = _USES.alias()
    there = sa.select(target.c.digest).where(
        target.c.digest == _USES.c.digest, target.c.article_uuid == target_uuid
    )
    connection.execute(
        _USES.update()
        .where(_USES.c.article_uuid == article_uuid, ~there.exists())
        .values(article_uuid=target_uuid)
    )


def _let_go(connection: Connection, before: datetime, limit: int) -> list[str]:
    is_used = sa.exists().where(_USES.c.digest == _SHARED.c.digest)
    loose = (
        sa.select(_SHARED.c.digest, _SHARED.c.key)
        .where(_SHARED.c.asked_at < before, ~is_used)
        .order_by(_SHARED.c.digest)
        .limit(limit)
        .with_for_update()
    )
    rows = connection.execute(loose).all()
    if rows:
        gone = _SHARED.c.digest.in_([row.digest for row in rows])
        connection.execute(_SHARED.delete().where(gone))
    return [row.key for row in rows]
