"""Names behind the same first word."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("en", "Smith named head of the tax office", "Dupuis named head of the tax office", ""),
    ("en", "Fire in Leeds kills two", "Two die after house fire in Bristol", ""),
    ("fr", "Le pont de Port Salt est fermé", "Port Lind : le pont est fermé par la mairie", "soft"),
    ("en", "New Bedford shuts its old mill", "An old mill is shut down in New Haven", "soft"),
    ("en", "Port Salt shuts its bridge", "Bridge in Port Salt is shut today", ""),
    (
        "en",
        "Porters at St Ann's in Leeds walk out over pay",
        "Porters at St Kew's in Leeds end walkout over pay",
        "soft",
    ),
    (
        "en",
        "Source: Wick lock Rory Haig out for season with torn knee",
        "Source: Oban prop Ewan Baird out for season with torn calf",
        "soft",
    ),
    ("en", "Talks on Oban mill stall over pay", "Talks on Mallaig mill stall over jobs", "soft"),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_names(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """Two names that begin alike and go on differently are two places, wherever they stand."""
    assert says("names", a, b, language) == expected


@pytest.mark.parametrize(
    ("language", "a", "b"),
    [
        ("en", "Rail strike halts trains in Spain", "Rail strike halts trains in Portugal"),
        ("en", "Ford recalls vans over brakes", "Toyota recalls vans over brakes"),
        ("fr", "Grève des bus à Nice", "Grève des bus à Nîmes"),
        ("zh", "杭州发布高温预警", "南京发布高温预警"),
    ],
)
def test_exchanged_names(language: str, a: str, b: str, says: Says) -> None:
    """A name in the place of another is a word in the place of another: no table knows them all."""
    assert says("words", a, b, language) == "soft"
