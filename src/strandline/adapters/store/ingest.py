"""Applying what one poll found, in one transaction.

The caller's transaction is IMMEDIATE on SQLite, so nothing changes between reading and writing.
On PostgreSQL another poller may enter the same article in between: then its insert makes ours do
nothing, ours is not among the rows given back, and the loop looks again. Rows are written in the
order of their keys, so that two pollers never wait for each other in a circle.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store.border import bounded, clean
from strandline.adapters.store.bulk import BulkInsert, chunks, select_among
from strandline.adapters.store.facts import reword, said_before, take_facts, update_article
from strandline.adapters.store.jobs import add_found_jobs
from strandline.adapters.store.ledger_rows import (
    alias_row,
    article_of,
    article_row,
    mention_row,
    post_row,
)
from strandline.adapters.store.texts import add_texts
from strandline.adapters.store.waiting import wait
from strandline.model.articles import (
    Alias,
    Article,
    ArticleChange,
    ArticleText,
    IngestBatch,
    IngestResult,
    Mention,
    Post,
)
from strandline.model.entries import DateTrust
from strandline.model.errors import IdentityConflict
from strandline.model.sources import ContentType

_ARTICLES = BulkInsert(schema.articles, "ON CONFLICT DO NOTHING", returning="article_uuid")
_ALIASES = BulkInsert(schema.aliases, "ON CONFLICT DO NOTHING")
_MENTIONS = BulkInsert(
    schema.article_sources, "ON CONFLICT (article_id, source_url, in_quote) DO NOTHING"
)

#: What is known of a post stays where the newer sight of it says less; its published time moves
#: back only, and another content counts as a version once.
_POSTS = BulkInsert(
    schema.posts,
    """
    ON CONFLICT (source_uuid, item_key) DO UPDATE SET
        guid = excluded.guid,
        post_url = excluded.post_url,
        url_key = excluded.url_key,
        topic_url = excluded.topic_url,
        author_username = excluded.author_username,
        title = excluded.title,
        date_trust = CASE
            WHEN posts.published_at IS NULL OR excluded.published_at < posts.published_at
            THEN excluded.date_trust ELSE posts.date_trust END,
        published_at = CASE
            WHEN posts.published_at IS NULL OR excluded.published_at < posts.published_at
            THEN excluded.published_at ELSE posts.published_at END,
        updated_at = COALESCE(excluded.updated_at, posts.updated_at),
        content_html = excluded.content_html,
        versions = CASE
            WHEN excluded.versions > posts.versions THEN excluded.versions
            WHEN excluded.content_hash <> posts.content_hash THEN posts.versions + 1
            ELSE posts.versions END,
        content_hash = excluded.content_hash,
        decision = CASE
            WHEN excluded.decision = '' THEN posts.decision ELSE excluded.decision END,
        article_uuid = COALESCE(excluded.article_uuid, posts.article_uuid),
        first_seen_at = CASE
            WHEN excluded.first_seen_at < posts.first_seen_at
            THEN excluded.first_seen_at ELSE posts.first_seen_at END,
        last_seen_at = CASE
            WHEN excluded.last_seen_at > posts.last_seen_at
            THEN excluded.last_seen_at ELSE posts.last_seen_at END
    """,
)


@dataclass
class Known:
    """What the ledger knows of some articles: id → canonical URL, and key → id."""

    urls: dict[str, str] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)


def apply_batch(connection: Connection, batch: IngestBatch) -> IngestResult:
    """Apply a batch within the transaction of the connection.

    Raises:
        IdentityConflict: An id of the batch stands for another canonical URL.
    """
    new, renamed = enter(connection, batch.articles)
    late = said_before(connection, _keys_of(batch, set(new)), batch.now)
    batch = replace(batch, mentions=(*batch.mentions, *late))
    names = _present_names(connection, batch, renamed)
    add_aliases(connection, batch.aliases, names)
    _add_posts(connection, batch.posts, names)
    mentions = _add_mentions(connection, batch, names)
    entered = set(new)
    refused = [filling(a) for a in batch.articles if a.article_uuid not in entered]
    news = _that_change(connection, refused, renamed)
    _apply_changes(connection, (*news, *batch.changes), renamed, batch.now)
    _see_again(connection, batch)
    add_texts(connection, _named(batch.texts, names))
    reworded = reword(connection, _named(batch.edits, names), batch.now)
    told = {one.article_uuid for one in (*news, *batch.changes)}
    told |= {one.article_uuid for one in (*batch.mentions, *batch.edits)}
    told |= {one.article_uuid for one in batch.texts}
    told = {renamed.get(uuid, uuid) for uuid in told}
    told = (told - entered) | {one.article_uuid for one in late}
    take_facts(connection, told, batch.now, frozenset(reworded))
    wait(connection, told | entered)
    if batch.jobs:
        add_found_jobs(connection, batch.jobs, names)
    return IngestResult(
        new_articles=tuple(new), new_mentions=mentions, renamed=tuple(renamed.items())
    )


def _keys_of(batch: IngestBatch, new: set[str]) -> dict[str, str]:
    """Every key of the batch that leads to an article which it made, with the article's id."""
    keys = {alias.url_key: alias.article_uuid for alias in batch.aliases}
    keys |= {article.url_key: article.article_uuid for article in batch.articles}
    return {bounded(key): uuid for key, uuid in keys.items() if uuid in new}


