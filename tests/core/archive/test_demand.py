"""When a person's wish for a capture is granted."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from strandline.core.archive.demand import HOUR, Answer, Limits, judge_demand
from strandline.model.archive import ArchiveJob, JobStatus
from strandline.testing.builders import ARTICLE_URL, NOW, uuid_of

LIMITS = Limits(gap=timedelta(minutes=5), per_hour=3)
JOB = ArchiveJob(uuid_of(ARTICLE_URL), ARTICLE_URL, "courier.example", NOW, job_id=1)


def a_job(status: JobStatus, ago: timedelta = timedelta(0)) -> ArchiveJob:
    return replace(JOB, status=status, finished_at=NOW - ago)


def test_a_page_never_captured_is_captured() -> None:
    """Nothing stands against a first capture."""
    assert judge_demand([], [], None, LIMITS, NOW).answer is Answer.CAPTURE


@pytest.mark.parametrize("status", [JobStatus.QUEUED, JobStatus.RUNNING])
def test_a_job_under_way_stands_for_the_demand(status: JobStatus) -> None:
    """Asking twice makes no second job, whatever else is true."""
    job = replace(JOB, status=status)
    verdict = judge_demand([job], [NOW] * 9, NOW + HOUR, LIMITS, NOW)
    assert (verdict.answer, verdict.job) == (Answer.WAITS, job)


def between() -> ArchiveJob:
    """A job that failed once and waits for its second attempt."""
    return replace(JOB, status=JobStatus.QUEUED, not_before=NOW + timedelta(hours=2))


def test_a_job_between_two_attempts_is_made_at_once() -> None:
    """A person need not sit out our pause."""
    job = between()
    verdict = judge_demand([job], [], None, LIMITS, NOW, NOW - timedelta(minutes=5))
    assert (verdict.answer, verdict.job) == (Answer.CAPTURE, job)


@pytest.mark.parametrize(
    ("retry_after", "demands", "ago"),
    [
        (NOW + timedelta(seconds=120), [], timedelta(hours=1)),
        (None, [NOW] * 3, timedelta(hours=1)),
        (None, [], timedelta(minutes=4)),
    ],
)
def test_a_job_between_two_attempts_stays_where_it_is(
    retry_after: datetime | None, demands: list[datetime], ago: timedelta
) -> None:
    """Where the server asked for the pause, the hour is full, or the last attempt just ended."""
    verdict = judge_demand([between()], demands, retry_after, LIMITS, NOW, NOW - ago)
    assert verdict.answer is Answer.WAITS


@pytest.mark.parametrize("status", [JobStatus.SUCCEEDED, JobStatus.FAILED])
def test_a_capture_a_moment_ago_is_not_repeated(status: JobStatus) -> None:
    """Within the gap the server is left alone, whether the capture went well or not."""
    early = judge_demand([a_job(status, timedelta(minutes=4))], [], None, LIMITS, NOW)
    assert (early.answer, early.at) == (Answer.TOO_SOON, NOW + timedelta(minutes=1))
    late = judge_demand([a_job(status, timedelta(minutes=5))], [], None, LIMITS, NOW)
    assert late.answer is Answer.CAPTURE


@pytest.mark.parametrize("status", [JobStatus.SKIPPED_CACHED, JobStatus.SKIPPED_POLICY])
def test_a_skipped_job_is_no_capture(status: JobStatus) -> None:
    """A job that asked no server anything starts no gap."""
    assert judge_demand([a_job(status)], [], None, LIMITS, NOW).answer is Answer.CAPTURE


def test_the_cap_an_hour_counts_all_pages() -> None:
    """The fourth demand within an hour waits until the first has passed out of it."""
    demands = [NOW - timedelta(minutes=m) for m in (50, 20, 1)]
    verdict = judge_demand([], demands, None, LIMITS, NOW)
    assert (verdict.answer, verdict.at) == (Answer.TOO_MANY, NOW + timedelta(minutes=10))
    assert judge_demand([], demands, None, LIMITS, verdict.at or NOW).answer is Answer.CAPTURE


def test_the_servers_wish_stands_above_the_persons() -> None:
    """Retry-After is obeyed to the second."""
    until = NOW + timedelta(seconds=120)
    verdict = judge_demand([], [], until, LIMITS, NOW)
    assert (verdict.answer, verdict.at) == (Answer.ASKED_TO_WAIT, until)
    assert judge_demand([], [], until, LIMITS, until).answer is Answer.CAPTURE


@pytest.mark.parametrize("status", [JobStatus.QUEUED, JobStatus.FAILED, JobStatus.SUCCEEDED])
def test_what_a_clock_that_was_ahead_wrote_stands_in_nobodys_way(status: JobStatus) -> None:
    """A year ahead for an hour, and set right: nothing has to wait for that year."""
    ahead = NOW + timedelta(days=365)
    job = replace(JOB, status=status, finished_at=ahead, not_before=ahead)
    verdict = judge_demand([job], [ahead] * 9, ahead, LIMITS, NOW, ahead)
    assert verdict.answer is Answer.CAPTURE
