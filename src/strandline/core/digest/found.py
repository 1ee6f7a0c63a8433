"""Pages that a web search found: what to search for, and hits as candidates.

A hit is untrusted: its URL is identified like any other, its title and snippet are only text. It
enters the ledger the way every listed item does (`core.sources.entering`), as an item of the one
search source.
"""

from dataclasses import replace
from datetime import datetime
from html import escape

from strandline.core.digest.content import with_text
from strandline.core.digest.drafts import NOT_NEWS_TYPES
from strandline.core.digest.topics import CATCH_ALL, folded
from strandline.core.sources.sightings import Sighting, sight
from strandline.core.urls import article_uuid
from strandline.core.urls.domains import registrable_domain
from strandline.model.articles import Article, ArticleText
from strandline.model.digests import Candidate, SearchHit
from strandline.model.entries import DateTrust, Entry, Listing
from strandline.model.fetching import ResolveOutcome
from strandline.model.funnel import Drop
from strandline.model.sources import ContentType, Source, SourceKind

NOT_A_URL = "not_a_url"

#: How the one search source of the ledger is named; it is never polled.
SEARCH_URL = "search:web"
SEARCH_NAME = "Web search"

_TITLE_LENGTH = 500
_SNIPPET_LENGTH = 500

#: Ends of a redirect chain at which there is a page.
LED_TO_A_PAGE = frozenset({ResolveOutcome.RESOLVED, ResolveOutcome.UNCHANGED})

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


def sight_hit(hit: SearchHit, now: datetime) -> Sighting | Drop:
    """A hit as an item of the search source; a drop where it names no web address."""
    published = hit.published_at if hit.published_at and hit.published_at <= now else None
    entry = Entry(
        url=hit.url,
        title=" ".join(hit.title.split())[:_TITLE_LENGTH],
        published=published,
        date_trust=DateTrust.EXACT if published else DateTrust.NONE,
        summary=escape(" ".join(hit.snippet.split())[:_SNIPPET_LENGTH]),
    )
    sightings, drops = sight(Listing((entry,)))
    if not sightings:
        return Drop(hit.url[:2000], NOT_A_URL, drops[0].detail)
    return replace(sightings[0], published=published, trust=entry.date_trust)


def as_candidate(
    sighting: Sighting, hit: SearchHit, category: str, source_uuid: str, now: datetime
) -> Candidate:
    """A candidate for a hit, before anything of it was fetched.

    The category that was searched for is a hint like those of sources.
    """
    url = sighting.article.canonical
    return Candidate(
        article_uuid=article_uuid(url),
        url=url,
        title=sighting.entry.title,
        domain=registrable_domain(url),
        source_uuid=source_uuid,
        source_name=registrable_domain(url),
        published_at=sighting.published,
        detected_at=now,
        summary=" ".join(hit.snippet.split())[:_SNIPPET_LENGTH],
        categories=(category,),
    )


def as_known(candidate: Candidate, main: Article, text: ArticleText | None) -> Candidate:
    """A hit's candidate under the identity of an article that the ledger has."""
    known = replace(
        candidate,
        article_uuid=main.article_uuid,
        url=main.article_url_final,
        title=main.article_title or candidate.title,
        domain=main.domain,
        source_uuid=main.source_uuid,
        source_name=main.domain,
        published_at=main.published_utc_iso or candidate.published_at,
        detected_at=main.article_detected_utc_iso,
        # A page that was only linked to in a post is an article once a search finds it.
        content_type=(
            ContentType.ARTICLE if main.content_type in NOT_NEWS_TYPES else main.content_type
        ),
        language=main.language,
    )
    return with_text(known, text) if text else known
