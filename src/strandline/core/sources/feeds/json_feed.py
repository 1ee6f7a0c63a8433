"""JSON Feed (versions 1 and 1.1) to raw items; https://www.jsonfeed.org/version/1.1/."""

from typing import Any

from strandline.core.sources.feeds.hrefs import absolute, site_base
from strandline.core.sources.feeds.json_salvage import load
from strandline.core.sources.feeds.links import RawLink
from strandline.core.sources.feeds.pictures import RawPicture
from strandline.core.sources.feeds.raw import MOST_ITEMS, RawFeed, RawItem
from strandline.core.sources.feeds.texts import scrub, text_to_html, text_to_title
from strandline.core.text.languages import language_tag
from strandline.model.entries import Enclosure


def read_json(data: bytes, base: str) -> RawFeed | None:
    """The items of a JSON Feed; None where the document is no JSON Feed.

    Raises:
        ValueError: Neither JSON nor nearly JSON, or nested too deep.
    """
    found = load(data.decode("utf-8", "replace"))
    document = found.document
    if not isinstance(document, dict) or not isinstance(document.get("items"), list):
        return None
    if not _text(document, "version") and not _text(document, "title"):
        return None
    feed = RawFeed(
        title=text_to_title(_text(document, "title")),
        language=language_tag(_text(document, "language")),
        self_url=_text(document, "feed_url"),
        is_malformed=found.is_malformed,
        is_cut=found.is_cut,
    )
    feed.home = absolute(_text(document, "home_page_url"), base) or ""
    feed.icon = _text(document, "icon") or _text(document, "favicon")
    base = site_base(_text(document, "home_page_url"), base)
    feed.has_more = len(document["items"]) > MOST_ITEMS
    for item in document["items"][:MOST_ITEMS]:
        if isinstance(item, dict):
            feed.items.append(_item(item, base, _author(document)))
    return feed


def _item(item: dict[str, Any], base: str, feed_author: str) -> RawItem:
    """One item. The spec wants string ids; numbers are taken as their digits."""
    guid = item.get("id")
    shown = _text(item, "content_html")
    plain = _text(item, "content_text")
    raw = RawItem(
        base=base,
        guid=scrub(str(guid)) if isinstance(guid, str | int | float) and guid != "" else None,
        title=text_to_title(_text(item, "title")),
        author=_author(item) or feed_author,
        summary=text_to_html(_text(item, "summary")),
        content=shown or text_to_html(plain),
        language=language_tag(_text(item, "language")),
    )
    for key, rel in (("url", "alternate"), ("external_url", "external")):
        if _text(item, key):
            raw.links.append(RawLink(_text(item, key), rel))
    for key, kind in (("date_published", "published"), ("date_modified", "updated")):
        when = item.get(key)
        if isinstance(when, int | float):  # seconds or milliseconds, as programs count
            raw.dates[kind] = str(when)
        elif _text(item, key):
            raw.dates[kind] = _text(item, key)
    for rank, key in enumerate(("image", "banner_image")):
        if _text(item, key):
            raw.pictures.append(RawPicture(_text(item, key), rank))
    raw.enclosures = list(_attachments(item, base))
    return raw


def _attachments(item: dict[str, Any], base: str) -> list[Enclosure]:
    found = []
    for one in _list(item, "attachments"):
        url = absolute(_text(one, "url"), base) if isinstance(one, dict) else None
        if url:
            size = one.get("size_in_bytes")
            whole = int(size) if isinstance(size, int) and 0 <= size < 2**63 else None
            found.append(Enclosure(url, _text(one, "mime_type") or None, whole))
    return found


def _author(node: dict[str, Any]) -> str:
    """Names of `authors` (1.1), else of `author` (1.0); bare names are taken as names."""
    people = [*_list(node, "authors"), node.get("author")]
    names = [
        _text(one, "name") if isinstance(one, dict) else scrub(one)
        for one in people
        if isinstance(one, dict | str)
    ]
    return ", ".join(dict.fromkeys(name for name in names if name))


def _text(node: dict[str, Any], key: str) -> str:
    value = node.get(key)
    return scrub(value) if isinstance(value, str) else ""


def _list(node: dict[str, Any], key: str) -> list[Any]:
    value = node.get(key)
    return value if isinstance(value, list) else []
