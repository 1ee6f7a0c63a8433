"""Thresholds chosen from pairs that the score has not seen."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.dedup.pairs import Pair, pair_of
from strandline.core.dedup.telling import tell
from strandline.model.stories import StoryInput
from strandline.ops.thresholds import (
    LEAST_SAME,
    LOST,
    MOST_DIFFERENT,
    MOST_SAME,
    UNSHOWN_SAME,
    Held,
    choose_bounds,
    figures_of,
)


def plain_pair(language: str = "en") -> Pair:
    """Nothing speaks against it."""
    telling = tell(StoryInput("Bridge closed in Lormont after cracks", language=language))
    return pair_of(telling, telling, {})


PAIR, FRENCH = plain_pair(), plain_pair("fr")


def held(*scores: tuple[float, bool], pair: Pair = PAIR) -> list[Held]:
    return [Held(pair, label, score) for score, label in scores]


CLEAN: Sequence[tuple[float, bool]] = [(0.995, True)] * 100 + [(0.01, False)] * 100


def test_a_clean_score_has_the_lowest_threshold_allowed() -> None:
    """Where nothing false is near, the threshold is as low as any may be."""
    assert choose_bounds(held(*CLEAN), "en").same == LEAST_SAME


def test_false_pairs_push_the_threshold_up() -> None:
    """Pairs of two stories that score high leave less room for SAME."""
    misled = held(*CLEAN, *[(0.95, False)] * 20)
    assert choose_bounds(misled, "en").same > 0.95


def test_sets_are_held_to_a_smaller_share() -> None:
    """A labelled set, which hardly holds other news of one running story, may show less."""
    misled = [(0.8, False)] * 5
    of_sets = held(*CLEAN, *misled)
    of_streams = [replace(one, is_of_stream=True) for one in of_sets]
    assert choose_bounds(of_sets, "en").same > 0.8
    assert choose_bounds(of_streams, "en").same == LEAST_SAME


def test_a_few_pairs_show_nothing() -> None:
    """A language with hardly any pairs has a threshold of caution, whatever they look like."""
    assert choose_bounds(held((0.99, True), (0.5, True)), "en").same == UNSHOWN_SAME


def test_a_language_without_pairs_has_the_strictest_thresholds() -> None:
    """What is not known of it is not presumed."""
    some = held(*CLEAN) + held(*CLEAN, *[(0.95, False)] * 20, pair=FRENCH)
    other, french = choose_bounds(some, "other"), choose_bounds(some, "fr")
    assert other == french


SCORED = st.lists(st.tuples(st.floats(0.001, 0.999), st.booleans()), max_size=60)


@given(SCORED)
def test_thresholds_keep_to_their_limits(scored: list[tuple[float, bool]]) -> None:
    """However the pairs lie, the bounds are in order and few positives are lost."""
    some = held(*scored)
    bounds = choose_bounds(some, "en")
    assert bounds.different <= MOST_DIFFERENT < LEAST_SAME <= bounds.same <= MOST_SAME
    positives = [score for score, label in scored if label]
    lost = sum(score < bounds.different for score in positives)
    assert lost <= round(LOST * len(positives))


def test_figures() -> None:
    """What a language's pairs come to at its thresholds."""
    some = held((0.97, True), (0.96, False), (0.5, True), (0.01, False))
    figures = figures_of(some, "en", choose_bounds(some, "en"))
    assert figures["pairs"] == 4
    assert figures["positives"] == 2
    assert figures["best_f1"] == pytest.approx(0.8)
