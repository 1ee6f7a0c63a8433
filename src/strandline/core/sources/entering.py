"""How items enter the ledger: from where their URLs led to rows of articles, aliases, mentions.

Everything here is decided from values: the resolution and the page came from outside, the ids that
the ledger knows were looked up before. Pages of one batch that turn out to be one become one row.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from strandline.core.sources.article_rows import new_article
from strandline.core.sources.facts import facts_of, text_says
from strandline.core.sources.feeds.texts import html_to_text
from strandline.core.sources.intake import new_post
from strandline.core.sources.sightings import Sighting
from strandline.core.sources.window import Window
from strandline.core.urls import after_redirect, identify
from strandline.core.urls.claims import judge_rel_canonical
from strandline.core.urls.pages import PageKind, page_kind
from strandline.model.articles import (
    Alias,
    AliasKind,
    Article,
    ArticleText,
    IngestBatch,
    Mention,
    Post,
    TextStatus,
    UrlStatus,
)
from strandline.model.entries import DateTrust
from strandline.model.errors import UrlError
from strandline.model.fetching import Resolution, ResolveOutcome
from strandline.model.funnel import Drop
from strandline.model.sources import ContentType, Source, SourceKind
from strandline.model.urls import UrlIdentity

#: Characters of plain text around a mention (document 4 asks for a short snippet).
LONGEST_SNIPPET = 500
#: How much of an entry's HTML is looked at for the snippet.
_SNIPPET_HTML = 4000

_LED_SOMEWHERE = (ResolveOutcome.RESOLVED, ResolveOutcome.UNCHANGED)

#: Ends that may be otherwise next time: an error at the end may be a bad hour of the server.
MAY_PASS = (ResolveOutcome.UNREACHABLE, ResolveOutcome.REFUSED, ResolveOutcome.DEAD_END)

_TEXT_OF_END = {
    ResolveOutcome.LOGIN_WALL: TextStatus.LOGIN,
    ResolveOutcome.CONSENT_WALL: TextStatus.CONSENT,
    ResolveOutcome.HOME_PAGE: TextStatus.SOFT_404,
}


@dataclass(frozen=True, slots=True)
class Entering:
    """What a group of sightings changes in the ledger.

    Attributes:
        entered: Sightings that made or joined an article, with the article's id.
        drops: Sightings that the page itself refused.
    """

    batch: IngestBatch
    entered: tuple[tuple[Sighting, str], ...] = ()
    drops: tuple[Drop, ...] = ()


@dataclass
class _Rows:
    """The rows of one batch while it grows; `ids` holds what is known by key, the ledger's too."""

    ids: dict[str, str]
    articles: dict[str, Article] = field(default_factory=dict)
    aliases: dict[str, Alias] = field(default_factory=dict)
    mentions: list[Mention] = field(default_factory=list)
    posts: list[Post] = field(default_factory=list)
    texts: dict[str, ArticleText] = field(default_factory=dict)
    entered: list[tuple[Sighting, str]] = field(default_factory=list)
    drops: list[Drop] = field(default_factory=list)

    def told(self) -> Iterator[Article]:
        """The articles, each as the best of its sightings tells it."""
        seen: dict[str, list[Mention]] = {}
        for mention in self.mentions:
            seen.setdefault(mention.article_uuid, []).append(mention)
        for uuid, article in self.articles.items():
            yield facts_of(article, seen[uuid], text_says(self.texts.get(uuid)))


def final_identity(sighting: Sighting) -> UrlIdentity:
    """Identity after what resolving taught; the last good URL where it led nowhere."""
    resolution = sighting.resolution
    if resolution is None or resolution.outcome is not ResolveOutcome.RESOLVED:
        return sighting.article
    try:
        return after_redirect(sighting.article, resolution.final_url)
    except UrlError:
        return sighting.article


def claimed_identity(sighting: Sighting, final: UrlIdentity) -> UrlIdentity | None:
    """The identity that the page's `rel=canonical` claims, where the claim is believed."""
    text = sighting.text
    if text is None or not text.canonical_url:
        return None
    verdict = judge_rel_canonical(final.canonical, text.canonical_url)
    return verdict.identity if verdict.is_believed and verdict.identity else None


def keys_to_look_up(sightings: Sequence[Sighting]) -> list[str]:
    """Keys that came up on the way and may belong to an article that is known."""
    keys: dict[str, None] = {}
    for sighting in sightings:
        final = final_identity(sighting)
        keys[sighting.article.key] = None
        keys[final.key] = None
        claimed = claimed_identity(sighting, final)
        if claimed is not None:
            keys[claimed.key] = None
    return list(keys)


