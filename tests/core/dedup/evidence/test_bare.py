"""Titles that name nobody."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("en", "Man charged with murder", "Man charged with murder", "soft"),
    ("en", "Man charged with murder in Leeds", "Man charged with murder in Leeds", ""),
    ("fr", "Incendie dans un entrepôt", "Incendie dans un entrepôt", "soft"),
    ("fr", "Ouverture du musée le 3 mai", "Ouverture du musée le 3 mai", ""),
    ("zh", "召开工作会议", "召开工作会议", "soft"),
    ("zh", "杭州召开工作会议", "杭州召开工作会议", ""),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_bare(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """A title that fits any event is for the judge; a name or a date makes it one event."""
    assert says("bare", a, b, language) == expected
