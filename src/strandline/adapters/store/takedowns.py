"""Pages that were struck: who asked for it, and the one condition that hides them.

A row is a takedown that holds. `unstruck` is the condition that every reader of captures and of
articles puts into its query; a struck article has no document either, so neither lists nor the
search ever meet it.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import archive_schema as schema
from strandline.adapters.store import picture_schema, rot_schema, sharing_schema
from strandline.adapters.store.archive_rows import OPEN
from strandline.adapters.store.base import Tables, put, put_new, values
from strandline.adapters.store.border import bounded, row_limit
from strandline.adapters.store.bulk import chunks
from strandline.adapters.store.documents import forget, refresh
from strandline.adapters.store.schema import aliases, article_texts, articles, digest_items
from strandline.core.urls.identity import identify
from strandline.model.archive import JobStatus
from strandline.model.errors import StoreError, UrlError
from strandline.model.takedowns import Takedown
from strandline.model.wayback import CopyState

_STRUCK = schema.takedowns
_COLUMNS = tuple(column.name for column in _STRUCK.columns)
#: What holds words or bytes of a page, by its article.
_COPIES = (
    schema.archive_artifacts,
    schema.link_metadata,
    schema.archive_texts,
    article_texts,
    picture_schema.article_pictures,
    rot_schema.link_health,
    rot_schema.link_visits,
    sharing_schema.payload_uses,
)


class TakedownTables(Tables):
    """Implements `TakedownStore`."""

    def strike(self, takedown: Takedown) -> bool:
        """Hide a page; False where it is struck already."""
        return self._database.write_again(lambda connection: _strike(connection, takedown))

    def lift(self, article_uuid: str) -> bool:
        """Show a page again, with what is left of it; False where it is not struck."""
        return self._database.write_again(lambda connection: _lift(connection, article_uuid))

    def takedowns(
        self, *, limit: int, before: tuple[datetime, str] | None = None
    ) -> list[Takedown]:
        """Newest first."""
        newest = (_STRUCK.c.struck_at.desc(), _STRUCK.c.article_uuid.desc())
        query = sa.select(_STRUCK).order_by(*newest).limit(row_limit(limit))
        if before is not None:
            when, uuid = before
            earlier = sa.and_(_STRUCK.c.struck_at == when, _STRUCK.c.article_uuid < uuid)
            query = query.where(sa.or_(_STRUCK.c.struck_at < when, earlier))
        return self._takedowns(query)

    def struck(self, article_uuids: Sequence[str]) -> dict[str, Takedown]:
        """Which of the articles are struck, by id."""
        found: dict[str, Takedown] = {}
        for chunk in chunks(list(dict.fromkeys(article_uuids))):
            query = sa.select(_STRUCK).where(_STRUCK.c.article_uuid.in_(chunk))
            found |= {one.article_uuid: one for one in self._takedowns(query)}
        return found

    def due_takedowns(self, now: datetime, *, limit: int) -> list[Takedown]:
        """Those whose copies are to be erased by now."""
        due = sa.and_(_STRUCK.c.erased_at.is_(None), _STRUCK.c.erase_at <= now)
        query = sa.select(_STRUCK).where(due).order_by(_STRUCK.c.erase_at, _STRUCK.c.article_uuid)
        return self._takedowns(query.limit(row_limit(limit)))

    def keys_to_erase(self, article_uuid: str) -> list[str]:
        """Keys of the objects of a struck page that no other page names; none of a lifted one."""
        artifacts = schema.archive_artifacts
        others = artifacts.alias()
        elsewhere = sa.exists().where(
            others.c.key == artifacts.c.key, others.c.article_uuid != artifacts.c.article_uuid
        )
        query = sa.select(artifacts.c.key).where(
            artifacts.c.article_uuid == article_uuid,
            sa.not_(schema.unstruck(artifacts.c.article_uuid)),
            ~elsewhere,
        )
        with self._database.read() as connection:
            return sorted(set(connection.execute(query).scalars()))

    def erase(self, article_uuid: str, now: datetime) -> None:
        """Forget all copies of a struck page, once its objects are deleted."""
        self._database.write_again(lambda connection: _erase(connection, article_uuid, now))

    def _takedowns(self, query: sa.Select[Any]) -> list[Takedown]:
        with self._database.read() as connection:
            return [
                Takedown(**{name: getattr(row, name) for name in _COLUMNS})
                for row in connection.execute(query)
            ]


def _strike(connection: Connection, takedown: Takedown) -> bool:
    """What waits or runs for the page ends: a worker that finishes it finds its lease lost."""
    if not put_new(connection, _STRUCK, values(takedown, *_COLUMNS)):
        return False
    jobs = schema.archive_jobs
    connection.execute(
        jobs.update()
        .where(
            jobs.c.article_uuid == takedown.article_uuid,
            jobs.c.status.in_([status.value for status in OPEN]),
        )
        .values(
            status=JobStatus.SKIPPED_POLICY.value,
            reason=schema.TAKEN_DOWN,
            not_before=None,
            finished_at=takedown.struck_at,
            lease_owner=None,
            lease_until=None,
        )
    )
    copies = rot_schema.public_copies
    connection.execute(
        copies.update()
        .where(copies.c.article_uuid == takedown.article_uuid, copies.c.next_at.is_not(None))
        .values(
            state=CopyState.FAILED.value,
            next_at=None,
            job_id="",
            said="it was taken down",
            changed_at=takedown.struck_at,
        )
    )
    forget(connection, [takedown.article_uuid])
    return True


def _lift(connection: Connection, article_uuid: str) -> bool:
    gone = connection.execute(_STRUCK.delete().where(_STRUCK.c.article_uuid == article_uuid))
    if gone.rowcount == 0:
        return False
    refresh(connection, [article_uuid])
    return True


def _erase(connection: Connection, article_uuid: str, now: datetime) -> None:
    row = connection.execute(
        sa.select(_STRUCK).where(_STRUCK.c.article_uuid == article_uuid).with_for_update()
    ).first()
    if row is None:
        raise StoreError(f"{article_uuid} is not taken down.", subject=article_uuid)
    for table in _COPIES:
        connection.execute(table.delete().where(table.c.article_uuid == article_uuid))
    connection.execute(
        _STRUCK.update().where(_STRUCK.c.article_uuid == article_uuid).values(erased_at=now)
    )


def struck_urls(connection: Connection, urls: Collection[str]) -> set[str]:
    """Which addresses are those of struck pages, by any name that the ledger knows them by."""
    keys: dict[str, str] = {}
    for url in urls:
        with suppress(UrlError):
            keys[url] = bounded(identify(url).key)
    struck: set[str] = set()
    for chunk in chunks(sorted(set(keys.values()))):
        named = [
            sa.select(table.c.url_key)
            .join(_STRUCK, _STRUCK.c.article_uuid == table.c.article_uuid)
            .where(table.c.url_key.in_(chunk))
            for table in (articles, aliases)
        ]
        struck |= set(connection.execute(sa.union_all(*named)).scalars())
    return {url for url, key in keys.items() if key in struck}


def struck_titles(
    connection: Connection, told: Collection[tuple[str, str]]
) -> set[tuple[str, str]]:
    """Of `(edition, title)`, those by which the edition may have shown a page that is struck now.

    A title that an edition with a struck page shows nowhere else is that page's, as it was once.
    """
    items = digest_items
    is_shown = schema.unstruck(items.c.article_uuid).label("is_shown")
    shown, with_struck = set(), set()
    for chunk in chunks(sorted({digest_id for digest_id, _ in told})):
        query = sa.select(items.c.digest_id, items.c.title, is_shown)
        for row in connection.execute(query.where(items.c.digest_id.in_(chunk))):
            if row.is_shown:
                shown.add((row.digest_id, row.title))
            else:
                with_struck.add(row.digest_id)
    return {one for one in told if one[0] in with_struck and one not in shown}


def move_takedown(connection: Connection, article_uuid: str, target_uuid: str) -> None:
    """Two rows turned out to be one page: where either is struck the one that stays is.

    What was erased of one says nothing of the other's copies: those are erased in their turn.
    """
    query = sa.select(_STRUCK).where(_STRUCK.c.article_uuid.in_((article_uuid, target_uuid)))
    rows = {row.article_uuid: row for row in connection.execute(query)}
    if not rows:
        return
    final = sa.select(articles.c.article_url_final).where(articles.c.article_uuid == target_uuid)
    row = rows.get(target_uuid, rows.get(article_uuid))
    told = {name: getattr(row, name) for name in _COLUMNS}
    stays = {"article_uuid": target_uuid, "url": connection.execute(final).scalar()}
    connection.execute(_STRUCK.delete().where(_STRUCK.c.article_uuid.in_(rows)))
    put(connection, _STRUCK, told | stays | {"erased_at": None})
