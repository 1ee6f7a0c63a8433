"""The feeds that a page names in its head, best first: which of them is the page's own.

A page names its main feed, the feed of its comments, those of a category or a language, and other
hosts' (counters, podcasts). Only what can be fetched is a feed: scripts and data are passed over.
Reading is by patterns, linear in the first bytes, since a page that names feeds may be anything.
"""

import html
import re
from dataclasses import dataclass

from strandline.core.sources.feeds.hrefs import absolute, web_address
from strandline.core.sources.feeds.texts import html_to_title
from strandline.core.urls.domains import registrable_domain
from strandline.core.urls.pieces import split_url

#: How much of a page is looked at (bytes), and how many feeds it may name.
LOOKED_AT, MOST_FEEDS = 262_144, 100
#: A title is cut here (characters).
_LONGEST_TITLE = 120
_TYPES = frozenset(
    {"application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml"}
    | {"application/x-rss+xml", "application/rss", "application/atom", "text/rss+xml"}
    | {"text/atom+xml"}
)
#: Types of feeds and of much else: the address or the title must say that it is one.
_VAGUE_TYPES = frozenset({"", "text/xml", "application/xml", "application/json"})
_SAYS_FEED = re.compile(r"rss|atom|feed|rdf", re.IGNORECASE)
_LINK = re.compile(r"<link\b[^<>]{0,2000}>", re.IGNORECASE)
_BASE = re.compile(r"<base\b[^<>]{0,500}>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"([a-z-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'<>]+))", re.IGNORECASE)
_COMMENTS = re.compile(
    r"comment|kommentar|coment[aá]ri|r[eé]actions|комментар|评论|評論|留言|コメント", re.IGNORECASE
)
_PART = re.compile(r"/(?:categor(?:y|ies)|tags?|topics?|authors?|sections?|search)/", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NamedFeed:
    """A feed that a page names; its title is plain text, or empty."""

    url: str
    title: str = ""
    is_comments: bool = False
    is_elsewhere: bool = False


def named_feeds(body: bytes, page_url: str) -> tuple[NamedFeed, ...]:
    """The feeds that a page names, best first.

    First its own ones, then those of parts of the site that the page is not in, then other hosts',
    last those of comments; as the page has them where nothing tells them apart.

    Args:
        body: The page.
        page_url: Where it came from, absolute; empty where that is not known.
    """
    text = body[:LOOKED_AT].decode("utf-8", "replace")
    base = _BASE.search(text)
    stands_on = absolute(_attributes(base[0]).get("href", ""), page_url) if base else None
    found: dict[str, NamedFeed] = {}
    for match in _LINK.finditer(text):
        feed = _feed(_attributes(match[0]), stands_on or page_url, page_url)
        if feed is not None and len(found) < MOST_FEEDS:
            found.setdefault(feed.url, feed)
    return tuple(sorted(found.values(), key=lambda feed: _rank(feed, page_url)))


def proposed_feed(body: bytes, page_url: str) -> str | None:
    """The best of them, unless it is for comments."""
    return next((one.url for one in named_feeds(body, page_url) if not one.is_comments), None)


def _attributes(tag: str) -> dict[str, str]:
    return {
        match[1].lower(): html.unescape(match[2] or match[3] or match[4] or "")
        for match in _ATTRIBUTE.finditer(tag)
    }


def _feed(link: dict[str, str], base: str, page_url: str) -> NamedFeed | None:
    """The feed that a `<link>` names, or None."""
    rels = link.get("rel", "").lower().split()
    kind = link.get("type", "").partition(";")[0].strip().lower()
    href, title = link.get("href", ""), html_to_title(link.get("title", ""))[:_LONGEST_TITLE]
    says = bool(_SAYS_FEED.search(f"{href} {title}"))
    if not ("feed" in rels or ("alternate" in rels and not link.get("hreflang"))):
        return None
    if kind not in _TYPES and not (kind in _VAGUE_TYPES and says and "stylesheet" not in rels):
        return None
    if href[:5].lower() == "feed:":
        href = web_address(href)
    url = absolute(href, base)
    if url is None:
        return None
    return NamedFeed(
        url,
        title,
        is_comments=bool(_COMMENTS.search(f"{title} {href}")),
        is_elsewhere=registrable_domain(url) != registrable_domain(page_url),
    )


def _rank(feed: NamedFeed, page_url: str) -> tuple[bool, bool, bool, bool]:
    """Lower is better."""
    page, path = _path(page_url), _path(feed.url)
    is_below = page not in ("", "/") and path.startswith(page.rstrip("/") + "/")
    is_part = bool(_PART.search(path)) and not is_below
    return feed.is_comments, feed.is_elsewhere, not is_below, is_part


def _path(url: str) -> str:
    parts = split_url(url)
    return parts.path if parts else ""
