"""Which of an item's links is the article, and what the others are.

Rules: RSS 2.0 (`guid` is a permalink unless it says it is not), RFC 4287 §4.2.7.2 (a link without
`rel` is the alternate), JSON Feed (`external_url` is what a link blog talks about, `url` where it
does), and habits of aggregators (`comments` is the thread, Reddit names the article as `[link]`,
link blogs in Atom write the foreign page as `alternate`, their own as `related`, or the reverse).
"""

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlunsplit

from strandline.core.sources.feeds.hrefs import absolute
from strandline.core.urls.domains import registrable_domain
from strandline.core.urls.pieces import split_url

_REDDIT_HOST = re.compile(r"https?://(?:[a-z0-9-]+\.)?reddit\.com/", re.IGNORECASE)
_REDDIT_LINK = re.compile(
    r"<a\s[^<>]*?href=[\"']([^\"'<>]+)[\"'][^<>]*>\s*\[link\]\s*</a>", re.IGNORECASE
)
_PAGES = frozenset(("", "text/html", "application/xhtml+xml"))
#: Query parameters that only let a media server check a request: they differ in every fetch.
_SIGNATURE = re.compile(
    r"^(?:sig|signature|expires?|exp|token|hdnts|hdnea|key-pair-id|policy|awsaccesskeyid"
    r"|x-amz-.*|x-goog-.*|googleaccessid|se|sp|sv|sr|st)=",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class RawLink:
    """A link as received: `rel` in lower case, "alternate" where the document gives none."""

    href: str
    rel: str = "alternate"
    media_type: str = ""


def choose(links: list[RawLink], base: str) -> str | None:
    """The article's address among the links: the alternate, an HTML one if there are several."""
    best: str | None = None
    best_rank = 99
    for link in links:
        rank = _rank(link)
        if rank < best_rank:
            url = absolute(link.href, base)
            if url:
                best, best_rank = url, rank
    return best


def _rank(link: RawLink) -> int:
    """Lower is better; 99 is no address of the article."""
    if link.rel == "alternate":
        return 0 if _is_page(link) else 1
    return _RANKS.get(link.rel, 99)


#: `permalink` is a guid's, `player` is Media RSS's.
_RANKS = {"canonical": 2, "related": 3, "external": 3, "via": 4, "permalink": 5, "player": 6}


def last_resort(links: list[RawLink], base: str) -> str | None:
    """What an entry says of its own document: better than to lose it."""
    own = (absolute(link.href, base) for link in links if link.rel == "self")
    return next((url for url in own if url), None)


def link_post(links: list[RawLink], base: str, own: Iterable[str]) -> tuple[str, str] | None:
    """The article and the poster's own page, where an item is about another site's page.

    Args:
        own: URLs of the site that the document comes from.

    Returns:
        None for an item that is its own article: where nothing else is named, several pages are,
        or both or none of the two are the site's own.
    """
    others = [link for link in links if link.rel in {"external", "related"} and _is_page(link)]
    if len({link.href for link in others}) != 1:
        return None
    page = choose([link for link in links if link.rel == "alternate"], base)
    other = absolute(others[0].href, base)
    if page is None or other is None or registrable_domain(page) == registrable_domain(other):
        return None
    if others[0].rel == "external":
        return other, page
    sites = {registrable_domain(url) for url in own}
    if (registrable_domain(page) in sites) == (registrable_domain(other) in sites):
        return None
    return (other, page) if registrable_domain(page) in sites else (page, other)


def _is_page(link: RawLink) -> bool:
    return link.media_type in _PAGES


def reddit_target(url: str | None, markup: str) -> str | None:
    """The article that a Reddit post links to; None where the post is its own article."""
    if not url or not _REDDIT_HOST.match(url) or "[link]" not in markup:
        return None
    found = _REDDIT_LINK.search(markup[-4000:])  # it stands in the last lines
    target = absolute(html.unescape(found[1])) if found else None
    return None if target is None or _REDDIT_HOST.match(target) else target


def unsigned(url: str) -> str:
    """A media URL without the parameters that only sign it."""
    parts = split_url(url) if "?" in url else None
    if parts is None or not parts.query:
        return url
    kept = [pair for pair in parts.query.split("&") if not _SIGNATURE.match(pair)]
    if len(kept) == parts.query.count("&") + 1:
        return url
    return urlunsplit(parts._replace(query="&".join(kept)))
