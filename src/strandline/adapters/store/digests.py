"""Editions: saving one, and finding them again. Private."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import candidates, schema
from strandline.adapters.store.base import Tables, values
from strandline.adapters.store.border import row_limit, utc_text_optional
from strandline.adapters.store.bulk import select_among
from strandline.adapters.store.candidates import with_stories
from strandline.adapters.store.history import insert_history
from strandline.adapters.store.types import read_time
from strandline.core.text.languages import language_tag
from strandline.model.digests import (
    Candidate,
    Digest,
    DigestDrop,
    DigestItem,
    EarlierEdition,
    OtherSource,
    Section,
)
from strandline.model.errors import AlreadyShown, StoreError
from strandline.model.funnel import Funnel, StepReport
from strandline.model.readers import HistoryEntry
from strandline.model.sources import ContentType

_ITEM = (
    *("position", "section", "category", "article_uuid", "url", "title", "source_name"),
    *("published_at", "summary", "content_type", "language", "score", "score_parts"),
    *("is_recorded", "is_update"),
)
_DROP = ("article_uuid", "url", "step", "reason", "detail")


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
            row = values(digest, "digest_id", "reader_id", "created_at", "title", "language")
            connection.execute(
                schema.digests.insert().values(row | {"funnel": _funnel_tree(digest.funnel)})
            )
            _insert_items(connection, digest)
            drops = [
                values(drop, *_DROP) | {"digest_id": digest.digest_id, "position": position}
                for position, drop in enumerate(digest.drops)
            ]
            if drops:
                connection.execute(schema.digest_drops.insert(), drops)
            # Two runs of one reader choose the same articles; whoever comes second is told.
            articles = {entry.article_uuid or entry.url_hash for entry in history}
            shown = len(articles) - insert_history(connection, history)
            if shown:
                raise AlreadyShown(digest.reader_id, shown)

    def digest(self, digest_id: str) -> Digest | None:
        """One edition with its items and drops; None where there is none."""
        table, items, drops = schema.digests, schema.digest_items, schema.digest_drops
        with self._database.read() as connection:
            row = connection.execute(sa.select(table).where(table.c.digest_id == digest_id)).first()
            if row is None:
                return None
            shown = connection.execute(
                sa.select(items).where(items.c.digest_id == digest_id).order_by(items.c.position)
            ).all()
            dropped = connection.execute(
                sa.select(drops).where(drops.c.digest_id == digest_id).order_by(drops.c.position)
            ).all()
        return _digest_of(row, tuple(map(_item_of, shown)), tuple(map(_drop_of, dropped)))

    def digests(
        self, *, reader_id: str | None = None, limit: int = 50, before: datetime | None = None
    ) -> list[Digest]:
        """Newest first, without items."""
        table = schema.digests
        query = sa.select(table)
        if reader_id is not None:
            query = query.where(table.c.reader_id == reader_id)
        if before is not None:
            query = query.where(table.c.created_at < before)
        query = query.order_by(table.c.created_at.desc(), table.c.digest_id.desc())
        with self._database.read() as connection:
            return [_digest_of(row) for row in connection.execute(query.limit(row_limit(limit)))]

    def domains_of_last(self, reader_id: str, editions: int) -> set[str]:
        """Domains shown in a reader's last editions (`source_diversity_window`)."""
        table, items = schema.digests, schema.digest_items
        last = (
            sa.select(table.c.digest_id)
            .where(table.c.reader_id == reader_id)
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
        return [(_digest_of(row), row.position) for row in rows]

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
        rows = self._editions_with(drops, [drops.c[name] for name in _DROP], article_uuid)
        return [(_digest_of(row), _drop_of(row)) for row in rows]

    def _editions_with(
        self, part: sa.Table, columns: list[sa.Column[Any]], article_uuid: str
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


def _insert_items(connection: Connection, digest: Digest) -> None:
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
        values(item, *_ITEM)
        | {
            "digest_id": digest.digest_id,
            "domain": domains.get(item.article_uuid) or _host(item.url),
            "other_sources": [_other_tree(other) for other in item.other_sources],
            "earlier": _earlier_tree(item.earlier),
        }
        for item in digest.items
    ]
    connection.execute(schema.digest_items.insert(), rows)


def _host(url: str) -> str:
    """A stand-in for the domain of an article that is not in the ledger (any more)."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def _other_tree(other: OtherSource) -> dict[str, Any]:
    return {
        "name": other.name,
        "url": other.url,
        "published_at": utc_text_optional(other.published_at),
    }


def _other_of(tree: Mapping[str, Any]) -> OtherSource:
    when = tree["published_at"]
    return OtherSource(tree["name"], tree["url"], None if when is None else read_time(when))


def _earlier_tree(earlier: EarlierEdition | None) -> dict[str, Any] | None:
    if earlier is None:
        return None
    return {
        "digest_id": earlier.digest_id,
        "created_at": utc_text_optional(earlier.created_at),
        "title": earlier.title,
    }


def _earlier_of(tree: Mapping[str, Any] | None) -> EarlierEdition | None:
    if tree is None:
        return None
    return EarlierEdition(tree["digest_id"], read_time(tree["created_at"]), tree["title"])


def _funnel_tree(funnel: Funnel) -> list[dict[str, Any]]:
    return [asdict(step) | {"drops": dict(step.drops)} for step in funnel.steps]


def _funnel_of(tree: Sequence[Mapping[str, Any]]) -> Funnel:
    return Funnel(tuple(StepReport(**{**step, "notes": tuple(step["notes"])}) for step in tree))


def _digest_of(
    row: Any, items: tuple[DigestItem, ...] = (), drops: tuple[DigestDrop, ...] = ()
) -> Digest:
    return Digest(
        digest_id=row.digest_id,
        reader_id=row.reader_id,
        created_at=row.created_at,
        title=row.title,
        language=row.language,
        items=items,
        funnel=_funnel_of(row.funnel),
        drops=drops,
    )


def _item_of(row: Any) -> DigestItem:
    return DigestItem(
        position=row.position,
        section=Section(row.section),
        category=row.category,
        article_uuid=row.article_uuid,
        url=row.url,
        title=row.title,
        source_name=row.source_name,
        published_at=row.published_at,
        summary=row.summary,
        content_type=ContentType(row.content_type),
        language=language_tag(row.language),
        score=row.score,
        score_parts=row.score_parts,
        other_sources=tuple(map(_other_of, row.other_sources)),
        is_recorded=row.is_recorded,
        is_update=row.is_update,
        earlier=_earlier_of(row.earlier),
    )


def _drop_of(row: Any) -> DigestDrop:
    return DigestDrop(**{name: getattr(row, name) for name in _DROP})
