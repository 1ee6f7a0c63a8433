"""One unknown word in the place of another."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    (
        "en",
        "Oban Shipping opens inquiry into wreck",
        "Council opens inquiry into Oban Shipping wreck",
        "soft",
    ),
    ("en", "Apple sales fall", "Apple pie sales fall", "soft"),
    ("en", "Orchard fruit sales fall", "Sales of fruit from orchards fall", ""),
    ("en", "Nurses strike over pay on Friday", "Porters strike over pay on Friday", "soft"),
    ("en", "Firm unveils electric tractor", "Company reveals electric tractor", ""),
    ("en", "Titles change in the harbour office", "Titles changed in the harbour office", ""),
    ("en", "Regulator opens inquiry into Ford brakes", "Ford opens inquiry into brakes", "soft"),
    ("en", "Fire at Millbrook depot", "Fire at Millbury depot", "soft"),
    ("en", "Councillor quits in Harrow", "Counsellor quits in Harrow", "soft"),
    ("en", "Museum announces sale of ship", "Museum annouces sale of ship", ""),
    ("en", "Email scam hits Bolton", "E-mail scam hits Bolton", ""),
    ("en", "Oban airline cancels 40 flights", "Oban cruise line cancels 40 sailings", "soft"),
    ("en", "Shop burns in Deal at dawn", "Blaze hits shop in Deal at dawn today", ""),
    (
        "en",
        "Toledo tractor plant hires 90 part-time workers",
        "Ohio tractor plant hires 90 part-time workers",
        "",
    ),
    (
        "en",
        "Ministry confirms first case of marsh fever in Oban",
        "Ministry confirms first death from marsh fever in Oban",
        "soft",
    ),
    (
        "en",
        "Primary school in Harbury Cross rated best by Wick inspectors",
        "Primary school in Mellis Green rated best by Wick inspectors",
        "soft",
    ),
    ("fr", "Un boulanger condamné pour fraude", "Un garagiste condamné pour fraude", "soft"),
    ("fr", "Le carnaval de Bort reporté à mai", "Le carnaval de Bort renvoyé à mai", ""),
    ("fr", "Le lynx aperçu près du lac", "Le loup aperçu près du lac", "soft"),
    ("fr", "Un chien sauvé du lac de Bort", "Chien et chat sauvés du lac de Bort", ""),
    ("fr", "Le vigneron de Bort agressé", "Le boulanger agressé, à Bort", "soft"),
    ("fr", "Bort : la kermesse attire les curieux", "À Bort, la pêche attire les foules", "soft"),
    ("zh", "港铁观塘线服务受阻", "港铁东铁线服务受阻", "soft"),
    ("zh", "张三当选会长", "李四当选会长", "soft"),
    ("zh", "张三当选会长", "张三正式当选会长", ""),
    ("zh", "海岛音乐节取消", "海岛音乐节推迟", "soft"),
    ("zh", "海岛音乐节延期", "海岛音乐节推迟", ""),
    ("zh", "海岛队男篮夺冠", "海岛队男足夺冠", "soft"),
    ("zh", "渔港发布暴雨通告", "渔港发布大雨通告", "soft"),
    ("zh", "渔港灯塔不参加评选", "渔港灯塔未参加评选", ""),
    ("zh", "渔港法庭审理周某贪污案", "渔港法庭审理郑某受贿案", "soft"),
    ("zh", "渔港东岭环线铁路全线铺轨", "渔港岭南铁路全线铺轨", "soft"),
    ("zh", "渔港法庭审理周某贪污案", "周某贪污案在渔港法庭开审", ""),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_words(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """What no table knows is for the judge; forms and known synonyms of one word say nothing."""
    assert says("words", a, b, language) == expected
