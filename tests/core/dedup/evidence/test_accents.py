"""Accents that tell words apart."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("fr", "Les pêcheurs défilent à Brest", "Les pécheurs défilent à Brest", "soft"),
    ("fr", "Les pêcheurs défilent à Brest", "Les pecheurs defilent a Brest", ""),
    ("fr", "LES PÊCHEURS DÉFILENT", "Les pêcheurs défilent", ""),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_accents(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """Two titles that write accents mean them."""
    assert says("accents", a, b, language) == expected
