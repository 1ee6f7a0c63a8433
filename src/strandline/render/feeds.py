"""RSS 2.0, Atom 1.0 and JSON Feed 1.1 of digests and of recent articles.

One document in, three formats out. Texts come from outside: they are cleaned of what XML 1.0
cannot hold and escaped by the writer, never put together by hand.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import format_datetime
from types import MappingProxyType
from typing import Any
from xml.etree import ElementTree as ET

from strandline.model.pictures import ShownPicture
from strandline.render.html import clean
from strandline.render.links import safe_href
from strandline.render.times import machine_time

_ATOM = "http://www.w3.org/2005/Atom"
_DC = "http://purl.org/dc/elements/1.1/"
_MEDIA = "http://search.yahoo.com/mrss/"
_TEXT = 2_000


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One item of a feed.

    Attributes:
        entry_id: Stable and unique; not necessarily an address.
        url: Address of the article; entries without one have no link.
        content_html: HTML made by us, all outside text in it escaped.
        source_name: Who published it.
        picture: Under an absolute address of ours.
    """

    entry_id: str
    title: str
    url: str
    updated: datetime
    published: datetime | None = None
    summary: str = ""
    content_html: str = ""
    source_name: str = ""
    categories: tuple[str, ...] = ()
    language: str | None = None
    picture: ShownPicture | None = None


@dataclass(frozen=True, slots=True)
class FeedDocument:
    """A feed before it has a format.

    Attributes:
        feed_id: Stable id of the feed; its own address where it has one.
        home_url: The page it stands for; may be empty.
        self_url: Its own address; may be empty.
        hub_url: A WebSub hub that is told when it changes; may be empty.
    """

    feed_id: str
    title: str
    about: str
    language: str
    updated: datetime
    home_url: str = ""
    self_url: str = ""
    hub_url: str = ""
    entries: tuple[FeedEntry, ...] = field(default=())


_RSS = {"version": "2.0", "xmlns:atom": _ATOM, "xmlns:dc": _DC, "xmlns:media": _MEDIA}


def rss(feed: FeedDocument) -> bytes:
    """RSS 2.0. `link` is required there: without an address of our own it names the feed's id."""
    root = ET.Element("rss", _RSS)
    channel = ET.SubElement(root, "channel")
    _texts(
        channel,
        title=feed.title,
        link=safe_href(feed.home_url) or feed.feed_id,
        description=feed.about,
        language=feed.language,
        lastBuildDate=_rfc822(feed.updated),
        generator="Strandline",
    )
    if safe_href(feed.self_url):
        attributes = {"href": feed.self_url, "rel": "self", "type": "application/rss+xml"}
        ET.SubElement(channel, "atom:link", attributes)
    if safe_href(feed.hub_url):
        ET.SubElement(channel, "atom:link", {"href": feed.hub_url, "rel": "hub"})
    for entry in feed.entries:
        _rss_item(ET.SubElement(channel, "item"), entry)
    return _document(root)


def _rss_item(item: ET.Element, entry: FeedEntry) -> None:
    _texts(item, title=entry.title, link=safe_href(entry.url) or "")
    ET.SubElement(item, "guid", {"isPermaLink": "false"}).text = clean(entry.entry_id)
    if entry.published:
        ET.SubElement(item, "pubDate").text = _rfc822(entry.published)
    _texts(item, **{"dc:creator": entry.source_name})
    for name in entry.categories:
        _texts(item, category=name)
    body = entry.content_html or _escaped(entry.summary)
    if body:
        ET.SubElement(item, "description").text = body
    _thumbnail(item, entry.picture)


def atom(feed: FeedDocument) -> bytes:
    """Atom 1.0 (RFC 4287)."""
    root = ET.Element("feed", {"xmlns": _ATOM, "xmlns:media": _MEDIA, "xml:lang": feed.language})
    _texts(root, id=feed.feed_id, title=feed.title, subtitle=feed.about)
    ET.SubElement(root, "updated").text = machine_time(feed.updated)
    links = ((feed.home_url, "alternate"), (feed.self_url, "self"), (feed.hub_url, "hub"))
    for href, relation in links:
        if safe_href(href):
            ET.SubElement(root, "link", {"rel": relation, "href": href})
    _texts(root, generator="Strandline")
    author = ET.SubElement(root, "author")
    _texts(author, name="Strandline")
    for entry in feed.entries:
        _atom_entry(ET.SubElement(root, "entry"), entry, feed.language)
    return _document(root)


