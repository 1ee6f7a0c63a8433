"""Letting old posts go without forgetting that they were seen."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import archive_schema, schema, stories_schema, words_table
from strandline.adapters.store.archive_rows import OPEN
from strandline.adapters.store.bulk import chunks
from strandline.adapters.store.positions import places
from strandline.adapters.store.stories_graph import lock_stories
from strandline.adapters.store.stories_reading import mains_of


def purge_posts(connection: Connection, before: datetime, limit: int | None = None) -> int:
    """Empty posts that were last or first seen before a time; so many at most.

    The key of a post stays as a tombstone: a feed may list an item for years, and it must not
    come back as new. Only a post that its source, read in full since, no longer lists goes whole.

    Returns:
        How many posts were emptied or removed.
    """
    lock_stories(connection)
    posts = schema.posts
    query = sa.select(posts.c.post_id, posts.c.article_uuid, _unlisted(before).label("is_gone"))
    rows = connection.execute(query.where(_going(before)).order_by(posts.c.post_id).limit(limit))
    found = rows.all()
    for chunk in chunks([row.post_id for row in found if row.is_gone]):
        connection.execute(posts.delete().where(posts.c.post_id.in_(chunk)))
    emptied = posts.update().values(title="", content_html="", author_username=None)
    for chunk in chunks([row.post_id for row in found if not row.is_gone]):
        connection.execute(emptied.where(posts.c.post_id.in_(chunk)))
    entered = {str(row.article_uuid) for row in found if row.article_uuid is not None}
    _remove_unreferenced(connection, sorted(entered), before)
    return len(found)


def count_posts(connection: Connection, before: datetime) -> int:
    """How many posts would be emptied or removed."""
    query = sa.select(sa.func.count()).select_from(schema.posts).where(_going(before))
    return int(connection.execute(query).scalar_one())


def _going(before: datetime) -> sa.ColumnElement[bool]:
    """Old posts that still have words, and those that their source no longer lists."""
    posts = schema.posts
    old = sa.or_(posts.c.last_seen_at < before, posts.c.first_seen_at < before)
    filled = sa.or_(
        posts.c.title != "", posts.c.content_html != "", posts.c.author_username.is_not(None)
    )
    return sa.or_(sa.and_(old, filled), _unlisted(before))


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
    """Remove articles that nothing holds on to; a story goes whole or stays whole."""
    articles = schema.articles
    loose: set[str] = set()
    for chunk in chunks(article_uuids):
        query = sa.select(articles.c.article_uuid).where(
            articles.c.article_uuid.in_(chunk), _is_loose(before)
        )
        loose |= set(connection.execute(query).scalars())
    going = loose - _of_stories_that_stay(connection, loose)
    for chunk in chunks(sorted(going)):
        listed = places(connection, chunk)
        gone = articles.delete().where(articles.c.article_uuid.in_(chunk), _is_loose(before))
        connection.execute(gone)
        words_table.sweep(connection, listed)


def _is_loose(before: datetime) -> sa.ColumnElement[bool]:
    """Old articles that no younger post, edition, capture, takedown or ruling holds on to."""
    articles, posts, items = schema.articles, schema.posts, schema.digest_items
    jobs, artifacts = archive_schema.archive_jobs, archive_schema.archive_artifacts
    rulings = stories_schema.rulings
    uuid = articles.c.article_uuid
    held = sa.or_(
        sa.exists().where(posts.c.article_uuid == uuid, posts.c.first_seen_at >= before),
        sa.exists().where(items.c.article_uuid == uuid),
        sa.exists().where(jobs.c.article_uuid == uuid, jobs.c.status.in_(OPEN)),
        sa.exists().where(artifacts.c.article_uuid == uuid),
        sa.not_(archive_schema.unstruck(uuid)),
        sa.exists().where(rulings.c.article_a == uuid),
        sa.exists().where(rulings.c.article_b == uuid),
    )
    return sa.and_(
        articles.c.article_detected_utc_iso < before,
        articles.c.last_archived_at.is_(None),
        sa.not_(held),
    )


def _of_stories_that_stay(connection: Connection, loose: set[str]) -> set[str]:
    """Those of the articles that are in a story with one that is not among them."""
    articles = schema.articles
    stories: dict[str, set[str]] = {}
    for main in mains_of(connection, loose).values():
        stories[main] = {main}
    for chunk in chunks(sorted(stories)):
        query = sa.select(articles.c.article_uuid, articles.c.canonical_article_id).where(
            sa.text("canonical_article_id <> article_uuid"),
            articles.c.canonical_article_id.in_(chunk),
        )
        for row in connection.execute(query):
            stories[row.canonical_article_id].add(row.article_uuid)
    return {uuid for members in stories.values() if not members <= loose for uuid in members}
