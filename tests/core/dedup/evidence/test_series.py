"""Titles that come back every day."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from strandline.core.dedup.telling import Telling

Says = Callable[..., str]
Tell = Callable[..., Telling]
NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "title", "expected"),
    [
        ("en", "Morning briefing", "soft"),
        ("fr", "La météo du jour", "soft"),
        ("zh", "今日星座运势", "soft"),
        ("en", "Tide tables for March 2026", "hard"),
    ],
)
def test_next_day(language: str, title: str, expected: str, tell: Tell, says: Says) -> None:
    """One source's title a day later is for the judge; one that is dated is of another day."""
    today = tell(title, language=language, source="Herald", published=NOON)
    tomorrow = tell(title, language=language, source="Herald", published=NOON + timedelta(days=1))
    later = tell(title, language=language, source="Herald", published=NOON + timedelta(hours=2))
    assert says("series", today, tomorrow) == expected
    assert says("series", today, later) == ""


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
