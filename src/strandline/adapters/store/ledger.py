"""Articles, aliases, mentions and posts: reading them, and entering a batch."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from strandline.adapters.store import merging, purging, schema
from strandline.adapters.store.archive_schema import unstruck
from strandline.adapters.store.base import Tables
from strandline.adapters.store.border import bounded, clean, row_limit
from strandline.adapters.store.bulk import chunks
from strandline.adapters.store.ingest import apply_batch, find_keys
from strandline.adapters.store.ledger_rows import alias_of, article_of, mention_of, post_of
from strandline.adapters.store.texts import is_listed
from strandline.adapters.store.types import UtcTime
from strandline.model.articles import (
    Alias,
    AliasKind,
    Article,
    IngestBatch,
    IngestResult,
    Mention,
    Post,
    UrlStatus,
)

#: Keys of one look-up statement.
_MANY = 10_000


class LedgerTables(Tables):
    """Implements `LedgerStore`."""

    def find(self, keys: Sequence[str]) -> dict[str, str]:
        """Which of the URL keys are known: key → id."""
        asked = {key: bounded(key) for key in keys}
        found: dict[str, str] = {}
        with self._database.read() as connection:
            for chunk in chunks(list(asked.values()), _MANY):
                found |= find_keys(connection, chunk)
        return {key: found[folded] for key, folded in asked.items() if folded in found}

    def articles(
        self, article_uuids: Sequence[str], *, also_struck: bool = False
    ) -> dict[str, Article]:
        """By id; unknown and struck ones are absent."""
        uuid = schema.articles.c.article_uuid
        shown = () if also_struck else (unstruck(uuid),)
        rows = self._rows_of(schema.articles, uuid, article_uuids, *shown)
        return {row.article_uuid: article_of(row) for row in rows}

    def ingest(self, batch: IngestBatch) -> IngestResult:
        """Apply a batch in one transaction; applying it twice changes nothing more."""
        return self._database.write_again(lambda connection: apply_batch(connection, batch))

    def posts(self, source_uuid: str, item_keys: Sequence[str]) -> dict[str, Post]:
        """What is known of the items of a source, by item key."""
        asked = {key: bounded(key) for key in item_keys}
        posts = schema.posts
        own = posts.c.source_uuid == source_uuid
        rows = self._rows_of(posts, posts.c.item_key, list(asked.values()), own)
        found = {row.item_key: row for row in rows}
        return {key: post_of(found[k], key) for key, k in asked.items() if k in found}

    def posts_by_guid(self, source_uuid: str, guids: Sequence[str]) -> dict[str, Post]:
        """Items of a source by guid as received; a guid that several of them have is absent."""
        asked = {guid: clean(guid) for guid in guids}
        posts = schema.posts
        own = posts.c.source_uuid == source_uuid
        found: dict[str, list[Post]] = {}
        for row in self._rows_of(posts, posts.c.guid, list(asked.values()), own):
            found.setdefault(row.guid, []).append(post_of(row))
        return {guid: found[g][0] for guid, g in asked.items() if len(found.get(g, ())) == 1}

    def posts_at(self, source_uuid: str, url_keys: Sequence[str]) -> dict[str, list[Post]]:
        """Items of a source by the key of their address, each list oldest first."""
        asked = {bounded(key): key for key in url_keys if key}
        posts = schema.posts
        own = sa.and_(posts.c.source_uuid == source_uuid, posts.c.url_key != "")
        rows = self._rows_of(posts, posts.c.url_key, list(asked), own)
        found: dict[str, list[Post]] = {}
        for row in sorted(rows, key=lambda row: (row.first_seen_at, row.post_id)):
            found.setdefault(asked[row.url_key], []).append(post_of(row))
        return found

    def has_posts(self, source_uuid: str) -> bool:
        """True when the source has been read before."""
        posts = schema.posts
        query = sa.select(posts.c.post_id).where(posts.c.source_uuid == source_uuid).limit(1)
        with self._database.read() as connection:
            return connection.execute(query).first() is not None

    def mentions(self, article_uuids: Sequence[str]) -> dict[str, list[Mention]]:
        """By article, oldest first."""
        table = schema.article_sources
        rows = self._rows_of(table, table.c.article_id, article_uuids)
        rows.sort(key=lambda row: (row.inserted_at, row.mention_id))
        found: dict[str, list[Mention]] = {}
        for row in rows:
            found.setdefault(row.article_id, []).append(mention_of(row))
        return found

    def aliases(self, article_uuid: str) -> list[Alias]:
        """Other URLs of an article, oldest first."""
        table = schema.aliases
        query = (
            sa.select(table)
            .where(table.c.article_uuid == article_uuid)
            .order_by(table.c.first_seen_at, table.c.url_key, table.c.url_hash)
        )
        return [alias_of(row) for row in self._all(query)]

    def posts_of(self, article_uuid: str) -> list[Post]:
        """The posts from which an article was entered, oldest first."""
        posts = schema.posts
        return self._posts_where(posts.c.article_uuid == article_uuid)

    def posts_with_key(self, url_key: str) -> list[Post]:
        """Items of all sources whose URL has a key, entered or not, oldest first."""
        posts = schema.posts
        key = bounded(url_key)
        return (
            self._posts_where(sa.and_(posts.c.url_key == key, posts.c.url_key != "")) if key else []
        )

    def recent(
        self,
        *,
        limit: int,
        before: tuple[datetime, str] | None = None,
        source_uuid: str | None = None,
        language: str | None = None,
    ) -> list[Article]:
        """Newest detected first; a source is one that mentions the article. No links of posts."""
        table = schema.articles
        query = sa.select(table).where(is_listed(), unstruck(table.c.article_uuid))
        if before is not None:
            last = sa.tuple_(sa.literal(before[0], UtcTime()), sa.literal(before[1], sa.Text()))
            query = query.where(
                sa.tuple_(table.c.article_detected_utc_iso, table.c.article_uuid) < last
            )
        if source_uuid is not None:
            seen = schema.article_sources
            query = query.where(
                table.c.article_uuid.in_(
                    sa.select(seen.c.article_id).where(seen.c.source_uuid == source_uuid)
                )
            )
        if language is not None:
            query = query.where(table.c.language == language)
        query = query.order_by(
            table.c.article_detected_utc_iso.desc(), table.c.article_uuid.desc()
        ).limit(row_limit(limit))
        return [article_of(row) for row in self._all(query)]

    def with_status(self, status: UrlStatus, *, limit: int) -> list[Article]:
        """Articles whose URL waits for resolving, oldest first; none of struck ones."""
        table = schema.articles
        query = (
            sa.select(table)
            .where(table.c.url_status == status.value, unstruck(table.c.article_uuid))
            .order_by(table.c.article_detected_utc_iso, table.c.article_uuid)
            .limit(row_limit(limit))
        )
        if status is not UrlStatus.SETTLED:  # names the condition of the partial index
            query = query.where(sa.text("url_status <> 'settled'"))
        return [article_of(row) for row in self._all(query)]

    def settle(self, article_uuid: str, status: UrlStatus, aliases: Sequence[Alias]) -> None:
        """Record that a URL was resolved, or could not be, with what it taught us."""
        with self._database.write() as connection:
            merging.settle(connection, article_uuid, status, aliases, self._now())

    def merge_into(self, article_uuid: str, target_uuid: str, aliases: Sequence[Alias]) -> None:
        """Two rows turned out to be one page: everything moves to the target."""
        self._database.write_again(
            lambda connection: merging.merge_into(
                connection, article_uuid, target_uuid, aliases, self._now()
            )
        )

    def every_article(self, *, batch: int = 500) -> Iterator[list[Article]]:
        """The whole ledger in order of ids; no lock is held between two batches."""
        table = schema.articles
        last = ""
        while True:
            query = (
                sa.select(table)
                .where(table.c.article_uuid > last)
                .order_by(table.c.article_uuid)
                .limit(max(1, row_limit(batch)))
            )
            page = [article_of(row) for row in self._all(query)]
            if not page:
                return
            yield page
            last = page[-1].article_uuid

    def may_be_several(self) -> list[str]:
        """Articles that may stand for several items of a source: by aliases, or by posts."""
        aliases, posts = schema.aliases, schema.posts
        by_guid = sa.select(aliases.c.article_uuid).where(aliases.c.kind == AliasKind.GUID.value)
        of_posts = (
            sa.select(posts.c.article_uuid)
            .where(posts.c.article_uuid.is_not(None), posts.c.topic_url.is_(None))
            .group_by(posts.c.article_uuid, posts.c.source_uuid)
            .having(sa.func.count() > 1)
        )
        found = (*self._all(by_guid), *self._all(of_posts))
        return sorted({row.article_uuid for row in found})

    def split_off(self, article_uuid: str, batch: IngestBatch, alias_keys: Sequence[str]) -> None:
        """Take what never belonged to an article out of it, in one transaction."""
        self._database.write_again(
            lambda connection: merging.split_off(connection, article_uuid, batch, alias_keys)
        )

    def rekey(self, article_uuid: str, url_key: str, rules_version: str) -> str | None:
        """Give an article the key of newer rules; the old key stays an alias."""
        return self._database.write_again(
            lambda connection: merging.rekey(
                connection, article_uuid, url_key, rules_version, self._now()
            )
        )

    def purge_posts(self, before: datetime) -> int:
        """Empty old posts; their keys stay while a source may still list them."""
        with self._database.write() as connection:
            return purging.purge_posts(connection, before)

    def _all(self, query: sa.Select[Any]) -> list[Any]:
        with self._database.read() as connection:
            return list(connection.execute(query))

    def _rows_of(
        self, table: sa.Table, column: sa.Column[Any], wanted: Sequence[str], *more: Any
    ) -> list[Any]:
        rows: list[Any] = []
        with self._database.read() as connection:
            for chunk in chunks(list(dict.fromkeys(wanted))):
                rows += connection.execute(sa.select(table).where(column.in_(chunk), *more))
        return rows

    def _posts_where(self, condition: sa.ColumnElement[bool]) -> list[Post]:
        posts = schema.posts
        query = sa.select(posts).where(condition).order_by(posts.c.first_seen_at, posts.c.post_id)
        return [post_of(row) for row in self._all(query)]
