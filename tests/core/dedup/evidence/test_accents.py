"""Accents that tell words apart."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("fr", "Les pêcheurs défilent à Brest", "Les pécheurs défilent à Brest", "soft"),
    ("fr", "Les pêcheurs défilent à Brest", "Les pecheurs defilent a Brest", ""),
    ("fr", "LES PÊCHEURS DÉFILENT", "Les pêcheurs défilent", ""),
    ("fr", "À l'école, un maître", "A l'école, un maître", ""),
    ("fr", "La région relève l'âge du permis", "L'âge du permis relevé par la région", ""),
    ("fr", "Un salarié forme à l'école", "Un salarié formé à l'école", ""),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_accents(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """Two titles that write accents mean them."""
    assert says("accents", a, b, language) == expected
