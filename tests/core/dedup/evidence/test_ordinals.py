"""Ordinals that differ."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("en", "Orchestra plays its third concert", "Orchestra plays its fourth concert", "hard"),
    ("en", "Orchestra plays its 3rd concert", "Orchestra plays its third concert", ""),
    ("en", "Prices fall for second month", "Prices fall for third month", "hard"),
    ("fr", "Le village fête sa 10e kermesse", "Le village fête sa 11e kermesse", "hard"),
    ("fr", "Le troisième pont de la ville", "Le quatrième pont de la ville", "hard"),
    ("fr", "Le 3e pont de la ville", "Le troisième pont de la ville", ""),
    ("fr", "Le vingtième bal du village", "Le vingt et unième bal du village", "hard"),
    ("zh", "公司售出第1000万辆车", "公司售出第2000万辆车", "hard"),
    ("zh", "公司售出第十辆车", "公司售出第10辆车", ""),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_ordinals(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """Another ordinal in one place speaks."""
    assert says("ordinals", a, b, language) == expected
