"""What an address that somebody gives is: a feed, a page that names feeds, a forum, a page without.

Each possibility is a `Candidate` with a preview of what would enter, best first. They are found one
after the other and only as far as somebody asks: a verb takes the first, a person sees them all.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from urllib.parse import urlsplit

from strandline.core.sources.feeds.hrefs import absolute
from strandline.core.sources.feeds.named_feeds import NamedFeed, named_feeds
from strandline.core.sources.kinds import defaults_of
from strandline.core.sources.window import Window, believed_date
from strandline.model.entries import Entry, Listing
from strandline.model.errors import FetchError, ParseError
from strandline.model.fetching import FetchKind, FetchRequest, FetchResult
from strandline.model.sources import Source, SourceKind
from strandline.ports import Ports

#: Of the feeds that a page names, so many are tried.
MOST_TRIED = 3
#: Where software puts feeds; asked for only where a page names none that can be read.
USUAL_PATHS = ("feed", "rss.xml", "atom.xml", "feed.xml", "index.xml", "rss")
#: So long is an answer waited for: somebody looks on.
TIMEOUT_S = 15.0
#: Titles that a preview shows.
MOST_TITLES = 5
#: A title in a preview is cut here (characters).
LONGEST_TITLE = 200

_NO_FEED = "What answers there is no feed and names none that can be read."
_IS_DISCOURSE = re.compile(rb"<meta\b[^<>]{0,200}generator[^<>]{0,200}discourse", re.IGNORECASE)
_LOOKED_AT = 262_144


class Found(StrEnum):
    """How a candidate was found."""

    ADDRESS = "address"  # it is what the address answers
    NAMED = "named"  # the page names it
    FORUM = "forum"  # the page is a forum's, whose feed this is
    USUAL = "usual"  # it is where software puts feeds
    SITEMAP = "sitemap"  # the site's map of its pages
    PAGE = "page"  # the page itself, read for links


@dataclass(frozen=True, slots=True)
class Preview:
    """What would enter if it were polled now.

    Attributes:
        title: Its own; plain text.
        listed: Items in all.
        fresh: Those of the window, undated ones among them.
        newest: When it was last news; None where nothing is dated.
        titles: Of the first items.
        language: As it says itself.
        parts: Further documents that it names (an index of sitemaps).
    """

    title: str = ""
    listed: int = 0
    fresh: int = 0
    newest: datetime | None = None
    titles: tuple[str, ...] = ()
    language: str | None = None
    parts: int = 0


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something at or behind an address that could be polled.

    Attributes:
        title: As the page that names it calls it.
        preview: None where it could not be read.
        problem: Why not.
    """

    url: str
    kind: SourceKind
    found: Found
    title: str = ""
    preview: Preview | None = None
    problem: str = ""
    is_elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class Discovery:
    """What was found at an address.

    Attributes:
        url: To be polled: the feed, else the page itself.
        kind: `FEED`, or what it was taken for where no feed was found.
        named: The feeds that the page names, best first.
        problem: Why it was added unseen, or as what it is not yet; else empty.
        guessed: True where the page does not name the feed, which was found at a usual place.
        preview: What would enter; None where nothing was read.
    """

    url: str
    kind: SourceKind = SourceKind.DIRECT
    named: tuple[NamedFeed, ...] = ()
    problem: str = ""
    guessed: bool = False
    preview: Preview | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """An address that is being looked at.

    Attributes:
        window: For previews: what is older does not enter.
    """

    ports: Ports
    url: str
    kind: SourceKind
    window: Window

    def answer(self) -> tuple[FetchResult | None, str]:
        """What the address answers, or why there is nothing."""
        return _asked(self.ports, self.url, defaults_of(self.kind).fetch or FetchKind.PAGE)

    def behind(self, result: FetchResult) -> Iterator[Candidate]:
        """What may be polled, best first; each costs a request when it is asked for."""
        kind = SourceKind.FEED if self.kind is SourceKind.DIRECT else self.kind
        own = self._read(self.url, kind, Found.ADDRESS, result)
        if own.preview is not None:
            yield own
            return
        page = result.final_url or self.url
        yield from self._forum(result, page)
        is_found = False
        for feed in self.named(result)[:MOST_TRIED]:
            if not feed.is_comments:
                one = self._asked_for(feed.url, SourceKind.FEED, Found.NAMED)
                is_found = is_found or one.preview is not None
                yield replace(one, title=feed.title, is_elsewhere=feed.is_elsewhere)
        if not is_found:
            yield from self._unnamed(page)
        yield self._read(self.url, SourceKind.DIRECT, Found.PAGE, result)

    def named(self, result: FetchResult) -> tuple[NamedFeed, ...]:
        """The feeds that what answered names."""
        return named_feeds(result.body, result.final_url or self.url)

    def _forum(self, result: FetchResult, page: str) -> Iterator[Candidate]:
        if _IS_DISCOURSE.search(result.body[:_LOOKED_AT]):
            for url in _at_root(page, ("posts.rss", "latest.rss")):
                yield self._asked_for(url, SourceKind.DISCOURSE, Found.FORUM)

    def _unnamed(self, page: str) -> Iterator[Candidate]:
        """Only what can be read: nobody said that it is there."""
        for url in _at_root(page, USUAL_PATHS):
            one = self._asked_for(url, SourceKind.FEED, Found.USUAL)
            if one.preview is not None:
                yield one
                return
        for url in _at_root(page, ("sitemap.xml",)):
            one = self._asked_for(url, SourceKind.SITEMAP, Found.SITEMAP)
            if one.preview is not None:
                yield one

    def _asked_for(self, url: str, kind: SourceKind, found: Found) -> Candidate:
        result, problem = _asked(self.ports, url, defaults_of(kind).fetch or FetchKind.FEED)
        if result is None:
            return Candidate(url, kind, found, problem=problem)
        return self._read(url, kind, found, result)

    def _read(self, url: str, kind: SourceKind, found: Found, result: FetchResult) -> Candidate:
        try:
            listing = self.ports.parser.listing(Source("discovery", kind, url, ""), result)
        except ParseError as error:
            return Candidate(url, kind, found, problem=str(error))
        return Candidate(url, kind, found, preview=preview_of(listing, self.window))


