"""A person asks for a page now: the URL enters the ledger if it is new, and a job is queued."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from strandline.core.archive.demand import (
    DEMAND_PRIORITY,
    HOUR,
    LONGEST_WISH,
    ON_DEMAND,
    Answer,
    Limits,
    Verdict,
    judge_demand,
    refusal,
)
from strandline.core.sources.entering import enter
from strandline.core.sources.sightings import sight
from strandline.core.sources.window import Window
from strandline.core.urls import identify
from strandline.core.urls.domains import registrable_domain
from strandline.core.urls.exact import differ_in_slash, exact_key
from strandline.model.archive import ArchiveJob, JobStatus
from strandline.model.articles import Article
from strandline.model.entries import Entry, Listing
from strandline.model.errors import UrlError
from strandline.model.sources import ContentType, Source, SourceKind
from strandline.model.urls import UrlIdentity
from strandline.pipelines.links import policy_of
from strandline.ports import Ports, Store
from strandline.settings import Settings

#: How the source of pages that were asked for by hand is named; it is never polled.
MANUAL_URL = "manual:archive"
MANUAL_NAME = "Asked for by hand"
#: Demands are counted among the newest jobs.
_NEWEST = 500


@dataclass(frozen=True, slots=True)
class Demand:
    """What became of a demand.

    Attributes:
        article: None where the demand was refused before it entered the ledger.
        job: The job that stands for it: a new one, or the one that waits already.
    """

    article: Article | None
    verdict: Verdict
    job: ArchiveJob | None = None


def demand(
    ports: Ports, settings: Settings, url: str, *, now: datetime, force: bool = False
) -> Demand:
    """Queue a capture of a page, unless it was captured a moment ago.

    Args:
        ports: Only the store is used: nothing is asked of the network.
        settings: Limits of demands.
        url: Any spelling, or an article's id (`A_…`).
        now: Current time.
        force: Skip the gap and the cap an hour; never the server's own wish to be left alone.

    Raises:
        UrlError: It is no web address.
    """
    article = _known(ports, url)
    why = refusal(policy_of(settings.archive), article.article_url_final if article else url)
    if article is not None and ports.store.struck([article.article_uuid]):
        why = "the page was taken down"
    if why is not None:
        return Demand(article, Verdict(Answer.REFUSED, why=why))
    article = article or enter_page(ports, settings, url, now)
    jobs = ports.store.jobs(article_uuid=article.article_uuid, limit=20)
    verdict = judge_demand(
        jobs,
        [] if force else _demands(ports, now),
        _retry_after(ports.store, jobs),
        Limits(
            timedelta(0) if force else timedelta(seconds=settings.archive.demand_gap_s),
            settings.archive.demands_per_hour,
        ),
        now,
        _asked_at(ports.store, jobs),
    )
    if verdict.answer is not Answer.CAPTURE:
        return Demand(article, verdict, verdict.job)
    if verdict.job is not None:
        return _hastened(ports.store, article, verdict, verdict.job, now)
    job = ArchiveJob(
        article_uuid=article.article_uuid,
        url=article.article_url_final,
        domain=article.domain or registrable_domain(article.article_url_final),
        enqueued_at=now,
        priority=DEMAND_PRIORITY,
        reason=ON_DEMAND,
    )
    ports.store.enqueue([job])
    queued = ports.store.jobs(article_uuid=article.article_uuid, limit=1)
    return Demand(article, verdict, queued[0] if queued else None)


def entered(ports: Ports, settings: Settings, url: str, now: datetime) -> Article:
    """The article of a URL or an id, entered where the ledger has never seen it.

    Raises:
        UrlError: It is no web address, and no id of an article.
    """
    article = _known(ports, url)
    if article is None and url.startswith("A_"):
        raise UrlError("not_a_url", subject=url)
    return article or enter_page(ports, settings, url, now)


def manual_source(source_uuid: str) -> Source:
    """The registry's row for pages asked for by hand; inactive, so that no poll takes it."""
    return Source(
        source_uuid,
        SourceKind.LIST,
        MANUAL_URL,
        MANUAL_NAME,
        active=False,
        content_type=ContentType.LINK,
    )


def _known(ports: Ports, url: str) -> Article | None:
    """The main article that a URL or an id stands for."""
    if url.startswith("A_"):
        return ports.store.articles([url], also_struck=True).get(url)
    found = article_at(ports.store, identify(url))
    return None if found is None or not found[1] else found[0]


def article_at(store: Store, identity: UrlIdentity) -> tuple[Article, bool] | None:
    """The article that a URL stands for, and whether that is sure: where its URL differs from this
    one in the slash at the end, this may be another page.
    """
    exact = exact_key(identity.canonical)
    ids = store.find([exact, identity.key])
    uuid = ids.get(exact) or ids.get(identity.key)
    article = store.articles([uuid], also_struck=True).get(uuid) if uuid else None
    if article is None:
        return None
    is_sure = exact in ids or not differ_in_slash(article.article_url_final, identity.canonical)
    return article, is_sure


