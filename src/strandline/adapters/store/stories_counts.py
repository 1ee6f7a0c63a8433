"""The counts of matching, exact, in one call."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store import stories_schema as stories
from strandline.adapters.store.base import Tables
from strandline.adapters.store.stories_inputs import MATCHABLE
from strandline.adapters.store.stories_judging import model_use
from strandline.adapters.store.stories_verdicts import (
    IS_PENDING,
    IS_SAMPLED,
    IS_UNDECIDED,
    is_ruled,
)
from strandline.model.stories import Decision, StoryCounts

_ARTICLES, _VERDICTS, _RULINGS = schema.articles, stories.verdicts, stories.rulings

_STORIES = sa.text("canonical_article_id = article_uuid AND content_type <> 'link'")
_DUPLICATES = sa.text("canonical_article_id <> article_uuid")


class StoryCountTables(Tables):
    """Implements the part of `StoryStore` that counts."""

    def story_counts(self) -> StoryCounts:
        """Exact counts, in one call."""
        with self._database.read() as connection:
            main = _count(connection, _ARTICLES, _STORIES)
            duplicates = _count(connection, _ARTICLES, _DUPLICATES)
            unruled = sa.not_(is_ruled())
            return StoryCounts(
                articles=main + duplicates,
                stories=main,
                duplicates=duplicates,
                unmatched=_count(connection, _ARTICLES, _ARTICLES.c.matched_by == "", MATCHABLE),
                pending=_count(connection, _VERDICTS, IS_PENDING, unruled),
                review=_count(connection, _VERDICTS, IS_UNDECIDED, unruled)
                + _count(connection, _VERDICTS, IS_SAMPLED, unruled),
                rulings=_count(
                    connection,
                    _RULINGS,
                    _RULINGS.c.is_current,
                    _RULINGS.c.decision != Decision.WITHDRAWN.value,
                ),
                verdicts=_verdicts(connection),
                judge=model_use(connection, None),
            )


def _count(connection: Connection, table: sa.Table, *conditions: Any) -> int:
    query = sa.select(sa.func.count()).select_from(table).where(*conditions)
    return int(connection.execute(query).scalar_one())


def _verdicts(connection: Connection) -> dict[tuple[str, str, str], int]:
    key = (_VERDICTS.c.layer, _VERDICTS.c.language, _VERDICTS.c.answer)
    query = (
        sa.select(*key, sa.func.count().label("verdicts"))
        .where(sa.text("verdicts.is_current"))
        .group_by(*key)
        .order_by(*key)
    )
    return {
        (row.layer, row.language, row.answer): int(row.verdicts)
        for row in connection.execute(query)
    }
