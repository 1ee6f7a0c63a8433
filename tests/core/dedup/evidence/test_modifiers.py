"""Small words that make another thing of it."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("en", "Mayor of Bath arrested", "Former mayor of Bath arrested", "soft"),
    ("en", "France squad named for cup", "France women's squad named for cup", "soft"),
    ("en", "Fake police officer stops cars", "Police officer stops cars", "soft"),
    ("en", "Bowls final in Oban put off", "Bowls semi-final in Oban put off", "soft"),
    ("en", "Sister of lost sailor speaks", "Mother of lost sailor speaks", "soft"),
    ("fr", "Le maire de Pau mis en examen", "L'ancien maire de Pau mis en examen", "soft"),
    ("fr", "Le ministre entendu par le juge", "L'ex-ministre entendu par le juge", "soft"),
    ("zh", "市长被查", "副市长被查", "soft"),
    ("zh", "市长在会上讲话", "市长讲话", ""),
    ("zh", "渔港拟限行货车", "渔港限行货车", "soft"),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_modifiers(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """A former, deputy or women's one is another one."""
    assert says("modifiers", a, b, language) == expected
