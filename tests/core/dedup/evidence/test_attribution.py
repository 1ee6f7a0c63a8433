"""Who is quoted."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("en", '"We will win the cup," says Martin', '"We will win the cup," says Dupuis', "soft"),
    ("en", 'Martin: "We will win the cup"', '"We will win the cup," says Martin', ""),
    (
        "fr",
        "« On va gagner ce match », assure Martin",
        "« On va gagner ce match », assure Dupuis",
        "soft",
    ),
    ("fr", "Martin : « On va gagner ce match »", "« On va gagner ce match », assure Martin", ""),
    (
        "fr",
        "Pau : l'état d'alerte levé après l'orage d'hier",
        "L'orage d'hier : l'état d'alerte levé après l'orage",
        "",
    ),
    ("zh", "主教练：我们一定能赢下比赛", "队长：我们一定能赢下比赛", "soft"),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_attribution(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """Two people may say the same words."""
    assert says("attribution", a, b, language) == expected
