"""What day it can be."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from strandline.core.calendar import (
    MAY_DIFFER,
    STEP,
    agreed,
    ahead,
    behind,
    believable,
    calendar_after,
)
from strandline.model.database import OtherClocks

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
DAY = timedelta(days=1)
MONTH = timedelta(days=32)
times = st.integers(-5000, 5000).map(lambda days: NOW + days * DAY)


def test_a_new_ledger_has_only_this_clock() -> None:
    """Nothing was said yet, and nothing is old enough to be lost."""
    assert believable(NOW, OtherClocks()) == NOW
    assert ahead(NOW, OtherClocks()) == ""


def test_clocks_that_agree() -> None:
    """A poll a day ago, a run a day ago, a server's clock: all ages count from now."""
    assert believable(NOW, OtherClocks(NOW, NOW - DAY, NOW - DAY)) == NOW


def test_a_jump_is_held_back_and_told() -> None:
    """A month within a day is not believed, whoever speaks against it."""
    for others in (
        OtherClocks(database=NOW),
        OtherClocks(answers=NOW),
        OtherClocks(last_run=NOW),
        OtherClocks(NOW + MONTH, NOW, NOW),
    ):
        assert believable(NOW + MONTH, others) == NOW + MAY_DIFFER
        assert "2026-04-05" in ahead(NOW + MONTH, others)


def test_answers_confirm_a_long_pause() -> None:
    """After a month away a poll tells that a month has gone by; the last run does not matter."""
    others = OtherClocks(answers=NOW + MONTH, last_run=NOW)
    assert believable(NOW + MONTH, others) == NOW + MONTH


def test_a_clock_that_is_behind_is_told() -> None:
    """It removes too little, which does no harm."""
    assert "behind" in behind(NOW - MONTH, OtherClocks(answers=NOW))
    assert behind(NOW, OtherClocks(answers=NOW)) == ""


def test_most_servers_are_believed() -> None:
    """One that lies and one that has stopped do not count."""
    assert agreed([]) is None
    assert agreed([NOW + 400 * DAY, NOW, NOW, NOW, NOW - 400 * DAY]) == NOW


@given(times, times)
def test_one_run_moves_the_calendar_a_day_at_most(last: datetime, now: datetime) -> None:
    """And never back."""
    after = calendar_after(now, OtherClocks(last_run=last))
    assert last <= after <= max(last, last + STEP)


@given(times, st.builds(OtherClocks, st.none() | times, st.none() | times, st.none() | times))
def test_no_day_later_than_this_clock_says(now: datetime, others: OtherClocks) -> None:
    """Other clocks only hold back."""
    assert believable(now, others) <= now
