"""Gathering what grouping decides on: articles, and what binds and parts them.

What may come into one story is a block (`core.dedup.blocks`); it is gathered as a whole, so that
the same stories follow whichever articles came first. Everything is walked by whole frontiers, with
one statement a kind of edge and step, so that a story of thousands costs a few statements.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store.bulk import chunks, select_among
from strandline.adapters.store.stories_inputs import UNKNOWN_REPUTATION
from strandline.adapters.store.stories_schema import chosen_mains
from strandline.core.dedup.blocks import Pair, block_of
from strandline.core.dedup.grouping import parts
from strandline.model.stories import Answer, Decision, Relation, StoryGraph, StoryNode

#: Number of the advisory lock under which PostgreSQL regroups: "stories!" read as a number.
_LOCK_NUMBER = int.from_bytes(b"stories!") >> 1

_BONDS = """
    SELECT article_a, article_b, answer, relation, score, verdict_id, layer, vetoes
    FROM verdicts
    WHERE is_current AND answer <> 'DIFFERENT' AND {end} {{among}}
"""
_RULED = "SELECT article_a, article_b, decision FROM rulings WHERE is_current AND {end} {{among}}"
_CURRENT = """
    SELECT article_a, article_b, layer, vetoes FROM verdicts
    WHERE is_current AND answer = 'DIFFERENT' AND article_a {among}
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
    """What was found so far.

    Attributes:
        seen: Articles that were asked about, with all that links them.
        mains: Of those that are grouped: the main article until now.
    """

    seen: set[str] = field(default_factory=set)
    mains: dict[str, str] = field(default_factory=dict)
    links: dict[Pair, float] = field(default_factory=dict)
    partings: set[Pair] = field(default_factory=set)
    verdict_ids: dict[Pair, int] = field(default_factory=dict)
    rulings: dict[Pair, Decision] = field(default_factory=dict)

    @property
    def linked(self) -> set[Pair]:
        """What makes blocks: verdicts that bind, and the same by a person's word."""
        same = {two for two, said in self.rulings.items() if said is Decision.SAME}
        return self.links.keys() | same


def lock_stories(connection: Connection) -> None:
    """Nobody else regroups, merges or removes articles until this transaction ends.

    On SQLite a transaction that writes is alone anyway.
    """
    if connection.dialect.name != "sqlite":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:n)"), {"n": _LOCK_NUMBER})


def gather(connection: Connection, article_uuids: Iterable[str]) -> Gathered:
    """The blocks of some articles, and of all that is in one story with any of these now.

    Every story is there as a whole, or not at all.
    """
    walk = _Walk()
    wanted: set[str] = set()
    more = set(article_uuids)
    while more - wanted:
        wanted |= more
        block = _block(connection, walk, wanted)
        more = block | _companions(connection, walk, block)
    return Gathered(_graph(connection, walk), walk.mains, walk.verdict_ids)


def _block(connection: Connection, walk: _Walk, wanted: set[str]) -> set[str]:
    """All that may come into one story with any of some articles."""
    _follow(connection, walk, wanted)
    return block_of(wanted, walk.linked, walk.seen)


def _companions(connection: Connection, walk: _Walk, block: set[str]) -> set[str]:
    """Articles that are in one story now with those of a block."""
    walk.mains |= dict(_pairs(connection, _MAINS, block - walk.mains.keys()))
    members = _pairs(connection, _MEMBERS, set(walk.mains.values()))
    return {*walk.mains.values(), *dict(members)}


def _pairs(connection: Connection, statement: str, uuids: Iterable[str]) -> list[Pair]:
    return [(row[0], row[1]) for row in select_among(connection, statement, sorted(uuids))]


