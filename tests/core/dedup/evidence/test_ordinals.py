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
    ("en", "Walker dies on Oban ridge", "Second walker dies on Oban ridge", "soft"),
    ("en", "Walker dies on Oban ridge", "Another walker dies on Oban ridge", "soft"),
    ("en", "Another walker dies on Oban ridge", "Second walker dies on Oban ridge", ""),
    ("en", "Walker dies on first day at Oban", "Walker dies at Oban", ""),
    ("en", "Oban votes again on harbour plan", "Oban votes on harbour plan", ""),
    ("fr", "Un randonneur meurt à Bort", "Un deuxième randonneur meurt à Bort", "soft"),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_ordinals(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """Another ordinal in one place speaks, and one more of what the other title tells."""
    assert says("ordinals", a, b, language) == expected
