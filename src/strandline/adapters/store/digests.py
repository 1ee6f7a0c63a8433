"""Editions: saving one, and finding them again. Private."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import candidates, schema
from strandline.adapters.store.archive_schema import unstruck
from strandline.adapters.store.base import Tables
from strandline.adapters.store.border import row_limit
from strandline.adapters.store.bulk import select_among
from strandline.adapters.store.candidates import with_stories
from strandline.adapters.store.digest_rows import (
    DROP,
    digest_of,
    digest_row,
    drop_of,
    drop_row,
    item_of,
    item_row,
)
from strandline.adapters.store.history import insert_history
from strandline.adapters.store.takedowns import struck_titles, struck_urls
from strandline.model.digests import Candidate, Digest, DigestDrop, DigestItem
from strandline.model.editions import IN_HISTORY, EditionState
from strandline.model.errors import AlreadyShown, StoreError
from strandline.model.readers import HistoryEntry


class DigestTables(Tables):
    """Implements `DigestStore`."""

    def candidates(
        self, *, since: datetime, until: datetime, source_uuids: Sequence[str]
    ) -> list[Candidate]:
        """Articles with a mention at one of the sources that belong to the window."""
        with self._database.read() as connection:
            return candidates.candidates(connection, since, until, source_uuids)

    def with_stories(self, candidates: Sequence[Candidate], *, until: datetime) -> list[Candidate]:
        """Candidates, in order, with what their stories bring at this moment."""
        with self._database.read() as connection:
            return with_stories(connection, candidates, until)

    def save_digest(self, digest: Digest, history: Sequence[HistoryEntry]) -> None:
        """Save the edition, its items, its drops and its history rows in one transaction.

        Raises:
            StoreError: There is no such reader, or the edition was saved before.
            AlreadyShown: Another edition showed a part of it since it was chosen.
        """
        with self._database.write() as connection:
            _refuse(connection, digest)
            connection.execute(schema.digests.insert().values(digest_row(digest)))
            insert_items(connection, digest)
            drops = [
                drop_row(drop, digest.digest_id, position)
                for position, drop in enumerate(digest.drops)
            ]
            if drops:
                connection.execute(schema.digest_drops.insert(), drops)
            record_shown(connection, digest, history)

    def digest(self, digest_id: str) -> Digest | None:
        """One edition with its items and drops; None where there is none."""
        table, drops = schema.digests, schema.digest_drops
        with self._database.read() as connection:
            row = connection.execute(sa.select(table).where(table.c.digest_id == digest_id)).first()
            if row is None:
                return None
            shown = items_of(connection, digest_id)
            dropped = connection.execute(
                sa.select(drops)
                .where(drops.c.digest_id == digest_id, unstruck(drops.c.article_uuid))
                .order_by(drops.c.position)
            ).all()
        return digest_of(row, shown, tuple(map(drop_of, dropped)))

    def digests(
        self,
        *,
        reader_id: str | None = None,
        limit: int = 50,
        before: datetime | None = None,
        states: Collection[EditionState] | None = None,
    ) -> list[Digest]:
        """Newest first, without items."""
        table = schema.digests
        query = sa.select(table)
        if states is not None:
            query = query.where(table.c.state.in_(sorted(states)))
            if EditionState.SENT not in states:  # said as `ix_digests_open` says it
                query = query.where(sa.text("state <> 'sent'"))
        if reader_id is not None:
            query = query.where(table.c.reader_id == reader_id)
        if before is not None:
            query = query.where(table.c.created_at < before)
        query = query.order_by(table.c.created_at.desc(), table.c.digest_id.desc())
        with self._database.read() as connection:
            return [digest_of(row) for row in connection.execute(query.limit(row_limit(limit)))]

    def domains_of_last(self, reader_id: str, editions: int) -> set[str]:
        """Domains shown in a reader's last editions (`source_diversity_window`)."""
        table, items = schema.digests, schema.digest_items
        last = (
            sa.select(table.c.digest_id)
            .where(table.c.reader_id == reader_id, table.c.state.in_(sorted(IN_HISTORY)))
            .order_by(table.c.created_at.desc(), table.c.digest_id.desc())
            .limit(row_limit(editions))
        )
        query = sa.select(items.c.domain).distinct().where(items.c.digest_id.in_(last))
        with self._database.read() as connection:
            return {row.domain for row in connection.execute(query) if row.domain}

    def appearances(self, article_uuid: str) -> list[tuple[Digest, int]]:
        """Editions that showed an article, with its position; oldest first, without items."""
        items = schema.digest_items
        rows = self._editions_with(items, [items.c.position], article_uuid)
        return [(digest_of(row), row.position) for row in rows]

    def forget_drops(self, reader_id: str, before: datetime) -> int:
        """Delete what a reader's editions made before a time did not take; returns how many rows.

        The editions, their items and their funnels stay.
        """
        table, drops = schema.digests, schema.digest_drops
        old = sa.select(table.c.digest_id).where(
            table.c.reader_id == reader_id, table.c.created_at < before
        )
        with self._database.write() as connection:
            return connection.execute(drops.delete().where(drops.c.digest_id.in_(old))).rowcount

    def drops_of(self, article_uuid: str) -> list[tuple[Digest, DigestDrop]]:
        """Editions that did not take an article, with the reason; oldest first, no items."""
        drops = schema.digest_drops
        own = [drops.c[name].label(f"drop_{name}") for name in DROP]
        rows = self._editions_with(drops, own, article_uuid)
        return [(digest_of(row), drop_of(row, "drop_")) for row in rows]

    def _editions_with(
        self, part: sa.Table, columns: Sequence[sa.ColumnElement[Any]], article_uuid: str
    ) -> list[Any]:
        table = schema.digests
        query = (
            sa.select(table, *columns)
            .join(part, part.c.digest_id == table.c.digest_id)
            .where(part.c.article_uuid == article_uuid)
            .order_by(table.c.created_at, table.c.digest_id, part.c.position)
        )
        with self._database.read() as connection:
            return list(connection.execute(query))


