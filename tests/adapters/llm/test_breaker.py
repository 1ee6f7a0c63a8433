"""The circuit breaker."""

from hypothesis import given
from hypothesis import strategies as st

from strandline.adapters.llm.breaker import (
    FAILURES,
    LONGEST_PAUSE_S,
    PAUSE_S,
    SETUP_PAUSE_S,
    Breaker,
)


def failed(times: int, at_s: float = 0.0) -> Breaker:
    breaker = Breaker()
    for _ in range(times):
        breaker = breaker.after_failure(at_s)
    return breaker


def test_single_failures_open_nothing() -> None:
    """A success between them starts the count anew."""
    breaker = failed(FAILURES - 1)
    assert not breaker.is_open(0)
    assert not breaker.after_success().after_failure(0).is_open(0)


def test_failures_in_a_row_open_it_for_a_while() -> None:
    """After the pause one question is tried."""
    breaker = failed(FAILURES, at_s=100)
    assert breaker.is_open(100 + PAUSE_S - 1)
    assert not breaker.is_open(100 + PAUSE_S)
    assert breaker.is_trying
    assert not breaker.after_success().is_trying


def test_a_trial_that_fails_doubles_the_pause() -> None:
    """Up to an hour."""
    breaker, now = failed(FAILURES), 0.0
    pauses = []
    for _ in range(9):
        now = breaker.open_until_s
        breaker = breaker.after_failure(now)
        pauses.append(breaker.open_until_s - now)
    assert pauses[:3] == [2 * PAUSE_S, 4 * PAUSE_S, 8 * PAUSE_S]
    assert pauses[-1] == LONGEST_PAUSE_S


def test_a_question_under_way_when_it_opens_changes_nothing() -> None:
    """Four threads that fail at once are one outage."""
    breaker = failed(FAILURES)
    assert breaker.after_failure(1).open_until_s == breaker.open_until_s


def test_an_endpoint_that_asks_for_a_pause_gets_it() -> None:
    """From its first word on, and never longer than our longest."""
    assert Breaker().after_failure(0, wait_s=300).open_until_s == 300
    assert Breaker().after_failure(0, wait_s=10**9).open_until_s == LONGEST_PAUSE_S


def test_a_wrong_setting_opens_it_at_once() -> None:
    """A wrong key is no better at the next question."""
    assert Breaker().after_failure(0, is_passing=False).open_until_s == SETUP_PAUSE_S


@given(
    st.lists(
        st.tuples(
            st.floats(0, 100),
            st.sampled_from(["ok", "bad", "setup"]),
            st.floats(0, 1e12) | st.just(0.0),
        )
    )
)
def test_it_always_closes_again(events: list[tuple[float, str, float]]) -> None:
    """Whatever happened, it is open for no longer than the longest pause from now."""
    breaker, now = Breaker(), 0.0
    for step, what, wait_s in events:
        now += step
        if what == "ok":
            breaker = breaker.after_success()
        else:
            breaker = breaker.after_failure(now, wait_s=wait_s, is_passing=what == "bad")
        assert breaker.open_until_s <= now + LONGEST_PAUSE_S
    assert not breaker.is_open(now + LONGEST_PAUSE_S)
