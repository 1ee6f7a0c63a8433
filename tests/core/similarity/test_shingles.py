"""Shingles: what two titles share."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.similarity.shingles import containment, grams, jaccard

TITLES = st.text(alphabet="abc é東京都ひ한0. ", max_size=24)
Score = Callable[[frozenset[str], frozenset[str]], float]
SETS = st.frozensets(st.sampled_from("abcdefghij"), max_size=8)


@pytest.mark.parametrize(
    ("folded", "expected"),
    [
        ("", set()),
        ("   ", set()),
        ("a", {" a "}),
        ("port", {" po", "por", "ort", "rt "}),
        ("no go", {" no", "no ", " go", "go "}),
        ("6.1", {" 6.", "6.1", ".1 "}),
        ("été", {" ét", "été", "té "}),
        ("东", {"东"}),
        ("大桥重开", {"大桥", "桥重", "重开"}),
        ("大桥 重开", {"大桥", "重开"}),
        ("iphone发布", {" ip", "iph", "pho", "hon", "one", "ne ", "发布"}),
        ("第3季", {"第", " 3 ", "季"}),
    ],
)
def test_grams_of_a_title(folded: str, expected: set[str]) -> None:
    """Words give triples with their borders, runs without spaces pairs, and a mix gives both."""
    assert grams(folded) == expected


@given(TITLES, TITLES)
def test_words_in_another_order(a: str, b: str) -> None:
    """Grams do not reach across words: their order is for others to judge."""
    assert grams(f"{a} {b}") == grams(f"{b} {a}") == grams(a) | grams(b)


@given(TITLES)
def test_a_title_with_a_word(folded: str) -> None:
    """A title has grams exactly if it has anything but blanks."""
    assert bool(grams(folded)) == bool(folded.split())


@pytest.mark.parametrize("score", [jaccard, containment])
@given(a=SETS, b=SETS)
def test_every_score(score: Score, a: frozenset[str], b: frozenset[str]) -> None:
    """A score is in [0, 1], the same both ways, 1 for equals and 0 for strangers."""
    assert score(a, b) == score(b, a)
    assert 0 <= score(a, b) <= 1
    assert score(a, a) == (1 if a else 0)
    assert bool(score(a, b)) == bool(a & b)
