"""Stories as people see them: their members, what is later news of what, the newest."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store.base import Tables
from strandline.adapters.store.border import clean, row_limit
from strandline.adapters.store.bulk import chunks
from strandline.adapters.store.stories_inputs import STORY_TIME, is_before
from strandline.adapters.store.stories_updates import updates_among
from strandline.model.stories import Story

_ARTICLES = schema.articles

#: Spelled as in the partial indexes.
_IS_MAIN = sa.text("articles.canonical_article_id = articles.article_uuid")
_IS_LISTED = sa.text("articles.content_type <> 'link'")
_HAS_LANGUAGE = sa.text("articles.language IS NOT NULL")
_IS_DUPLICATE = sa.text("canonical_article_id <> article_uuid")

#: Up to so many duplicates, stories of several articles are found from these; with more, walking
#: the newest stories meets one soon. So it is with the articles of a language.
FEW = 5_000


class StoryTables(Tables):
    """Implements the part of `StoryStore` that reads stories."""

    def stories(self, article_uuids: Sequence[str]) -> dict[str, Story]:
        """The story of each article, by the article's id; unknown ids are absent."""
        with self._database.read() as connection:
            mains = mains_of(connection, map(clean, article_uuids))
            found = _stories(connection, mains.values())
        return {uuid: found[main] for uuid, main in mains.items() if main in found}

    def recent_stories(
        self,
        *,
        limit: int,
        before: tuple[datetime, str] | None = None,
        least: int = 1,
        language: str | None = None,
    ) -> list[Story]:
        """Newest main article first (story time, id)."""
        query = sa.select(_ARTICLES.c.article_uuid).where(_IS_MAIN, _IS_LISTED)
        if before is not None:
            query = query.where(is_before(*before))
        query = query.order_by(STORY_TIME.desc(), _ARTICLES.c.article_uuid.desc())
        with self._database.read() as connection:
            if language is not None:
                query = query.where(_is_in(connection, clean(language)))
            if least > 1:
                query = query.where(_has_so_many(connection, row_limit(least)))
            uuids = list(connection.execute(query.limit(row_limit(limit))).scalars())
            found = _stories(connection, uuids)
        return [found[uuid] for uuid in uuids]


def mains_of(connection: Connection, uuids: Iterable[str]) -> dict[str, str]:
    """Id → main article of its story."""
    found: dict[str, str] = {}
    for chunk in chunks(list(dict.fromkeys(uuids))):
        query = sa.select(_ARTICLES.c.article_uuid, _ARTICLES.c.canonical_article_id).where(
            _ARTICLES.c.article_uuid.in_(chunk)
        )
        found |= {row.article_uuid: row.canonical_article_id for row in connection.execute(query)}
    return found


def _stories(connection: Connection, mains: Iterable[str]) -> dict[str, Story]:
    """By main article."""
    wanted = sorted(set(mains))
    members: dict[str, list[Any]] = {}
    for chunk in chunks(wanted):
        for condition in (
            _ARTICLES.c.article_uuid.in_(chunk),
            sa.and_(_IS_DUPLICATE, _ARTICLES.c.canonical_article_id.in_(chunk)),
        ):
            query = sa.select(
                _ARTICLES.c.article_uuid,
                _ARTICLES.c.canonical_article_id,
                STORY_TIME.label("story_time"),
            ).where(condition)
            for row in connection.execute(query):
                members.setdefault(row.canonical_article_id, []).append(row)
    uuids = {row.article_uuid for rows in members.values() for row in rows}
    updates = updates_among(connection, uuids)
    return {
        main: Story(
            main_id=main,
            article_uuids=tuple(row.article_uuid for row in sorted(members[main], key=_main_first)),
            updates=updates.later_than(main),
            update_of=updates.earlier_than(main),
        )
        for main in wanted
        if main in members
    }


def _main_first(row: Any) -> tuple[bool, datetime, str]:
    return row.article_uuid != row.canonical_article_id, row.story_time, row.article_uuid


def _is_in(connection: Connection, language: str) -> sa.ColumnElement[bool]:
    """Articles in a language: by its index where they are few, else met while walking."""
    own = _ARTICLES.c.language == language
    looked_at = sa.select(sa.literal(1)).where(own, _HAS_LANGUAGE).limit(FEW + 1).subquery()
    count = connection.execute(sa.select(sa.func.count()).select_from(looked_at)).scalar_one()
    # An expression is not looked up in an index, on either database.
    return own if count <= FEW else _ARTICLES.c.language + "" == language


def _has_so_many(connection: Connection, least: int) -> sa.ColumnElement[bool]:
    """Main articles with `least` - 1 others at least."""
    table = _ARTICLES.alias("others")
    duplicate = sa.text("others.canonical_article_id <> others.article_uuid")
    looked_at = (
        sa.select(sa.literal(1)).select_from(table).where(duplicate).limit(FEW + 1).subquery()
    )
    count = connection.execute(sa.select(sa.func.count()).select_from(looked_at)).scalar_one()
    if count <= FEW:
        grouped = (
            sa.select(table.c.canonical_article_id)
            .where(duplicate)
            .group_by(table.c.canonical_article_id)
            .having(sa.func.count() >= sa.literal(least - 1, sa.BigInteger))
        )
        return _ARTICLES.c.article_uuid.in_(list(connection.execute(grouped).scalars()))
    own = (
        sa.select(sa.literal(1))
        .select_from(table)
        .where(duplicate, table.c.canonical_article_id == _ARTICLES.c.article_uuid)
        .limit(1)
        .offset(least - 2)
        .correlate(_ARTICLES)
    )
    return sa.exists(own) if least == 2 else own.scalar_subquery().is_not(None)
