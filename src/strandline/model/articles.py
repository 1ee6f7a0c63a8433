"""The ledger: articles, the URLs that lead to them, and where they were seen."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from strandline.model.archive import ArchiveJob
from strandline.model.entries import DateTrust
from strandline.model.sources import ContentType


class AliasKind(StrEnum):
    """Why a URL is known to lead to an article."""

    ORIGINAL = "original"  # as received in a post or feed
    CANONICAL = "canonical"  # the article's own canonical URL, or one a rule gave it before
    REDIRECT = "redirect"  # a hop on the way
    REL_CANONICAL = "rel_canonical"  # the page claims it, and the claim was believed
    GUID = "guid"  # a signed media link known by the item's guid


class UrlStatus(StrEnum):
    """How far the identity of an article is settled."""

    SETTLED = "settled"
    PENDING = "pending"  # a shortener or an opaque token that waits to be resolved
    UNRESOLVED = "unresolved"  # resolving failed; the last good URL stands


@dataclass(frozen=True, slots=True)
class Article:
    """One canonical URL: a row of the ledger, with the columns of document 2.

    Attributes:
        article_uuid: `A_` and 16 hex digits; minted once, then an opaque name.
        canonical_article_id: Main article of the story; its own id where it is the main one.
        versions: How many versions of its text were seen in feeds (1 = never edited).
    """

    article_uuid: str
    source_uuid: str
    url_scraping_method: str
    source_url: str
    article_title: str | None
    article_url_original: str
    article_url_final: str
    url_original_to_final_match: bool
    url_notes: str | None
    published_utc_iso: datetime | None
    article_detected_utc_iso: datetime
    created_at: datetime
    updated_at: datetime
    url_key: str
    rules_version: str
    domain: str
    canonical_article_id: str
    date_trust: DateTrust = DateTrust.NONE
    content_type: ContentType = ContentType.ARTICLE
    language: str | None = None
    url_status: UrlStatus = UrlStatus.SETTLED
    content_updated_at: datetime | None = None
    versions: int = 1
    last_archived_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Alias:
    """Another URL known to lead to an article.

    Attributes:
        evidence: How we know, in one line (`301 from …`, `rel=canonical on …`, `rule tracking:…`).
    """

    url: str
    url_key: str
    article_uuid: str
    kind: AliasKind
    evidence: str
    first_seen_at: datetime


@dataclass(frozen=True, slots=True)
class Wording:
    """How a source told an article before it changed its words.

    Attributes:
        until: When other words were seen.
    """

    title: str
    context_snippet: str
    until: datetime


@dataclass(frozen=True, slots=True)
class Mention:
    """An article seen at a source: a row of `article_sources`; unique per (article, source URL) and
    whether it stands in a quotation there.

    Attributes:
        source_url: Where it was seen: the feed or page, or the post that links to it.
        url_original: The article's URL as written there.
        title: The title as written there; plain text.
        context_snippet: Plain text around the link, or the entry's summary; at most 500 characters.
        discussion_url: A thread about the article at that source.
        published_at: When the article was published, as the source says; for a link in a post the
            time of the post.
        date_trust: How much that date says.
        is_change_time: True where that date may be one of a change: `lastmod`, a reply.
        language: As the source says.
        content_type: What the source lists it as; None where that was not kept.
        earlier: What the source called it before, oldest first.
        home: Registrable domain of the site that the source is of, where it says or shows that.
        image_url: The picture that the source shows with it; empty where it shows none.
        image_alt: What the source says is to be seen on it.
    """

    article_uuid: str
    source_uuid: str
    source_name: str
    source_url: str
    url_original: str
    inserted_at: datetime
    post_id: int | None = None
    in_quote: bool = False
    title: str = ""
    context_snippet: str = ""
    discussion_url: str | None = None
    published_at: datetime | None = None
    verdict_id: int | None = None
    date_trust: DateTrust = DateTrust.NONE
    is_change_time: bool = False
    language: str | None = None
    content_type: ContentType | None = None
    earlier: tuple[Wording, ...] = ()
    home: str = ""
    image_url: str = ""
    image_alt: str = ""


@dataclass(frozen=True, slots=True)
class Post:
    """An item of a source as last seen; unique per (source, item key).

    Keeps every listed item, those outside the window too, so that an old item is never new
    again: not after an edit, not under a new date, not after its article was purged.

    Attributes:
        item_key: Identity within the source: `guid:…`, `post:<host>/<id>`, or a URL key.
        decision: What became of it: `entered`, or the reason code of the drop.
        published_at: As first seen; a later fetch never moves it forward.
        content_hash: SHA-256 hex over title and content; another one is an edit.
        versions: How many different contents were seen.
        url_key: Key of `post_url`, by which `explain` finds items that never entered the ledger.
    """

    source_uuid: str
    item_key: str
    guid: str | None
    post_url: str
    title: str
    published_at: datetime | None
    date_trust: DateTrust
    content_hash: str
    first_seen_at: datetime
    last_seen_at: datetime
    topic_url: str | None = None
    author_username: str | None = None
    updated_at: datetime | None = None
    content_html: str = ""
    versions: int = 1
    decision: str = ""
    article_uuid: str | None = None
    url_key: str = ""


class TextStatus(StrEnum):
    """How scraping an article ended."""

    OK = "ok"
    EMPTY = "empty"  # no text worth reading
    CONSENT = "consent_wall"
    PAYWALL = "paywall_stub"
    LOGIN = "login_wall"
    BLOCKED = "blocked"
    SOFT_404 = "soft_404"
    NOT_HTML = "not_html"
    FAILED = "failed"  # the fetch failed; may be tried again


@dataclass(frozen=True, slots=True)
class ArticleText:
    """Scraped content, kept apart from discovery and retried on its own (document 2).

    Attributes:
        text: Readable plain text; empty unless `OK`.
        published_at: From the page's own metadata; None where the page does not say.
        published_doubt: True where the page is surely older than its date claims.
        image_alt: What the page says is to be seen on the picture that it is shared with.
        canonical_url: What `rel=canonical` claims, absolute; a claim, not a fact.
        extractor: Name and version, such as `trafilatura 2.0.0`.
        message: One line for a person when not ok.
    """

    article_uuid: str
    status: TextStatus
    fetched_at: datetime
    text: str = ""
    title: str = ""
    description: str = ""
    author: str | None = None
    site_name: str | None = None
    language: str | None = None
    published_at: datetime | None = None
    published_doubt: bool = False
    image_url: str | None = None
    image_alt: str = ""
    canonical_url: str | None = None
    content_checksum: str | None = None
    extractor: str = ""
    attempts: int = 1
    message: str = ""


@dataclass(frozen=True, slots=True)
class ArticleChange:
    """Fields to fill in on an article that is known; None leaves a field as it is.

    A title or a date is only ever filled where it was missing; a date may move back, never forward.
    What sources and pages say of an article goes before either (`core.sources.facts`).

    Attributes:
        content_type: What it is known as elsewhere, where it is only a link of a post.
    """

    article_uuid: str
    article_title: str | None = None
    published_utc_iso: datetime | None = None
    date_trust: DateTrust | None = None
    language: str | None = None
    content_updated_at: datetime | None = None
    versions: int | None = None
    url_status: UrlStatus | None = None
    content_type: ContentType | None = None


@dataclass(frozen=True, slots=True)
class IngestBatch:
    """All that one poll of a source changes in the ledger; applied in one transaction.

    `articles` may hold rows whose `url_key` another process entered in the meantime: the row that
    is there wins, and `aliases`, `mentions` and `posts` of this batch that name the refused id are
    stored under the id that is there.

    Attributes:
        seen_again: `(source_uuid, item_key)` of posts listed unchanged: only `last_seen_at` moves.
        jobs: Archive jobs of links found in the posts, queued or skipped.
        texts: What the pages of these articles say; stored with them, so that no article is there
            without the page that was read for it.
        edits: Mentions whose words their source has changed; the earlier ones are kept with them.
    """

    now: datetime
    articles: tuple[Article, ...] = ()
    changes: tuple[ArticleChange, ...] = ()
    aliases: tuple[Alias, ...] = ()
    mentions: tuple[Mention, ...] = ()
    posts: tuple[Post, ...] = ()
    seen_again: tuple[tuple[str, str], ...] = ()
    jobs: tuple[ArchiveJob, ...] = ()
    texts: tuple[ArticleText, ...] = ()
    edits: tuple[Mention, ...] = ()


@dataclass(frozen=True, slots=True)
class IngestResult:
    """What a batch changed.

    Attributes:
        new_articles: Ids of the rows that this batch created.
        new_mentions: How many mentions it added (known ones are not counted).
        renamed: Refused id → id that was already there for the same key.
    """

    new_articles: tuple[str, ...] = ()
    new_mentions: int = 0
    renamed: tuple[tuple[str, str], ...] = ()
