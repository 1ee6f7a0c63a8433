"""Opposites by what stands before a word."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("en", "Officer who fired was armed", "Officer who fired was unarmed", "soft"),
    ("en", "Harbour deal likely this week", "Harbour deal unlikely this week", "soft"),
    ("en", "Union leader for nuclear power", "Union leader against nuclear power", "soft"),
    ("en", "March for peace in Leeds", "March against war in Leeds", ""),
    ("en", "Income tax bill in Leeds", "Come tax bill in Leeds", ""),
    ("fr", "Un accord légal à Rodez", "Un accord illégal à Rodez", "soft"),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_prefixes(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """A word behind `un-` is its opposite; what only ends alike is another word."""
    assert says("prefixes", a, b, language) == expected
