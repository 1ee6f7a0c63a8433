"""What forums link to, by topic and post."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from strandline.adapters.store.archive_schema import archive_documents, unstruck
from strandline.adapters.store.base import Tables
from strandline.adapters.store.border import row_limit
from strandline.adapters.store.rot_schema import link_health
from strandline.adapters.store.schema import article_sources, articles, posts
from strandline.model.forums import ForumLink
from strandline.model.rot import LOST

_MENTIONS, _DOCUMENTS, _HEALTH = article_sources, archive_documents, link_health


class ForumTables(Tables):
    """Implements `ForumStore`."""

    def forum_links(
        self,
        source_uuids: Sequence[str],
        *,
        limit: int,
        before: int | None = None,
        topic_url: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> list[ForumLink]:
        """Links that lead out of forums, those found last first."""
        query = _links().where(_MENTIONS.c.source_uuid.in_(list(source_uuids)))
        if before is not None:
            query = query.where(_MENTIONS.c.mention_id < row_limit(before))
        if topic_url is not None:
            query = query.where(posts.c.topic_url == topic_url)
        if since is not None:
            query = query.where(posts.c.published_at >= since)
        if until is not None:
            query = query.where(posts.c.published_at < until)
        query = query.order_by(_MENTIONS.c.mention_id.desc()).limit(row_limit(limit))
        with self._database.read() as connection:
            return [_link_of(row) for row in connection.execute(query)]


def _links() -> sa.Select[Any]:
    """A topic itself is an article too, told by its posts: only what leads out is a link."""
    return (
        sa.select(
            *(_MENTIONS.c.mention_id, _MENTIONS.c.source_uuid, _MENTIONS.c.in_quote),
            _MENTIONS.c.context_snippet,
            *(articles.c.article_uuid, articles.c.article_url_final, articles.c.article_title),
            *(posts.c.post_url, posts.c.topic_url, posts.c.title, posts.c.author_username),
            posts.c.published_at,
            *(_DOCUMENTS.c.status, _DOCUMENTS.c.is_archived, _HEALTH.c.state),
        )
        .join(posts, posts.c.post_id == _MENTIONS.c.post_id)
        .join(articles, articles.c.article_uuid == _MENTIONS.c.article_id)
        .outerjoin(_DOCUMENTS, _DOCUMENTS.c.article_uuid == articles.c.article_uuid)
        .outerjoin(_HEALTH, _HEALTH.c.article_uuid == articles.c.article_uuid)
        .where(
            posts.c.topic_url.is_not(None),
            sa.or_(posts.c.article_uuid.is_(None), posts.c.article_uuid != articles.c.article_uuid),
            unstruck(articles.c.article_uuid),
        )
    )


def _link_of(row: Any) -> ForumLink:
    return ForumLink(
        mention_id=row.mention_id,
        article_uuid=row.article_uuid,
        url=row.article_url_final,
        title=row.article_title or "",
        source_uuid=row.source_uuid,
        post_url=row.post_url,
        topic_url=row.topic_url,
        topic_title=row.title,
        author=row.author_username or "",
        posted_at=row.published_at,
        in_quote=row.in_quote,
        context=row.context_snippet,
        status=row.status or "",
        is_kept=bool(row.is_archived),
        is_gone=row.state in LOST,
    )
