"""What moved, which way, and by how much."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("en", "Tin up 2%, zinc down 1% at noon", "Zinc up 2%, tin down 1% at the close", "soft"),
    ("en", "Tin up 2%, zinc down 1%", "Zinc falls 1% as tin gains 2%", ""),
    ("en", "Rents in Oban rise by 3.1%", "Rents in Oban up 3.1% on last year", ""),
    ("fr", "L'étain gagne 2 %, le zinc perd 1 %", "Le zinc gagne 2 %, l'étain perd 1 %", "soft"),
    ("fr", "L'étain gagne 2 %", "Hausse de 2 % pour l'étain", ""),
    ("zh", "开盘：沪锡涨超2%，沪锌跌超1%", "收盘：沪锡跌超2%，沪锌涨超1%", "soft"),
    ("zh", "沪锡半日微涨0.2%，沪锌领跌", "沪锡收涨1.4%，沪锌领跌", "soft"),
    ("zh", "沪锡涨1.42%，创三年新高", "收评：沪锡放量涨1.4%，创三年新高", ""),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_moves(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """One name that rose here and fell there, or by another figure, is for the judge."""
    assert says("moves", a, b, language) == expected
