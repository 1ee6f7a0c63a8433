"""What is featured: stories of a span of time by clicks, then by number of sources."""

from datetime import datetime

import sqlalchemy as sa

from strandline.adapters.store.base import Tables
from strandline.adapters.store.border import clean, row_limit
from strandline.adapters.store.clicks import whole_hour
from strandline.adapters.store.types import UtcTime
from strandline.model.stories import FeaturedStory

#: `CROSS JOIN` keeps SQLite from turning the joins round: members are few, mentions are many.
_FEATURED = """
    WITH fresh AS (
        SELECT DISTINCT canonical_article_id AS main_id FROM articles
        WHERE COALESCE(published_utc_iso, article_detected_utc_iso) > :since
            AND COALESCE(published_utc_iso, article_detected_utc_iso) <= :until
            AND content_type <> 'link'
    ), members AS (
        SELECT main_id, main_id AS article_uuid FROM fresh
        UNION ALL
        SELECT a.canonical_article_id, a.article_uuid
        FROM fresh CROSS JOIN articles a
        WHERE a.canonical_article_id = fresh.main_id AND a.canonical_article_id <> a.article_uuid
    ), clicked AS (
        SELECT members.main_id, SUM(c.count) AS clicks
        FROM members CROSS JOIN clicks c
        WHERE c.article_uuid = members.article_uuid AND c.hour >= :first AND c.hour <= :last
        GROUP BY members.main_id
    ), reported AS (
        SELECT members.main_id, COUNT(DISTINCT s.source_uuid) AS sources
        FROM members CROSS JOIN article_sources s
        WHERE s.article_id = members.article_uuid
        GROUP BY members.main_id
    )
    SELECT main.article_uuid AS main_id, COALESCE(clicked.clicks, 0) AS clicks,
        COALESCE(reported.sources, 0) AS sources
    FROM fresh JOIN articles main ON main.article_uuid = fresh.main_id
        LEFT JOIN clicked ON clicked.main_id = fresh.main_id
        LEFT JOIN reported ON reported.main_id = fresh.main_id
    {where}
    ORDER BY 2 DESC, 3 DESC,
        COALESCE(main.published_utc_iso, main.article_detected_utc_iso) DESC,
        main.article_uuid DESC
    LIMIT :limit
"""


class StoryFeaturedTables(Tables):
    """Implements the part of `StoryStore` that ranks stories."""

    def featured(
        self, *, since: datetime, until: datetime, limit: int, language: str | None = None
    ) -> list[FeaturedStory]:
        """Stories with an article in (since, until], most clicks first, then most sources."""
        values = {
            "since": since,
            "until": until,
            "first": whole_hour(since),
            "last": whole_hour(until),
            "limit": row_limit(limit),
        }
        if language is not None:
            values["language"] = clean(language)
        statement = _IN_ONE_LANGUAGE if language is not None else _IN_ALL
        with self._database.read() as connection:
            rows = connection.execute(statement, values).all()
        return [FeaturedStory(row.main_id, int(row.clicks), int(row.sources)) for row in rows]


def _statement(where: str) -> sa.TextClause:
    times = (sa.bindparam(name, type_=UtcTime()) for name in ("since", "until", "first", "last"))
    return sa.text(_FEATURED.format(where=where)).bindparams(*times)


_IN_ALL = _statement("")
_IN_ONE_LANGUAGE = _statement("WHERE main.language = :language")
