"""Vectors of articles: the truth from which every index is built."""

from collections.abc import Iterator, Sequence
from datetime import datetime

import sqlalchemy as sa

from strandline.adapters.store import schema
from strandline.adapters.store import stories_schema as stories
from strandline.adapters.store.base import Tables
from strandline.adapters.store.border import bounded, clean, row_limit
from strandline.adapters.store.bulk import select_among
from strandline.adapters.store.stories_inputs import STORY_TIME, is_after
from strandline.adapters.store.types import UtcTime
from strandline.model.stories import ArticleVector, IndexPoint

_ARTICLES, _VECTORS = schema.articles, stories.article_vectors


class StoryVectorTables(Tables):
    """Implements the part of `StoryStore` that keeps vectors."""

    def vectors(self, model: str, article_uuids: Sequence[str]) -> dict[str, ArticleVector]:
        """By id; articles without a vector of that model are absent."""
        with self._database.read() as connection:
            rows = select_among(
                connection,
                "SELECT article_uuid, text_hash, vector FROM article_vectors"
                " WHERE model = ? AND article_uuid {among}",
                map(clean, article_uuids),
                bounded(model),
            )
        return {
            uuid: ArticleVector(uuid, model, text_hash, bytes(vector))
            for uuid, text_hash, vector in rows
        }

    def vector_count(self, model: str) -> int:
        """How many vectors of a model there are."""
        query = (
            sa.select(sa.func.count())
            .select_from(_VECTORS)
            .where(_VECTORS.c.model == bounded(model))
        )
        with self._database.read() as connection:
            return int(connection.execute(query).scalar_one())

    def every_vector(
        self,
        model: str,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        batch: int = 1000,
    ) -> Iterator[list[IndexPoint]]:
        """All vectors of a model with time and language, in order of their times; no lock is held
        between two batches.
        """
        query = (
            sa.select(
                _ARTICLES.c.article_uuid,
                _ARTICLES.c.language,
                STORY_TIME.label("story_time"),
                _VECTORS.c.vector,
            )
            .join(_VECTORS, _VECTORS.c.article_uuid == _ARTICLES.c.article_uuid)
            .where(_VECTORS.c.model == bounded(model))
            .order_by(STORY_TIME, _ARTICLES.c.article_uuid)
            .limit(max(1, row_limit(batch)))
        )
        if until is not None:
            query = query.where(sa.literal(until, UtcTime()) >= STORY_TIME)
        page = query
        if since is not None:
            page = query.where(sa.literal(since, UtcTime()) <= STORY_TIME)
        while True:
            with self._database.read() as connection:
                rows = connection.execute(page).all()
            if not rows:
                return
            yield [
                IndexPoint(row.article_uuid, bytes(row.vector), row.story_time, row.language or "")
                for row in rows
            ]
            page = query.where(is_after(rows[-1].story_time, rows[-1].article_uuid))
