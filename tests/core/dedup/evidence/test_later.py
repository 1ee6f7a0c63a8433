"""What was to come, and what came of it."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from strandline.core.dedup.telling import Telling

Says = Callable[..., str]
Tell = Callable[..., Telling]

TABLE = [
    ("en", "Envoy to visit drought-hit Maron", "Envoy arrives in drought-hit Maron", "update"),
    ("en", "Crews at Oban port vote to strike", "Crews at Oban port begin strike", "update"),
    ("en", "Judge to rule on Oban quarry", "Judge halts work at Oban quarry", "update"),
    ("en", "Bridge at Oban shut by ice", "Bridge at Oban reopens", "update"),
    ("en", "Mayor of Oban charged", "Mayor of Oban quits after being charged", "update"),
    ("en", "Brewer to cut 90 jobs in Oban", "Brewer cuts 90 jobs in Oban", ""),
    ("en", "Brewer to cut 90 jobs in Oban", "Brewer plans to axe 90 jobs in Oban", ""),
    ("en", "Three hurt after bus hits wall in Oban", "Bus hits wall in Oban, hurting three", ""),
    ("fr", "Le préfet se rendra à Bort lundi", "Le préfet est arrivé à Bort", "update"),
    ("fr", "Le feu gagne la pinède de Bort", "Le feu de la pinède de Bort maîtrisé", "update"),
    ("fr", "Le maire de Bort condamné pour fraude",
     "Le maire de Bort démissionne après sa condamnation pour fraude", "update"),
    ("fr", "Le patron de Bortal va partir", "Le patron de Bortal va quitter son poste", ""),
    ("en", "Keeper expected to sign for Derby", "Keeper signs for Derby", "update"),
    ("en", "Brewer mulls sale of pubs in Wales", "Brewer announces sale of pubs", "update"),
    ("en", "Ferry firm could close Mallaig route", "Ferry firm closes Mallaig route", "update"),
    ("en", "Ferry firm to close Mallaig route", "Ferry firm will close Mallaig route", ""),
    ("en", "Ferry firm may close Mallaig route", "Ferry firm could close Mallaig route", ""),
    ("en", "Ferry firm likely to close Mallaig route", "Ferry firm set to close Mallaig route", ""),
    ("en", "Oban ferry firm seeks permit for Mallaig pier", "Oban ferry firm granted permit",
     "update"),
    ("en", "Keeper signs deal with Derby", "Keeper signs with Derby, moves to Leeds later", ""),
    ("en", "Ship adrift off Oban", "Tug reaches ship adrift off Oban", "update"),
    ("en", "Ship adrift off Oban", "Western Isles: ship adrift off Oban", ""),
    ("en", "Brewer plans Oban bottling hall", "Brewer shelves Oban bottling hall", "update"),
    ("en", "Brewer to scrap Oban hall", "Brewer shelves plan to scrap Oban hall", "update"),
    ("en", "Brewer shelves Oban bottling hall", "Oban bottling hall: brewer shelves plan", ""),
    ("fr", "Bort accueille le salon du cidre", "Bort reporte son salon du cidre", "update"),
    ("zh", "渔港灯会定于周六开幕", "渔港灯会宣布延期 原定周六开幕", "update"),
    ("zh", "渔港船东因偷捕被罚", "渔港船东被撤职 此前因偷捕被罚", "update"),
    ("fr", "Le port de Sète demande une aide d'urgence", "Le port de Sète obtient une aide",
     "update"),
    ("zh", "渔港申请扩建码头", "渔港扩建码头获批", "update"),
    ("en", "Actor Ines Ferro dies at 71", "Tributes to Ines Ferro, star of The Pier", "update"),
    ("en", "Oban v Wick: Reid in line for debut", "Oban 2-1 Wick: Reid wins it on debut", "update"),
    ("en", "Brewer fined over spill in Oban", "Brewer fined at Oban: what it means", "update"),
    ("en", "Watchdog opens probe into Kelso's £8m takeover of Oban Ales",
     "Watchdog clears Kelso's £8m takeover of Oban Ales after probe", "update"),
    ("en", "Kelso launches folding bike at £299", "Kelso recalls £299 folding bike after launch",
     "update"),
    ("en", "Mayor of Oban charged with fraud", "Mayor of Oban pleads guilty to fraud", "update"),
    ("en", "Judge denies bail to Oban brewer", "Oban brewer refused bail", ""),
    ("en", "Minister unveils tax on second homes", "Rivals vow to repeal tax on second homes",
     "update"),
    ("en", "Minister apologises to Oban families", "Minister says sorry to Oban families", ""),
    ("en", "Oban brewer pleads not guilty", "Oban brewer enters not guilty plea", ""),
    ("fr", "Tempête Ada : trois cantons en alerte rouge",
     "La préfecture place trois cantons en alerte rouge pour la tempête Ada", ""),
    ("fr", "Le maire de Bort se défend", "Mis en cause, le maire de Bort conteste tout", ""),
    ("zh", "水务局解读新规", "水务局负责人就新规答记者问", ""),
    ("en", "Crews respond to blaze at Oban mill", "Blaze breaks out at Oban mill", ""),
    ("en", "Oban brewer accused of fraud", "Oban brewer denies wrongdoing", "update"),
    ("fr", "Bort - Sète : les compos", "Bort bat Sète (3-1)", "update"),
    ("fr", "Bort bat Sète (3-1)", "Les notes de Bort - Sète (3-1)", "update"),
    ("fr", "Le maire de Bort mis en cause", "Mis en cause, le maire de Bort dément", "update"),
    ("zh", "传潮声公司裁员三成", "潮声公司回应裁员三成：数字不实", "update"),
    ("zh", "渔港回应渔船涨价", "渔港就渔船涨价作出回应", ""),
    ("zh", "台风潮声或于周四登陆南沙岭", "台风潮声登陆南沙岭", "update"),
    ("zh", "渔港市长将访问南沙岭", "渔港市长抵达南沙岭", "update"),
    ("zh", "渔港化工厂起火", "渔港化工厂火灾已扑灭", "update"),
    ("zh", "渔港发生地震", "渔港地震后铁路恢复通车", "update"),
    ("zh", "渔港市长下周访问南沙岭", "渔港市长将于下周访问南沙岭", ""),
]  # fmt: skip


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_later(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """Plan and arrival, beginning and end, event and consequence are two pieces of news."""
    assert says("later", a, b, language) == expected


def test_at_once(says: Says, tell: Tell) -> None:
    """Of two reports within three hours one leaves out what the other tells."""
    shut = tell("Bridge at Oban shut by ice", published=datetime(2026, 3, 4, 8, tzinfo=UTC))
    two, five = (
        tell("Bridge at Oban reopens", published=datetime(2026, 3, 4, hour, tzinfo=UTC))
        for hour in (10, 13)
    )
    assert (says("later", shut, two), says("later", shut, five)) == ("", "update")
