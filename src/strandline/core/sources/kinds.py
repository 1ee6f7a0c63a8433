"""The kinds of source, in one visible tuple: how each is fetched and how its document is read.

To add a kind: write a file with a `read_…(source, result) -> Listing`, add its line to
`SOURCE_KINDS`, and pass the suite that every kind passes (docs/how-to/add-a-source-kind.md).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from strandline.core.urls.pieces import split_url
from strandline.model.entries import Listing
from strandline.model.errors import ParseError
from strandline.model.fetching import FetchKind, FetchResult
from strandline.model.sources import ContentType, Source, SourceKind

Reader = Callable[[Source, FetchResult], Listing]


def _read_feed(source: Source, result: FetchResult) -> Listing:
    from strandline.core.sources.feeds.reader import read_feed

    return read_feed(
        result.body,
        content_type=result.headers.get("content-type", ""),
        base_url=result.final_url,
        timezone=source.timezone,
    )


def _read_discourse(source: Source, result: FetchResult) -> Listing:
    from strandline.core.sources.discourse import as_forum

    return as_forum(_read_feed(source, result))


def _read_direct(source: Source, result: FetchResult) -> Listing:
    from strandline.core.sources.direct import looks_like_feed, read_page

    if looks_like_feed(result.body):
        return _read_feed(source, result)
    return read_page(
        result.body,
        content_type=result.headers.get("content-type", ""),
        base_url=result.final_url,
        timezone=source.timezone,
    )


def _read_sitemap(source: Source, result: FetchResult) -> Listing:
    from strandline.core.sources.sitemap import read_sitemap

    return read_sitemap(result.body, base_url=result.final_url, timezone=source.timezone)


def _read_list(source: Source, result: FetchResult) -> Listing:  # noqa: ARG001 - nothing is fetched
    from strandline.core.sources.fixed_list import list_items

    return list_items(source)


def _read_search(source: Source, result: FetchResult) -> Listing:  # noqa: ARG001 - see below
    raise ParseError(
        f"{source.name} is a web search: its hits come from the search service, not a document.",
        subject="error:not_a_feed",
    )


def _read_newsletter(source: Source, result: FetchResult) -> Listing:  # noqa: ARG001 - of all one kind
    from strandline.core.sources.newsletter import read_letter

    return read_letter(result.body)


@dataclass(frozen=True, slots=True)
class Kind:
    """What is special about one kind of source.

    Attributes:
        fetch: What is fetched at each poll; None where the source itself holds its items, or
            where the search service is asked or mails come in.
        interval: Gap between two polls unless the source says otherwise.
        content_type: What its items are unless the source or the item says otherwise.
        about: One line for a person.
    """

    kind: SourceKind
    read: Reader
    fetch: FetchKind | None
    interval: timedelta
    content_type: ContentType
    about: str


#: Every kind. Feeds and pages are asked every half hour, a forum every minute (document 4).
SOURCE_KINDS: tuple[Kind, ...] = (
    Kind(
        SourceKind.FEED,
        _read_feed,
        FetchKind.FEED,
        timedelta(minutes=30),
        ContentType.ARTICLE,
        "RSS, Atom or JSON Feed",
    ),
    Kind(
        SourceKind.DISCOURSE,
        _read_discourse,
        FetchKind.FEED,
        timedelta(seconds=60),
        ContentType.FORUM,
        "posts.rss or latest.rss of a Discourse forum",
    ),
    Kind(
        SourceKind.DIRECT,
        _read_direct,
        FetchKind.PAGE,
        timedelta(minutes=30),
        ContentType.ARTICLE,
        "the articles that a page links to",
    ),
    Kind(
        SourceKind.SITEMAP,
        _read_sitemap,
        FetchKind.SITEMAP,
        timedelta(minutes=60),
        ContentType.ARTICLE,
        "a sitemap, news sitemap or sitemap index",
    ),
    Kind(
        SourceKind.LIST,
        _read_list,
        None,
        timedelta(hours=24),
        ContentType.SKILL,
        "a fixed list of URLs, kept with the source",
    ),
    Kind(
        SourceKind.SEARCH,
        _read_search,
        None,
        timedelta(hours=6),
        ContentType.ARTICLE,
        "a query to the web search service",
    ),
    Kind(
        SourceKind.NEWSLETTER,
        _read_newsletter,
        None,
        timedelta(minutes=15),
        ContentType.ARTICLE,
        "mails that come to an address of its own, and the pages they link to",
    ),
)

_BY_KIND = {kind.kind: kind for kind in SOURCE_KINDS}


def kind_of(source: Source) -> Kind:
    """What is special about a source's kind."""
    return _BY_KIND[source.kind]


def defaults_of(kind: SourceKind) -> Kind:
    """The defaults of a kind."""
    return _BY_KIND[kind]


def read_listing(source: Source, result: FetchResult) -> Listing:
    """Read what a source answered, as its kind says.

    Raises:
        ParseError: The document is of another kind; the subject is a `SourceState` value such as
            `error:html_page`.
    """
    return kind_of(source).read(source, result)


_FORUM_FEED = re.compile(r"/(?:posts|latest|top|new)\.rss$|/t/[^/]+/\d+\.rss$|/c/.+\.rss$")
_SITEMAP = re.compile(
    r"(?<![^/])(?=[^/]*?sitemap)[^/]*\.(?:xml|txt)(?:\.gz)?$|/sitemap(?:_index|-index)?$", re.I
)
_FEED = re.compile(
    r"\.(?:rss|atom|rdf|xml|json)$|/(?:feeds?|rss|atom|rss2?|index\.xml)(?:/|$)|feed", re.I
)


def guess_kind(url: str) -> SourceKind:
    """The likely kind of an address, from its letters alone; a poll tells whether it was right."""
    parts = split_url(url)
    if parts is None:
        return SourceKind.DIRECT
    host, path = parts.hostname or "", parts.path
    if _FORUM_FEED.search(path):
        return SourceKind.DISCOURSE
    if _SITEMAP.search(path):
        return SourceKind.SITEMAP
    if _FEED.search(path) or _FEED.search(f"/{parts.query}") or host.startswith(("feeds.", "rss.")):
        return SourceKind.FEED
    return SourceKind.DIRECT
