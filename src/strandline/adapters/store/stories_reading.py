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
from strandline.adapters.store.stories_inputs import STORY_TIME
from strandline.adapters.store.stories_newest import newest_stories
from strandline.adapters.store.stories_updates import updates_among
from strandline.adapters.store.threads_reading import places_of
from strandline.model.stories import Story

_ARTICLES = schema.articles

_IS_DUPLICATE = sa.text("canonical_article_id <> article_uuid")


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
        with self._database.read() as connection:
            uuids = newest_stories(
                connection,
                limit=row_limit(limit),
                before=before,
                least=row_limit(least),
                language=None if language is None else clean(language),
            )
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
        query = sa.select(
            _ARTICLES.c.article_uuid,
            _ARTICLES.c.canonical_article_id,
            STORY_TIME.label("story_time"),
        )
        both = sa.union_all(
            query.where(_ARTICLES.c.article_uuid.in_(chunk)),
            query.where(_IS_DUPLICATE, _ARTICLES.c.canonical_article_id.in_(chunk)),
        )
        for row in connection.execute(both):
            members.setdefault(row.canonical_article_id, []).append(row)
    uuids = {row.article_uuid for rows in members.values() for row in rows}
    updates = updates_among(connection, uuids)
    places = places_of(connection, members)
    return {
        main: Story(
            main_id=main,
            article_uuids=tuple(row.article_uuid for row in sorted(members[main], key=_main_first)),
            time=next(row.story_time for row in members[main] if row.article_uuid == main),
            updates=updates.later_than(main),
            update_of=updates.earlier_than(main),
            thread=places.get(main),
        )
        for main in wanted
        if main in members
    }


def _main_first(row: Any) -> tuple[bool, datetime, str]:
    return row.article_uuid != row.canonical_article_id, row.story_time, row.article_uuid
