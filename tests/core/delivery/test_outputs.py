"""What becomes of an edition and an output after an attempt."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.delivery.outputs import Settlement, may_try, settle
from strandline.model.outputs import (
    AnswerKind,
    OutputAnswer,
    OutputDelivery,
    OutputState,
    RepeatKind,
    Repeats,
)
from strandline.testing.builders import NOW

PATIENCE = timedelta(hours=72)
KEY, ASKED = Repeats(RepeatKind.KEY), Repeats(RepeatKind.LOOK_UP)
NOTHING, AN_HOUR = Repeats(RepeatKind.NONE), Repeats(RepeatKind.KEY, timedelta(hours=1))
MINUTE = timedelta(minutes=1)


def claimed(at: datetime = NOW, **changes: object) -> OutputDelivery:
    plain = OutputDelivery("hub", "d1", OutputState.SENDING, NOW, at, 1, doubt_since=at)
    return replace(plain, **changes)  # type: ignore[arg-type]


def settled(
    kind: AnswerKind,
    repeats: Repeats,
    row: OutputDelivery | None = None,
    now: datetime = NOW,
    **answer: object,
) -> Settlement:
    told = OutputAnswer(kind, "said", **answer)  # type: ignore[arg-type]
    return settle(row or claimed(), told, repeats, now, PATIENCE)


def test_what_may_have_come_through_is_tried_again_only_where_that_makes_nothing_twice() -> None:
    """By a key, or by asking first; elsewhere it is unknown, and a person decides."""
    states = {
        repeats.kind: settled(AnswerKind.UNSURE, repeats).row.state
        for repeats in (KEY, ASKED, NOTHING)
    }
    assert states == {
        RepeatKind.KEY: OutputState.PLANNED,
        RepeatKind.LOOK_UP: OutputState.PLANNED,
        RepeatKind.NONE: OutputState.UNKNOWN,
    }


def test_what_surely_did_not_come_through_is_tried_again_anywhere() -> None:
    """And is in no doubt any more."""
    row = settled(AnswerKind.LATER, NOTHING).row
    assert (row.state, row.doubt_since) == (OutputState.PLANNED, None)


def test_a_key_is_used_as_long_as_it_is_remembered() -> None:
    """Counted to the next attempt: later than that it would be another one."""
    early = settled(AnswerKind.UNSURE, AN_HOUR)
    late = settled(AnswerKind.UNSURE, AN_HOUR, now=NOW + 58 * MINUTE)
    assert (early.row.state, late.row.state) == (OutputState.PLANNED, OutputState.UNKNOWN)


def test_whoever_waited_for_longer_than_was_planned_does_not_try() -> None:
    """As after a night without power, or in an output that was held: the key is forgotten."""
    late = claimed(NOW + 90 * MINUTE, attempts=2, doubt_since=NOW)
    assert not may_try(late, AN_HOUR)
    assert may_try(late, KEY)
    assert may_try(claimed(NOW + 90 * MINUTE), AN_HOUR)


def test_an_attempt_that_did_nothing_takes_only_its_own_doubt_away() -> None:
    """The one before it may have come through all the same."""
    second = claimed(NOW + 5 * MINUTE, attempts=2, doubt_since=NOW)
    row = settled(AnswerKind.LATER, AN_HOUR, second, NOW + 5 * MINUTE).row
    assert row.doubt_since == NOW
    third = replace(second, changed_at=NOW + 61 * MINUTE)
    row = settled(AnswerKind.LATER, AN_HOUR, third, NOW + 61 * MINUTE).row
    assert row.state is OutputState.UNKNOWN


def test_an_answer_that_lets_us_not_in_holds_the_output() -> None:
    """The edition waits, and is due once a person has let the output go on."""
    found = settled(AnswerKind.CLOSED, ASKED)
    assert found.hold == "said"
    assert (found.row.state, found.row.not_before) == (OutputState.PLANNED, None)


def test_a_server_that_asks_for_time_is_given_it() -> None:
    """More than ours where it asks for more; a day at most."""
    asked = NOW + timedelta(hours=3)
    assert settled(AnswerKind.LATER, KEY, not_before=asked).row.not_before == asked
    assert settled(AnswerKind.LATER, KEY).row.not_before == NOW + MINUTE
    far = settled(AnswerKind.LATER, KEY, not_before=NOW + timedelta(days=300)).row.not_before
    assert far == NOW + timedelta(days=1)


def test_a_server_that_may_still_be_at_it_is_given_time_before_it_is_asked() -> None:
    """Five minutes at least, so that what it is about to make is there to be found."""
    assert settled(AnswerKind.UNSURE, ASKED).row.not_before == NOW + 5 * MINUTE


@pytest.mark.parametrize(
    ("kind", "state"),
    [(AnswerKind.LATER, OutputState.FAILED), (AnswerKind.UNSURE, OutputState.UNKNOWN)],
)
def test_at_some_time_it_is_given_up(kind: AnswerKind, state: OutputState) -> None:
    """What may be there is unknown even then, not failed."""
    now = NOW + PATIENCE + MINUTE
    found = settled(kind, KEY, claimed(now), now)
    assert found.row.state is state
    assert found.row.said == "given up: said"


def test_what_was_asked_for_and_refused_is_not_there() -> None:
    """Where the output was asked first, an earlier doubt is over too."""
    second = claimed(NOW + 5 * MINUTE, attempts=2, doubt_since=NOW)
    asked = settled(AnswerKind.REFUSED, ASKED, second, NOW + 6 * MINUTE)
    keyed = settled(AnswerKind.REFUSED, AN_HOUR, second, NOW + 6 * MINUTE)
    assert (asked.row.state, keyed.row.state) == (OutputState.FAILED, OutputState.UNKNOWN)


@given(
    kind=st.sampled_from(AnswerKind),
    repeats=st.sampled_from([KEY, ASKED, NOTHING, AN_HOUR]),
    attempts=st.integers(1, 10_000),
    minutes=st.integers(0, 10_000),
    doubt=st.one_of(st.none(), st.integers(0, 10_000)),
    jitter=st.floats(0, 1, exclude_max=True),
)
def test_nothing_is_planned_where_a_repeat_could_make_it_twice(
    kind: AnswerKind,
    repeats: Repeats,
    attempts: int,
    minutes: int,
    doubt: int | None,
    jitter: float,
) -> None:
    """Whatever the answer, and however often it was tried; a success alone does not count."""
    now = NOW + minutes * MINUTE
    since = now if doubt is None else NOW + min(doubt, minutes) * MINUTE
    row = claimed(now, attempts=attempts, doubt_since=since)
    found = settle(row, OutputAnswer(kind), repeats, now, PATIENCE, jitter)
    assert found.failed is (kind is not AnswerKind.DONE)
    assert found.row.state is not OutputState.SENDING
    if found.row.state is OutputState.PLANNED and not found.hold:
        assert found.row.not_before is not None
        assert found.row.not_before > now
        assert repeats.is_safe(found.row.doubt_since, found.row.not_before)
