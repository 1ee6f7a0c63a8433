"""Numbers as they are written in three languages."""

import pytest

from strandline.core.dedup.evidence.facts import facts_of

COUNTED = [
    ("en", "2,980 trees", 2980),
    ("en", "2.5 million trees", 2_500_000),
    ("en", "2m trees", 2_000_000),
    ("en", "three hundred and six trees", 306),
    ("en", "twenty-two trees", 22),
    ("en", "half a million trees", 500_000),
    ("en", "two dozen trees", 24),
    ("fr", "2 980 arbres", 2980),
    ("fr", "2\u202f980 arbres", 2980),
    ("fr", "1,4 million d'arbres", 1_400_000),
    ("fr", "quatre-vingt-dix arbres", 90),
    ("fr", "deux cent trois arbres", 203),
    ("fr", "3 milliards d'arbres", 3_000_000_000),
    ("fr", "une centaine d'arbres", 100),
    ("zh", "种树３万棵", 30_000),
    ("zh", "种树三万棵", 30_000),
    ("zh", "种树1.2亿棵", 120_000_000),
    ("zh", "二十二人种树", 22),
    ("zh", "三千二百人种树", 3200),
]


@pytest.mark.parametrize(("language", "title", "value"), COUNTED)
def test_count(language: str, title: str, value: float) -> None:
    """A number has one value, however it is written."""
    assert [mark.value for mark in facts_of(title, language).marks["count"]] == [value]


NOT_COUNTED = [
    ("zh", "三星发布新机"),
    ("zh", "四川发布预警"),
    ("zh", "九江大桥通车"),
    ("zh", "百度发布财报"),
    ("zh", "一带一路论坛开幕"),
    ("fr", "Une nouvelle école ouvre"),
    ("en", "One Direction on tour"),
]


@pytest.mark.parametrize(("language", "title"), NOT_COUNTED)
def test_no_count(language: str, title: str) -> None:
    """A numeral in a name or an article counts nothing."""
    assert "count" not in facts_of(title, language).marks
