"""Opposite words."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("en", "Parliament passes forest bill", "Parliament rejects forest bill", "hard"),
    ("en", "House prices rise in May", "House prices fall in May", "hard"),
    ("en", "House prices rise in May", "House prices climb in May", ""),
    ("en", "Castle reopens to visitors", "Castle closes to visitors", "hard"),
    ("en", "Suspect in art theft arrested", "Suspect in art theft released", "hard"),
    ("en", "Ministry confirms leak", "Ministry denies leak", "hard"),
    ("en", "Southern Spain on fire alert", "Northern Spain on fire alert", "hard"),
    ("en", "Team wins opening match", "Team loses opening match", "hard"),
    ("en", "Council relaxes parking rules", "Council eases parking rules", ""),
    ("fr", "Le Sénat approuve le texte", "Le Sénat rejette le texte", "hard"),
    ("fr", "Le château rouvre lundi", "Le château referme lundi", "hard"),
    ("fr", "Les loyers en hausse", "Les loyers en baisse", "hard"),
    ("fr", "Les loyers grimpent", "Les loyers augmentent", ""),
    ("fr", "L'accusé reconnaît le vol", "L'accusé nie le vol", "hard"),
    ("fr", "Le bac de Royan plus cher", "Le bac de Royan moins cher", "hard"),
    ("zh", "国内油价上调", "国内油价下调", "hard"),
    ("zh", "景区恢复开放", "景区暂停开放", "hard"),
    ("zh", "股价大涨", "股价大跌", "hard"),
    ("zh", "官方证实传闻", "官方否认传闻", "hard"),
    ("zh", "股价上涨", "股价走高", ""),
    ("zh", "核心通胀涨幅扩大", "核心通胀涨幅收窄", "hard"),
    ("zh", "渔港旧灯塔即将拆除", "渔港旧灯塔昨日拆除", "hard"),
    ("zh", "渔港本周末开渔", "渔港下周末开渔", "hard"),
    ("zh", "渔港发布台风蓝色预警", "渔港发布台风橙色预警", "hard"),
    ("zh", "渔港局对沉船展开调查", "渔港局调查沉船，安检成关注重点", ""),
    ("zh", "停火提案获通过", "停火提案未获通过", "hard"),
    ("zh", "带鱼批发价止跌回升", "带鱼批发价止涨回落", "hard"),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_polarity(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """What passes is not what is rejected, in any of the languages."""
    assert says("polarity", a, b, language) == expected
