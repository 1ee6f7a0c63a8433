"""What becomes of a job after an attempt."""

from datetime import UTC, datetime, timedelta

import pytest

from strandline.core.archive.retry import FATES, LONGEST_PAUSE, MOST_ATTEMPTS, after_attempt
from strandline.model.archive import CaptureName, CaptureOutcome, CaptureReport, JobStatus

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
O, N = CaptureOutcome, CaptureName  # noqa: E741 - tables read better
QUEUED, SUCCEEDED, FAILED = JobStatus.QUEUED, JobStatus.SUCCEEDED, JobStatus.FAILED


def reports(**outcomes: CaptureOutcome) -> list[CaptureReport]:
    return [CaptureReport(N(name), outcome) for name, outcome in outcomes.items()]


def fetched(outcome: CaptureOutcome, retry_after: datetime | None = None) -> list[CaptureReport]:
    return [CaptureReport(N.FETCH, outcome, retry_after=retry_after)]


@pytest.mark.parametrize(
    ("number", "pause"),
    [
        (1, timedelta(minutes=5)),
        (2, timedelta(minutes=30)),
        (3, timedelta(hours=2)),
        (4, timedelta(hours=12)),
    ],
)
def test_pauses(number: int, pause: timedelta) -> None:
    """A failure that may pass is tried again after 5 minutes, 30 minutes, 2 and 12 hours."""
    step = after_attempt(fetched(O.TIMEOUT), number=number, now=NOW)
    assert (step.status, step.not_before) == (QUEUED, NOW + pause)


def test_last_attempt() -> None:
    """After the last attempt the job has failed, and says of what."""
    step = after_attempt(fetched(O.TIMEOUT), number=MOST_ATTEMPTS, now=NOW)
    assert (step.status, step.not_before) == (FAILED, None)
    assert step.last_error == "Attempt 5: fetch: timeout"


def test_more_attempts_than_pauses() -> None:
    """Where more attempts are allowed, the last pause stands for the rest."""
    step = after_attempt(fetched(O.FAILED), number=9, now=NOW, max_attempts=20)
    assert step.not_before == NOW + timedelta(hours=12)


@pytest.mark.parametrize(
    ("outcome", "first", "second"),
    [
        (O.GOOD, SUCCEEDED, SUCCEEDED),
        (O.TRUNCATED, QUEUED, QUEUED),
        (O.BLOCKED, QUEUED, QUEUED),
        (O.TIMEOUT, QUEUED, QUEUED),
        (O.FAILED, QUEUED, QUEUED),
        (O.GONE, QUEUED, FAILED),
        (O.SOFT_404, QUEUED, FAILED),
        (O.LOGIN_WALL, QUEUED, FAILED),
        (O.TOO_LARGE, FAILED, FAILED),
        (O.REFUSED, FAILED, FAILED),
        (O.TOOL_MISSING, FAILED, FAILED),
        (O.UNSUPPORTED, FAILED, FAILED),
        (O.NO_MEDIA, FAILED, FAILED),
        (O.NOT_APPLICABLE, FAILED, FAILED),
    ],
)
def test_outcome_of_the_page(outcome: CaptureOutcome, first: JobStatus, second: JobStatus) -> None:
    """Passing, repeated and permanent failures are told apart."""
    assert after_attempt(fetched(outcome), number=1, now=NOW).status is first
    again = after_attempt(fetched(outcome), number=2, seen_before=[outcome], now=NOW)
    assert again.status is second


def test_every_outcome_has_a_fate() -> None:
    """No outcome was forgotten."""
    assert set(FATES) == set(CaptureOutcome)


