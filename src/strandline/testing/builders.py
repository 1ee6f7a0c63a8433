"""Builders of values for tests: sensible defaults, so that a test names only what it is about.

Every default is fixed: the same call gives the same value. `NOW` is the hour at which the tests'
day stands.
"""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from strandline.model.articles import Article, ArticleText, Mention, Post, TextStatus
from strandline.model.digests import Candidate
from strandline.model.entries import DateTrust, Entry
from strandline.model.fetching import FetchOutcome, FetchResult
from strandline.model.readers import HistoryEntry, Reader, ReaderSettings
from strandline.model.sources import Source, SourceKind
from strandline.ports import StoryStore

#: A plain Wednesday morning.
NOW = datetime(2026, 3, 4, 7, 0, tzinfo=UTC)
ARTICLE_URL = "https://courier.example/town/bridge"


def a_source(number: int = 1, **changes: Any) -> Source:
    """An active feed; `number` gives it an id and an address of its own."""
    kind = changes.get("kind", SourceKind.FEED)
    word = "RSS" if kind.label == "RSS" else kind.label.upper()
    defaults: dict[str, Any] = {
        "source_uuid": f"W_{word}_{number}",
        "kind": SourceKind.FEED,
        "url": f"https://paper{number}.example/feed.xml",
        "name": f"Paper {number}",
    }
    return Source(**(defaults | changes))


def an_entry(url: str | None = ARTICLE_URL, **changes: Any) -> Entry:
    """An exactly dated entry, an hour old at `NOW`."""
    defaults: dict[str, Any] = {
        "title": "The old bridge closes for repairs",
        "published": NOW.replace(hour=6),
        "date_trust": DateTrust.EXACT,
        "summary": "<p>Traffic goes round by the mill.</p>",
    }
    return Entry(url, **(defaults | changes))


def uuid_of(canonical: str) -> str:
    """The id that the ledger gives to a canonical URL."""
    return "A_" + hashlib.sha256(canonical.encode()).hexdigest()[:16]


def an_article(url: str = ARTICLE_URL, **changes: Any) -> Article:
    """A settled article whose URL needed no change, detected at `NOW`."""
    uuid = changes.get("article_uuid", uuid_of(url))
    source = a_source()
    defaults: dict[str, Any] = {
        "article_uuid": uuid,
        "source_uuid": source.source_uuid,
        "url_scraping_method": "RSS",
        "source_url": source.url,
        "article_title": "The old bridge closes for repairs",
        "article_url_original": url,
        "article_url_final": url,
        "url_original_to_final_match": True,
        "url_notes": None,
        "published_utc_iso": NOW.replace(hour=6),
        "article_detected_utc_iso": NOW,
        "created_at": NOW,
        "updated_at": NOW,
        "url_key": url.split("://", 1)[-1].rstrip("/"),
        "rules_version": "test",
        "domain": urlsplit(url).hostname or "",
        "canonical_article_id": uuid,
        "date_trust": DateTrust.EXACT,
        "language": "en",
    }
    return Article(**(defaults | changes))


def clicks_between(store: StoryStore, since: datetime, until: datetime) -> dict[str, int]:
    """Clicks by the main article of each story that has an article in these times, and any."""
    found = store.featured(since=since, until=until, limit=1000)
    return {story.main_id: story.clicks for story in found if story.clicks}


def a_mention(
    article: Article | None = None, source: Source | None = None, **changes: Any
) -> Mention:
    """A mention of an article in a source's feed."""
    article = article or an_article()
    source = source or a_source()
    defaults: dict[str, Any] = {
        "article_uuid": article.article_uuid,
        "source_uuid": source.source_uuid,
        "source_name": source.name,
        "source_url": source.url,
        "url_original": article.article_url_original,
        "inserted_at": NOW,
        "title": article.article_title or "",
        "published_at": article.published_utc_iso,
        "date_trust": article.date_trust,
    }
    return Mention(**(defaults | changes))


def a_post(article: Article | None = None, source: Source | None = None, **changes: Any) -> Post:
    """An item of a feed that entered the ledger as an article."""
    article = article or an_article()
    source = source or a_source()
    url = article.article_url_original
    defaults: dict[str, Any] = {
        "source_uuid": source.source_uuid,
        "item_key": f"guid:{url}",
        "guid": url,
        "post_url": url,
        "title": article.article_title or "",
        "published_at": article.published_utc_iso,
        "date_trust": article.date_trust,
        "content_hash": hashlib.sha256(url.encode()).hexdigest(),
        "first_seen_at": NOW,
        "last_seen_at": NOW,
        "decision": "entered",
        "article_uuid": article.article_uuid,
    }
    return Post(**(defaults | changes))


def a_text(article: Article | None = None, **changes: Any) -> ArticleText:
    """A scraped text that is worth reading."""
    article = article or an_article()
    defaults: dict[str, Any] = {
        "article_uuid": article.article_uuid,
        "status": TextStatus.OK,
        "fetched_at": NOW,
        "text": "Traffic goes round by the mill until the middle of May.",
        "title": article.article_title or "",
        "language": article.language,
        "extractor": "builder",
    }
    return ArticleText(**(defaults | changes))


def a_candidate(url: str = ARTICLE_URL, **changes: Any) -> Candidate:
    """A candidate for a digest, an hour old, with a text."""
    source = a_source()
    defaults: dict[str, Any] = {
        "article_uuid": uuid_of(url),
        "url": url,
        "title": "The old bridge closes for repairs",
        "domain": urlsplit(url).hostname or "",
        "source_uuid": source.source_uuid,
        "source_name": source.name,
        "published_at": NOW.replace(hour=6),
        "detected_at": NOW,
        "language": "en",
        "summary": "Traffic goes round by the mill.",
        "text": "Traffic goes round by the mill until the middle of May.",
        "has_text": True,
        "word_count": 420,
    }
    return Candidate(**(defaults | changes))


def a_reader(reader_id: str = "ada", **changes: Any) -> Reader:
    """A personal reader who takes all sources."""
    defaults: dict[str, Any] = {"name": reader_id.title(), "settings": ReaderSettings()}
    return Reader(reader_id, **(defaults | changes))


def a_history_entry(url: str = ARTICLE_URL, reader_id: str = "ada", **changes: Any) -> HistoryEntry:
    """A row of the history; the hash is over the URL as given."""
    defaults: dict[str, Any] = {
        "url_hash": hashlib.sha256(url.encode()).hexdigest(),
        "created_at": NOW,
    }
    return HistoryEntry(reader_id, url, **(defaults | changes))


def an_answer(
    url: str,
    body: bytes | str = b"",
    *,
    content_type: str = "text/html; charset=utf-8",
    headers: Mapping[str, str] | None = None,
    **changes: Any,
) -> FetchResult:
    """A 200 answer with a body, as a fetcher returns it."""
    raw = body.encode() if isinstance(body, str) else body
    defaults: dict[str, Any] = {
        "outcome": FetchOutcome.OK,
        "final_url": url,
        "status": 200,
        "headers": {"content-type": content_type} | dict(headers or {}),
        "body": raw,
    }
    return FetchResult(url=url, **(defaults | changes))
