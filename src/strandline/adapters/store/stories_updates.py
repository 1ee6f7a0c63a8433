"""Which stories are later news of which others: by verdicts and rulings between their members."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store import stories_schema as stories
from strandline.adapters.store.bulk import chunks, select_among
from strandline.adapters.store.stories_inputs import STORY_TIME
from strandline.adapters.store.stories_pairs import among_pairs
from strandline.core.dedup.blocks import Pair
from strandline.model.stories import Decision

_ARTICLES = schema.articles

#: Pairs with either end among some articles: what people ruled, and what verdicts say.
_LINKED = " UNION ALL ".join(
    f"SELECT article_a, article_b, {is_ruled} FROM {table} "  # noqa: S608 - our own names
    f"WHERE is_current AND {condition} AND {end} {{among}}"
    for is_ruled, table, condition in (
        (0, "verdicts", "relation = 'update' AND answer <> 'UNSURE'"),
        (1, "rulings", "decision = 'update'"),
    )
    for end in ("article_a", "article_b")
)
_OTHERWISE = (Decision.SAME.value, Decision.DIFFERENT.value, Decision.UNRELATED.value)
#: Time and id of an article: the earlier one is the first report.
_Place = tuple[datetime, str]


@dataclass(frozen=True, slots=True)
class Updates:
    """Pairs of main articles.

    Attributes:
        pairs: (place and id of the earlier story's main article, those of the later one's).
    """

    pairs: frozenset[tuple[_Place, _Place]]

    def later_than(self, main: str) -> tuple[str, ...]:
        """Stories that are later news of one, oldest first."""
        return tuple(uuid for _, uuid in sorted({b for a, b in self.pairs if a[1] == main}))

    def earlier_than(self, main: str) -> str | None:
        """The story that one is later news of; the newest where there are several."""
        earlier = [a for a, b in self.pairs if b[1] == main]
        return max(earlier)[1] if earlier else None


def updates_among(connection: Connection, uuids: Iterable[str]) -> Updates:
    """All updates with an end among some articles."""
    pairs = _pairs(connection, sorted(uuids))
    rows = _rows(connection, {uuid for pair in pairs for uuid in pair})
    places = {uuid: (row.story_time, uuid) for uuid, row in rows.items()}
    mains = _rows(connection, {row.canonical_article_id for row in rows.values()})
    found = set()
    for pair in pairs:
        earlier, later = sorted(pair, key=lambda uuid: places[uuid])
        first, second = rows[earlier].canonical_article_id, rows[later].canonical_article_id
        if first != second:
            found.add(((mains[first].story_time, first), (mains[second].story_time, second)))
    return Updates(frozenset(found))


def _pairs(connection: Connection, uuids: list[str]) -> set[Pair]:
    """What verdicts call an update, unless a person rules otherwise, and what a person does."""
    judged: set[Pair] = set()
    ruled: set[Pair] = set()
    for one, other, is_ruled in select_among(connection, _LINKED, uuids):
        (ruled if is_ruled else judged).add((one, other))
    other = among_pairs(
        connection,
        stories.rulings,
        judged - ruled,
        stories.rulings.c.is_current,
        stories.rulings.c.decision.in_(_OTHERWISE),
    )
    return (judged | ruled) - {(row.article_a, row.article_b) for row in other}


def _rows(connection: Connection, uuids: Iterable[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for chunk in chunks(sorted(uuids)):
        query = sa.select(
            _ARTICLES.c.article_uuid,
            _ARTICLES.c.canonical_article_id,
            STORY_TIME.label("story_time"),
        ).where(_ARTICLES.c.article_uuid.in_(chunk))
        found |= {row.article_uuid: row for row in connection.execute(query)}
    return found