def enter(connection: Connection, articles: Sequence[Article]) -> tuple[list[str], dict[str, str]]:
    """Insert the articles that are not there.

    Returns:
        The ids that were inserted, and refused id → id that has the key.
    """
    new: list[str] = []
    renamed: dict[str, str] = {}
    waiting: Sequence[Article] = articles
    while waiting:
        fresh, names = choose(waiting, _known(connection, waiting))
        renamed |= names
        entered = _insert(connection, fresh)
        new += [article.article_uuid for article in fresh if article.article_uuid in entered]
        waiting = [article for article in fresh if article.article_uuid not in entered]
    return new, renamed


def choose(articles: Sequence[Article], known: Known) -> tuple[list[Article], dict[str, str]]:
    """Which articles are new, and which are known under another id.

    Raises:
        IdentityConflict: An id stands for another canonical URL.
    """
    urls, keys = dict(known.urls), dict(known.keys)
    fresh: list[Article] = []
    renamed: dict[str, str] = {}
    for article in articles:
        uuid, url, key = article.article_uuid, article.article_url_final, bounded(article.url_key)
        stored = urls.get(uuid)
        if stored is not None:
            if stored != clean(url):
                raise IdentityConflict(uuid, stored, url)
        elif key in keys:
            renamed[uuid] = keys[key]
        else:
            fresh.append(article)
            urls[uuid], keys[key] = clean(url), uuid
    return fresh, renamed


def _known(connection: Connection, articles: Sequence[Article]) -> Known:
    uuids = [article.article_uuid for article in articles]
    urls = select_among(
        connection,
        "SELECT article_uuid, article_url_final FROM articles WHERE article_uuid {among}",
        uuids,
    )
    keys = find_keys(connection, [bounded(article.url_key) for article in articles])
    return Known(dict(urls), keys)


def find_keys(connection: Connection, keys: Sequence[str]) -> dict[str, str]:
    """Key → id; an article's own key goes before an alias, an older alias before a newer."""
    found: dict[str, str] = dict(
        select_among(
            connection, "SELECT url_key, article_uuid FROM articles WHERE url_key {among}", keys
        )
    )
    missing = [key for key in keys if key not in found]
    aliases = select_among(
        connection,
        "SELECT url_key, article_uuid, first_seen_at FROM aliases WHERE url_key {among}",
        missing,
    )
    for key, uuid, _ in sorted(aliases, key=lambda row: (row[2], row[1])):
        found.setdefault(key, uuid)
    return found


