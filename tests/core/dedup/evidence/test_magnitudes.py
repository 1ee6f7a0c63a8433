"""Magnitudes of earthquakes."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("en", "Magnitude 6.1 quake off Java", "Magnitude 6.3 quake off Java", "soft"),
    ("en", "Magnitude 4.2 quake off Java", "6.3-magnitude quake off Java", "hard"),
    ("en", "Magnitude 6.1 quake off Java", "A quake of magnitude 6.1 off Java", ""),
    (
        "fr",
        "Séisme de magnitude 5,8 au large du Chili",
        "Séisme de magnitude 6,0 au large du Chili",
        "soft",
    ),
    ("fr", "Séisme de magnitude 5,8 au Chili", "Séisme de magnitude 5.8 au Chili", ""),
    ("zh", "海域发生6.1级地震", "海域发生6.4级地震", "soft"),
    ("zh", "海域发生6.1级地震", "海域发生3.2级地震", "hard"),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_magnitudes(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """Agencies differ by little about one quake; a far weaker one is another."""
    assert says("magnitudes", a, b, language) == expected
