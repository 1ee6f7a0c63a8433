"""Fingerprints of bodies: copies are near, strangers far, and every near one is found."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.similarity.simhash import (
    BITS,
    MIN_WORDS,
    NEAR,
    SimHashIndex,
    hamming,
    simhash,
)
from strandline.testing.headlines.vocabulary import vocabulary

FINGERPRINTS = st.integers(0, 2**BITS - 1)
FLIPS = st.sets(st.integers(0, BITS - 1), max_size=6)


def body(seed: int, words: int, language: str = "en") -> list[str]:
    return vocabulary(language).drawn(random.Random(seed), words)  # noqa: S311 - a text, no secret


def fingerprint(words: list[str]) -> int:
    found = simhash(" ".join(words))
    assert found is not None
    return found


def flipped(value: int, bits: set[int]) -> int:
    for bit in bits:
        value ^= 1 << bit
    return value


@given(FINGERPRINTS, st.lists(st.tuples(FLIPS, st.booleans()), max_size=12), FINGERPRINTS)
def test_every_near_one_is_found(
    sought: int, others: list[tuple[set[int], bool]], stranger: int
) -> None:
    """The index finds exactly what comparing one by one finds, whichever bits differ."""
    index = SimHashIndex()
    held = {f"A_{n}": flipped(sought, bits) for n, (bits, _) in enumerate(others)}
    held["A_stranger"] = stranger
    for article_id, value in held.items():
        index.add(article_id, value)
    for number, (_, is_removed) in enumerate(others):
        if is_removed:
            index.remove(f"A_{number}")
            del held[f"A_{number}"]
    expected = sorted(
        ((hamming(sought, value), i) for i, value in held.items() if hamming(sought, value) <= NEAR)
    )
    assert index.near(sought) == [(i, distance) for distance, i in expected]
    assert len(index) == len(held)


def test_the_same_id_again() -> None:
    """A fingerprint that is put in again replaces the one before; removing twice is no fault."""
    index = SimHashIndex()
    index.add("A_1", 0)
    index.add("A_1", 2**BITS - 1)
    assert index.near(0) == []
    assert index.near(2**BITS - 1) == [("A_1", 0)]
    index.remove("A_1")
    index.remove("A_1")
    assert len(index) == 0


@pytest.mark.parametrize("language", ["en", "fr", "zh"])
def test_a_copy_with_its_papers_name_below(language: str) -> None:
    """Most texts with a word or two added stay near; no other text of the language is."""
    near = 0
    for seed in range(20):
        text = body(seed, 400, language)
        copy = [*text, *body(seed + 100, 2, language)]
        near += hamming(fingerprint(text), fingerprint(copy)) <= NEAR
        other = body(seed + 200, 400, language)
        assert hamming(fingerprint(text), fingerprint(other)) > 3 * NEAR
    assert near >= 15


def test_case_and_accents() -> None:
    """How a paper sets its letters changes nothing."""
    text = " ".join(body(4, 100, "fr"))
    assert simhash(text.upper()) == simhash(text)


def test_a_short_text() -> None:
    """A text of few words has no fingerprint, so that standing phrases bind nothing."""
    assert simhash("") is None
    assert simhash(" ".join(body(5, MIN_WORDS - 1))) is None
    assert simhash(" ".join(body(5, MIN_WORDS))) is not None


def test_the_same_everywhere() -> None:
    """Fingerprints are kept, so they are the same in every process and on every machine."""
    assert simhash("the bridge over the river is closed after the storm " * 5) == 0x964415182401421E