def enter(
    source: Source,
    sightings: Sequence[Sighting],
    known: Mapping[str, str],
    window: Window,
    *,
    listing_language: str | None = None,
    home: str = "",
) -> Entering:
    """Turn sightings into rows.

    Args:
        known: URL key → article of the ledger, for all of `keys_to_look_up`.
        home: Registrable domain of the site that the source is of (`facts.home_of`).
        window: The same that chose the sightings; its end is now.
    """
    now = window.end
    rows = _Rows(dict(known))
    for listed in sightings:
        sighting, dated = listed, _dated_by_page(source, listed)
        reason = _page_refusal(source, dated, window)
        if reason == "old_page" and source.kind is SourceKind.NEWSLETTER:
            sighting, dated, reason = _kept_link(sighting), _kept_link(dated), None
        if reason is not None:
            rows.drops.append(Drop(sighting.subject, reason, _page_detail(dated)))
            rows.posts.append(new_post(source, dated, now, reason))
            continue
        _add(rows, source, sighting, dated, now, source.language or listing_language)
    rows.mentions = [replace(one, home=home) for one in rows.mentions]
    return Entering(
        IngestBatch(
            now=now,
            articles=tuple(rows.told()),
            aliases=tuple(rows.aliases.values()),
            mentions=tuple(rows.mentions),
            posts=tuple(rows.posts),
            texts=tuple(rows.texts.values()),
        ),
        tuple(rows.entered),
        tuple(rows.drops),
    )


def _dated_by_page(source: Source, sighting: Sighting) -> Sighting:
    """Let the page date what its list does not date, or dates badly."""
    text = sighting.text
    if text is None or text.published_at is None or text.published_doubt:
        return sighting
    if sighting.published is None or _page_knows_better(source, sighting):
        return replace(sighting, published=text.published_at, trust=DateTrust.EXACT)
    return sighting


def _page_knows_better(source: Source, sighting: Sighting) -> bool:
    """A sitemap's `lastmod` says when a page changed; a forum's feed says when somebody replied, a
    newsletter when somebody wrote of the page.
    """
    entry = sighting.entry
    if source.kind is SourceKind.SITEMAP:
        return entry.published == entry.updated
    if source.kind is SourceKind.NEWSLETTER:
        return entry.guid is None  # a link in a mail, dated by the mail
    return (
        source.kind is SourceKind.DISCOURSE
        and not source.follow_replies
        and entry.topic_url is not None
    )


def _page_refusal(source: Source, sighting: Sighting, window: Window) -> str | None:
    """The reason why the page itself says that it is not news."""
    if source.kind is SourceKind.LIST or sighting.known_uuid is not None:
        return None
    text = sighting.text
    if text is not None and text.published_doubt and sighting.published is None:
        return "old_page"
    when = sighting.published
    if when is not None and window.is_too_old(when, sighting.trust):
        return None if source.follow_replies else "old_page"
    if source.kind is SourceKind.DIRECT and _is_list(final_identity(sighting).canonical):
        return "listing_page"
    if source.kind is SourceKind.NEWSLETTER:
        kind = page_kind(final_identity(sighting).canonical)
        return {PageKind.LISTING: "listing_page", PageKind.PROFILE: "profile"}.get(kind)
    return None


def _kept_link(sighting: Sighting) -> Sighting:
    """An old page that a mail links to: a link that is kept, no news."""
    return replace(sighting, entry=replace(sighting.entry, content_type=ContentType.LINK))


def _is_list(url: str) -> bool:
    return page_kind(url) in (PageKind.HOME, PageKind.LISTING, PageKind.PROFILE)


def _page_detail(sighting: Sighting) -> str:
    when = sighting.published
    return f"the page says {when:%Y-%m-%d}" if when is not None else "the page is surely older"


def _add(
    rows: _Rows,
    source: Source,
    listed: Sighting,
    sighting: Sighting,
    now: datetime,
    language: str | None,
) -> None:
    """Add one sighting's rows: to an article that is known, or to one that is new.

    Args:
        listed: The same as its source tells it, without what its page says.
    """
    final = final_identity(sighting)
    claimed = claimed_identity(sighting, final)
    uuid = _known_id(rows, sighting, final, claimed)
    if uuid is None:
        article = _article(source, sighting, final, now, language)
        uuid = article.article_uuid
        rows.articles[uuid] = article
        rows.ids[final.key] = uuid
    for alias in _aliases(sighting, final, claimed, uuid, now):
        if alias.url_key not in rows.ids:
            rows.ids[alias.url_key] = uuid
            rows.aliases[alias.url_key] = alias
    rows.mentions.append(mention_of(source, listed, uuid, now, language))
    rows.posts.append(new_post(source, sighting, now, "entered", uuid))
    rows.entered.append((sighting, uuid))
    text = _text(sighting, uuid, now)
    if text is not None:
        rows.texts.setdefault(uuid, text)


def _known_id(
    rows: _Rows, sighting: Sighting, final: UrlIdentity, claimed: UrlIdentity | None
) -> str | None:
    keys = (final.key, sighting.article.key, claimed.key if claimed else "")
    return sighting.known_uuid or next((rows.ids[k] for k in keys if k in rows.ids), None)


def _article(
    source: Source, sighting: Sighting, final: UrlIdentity, now: datetime, language: str | None
) -> Article:
    entry, text = sighting.entry, sighting.text
    return new_article(
        source,
        final,
        now,
        title=entry.title or (text.title if text else "") or None,
        published=sighting.published,
        date_trust=sighting.trust,
        content_type=entry.content_type or source.content_type,
        language=entry.language or (text.language if text else None) or language,
        url_status=url_status(sighting.article, sighting.resolution),
    )


