"""How stories grow: as the definition says, and fast however many copies there are."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.dedup.blocks import ENOUGH, LINK, pair
from strandline.core.dedup.grouping import precedence
from strandline.core.dedup.growing import FULL, LEAST_SHARE, Growth
from strandline.model.stories import StoryNode

DAY = datetime(2026, 3, 2, 8, tzinfo=UTC)

Pairs = Mapping[tuple[str, str], float]


def by_definition(
    nodes: list[StoryNode],
    units: list[frozenset[str]],
    links: Pairs,
    partings: Pairs,
    foes: Pairs,
) -> set[frozenset[str]]:
    """Look at all pairs of stories, join the surest two, and begin again."""
    order = {node.article_uuid: precedence(node) for node in nodes}
    bound = {name for unit in units if len(unit) > 1 for name in unit}
    stories = set(units)

    def first(names: frozenset[str]) -> str:
        return min(names, key=order.__getitem__)

    def surety(one: frozenset[str], other: frozenset[str]) -> tuple[object, ...] | None:
        between = [pair(a, b) for a in one for b in other]
        mains, main = (first(one), first(other)), first(one | other)
        rest = other if main in one else one
        if any(pair(main, article) in partings for article in rest) or any(
            two in foes for two in between
        ):
            return None
        bonds = [(LINK, two, links[two]) for two in between if two in links]
        worth = sum(worth for worth, _, _ in bonds) - LINK * sum(two in partings for two in between)
        is_enough = worth >= max(ENOUGH, LEAST_SHARE * LINK * len(between))
        heads = [story & (bound | {*mains}) for story in (one, other)]
        is_linked = any(pair(a, b) in links for a in heads[0] for b in heads[1])
        if not bonds or not (is_enough or is_linked):
            return None
        best = min((-score, *sorted(order[name] for name in two)) for _, two, score in bonds)
        return (-min(FULL, worth / len(between)), best)

    while True:
        found = [
            (sure, one, other)
            for one, other in combinations(stories, 2)
            if (sure := surety(one, other)) is not None
        ]
        if not found:
            return stories
        _, one, other = min(found, key=lambda two: two[0])
        stories = stories - {one, other} | {one | other}


def grown(
    nodes: list[StoryNode],
    units: list[frozenset[str]],
    links: Pairs,
    partings: Pairs,
    foes: Pairs,
) -> dict[str, list[str]]:
    """Main article → members."""
    order = {node.article_uuid: precedence(node) for node in nodes}

    def others(pairs: Pairs) -> dict[str, frozenset[str]]:
        return {
            name: frozenset(b if a == name else a for a, b in pairs if name in (a, b))
            for name in order
        }

    growth = Growth(
        units,
        order,
        is_linked=links.__contains__,
        parted=others(partings) if partings else {},
        foes=others(foes) if foes else {},
    )
    bonds = [(two, LINK, score) for two, score in links.items()]
    bonds += [(two, -LINK, 0.0) for two in partings]
    for (one, other), worth, score in bonds:
        growth.bind(one, other, worth, score)
    growth.grow()
    return dict(growth.stories())


@given(st.randoms(use_true_random=True), st.integers(3, 14), st.sampled_from((0.2, 0.4, 0.8)))
def test_the_surest_two_are_joined_first(draw: Random, count: int, density: float) -> None:
    """Whatever is remembered on the way: the stories are those of the definition."""
    names = [f"{number:02}" for number in range(count)]
    nodes = [StoryNode(name, DAY + timedelta(hours=draw.randrange(4))) for name in names]
    two_bound = draw.sample(names, 2) if draw.random() < 0.5 else []
    units = [frozenset((name,)) for name in names if name not in two_bound]
    units += [frozenset(two_bound)] if two_bound else []
    said: dict[str, dict[tuple[str, str], float]] = {kind: {} for kind in "SDF"}
    for two in combinations(names, 2):
        if draw.random() < density:
            kind = draw.choices("SDF", (6, 1, 0.3))[0]
            said[kind][two] = draw.choice((0.3, 0.5, 0.7, 0.9))
    given_pairs = (said["S"], said["D"], said["F"])
    stories = grown(nodes, units, *given_pairs)
    assert {frozenset(members) for members in stories.values()} == by_definition(
        nodes, units, *given_pairs
    )
    order = {node.article_uuid: precedence(node) for node in nodes}
    assert all(main == min(members, key=order.__getitem__) for main, members in stories.items())


@pytest.mark.parametrize("wide", [3, 20])
def test_thousands_of_copies_are_one_story(wide: int) -> None:
    """Each linked to the first few alone: the work grows with the links, not with their square."""
    names = [f"{number:04}" for number in range(5_000)]
    nodes = [StoryNode(name, DAY + timedelta(seconds=n)) for n, name in enumerate(names)]
    links = {(few, name): 0.9 for n, name in enumerate(names) for few in names[: min(n, wide)]}
    units = [frozenset((name,)) for name in names]
    stories = grown(nodes, units, links, {}, {})
    assert {main: len(members) for main, members in stories.items()} == {"0000": 5_000}
