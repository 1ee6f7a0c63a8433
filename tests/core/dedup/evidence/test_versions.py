"""Versions and models that differ."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("en", "nginx 1.26.0 released", "nginx 1.26.1 released", "hard"),
    ("en", "iOS 18.1 fixes battery drain", "iOS 18.2 fixes battery drain", "hard"),
    ("en", "iOS 18 fixes battery drain", "iOS 18.2 fixes battery drain", ""),
    ("en", "Galaxy S23 on sale", "Galaxy S24 on sale", "hard"),
    ("en", "Airbus grounds A320 jets", "Airbus grounds A321 jets", "hard"),
    ("en", "iPhone 17 on sale", "iPhone 17 Pro on sale", "soft"),
    ("en", "iPhone 17 Pro on sale", "iPhone 17 Air on sale", "hard"),
    ("en", "Tesla recalls Model 3", "Tesla recalls Model Y", "hard"),
    ("en", "GPT-4 writes poems", "GPT-5 writes poems", "hard"),
    ("en", "Bolt M8x40 recalled", "Bolt M8x60 recalled", "hard"),
    ("en", "Audi Q4 recalled in Oban", "Audi Q5 recalled in Oban", "hard"),
    ("en", "Oban Scribe 2 ships", "Oban Scribe ships", "soft"),
    ("en", "Oban Scribe 2 ships", "Oban Scribe 2 Lite ships", "soft"),
    ("fr", "La Freebox V8 arrive", "La Freebox V9 arrive", "hard"),
    ("fr", "Apple présente l'iPhone 17", "L'iPhone 17 présenté par Apple", ""),
    ("fr", "Essai de la Peugeot e208", "Essai de la Peugeot e308", "hard"),
    ("fr", "Nintendo Switch : un coloris", "Nintendo Switch 2 : un coloris", "soft"),
    ("fr", "Volta Phone (3) : notre test", "Volta Phone (3a) : notre test", "soft"),
    ("zh", "小米14开售", "小米15开售", "hard"),
    ("zh", "小米15开售", "小米15 Pro开售", "soft"),
    ("zh", "神舟二十号发射成功", "神舟二十一号发射成功", "hard"),
    ("zh", "华为Mate 60降价", "华为Mate 70降价", "hard"),
    ("zh", "直-20J亮相渔港", "直-20亮相渔港", "hard"),
    ("zh", "渔港货运20万吨", "渔港货运30万吨", ""),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_versions(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """Another version of one thing is news of its own."""
    assert says("versions", a, b, language) == expected
