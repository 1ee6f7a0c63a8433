"""When a page may be captured because a person asks for it now.

A button on a public page must not make us a nuisance to other people's servers: one page has a
gap between two captures, all demands together have a cap an hour, and a server that asked to be
left alone until a time is left alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from strandline.core.archive.policy import Mode, Policy, refused_domain
from strandline.core.moments import is_recent
from strandline.model.archive import ArchiveJob, JobStatus

#: Begins the reason of every job that a person asked for; the cap counts them by it.
ON_DEMAND = "on demand"
#: Above every job that a post queued.
DEMAND_PRIORITY = 100
HOUR = timedelta(hours=1)
#: No server's wish is kept for longer than a week; what lies further ahead was written down by a
#: clock that was wrong.
LONGEST_WISH = timedelta(days=8)


class Answer(StrEnum):
    """What becomes of a demand."""

    CAPTURE = "capture"
    WAITS = "waits"  # a job is queued or running already
    TOO_SOON = "too_soon"  # captured a moment ago
    TOO_MANY = "too_many"  # the cap an hour is reached
    ASKED_TO_WAIT = "asked_to_wait"  # the server's Retry-After has not passed
    REFUSED = "refused"  # nothing of this domain is kept here


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to a demand.

    Attributes:
        job: The job under way that stands for it (`WAITS`), or the one that waits for another
            attempt and is to be made now (`CAPTURE`); None where a new one is to be queued.
        at: When it may be asked again; None where it is granted or waits.
        why: One line for a person, where it was refused.
    """

    answer: Answer
    job: ArchiveJob | None = None
    at: datetime | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Limits:
    """How often a person may ask.

    Attributes:
        gap: Between two captures of one article.
        per_hour: Demands of all articles together.
    """

    gap: timedelta
    per_hour: int


def refusal(policy: Policy, url: str) -> str | None:
    """Why nothing of a domain is kept, even where a person asks for it; None where it may be.

    A person may ask for pages beyond the platforms that are kept by themselves; what is switched
    off, known to be bad or excluded stays so.
    """
    return refused_domain(replace(policy, mode=Mode.ALL), url)


def judge_demand(
    jobs: Sequence[ArchiveJob],
    demands: Sequence[datetime],
    retry_after: datetime | None,
    limits: Limits,
    now: datetime,
    asked_at: datetime | None = None,
) -> Verdict:
    """Whether an article may be captured now.

    Args:
        jobs: Of the article, newest first.
        demands: When the demands of the last hour were made, of all articles.
        retry_after: The latest time before which the server asked not to be asked.
        now: Current time.
        asked_at: When the last attempt at the open job ended; None where there was none.
    """
    recent = sorted(when for when in demands if is_recent(when, now, HOUR))
    is_full = len(recent) >= limits.per_hour
    active = next(
        (job for job in jobs if job.status in (JobStatus.QUEUED, JobStatus.RUNNING)), None
    )
    is_left_alone = retry_after is not None and now < retry_after < now + LONGEST_WISH
    if active is not None:
        # Between two attempts a person need not wait for ours, only for the server's.
        is_between = active.not_before is not None and active.not_before > now
        is_soon = asked_at is not None and is_recent(asked_at, now, limits.gap)
        may_go = active.status is JobStatus.QUEUED and is_between and not is_full
        if may_go and not is_left_alone and not is_soon:
            return Verdict(Answer.CAPTURE, active)
        return Verdict(Answer.WAITS, active)
    if is_left_alone:
        return Verdict(Answer.ASKED_TO_WAIT, at=retry_after)
    finished = [job.finished_at for job in jobs if _captured(job) and job.finished_at]
    soon = [when for when in finished if is_recent(when, now, limits.gap)]
    if soon:
        return Verdict(Answer.TOO_SOON, at=max(soon) + limits.gap)
    if is_full:
        # The one whose passing out of the hour makes room.
        return Verdict(Answer.TOO_MANY, at=recent[len(recent) - limits.per_hour] + HOUR)
    return Verdict(Answer.CAPTURE)


def _captured(job: ArchiveJob) -> bool:
    """True where a worker asked the server; a skipped job cost it nothing."""
    return job.status in (JobStatus.SUCCEEDED, JobStatus.FAILED)
