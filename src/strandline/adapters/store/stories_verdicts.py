"""Reading verdicts and rulings: on an article, and those that wait for somebody."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from strandline.adapters.store import stories_schema as stories
from strandline.adapters.store.archive_schema import unstruck
from strandline.adapters.store.base import Tables
from strandline.adapters.store.border import aware, clean, row_limit
from strandline.adapters.store.bulk import chunks
from strandline.adapters.store.stories_rows import ruling_of, verdict_of
from strandline.adapters.store.stories_saving import choose_main, save_match, save_rulings
from strandline.core.dedup.review import in_order
from strandline.model.stories import (
    Decision,
    MatchBatch,
    Ruling,
    StoredVerdict,
    StoryChange,
)
from strandline.ports.stories import Regroup

_VERDICTS, _RULINGS = stories.verdicts, stories.rulings

#: Undecided pairs, the newest, of which the nearest are asked about first.
RANKED = 2_000

#: Spelled as in the partial indexes, which are used for no other spelling.
_IS_PENDING = sa.text("verdicts.is_current AND verdicts.is_pending")
_IS_UNDECIDED = sa.text(
    "verdicts.is_current AND verdicts.answer = 'UNSURE' AND NOT verdicts.is_pending"
)
_IS_SAMPLED = sa.text("verdicts.is_current AND verdicts.is_sampled AND verdicts.answer <> 'UNSURE'")
#: Neither article of a pair was taken down.
_SHOWN = (unstruck(_VERDICTS.c.article_a), unstruck(_VERDICTS.c.article_b))


class StoryVerdictTables(Tables):
    """Implements the part of `StoryStore` that keeps verdicts and rulings."""

    def save_match(self, batch: MatchBatch, regroup: Regroup) -> list[StoryChange]:
        """Store verdicts and vectors, mark the articles, group anew; in one transaction."""
        return self._database.write_again(lambda connection: save_match(connection, batch, regroup))

    def save_rulings(self, rulings: Sequence[Ruling], regroup: Regroup) -> list[StoryChange]:
        """Store several at once: all of them, or none."""
        return self._database.write_again(
            lambda connection: save_rulings(connection, rulings, regroup)
        )

    def choose_main(
        self, article_uuid: str, chosen_at: datetime | None, regroup: Regroup
    ) -> list[StoryChange]:
        """Make an article the main one of its story, or no longer."""
        when = None if chosen_at is None else aware(chosen_at)
        return self._database.write_again(
            lambda connection: choose_main(connection, clean(article_uuid), when, regroup)
        )

    def verdicts_of(self, article_uuid: str, *, limit: int = 100) -> list[StoredVerdict]:
        """All verdicts on an article, newest first."""
        order = (_VERDICTS.c.decided_at, _VERDICTS.c.verdict_id)
        rows = self._on(_VERDICTS, article_uuid, order, row_limit(limit))
        return [verdict_of(row) for row in rows]

    def rulings_of(self, article_uuid: str) -> list[Ruling]:
        """All rulings on an article, newest first."""
        rows = self._on(_RULINGS, article_uuid, (_RULINGS.c.ruled_at, _RULINGS.c.ruling_id))
        return [ruling_of(row) for row in rows]

    def rulings(self) -> list[Ruling]:
        """Those in force, oldest first."""
        query = (
            sa.select(_RULINGS)
            .where(_RULINGS.c.is_current, _RULINGS.c.decision != Decision.WITHDRAWN.value)
            .order_by(_RULINGS.c.ruled_at, _RULINGS.c.ruling_id)
        )
        with self._database.read() as connection:
            return [ruling_of(row) for row in connection.execute(query)]

    def rulings_among(self, article_uuids: Sequence[str]) -> list[Ruling]:
        """Those in force on two of some articles, newest first."""
        wanted = {clean(uuid) for uuid in article_uuids}
        found: list[Ruling] = []
        with self._database.read() as connection:
            for chunk in chunks(sorted(wanted)):
                query = sa.select(_RULINGS).where(
                    _RULINGS.c.article_a.in_(chunk),
                    _RULINGS.c.is_current,
                    _RULINGS.c.decision != Decision.WITHDRAWN.value,
                )
                found += [ruling_of(row) for row in connection.execute(query)]
        inside = [ruling for ruling in found if ruling.article_b in wanted]
        return sorted(inside, key=lambda r: (r.ruled_at, r.ruling_id), reverse=True)

    def ruled_since(self, article_uuids: Sequence[str], since: datetime) -> frozenset[str]:
        """Which of some articles a person ruled on after a time."""
        found: set[str] = set()
        wanted = sorted({clean(uuid) for uuid in article_uuids})
        with self._database.read() as connection:
            for chunk in chunks(wanted):
                for end in (_RULINGS.c.article_a, _RULINGS.c.article_b):
                    query = sa.select(end).where(end.in_(chunk), _RULINGS.c.ruled_at > aware(since))
                    found.update(connection.execute(query).scalars())
        return frozenset(found)

    def pending(self, *, limit: int) -> list[StoredVerdict]:
        """Pairs that wait for a language model, oldest first."""
        query = (
            sa.select(_VERDICTS)
            .where(_IS_PENDING)
            .where(sa.not_(_is_ruled()))
            .order_by(_VERDICTS.c.decided_at, _VERDICTS.c.verdict_id)
            .limit(row_limit(limit))
        )
        with self._database.read() as connection:
            return [verdict_of(row) for row in connection.execute(query)]

    def review_queue(self, *, limit: int) -> list[StoredVerdict]:
        """Pairs for a person without a ruling, in the order of `core.dedup.review`."""
        most = row_limit(limit)
        if most == 0:
            return []
        found: list[list[StoredVerdict]] = []
        with self._database.read() as connection:
            for condition in (_IS_UNDECIDED, _IS_SAMPLED):
                query = (
                    sa.select(_VERDICTS)
                    .where(condition)
                    .where(sa.not_(_is_ruled()), *_SHOWN)
                    .order_by(_VERDICTS.c.decided_at.desc(), _VERDICTS.c.verdict_id.desc())
                    .limit(max(most, RANKED) if condition is _IS_UNDECIDED else most)
                )
                found.append([verdict_of(row) for row in connection.execute(query)])
        return in_order(*found)[:most]

    def _on(
        self,
        table: sa.Table,
        article_uuid: str,
        order: tuple[sa.Column[Any], ...],
        limit: int | None = None,
    ) -> list[Any]:
        """Rows of pairs with an article: each end by its own index."""
        rows: list[Any] = []
        with self._database.read() as connection:
            for end in (table.c.article_a, table.c.article_b):
                query = (
                    sa.select(table)
                    .where(end == clean(article_uuid))
                    .order_by(*(column.desc() for column in order))
                )
                if limit is not None:
                    query = query.limit(limit)
                rows += connection.execute(query)
        rows.sort(key=lambda row: [getattr(row, column.name) for column in order], reverse=True)
        return rows[:limit]


def _is_ruled() -> sa.ColumnElement[bool]:
    """A person's ruling on the pair of a verdict is in force."""
    return sa.exists().where(
        _RULINGS.c.article_a == _VERDICTS.c.article_a,
        _RULINGS.c.article_b == _VERDICTS.c.article_b,
        _RULINGS.c.is_current,
        _RULINGS.c.decision != Decision.WITHDRAWN.value,
    )
