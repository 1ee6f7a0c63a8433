"""What is learnt about an article after it was entered: resolved, merged, given another key."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store.archive_merging import move_archive
from strandline.adapters.store.border import bounded
from strandline.adapters.store.facts import take_facts, update_article
from strandline.adapters.store.ingest import add_aliases, apply_batch, changed, filling
from strandline.adapters.store.ledger_rows import article_of
from strandline.adapters.store.stories_graph import lock_stories
from strandline.adapters.store.stories_merging import move_stories
from strandline.adapters.store.waiting import wait
from strandline.model.articles import (
    Alias,
    AliasKind,
    Article,
    IngestBatch,
    TextStatus,
    UrlStatus,
)
from strandline.model.errors import StoreError


def settle(
    connection: Connection,
    article_uuid: str,
    status: UrlStatus,
    aliases: Sequence[Alias],
    now: datetime,
) -> None:
    """Set the status of an article's URL and add aliases.

    Raises:
        StoreError: There is no such article.
    """
    article = _require(connection, article_uuid)
    if article.url_status is not status:
        update_article(connection, replace(article, url_status=status, updated_at=now))
    add_aliases(connection, aliases, _names(aliases, article_uuid))


def merge_into(
    connection: Connection,
    article_uuid: str,
    target_uuid: str,
    aliases: Sequence[Alias],
    now: datetime,
) -> None:
    """Move everything of an article to another one; done again, it changes nothing.

    Raises:
        StoreError: There is no such target.
    """
    lock_stories(connection)
    target = _require(connection, target_uuid)
    old = _article(connection, article_uuid)
    if old is None or article_uuid == target_uuid:
        add_aliases(connection, aliases, _names(aliases, target_uuid))
        return
    _move_mentions(connection, article_uuid, target_uuid)
    _move_text(connection, article_uuid, target_uuid)
    _move_clicks(connection, article_uuid, target_uuid)
    move_archive(connection, old, target_uuid)
    move_stories(connection, article_uuid, target_uuid)
    _rename_in_acts(connection, article_uuid, target_uuid)
    _move_versions(connection, article_uuid, target_uuid)
    for table, column in (
        (schema.aliases, "article_uuid"),
        (schema.posts, "article_uuid"),
        (schema.digest_items, "article_uuid"),
        (schema.digest_drops, "article_uuid"),
        (schema.article_history, "article_uuid"),
    ):
        connection.execute(
            table.update().where(table.c[column] == article_uuid).values({column: target_uuid})
        )
    articles = schema.articles
    connection.execute(articles.delete().where(articles.c.article_uuid == article_uuid))
    filled = changed(target, filling(old))
    if filled != target:
        update_article(connection, replace(filled, updated_at=now))
    take_facts(connection, [target_uuid], now)
    wait(connection, [target_uuid])
    own = _own_alias(old, f"merged from {article_uuid}", now)
    known = (own, *aliases)
    add_aliases(connection, known, _names(known, target_uuid))


def _rename_in_acts(connection: Connection, article_uuid: str, target_uuid: str) -> None:
    """What editors did to an item holds for the article that it is now; ids stand in its JSON."""
    acts, items = schema.edition_acts, schema.digest_items
    editions = sa.select(items.c.digest_id).where(items.c.article_uuid == article_uuid)
    written = sa.cast(acts.c.item, sa.Text)
    connection.execute(
        acts.update()
        .where(acts.c.digest_id.in_(editions))
        .values(
            article_uuid=sa.func.replace(acts.c.article_uuid, article_uuid, target_uuid),
            item=sa.func.replace(written, article_uuid, target_uuid, type_=sa.Text()),
        )
    )


def _move_versions(connection: Connection, article_uuid: str, target_uuid: str) -> None:
    """The copy that an edition told of an item is told of the article that it is now.

    Of an edition that shows both, the target's own stays.
    """
    table, items = schema.digests, schema.digest_items
    editions = sa.select(items.c.digest_id).where(items.c.article_uuid == article_uuid)
    rows = connection.execute(
        sa.select(table.c.digest_id, table.c.versions)
        .where(table.c.digest_id.in_(editions))
        .order_by(table.c.digest_id)
        .with_for_update()
    ).all()
    for row in rows:
        versions = dict(row.versions)
        if (told := versions.pop(article_uuid, None)) is None:
            continue
        connection.execute(
            table.update()
            .where(table.c.digest_id == row.digest_id)
            .values(versions={target_uuid: told} | versions)
        )


def split_off(
    connection: Connection, article_uuid: str, batch: IngestBatch, alias_keys: Sequence[str]
) -> None:
    """Forget aliases of an article, then enter what they led to as articles of their own."""
    aliases = schema.aliases
    connection.execute(
        aliases.delete().where(
            aliases.c.article_uuid == article_uuid,
            aliases.c.kind == AliasKind.GUID.value,
            aliases.c.url_key.in_([bounded(key) for key in alias_keys]),
        )
    )
    apply_batch(connection, batch)


def rekey(
    connection: Connection, article_uuid: str, url_key: str, rules_version: str, now: datetime
) -> str | None:
    """Give an article another key; the id of the article that has it where one has.

    Raises:
        StoreError: There is no such article.
    """
    article = _require(connection, article_uuid)
    key = bounded(url_key)
    if article.url_key == key and article.rules_version == rules_version:
        return None
    articles = schema.articles
    other: str | None = connection.execute(
        sa.select(articles.c.article_uuid).where(
            articles.c.url_key == key, articles.c.article_uuid != article_uuid
        )
    ).scalar()
    if other is not None:
        return other
    update_article(
        connection, replace(article, url_key=key, rules_version=rules_version, updated_at=now)
    )
    if article.url_key != key:
        alias = _own_alias(article, f"key of rules {article.rules_version}", now)
        add_aliases(connection, (alias,), _names((alias,), article_uuid))
    return None


def _names(aliases: Sequence[Alias], article_uuid: str) -> dict[str, str]:
    return dict.fromkeys((alias.article_uuid for alias in aliases), article_uuid)


def _own_alias(article: Article, evidence: str, now: datetime) -> Alias:
    return Alias(
        url=article.article_url_final,
        url_key=article.url_key,
        article_uuid=article.article_uuid,
        kind=AliasKind.CANONICAL,
        evidence=evidence,
        first_seen_at=now,
    )


def _article(connection: Connection, article_uuid: str) -> Article | None:
    articles = schema.articles
    row = connection.execute(
        sa.select(articles).where(articles.c.article_uuid == article_uuid).with_for_update()
    ).first()
    return None if row is None else article_of(row)


def _require(connection: Connection, article_uuid: str) -> Article:
    article = _article(connection, article_uuid)
    if article is None:
        raise StoreError(f"There is no article {article_uuid}.", subject=article_uuid)
    return article


def _move_mentions(connection: Connection, article_uuid: str, target_uuid: str) -> None:
    """A place that mentions both keeps one mention; the rest goes with the old row."""
    table = schema.article_sources
    twin = table.alias()
    at_target = sa.exists().where(
        twin.c.article_id == target_uuid,
        twin.c.source_url == table.c.source_url,
        twin.c.in_quote == table.c.in_quote,
    )
    connection.execute(
        table.update()
        .where(table.c.article_id == article_uuid, sa.not_(at_target))
        .values(article_id=target_uuid)
    )


def _move_text(connection: Connection, article_uuid: str, target_uuid: str) -> None:
    """The target takes the old text where it has none that can be read."""
    table = schema.article_texts
    there: dict[str, Any] = {
        row.article_uuid: row.status
        for row in connection.execute(
            sa.select(table.c.article_uuid, table.c.status).where(
                table.c.article_uuid.in_((article_uuid, target_uuid))
            )
        )
    }
    good = TextStatus.OK.value
    if article_uuid not in there or there.get(target_uuid) == good:
        return
    if target_uuid in there and there[article_uuid] != good:
        return
    connection.execute(table.delete().where(table.c.article_uuid == target_uuid))
    connection.execute(
        table.update().where(table.c.article_uuid == article_uuid).values(article_uuid=target_uuid)
    )


def _move_clicks(connection: Connection, article_uuid: str, target_uuid: str) -> None:
    table = schema.clicks
    rows = connection.execute(
        sa.select(table.c.hour, table.c.count).where(table.c.article_uuid == article_uuid)
    ).all()
    for row in rows:
        added = connection.execute(
            table.update()
            .where(table.c.article_uuid == target_uuid, table.c.hour == row.hour)
            .values(count=table.c.count + row.count)
        )
        if added.rowcount == 0:
            connection.execute(
                table.insert().values(article_uuid=target_uuid, hour=row.hour, count=row.count)
            )
    connection.execute(table.delete().where(table.c.article_uuid == article_uuid))