def _refuse(connection: Connection, digest: Digest) -> None:
    table, readers = schema.digests, schema.readers
    reader = sa.select(readers.c.reader_id).where(readers.c.reader_id == digest.reader_id)
    if connection.execute(reader).first() is None:
        raise StoreError(f"There is no reader {digest.reader_id}.", subject=digest.reader_id)
    saved = sa.select(table.c.digest_id).where(table.c.digest_id == digest.digest_id)
    if connection.execute(saved).first() is not None:
        raise StoreError(
            f"The edition {digest.digest_id} was saved before.", subject=digest.digest_id
        )


def insert_items(connection: Connection, digest: Digest) -> None:
    """Within a transaction."""
    if not digest.items:
        return
    domains: dict[str, str] = dict(
        select_among(
            connection,
            "SELECT article_uuid, domain FROM articles WHERE article_uuid {among}",
            [item.article_uuid for item in digest.items],
        )
    )
    rows = [
        item_row(item, digest.digest_id, domains.get(item.article_uuid) or _host(item.url))
        for item in digest.items
    ]
    connection.execute(schema.digest_items.insert(), rows)


def items_of(connection: Connection, digest_id: str) -> tuple[DigestItem, ...]:
    """Within a transaction; none of struck pages."""
    items = schema.digest_items
    query = sa.select(items).where(items.c.digest_id == digest_id, unstruck(items.c.article_uuid))
    rows = connection.execute(query.order_by(items.c.position))
    return without_struck(connection, [item_of(row) for row in rows])


def without_struck(connection: Connection, items: Sequence[DigestItem]) -> tuple[DigestItem, ...]:
    """Items without the names of struck pages: other reports, and what was shown earlier."""
    urls = struck_urls(connection, {other.url for item in items for other in item.other_sources})
    titles = struck_titles(connection, {name for item in items if (name := _earlier(item))})
    return tuple(
        replace(
            item,
            other_sources=tuple(o for o in item.other_sources if o.url not in urls),
            earlier=None if _earlier(item) in titles else item.earlier,
        )
        for item in items
    )


def _earlier(item: DigestItem) -> tuple[str, str] | None:
    return (item.earlier.digest_id, item.earlier.title) if item.earlier else None


def record_shown(
    connection: Connection,
    digest: Digest,
    history: Sequence[HistoryEntry],
    kept: Collection[str] = (),
) -> None:
    """The edition's rows in the history, within a transaction.

    Args:
        kept: Ids of articles that another edition has shown and that stay all the same.

    Raises:
        AlreadyShown: Another edition showed a part of the rest: two runs of one reader, or two
            drafts, chose the same; whoever comes second is told.
    """
    new = [entry for entry in history if entry.article_uuid not in kept]
    articles = {entry.article_uuid or entry.url_hash for entry in new}
    shown = len(articles) - insert_history(connection, new)
    if shown:
        raise AlreadyShown(digest.reader_id, shown)


def _host(url: str) -> str:
    """A stand-in for the domain of an article that is not in the ledger (any more)."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""
