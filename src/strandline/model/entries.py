"""What a source lists, before anything of it is known to the ledger."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from strandline.model.sources import ContentType


class DateTrust(StrEnum):
    """How much a published date says."""

    EXACT = "exact"  # date, time and zone were given
    ASSUMED_ZONE = "assumed_zone"  # date and time without a zone
    DAY = "day"  # a date without a time: 00:00:00Z of that day
    FIRST_SEEN = "first_seen"  # undated: dated by our first sight of it
    NONE = "none"  # no date, or one that cannot be believed


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A media file of an entry (RSS 2.0 `enclosure`, JSON Feed `attachments`)."""

    url: str
    media_type: str | None = None
    size_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Illustration:
    """A picture as a feed names it.

    Attributes:
        url: Absolute.
        alt: What the feed says is to be seen on it; empty where it says nothing.
    """

    url: str
    alt: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One item that a source lists. Texts are untrusted; HTML is as received.

    Attributes:
        url: Absolute http(s) URL of the article, or None where the item names none.
        guid: The item's own id as received; None where there is none.
        title: Plain text, one HTML decode, white space folded; empty where there is none.
        published: Aware UTC, or None.
        updated: Aware UTC, or None.
        summary: HTML as received.
        content: HTML as received; empty where only a summary was given.
        discussion_url: The thread about the article (RSS `comments`, Reddit, Hacker News).
        topic_url: The forum topic that a post belongs to.
        original_url: The article's own address, where `url` leads through somebody who counts
            readers (FeedBurner) and the document names what is behind it.
        item_key: Identity of the item within its source, such as `guid:ep8` or a URL key; empty
            where the source left it to us.
        content_hash: SHA-256 hex over title and text (`core.sources.checksums`), where the
            document's reader, in a process of its own, took it already; else empty.
        picture: The picture that stands for the item.
    """

    url: str | None
    guid: str | None = None
    title: str = ""
    published: datetime | None = None
    updated: datetime | None = None
    date_trust: DateTrust = DateTrust.NONE
    author: str | None = None
    summary: str = ""
    content: str = ""
    enclosures: tuple[Enclosure, ...] = ()
    discussion_url: str | None = None
    topic_url: str | None = None
    original_url: str | None = None
    content_type: ContentType | None = None
    language: str | None = None
    item_key: str = ""
    picture: Illustration | None = None
    content_hash: str = field(default="", compare=False)  # follows from the others


@dataclass(frozen=True, slots=True)
class SkippedEntry:
    """An item that cannot become an entry, with the reason code, such as `no_url`."""

    title: str
    reason: str


@dataclass(frozen=True, slots=True)
class Listing:
    """All that one fetch of a source yielded.

    Attributes:
        entries: In the order of the document.
        flags: What is odd about the document, such as `malformed`.
        warnings: Lines for a person.
        suggested_url: A feed address that the document proposes (`itunes:new-feed-url`,
            autodiscovery).
        home: The page that the document says it is of; empty where it says none.
        icon_url: A small picture that stands for the source; empty where none is named.
        follow: Further documents of the same source to read (a sitemap index names sitemaps).
        asks: An address that a person has to open by himself (a newsletter's mail that asks to
            confirm); never followed.
    """

    entries: tuple[Entry, ...] = ()
    skipped: tuple[SkippedEntry, ...] = ()
    title: str = ""
    language: str | None = None
    flags: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    suggested_url: str | None = None
    home: str = ""
    icon_url: str = ""
    follow: tuple[str, ...] = ()
    asks: str = ""
