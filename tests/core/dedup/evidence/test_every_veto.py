"""What holds for every veto, whatever it looks at."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.dedup.evidence import EVIDENCE, objections
from strandline.core.dedup.telling import Telling
from strandline.core.text.titles import read_title
from strandline.model.stories import StoryInput

#: Pieces of titles that the vetoes read; put together they say anything and nothing.
PIECES = (
    *("Leeds", "Paris", "US", "us", "France", "Ford", "iPhone 17", "Pro", "v1.2.3", "S02E03"),
    *("2-1", "1-2", "12 dead", "three", "3,000", "nearly", "$2m", "40%", "May 12", "Monday", "Q1"),
    *("passes", "rejects", "not", "without", "rises", "falls", "live:", "part 2", "(1/3)", "?"),
    *("bat", "perd", "ne", "pas", "12 mai", "3e", "Nîmes", "« oui »", "dit", "par", "l'Iran"),
    *(
        "北京",
        "上海",
        "战胜",
        "不敌",
        "3比1",
        "5月12日",
        "上调",
        "下调",
        "未",
        "（上）",
        "第三集",
        "万",
    ),
    *("🇫🇷", "📈", "\u200b", "&amp;", "Ⅳ", "½", "١٢", "İ", "ß", "\ufffd", "10" * 30, "一" * 20),
)
TITLES = st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=12).map(" ".join)
TIMES = st.none() | st.integers(0, 400).map(
    lambda hours: datetime(2026, 3, 4, tzinfo=UTC) + timedelta(hours=hours)
)


@st.composite
def tellings(draw: Callable[..., object]) -> Telling:
    """Articles with titles of speaking pieces."""
    title = str(draw(TITLES))
    language = draw(st.sampled_from((None, "en", "fr", "zh", "xx")))
    given_language = language if isinstance(language, str) else None
    published = draw(TIMES)
    article = StoryInput(
        title,
        source_name=str(draw(st.sampled_from(("", "Herald", "Post")))),
        published=published if isinstance(published, datetime) else None,
        summary=str(draw(TITLES)),
        language=given_language,
    )
    return Telling(article, read_title(title, language=given_language), frozenset())


@given(tellings(), tellings())
def test_symmetry(a: Telling, b: Telling) -> None:
    """No veto says anything else when the two are swapped."""
    assert objections(a, b) == objections(b, a)


@given(tellings())
def test_itself(a: Telling) -> None:
    """Nothing hard speaks against an article and itself, but that its title is none."""
    assert [o for o in objections(a, a) if o.is_hard and o.veto != "placeholders"] == []


@given(st.text(max_size=300), st.text(max_size=300))
def test_any_text(first: str, second: str) -> None:
    """No text breaks a veto."""
    a, b = (Telling(StoryInput(text), read_title(text), frozenset()) for text in (first, second))
    assert objections(a, b) == objections(b, a)


@pytest.mark.parametrize("digits", ["9" * 400, "万" * 120, "八" * 400, "1." + "7" * 400])
def test_endless_numbers(digits: str) -> None:
    """A number of hundreds of digits, which no float holds, breaks no veto."""
    a, b = (
        Telling(StoryInput(text), read_title(text), frozenset())
        for text in (f"渔港{digits}人出海", "渔港8人出海")
    )
    assert objections(a, b) == objections(b, a)


def test_names() -> None:
    """Every veto has a name of its own, and its line in the reference."""
    page = (Path(__file__).parents[4] / "docs" / "reference" / "evidence.md").read_text("utf-8")
    assert [name for name in EVIDENCE if f"`{name}`" not in page] == []
