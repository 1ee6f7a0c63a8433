"""What may come against what has come."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("Keeper expected to sign for Derby", "Keeper signs for Derby", "soft"),
    ("Brewer mulls sale of pubs in Wales", "Brewer announces sale of pubs in Wales", "soft"),
    ("Ferry firm could close Mallaig route", "Ferry firm closes Mallaig route", "soft"),
    ("Ferry firm to close Mallaig route", "Ferry firm will close Mallaig route", ""),
    ("Ferry firm may close Mallaig route", "Ferry firm could close Mallaig route", ""),
    ("Ferry firm likely to close Mallaig route", "Ferry firm set to close Mallaig route", ""),
]


@pytest.mark.parametrize(("a", "b", "expected"), TABLE)
def test_prospects(a: str, b: str, expected: str, says: Says) -> None:
    """What is only thought of is not what is done; what is announced is told either way."""
    assert says("prospects", a, b, "en") == expected


@pytest.mark.parametrize(
    ("language", "a", "b"),
    [
        ("en", "Oban ferry firm seeks permit for Mallaig pier", "Oban ferry firm granted permit"),
        ("fr", "Le port de Sète demande une aide d'urgence", "Le port de Sète obtient une aide"),
        ("zh", "渔港申请扩建码头", "渔港扩建码头获批"),
    ],
)
def test_asked_for_and_given(language: str, a: str, b: str, says: Says) -> None:
    """What is asked for is not yet given."""
    assert says("prospects", a, b, language) == "soft"