def _insert(connection: Connection, articles: Sequence[Article]) -> set[str]:
    rows = sorted(article_row(article) for article in articles)
    _, back = _ARTICLES.run(connection, rows)
    return {row[0] for row in rows} if connection.dialect.name == "sqlite" else set(back)


def _present_names(
    connection: Connection, batch: IngestBatch, renamed: dict[str, str]
) -> dict[str, str]:
    """Id as the batch names it → id in the ledger; an article purged meanwhile has none."""
    named: set[str] = {mention.article_uuid for mention in (*batch.mentions, *batch.edits)}
    named |= {alias.article_uuid for alias in batch.aliases}
    named |= {post.article_uuid for post in batch.posts if post.article_uuid}
    named |= {job.article_uuid for job in batch.jobs}
    named |= {text.article_uuid for text in batch.texts}
    there = {article.article_uuid for article in batch.articles} - renamed.keys()
    there |= present(connection, {renamed.get(uuid, uuid) for uuid in named} - there)
    return {uuid: target for uuid in named if (target := renamed.get(uuid, uuid)) in there}


def present(connection: Connection, uuids: Iterable[str]) -> set[str]:
    """Which of the ids the ledger has."""
    rows = select_among(
        connection, "SELECT article_uuid FROM articles WHERE article_uuid {among}", uuids
    )
    return {row[0] for row in rows}


def add_aliases(connection: Connection, aliases: Sequence[Alias], names: dict[str, str]) -> None:
    """Store aliases under the ids of the ledger; a URL that leads somewhere keeps leading there."""
    rows = {
        (row := alias_row(alias, names[alias.article_uuid]))[:2]: row
        for alias in reversed(aliases)
        if alias.article_uuid in names
    }
    _ALIASES.run(connection, [rows[key] for key in sorted(rows)])


T = TypeVar("T", Mention, ArticleText)


def _named(things: Iterable[T], names: dict[str, str]) -> list[T]:
    """Under the ids of the ledger; what is of no article of it is left out."""
    return [
        replace(one, article_uuid=names[one.article_uuid])
        for one in things
        if one.article_uuid in names
    ]


def _add_posts(connection: Connection, posts: Sequence[Post], names: dict[str, str]) -> None:
    rows = {(row := post_row(post, names.get(post.article_uuid or "")))[:2]: row for post in posts}
    _POSTS.run(connection, [rows[key] for key in sorted(rows)])


def _add_mentions(connection: Connection, batch: IngestBatch, names: dict[str, str]) -> int:
    post_ids = _post_ids(connection, batch)
    rows = {}
    for mention in reversed(batch.mentions):
        if mention.article_uuid in names:
            post_id = mention.post_id
            if post_id is None:
                source = mention.source_uuid
                post_id = post_ids.get((source, mention.source_url)) or post_ids.get(
                    (source, mention.article_uuid)
                )
            row = mention_row(mention, names[mention.article_uuid], post_id)
            rows[row[0], row[3], mention.in_quote] = row
    count, _ = _MENTIONS.run(connection, [rows[key] for key in sorted(rows)])
    return count


def _post_ids(connection: Connection, batch: IngestBatch) -> dict[tuple[str, str], int]:
    """Rows of the batch's own posts by (source, their URL) and by (source, their article).

    A forum's post is where its links were seen; an item of a feed is where its article came from.
    """
    linking = {(mention.source_uuid, mention.source_url) for mention in batch.mentions}
    wanted: dict[str, dict[str, Post]] = {}
    for post in batch.posts:
        if post.article_uuid or (post.source_uuid, post.post_url) in linking:
            wanted.setdefault(post.source_uuid, {})[bounded(post.item_key)] = post
    found: dict[tuple[str, str], int] = {}
    for source, posts in wanted.items():
        for key, post_id in select_among(
            connection,
            "SELECT item_key, post_id FROM posts WHERE source_uuid = ? AND item_key {among}",
            posts,
            source,
        ):
            found[source, posts[key].post_url] = post_id
            found[source, posts[key].article_uuid or posts[key].post_url] = post_id
    return found


