"""Who won."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("en", "Harbour City beat Vale 2-1", "Vale beat Harbour City 2-1", "hard"),
    ("en", "Arsenal beat Chelsea 3-1", "Arsenal lose to Chelsea 3-1", "hard"),
    ("en", "Boat race: Oxford beat Cambridge", "Boat race: Cambridge beat Oxford", "hard"),
    ("en", "Cup final: Wick win 2-1 against Oban", "Oban beat Wick 2-1 in cup final", "hard"),
    ("en", "Cup final: Wick win 2-1 against Oban", "Wick beat Oban 2-1 in cup final", ""),
    ("fr", "Lens bat Metz 2-0", "Metz bat Lens 2-0", "hard"),
    ("fr", "Mairie de Bort : Roux en tête", "Mairie de Bort : Roux battu de 9 voix", "hard"),
    ("fr", "Deuxième victoire de Roux à Bort", "Roux remporte une deuxième victoire à Bort", ""),
    ("fr", "Lens s'impose 2-0 à Metz", "Metz s'incline 0-2 contre Lens", ""),
    ("zh", "广东队98比95险胜辽宁队", "辽宁队98比95险胜广东队", "hard"),
    ("zh", "海岛队3比2逆转渔港队", "渔港队2-3遭海岛队逆转", ""),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_winners(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """Another winner is another match, in whatever words; one match told from both sides is one."""
    assert says("winners", a, b, language) == expected
