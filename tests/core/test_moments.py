"""Times that other clocks wrote down."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.moments import is_recent

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("ago", "recent"),
    [
        (timedelta(0), True),
        (timedelta(minutes=59), True),
        (HOUR, False),
        (timedelta(days=400), False),
        (-timedelta(minutes=2), True),
        (-timedelta(days=365), False),
    ],
    ids=["now", "before", "a span ago", "long ago", "another clock", "a clock that was wrong"],
)
def test_recent(ago: timedelta, recent: bool) -> None:
    """Within the span before now, or ahead by no more than clocks differ."""
    assert is_recent(NOW - ago, NOW, HOUR) is recent


@given(st.timedeltas(min_value=timedelta(days=-9999), max_value=timedelta(days=9999)))
def test_nothing_is_recent_for_longer_than_twice_the_span(ahead: timedelta) -> None:
    """Whatever a wrong clock wrote, it holds for no longer than that."""
    when = NOW + ahead
    held = [step for step in range(-3, 4) if is_recent(when, when + step * HOUR, HOUR)]
    assert held == [0]
