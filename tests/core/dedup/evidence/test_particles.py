"""Small words that turn the news around."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("Bus lane cameras switched on in Oban", "Bus lane cameras switched off in Oban", "soft"),
    ("Ferry strike on after talks", "Ferry strike off after talks", "soft"),
    ("New flights to Oban cancelled", "New flights from Oban cancelled", "soft"),
    ("Cameras switched on in Oban", "Cameras in Oban switched on", ""),
    ("Oban opts in to ferry deal", "Oban signs up to ferry deal", ""),
]


@pytest.mark.parametrize(("a", "b", "expected"), TABLE)
def test_particles(a: str, b: str, expected: str, says: Says) -> None:
    """What is on is not off, and what goes to a place does not come from there."""
    assert says("particles", a, b, "en") == expected
