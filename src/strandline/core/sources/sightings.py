"""What a source's listing shows, item by item: who each item is, and what can be told apart.

A sighting is an entry together with its identity. Its item key is the key of its URL, not its
guid: publishers rewrite guids (http to https, number to urn) far more often than addresses. Only
where the source's kind knows better (forum posts, signed media links) does the entry bring its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from strandline.core.sources.checksums import content_checksum
from strandline.core.urls import identify
from strandline.model.articles import ArticleText
from strandline.model.entries import DateTrust, Entry, Listing
from strandline.model.errors import UrlError
from strandline.model.fetching import Resolution
from strandline.model.funnel import Drop
from strandline.model.urls import UrlIdentity

#: Guids are from outside: a key made of one is cut (characters).
LONGEST_KEY = 1000


@dataclass(frozen=True, slots=True)
class Sighting:
    """One listed item on its way into the ledger.

    Attributes:
        article: Identity of the article that the item stands for (a topic, for a forum post).
        item_key: Identity of the item within its source.
        url_key: Key of the item's own URL.
        content_hash: SHA-256 hex over title and content; dates are no part of it.
        mark: What tells the item from others of its address (`core.sources.items`); empty where it
            has its address for itself.
        published: Believed published time; None where there is none.
        known_uuid: Article of the ledger that the URL leads to already.
        resolution: Where the URL led; None where nobody asked.
        text: What the page said; None where it was not read.
    """

    entry: Entry
    article: UrlIdentity
    item_key: str
    url_key: str
    content_hash: str
    mark: str = ""
    published: datetime | None = None
    trust: DateTrust = DateTrust.NONE
    known_uuid: str | None = None
    resolution: Resolution | None = None
    text: ArticleText | None = None

    @property
    def subject(self) -> str:
        """What a drop of this item is filed under."""
        return self.entry.url or self.entry.title


def sight(listing: Listing) -> tuple[list[Sighting], list[Drop]]:
    """Give every entry the identity of its address; what has none is dropped.

    Drops: `no_url` (and whatever the reader of the document skipped), `bad_url`.
    """
    found: list[Sighting] = []
    drops = [Drop(item.title, item.reason) for item in listing.skipped]
    for entry in listing.entries:
        if entry.url is None:
            drops.append(Drop(entry.title or entry.guid or "", "no_url"))
            continue
        try:
            found.append(_sighting(entry, entry.url))
        except UrlError as error:
            drops.append(Drop(entry.url[:2000], "bad_url", error.message))
    return found, drops


def _sighting(entry: Entry, url: str) -> Sighting:
    own = identify(url)
    article = _behind(entry) or own
    return Sighting(
        entry=entry,
        article=article,
        item_key=entry.item_key or own.key,
        url_key=own.key,
        content_hash=content_hash(entry),
    )


def _behind(entry: Entry) -> UrlIdentity | None:
    """What the document names behind the item's own address, where that is a URL."""
    try:
        return identify(behind) if (behind := entry.topic_url or entry.original_url) else None
    except UrlError:
        return None


def content_hash(entry: Entry) -> str:
    """SHA-256 hex over what a reader would see change: title and text, never the dates."""
    return entry.content_hash or content_checksum(entry.title, entry.content or entry.summary)


def keys_of(sightings: Sequence[Sighting]) -> list[str]:
    """URL keys to look up in the ledger, each once, in order."""
    return list(dict.fromkeys(s.article.key for s in sightings))
