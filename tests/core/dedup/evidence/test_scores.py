"""Scores."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("en", "Leeds 2-1 Derby", "Leeds 1-2 Derby", "hard"),
    ("en", "Leeds win 2-1 at Derby", "Derby lose 2-1 to Leeds", ""),
    ("en", "Fulham draw 0-0 with Everton", "Fulham draw 2-2 with Everton", "hard"),
    ("fr", "Lens - Metz : 2-0", "Lens - Metz : 1-1", "hard"),
    ("zh", "国安2-1申花", "国安1-2申花", "hard"),
    ("zh", "葡萄牙3比1胜瑞士", "葡萄牙3-1瑞士", ""),
    ("zh", "海岛队80比85日照队", "海岛队85比80日照队", "hard"),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_scores(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """Another score is another match; one told from both sides is one."""
    assert says("scores", a, b, language) == expected