def _atom_entry(node: ET.Element, entry: FeedEntry, language: str) -> None:
    if entry.language and entry.language != language:
        node.set("xml:lang", clean(entry.language, 20))
    _texts(node, id=entry.entry_id, title=entry.title or entry.url or entry.entry_id)
    if safe_href(entry.url):
        ET.SubElement(node, "link", {"rel": "alternate", "href": entry.url})
    ET.SubElement(node, "updated").text = machine_time(entry.updated)
    if entry.published:
        ET.SubElement(node, "published").text = machine_time(entry.published)
    if entry.source_name:
        _texts(ET.SubElement(node, "author"), name=entry.source_name)
    for name in entry.categories:
        ET.SubElement(node, "category", {"term": clean(name, 80)})
    _texts(node, summary=entry.summary)
    if entry.content_html:
        ET.SubElement(node, "content", {"type": "html"}).text = entry.content_html
    _thumbnail(node, entry.picture)


def json_feed(feed: FeedDocument) -> bytes:
    """JSON Feed 1.1."""
    value = _present(
        version="https://jsonfeed.org/version/1.1",
        title=clean(feed.title, _TEXT),
        home_page_url=safe_href(feed.home_url),
        feed_url=safe_href(feed.self_url),
        description=clean(feed.about, _TEXT),
        language=feed.language,
        hubs=[{"type": "WebSub", "url": feed.hub_url}] if safe_href(feed.hub_url) else [],
    )
    value["items"] = [_json_item(entry) for entry in feed.entries]
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "replace")


def _json_item(entry: FeedEntry) -> dict[str, Any]:
    """`content_text` or `content_html` is required: an entry without either says its title."""
    value = _present(
        id=clean(entry.entry_id),
        url=safe_href(entry.url),
        title=clean(entry.title, _TEXT),
        content_html=entry.content_html,
        summary=clean(entry.summary, _TEXT),
        date_published=machine_time(entry.published),
        date_modified=machine_time(entry.updated),
        language=entry.language,
        image=entry.picture.href if entry.picture else "",
    )
    if not entry.content_html:
        value["content_text"] = clean(entry.summary or entry.title, _TEXT)
    if entry.source_name:
        value["authors"] = [{"name": clean(entry.source_name, 80)}]
    if entry.categories:
        value["tags"] = [clean(name, 80) for name in entry.categories]
    return value


#: Format → (writer, media type). The names are those of `digest show --format`.
FEED_FORMATS: Mapping[str, tuple[Callable[[FeedDocument], bytes], str]] = MappingProxyType(
    {
        "rss": (rss, "application/rss+xml; charset=utf-8"),
        "atom": (atom, "application/atom+xml; charset=utf-8"),
        "jsonfeed": (json_feed, "application/feed+json; charset=utf-8"),
    }
)


def newest(moments: Sequence[datetime | None], otherwise: datetime) -> datetime:
    """The latest of the times that are there."""
    return max((moment for moment in moments if moment), default=otherwise)


def _thumbnail(parent: ET.Element, picture: ShownPicture | None) -> None:
    """Media RSS, which readers of RSS and of Atom know."""
    if picture is not None:
        size = {"width": str(picture.width), "height": str(picture.height)}
        ET.SubElement(parent, "media:thumbnail", {"url": picture.href} | size)


def _texts(parent: ET.Element, /, **texts: str) -> None:
    """A child for each text that is not empty."""
    for name, text in texts.items():
        cleaned = clean(text, _TEXT)
        if cleaned:
            ET.SubElement(parent, name).text = cleaned


def _present(**values: object) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value}


def _escaped(text: str) -> str:
    """Plain text as HTML: `description` is read as HTML."""
    from markupsafe import escape

    return str(escape(clean(text, _TEXT)))


def _rfc822(moment: datetime) -> str:
    """RFC 822 as RSS wants it. The year 0 of a bad clock cannot come up: times are datetimes."""
    return format_datetime(moment.astimezone(UTC), usegmt=True)


def _document(root: ET.Element) -> bytes:
    ET.indent(root)
    body = ET.tostring(root, encoding="unicode").encode("utf-8", "replace")
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + body + b"\n"
