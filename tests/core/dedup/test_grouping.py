"""Which articles are one story: bound through the main article or two links, never in a chain."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.dedup.grouping import group, pair
from strandline.model.stories import StoryGraph, StoryNode

DAY = datetime(2026, 3, 2, 8, tzinfo=UTC)


def graph(
    articles: str,
    links: str = "",
    *,
    partings: str = "",
    bound: str = "",
    parted: str = "",
) -> StoryGraph:
    """Articles by letter, an hour apart in the order written; pairs as `ab bc`."""
    nodes = tuple(
        StoryNode(letter, DAY + timedelta(hours=hour)) for hour, letter in enumerate(articles)
    )
    return StoryGraph(
        nodes,
        dict.fromkeys(pairs(links), 0.9),
        frozenset(pairs(partings)),
        frozenset(pairs(bound)),
        frozenset(pairs(parted)),
    )


def pairs(text: str) -> list[tuple[str, str]]:
    return [pair(*two) for two in text.split()]


def stories(grouped: dict[str, str]) -> set[str]:
    """Stories as sorted letters."""
    by_main: dict[str, list[str]] = {}
    for article, main in grouped.items():
        by_main.setdefault(main, []).append(article)
    return {"".join(sorted(members)) for members in by_main.values()}


@pytest.mark.parametrize(
    ("situation", "wanted"),
    [
        (graph("ab"), {"a", "b"}),
        (graph("ab", "ab"), {"ab"}),
        (graph("abc", "ab ac"), {"abc"}),
        (graph("abc", "ab bc"), {"ab", "c"}),
        (graph("abcd", "ab ac bd cd"), {"abcd"}),
        (graph("abc", "ab ac", partings="bc"), {"abc"}),
        (graph("abcd", "ab ac bd cd", partings="ad"), {"abc", "d"}),
        (graph("abcd", "ab ac bc bd", partings="ad"), {"abc", "d"}),
        (graph("abcd", "ac ad bc bd"), {"abcd"}),
    ],
    ids=[
        "nothing binds them",
        "a link to the main article",
        "two that are linked to the main article",
        "a chain is not followed",
        "two links to members stand for one to the main article",
        "members that differ from each other, both like the main one",
        "two links, but different from the main article",
        "a link, but different from the main article",
        "the second report is bound by two that came later",
    ],
)
def test_what_binds(situation: StoryGraph, wanted: set[str]) -> None:
    """An article joins through the main article, or through two links."""
    assert stories(group(situation)) == wanted


def test_large_stories_do_not_join_through_a_few_strays() -> None:
    """Two stories of eight become one through two links; of 25 they do not."""
    for count, joined in ((8, True), (25, False)):
        first = [f"A{number:02}" for number in range(count)]
        second = [f"B{number:02}" for number in range(count)]
        nodes = tuple(
            StoryNode(name, DAY + timedelta(hours=hour))
            for hour, name in enumerate((*first, *second))
        )
        links = {(names[0], name): 0.9 for names in (first, second) for name in names[1:]}
        links |= {(first[1], second[1]): 0.9, (first[2], second[2]): 0.9}
        grouped = group(StoryGraph(nodes, links))
        assert (len(set(grouped.values())) == 1) is joined


@pytest.mark.parametrize(
    ("situation", "wanted"),
    [
        (graph("ab", bound="ab"), {"ab"}),
        (graph("ab", "ab", parted="ab"), {"a", "b"}),
        (graph("ab", partings="ab", bound="ab"), {"ab"}),
        (graph("abc", "ab ac", parted="bc"), {"ab", "c"}),
        (graph("abc", bound="ab bc", parted="ac"), {"ab", "c"}),
        (graph("abc", bound="ab bc"), {"abc"}),
        (graph("abcd", "ab cd", bound="ac"), {"abcd"}),
    ],
    ids=[
        "the same, without any link",
        "different, although the verdicts link them",
        "the same, although the verdicts part them",
        "different from a member: not in its story",
        "rulings that contradict each other: the one that parts wins",
        "two rulings in a row, each a person's word",
        "two articles made one, with the stories that they are in",
    ],
)
def test_a_person_outvotes_every_verdict(situation: StoryGraph, wanted: set[str]) -> None:
    """A ruling binds and parts whatever the cascade says."""
    assert stories(group(situation)) == wanted


def test_the_main_article_is_the_first_published() -> None:
    """Not the one that arrived first, nor the one with the smallest id."""
    situation = graph("ba", "ab")
    assert group(situation) == {"a": "b", "b": "b"}


def test_the_better_source_leads_where_two_were_published_at_once() -> None:
    """Reputation decides between equal times."""
    nodes = (StoryNode("a", DAY, 0.4), StoryNode("b", DAY, 0.9))
    assert group(StoryGraph(nodes, {("a", "b"): 0.9})) == {"a": "b", "b": "b"}


def test_an_undated_article_leads_only_where_all_are_undated() -> None:
    """Nobody knows when it was published, so it cannot have been first."""
    nodes = (StoryNode("a", None), StoryNode("b", DAY))
    assert group(StoryGraph(nodes, {("a", "b"): 0.9})) == {"a": "b", "b": "b"}


def test_of_two_stories_the_surer_one_is_joined() -> None:
    """An article linked to the main articles of two stories goes where its link is stronger."""
    situation = graph("abc", "ac bc")
    situation = replace(situation, links={("a", "c"): 0.91, ("b", "c"): 0.97})
    assert stories(group(situation)) == {"a", "bc"}


LETTERS = "abcdefgh"
ALL_PAIRS = [pair(one, other) for one in LETTERS for other in LETTERS if one < other]


@st.composite
def graphs(draw: st.DrawFn) -> StoryGraph:
    """Any graph of eight articles, with equal times, undated ones and contradictions."""
    hours = draw(st.lists(st.none() | st.integers(0, 3), min_size=8, max_size=8))
    nodes = tuple(
        StoryNode(letter, None if hour is None else DAY + timedelta(hours=hour))
        for letter, hour in zip(LETTERS, hours, strict=True)
    )
    some = st.frozensets(st.sampled_from(ALL_PAIRS), max_size=10)
    links = {two: draw(st.sampled_from((0.9, 0.95))) for two in draw(some)}
    return StoryGraph(nodes, links, draw(some), draw(some), draw(some))


@given(graphs(), st.permutations(range(8)))
def test_the_order_of_arrival_changes_nothing(situation: StoryGraph, order: list[int]) -> None:
    """The same articles and verdicts give the same stories, however they are listed."""
    shuffled = replace(
        situation,
        nodes=tuple(situation.nodes[i] for i in order),
        links=dict(reversed(list(situation.links.items()))),
    )
    assert group(shuffled) == group(situation)


@given(graphs())
def test_every_article_has_one_story_led_by_one_of_its_members(situation: StoryGraph) -> None:
    """Nothing is lost, and a main article leads its own story."""
    grouped = group(situation)
    assert set(grouped) == set(LETTERS)
    assert all(grouped[main] == main for main in grouped.values())


@given(graphs())
def test_what_a_person_parted_is_never_in_one_story(situation: StoryGraph) -> None:
    """No chain of links or rulings leads around a person's *different*."""
    grouped = group(situation)
    assert all(grouped[one] != grouped[other] for one, other in situation.parted)