def preview_of(listing: Listing, window: Window) -> Preview:
    """What of a listing would enter in a window."""
    dates = [believed_date(entry, window.end) for entry in listing.entries]
    entering = [
        when is None or not (window.is_too_old(when, trust) or window.is_future(when))
        for when, trust in dates
    ]
    return Preview(
        title=" ".join(listing.title.split())[:LONGEST_TITLE],
        listed=len(listing.entries),
        fresh=sum(entering),
        newest=max((when for when, _ in dates if when and when <= window.end), default=None),
        titles=tuple(_titles(listing.entries)),
        language=listing.language,
        parts=len(listing.follow),
    )


def _titles(entries: tuple[Entry, ...]) -> Iterator[str]:
    for entry in entries[:MOST_TITLES]:
        yield " ".join(entry.title.split())[:LONGEST_TITLE] or (entry.url or "")[:LONGEST_TITLE]


def discover(ports: Ports, url: str, taken_for: SourceKind, window: Window) -> Discovery:
    """The best of what is behind an address, through the guard like any request.

    A feed on another host is taken where the page names no readable one of its own. What has the
    letters of a feed stays one, with the problem, where no feed is found there today.

    Args:
        taken_for: As the letters of the address say.
    """
    look = Look(ports, url, taken_for, window)
    result, problem = look.answer()
    if result is None:
        return Discovery(url, taken_for, problem=problem)
    named: tuple[NamedFeed, ...] = ()
    page: Preview | None = None
    for one in look.behind(result):
        if one.preview is not None and one.found not in (Found.SITEMAP, Found.PAGE):
            named = look.named(result) if one.found is not Found.ADDRESS else ()
            guessed = one.found is Found.USUAL
            return Discovery(one.url, one.kind, named, guessed=guessed, preview=one.preview)
        page = one.preview if one.found is Found.PAGE else page
    is_feed = taken_for is not SourceKind.DIRECT
    return Discovery(url, taken_for, look.named(result), _NO_FEED * is_feed, preview=page)


def _at_root(page: str, paths: tuple[str, ...]) -> list[str]:
    """Addresses at the root of the site, on the page's own host alone."""
    parts = urlsplit(page)
    root = f"{parts.scheme}://{parts.netloc}/"
    return [place for path in paths if (place := absolute(path, root))]


def _asked(ports: Ports, url: str, kind: FetchKind) -> tuple[FetchResult | None, str]:
    """The answer, or None and why there is none."""
    try:
        result = ports.fetcher.fetch(FetchRequest(url, kind, timeout_s=TIMEOUT_S))
    except FetchError as error:
        return None, str(error)
    if result.is_ok:
        return result, ""
    return None, result.message or f"The answer was {result.outcome.value}."