def _graph(connection: Connection, walk: _Walk) -> StoryGraph:
    inside = walk.mains.keys()
    rulings = {pair: said for pair, said in walk.rulings.items() if inside >= {*pair}}
    return StoryGraph(
        nodes=tuple(_nodes(connection, walk.mains)),
        links={two: one for two, one in sorted(walk.links.items()) if inside >= {*two}},
        partings=frozenset(two for two in walk.partings if inside >= {*two})
        | _different(connection, walk),
        bound=frozenset(pair for pair, said in rulings.items() if said is Decision.SAME),
        parted=frozenset(pair for pair, said in rulings.items() if _parts(said)),
    )


def _follow(connection: Connection, walk: _Walk, article_uuids: Iterable[str]) -> None:
    """Follow links until nothing new is linked to what was found; note everything on the way."""
    frontier = set(article_uuids) - walk.seen
    while frontier:
        walk.seen |= frontier
        frontier = _step(connection, walk, sorted(frontier)) - walk.seen


def _step(connection: Connection, walk: _Walk, frontier: list[str]) -> set[str]:
    """Note all bonds at some articles; ids of what is linked to them."""
    near: set[str] = set()
    for end in _ENDS:
        for row in select_among(connection, _BONDS.format(end=end), frontier):
            near |= _note(walk, *row)
        for one, other, decision in select_among(connection, _RULED.format(end=end), frontier):
            walk.rulings[one, other] = Decision(decision)
            if decision == Decision.SAME.value:
                near |= {one, other}
    return near


def _note(
    walk: _Walk,
    one: str,
    other: str,
    answer: str,
    relation: str,
    score: float,
    verdict_id: int,
    layer: str,
    vetoes: str | list[str],
) -> set[str]:
    """Note a verdict; the articles that it binds."""
    if answer == Answer.UNSURE.value:
        if parts(Answer.UNSURE, layer, _read(vetoes)):
            walk.partings.add((one, other))
        return set()
    if relation == Relation.UPDATE.value:
        walk.partings.add((one, other))
        return set()
    walk.links[one, other] = score
    walk.verdict_ids[one, other] = verdict_id
    return {one, other}


def _different(connection: Connection, walk: _Walk) -> set[Pair]:
    """What evidence tells apart: only articles that something binds ask."""
    inside = walk.mains.keys()
    bonds = (*walk.links, *walk.rulings)
    joined = {uuid for two in bonds for uuid in two}
    joined |= {uuid for two in walk.mains.items() if two[0] != two[1] for uuid in two}
    joined &= inside
    return {
        (one, other)
        for one, other, layer, vetoes in select_among(connection, _CURRENT, sorted(joined))
        if other in joined and parts(Answer.DIFFERENT, layer, _read(vetoes))
    }


def _read(vetoes: str | list[str]) -> list[str]:
    """SQLite gives JSON as text."""
    found: list[str] = json.loads(vetoes) if isinstance(vetoes, str) else vetoes
    return found


def _parts(decision: Decision) -> bool:
    return decision in {Decision.DIFFERENT, Decision.UPDATE, Decision.UNRELATED}


def _nodes(connection: Connection, uuids: Iterable[str]) -> list[StoryNode]:
    """In order of their ids."""
    articles, sources, mains = schema.articles, schema.sources, chosen_mains
    found: list[StoryNode] = []
    for chunk in chunks(sorted(uuids)):
        query = (
            sa.select(
                articles.c.article_uuid,
                articles.c.published_utc_iso,
                sources.c.reputation,
                mains.c.chosen_at,
            )
            .outerjoin(sources, sources.c.source_uuid == articles.c.source_uuid)
            .outerjoin(mains, mains.c.article_uuid == articles.c.article_uuid)
            .where(articles.c.article_uuid.in_(chunk))
            .order_by(articles.c.article_uuid)
        )
        found += [
            StoryNode(
                row.article_uuid,
                row.published_utc_iso,
                UNKNOWN_REPUTATION if row.reputation is None else row.reputation,
                row.chosen_at,
            )
            for row in connection.execute(query)
        ]
    return found
