"""What becomes of an archive job after an attempt (document 4, 7.3).

Passing failures are tried again after 5 minutes, 30 minutes, 2 and 12 hours; a page that is gone
is asked for once more, since servers have bad hours; what nobody but a person can change is not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from strandline.model.archive import CaptureName, CaptureOutcome, CaptureReport, JobStatus

#: Pauses after the first, second, … failed attempt; the last one stands for all that follow.
PAUSES = (timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2), timedelta(hours=12))
#: The first attempt and one after each pause.
MOST_ATTEMPTS = len(PAUSES) + 1
#: A server may ask for a longer pause; beyond this it asks for too much.
LONGEST_PAUSE = timedelta(days=7)

#: Captures that hold the page itself. The others are taken out of these.
CONTENT = (
    CaptureName.FETCH,
    CaptureName.DOM,
    CaptureName.SCREENSHOT,
    CaptureName.PDF,
    CaptureName.MEDIA,
    CaptureName.REDDIT,
)


class Fate(StrEnum):
    """What an outcome says about another attempt."""

    DONE = "done"  # nothing more to be had
    PASSING = "passing"  # may go better later
    REPEATED = "repeated"  # permanent once it was seen twice
    PERMANENT = "permanent"  # stays until a person changes something


FATES = {
    CaptureOutcome.GOOD: Fate.DONE,
    CaptureOutcome.NO_MEDIA: Fate.DONE,
    CaptureOutcome.NOT_APPLICABLE: Fate.DONE,
    CaptureOutcome.TRUNCATED: Fate.PASSING,
    CaptureOutcome.BLOCKED: Fate.PASSING,
    CaptureOutcome.TIMEOUT: Fate.PASSING,
    CaptureOutcome.FAILED: Fate.PASSING,
    CaptureOutcome.GONE: Fate.REPEATED,
    CaptureOutcome.SOFT_404: Fate.REPEATED,
    CaptureOutcome.LOGIN_WALL: Fate.REPEATED,
    CaptureOutcome.TOO_LARGE: Fate.PERMANENT,
    CaptureOutcome.REFUSED: Fate.PERMANENT,
    CaptureOutcome.TOOL_MISSING: Fate.PERMANENT,
    CaptureOutcome.UNSUPPORTED: Fate.PERMANENT,
}


@dataclass(frozen=True, slots=True)
class NextStep:
    """What becomes of the job.

    Attributes:
        status: `succeeded`, `failed`, or `queued` for another attempt.
        not_before: With `queued`: when.
        last_error: One line for a person; empty where nothing is missing.
        is_archived: True where this attempt holds something good.
    """

    status: JobStatus
    not_before: datetime | None = None
    last_error: str = ""
    is_archived: bool = False


def after_attempt(
    reports: Sequence[CaptureReport],
    *,
    number: int,
    seen_before: Sequence[CaptureOutcome] = (),
    now: datetime,
    max_attempts: int = MOST_ATTEMPTS,
    jitter: float = 0.0,
) -> NextStep:
    """Decide about a job whose attempt has just ended.

    Args:
        reports: Of all captures of this attempt; none means that it broke before the first.
        number: Of this attempt, from 1.
        seen_before: Outcomes of the fetch in earlier attempts.
        now: When it ended.
        max_attempts: After so many nothing is tried again.
        jitter: In [0, 1); lengthens a pause by up to a tenth, so that jobs which failed together
            do not come back together.
    """
    is_good = any(r.capture in CONTENT and r.outcome is CaptureOutcome.GOOD for r in reports)
    missing = [r for r in reports if FATES[r.outcome] is not Fate.DONE]
    error = _told(missing, number=number) if reports else "The attempt broke off."
    is_worth_it = _is_worth_another(reports, missing, number, seen_before, is_good=is_good)
    if is_worth_it and number < max_attempts:
        when = _when(reports, number, now, jitter)
        return NextStep(JobStatus.QUEUED, when, error, is_archived=is_good)
    is_kept = is_good or any(
        r.capture in CONTENT and r.outcome is CaptureOutcome.TRUNCATED for r in reports
    )
    status = JobStatus.SUCCEEDED if is_kept else JobStatus.FAILED
    return NextStep(status, None, error, is_archived=is_good)


def _is_worth_another(
    reports: Sequence[CaptureReport],
    missing: Sequence[CaptureReport],
    number: int,
    seen_before: Sequence[CaptureOutcome],
    *,
    is_good: bool,
) -> bool:
    if not reports:
        return True
    if is_good:
        return any(_is_worth_beside_good(report, number) for report in missing)
    fetched = next((r for r in reports if r.capture is CaptureName.FETCH), reports[0])
    fate = FATES[fetched.outcome]
    if fate is Fate.REPEATED:
        return not any(FATES[earlier] is Fate.REPEATED for earlier in seen_before)
    if fate is Fate.PASSING:
        return True
    # The fetch says nothing against another attempt where something else may pass.
    return fate is Fate.DONE and any(FATES[r.outcome] is Fate.PASSING for r in missing)


def _is_worth_beside_good(report: CaptureReport, number: int) -> bool:
    """The page is kept: its video is worth every attempt, and so is a record that failed (for a
    full disk, say); the rest of it (a page that spins in the browser) is worth a second one. Where
    the browser got through, our client stays blocked.
    """
    if FATES[report.outcome] is not Fate.PASSING:
        return False
    has_failed = report.outcome is CaptureOutcome.FAILED
    if report.capture is CaptureName.MEDIA or (report.capture is CaptureName.WARC and has_failed):
        return True
    is_blocked = report.outcome is CaptureOutcome.BLOCKED
    return number == 1 and report.capture in CONTENT and not is_blocked


def _when(reports: Sequence[CaptureReport], number: int, now: datetime, jitter: float) -> datetime:
    """After our pause, and never before a server's Retry-After (RFC 9110, 10.2.3)."""
    pause: timedelta = PAUSES[min(max(number, 1), len(PAUSES)) - 1]
    asked = [report.retry_after for report in reports if report.retry_after is not None]
    latest = min(max(asked, default=now), now + LONGEST_PAUSE)
    return max(now + pause * (1 + jitter / 10), latest)


def _told(missing: Sequence[CaptureReport], *, number: int) -> str:
    """What is missing, in one line, each outcome once."""
    words = dict.fromkeys(
        f"{report.capture.value}: {report.message or report.outcome.value.replace('_', ' ')}"
        for report in missing
    )
    text = "; ".join(words)
    return f"Attempt {number}: {text}"[:500] if text else ""
