"""The way through a feed's tree: what it says of itself, and where its items stand."""

from collections.abc import Iterator
from urllib.parse import urljoin

from strandline.core.sources.feeds.fields import read_item
from strandline.core.sources.feeds.hrefs import absolute, site_base
from strandline.core.sources.feeds.inner import text_of
from strandline.core.sources.feeds.names import Namer, namer
from strandline.core.sources.feeds.people import person_of
from strandline.core.sources.feeds.pictures import icon_of
from strandline.core.sources.feeds.raw import MOST_ITEMS, RawFeed
from strandline.core.sources.feeds.texts import fold, html_to_title
from strandline.core.sources.feeds.trees import Element

_XML = "{http://www.w3.org/XML/1998/namespace}"
XML_BASE, XML_LANG = _XML + "base", _XML + "lang"
_ITEMS = frozenset({"item", "entry"})
#: What a feed says of how often it changes, by the names that `rhythm` knows.
_RHYTHM = {name: name for name in ("ttl", "skiphours", "skipdays")} | {
    f"module:{name}": name for name in ("updateperiod", "updatefrequency")
}
#: What a feed says of itself stands among its first elements.
_FEW = 50
#: Elements that hold items; RSS 1.1 wraps them once more, proxies wrap the whole feed.
_HOLDERS = frozenset({"channel", "items", "rss", "feed"})


def read_xml(root: Element, base: str) -> RawFeed:
    """The feed in a tree whose root is one of `trees.ROOTS`.

    Args:
        root: Root of the document.
        base: Absolute URL of the document; empty where it is not known.
    """
    name_of = namer(root.tag)
    feed = RawFeed()
    site = _site(root, name_of)
    feed.home = absolute(site, base) or ""
    base = site_base(site, base)
    is_atom = name_of(root.tag) == "feed"
    for node, node_base in _items(root, base, name_of, feed):
        if len(feed.items) >= MOST_ITEMS:
            feed.has_more = True
            break
        feed.items.append(read_item(node, node_base, name_of, is_atom=is_atom))
    return feed


def _site(root: Element, name_of: Namer) -> str:
    """The page that a feed says it is of: the link of its channel, which precedes the items."""
    channels = [node for node in root[:_FEW] if name_of(str(node.tag)) == "channel"]
    for holder in (root, *channels):
        for node in holder[:_FEW]:
            if not isinstance(node.tag, str) or name_of(node.tag) != "link":
                continue
            if node.get("rel", "alternate") == "alternate":
                return node.get("href") or text_of(node).strip()
    return ""


def _items(
    node: Element, base: str, name_of: Namer, feed: RawFeed
) -> Iterator[tuple[Element, str]]:
    """Items with the base of their links, in document order; fills in the feed's own fields.

    RSS 1.0 and 0.90 put items beside the channel, CDF puts items into items.
    """
    pending = [(node, based(node, base))]
    feed.language = feed.language or node.get(XML_LANG)
    while pending:
        parent, parent_base = pending.pop()
        inner = []
        for child in parent:
            if not isinstance(child.tag, str):
                continue
            name = name_of(child.tag)
            if name in _ITEMS:
                yield child, based(child, parent_base)
            elif name in _HOLDERS:
                inner.append((child, based(child, parent_base)))
            else:
                _about(child, name, feed)
                feed.icon = feed.icon or icon_of(child, name, name_of)
        pending.extend(reversed(inner))


def _about(node: Element, name: str, feed: RawFeed) -> None:
    """A field of the feed itself; the first one of each kind counts."""
    if name.startswith("itunes:"):
        feed.has_itunes = True
        if name == "itunes:new-feed-url" and not feed.new_url:
            feed.new_url = text_of(node).strip()
    elif name == "title" and not feed.title:
        feed.title = html_to_title(text_of(node))
    elif name in {"language", "dc:language"} and not feed.language:
        feed.language = fold(text_of(node)) or None
    elif name in _RHYTHM:
        feed.rhythm.setdefault(_RHYTHM[name], " ".join(map(str.strip, node.itertext())))
    elif name == "author":
        feed.author = feed.author or person_of(node)


def based(node: Element, base: str) -> str:
    """The base after the element's `xml:base`, which may be relative to the one outside."""
    own: str | None = node.get(XML_BASE)
    if not own:
        return base
    try:
        return urljoin(base, own.strip())
    except ValueError:
        return base
