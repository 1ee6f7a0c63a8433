"""Links of posts on their way into the ledger: articles to keep, mentions, archive jobs.

Decided from values: the posts as they are stored, and what the ledger knows of the links' keys.
The forum's own pages, people, tags and files are no links to keep and leave no row.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from strandline.core.archive.policy import Decision, Policy, decide, refused_domain
from strandline.core.links import FoundLink, extract_links
from strandline.core.sources.article_rows import new_article
from strandline.core.urls import identify
from strandline.core.urls.domains import registrable_domain
from strandline.core.urls.exact import differ_in_slash, ends_in_slash, exact_key
from strandline.model.archive import ArchiveJob, JobStatus
from strandline.model.articles import Article, Mention, Post, UrlStatus
from strandline.model.entries import DateTrust
from strandline.model.errors import UrlError
from strandline.model.sources import ContentType, Source, SourceKind
from strandline.model.urls import UrlIdentity

#: Where one article is linked several times in a batch, the weightiest decision stands.
_WEIGHT = {JobStatus.QUEUED: 0, JobStatus.SKIPPED_CACHED: 1, JobStatus.SKIPPED_POLICY: 2}


@dataclass(frozen=True, slots=True)
class PostLink:
    """A link of a post that leads out of the forum."""

    post: Post
    link: FoundLink
    identity: UrlIdentity


@dataclass(frozen=True, slots=True)
class LinkRows:
    """What the links of some posts change in the ledger."""

    articles: tuple[Article, ...] = ()
    mentions: tuple[Mention, ...] = ()
    jobs: tuple[ArchiveJob, ...] = ()


def has_posts_with_links(source: Source) -> bool:
    """True where what a source lists are people's posts: their links are what it is about."""
    return source.kind is SourceKind.DISCOURSE or source.content_type is ContentType.FORUM


def links_of_posts(posts: Iterable[Post]) -> list[PostLink]:
    """The links of posts that lead outside, once as the author's own and once as quoted.

    The author's own stand before those that are quoted: they decide what is kept.
    """
    found: list[PostLink] = []
    for post in posts:
        by_page: dict[tuple[str, bool, bool], PostLink] = {}
        for link in extract_links(post.content_html, base_url=post.post_url):
            one = _post_link(post, link)
            if one is None:
                continue
            canonical = one.identity.canonical
            page = one.identity.key, ends_in_slash(canonical), link.in_quote
            by_page.setdefault(page, one)
        found += sorted(by_page.values(), key=lambda one: one.link.in_quote)
    return found


def _post_link(post: Post, link: FoundLink) -> PostLink | None:
    if not link.leads_outside:
        return None
    try:
        return PostLink(post, link, identify(link.url, base=post.post_url or None))
    except UrlError:
        return None


@dataclass
class _Rows:
    """The rows of one batch while it grows."""

    articles: dict[str, Article] = field(default_factory=dict)
    mentions: list[Mention] = field(default_factory=list)
    jobs: dict[str, ArchiveJob] = field(default_factory=dict)


def link_rows(
    source: Source,
    links: Sequence[PostLink],
    known: Mapping[str, str],
    articles: Mapping[str, Article],
    policy: Policy,
    now: datetime,
) -> LinkRows:
    """Turn links into rows.

    Args:
        known: URL key → id, of the ledger and of the batch that the rows go into; exact keys too.
        articles: The articles of those ids that the ledger has.
    """
    rows = _Rows()
    ids = dict(known)
    for one in links:
        key, uuid = _place(one, ids, rows.articles | dict(articles), policy)
        if uuid is None:
            article = replace(_article(source, one, now), url_key=key)
            uuid = article.article_uuid
            rows.articles[uuid] = article
            ids[key] = uuid
        rows.mentions.append(_mention(source, one, uuid, now))
        job = _job(one, articles.get(uuid) or rows.articles.get(uuid), uuid, policy, now)
        if job is not None:
            rows.jobs[uuid] = _weightier(rows.jobs.get(uuid), job)
    return LinkRows(tuple(rows.articles.values()), tuple(rows.mentions), tuple(rows.jobs.values()))


def _place(
    one: PostLink, ids: Mapping[str, str], articles: Mapping[str, Article], policy: Policy
) -> tuple[str, str | None]:
    """The key of a link's article, and its id where there is one.

    A spelling that differs from the article's in the slash at the end waits as an article of its
    own where it is to be kept: the one who captures it sees whether it is another page.
    """
    exact, key = exact_key(one.identity.canonical), one.identity.key
    if exact in ids:
        return exact, ids[exact]
    found = articles.get(ids.get(key, ""))
    if found is None or not differ_in_slash(found.article_url_final, one.identity.canonical):
        return key, ids.get(key)
    if refused_domain(policy, one.identity.canonical) is not None:
        return key, ids[key]
    return exact, None


def _article(source: Source, one: PostLink, now: datetime) -> Article:
    pending = one.identity.needs_resolving
    return new_article(
        source,
        one.identity,
        now,
        date_trust=DateTrust.FIRST_SEEN,
        content_type=ContentType.LINK,
        url_status=UrlStatus.PENDING if pending else UrlStatus.SETTLED,
    )


def _mention(source: Source, one: PostLink, uuid: str, now: datetime) -> Mention:
    return Mention(
        article_uuid=uuid,
        source_uuid=source.source_uuid,
        source_name=source.name,
        source_url=one.post.post_url,
        url_original=one.link.url,
        inserted_at=now,
        in_quote=one.link.in_quote,
        context_snippet=one.link.context,
        published_at=one.post.published_at,
        content_type=ContentType.LINK,
    )


def _job(
    one: PostLink, article: Article | None, uuid: str, policy: Policy, now: datetime
) -> ArchiveJob | None:
    """The job of a link; None where it is not known yet which site it leads to."""
    url = article.article_url_final if article else one.identity.canonical
    is_pending = article is not None and article.url_status is UrlStatus.PENDING
    if is_pending and refused_domain(policy, url) is not None:
        return None
    decision = decide(
        policy,
        url,
        in_quote=one.link.in_quote,
        last_archived_at=article.last_archived_at if article else None,
        now=now,
    )
    return make_job(uuid, url, decision, one.post.post_url, now)


def job_of_mentions(
    article: Article, mentions: Sequence[Mention], policy: Policy, now: datetime
) -> ArchiveJob | None:
    """The job of an article that became known under its true URL: decided as its posts would be.

    Args:
        mentions: Of the article in posts; none makes no job.
    """
    if not mentions:
        return None
    own = [mention for mention in mentions if not mention.in_quote]
    decision = decide(
        policy,
        article.article_url_final,
        in_quote=not own,
        last_archived_at=article.last_archived_at,
        now=now,
    )
    seen_at = (own or mentions)[0].source_url
    return make_job(article.article_uuid, article.article_url_final, decision, seen_at, now)


def make_job(uuid: str, url: str, decision: Decision, seen_at: str, now: datetime) -> ArchiveJob:
    """A job with its reason; a skipped one is finished as soon as it is made."""
    return ArchiveJob(
        article_uuid=uuid,
        url=url,
        domain=registrable_domain(url),
        enqueued_at=now,
        status=decision.status,
        reason=f"{decision.reason}, in {seen_at}"[:500],
        finished_at=None if decision.is_queued else now,
    )


def _weightier(one: ArchiveJob | None, other: ArchiveJob) -> ArchiveJob:
    if one is None or _WEIGHT[other.status] < _WEIGHT[one.status]:
        return other
    return one
