"""Figures over labelled pairs and groups."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.evaluation.counting import asked_per_thousand, bcubed, best_f1, confusion
from strandline.model.stories import Answer

SAME, UNSURE, DIFFERENT = Answer.SAME, Answer.UNSURE, Answer.DIFFERENT


def test_precision_and_recall() -> None:
    """Of what is called SAME, and of all that is; what is UNSURE is not found, but kept."""
    counts = confusion(
        [(True, SAME)] * 3
        + [(False, SAME)]
        + [(True, UNSURE)] * 2
        + [(True, DIFFERENT)]
        + [(False, DIFFERENT)] * 5
    )
    assert counts.same.precision == pytest.approx(3 / 4)
    assert counts.same.recall == pytest.approx(3 / 6)
    assert counts.kept == pytest.approx(5 / 6)
    assert counts.of(False) == 6


def test_nothing_to_count() -> None:
    """No pairs have no precision, and lose nothing."""
    counts = confusion([])
    assert counts.same.precision == counts.same.recall == counts.same.f1 == 0.0
    assert counts.kept == 1.0


def test_the_best_threshold() -> None:
    """The one that balances best; pairs of one score are never torn apart."""
    found = best_f1(
        [(0.9, True), (0.8, True), (0.8, False), (0.2, False), (0.2, False), (0.1, True)]
    )
    assert found.threshold == 0.8
    assert found.precision == pytest.approx(2 / 3)
    assert found.recall == pytest.approx(2 / 3)


def test_no_threshold_without_positives() -> None:
    """Nothing to find: nothing found."""
    assert best_f1([(0.9, False)]).f1 == best_f1([]).f1 == 0.0


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans())))
def test_no_threshold_beats_the_best(scored: list[tuple[float, bool]]) -> None:
    """Every threshold gives an F1 that is at most the best one."""
    best = best_f1(scored).f1
    positives = sum(label for _, label in scored)
    for threshold, _ in scored:
        called = [label for score, label in scored if score >= threshold]
        true = sum(called)
        f1 = 2 * true / (len(called) + positives) if called or positives else 0.0
        assert f1 <= best + 1e-9


def test_bcubed_of_a_split_story() -> None:
    """Each half is pure; each article finds half of its story."""
    truth = dict.fromkeys("abcd", "one")
    found = {"a": "x", "b": "x", "c": "y", "d": "y"}
    figures = bcubed(truth, found)
    assert figures.precision == 1.0
    assert figures.recall == 0.5


def test_bcubed_of_two_stories_in_one() -> None:
    """Everything is found, at the price of what does not belong."""
    figures = bcubed({"a": "one", "b": "two"}, {"a": "x", "b": "x"})
    assert figures.precision == 0.5
    assert figures.recall == 1.0


@given(st.dictionaries(st.integers().map(str), st.sampled_from("abc")))
def test_bcubed_of_the_truth(truth: dict[str, str]) -> None:
    """Groups that are the true ones are perfect, whatever they are called."""
    figures = bcubed(truth, {item: group.upper() for item, group in truth.items()})
    assert figures.f1 == pytest.approx(1.0 if truth else 0.0)


def test_questions_are_bounded_for_each_article() -> None:
    """An article asks about its surest few; the later id of a pair is the one that asks."""
    unsure = [("a", "z"), ("b", "z"), ("c", "z"), ("d", "z"), ("a", "y")]
    assert asked_per_thousand(unsure, articles=6, most=3) == pytest.approx(1000 * 4 / 6)
    assert asked_per_thousand([], articles=0, most=3) == 0.0