def _that_change(
    connection: Connection, changes: Sequence[ArticleChange], renamed: dict[str, str]
) -> list[ArticleChange]:
    """Those that say anything new. Nothing is locked: two polls that bring the same pages in other
    orders would wait for each other.
    """
    wanted = sorted({renamed.get(change.article_uuid, change.article_uuid) for change in changes})
    table = schema.articles
    known: dict[str, Article] = {}
    for chunk in chunks(wanted):
        query = sa.select(table).where(table.c.article_uuid.in_(chunk))
        known |= {row.article_uuid: article_of(row) for row in connection.execute(query)}
    return [
        change
        for change in changes
        if (article := known.get(renamed.get(change.article_uuid, change.article_uuid)))
        and changed(article, change) != article
    ]


def _apply_changes(
    connection: Connection,
    changes: Sequence[ArticleChange],
    renamed: dict[str, str],
    now: datetime,
) -> None:
    if not changes:
        return
    wanted = sorted({renamed.get(change.article_uuid, change.article_uuid) for change in changes})
    table = schema.articles
    rows = connection.execute(
        sa.select(table)
        .where(table.c.article_uuid.in_(wanted))
        .order_by(table.c.article_uuid)
        .with_for_update()
    )
    before = {row.article_uuid: article_of(row) for row in rows}
    after = dict(before)
    for change in changes:
        uuid = renamed.get(change.article_uuid, change.article_uuid)
        if uuid in after:
            after[uuid] = changed(after[uuid], change)
    for uuid, article in after.items():
        if article != before[uuid]:
            update_article(connection, replace(article, updated_at=now))


def filling(old: Article) -> ArticleChange:
    """What a row may know that the one which stays does not."""
    return ArticleChange(
        article_uuid=old.article_uuid,
        article_title=old.article_title,
        published_utc_iso=old.published_utc_iso,
        date_trust=None if old.published_utc_iso is None else old.date_trust,
        language=old.language,
        content_updated_at=old.content_updated_at,
        versions=old.versions,
        content_type=old.content_type,
    )


def changed(article: Article, change: ArticleChange) -> Article:
    """The article with what was missing filled in; a date moves back, never forward."""
    title = article.article_title or clean(change.article_title or "") or article.article_title
    published, trust = _dated(article, change)
    return replace(
        article,
        article_title=title,
        language=article.language or change.language,
        published_utc_iso=published,
        date_trust=trust,
        content_updated_at=_later(article.content_updated_at, change.content_updated_at),
        versions=max(article.versions, change.versions or 0),
        url_status=change.url_status or article.url_status,
        content_type=_listed_as(article, change),
    )


def _listed_as(article: Article, change: ArticleChange) -> ContentType:
    """A link of a post that a source lists is what the source says; nothing else changes kind."""
    if article.content_type is not ContentType.LINK or change.content_type is None:
        return article.content_type
    return change.content_type


def _dated(article: Article, change: ArticleChange) -> tuple[datetime | None, DateTrust]:
    """The earlier date with its trust; trust alone may change where the date is the same."""
    stored, found = article.published_utc_iso, change.published_utc_iso
    if found is not None and (stored is None or found < stored):
        return found, change.date_trust or article.date_trust
    if found is None or found == stored:
        return stored, change.date_trust or article.date_trust
    return stored, article.date_trust


def _later(stored: datetime | None, found: datetime | None) -> datetime | None:
    return max((when for when in (stored, found) if when is not None), default=None)


def _see_again(connection: Connection, batch: IngestBatch) -> None:
    by_source: dict[str, list[str]] = {}
    for source, key in batch.seen_again:
        by_source.setdefault(source, []).append(bounded(key))
    posts = schema.posts
    for source, keys in sorted(by_source.items()):
        keys.sort()
        for start in range(0, len(keys), 500):
            connection.execute(
                posts.update()
                .where(
                    posts.c.source_uuid == source,
                    posts.c.item_key.in_(keys[start : start + 500]),
                    posts.c.last_seen_at < batch.now,
                )
                .values(last_seen_at=batch.now)
            )
