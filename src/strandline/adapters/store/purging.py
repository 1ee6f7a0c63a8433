"""Letting old posts go without forgetting that they were seen."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import archive_schema, schema, words_table
from strandline.adapters.store.archive_rows import OPEN
from strandline.adapters.store.bulk import chunks
from strandline.adapters.store.positions import places


def purge_posts(connection: Connection, before: datetime) -> int:
    """Empty posts that were last or first seen before a time.

    The key of a post stays as a tombstone: a feed may list an item for years, and it must not
    come back as new. Only a post that its source, read in full since, no longer lists goes whole.

    Returns:
        How many posts were emptied or removed.
    """
    posts = schema.posts
    old = sa.or_(posts.c.last_seen_at < before, posts.c.first_seen_at < before)
    filled = sa.or_(
        posts.c.title != "", posts.c.content_html != "", posts.c.author_username.is_not(None)
    )
    entered = _articles_of(connection, sa.and_(old, filled))
    unlisted = _unlisted(before)
    entered |= _articles_of(connection, unlisted)
    removed = connection.execute(posts.delete().where(unlisted)).rowcount
    emptied = connection.execute(
        posts.update().where(old, filled).values(title="", content_html="", author_username=None)
    ).rowcount
    for chunk in chunks(sorted(entered)):
        _remove_unreferenced(connection, chunk, before)
    return removed + emptied


def _articles_of(connection: Connection, condition: sa.ColumnElement[bool]) -> set[str]:
    posts = schema.posts
    query = sa.select(posts.c.article_uuid).where(condition, posts.c.article_uuid.is_not(None))
    return {str(row.article_uuid) for row in connection.execute(query)}


def _unlisted(before: datetime) -> sa.ColumnElement[bool]:
    """Posts that their source, read in full after their last sight, did not list any more."""
    posts, health = schema.posts, schema.source_health
    read_since = sa.exists().where(
        health.c.source_uuid == posts.c.source_uuid,
        health.c.last_full_fetch_at > posts.c.last_seen_at,
    )
    return sa.and_(posts.c.last_seen_at < before, read_since)


def _remove_unreferenced(
    connection: Connection, article_uuids: Sequence[str], before: datetime
) -> None:
    """Remove articles that no younger post, edition, capture or story holds on to."""
    articles, posts, items = schema.articles, schema.posts, schema.digest_items
    others = schema.articles.alias("others")
    jobs, artifacts = archive_schema.archive_jobs, archive_schema.archive_artifacts
    uuid = articles.c.article_uuid
    held = sa.or_(
        sa.exists().where(posts.c.article_uuid == uuid, posts.c.first_seen_at >= before),
        sa.exists().where(items.c.article_uuid == uuid),
        sa.exists().where(others.c.canonical_article_id == uuid, others.c.article_uuid != uuid),
        sa.exists().where(jobs.c.article_uuid == uuid, jobs.c.status.in_(OPEN)),
        sa.exists().where(artifacts.c.article_uuid == uuid),
    )
    listed = places(connection, article_uuids)
    connection.execute(
        articles.delete().where(
            uuid.in_(article_uuids),
            articles.c.article_detected_utc_iso < before,
            articles.c.last_archived_at.is_(None),
            sa.not_(held),
        )
    )
    words_table.sweep(connection, listed)
