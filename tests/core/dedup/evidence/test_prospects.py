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
