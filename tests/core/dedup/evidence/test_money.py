"""Sums of money that differ."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("en", "Council buys land for $2 million", "Council buys land for $3 million", "hard"),
    ("en", "Tickets will cost £45", "Tickets will cost €45", "soft"),
    ("en", "Club sold for $1.2bn", "Club sold for $1.2 billion", ""),
    (
        "en",
        "Bridge will cost 1.37 billion euros",
        "Bridge will cost nearly 1.4 billion euros",
        "",
    ),
    ("en", "Ferry firm bought for $3.1 billion", "Ferry firm bought for $3 billion", "soft"),
    ("en", "Oil ends near $101 on weak data", "Oil ends near $103 on weak data", "soft"),
    ("en", "Bridge will cost millions", "Bridge will cost 1.4 billion euros", ""),
    (
        "fr",
        "La piscine coûtera 12 millions d'euros",
        "La piscine coûtera 15 millions d'euros",
        "hard",
    ),
    ("fr", "La piscine coûtera 12 M€", "La piscine coûtera 12 millions d'euros", ""),
    ("fr", "Un prêt de 1,5 milliard d'euros", "Un prêt de 1.5 milliard d'euros", ""),
    ("zh", "大桥造价5亿元", "大桥造价8亿元", "hard"),
    ("zh", "大桥造价5亿元", "大桥造价5亿美元", "soft"),
    ("zh", "捐款三百万元", "捐款300万元", ""),
    ("zh", "铜价突破9000美元", "铜价跌破9000美元", "soft"),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_money(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """Another sum or currency speaks; another spelling of the same one does not."""
    assert says("money", a, b, language) == expected
