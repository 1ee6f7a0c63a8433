"""Which articles may come into one story: what links connect."""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from strandline.core.dedup.blocks import block_of, connected
from strandline.core.dedup.grouping import group
from strandline.model.stories import StoryGraph, StoryNode

DAY = datetime(2026, 3, 2, 8, tzinfo=UTC)


def pairs(text: str) -> set[tuple[str, str]]:
    return {(two[0], two[1]) for two in text.split()}


def test_links_are_followed_from_article_to_article() -> None:
    """A piece is all that is linked in any way."""
    pieces = connected("abcde", pairs("ab bc de"))
    assert pieces["a"] == pieces["b"] == pieces["c"] != pieces["d"] == pieces["e"]


def test_a_block_is_what_links_hold_together() -> None:
    """Of what is known, whatever is linked to the articles that were asked for."""
    assert block_of("a", pairs("ab bc de"), "abcde") == set("abc")
    assert block_of("f", pairs("ab bc de"), "abcde") == set()


@given(st.randoms(use_true_random=True), st.integers(2, 24), st.sampled_from((0.1, 0.25, 0.5)))
def test_no_story_reaches_beyond_a_block(draw: Random, count: int, density: float) -> None:
    """Grouping the blocks of some articles alone gives what grouping everything gives them."""
    nodes = tuple(
        StoryNode(f"{n:02}", DAY + timedelta(hours=draw.randrange(5))) for n in range(count)
    )
    names = [node.article_uuid for node in nodes]
    kinds = {
        two: draw.choices("SDBP", (2, 1, 0.2, 0.2))[0]
        for two in combinations(names, 2)
        if draw.random() < density
    }

    def graph(inside: Collection[str]) -> StoryGraph:
        def of(kind: str) -> set[tuple[str, str]]:
            return {two for two, k in kinds.items() if k == kind and set(two) <= set(inside)}

        return StoryGraph(
            tuple(node for node in nodes if node.article_uuid in inside),
            dict.fromkeys(sorted(of("S")), 0.9),
            frozenset(of("D")),
            frozenset(of("B")),
            frozenset(of("P")),
        )

    whole = graph(names)
    asked = draw.sample(names, draw.randint(1, count))
    block = block_of(asked, {*whole.links, *whole.bound}, names)
    everything = group(whole)
    assert group(graph(block)) == {name: everything[name] for name in block}
