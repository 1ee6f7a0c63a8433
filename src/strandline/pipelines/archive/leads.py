"""Where the URL of a job leads, before anything is captured: thirty spellings, one capture.

A link of a post is known by its spelling alone. One small request tells whether it leads to an
article that the ledger has; then the job goes on for that one, or ends there where that one was
captured a moment ago or is being captured.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from strandline.core.archive.demand import refusal
from strandline.core.archive.same_page import are_one_page
from strandline.core.moments import is_recent
from strandline.core.sources.entering import redirect_aliases
from strandline.core.urls import after_redirect, identify
from strandline.core.urls.domains import registrable_domain
from strandline.core.urls.exact import is_exact
from strandline.core.urls.items import is_item
from strandline.model.archive import ArchiveJob, JobStatus
from strandline.model.articles import Alias, AliasKind, Article, UrlStatus
from strandline.model.errors import UrlError
from strandline.model.fetching import FetchKind, FetchRequest, Resolution, ResolveOutcome
from strandline.model.urls import UrlIdentity
from strandline.pipelines.archive.learn import has_no_name_yet, is_led_on, unknown
from strandline.pipelines.links import policy_of
from strandline.pipelines.resolve import enter_under_true_name
from strandline.ports import Captured, Ports
from strandline.settings import Settings

_ACTIVE = (JobStatus.QUEUED, JobStatus.RUNNING)


@dataclass(frozen=True, slots=True)
class Lead:
    """What is to be captured.

    Attributes:
        job: With the article and URL to capture.
        skip: What the job becomes where nothing is to be captured.
        why: Why not.
        twin: Article that the job's is to be merged into after the job has ended.
    """

    job: ArchiveJob
    skip: JobStatus | None = None
    why: str = ""
    twin: str = ""
    aliases: tuple[Alias, ...] = ()


def follow(ports: Ports, settings: Settings, job: ArchiveJob, now: datetime) -> Lead:
    """Find the article that a job is really for. What was archived before is known already."""
    article = ports.store.articles([job.article_uuid], also_struck=True).get(job.article_uuid)
    if article is None or article.last_archived_at is not None or not settings.urls.resolve:
        return Lead(job)
    if is_item(article.url_key):  # where its page leads, all items of the page lead
        return Lead(job)
    resolution = _asked(ports, article, job.url)
    if resolution is not None and resolution.outcome is ResolveOutcome.UNCHANGED:
        ports.store.settle(article.article_uuid, UrlStatus.SETTLED, ())
    if resolution is None or resolution.outcome is ResolveOutcome.UNCHANGED:
        return _unless_one_page(ports, settings, job, article, now)
    if resolution.outcome is not ResolveOutcome.RESOLVED:
        return Lead(job)
    try:
        final = after_redirect(identify(article.article_url_original), resolution.final_url)
    except UrlError:
        return Lead(job)
    return _resolved(ports, settings, job, article, final, resolution, now)


def move_to_end(ports: Ports, job: ArchiveJob, captured: Captured, now: datetime) -> str | None:
    """Let a page that only its capture could follow (its server refuses HEAD, say) become the
    article at the end of the way, with all that is kept of it.

    Returns:
        The id of that article; None where the page stays what it is.
    """
    article = ports.store.articles([job.article_uuid], also_struck=True).get(job.article_uuid)
    if article is None or is_item(article.url_key) or not is_led_on(article, captured):
        return None
    try:
        final = after_redirect(identify(article.article_url_original), captured.metadata.final_url)
    except UrlError:
        return None
    main = ports.store.find([final.key]).get(final.key)
    if main == article.article_uuid:
        return None
    main = main or enter_under_true_name(ports, article, final, now)
    way = Resolution(job.url, ResolveOutcome.RESOLVED, captured.metadata.final_url, captured.hops)
    ports.store.merge_into(article.article_uuid, main, redirect_aliases(way, main, now))
    return main


def _asked(ports: Ports, article: Article, url: str) -> Resolution | None:
    """Where a URL leads; None where it seems to lead nowhere else.

    Most pages cost one HEAD: only what redirects, or says nothing by itself, is followed.
    """
    if article.url_status is UrlStatus.SETTLED:
        probe = FetchRequest(url, kind=FetchKind.PROBE, method="HEAD", follow_redirects=False)
        if ports.fetcher.fetch(probe).location is None:
            return None
    return ports.fetcher.resolve(url)


def finish_merge(ports: Ports, lead: Lead) -> None:
    """Merge the article of a job that ended at another article."""
    if lead.twin:
        ports.store.merge_into(lead.job.article_uuid, lead.twin, lead.aliases)


def _resolved(
    ports: Ports,
    settings: Settings,
    job: ArchiveJob,
    article: Article,
    final: UrlIdentity,
    resolution: Resolution,
    now: datetime,
) -> Lead:
    refused = refusal(policy_of(settings.archive), final.canonical)
    if refused is not None:
        return Lead(job, JobStatus.SKIPPED_POLICY, f"leads to {final.canonical[:200]}: {refused}")
    main = ports.store.find([final.key]).get(final.key)
    if main is None and has_no_name_yet(article):
        main = enter_under_true_name(ports, article, final, now)
    if main is None or main == article.article_uuid:
        aliases = (*redirect_aliases(resolution, article.article_uuid, now),)
        if main is None:
            aliases += (_end_alias(article, final, now),)
        ports.store.settle(article.article_uuid, UrlStatus.SETTLED, unknown(ports, aliases))
        return Lead(job)
    aliases = tuple(redirect_aliases(resolution, main, now))
    return _joined(ports, settings, job, main, aliases, now)


def _unless_one_page(
    ports: Ports, settings: Settings, job: ArchiveJob, article: Article, now: datetime
) -> Lead:
    """A spelling with the other slash at its end is captured by itself only if it is another page:
    both are asked for, once.
    """
    if not is_exact(article.url_key):
        return Lead(job)
    key = identify(article.article_url_final).key
    main = ports.store.find([key]).get(key)
    if main is None or main == article.article_uuid:
        return Lead(job)
    urls = (
        article.article_url_final,
        ports.store.articles([main], also_struck=True)[main].article_url_final,
    )
    answers = [ports.fetcher.fetch(FetchRequest(url, kind=FetchKind.PAGE)) for url in urls]
    if not all(answer.is_ok for answer in answers):
        return Lead(job)
    one, other = answers
    texts = [ports.parser.page(article.article_uuid, answer, now) for answer in answers]
    if not are_one_page(one, other, *texts):
        return Lead(job)
    return _joined(ports, settings, job, main, (), now)


def _joined(
    ports: Ports,
    settings: Settings,
    job: ArchiveJob,
    main: str,
    aliases: tuple[Alias, ...],
    now: datetime,
) -> Lead:
    """Go on for the article that a job is really for, or end there where that one needs nothing."""
    window = timedelta(seconds=settings.archive.cache_window_s)
    why = _needs_no_capture(ports, main, now, window)
    if why:
        return Lead(job, JobStatus.SKIPPED_CACHED, why, main, aliases)
    ports.store.merge_into(job.article_uuid, main, aliases)
    url = ports.store.articles([main], also_struck=True)[main].article_url_final
    return Lead(replace(job, article_uuid=main, url=url, domain=registrable_domain(url)))


def _needs_no_capture(ports: Ports, main: str, now: datetime, window: timedelta) -> str:
    """Why the main article needs no capture now; empty where it does."""
    article = ports.store.articles([main], also_struck=True)[main]
    kept_at = article.last_archived_at
    if kept_at is not None and is_recent(kept_at, now, window):
        return f"leads to {_shown(article)}, which was archived a moment ago"
    if any(job.status in _ACTIVE for job in ports.store.jobs(article_uuid=main, limit=5)):
        return f"leads to {_shown(article)}, which has a job"
    return ""


def _shown(article: Article) -> str:
    """An article as a person knows it: by its address."""
    return article.article_url_final[:200]


def _end_alias(article: Article, final: UrlIdentity, now: datetime) -> Alias:
    evidence = f"redirect from {article.article_url_final}"[:500]
    return Alias(
        final.canonical, final.key, article.article_uuid, AliasKind.REDIRECT, evidence, now
    )
