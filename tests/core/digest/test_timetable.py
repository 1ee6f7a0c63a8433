"""When the next edition is due."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.digest.timetable import Rhythm, edition_is_due

AT = Rhythm("06:00")


def day(number: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 3, number, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("last", "now", "is_due"),
    [
        (None, day(2, 3), True),
        (day(2, 6), day(2, 23), False),
        (day(2, 6), day(3, 5, 59), False),
        (day(2, 6), day(3, 6), True),
        (day(2, 7), day(3, 6), True),
        (day(2, 6), day(9, 12), True),
    ],
    ids=["first", "same day", "a minute early", "on time", "late last time", "missed a week"],
)
def test_edition_is_due(last: datetime | None, now: datetime, is_due: bool) -> None:
    """A reader gets one edition a day, the first one at once."""
    assert edition_is_due(last, AT, now) is is_due


@pytest.mark.parametrize(
    ("minutes", "is_due"),
    [(0, False), (1, False), (59, False), (60, True), (600, True), (-1, True)],
    ids=["at once", "soon", "nearly", "after an hour", "much later", "the clock was set back"],
)
def test_after_an_empty_one(minutes: int, is_due: bool) -> None:
    """Where there was nothing to show, nobody looks again for an hour."""
    empty = day(2, 6)
    now = empty + timedelta(minutes=minutes)
    assert edition_is_due(None, AT, now, empty) is is_due


@given(st.datetimes(timezones=st.just(UTC), min_value=datetime(1971, 1, 2)))  # noqa: DTZ001
def test_an_edition_made_now_is_not_due_again(now: datetime) -> None:
    """However often the loop turns, an edition made now is not made twice."""
    assert not edition_is_due(now, AT, now)
    assert AT.last_slot(now) <= now
