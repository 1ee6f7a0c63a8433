"""Which stories make one running story, as far as it can be told without a ledger."""

from dataclasses import replace
from datetime import timedelta
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from strandline.core.dedup.blocks import Pair, pair
from strandline.core.dedup.threads import LAST, ThreadGraph, run_of_each, threads_of_runs
from strandline.model.stories import ThreadStory
from strandline.testing.builders import NOW


def stories(*hours: float) -> tuple[ThreadStory, ...]:
    """Stories `s0`, `s1` and so on at these hours."""
    return tuple(ThreadStory(f"s{n}", NOW + timedelta(hours=h)) for n, h in enumerate(hours))


def links(*pairs: tuple[int, int]) -> frozenset[Pair]:
    return frozenset(pair(f"s{a}", f"s{b}") for a, b in pairs)


def runs(some: tuple[ThreadStory, ...], *pairs: tuple[int, int], **more: frozenset[Pair]) -> str:
    """The run of each, by its number."""
    found = run_of_each(ThreadGraph(some, links(*pairs), **more), [s.story_id for s in some])
    return " ".join(found[story.story_id][1:] for story in some)


def test_later_news_joins_the_thread_of_what_it_is_related_to() -> None:
    """A thread has the name of its first story; what is related to nothing is alone."""
    assert runs(stories(0, 5, 9, 12), (0, 1), (1, 2), (0, 2)) == "0 0 0 3"


def test_a_chain_makes_no_thread() -> None:
    """What is like the last report only belongs to another running story."""
    assert runs(stories(0, 1, 2, 3), (0, 1), (1, 2), (2, 3)) == "0 0 2 2"


def test_what_is_days_old_is_not_asked_about() -> None:
    """After two days only what is recent has to be related; what is older has no say."""
    assert runs(stories(0, 40, 80, 120), (0, 1), (1, 2), (2, 3)) == "0 0 0 0"
    assert runs(stories(0, 49), (0, 1)) == "0 1"


def test_of_a_great_story_the_last_reports_are_asked_about() -> None:
    """An article is compared with so many others, and no more."""
    many = stories(*range(3 * LAST))
    near = [(a, b) for a, b in combinations(range(3 * LAST), 2) if b - a <= LAST]
    assert set(runs(many, *near).split()) == {"0"}


def test_a_story_joins_the_thread_that_it_is_most_related_to() -> None:
    """Not the one that has more reports, nor the one that came first."""
    near = [(0, 1), (0, 2), (1, 2), (3, 4), (0, 5), (1, 5), (3, 5), (4, 5)]
    assert runs(stories(0, 1, 2, 3, 4, 5), *near) == "0 0 0 3 3 3"


def test_what_a_person_told_apart_is_in_no_run_together() -> None:
    """However much links the two, and whoever else is there."""
    some, near = stories(0, 1, 2), [(0, 1), (0, 2), (1, 2)]
    assert runs(some, *near, parted=links((0, 1))) == "0 1 0"
    assert runs(some, *near, parted=links((0, 2), (0, 1))) == "0 1 1"


def test_what_a_person_put_together_brings_its_run_along() -> None:
    """Both runs are one thread, with the name of the first story of all."""
    one, other, third = stories(0, 3, 6)
    firsts = {story.story_id: story for story in (one, other, third)}
    assert threads_of_runs(firsts, [("s1", "s2")], []) == {"s0": "s0", "s1": "s1", "s2": "s1"}
    assert threads_of_runs(firsts, [("s1", "s2"), ("s2", "s0")], []) == dict.fromkeys(firsts, "s0")


def test_of_rulings_that_contradict_each_other_the_one_that_parts_wins() -> None:
    """A thread never holds two stories that somebody told apart."""
    firsts = {story.story_id: story for story in stories(0, 3, 6)}
    bound = [("s0", "s1"), ("s1", "s2")]
    assert threads_of_runs(firsts, bound, [("s0", "s2")]) == {"s0": "s0", "s1": "s0", "s2": "s2"}


_COUNT = 9
_PAIRS = [(a, b) for a, b in combinations(range(_COUNT), 2)]


@given(
    hours=st.lists(st.integers(0, 90), min_size=_COUNT, max_size=_COUNT),
    near=st.sets(st.sampled_from(_PAIRS)),
    apart=st.sets(st.sampled_from(_PAIRS), max_size=3),
    order=st.permutations(range(_COUNT)),
)
def test_the_order_of_arrival_changes_nothing(
    hours: list[int], near: set[tuple[int, int]], apart: set[tuple[int, int]], order: list[int]
) -> None:
    """Stories that come one by one, each asking those after it anew, end where they would have
    ended together; nobody told apart is together, and what comes last of all moves nothing.
    """
    whole = ThreadGraph(stories(*hours), links(*near), links(*apart))
    at_once = run_of_each(whole, [story.story_id for story in whole.stories])
    there: list[ThreadStory] = []
    for number in order:
        there.append(whole.stories[number])
        graph = replace(whole, stories=tuple(there))
        new = whole.stories[number]
        after = [s.story_id for s in there if (s.time, s.story_id) >= (new.time, new.story_id)]
        found = run_of_each(graph, after)
        there = [replace(s, run_id=found.get(s.story_id, s.run_id)) for s in there]
    assert {story.story_id: story.run_id for story in there} == at_once
    for one, other in whole.parted:
        assert at_once[one] != at_once[other]
    newest = max(whole.stories, key=lambda s: (s.time, s.story_id))
    before = replace(whole, stories=tuple(s for s in whole.stories if s is not newest))
    kept = run_of_each(before, [story.story_id for story in before.stories])
    assert kept == {uuid: run for uuid, run in at_once.items() if uuid != newest.story_id}
