"""Finding the newest stories: of so many articles, in a language, behind a place.

Which way is cheap depends on how rare they are. What is common is met soon on a walk from the
newest story on; what is rare is found from an index of its own and put in order. Each way is fenced
in by a limit or an offset: planners go by what is common, and would walk a whole ledger for the
next of 50.
"""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store.stories_inputs import STORY_TIME, is_before

_ARTICLES = schema.articles
_PLACE = (_ARTICLES.c.article_uuid, STORY_TIME.label("story_time"))

#: Spelled as in the partial indexes.
_IS_MAIN = sa.text("articles.canonical_article_id = articles.article_uuid")
_IS_LISTED = sa.text("articles.content_type <> 'link'")

#: Stories that are looked at before what is rare among them is looked up. (Of 1,000,000: 5 ms.)
WALK = 2_000
#: Articles of a language that are put in order; where there are more, all stories are walked.
FEW = 50_000

Place = tuple[datetime, str]


def newest_stories(
    connection: Connection,
    *,
    limit: int,
    before: Place | None,
    least: int,
    language: str | None,
) -> list[str]:
    """Main articles, newest story time first, then by id.

    Args:
        before: Only stories behind this place in that order.
        least: Only stories of so many articles.
        language: Only stories whose main article is in it.
    """
    query = sa.select(*_PLACE, _ARTICLES.c.language).where(_IS_MAIN, _IS_LISTED)
    if before is not None:
        query = query.where(is_before(*before))
    if least <= 1 and language is None:
        return list(connection.execute(_walk(query, limit)).scalars())
    newest = _walk(query, WALK).subquery()
    wanted = [] if language is None else [newest.c.language == language]
    found = _first(connection, newest, limit, *wanted, *_so_many(newest, least))
    if len(found) == limit:
        return found
    return _rare(connection, query, limit, least, language)


def _rare(
    connection: Connection, query: sa.Select[Any], limit: int, least: int, language: str | None
) -> list[str]:
    """All of them looked up, and put in order."""
    if language is not None and _are_few(connection, language):
        few = _looked_up(query, _of_language(language))
        return _first(connection, few, limit, *_so_many(few, least))
    if language is not None:
        # An expression is not looked up in an index, on either database.
        query = query.where(_ARTICLES.c.language + "" == language)
    if least > 1:
        return _first(connection, _looked_up(query, _of_so_many(least)), limit)
    return list(connection.execute(_walk(query, limit)).scalars())


def _walk(query: sa.Select[Any], count: int) -> sa.Select[Any]:
    """The newest ones, from the index that has them in order."""
    return query.order_by(STORY_TIME.desc(), _ARTICLES.c.article_uuid.desc()).limit(count)


def _looked_up(query: sa.Select[Any], uuids: sa.Select[Any]) -> sa.Subquery:
    """Some articles with their story times, one by one: none that the query does not want.

    A join would be as good; but PostgreSQL takes those that a grouping leaves for a third of all,
    and reads the whole table. The offset keeps it from asking twice.
    """
    some = uuids.subquery()
    time = query.with_only_columns(STORY_TIME).where(
        _ARTICLES.c.article_uuid == some.c.article_uuid
    )
    asked = sa.select(some.c.article_uuid, time.scalar_subquery().label("story_time")).offset(0)
    return asked.subquery()


def _first(
    connection: Connection, among: sa.Subquery, limit: int, *wanted: sa.ColumnElement[bool]
) -> list[str]:
    """The newest of some stories."""
    query = sa.select(among.c.article_uuid).where(among.c.story_time.is_not(None), *wanted)
    query = query.order_by(among.c.story_time.desc(), among.c.article_uuid.desc()).limit(limit)
    return list(connection.execute(query).scalars())


def _are_few(connection: Connection, language: str) -> bool:
    looked_at = _of_language(language).limit(FEW + 1).subquery()
    count = connection.execute(sa.select(sa.func.count()).select_from(looked_at)).scalar_one()
    return count <= FEW


def _of_language(language: str) -> sa.Select[Any]:
    """Nothing but what the index holds, in no order, so that no other index is taken."""
    own = _ARTICLES.alias("own")
    return sa.select(own.c.article_uuid).where(own.c.language == language).limit(FEW)


def _of_so_many(least: int) -> sa.Select[Any]:
    """Main articles with `least` - 1 others at least, from the index of duplicates."""
    others, is_duplicate = _duplicates()
    return (
        sa.select(others.c.canonical_article_id.label("article_uuid"))
        .where(is_duplicate)
        .group_by(others.c.canonical_article_id)
        .having(sa.func.count() >= sa.literal(least - 1, sa.BigInteger))
    )


def _so_many(among: sa.Subquery, least: int) -> list[sa.ColumnElement[bool]]:
    """The same of one story: no more of its articles are counted than have to be."""
    if least <= 1:
        return []
    others, is_duplicate = _duplicates()
    own = (
        sa.select(sa.literal(1))
        .select_from(others)
        .where(is_duplicate, others.c.canonical_article_id == among.c.article_uuid)
        .limit(1)
        .offset(least - 2)
        .correlate(among)
    )
    return [own.scalar_subquery().is_not(None)]


def _duplicates() -> tuple[sa.FromClause, sa.TextClause]:
    return _ARTICLES.alias("others"), sa.text("others.canonical_article_id <> others.article_uuid")
