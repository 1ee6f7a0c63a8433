"""How far apart two articles are, as surely as their dates are known."""

from datetime import UTC, datetime, timedelta

import pytest

from strandline.core.dedup.times import are_apart, gap_of
from strandline.model.entries import DateTrust
from strandline.model.stories import StoryInput

MORNING = datetime(2026, 3, 2, 8, tzinfo=UTC)
WINDOW = timedelta(hours=48)


def article(hours: float | None, trust: DateTrust = DateTrust.EXACT) -> StoryInput:
    published = None if hours is None else MORNING + timedelta(hours=hours)
    return StoryInput("A title", published=published, date_trust=trust)


@pytest.mark.parametrize(
    ("hours", "trust", "apart"),
    [
        (48, DateTrust.EXACT, False),
        (48.1, DateTrust.EXACT, True),
        (49, DateTrust.ASSUMED_ZONE, False),
        (63, DateTrust.ASSUMED_ZONE, True),
        (72, DateTrust.DAY, False),
        (96, DateTrust.DAY, True),
        (500, DateTrust.FIRST_SEEN, False),
        (500, DateTrust.NONE, False),
        (None, DateTrust.EXACT, False),
    ],
)
def test_apart_for_sure(hours: float | None, trust: DateTrust, apart: bool) -> None:
    """A window is left only where the worst reading of both dates leaves it."""
    one, other = article(0), article(hours, trust)
    assert are_apart(one, other, WINDOW) is apart
    assert are_apart(other, one, WINDOW) is apart


def test_a_day_against_a_day() -> None:
    """The 2nd and the 5th may be 48 hours apart and a minute; the 2nd and the 6th are more."""
    first = article(0, DateTrust.DAY)
    assert not are_apart(first, article(72, DateTrust.DAY), WINDOW)
    assert are_apart(first, article(96, DateTrust.DAY), WINDOW)


def test_no_gap_without_two_dates() -> None:
    """What is undated is no distance away."""
    assert gap_of(article(None), article(0)) is None
    assert gap_of(article(5), article(2)) == timedelta(hours=3)
