"""Numbers as they are written in three languages."""

import math
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.dedup.evidence import objections
from strandline.core.dedup.evidence.facts import MOST_MARKS, facts_of
from strandline.core.dedup.telling import tell
from strandline.core.text.numerals import value_of
from strandline.model.stories import StoryInput

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


SIGNED = [
    ("en", "1.000.000 000", 1e9),
    ("en", "1'000 000", 1e6),
    ("en", "1,000 000", 1e6),
    ("en", "1 000,000 000", 1e9),
    ("en", "1,234 567.5", 1_234_567.5),
    ("fr", "1 234,567", 1_234.567),
    ("en", "1.234", 1.234),
    ("fr", "1.234", 1_234),
    ("fr", "0.123", 0.123),
    ("en", "1, 4", 1.4),
]


@pytest.mark.parametrize(("language", "digits", "value"), SIGNED)
def test_any_signs_between_digits(language: str, digits: str, value: float) -> None:
    """Several signs part groups, but for a last one that stands there once."""
    assert value_of(digits, language) == value


DIGITS = st.sampled_from("0123456789١٢३９¹½Ⅳ")
#: Digits in any script, with any signs and blanks between them, and what makes a figure of them.
FIGURES = st.lists(
    st.one_of(
        st.text(DIGITS, min_size=1, max_size=4),
        st.sampled_from(
            [*",.' -:/'’·٫٬%$€°第月年岁万亿m", "\u202f", "\u00a0", " million", "1" * 400]
        ),
        st.sampled_from(
            [" dead ", "百分之", " magnitude ", "season ", " Q", "三百", " half a ", "v"]
        ),
    ),
    max_size=14,
).map("".join)


@given(FIGURES, FIGURES, st.sampled_from(("en", "fr", "zh", "")))
def test_no_figure_is_too_odd(one: str, other: str, language: str) -> None:
    """Whatever stands between digits: titles are read, and compared."""
    a, b = (tell(StoryInput(f"Bridge {title}", language=language)) for title in (one, other))
    objections(a, b)
    for mark in facts_of(a.title.display, language).marks.get("count", ()):
        assert isinstance(mark.value, float)
        assert math.isfinite(mark.value)


def calls(a: str, b: str) -> int:
    """Functions that are called while two titles are read and compared."""
    one, other = tell(StoryInput(a, language="en")), tell(StoryInput(b, language="en"))
    facts_of.cache_clear()
    counted = 0

    def count(_frame: Any, event: str, _what: Any) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        objections(one, other)
    finally:
        sys.setprofile(before)
    return counted


@pytest.mark.parametrize("unit", ["$5m ", "5% ", "3-2 ", "M 5.1 ", "中国"])
def test_a_title_of_one_figure_again_and_again(unit: str) -> None:
    """Work grows about as the title does, not as each with each."""
    short, long = (calls((unit * 500)[:size], f"So {unit * 500}"[:size]) for size in (250, 1_000))
    assert long < 8 * short
    assert sum(map(len, facts_of(unit * 200, "en").marks.values())) <= MOST_MARKS
