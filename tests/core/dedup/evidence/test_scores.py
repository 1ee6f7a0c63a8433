"""Scores and winners."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("en", "Harbour City beat Vale 2-1", "Vale beat Harbour City 2-1", "hard"),
    ("en", "Leeds 2-1 Derby", "Leeds 1-2 Derby", "hard"),
    ("en", "Leeds win 2-1 at Derby", "Derby lose 2-1 to Leeds", ""),
    ("en", "Arsenal beat Chelsea 3-1", "Arsenal lose to Chelsea 3-1", "hard"),
    ("en", "Boat race: Oxford beat Cambridge", "Boat race: Cambridge beat Oxford", "hard"),
    ("en", "Fulham draw 0-0 with Everton", "Fulham draw 2-2 with Everton", "hard"),
    ("fr", "Lens bat Metz 2-0", "Metz bat Lens 2-0", "hard"),
    ("fr", "Lens s'impose 2-0 à Metz", "Metz s'incline 0-2 contre Lens", ""),
    ("fr", "Lens - Metz : 2-0", "Lens - Metz : 1-1", "hard"),
    ("zh", "广东队98比95险胜辽宁队", "辽宁队98比95险胜广东队", "hard"),
    ("zh", "国安2-1申花", "国安1-2申花", "hard"),
    ("zh", "葡萄牙3比1胜瑞士", "葡萄牙3-1瑞士", ""),
    ("zh", "海岛队80比85日照队", "海岛队85比80日照队", "hard"),
    ("zh", "海岛队3比2逆转渔港队", "渔港队2-3遭海岛队逆转", ""),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_scores(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """Another winner is another match; one score told from both sides is one."""
    assert says("scores", a, b, language) == expected
