"""Threads as people see them: a story's place in one, its stories, the newest threads."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store import stories_schema as stories
from strandline.adapters.store.base import Tables
from strandline.adapters.store.border import clean, row_limit
from strandline.adapters.store.bulk import chunks
from strandline.model.stories import Thread, ThreadPlace

_ROWS, _ARTICLES = stories.story_threads, schema.articles
_PLACE = (_ROWS.c.story_time, _ROWS.c.story_id)


class ThreadTables(Tables):
    """Implements the part of `StoryStore` that reads threads."""

    def thread(
        self, any_id: str, *, limit: int, before: tuple[datetime, str] | None = None
    ) -> Thread | None:
        """The thread of that name, or that an article of that id is in; None where none is."""
        with self._database.read() as connection:
            thread_id = _thread_id(connection, clean(any_id))
            if thread_id is None:
                return None
            inside = _ROWS.c.thread_id == thread_id
            query = sa.select(_ROWS.c.story_id).where(inside)
            if before is not None:
                query = query.where(_is_before(*before))
            newest = query.order_by(*(column.desc() for column in _PLACE)).limit(row_limit(limit))
            found = list(connection.execute(newest).scalars())
            return _threads(connection, [thread_id], {thread_id: tuple(found)}).get(thread_id)

    def recent_threads(
        self, *, limit: int, before: tuple[datetime, str] | None = None
    ) -> list[Thread]:
        """Newest story first (story time, id), each with that story alone."""
        others = _ROWS.alias("others")
        is_newest = ~sa.exists().where(
            others.c.thread_id == _ROWS.c.thread_id,
            sa.tuple_(others.c.story_time, others.c.story_id) > sa.tuple_(*_PLACE),
        )
        query = sa.select(_ROWS.c.thread_id, _ROWS.c.story_id).where(is_newest)
        if before is not None:
            query = query.where(_is_before(*before))
        query = query.order_by(*(column.desc() for column in _PLACE)).limit(row_limit(limit))
        with self._database.read() as connection:
            heads: dict[str, tuple[str, ...]] = {
                row.thread_id: (row.story_id,) for row in connection.execute(query)
            }
            found = _threads(connection, heads, heads)
        return [found[thread_id] for thread_id in heads if thread_id in found]

    def threads_of(self, any_ids: Sequence[str]) -> dict[str, str]:
        """The name of the thread that each article's story is in, by the article's id; a name of a
        thread stands for itself.
        """
        asked = list(dict.fromkeys(map(clean, any_ids)))
        found: dict[str, str] = {}
        with self._database.read() as connection:
            for chunk in chunks(asked):
                found |= _of_articles(connection, chunk)
                rest = [uuid for uuid in chunk if uuid not in found]
                query = sa.select(_ROWS.c.thread_id).where(_ROWS.c.thread_id.in_(rest)).distinct()
                found |= {uuid: uuid for uuid in connection.execute(query).scalars()}
        return found


def places_of(connection: Connection, mains: Iterable[str]) -> dict[str, ThreadPlace]:
    """By story, for those that are in a thread."""
    found: dict[str, ThreadPlace] = {}
    for chunk in chunks(sorted(set(mains))):
        rows = connection.execute(_PLACES.where(_ROWS.c.story_id.in_(chunk)))
        for row in rows:
            if row.earlier or row.later:
                found[row.story_id] = ThreadPlace(
                    row.thread_id, int(row.stories), row.earlier, row.later
                )
    return found


def _thread_id(connection: Connection, any_id: str) -> str | None:
    named = sa.select(_ROWS.c.thread_id).where(_ROWS.c.thread_id == any_id).limit(1)
    found: str | None = connection.execute(named).scalar()
    return found or _of_articles(connection, [any_id]).get(any_id)


def _of_articles(connection: Connection, uuids: Sequence[str]) -> dict[str, str]:
    query = (
        sa.select(_ARTICLES.c.article_uuid, _ROWS.c.thread_id)
        .join(_ROWS, _ROWS.c.story_id == _ARTICLES.c.canonical_article_id)
        .where(_ARTICLES.c.article_uuid.in_(uuids))
    )
    return {row.article_uuid: row.thread_id for row in connection.execute(query)}


def _threads(
    connection: Connection, thread_ids: Iterable[str], stories_of: dict[str, tuple[str, ...]]
) -> dict[str, Thread]:
    """With their numbers of stories and their times."""
    wanted = sorted(set(thread_ids))
    query = (
        sa.select(
            _ROWS.c.thread_id,
            sa.func.count().label("stories"),
            sa.func.min(_ROWS.c.story_time).label("first"),
            sa.func.max(_ROWS.c.story_time).label("newest"),
        )
        .where(_ROWS.c.thread_id.in_(wanted))
        .group_by(_ROWS.c.thread_id)
    )
    return {
        row.thread_id: Thread(
            row.thread_id, row.first, row.newest, row.stories, stories_of[row.thread_id]
        )
        for row in connection.execute(query)
        if row.stories > 1
    }


def _is_before(time: datetime, story_id: str) -> sa.ColumnElement[bool]:
    there = sa.tuple_(
        sa.literal(time, _ROWS.c.story_time.type),
        sa.literal(clean(story_id), _ROWS.c.story_id.type),
    )
    return sa.tuple_(*_PLACE) < there


def _beside(*, later: bool) -> sa.ScalarSelect[Any]:
    """The story of the same thread that comes next."""
    other = _ROWS.alias()
    here, there = sa.tuple_(*_PLACE), sa.tuple_(other.c.story_time, other.c.story_id)
    order = (other.c.story_time, other.c.story_id)
    return (
        sa.select(other.c.story_id)
        .where(other.c.thread_id == _ROWS.c.thread_id, there > here if later else there < here)
        .order_by(*(order if later else (column.desc() for column in order)))
        .limit(1)
        .correlate(_ROWS)
        .scalar_subquery()
    )


def _count() -> sa.ScalarSelect[Any]:
    other = _ROWS.alias()
    count = sa.select(sa.func.count()).where(other.c.thread_id == _ROWS.c.thread_id)
    return count.correlate(_ROWS).scalar_subquery()


_PLACES = sa.select(
    _ROWS.c.story_id,
    _ROWS.c.thread_id,
    _count().label("stories"),
    _beside(later=False).label("earlier"),
    _beside(later=True).label("later"),
)
