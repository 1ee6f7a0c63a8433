"""What an address that somebody adds is: a feed, a page that names feeds, or a page without one."""

from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from strandline.core.sources.feeds.hrefs import absolute
from strandline.core.sources.feeds.named_feeds import NamedFeed, named_feeds
from strandline.model.errors import FetchError, ParseError
from strandline.model.fetching import FetchKind, FetchRequest, FetchResult
from strandline.model.sources import Source, SourceKind
from strandline.ports import Ports

#: Of the feeds that a page names, so many are tried.
MOST_TRIED = 3
#: Where software puts feeds; asked for only where a page names none that can be read.
USUAL_PATHS = ("feed", "rss.xml", "atom.xml", "feed.xml", "index.xml", "rss")

_NO_FEED = "What answers there is no feed and names none that can be read."


@dataclass(frozen=True, slots=True)
class Discovery:
    """What was found at an address.

    Attributes:
        url: To be polled: the feed, else the page itself.
        kind: `FEED`, or what it was taken for where no feed was found.
        named: The feeds that the page names, best first.
        problem: Why it was added unseen, or as what it is not yet; else empty.
        guessed: True where the page does not name the feed, which was found at a usual place.
    """

    url: str
    kind: SourceKind = SourceKind.DIRECT
    named: tuple[NamedFeed, ...] = ()
    problem: str = ""
    guessed: bool = False


def discover(ports: Ports, url: str, taken_for: SourceKind = SourceKind.DIRECT) -> Discovery:
    """Look at an address, and at the feeds that it names, through the guard like any request.

    A feed on another host is taken where the page names no readable one of its own. What has the
    letters of a feed stays one, with the problem, where no feed is found there today.

    Args:
        taken_for: `DIRECT` or `FEED`, as the letters of the address say.
    """
    is_feed = taken_for is SourceKind.FEED
    result, problem = _asked(ports, url, FetchKind.FEED if is_feed else FetchKind.PAGE)
    if result is None:
        return Discovery(url, taken_for, problem=problem)
    if _is_feed(ports, result):
        return Discovery(url, SourceKind.FEED)
    page = result.final_url or url
    found = Discovery(url, taken_for, named_feeds(result.body, page), _NO_FEED * is_feed)
    for feed in found.named[:MOST_TRIED]:
        if not feed.is_comments and _leads_to_feed(ports, feed.url):
            return replace(found, url=feed.url, kind=SourceKind.FEED, problem="")
    for address in _usual_places(page):
        if _leads_to_feed(ports, address):
            return replace(found, url=address, kind=SourceKind.FEED, problem="", guessed=True)
    return found


def _usual_places(page: str) -> list[str]:
    """Addresses at the root of the site, on the page's own host alone."""
    parts = urlsplit(page)
    root = f"{parts.scheme}://{parts.netloc}/"
    return [place for path in USUAL_PATHS if (place := absolute(path, root))]


def _leads_to_feed(ports: Ports, url: str) -> bool:
    result, _ = _asked(ports, url, FetchKind.FEED)
    return result is not None and _is_feed(ports, result)


def _asked(ports: Ports, url: str, kind: FetchKind) -> tuple[FetchResult | None, str]:
    """The answer, or None and why there is none."""
    try:
        result = ports.fetcher.fetch(FetchRequest(url, kind))
    except FetchError as error:
        return None, str(error)
    if result.is_ok:
        return result, ""
    return None, result.message or f"The answer was {result.outcome.value}."


def _is_feed(ports: Ports, result: FetchResult) -> bool:
    source = Source("discovery", SourceKind.FEED, result.url, "")
    try:
        ports.parser.listing(source, result)
    except ParseError:
        return False
    return True
