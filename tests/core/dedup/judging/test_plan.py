"""Which pairs a model is asked about."""

from hypothesis import given
from hypothesis import strategies as st

from strandline.core.dedup.judging.plan import Undecided, plan_questions

PAIRS = st.lists(
    st.builds(
        Undecided, st.sampled_from("xyz"), st.sampled_from("abcdefgh"), st.sampled_from([0.5, 0.7])
    ),
    max_size=12,
)


def test_the_nearest_candidates_of_an_article() -> None:
    """The others are not asked about at all."""
    pairs = [
        Undecided("x", key, score) for key, score in zip("abcd", (0.1, 0.4, 0.2, 0.3), strict=True)
    ]
    plan = plan_questions(pairs, (), candidates=2, budget=9)
    assert (plan.ask, plan.beyond) == (("b", "d"), frozenset({0, 2}))


def test_everybodys_first_before_anybodys_second() -> None:
    """A small budget is shared out, not taken by the first article."""
    pairs = [
        Undecided("x", "a", 0.9),
        Undecided("x", "b", 0.8),
        Undecided("y", "c", 0.5),
    ]
    assert plan_questions(pairs, (), candidates=3, budget=2).ask == ("a", "c")


def test_what_is_known_is_not_asked() -> None:
    """It costs nothing, and holds its place among the nearest."""
    pairs = [Undecided("x", "a", 0.9), Undecided("x", "b", 0.8), Undecided("x", "c", 0.7)]
    plan = plan_questions(pairs, {"a"}, candidates=2, budget=9)
    assert (plan.ask, plan.beyond) == (("b",), frozenset({2}))


def test_two_pairs_with_the_same_texts_are_one_question() -> None:
    """The same wire report in four papers is asked about once."""
    pairs = [Undecided("x", "a", 0.9), Undecided("y", "a", 0.9)]
    assert plan_questions(pairs, (), candidates=3, budget=9).ask == ("a",)


@given(PAIRS, st.sets(st.sampled_from("abcdefgh")), st.integers(0, 4), st.integers(-1, 9))
def test_limits_hold(pairs: list[Undecided], known: set[str], candidates: int, budget: int) -> None:
    """Never over budget, never a known question, never more of an article than allowed."""
    plan = plan_questions(pairs, known, candidates=candidates, budget=budget)
    assert len(plan.ask) <= max(0, budget)
    assert len(set(plan.ask)) == len(plan.ask)
    assert not set(plan.ask) & known
    for subject in "xyz":
        mine = [i for i, pair in enumerate(pairs) if pair.subject == subject]
        asked = [i for i in mine if pairs[i].cache_key not in known and i not in plan.beyond]
        assert len(asked) <= candidates


@given(PAIRS)
def test_without_limits_every_question_is_asked_once(pairs: list[Undecided]) -> None:
    """In some order."""
    plan = plan_questions(pairs, (), candidates=None, budget=99)
    assert set(plan.ask) == {pair.cache_key for pair in pairs}
    assert not plan.beyond
