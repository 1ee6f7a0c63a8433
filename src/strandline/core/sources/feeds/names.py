"""Tags of feeds as short names: `title`, `dc:date`, `media:content`, whatever their prefix.

Publishers write namespaces wrongly (case, a slash too many, an old draft), and some declare none;
so a namespace is known by a telling part of it, and a name is compared in lower case.
"""

from collections.abc import Callable
from functools import lru_cache

#: A telling part of the namespace (lower case) → our prefix; "" is the feed's own vocabulary.
_NAMESPACES: tuple[tuple[str, str], ...] = (
    ("purl.org/dc/terms", "dcterms"),
    ("purl.org/dc/", "dc"),
    ("purl.org/rss/1.0/modules/content", "content"),
    ("purl.org/rss/1.0/modules/slash", "slash"),
    ("purl.org/rss/1.0/modules/", "module"),
    ("itunes.com/dtds", "itunes"),
    ("search.yahoo.com/mrss", "media"),
    ("google.com/schemas/play-podcasts", "googleplay"),
    ("www.w3.org/1999/xhtml", "xhtml"),
    ("www.w3.org/1999/02/22-rdf", "rdf"),
    ("rssnamespace.org/feedburner", "feedburner"),
    ("pheedo.com/namespace", "pheedo"),
    ("wellformedweb.org", "wfw"),
    ("purl.org/syndication/thread", "thr"),
    ("www.georss.org", "geo"),
    ("www.w3.org/2003/01/geo", "geo"),
    ("podcastindex.org", "podcast"),
    ("discourse.org", "discourse"),
    ("prismstandard.org", "prism"),
    ("backend.userland.com/creativecommons", "cc"),
    ("youtube.com/xml/schemas", "yt"),
    ("purl.org/rss/1.0", ""),
    ("my.netscape.com/rdf/simple", ""),
    ("purl.org/net/rss1.1", ""),
    ("backend.userland.com", ""),
    ("blogs.law.harvard.edu", ""),
    ("purl.org/atom/ns", ""),
    ("www.w3.org/2005/atom", ""),
)
#: What a prefix that nobody declared surely means.
_BARE = {name: name for name in ("itunes", "content", "dc", "dcterms", "media", "xhtml")} | {
    "atom": ""
}


@lru_cache(maxsize=4096)
def short_name(tag: str) -> str:
    """`{http://purl.org/dc/elements/1.1/}Date` → `dc:date`; the feed's own names bare."""
    space, _, local = tag[1:].rpartition("}") if tag.startswith("{") else ("", "", tag)
    prefix = _prefix(space.lower()) if space else ""
    if not space and ":" in local:  # a prefix that nobody declared
        head, _, local = local.partition(":")
        prefix = _BARE.get(head.lower(), "other")
    return f"{prefix}:{local.lower()}" if prefix else local.lower()


def _prefix(space: str) -> str:
    return next((prefix for part, prefix in _NAMESPACES if part in space), "other")


#: Tag of an element → short name.
Namer = Callable[[str], str]


def namer(root_tag: str) -> Namer:
    """`short_name` for a document: a namespace of its root that nobody knows is the feed's own."""
    space = root_tag[1:].rpartition("}")[0] if root_tag.startswith("{") else ""
    if not space or _prefix(space.lower()) != "other":
        return short_name
    own = "{" + space + "}"
    return lambda tag: short_name(tag.removeprefix(own))
