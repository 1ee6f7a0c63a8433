"""Links of posts, gathered: they go into the ledger in the same transaction as their posts.

Killed before it, a poll finds the post new again, with its links; killed after it, nothing is
missing. No link is asked for here: what it leads to is found when it is resolved or captured.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import structlog

from strandline.core.archive.found_links import (
    has_posts_with_links,
    job_of_mentions,
    link_rows,
    links_of_posts,
)
from strandline.core.archive.policy import Policy, make_policy
from strandline.core.sources.items import REOPENED
from strandline.core.urls.exact import exact_key
from strandline.model.articles import Article, IngestBatch, Post
from strandline.model.sources import ContentType, Source
from strandline.ports import Ports
from strandline.settings import ArchiveSettings, Settings

log = structlog.get_logger()


def policy_of(settings: ArchiveSettings) -> Policy:
    """The archive's rules as the settings have them."""
    return make_policy(
        settings.mode,
        allowed=settings.deletable_allowlist,
        excluded=settings.exclude_domains,
        disabled=settings.disabled_domains,
        known_bad=settings.known_bad_domains,
        keeps_quoted=settings.quote_only_links,
        cache_window_s=settings.cache_window_s,
    )


def with_links(ports: Ports, settings: Settings, source: Source, batch: IngestBatch) -> IngestBatch:
    """A batch of a source with the links of the posts in it."""
    if not has_posts_with_links(source):
        return batch
    links = links_of_posts(_readable(batch.posts))
    if not links:
        return batch
    keys = {one.identity.key for one in links}
    keys |= {exact_key(one.identity.canonical) for one in links}
    known = ports.store.find(sorted(keys))
    articles = ports.store.articles(list(set(known.values())), also_struck=True)
    entering = {article.article_uuid: article for article in batch.articles}
    ids = {alias.url_key: alias.article_uuid for alias in batch.aliases}
    ids |= {article.url_key: article.article_uuid for article in batch.articles} | known
    policy = policy_of(settings.archive)
    rows = link_rows(source, links, ids, entering | articles, policy, batch.now)
    log.debug("links", source=source.source_uuid, found=len(links), new=len(rows.articles))
    return replace(
        batch,
        articles=(*batch.articles, *rows.articles),
        mentions=(*batch.mentions, *rows.mentions),
        jobs=(*batch.jobs, *rows.jobs),
    )


def _readable(posts: Sequence[Post]) -> list[Post]:
    """Posts that are decided; one that is held back comes again as a new one."""
    return [post for post in posts if post.content_html and post.decision not in REOPENED]


def queue_resolved(ports: Ports, settings: Settings, waited: Article, now: datetime) -> None:
    """Decide about a link whose address said nothing, now that it is known where it leads.

    Args:
        waited: The article as it was while it waited; only links of posts are decided here.
    """
    store = ports.store
    uuid = store.find([waited.url_key]).get(waited.url_key)
    if waited.content_type is not ContentType.LINK or uuid is None:
        return
    article = store.articles([uuid], also_struck=True).get(uuid)
    forums = {s.source_uuid for s in store.sources() if has_posts_with_links(s)}
    mentions = store.mentions([uuid]).get(uuid, [])
    in_posts = [mention for mention in mentions if mention.source_uuid in forums]
    policy = policy_of(settings.archive)
    job = job_of_mentions(article, in_posts, policy, now) if article is not None else None
    if job is not None:
        store.ingest(IngestBatch(now=now, jobs=(job,)))
