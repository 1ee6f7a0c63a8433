"""Gathering what grouping decides on: articles, and what binds and parts them.

Everything is walked by whole frontiers, with one statement a kind of edge and step, so that a story
of thousands costs a few statements.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store.bulk import chunks, select_among
from strandline.adapters.store.stories_inputs import UNKNOWN_REPUTATION
from strandline.core.dedup.leaning import may_lean
from strandline.model.stories import Answer, Decision, Relation, StoryGraph, StoryNode

Pair = tuple[str, str]

#: Number of the advisory lock under which PostgreSQL regroups: "stories!" read as a number.
_LOCK_NUMBER = int.from_bytes(b"stories!") >> 1

_BONDS = """
    SELECT article_a, article_b, answer, relation, score, verdict_id, vetoes FROM verdicts
    WHERE is_current AND answer <> 'DIFFERENT' AND {end} {{among}}
"""
_RULED = "SELECT article_a, article_b, decision FROM rulings WHERE is_current AND {end} {{among}}"
_CURRENT = """
    SELECT article_a, article_b, answer FROM verdicts
    WHERE is_current AND article_a {among}
"""
_MAINS = "SELECT article_uuid, canonical_article_id FROM articles WHERE article_uuid {among}"
_MEMBERS = """
    SELECT article_uuid, canonical_article_id FROM articles
    WHERE canonical_article_id <> article_uuid AND canonical_article_id {among}
"""
_ENDS = ("article_a", "article_b")


@dataclass(slots=True)
class Gathered:
    """A graph, with what grouping need not know.

    Attributes:
        mains: Main article of each until now.
        verdict_ids: Pair → verdict in force that calls it SAME.
    """

    graph: StoryGraph
    mains: dict[str, str]
    verdict_ids: dict[Pair, int]


@dataclass(slots=True)
class _Walk:
    """What was found so far."""

    mains: dict[str, str] = field(default_factory=dict)
    links: dict[Pair, float] = field(default_factory=dict)
    leanings: dict[Pair, float] = field(default_factory=dict)
    updates: set[Pair] = field(default_factory=set)
    verdict_ids: dict[Pair, int] = field(default_factory=dict)
    rulings: dict[Pair, Decision] = field(default_factory=dict)


def lock_stories(connection: Connection) -> None:
    """Nobody else regroups, merges or removes articles until this transaction ends.

    On SQLite a transaction that writes is alone anyway.
    """
    if connection.dialect.name != "sqlite":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:n)"), {"n": _LOCK_NUMBER})


def gather(connection: Connection, article_uuids: Iterable[str]) -> Gathered:
    """All that is connected with some articles by SAME verdicts in force, by SAME rulings, or by
    their present stories; as much of all that leans to any of it; and what parts any two.

    Leanings are followed once, from the articles at hand: from article to article they would lead
    through the whole ledger. Every story is there as a whole, or not at all.
    """
    walk = _Walk()
    _follow(connection, walk, article_uuids)
    _follow(connection, walk, [uuid for pair in walk.leanings for uuid in pair])
    return Gathered(_graph(connection, walk), walk.mains, walk.verdict_ids)


def _graph(connection: Connection, walk: _Walk) -> StoryGraph:
    inside = walk.mains.keys()
    rulings = {pair: said for pair, said in walk.rulings.items() if inside >= {*pair}}
    return StoryGraph(
        nodes=tuple(_nodes(connection, walk.mains)),
        links=dict(sorted(walk.links.items())),
        partings=frozenset(pair for pair in walk.updates if inside >= {*pair})
        | _partings(connection, walk),
        bound=frozenset(pair for pair, said in rulings.items() if said is Decision.SAME),
        parted=frozenset(pair for pair, said in rulings.items() if _parts(said)),
        leanings={pair: one for pair, one in sorted(walk.leanings.items()) if inside >= {*pair}},
    )


def _follow(connection: Connection, walk: _Walk, article_uuids: Iterable[str]) -> None:
    """Walk until nothing new is bound to what was found."""
    frontier = set(article_uuids) - walk.mains.keys()
    seen = set(frontier)
    while frontier:
        near = _step(connection, walk, sorted(frontier))
        frontier = near - walk.mains.keys() - seen
        seen |= frontier


def _step(connection: Connection, walk: _Walk, frontier: list[str]) -> set[str]:
    """Note the frontier and everything at it; ids of all neighbours, known ones too."""
    there: dict[str, str] = {row[0]: row[1] for row in select_among(connection, _MAINS, frontier)}
    walk.mains |= there
    near = set(there.values())
    for end in _ENDS:
        for row in select_among(connection, _BONDS.format(end=end), there):
            near |= _note(walk, *row)
        for one, other, decision in select_among(connection, _RULED.format(end=end), there):
            walk.rulings[one, other] = Decision(decision)
            if decision == Decision.SAME.value:
                near |= {one, other}
    near |= {row[0] for row in select_among(connection, _MEMBERS, there)}
    return near


def _note(
    walk: _Walk,
    one: str,
    other: str,
    answer: str,
    relation: str,
    score: float,
    verdict_id: int,
    vetoes: str | list[str],
) -> set[str]:
    """Note a verdict; the articles that it binds."""
    if answer == Answer.UNSURE.value:
        if may_lean(score, json.loads(vetoes) if isinstance(vetoes, str) else vetoes):
            walk.leanings[one, other] = score
        return set()
    if relation == Relation.UPDATE.value:
        walk.updates.add((one, other))
        return set()
    walk.links[one, other] = score
    walk.verdict_ids[one, other] = verdict_id
    return {one, other}


def _partings(connection: Connection, walk: _Walk) -> set[Pair]:
    """What the verdicts call DIFFERENT: only articles that something binds ask."""
    joined = {uuid for pair in (*walk.links, *walk.leanings) for uuid in pair}
    joined |= {uuid for pair in walk.rulings for uuid in pair}
    joined |= {uuid for pair in walk.mains.items() if pair[0] != pair[1] for uuid in pair}
    joined &= walk.mains.keys()
    return {
        (one, other)
        for one, other, answer in select_among(connection, _CURRENT, sorted(joined))
        if other in joined and answer == Answer.DIFFERENT.value
    }


def _parts(decision: Decision) -> bool:
    return decision in {Decision.DIFFERENT, Decision.UPDATE}


def _nodes(connection: Connection, uuids: Iterable[str]) -> list[StoryNode]:
    """In order of their ids."""
    articles, sources = schema.articles, schema.sources
    found: list[StoryNode] = []
    for chunk in chunks(sorted(uuids)):
        query = (
            sa.select(articles.c.article_uuid, articles.c.published_utc_iso, sources.c.reputation)
            .outerjoin(sources, sources.c.source_uuid == articles.c.source_uuid)
            .where(articles.c.article_uuid.in_(chunk))
            .order_by(articles.c.article_uuid)
        )
        found += [
            StoryNode(
                row.article_uuid,
                row.published_utc_iso,
                UNKNOWN_REPUTATION if row.reputation is None else row.reputation,
            )
            for row in connection.execute(query)
        ]
    return found
