"""Names in each other's place."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("en", "Rail strike halts trains in Spain", "Rail strike halts trains in Portugal", "hard"),
    ("en", "Ford recalls vans over brakes", "Toyota recalls vans over brakes", "hard"),
    ("en", "Washington imposes steel tariffs", "US imposes steel tariffs", ""),
    ("en", "Smith named head of the tax office", "Dupuis named head of the tax office", ""),
    ("en", "The tax office is led by Smith now", "The tax office is led by Dupuis now", "soft"),
    ("en", "🇫🇷 squad for the cup", "🇪🇸 squad for the cup", "hard"),
    ("fr", "Vos marchés de Noël en Vendée", "Vos marchés de Noël en Sarthe", "hard"),
    ("fr", "Grève des bus à Nice", "Grève des bus à Nîmes", "hard"),
    ("fr", "Paris demande une réunion de l'ONU", "La France demande une réunion de l'ONU", ""),
    ("zh", "杭州发布高温预警", "南京发布高温预警", "hard"),
    ("zh", "台積電宣布擴產", "联发科宣布扩产", "hard"),
    ("zh", "美方宣布新关税", "美国宣布新关税", ""),
    ("zh", "最高人民法院发布新规", "最高法发布新规", ""),
    ("en", "Fire in Leeds kills two", "Two die after house fire in Bristol", ""),
    ("zh", "华北大部有雨", "华北有雨", ""),
    ("fr", "Le pont de Port Salt est fermé", "Port Lind : le pont est fermé par la mairie", "soft"),
    ("en", "New Bedford shuts its old mill", "An old mill is shut down in New Haven", "soft"),
    ("en", "Port Salt shuts its bridge", "Bridge in Port Salt is shut today", ""),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_names(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """One known name in the place of another is another story; names of one power say nothing."""
    assert says("names", a, b, language) == expected