def enter_page(ports: Ports, settings: Settings, url: str, now: datetime) -> Article:
    """A page that the ledger has never seen becomes an article of the manual source."""
    sightings, drops = sight(Listing((Entry(url=url),)))
    if not sightings:
        raise UrlError(drops[0].detail or "not_a_url", subject=url)
    tolerance = timedelta(seconds=settings.poll.future_tolerance_s)
    window = Window(now - HOUR, now, tolerance)
    entering = enter(_source(ports), sightings, {}, window)
    batch = entering.batch
    if article_at(ports.store, identify(url)) is not None:
        # The other slash at the end: whoever captures it sees whether it is another page.
        named = (replace(one, url_key=exact_key(one.article_url_final)) for one in batch.articles)
        batch = replace(batch, articles=tuple(named))
    result = ports.store.ingest(batch)
    uuid = entering.entered[0][1]
    uuid = dict(result.renamed).get(uuid, uuid)
    return ports.store.articles([uuid], also_struck=True)[uuid]


def _source(ports: Ports) -> Source:
    for source in ports.store.sources():
        if source.url == MANUAL_URL:
            return source
    source = manual_source(ports.store.new_source_uuid(SourceKind.LIST))
    ports.store.save_source(source)
    return source


def _demands(ports: Ports, now: datetime) -> list[datetime]:
    newest = ports.store.jobs(limit=_NEWEST)
    return [
        job.enqueued_at
        for job in newest
        if job.reason.startswith(ON_DEMAND) and job.enqueued_at > now - HOUR
    ]


def _hastened(
    store: Store, article: Article, verdict: Verdict, job: ArchiveJob, now: datetime
) -> Demand:
    """Let a job that waits for another attempt be due now; another worker may have it by then."""
    if store.hasten(job.job_id, now, priority=DEMAND_PRIORITY, reason=ON_DEMAND):
        return Demand(article, verdict, store.job(job.job_id))
    return Demand(article, Verdict(Answer.WAITS, job), job)


def _asked_at(store: Store, jobs: list[ArchiveJob]) -> datetime | None:
    """When the last attempt at a queued job ended."""
    waiting = next((job for job in jobs if job.status is JobStatus.QUEUED), None)
    attempts = store.attempts(waiting.job_id) if waiting is not None else []
    return attempts[-1].ended_at if attempts else None


def _retry_after(store: Store, jobs: list[ArchiveJob]) -> datetime | None:
    """The latest time before which the server asked not to be asked, in the last job's attempts."""
    ran = next((job for job in jobs if job.status in (JobStatus.FAILED, JobStatus.QUEUED)), None)
    if ran is None:
        return None
    times = [
        report.retry_after
        for attempt in store.attempts(ran.job_id)[-1:]
        for report in attempt.reports
        if report.retry_after is not None
    ]
    return max(times, default=None)


@dataclass(frozen=True, slots=True)
class Retried:
    """What became of a wish to try failed jobs again.

    Attributes:
        waiting: Jobs whose server asked to be left alone, or that ended a moment ago, with the
            time until which.
        not_failed: Ids of no failed job.
    """

    queued: int = 0
    waiting: tuple[tuple[int, datetime], ...] = ()
    not_failed: tuple[int, ...] = ()


def retry(
    store: Store,
    job_ids: Sequence[int] | None,
    *,
    now: datetime,
    gap: timedelta = timedelta(0),
) -> Retried:
    """Queue failed jobs again.

    Args:
        store: Where the jobs are.
        job_ids: None for all that failed.
        now: Current time.
        gap: Between two attempts at a page; 0 for who is asked for none.
    """
    wanted = _failed_ids(store) if job_ids is None else list(dict.fromkeys(job_ids))
    ready: list[int] = []
    waiting: list[tuple[int, datetime]] = []
    not_failed: list[int] = []
    for job_id in wanted:
        job = store.job(job_id)
        if job is None or not _may_be_retried(job):
            not_failed.append(job_id)
            continue
        until = max(filter(None, (_retry_after(store, [job]), _after(job, gap))), default=None)
        if until is not None and now < until < now + LONGEST_WISH:
            waiting.append((job_id, until))
        else:
            ready.append(job_id)
    queued = store.retry_jobs(ready, now) if ready else 0
    return Retried(queued, tuple(waiting), tuple(not_failed))


def _may_be_retried(job: ArchiveJob) -> bool:
    """It failed, or the page is kept without all of its copies."""
    is_incomplete = job.status is JobStatus.SUCCEEDED and job.failure != ""
    return job.status is JobStatus.FAILED or is_incomplete


def _after(job: ArchiveJob, gap: timedelta) -> datetime | None:
    return job.finished_at + gap if job.finished_at is not None and gap else None


def _failed_ids(store: Store) -> list[int]:
    found: list[int] = []
    before: int | None = None
    while batch := store.jobs(status=JobStatus.FAILED, limit=_NEWEST, before_id=before):
        found += [job.job_id for job in batch]
        before = batch[-1].job_id
    return found