def url_status(identity: UrlIdentity, resolution: Resolution | None) -> UrlStatus:
    """How far the identity is settled: only URLs that say nothing by themselves can be pending."""
    if resolution is not None and resolution.outcome in _LED_SOMEWHERE:
        return UrlStatus.SETTLED
    if not identity.needs_resolving:
        return UrlStatus.SETTLED if resolution is None else UrlStatus.UNRESOLVED
    if resolution is None or resolution.outcome in MAY_PASS:
        return UrlStatus.PENDING
    return UrlStatus.UNRESOLVED


def mention_of(
    source: Source, sighting: Sighting, uuid: str, now: datetime, language: str | None
) -> Mention:
    """Where an article was seen, in the words of that source.

    Args:
        language: What the source says of all that it lists.
    """
    entry = sighting.entry
    is_post = entry.topic_url is not None
    return Mention(
        article_uuid=uuid,
        source_uuid=source.source_uuid,
        source_name=source.name,
        source_url=(entry.url or source.url) if is_post else source.url,
        url_original=sighting.article.original,
        inserted_at=now,
        title=entry.title,
        context_snippet=snippet(entry.summary or entry.content),
        discussion_url=entry.discussion_url,
        published_at=sighting.published,
        date_trust=sighting.trust,
        is_change_time=_page_knows_better(source, sighting),
        language=entry.language or language,
        content_type=entry.content_type or source.content_type,
        image_url=entry.picture.url if entry.picture else "",
        image_alt=entry.picture.alt if entry.picture else "",
    )


def as_posted(mention: Mention, posts: Sequence[Post]) -> Mention:
    """A mention in the words that its source's item has today, where it never kept other ones.

    Args:
        posts: Of the article, those of other sources too.
    """
    own = [post for post in posts if post.source_uuid == mention.source_uuid]
    if mention.earlier or not mention.title or len(own) != 1:
        return mention
    (post,) = own
    if post.topic_url or not (post.content_hash and post.title):  # a forum's, or emptied
        return mention
    return replace(mention, title=post.title, context_snippet=snippet(post.content_html))


def snippet(markup: str) -> str:
    """Plain text of the beginning of some HTML."""
    text = html_to_text(markup[:_SNIPPET_HTML])
    if len(text) <= LONGEST_SNIPPET:
        return text
    return text[: LONGEST_SNIPPET - 1].rsplit(" ", 1)[0] + "…"


def _aliases(
    sighting: Sighting,
    final: UrlIdentity,
    claimed: UrlIdentity | None,
    uuid: str,
    now: datetime,
) -> list[Alias]:
    """Every URL that is known to lead to the article, each with its evidence.

    Those that the ledger has already, the article's own among them, are left out by the caller.
    """
    first = sighting.article
    listed = f"listed as {first.original}"[:500]
    aliases = [Alias(first.canonical, first.key, uuid, AliasKind.ORIGINAL, listed, now)]
    if sighting.resolution is not None:
        aliases += redirect_aliases(sighting.resolution, uuid, now)
    if claimed is not None:
        claim, kind = f"rel=canonical on {final.canonical}"[:500], AliasKind.REL_CANONICAL
        aliases.append(Alias(final.canonical, final.key, uuid, kind, claim, now))
        aliases.append(Alias(claimed.canonical, claimed.key, uuid, kind, claim, now))
    return aliases


def redirect_aliases(resolution: Resolution, uuid: str, now: datetime) -> list[Alias]:
    """Every hop on the way to an article, so that none of them costs a request again.

    Home pages and lists on the way (a consent page's address, say) lead to many articles and are
    no alias of one. Only a chain that ended well teaches anything.
    """
    if resolution.outcome is not ResolveOutcome.RESOLVED:
        return []
    aliases = []
    for hop in resolution.hops:
        identity = _identified(hop.from_url)
        if identity is None or _is_list(identity.canonical):
            continue
        evidence = f"{hop.status or hop.kind.value} to {hop.to_url}"[:500]
        kind = AliasKind.REDIRECT
        aliases.append(Alias(identity.canonical, identity.key, uuid, kind, evidence, now))
    return aliases


def _identified(url: str) -> UrlIdentity | None:
    try:
        return identify(url)
    except UrlError:
        return None


def _text(sighting: Sighting, uuid: str, now: datetime) -> ArticleText | None:
    """The page's text under the article's id; a way that ended at a wall is a text that failed."""
    if sighting.text is not None:
        return replace(sighting.text, article_uuid=uuid)
    resolution = sighting.resolution
    if resolution is None or resolution.outcome in _LED_SOMEWHERE:
        return None
    return ArticleText(
        article_uuid=uuid,
        status=_TEXT_OF_END.get(resolution.outcome, TextStatus.FAILED),
        fetched_at=now,
        message=resolution.message,
    )