@given(graphs())
def test_no_story_holds_what_evidence_parts_from_its_main_article(situation: StoryGraph) -> None:
    """Unless a person says so: whatever stands behind *also in* tells the main article's news."""
    situation = replace(situation, bound=frozenset())
    grouped = group(situation)
    assert not [
        article for article, main in grouped.items() if pair(article, main) in situation.partings
    ]


@given(graphs())
def test_every_story_hangs_together(situation: StoryGraph) -> None:
    """Nothing joins a story that neither a link nor a ruling binds to a member."""
    grouped = group(situation)
    bonds = {*situation.links} | situation.bound
    for article, main in grouped.items():
        others = [a for a, m in grouped.items() if m == main and a != article]
        assert not others or any(pair(article, other) in bonds for other in others)


def test_what_a_person_chose_last_is_the_main_article() -> None:
    """Before time and reputation; the same whatever the order of the nodes."""
    nodes = (
        StoryNode("a", DAY, 0.9),
        StoryNode("b", DAY + timedelta(hours=1), 0.1, chosen=DAY),
        StoryNode("c", DAY + timedelta(hours=2), 0.1, chosen=DAY + timedelta(hours=3)),
    )
    links = {("a", "b"): 0.9, ("a", "c"): 0.9, ("b", "c"): 0.9}
    for some in (nodes, nodes[::-1]):
        assert set(group(StoryGraph(some, links=links)).values()) == {"c"}
