"""Pages that a web search found: from hits to candidates, and into the ledger.

A hit is untrusted: its URL is identified like any other, its title and snippet are only text.
"""

from collections.abc import Sequence
from datetime import datetime

from strandline.core.digest.topics import CATCH_ALL, folded
from strandline.core.urls import RULES_VERSION, after_redirect, article_uuid, identify
from strandline.core.urls.domains import registrable_domain
from strandline.model.articles import (
    Alias,
    AliasKind,
    Article,
    ArticleText,
    IngestBatch,
    Mention,
    TextStatus,
    UrlStatus,
)
from strandline.model.digests import Candidate, SearchHit
from strandline.model.entries import DateTrust
from strandline.model.errors import UrlError
from strandline.model.fetching import Resolution, ResolveOutcome
from strandline.model.sources import Source, SourceKind
from strandline.model.urls import UrlIdentity

NOT_A_URL = "not_a_url"

#: How the one search source of the ledger is named; it is never polled.
SEARCH_URL = "search:web"
SEARCH_NAME = "Web search"

_TITLE_LENGTH = 500
_SNIPPET_LENGTH = 500
_GOOD = frozenset({ResolveOutcome.RESOLVED, ResolveOutcome.UNCHANGED})

#: A catch-all category says nothing to a search engine; the news of a language does.
_NEWS = {"en": "news today", "fr": "actualités du jour", "zh": "今日新闻"}
_SUFFIX = {"en": "news", "fr": "actualités", "zh": "新闻"}


def search_query(category: str, language: str) -> str:
    """What to search for to fill a category, in the reader's language."""
    if folded(category) in CATCH_ALL:
        return _NEWS.get(language, _NEWS["en"])
    return f"{category} {_SUFFIX.get(language, _SUFFIX['en'])}"


def search_source(source_uuid: str) -> Source:
    """The registry's row for articles that searches found; inactive, so that no poll takes it."""
    return Source(source_uuid, SourceKind.SEARCH, SEARCH_URL, SEARCH_NAME, active=False)


def as_candidate(hit: SearchHit, category: str, source_uuid: str, now: datetime) -> Candidate:
    """A candidate for a hit, before anything of it was fetched.

    Raises:
        UrlError: It names no web address.
    """
    identity = identify(hit.url)
    return Candidate(
        article_uuid=article_uuid(identity.canonical),
        url=identity.canonical,
        title=hit.title[:_TITLE_LENGTH],
        domain=registrable_domain(identity.canonical),
        source_uuid=source_uuid,
        source_name=registrable_domain(identity.canonical),
        published_at=hit.published_at if hit.published_at and hit.published_at <= now else None,
        detected_at=now,
        summary=hit.snippet[:_SNIPPET_LENGTH],
        categories=(category,),
    )


def landed(candidate: Candidate, original: str, resolution: Resolution) -> UrlIdentity | None:
    """What a hit is after its redirects; None where they ended nowhere.

    Raises:
        UrlError: The server sent us to something that is no web address.
    """
    if resolution.outcome not in _GOOD:
        return None
    try:
        identity = identify(original)
    except UrlError:  # the hit was identified once; a rule that refuses its own result is ours
        identity = identify(candidate.url)
    return after_redirect(identity, resolution.final_url)


def to_ledger(
    candidate: Candidate,
    original: str,
    identity: UrlIdentity,
    resolution: Resolution,
    text: ArticleText | None,
    now: datetime,
) -> IngestBatch:
    """One batch: the article, its aliases (the hit's URL, every hop) and where it was found."""
    uuid = article_uuid(identity.canonical)
    is_ok = text is not None and text.status is TextStatus.OK
    title = candidate.title or (text.title if text and is_ok else "")
    published = candidate.published_at or (text.published_at if text and is_ok else None)
    if text is not None and text.published_doubt and candidate.published_at is None:
        published = None
    article = Article(
        article_uuid=uuid,
        source_uuid=candidate.source_uuid,
        url_scraping_method=SourceKind.SEARCH.label,
        source_url=SEARCH_URL,
        article_title=title or None,
        article_url_original=original,
        article_url_final=identity.canonical,
        url_original_to_final_match=original == identity.canonical,
        url_notes=identity.url_notes,
        published_utc_iso=published,
        article_detected_utc_iso=now,
        created_at=now,
        updated_at=now,
        url_key=identity.key,
        rules_version=RULES_VERSION,
        domain=registrable_domain(identity.canonical),
        canonical_article_id=uuid,
        date_trust=DateTrust.EXACT if published else DateTrust.NONE,
        language=candidate.language or (text.language if text else None),
        url_status=UrlStatus.SETTLED,
    )
    mention = Mention(
        article_uuid=uuid,
        source_uuid=candidate.source_uuid,
        source_name=SEARCH_NAME,
        source_url=SEARCH_URL,
        url_original=original,
        inserted_at=now,
        title=candidate.title,
        context_snippet=candidate.summary,
        published_at=candidate.published_at,
    )
    aliases = _aliases(uuid, identity, original, resolution, now)
    return IngestBatch(now, articles=(article,), aliases=aliases, mentions=(mention,))


def _aliases(
    uuid: str, identity: UrlIdentity, original: str, resolution: Resolution, now: datetime
) -> tuple[Alias, ...]:
    """Every other URL that led here, each key once."""
    urls: Sequence[tuple[str, AliasKind, str]] = [
        (original, AliasKind.ORIGINAL, "found by web search"),
        *(
            (hop.from_url, AliasKind.REDIRECT, f"{hop.status} to {hop.to_url}"[:500])
            for hop in resolution.hops
        ),
    ]
    aliases: dict[str, Alias] = {}
    for url, kind, evidence in urls:
        try:
            key = identify(url).key
        except UrlError:
            continue
        if key != identity.key:
            aliases.setdefault(key, Alias(url, key, uuid, kind, evidence, now))
    return tuple(aliases.values())
