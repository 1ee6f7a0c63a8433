"""Made-up headlines teach the score; what it reaches is counted on real ones."""

import json

import pytest

from strandline.core.dedup.pairs import pair_of
from strandline.core.evaluation.pairs import read_pair, told
from strandline.ops.calibrate import Example, fit

pytest.importorskip("numpy")


def example(number: int, *, label: bool, is_invented: bool) -> Example:
    town = f"Lormont{chr(97 + number % 26)}"
    a = f"Council of {town} votes to close its old bridge"
    b = f"Old bridge of {town} to be closed, council votes" if label else "Rowers win a cup"
    sides = [{"title": title, "lang": "en"} for title in (a, b)]
    read = read_pair(json.dumps({"id": number, "label": label, "a": sides[0], "b": sides[1]}))
    return Example(pair_of(told(read.a), told(read.b), {}), label, is_invented=is_invented)


def test_invented_pairs_are_not_counted() -> None:
    """Figures and thresholds rest on real pairs; weights on both."""
    real = [example(n, label=bool(n % 2), is_invented=False) for n in range(40)]
    invented = [example(n, label=bool(n % 2), is_invented=True) for n in range(40, 60)]
    taught, alone = fit([*real, *invented], ()), fit(real, ())
    assert taught.figures["en"]["pairs"] == alone.figures["en"]["pairs"] == 40
    assert taught.weights["en"] != alone.weights["en"]
