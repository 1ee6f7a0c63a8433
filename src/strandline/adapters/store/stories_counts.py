"""The counts of matching, exact, in one call."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store import stories_schema as stories
from strandline.adapters.store.base import Tables
from strandline.adapters.store.stories_inputs import MATCH_AGAIN, MATCHABLE
from strandline.adapters.store.stories_judging import model_use
from strandline.adapters.store.stories_pairs import among_pairs
from strandline.model.stories import Answer, StoryCounts

_ARTICLES, _VERDICTS, _RULINGS = schema.articles, stories.verdicts, stories.rulings

#: Spelled as in the partial indexes, which hold all that these conditions ask.
_IS_LINK = sa.text("content_type = 'link'")
_IS_DUPLICATE = sa.text("canonical_article_id <> article_uuid")
_IS_CURRENT = sa.text("verdicts.is_current")
_RULES = sa.text("rulings.is_current AND rulings.decision <> 'withdrawn'")

#: Matched by no rules, or before the text came.
_WAITS = ("", MATCH_AGAIN)

_KEY = (_VERDICTS.c.layer, _VERDICTS.c.language, _VERDICTS.c.answer)
_STATE = (_VERDICTS.c.is_pending, _VERDICTS.c.is_sampled)
#: Verdicts in force, by all that is asked of them.
_COUNTED = (
    sa.select(*_KEY, *_STATE, sa.func.count().label("verdicts"))
    .where(_IS_CURRENT)
    .group_by(*_KEY, *_STATE)
    .order_by(*_KEY, *_STATE)
)


class StoryCountTables(Tables):
    """Implements the part of `StoryStore` that counts."""

    def story_counts(self) -> StoryCounts:
        """Exact counts, in one call."""
        with self._database.read() as connection:
            articles = _count(connection, _ARTICLES) - _count(connection, _ARTICLES, _IS_LINK)
            duplicates = _count(connection, _ARTICLES, _IS_DUPLICATE)
            rows = connection.execute(_COUNTED).all()
            ruled = among_pairs(connection, _VERDICTS, _ruled(connection), _IS_CURRENT)
            return StoryCounts(
                articles=articles,
                stories=articles - duplicates,
                duplicates=duplicates,
                unmatched=_count(
                    connection, _ARTICLES, _ARTICLES.c.matched_by.in_(_WAITS), MATCHABLE
                ),
                pending=_sum(rows, _is_pending) - sum(map(_is_pending, ruled)),
                review=_sum(rows, _is_for_review) - sum(map(_is_for_review, ruled)),
                rulings=_count(connection, _RULINGS, _RULES),
                verdicts=_by_key(rows),
                judge=model_use(connection, None),
            )


def _count(connection: Connection, table: sa.Table, *conditions: Any) -> int:
    query = sa.select(sa.func.count()).select_from(table).where(*conditions)
    return int(connection.execute(query).scalar_one())


def _ruled(connection: Connection) -> list[tuple[str, str]]:
    """Pairs that a person has ruled on: few, so that their verdicts are looked up one by one."""
    query = sa.select(_RULINGS.c.article_a, _RULINGS.c.article_b).where(_RULES)
    return [(row.article_a, row.article_b) for row in connection.execute(query)]


def _is_pending(row: Any) -> bool:
    return bool(row.is_pending)


def _is_for_review(row: Any) -> bool:
    if row.answer == Answer.UNSURE:
        return not row.is_pending
    return bool(row.is_sampled)


def _sum(rows: Sequence[Any], is_meant: Callable[[Any], bool]) -> int:
    return sum(int(row.verdicts) for row in rows if is_meant(row))


def _by_key(rows: Sequence[Any]) -> dict[tuple[str, str, str], int]:
    found: Counter[tuple[str, str, str]] = Counter()
    for row in rows:
        found[row.layer, row.language, row.answer] += int(row.verdicts)
    return dict(found)
