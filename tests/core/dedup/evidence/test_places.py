"""Other places."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    (
        "en",
        "Flood alert in Leeds after heavy rain",
        "After heavy rain, flood alert in Bristol",
        "soft",
    ),
    ("en", "Flood alert in Leeds after heavy rain", "Heavy rain: flood alert in Leeds", ""),
    ("fr", "Lille : un musée ferme pour travaux", "Un musée ferme pour travaux à Lyon", "soft"),
    ("zh", "成都地铁新线开通", "地铁新线在武汉开通", "soft"),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_places(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """Titles that are alike but name other places are for the judge."""
    assert says("places", a, b, language) == expected
