"""What people do with the archive: ask for pages, again, cancel, put first. One act, one row.

Limits of demands (G8) hold here for everybody who has a browser or a token.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from strandline.core.archive.demand import Answer
from strandline.model.accounts import Actor, Via
from strandline.model.acts import Outcome, done, refused
from strandline.model.archive import ArchiveJob, JobStatus
from strandline.model.errors import UrlError
from strandline.pipelines.archive.demand import Demand, Retried, demand, retry
from strandline.pipelines.desk.acts import audited
from strandline.ports import Ports
from strandline.settings import Settings

#: Addresses of one form, and jobs that one act looks at.
MOST_ADDRESSES, MOST_JOBS = 200, 500
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>\"]+|A_[0-9a-f]{16}\b", re.IGNORECASE)
#: What ends a sentence or a list, not an address.
_AFTER = ".,;:!?)]}'»”’"


@dataclass(frozen=True, slots=True)
class Asked:
    """What became of several addresses.

    Attributes:
        outcome: Of all together.
        left: Those that were not queued, each with why, in their order.
    """

    outcome: Outcome
    left: tuple[tuple[str, Outcome], ...] = ()


def addresses_in(text: str) -> tuple[str, ...]:
    """Addresses and ids in a text, in their order, each once."""
    found = (match[0].rstrip(_AFTER) for match in _ADDRESS.finditer(text))
    whole = (f"https://{one}" if one.lower().startswith("www.") else one for one in found)
    return tuple(dict.fromkeys(whole))


def ask(ports: Ports, settings: Settings, actor: Actor, url: str, *, force: bool = False) -> Demand:
    """Ask for one page, known or new.

    Args:
        ports: Only the store and the clock are used.
        settings: Limits of demands.
        actor: Who asks.
        url: Any spelling, or an article's id.
        force: Skip the gap and the cap an hour: for who has the machine.

    Raises:
        UrlError: It is no web address.
    """
    with audited(ports, actor, "archive.keep") as trail:
        asked = demand(ports, settings, url, now=ports.clock.now(), force=force)
        if asked.verdict.answer is Answer.CAPTURE and asked.job is not None:
            after = {"url": asked.job.url, "job": asked.job.job_id}
            trail.note(asked.job.article_uuid, after=after)
    return asked


def keep_page(ports: Ports, settings: Settings, actor: Actor, url: str) -> Outcome:
    """Ask for one page, and say in a sentence what became of that."""
    try:
        asked = ask(ports, settings, actor, url)
    except UrlError:
        return refused("desk.archive.no_address", url=url)
    if asked.verdict.answer is not Answer.CAPTURE or asked.job is None:
        return refused(f"desk.archive.{asked.verdict.answer.value}", url=url)
    return done("desk.archive.asked", asked.job.article_uuid, url=asked.job.url)


def keep_pages(ports: Ports, settings: Settings, actor: Actor, text: str) -> Asked:
    """Ask for every page that a text names, each an act of its own."""
    urls = addresses_in(text)
    if not urls:
        return Asked(refused("desk.archive.no_addresses"))
    if len(urls) > MOST_ADDRESSES:
        return Asked(refused("desk.archive.too_long", most=MOST_ADDRESSES, count=len(urls)))
    outcomes = [(url, keep_page(ports, settings, actor, url)) for url in urls]
    left = tuple((url, outcome) for url, outcome in outcomes if not outcome.is_done)
    count = len(outcomes) - len(left)
    if count == 0:
        return Asked(refused("desk.archive.none_asked", count=len(left)), left)
    return Asked(done("desk.archive.all_asked", count=count), left)


def retry_jobs(
    ports: Ports, settings: Settings, actor: Actor, job_ids: Sequence[int] | None
) -> tuple[Outcome, Retried]:
    """Queue failed jobs again with a fresh count of attempts; None for all that failed.

    From the command line there is no gap between two attempts at a page: whoever has the machine
    can wait or not.
    """
    with audited(ports, actor, "archive.retry") as trail:
        told = retry(ports.store, job_ids, now=ports.clock.now(), gap=_gap(settings, actor))
        if told.queued:
            named = list(job_ids)[:50] if job_ids is not None else "all"
            trail.note("jobs", after={"jobs": named, "queued": told.queued})
    return _told(told), told


def retry_failed(
    ports: Ports, settings: Settings, actor: Actor, failure: str, *, kept: bool = False
) -> Outcome:
    """Queue again what failed for one reason, or what is kept without one copy; the newest of it,
    the rest with the next act.
    """
    jobs = ports.store.failed_jobs(failure, limit=MOST_JOBS, kept=kept)
    if not jobs:
        return refused("desk.archive.none_failed")
    return retry_jobs(ports, settings, actor, [job.job_id for job in jobs])[0]


def cancel_jobs(ports: Ports, actor: Actor, job_ids: Sequence[int]) -> Outcome:
    """Let queued jobs go; what runs already is finished."""
    with audited(ports, actor, "archive.cancel") as trail:
        wanted = list(job_ids)[:MOST_JOBS]
        reason = f"cancelled by {actor.name}"
        gone = ports.store.cancel_jobs(wanted, ports.clock.now(), reason)
        if not gone:
            return refused("desk.archive.not_queued")
        trail.note("jobs", before={"jobs": gone}, after={})
    return done("desk.archive.cancelled", count=len(gone))


def put_first(ports: Ports, actor: Actor, job_id: int) -> Outcome:
    """Let a job be the next that is taken up."""
    with audited(ports, actor, "archive.first") as trail:
        job = ports.store.job(job_id)
        if job is None or not _is_queued(job) or not ports.store.put_job_first(job_id):
            return refused("desk.archive.not_queued")
        now = ports.store.job(job_id) or job
        trail.note(
            job.article_uuid,
            {"job": job_id, "priority": job.priority},
            {"job": job_id, "priority": now.priority},
        )
    return done("desk.archive.first", str(job_id), url=job.url)


def _is_queued(job: ArchiveJob) -> bool:
    return job.status is JobStatus.QUEUED


def _gap(settings: Settings, actor: Actor) -> timedelta:
    is_console = actor.via is Via.CONSOLE
    return timedelta(0) if is_console else timedelta(seconds=settings.archive.demand_gap_s)


def _told(told: Retried) -> Outcome:
    left = len(told.waiting) + len(told.not_failed)
    if not told.queued:
        return refused("desk.archive.none_retried", left=left)
    return done("desk.archive.retried", count=told.queued, left=left)
