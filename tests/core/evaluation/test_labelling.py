"""Which pair a person is asked about next."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from strandline.core.evaluation.labelling import (
    AGAIN_AFTER,
    AGAIN_EVERY,
    FAR_EVERY,
    Answered,
    Candidate,
    Key,
    Why,
    agreement,
    contradictions,
    next_question,
)
from strandline.model.levels import Level

SAME, THREAD, NEITHER = Level


def candidate(a: str, b: str, score: float = 0.5, language: str = "en") -> Candidate:
    return Candidate(a, b, language, score, 0.9)


def answered(*said: tuple[str, str, Level], start: int = 0) -> dict[Key, Answered]:
    """Each pair once, in this order."""
    return {
        (a, b): Answered((a, b), (level,), place, "en")
        for place, (a, b, level) in enumerate(said, start)
    }


def test_the_nearest_to_the_threshold_comes_first() -> None:
    """What is sure either way tells least."""
    offers = [candidate("a", "b", 0.02), candidate("c", "d", 0.88), candidate("e", "f", 0.999)]
    found = next_question(offers, {})
    assert found == (offers[1], Why.NEW)


def test_articles_that_were_not_asked_about_come_first() -> None:
    """A pair as near of other articles tells more than one more of the same."""
    offers = [candidate("a", "c", 0.89), candidate("x", "y", 0.85)]
    found = next_question(offers, answered(("a", "b", THREAD)))
    assert found == (offers[1], Why.NEW)


def test_a_language_that_lags_behind_comes_first() -> None:
    """Where two pairs are as near."""
    offers = [candidate("a", "c", 0.89), candidate("x", "y", 0.89, "fr")]
    found = next_question(offers, answered(("k", "l", THREAD)))
    assert found == (offers[1], Why.NEW)


def test_one_in_some_is_drawn_from_all() -> None:
    """What is fitted on near pairs alone would know nothing of far ones."""
    near = [candidate(f"a{n}", f"b{n}", 0.9) for n in range(10)]
    far = [candidate(f"c{n}", f"d{n}", 0.001) for n in range(400)]
    known = answered(*((f"x{n}", f"y{n}", THREAD) for n in range(FAR_EVERY - 1)))
    found = next_question([*near, *far], known)
    assert found is not None
    assert found[0] in far


def test_what_contradicts_itself_is_asked_again() -> None:
    """A is B, B is C, and A is not C: that first, then the other two, each once more."""
    known = answered(("a", "b", SAME), ("b", "c", SAME), ("a", "c", THREAD))
    offers = [candidate(a, b) for a, b in known]
    asked = []
    while (found := next_question(offers, known)) is not None:
        key, why = found[0].key, found[1]
        assert why is Why.CONFLICT
        asked.append(key)
        before = known[key]
        known[key] = Answered(key, (*before.answers, *before.answers), 10 + len(asked), "en")
    assert asked == [("a", "c"), ("a", "b"), ("b", "c")]
    assert agreement(known).conflicts == 1


def test_a_contradiction_that_is_mended_is_none() -> None:
    """The newest word counts."""
    known = answered(("a", "b", SAME), ("b", "c", SAME), ("a", "c", THREAD))
    assert contradictions(known)
    known["a", "c"] = Answered(("a", "c"), (THREAD, SAME), 3, "en")
    assert not contradictions(known)


def test_one_in_twenty_is_asked_once_more() -> None:
    """One that was answered some time ago, never the last ones."""
    known = answered(*((f"a{n}", f"b{n}", THREAD) for n in range(AGAIN_EVERY)))
    offers = [candidate(*key) for key in known] + [candidate("new", "one")]
    found = next_question(offers, known)
    assert found is not None
    assert found[1] is Why.AGAIN
    assert known[found[0].key].place < AGAIN_EVERY - AGAIN_AFTER
    before = known[found[0].key]
    known[before.key] = Answered(before.key, (THREAD, THREAD), AGAIN_EVERY, "en")
    after = next_question(offers, known)
    assert after == (offers[-1], Why.NEW)


def test_nothing_is_left() -> None:
    """Skipped pairs are not asked again."""
    assert next_question([], {}) is None
    skipped = {("a", "b"): Answered(("a", "b"), (), 0, "en")}
    assert next_question([candidate("a", "b")], skipped) is None


def test_agreement() -> None:
    """Three of four alike, against what chance gives."""
    twice = [(SAME, SAME), (THREAD, THREAD), (THREAD, SAME), (NEITHER, NEITHER)]
    known = {
        (f"a{n}", f"b{n}"): Answered((f"a{n}", f"b{n}"), answers, n, "en")
        for n, answers in enumerate(twice)
    }
    found = agreement(known)
    assert (found.asked_twice, found.agreed) == (4, 3)
    assert found.kappa is not None
    assert 0.6 < found.kappa < 0.7
    assert agreement({}).kappa is None


@given(
    st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8), st.floats(0, 1)), max_size=40),
    st.lists(st.sampled_from([*Level, None]), max_size=60),
)
def test_every_pair_is_asked_at_most_twice(
    drawn: list[tuple[int, int, float]], said: list[Level | None]
) -> None:
    """Whatever a person says, labelling comes to an end."""
    offers = {c.key: c for c in (candidate(f"a{a}", f"a{b}", s) for a, b, s in drawn if a != b)}
    known: dict[Key, Answered] = {}
    for place, level in enumerate([*said, *[SAME] * 100]):
        found = next_question(list(offers.values()), known)
        if found is None:
            break
        key = found[0].key
        before = known[key].answers if key in known else ()
        known[key] = Answered(key, (*before, *([level] if level else [])), place, "en")
        assert len(known[key].answers) <= 2
    assert next_question(list(offers.values()), known) is None or len(known) < len(offers)


@given(st.dictionaries(st.sampled_from(list(combinations("abcdef", 2))), st.sampled_from(Level)))
def test_a_contradiction_names_three_pairs(labels: dict[Key, Level]) -> None:
    """Two that are the same news and one that is not."""
    known = answered(*((a, b, level) for (a, b), level in labels.items()))
    for key in contradictions(known):
        assert key in known
