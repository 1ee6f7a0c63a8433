"""Acronyms and plain words."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("en", "ICE agents leave Oban pier", "Ices and agents leave Oban pier", "soft"),
    ("en", "US leaves the talks early", "They asked us: leave the talks early", "soft"),
    ("en", "WHO decides on the vaccine", "Who decides on the vaccine?", "soft"),
    ("en", "US LEAVES THE TALKS EARLY", "US leaves the talks early", ""),
    ("en", "IT chief of the bank resigns", "It chief of the bank resigns", "soft"),
    ("fr", "Le CAC dépasse son plus haut", "Le cac dépasse son plus haut", ""),
    ("zh", "IT行业招聘回暖", "IT行业招聘回暖", ""),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_case(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """`US` is not `us`."""
    assert says("case", a, b, language) == expected
