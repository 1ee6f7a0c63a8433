"""Titles that come back every day."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from strandline.core.dedup.telling import Telling

Says = Callable[..., str]
Tell = Callable[..., Telling]
NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
DAILY = [
    ("en", "Morning briefing"),
    ("en", "Your horoscope"),
    ("en", "Lottery results"),
    ("en", "Crossword"),
    ("en", "Market wrap: shares edge up"),
    ("en", "Northern League results"),
    ("en", "Library opening hours"),
    ("fr", "La météo du jour"),
    ("fr", "Votre horoscope"),
    ("fr", "Loto : le tirage"),
    ("fr", "Revue de presse"),
    ("zh", "早报：今日要闻"),
    ("zh", "今日星座运势"),
    ("zh", "双色球开奖结果"),
    ("zh", "天气预报"),
]


@pytest.mark.parametrize(("language", "title"), DAILY)
def test_next_day(language: str, title: str, tell: Tell, says: Says) -> None:
    """A daily title of one source is another article the next day, and one on the same day."""
    today = tell(title, language=language, source="Herald", published=NOON)
    tomorrow = tell(title, language=language, source="Herald", published=NOON + timedelta(days=1))
    later = tell(title, language=language, source="Herald", published=NOON + timedelta(hours=2))
    assert says("series", today, tomorrow) == "hard"
    assert says("series", today, later) == ""


@pytest.mark.parametrize(("language", "title"), DAILY)
def test_undated(language: str, title: str, says: Says) -> None:
    """Without a date nobody can tell which day's it is."""
    assert says("series", title, title, language) == "soft"


def test_repeated_report(tell: Tell, says: Says) -> None:
    """A source that repeats a plain title another day is for the judge."""
    first = tell("Harbour reopens after storm", source="Herald", published=NOON)
    second = tell(
        "Harbour reopens after storm", source="Herald", published=NOON + timedelta(days=1)
    )
    assert says("series", first, second) == "soft"


def test_two_papers(tell: Tell, says: Says) -> None:
    """Two papers with one title on two days are not a series."""
    first = tell("Harbour reopens after storm", source="Herald", published=NOON)
    second = tell("Harbour reopens after storm", source="Post", published=NOON + timedelta(days=1))
    assert says("series", first, second) == ""
