"""Forms of one word, and words that only begin alike."""

import pytest

from strandline.core.dedup.evidence.reading.forms import are_forms, is_beginning, is_slip

ALIKE = [
    ("resigns", "resignation"),
    ("protest", "protesters"),
    ("Approve", "approval"),
    ("régional", "régionale"),
    ("électrique", "électricité"),
]
OTHERS = [
    ("Millbury", "Millbrook"),
    ("stationery", "stationary"),
    ("councillor", "counsellor"),
    ("Johnston", "Johnson"),
    ("Roberts", "Robertson"),
    ("Marlin", "Marlow"),
]


@pytest.mark.parametrize(("a", "b"), ALIKE)
def test_forms(a: str, b: str) -> None:
    """One beginning and two endings of the language are one word, either way round."""
    assert are_forms(a, b)
    assert are_forms(b, a)


@pytest.mark.parametrize(("a", "b"), OTHERS)
def test_other_words(a: str, b: str) -> None:
    """Four equal letters at the beginning make no two forms of one word."""
    assert not are_forms(a, b)
    assert not are_forms(b, a)


def test_longer() -> None:
    """A word with more behind it, and one that lacks a letter, are told from others."""
    assert is_beginning("differentiate", "differ")
    assert not is_beginning("cat", "cattle")
    assert is_slip("annouces", "announces")
    assert not is_slip("Austria", "Australia")