def test_gone_after_a_bad_hour() -> None:
    """A page that is gone for the first time is asked for once more, whatever came before."""
    step = after_attempt(fetched(O.GONE), number=3, seen_before=[O.TIMEOUT, O.BLOCKED], now=NOW)
    assert step.status is QUEUED
    last = after_attempt(fetched(O.GONE), number=4, seen_before=[O.SOFT_404, O.TIMEOUT], now=NOW)
    assert last.status is FAILED


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (timedelta(seconds=120), timedelta(minutes=5)),
        (timedelta(minutes=20), timedelta(minutes=20)),
        (-timedelta(minutes=20), timedelta(minutes=5)),
        (timedelta(days=3650), LONGEST_PAUSE),
    ],
)
def test_retry_after(asked: timedelta, expected: timedelta) -> None:
    """A server that asks for a longer pause gets it, within reason."""
    step = after_attempt(fetched(O.BLOCKED, NOW + asked), number=1, now=NOW)
    assert step.not_before == NOW + expected


def test_jitter_lengthens() -> None:
    """Jobs that failed together do not come back together, and none comes early."""
    step = after_attempt(fetched(O.FAILED), number=1, now=NOW, jitter=0.5)
    assert step.not_before == NOW + timedelta(minutes=5, seconds=15)


@pytest.mark.parametrize(
    ("number", "outcomes", "status"),
    [
        (1, {"fetch": O.GOOD, "media": O.NO_MEDIA, "reddit": O.NOT_APPLICABLE}, SUCCEEDED),
        (1, {"fetch": O.GOOD, "screenshot": O.TOOL_MISSING, "pdf": O.TOOL_MISSING}, SUCCEEDED),
        (1, {"fetch": O.GOOD, "media": O.TOO_LARGE}, SUCCEEDED),
        (1, {"fetch": O.GOOD, "screenshot": O.TIMEOUT}, QUEUED),
        (2, {"fetch": O.GOOD, "screenshot": O.TIMEOUT}, SUCCEEDED),
        (4, {"fetch": O.GOOD, "media": O.FAILED}, QUEUED),
        (5, {"fetch": O.GOOD, "media": O.FAILED}, SUCCEEDED),
        (1, {"fetch": O.BLOCKED, "dom": O.GOOD, "screenshot": O.GOOD}, SUCCEEDED),
        (1, {"fetch": O.GOOD, "text": O.FAILED}, SUCCEEDED),
        (5, {"fetch": O.TRUNCATED}, SUCCEEDED),
        (1, {"fetch": O.TOO_LARGE, "dom": O.TIMEOUT}, FAILED),
    ],
)
def test_captures_beside_the_page(
    number: int, outcomes: dict[str, CaptureOutcome], status: JobStatus
) -> None:
    """One failing capture spoils no other: what can still be had is tried for a while."""
    assert after_attempt(reports(**outcomes), number=number, now=NOW).status is status


@pytest.mark.parametrize(
    ("outcomes", "is_archived"),
    [
        ({"fetch": O.GOOD, "media": O.FAILED}, True),
        ({"fetch": O.TRUNCATED}, False),
        ({"fetch": O.BLOCKED, "text": O.GOOD}, False),
        ({"fetch": O.GONE}, False),
    ],
)
def test_archived(outcomes: dict[str, CaptureOutcome], is_archived: bool) -> None:
    """Only a good copy of the page itself counts as archived."""
    assert after_attempt(reports(**outcomes), number=1, now=NOW).is_archived is is_archived


def test_attempt_that_broke_off() -> None:
    """An attempt without any report is one that broke: it is tried again."""
    step = after_attempt([], number=1, now=NOW)
    assert (step.status, step.last_error) == (QUEUED, "The attempt broke off.")
    assert after_attempt([], number=MOST_ATTEMPTS, now=NOW).status is FAILED


def test_missing_tool_is_named() -> None:
    """A job that went well without a tool says which capture it cost."""
    missing = CaptureReport(N.PDF, O.TOOL_MISSING, "Chromium is not installed")
    step = after_attempt([*fetched(O.GOOD), missing], number=1, now=NOW)
    assert step.last_error == "Attempt 1: pdf: Chromium is not installed"
