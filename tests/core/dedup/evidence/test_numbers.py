"""Figures that differ in one role."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from strandline.core.dedup.telling import Telling

Says = Callable[..., str]
NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)

TABLE = [
    ("en", "Bakery chain to close 40 shops", "Bakery chain to close 60 shops", "hard"),
    ("en", "Ferry fire leaves three dead", "Ferry fire leaves 5 dead", "update"),
    ("en", "Nearly 4,000 sign petition", "3,940 sign petition", ""),
    ("en", "Unemployment rises to 4.1%", "Unemployment rises to 4.3 percent", "hard"),
    ("en", "Half a million visit fair", "500,000 visit fair", ""),
    ("en", "Two million trees planted", "2m trees planted", ""),
    ("en", "Bakery chain to close shops", "Bakery chain to close 40 shops", ""),
    ("en", "Half of pupils fail maths", "A third of pupils fail maths", "soft"),
    ("en", "One in three bees lost", "A third of bees lost", ""),
    ("en", "Nine in ten nurses back strike", "Six in ten nurses back strike", "soft"),
    ("en", "Two in three days: quake again", "Two quakes in 3 days", ""),
    ("en", "Quarter of a million visit fair", "250,000 visit fair", ""),
    ("fr", "La ville plante 1 200 arbres", "La ville plante 1 500 arbres", "hard"),
    ("fr", "Mille ruches volées", "Cinq cents ruches volées", "hard"),
    ("fr", "Trois élèves sur dix, trois jours", "Six élèves sur dix, trois jours", "hard"),
    ("fr", "Trois blessés dans une collision", "Quatre blessés dans une collision", "update"),
    ("fr", "Près de 2 000 manifestants à Rodez", "1 950 manifestants à Rodez", ""),
    ("fr", "L'inflation atteint 2,4 %", "L'inflation atteint 2.4 pour cent", ""),
    ("fr", "Un tiers des ruches vides", "Deux tiers des ruches vides", "soft"),
    ("fr", "La moitié des ruches vides", "50 % des ruches vides", ""),
    ("fr", "Quart de finale des ruches", "Trois quarts des ruches", ""),
    ("fr", "Le taux perd un quart de point", "Le taux perd un demi-point", "hard"),
    ("zh", "学校新增12间教室", "学校新增15间教室", "hard"),
    ("zh", "客车侧翻致3人死亡", "客车侧翻致五人死亡", "update"),
    ("zh", "工厂产量达3万吨", "工厂产量达30000吨", ""),
    ("zh", "水库蓄水百分之八十", "水库蓄水80%", ""),
    ("zh", "准备金率下调0.5个百分点", "准备金率下调50个基点", ""),
    ("zh", "准备金率下调25个基点", "准备金率下调50个基点", "hard"),
    ("zh", "渔港客流突破3万人", "渔港客流不足3万人", "soft"),
    ("zh", "三成渔船停航", "30%渔船停航", ""),
    ("zh", "三成渔船停航", "四成渔船停航", "hard"),
    ("zh", "渔港增海田一百二十亩", "渔港增海田120亩", ""),
    ("zh", "渔港明晨气温2℃", "渔港明晨气温-2℃", "hard"),
    ("zh", "渔港明晨零下2℃", "渔港明晨-2℃", ""),
    ("zh", "渔船相撞3死2伤", "渔船相撞2死3伤", "update"),
    ("zh", "渔港翻船又有2人遇难，遇难人数增至9人，3人重伤", "渔港翻船已致9人遇难", ""),
    ("zh", "渔港翻船已致6人遇难", "渔港翻船已致9人遇难", "update"),
    ("zh", "潮声票房破1亿", "《潮声》上映首日票房突破1亿元，开分8.3", ""),
    ("zh", "4名渔民失联，其中3人获救", "失联渔民3人已获救", ""),
    ("en", "Harbour fleet tops 300 boats", "Harbour fleet below 300 boats", "soft"),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_figures(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """Other figures in one role speak; equal, rounded or added ones do not settle anything."""
    assert says("numbers", a, b, language) == expected


@pytest.mark.parametrize(
    ("language", "a", "b"),
    [
        (
            "en",
            "90 homes cleared at Wick after dam breaks",
            "Dam breaks at Wick: 210 homes cleared",
        ),
        ("en", "Tern Air axes 40 flights over strike", "Strike: Tern Air axes 75 flights"),
        ("en", "Mill at Oban to shed 300 jobs, owner says", "Owner of Oban mill to shed 450 jobs"),
        ("en", "12 barges sunk in Fernwick storm", "Storm in Fernwick: 31 barges sunk"),
        ("fr", "80 foyers évacués à Brume après la crue", "Crue à Brume : 210 foyers évacués"),
        (
            "fr",
            "La grève cloue 40 avions au sol à Lorne",
            "À Lorne, la grève cloue 75 avions au sol",
        ),
    ],
)
def test_what_is_counted_needs_no_list(language: str, a: str, b: str, says: Says) -> None:
    """Other counts of one noun in close titles speak, wherever the noun stands."""
    assert says("numbers", a, b, language)


def test_toll_of_another_day(tell: Callable[..., Telling], says: Says) -> None:
    """A daily count of another day is another article."""
    today = tell("Flu: 210 hospitalised", published=NOON)
    tomorrow = tell("Flu: 254 hospitalised", published=NOON + timedelta(days=1))
    assert says("numbers", today, tomorrow) == "hard"
