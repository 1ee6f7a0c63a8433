"""Follows URLs that say nothing by themselves (shorteners, opaque tokens) until they answer.

Such an article waits as *pending*. When its URL leads somewhere, it becomes the article it leads
to: the one that the ledger has, or a new one under its true name; the old id stays known.
"""

import threading
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import structlog

from strandline.core.sources.entering import MAY_PASS, redirect_aliases
from strandline.core.turns import in_turns
from strandline.core.urls import RULES_VERSION, after_redirect, article_uuid, identify
from strandline.core.urls.domains import registrable_domain
from strandline.model.articles import Article, ArticleText, IngestBatch, TextStatus, UrlStatus
from strandline.model.errors import UrlError
from strandline.model.fetching import Resolution, ResolveOutcome
from strandline.model.urls import UrlIdentity
from strandline.pipelines.links import queue_resolved
from strandline.ports import Ports
from strandline.settings import Settings

log = structlog.get_logger()

#: Pause after the first failure; doubled after each further one.
FIRST_PAUSE = timedelta(minutes=5)
LONGEST_PAUSE = timedelta(hours=12)
#: After so many, the last good URL stands: about three days of trying.
MOST_ATTEMPTS = 12
#: Pending URLs that are looked at in one run; those that wait must not hide those that are due.
MOST_WAITING = 10_000


@dataclass(frozen=True, slots=True)
class ResolveReport:
    """What one run settled.

    Attributes:
        waiting: Asked too recently, or failed in a way that may pass.
        given_up: The last good URL stands.
    """

    resolved: int = 0
    merged: int = 0
    waiting: int = 0
    given_up: int = 0


def resolve_pending(
    ports: Ports,
    settings: Settings,
    *,
    now: datetime | None = None,
    limit: int = 100,
    stop: threading.Event | None = None,
) -> ResolveReport:
    """Try the pending URLs whose pause is over: hosts in turns, the oldest of each first."""
    if not settings.urls.resolve:
        return ResolveReport()
    now = now or ports.clock.now()
    pending = ports.store.with_status(UrlStatus.PENDING, limit=MOST_WAITING)
    texts = ports.store.texts([article.article_uuid for article in pending])
    due = [article for article in pending if _is_due(texts.get(article.article_uuid), now)]
    ends = ["waiting"] * (len(pending) - len(due))
    for article in in_turns(due, lambda article: article.domain)[:limit]:
        if stop is not None and stop.is_set():
            break
        ends.append(_try(ports, article, texts.get(article.article_uuid), now))
        if ends[-1] != "waiting":
            queue_resolved(ports, settings, article, now)
    report = ResolveReport(**{end: ends.count(end) for end in set(ends)})
    if pending:
        log.info("resolved", pending=len(pending), settled=report.resolved + report.merged)
    return report


def _is_due(before: ArticleText | None, now: datetime) -> bool:
    return before is None or now >= before.fetched_at + pause_after(before.attempts)


def pause_after(attempts: int) -> timedelta:
    """How long to wait after so many failed attempts."""
    pause: timedelta = FIRST_PAUSE * (1 << min(max(attempts, 1) - 1, 10))
    return min(pause, LONGEST_PAUSE)


def _try(ports: Ports, article: Article, before: ArticleText | None, now: datetime) -> str:
    """One attempt; the name of the report's field that it counts in."""
    resolution = ports.fetcher.resolve(article.article_url_final, want_body=True)
    uuid = article.article_uuid
    if resolution.outcome is ResolveOutcome.RESOLVED:
        return _settle(ports, article, resolution, now)
    if resolution.outcome is ResolveOutcome.UNCHANGED:
        _read_page(ports, uuid, resolution, now)
        ports.store.settle(uuid, UrlStatus.SETTLED, ())
        return "resolved"
    attempts = before.attempts + 1 if before else 1
    failed = ArticleText(
        uuid, TextStatus.FAILED, now, attempts=attempts, message=resolution.message
    )
    ports.store.save_text(failed)
    if resolution.outcome in MAY_PASS and attempts < MOST_ATTEMPTS:
        return "waiting"
    ports.store.settle(uuid, UrlStatus.UNRESOLVED, ())
    return "given_up"


def _settle(ports: Ports, article: Article, resolution: Resolution, now: datetime) -> str:
    """Become what the URL leads to: an article that is known, or itself under its true name."""
    try:
        final = after_redirect(identify(article.article_url_original), resolution.final_url)
    except UrlError:
        ports.store.settle(article.article_uuid, UrlStatus.UNRESOLVED, ())
        return "given_up"
    target = ports.store.find([final.key]).get(final.key)
    if target == article.article_uuid:
        ports.store.settle(target, UrlStatus.SETTLED, ())
        return "resolved"
    is_known = target is not None
    if target is None:
        target = enter_under_true_name(ports, article, final, now)
    _read_page(ports, target, resolution, now)  # before it counts as settled: a kill repeats both
    aliases = redirect_aliases(resolution, target, now)
    ports.store.merge_into(article.article_uuid, target, aliases)
    return "merged" if is_known else "resolved"


def enter_under_true_name(ports: Ports, article: Article, final: UrlIdentity, now: datetime) -> str:
    """Enter the article that a waiting one turned out to be; the id that stands for it."""
    target = article_uuid(final.canonical)
    named = replace(
        article,
        article_uuid=target,
        canonical_article_id=target,
        article_url_final=final.canonical,
        url_original_to_final_match=final.is_unchanged,
        url_notes=final.url_notes,
        updated_at=now,
        url_key=final.key,
        rules_version=RULES_VERSION,
        domain=registrable_domain(final.canonical),
        url_status=UrlStatus.SETTLED,
    )
    renamed = ports.store.ingest(IngestBatch(now=now, articles=(named,))).renamed
    return dict(renamed).get(target, target)


def _read_page(ports: Ports, uuid: str, resolution: Resolution, now: datetime) -> None:
    if resolution.page is not None:
        ports.store.save_text(ports.parser.page(uuid, resolution.page, now))
