"""The score: which weights hold, and what is stored beside them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.dedup.features import FEATURES
from strandline.core.dedup.score import (
    LANGUAGES,
    Bounds,
    Calibration,
    Model,
    calibration,
    language_group,
    read_calibration,
    write_calibration,
)

WEIGHTS = {"bias": -1.0, "grams": 4.0}


def model(*vectors: str) -> Model:
    return Model(vectors, {"en": WEIGHTS}, {"en": Bounds(0.9, 0.05)}, {"en": {"pairs": 3}})


FITTED = Calibration("some pairs", "c0ffee", {"some.jsonl": 3}, (model(), model("l"), model("b")))


@pytest.mark.parametrize(
    ("one", "other", "group"),
    [
        ("en", "en", "en"),
        ("zh", "", "zh"),
        ("", "", "other"),
        ("de", "de", "other"),
        ("en", "fr", "xx"),
    ],
)
def test_whose_weights_hold(one: str, other: str, group: str) -> None:
    """Those of the language that both have; what is unknown does not part them."""
    assert language_group(one, other) == language_group(other, one) == group


@pytest.mark.parametrize(
    ("at_hand", "chosen"),
    [((), ()), (("l",), ("l",)), (("b",), ("b",)), (("l", "b"), ("b",)), (("strange",), ())],
)
def test_the_best_model_that_is_at_hand(at_hand: tuple[str, ...], chosen: tuple[str, ...]) -> None:
    """Cosines of a model that nothing was fitted on are not read."""
    assert FITTED.model_for(at_hand).vectors == chosen


def test_written_and_read() -> None:
    """What is stored is what was fitted."""
    assert read_calibration(json.loads(write_calibration(FITTED))) == FITTED


@given(st.floats(-1e9, 1e9))
def test_a_score_is_a_probability(value: float) -> None:
    """Whatever was measured, it lies between 0 and 1."""
    assert 0.0 <= model().score({"grams": value}, "en") <= 1.0


def test_more_shared_is_more_likely() -> None:
    """A weight above 0 raises the score."""
    assert model().score({"grams": 0.9}, "en") > model().score({"grams": 0.1}, "en")


def test_what_is_in_force() -> None:
    """Every model weighs every feature in every language, knows its thresholds and its data."""
    fitted = calibration()
    assert fitted.name
    assert len(fitted.checksum) == 64
    assert fitted.models[0].vectors == ()
    for found in fitted.models:
        wanted = {"bias", *FEATURES, *found.vectors}
        for language in (*LANGUAGES, "xx", "other"):
            assert set(found.weights[language]) == wanted
            bounds = found.bounds[language]
            assert 0 < bounds.different < bounds.ask < bounds.same < 1
