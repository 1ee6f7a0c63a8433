"""The picture that stands for an item, and the icon of a feed: which of those that are named."""

import re
from dataclasses import dataclass

from strandline.core.sources.feeds.hrefs import absolute
from strandline.core.sources.feeds.inner import attribute, text_of
from strandline.core.sources.feeds.names import Namer
from strandline.core.sources.feeds.texts import fold
from strandline.core.sources.feeds.trees import Element
from strandline.model.entries import Enclosure, Illustration

#: What is no wider than this is an icon, a face or a counter, pixels.
SMALLEST = 64
#: More pictures of one item are not looked at, and no more of its markup (characters).
MOST_PICTURES, MARKUP = 20, 20_000
_LONGEST_ALT = 300
_ENDINGS = (".jpg", ".jpeg", ".png", ".gif", ".webp")
_IMG = re.compile(r"<img\b[^>]{0,2000}>", re.IGNORECASE)
_ATTRIBUTE = re.compile(
    r"""\b(src|alt|width|height)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))""", re.I
)


@dataclass(frozen=True, slots=True)
class RawPicture:
    """A picture as an item names it.

    Attributes:
        rank: How surely it is the item's own; the smaller, the surer.
        width: Pixels; 0 where it is not said.
    """

    href: str
    rank: int
    width: int = 0
    alt: str = ""


def media_picture(element: Element, name_of: Namer) -> RawPicture | None:
    """A `media:content` that is a picture, a `media:thumbnail`, an `itunes:image`."""
    name = name_of(str(element.tag))
    href = attribute(element, "url") or attribute(element, "href") or ""
    if name == "media:content":
        kind = (element.get("type") or element.get("medium") or "").strip().lower()
        if not kind.startswith("image") and not (not kind and _is_named_picture(href)):
            return None
    width = _pixels(element.get("width"))
    if not href or (width and width <= SMALLEST):
        return None
    said = [
        fold(text_of(child))
        for child in element
        if isinstance(child.tag, str) and name_of(child.tag) in ("media:description", "media:title")
    ]
    rank = {"media:content": 0, "media:thumbnail": 1}.get(name, 3)
    return RawPicture(href, rank, width, next(filter(None, said), ""))


def choose_picture(
    named: list[RawPicture], enclosures: list[Enclosure], markup: str, base: str
) -> Illustration | None:
    """The picture of an item: as it names one, else one that is enclosed, else the first that its
    text shows.
    """
    for one in sorted(named, key=lambda one: (one.rank, -one.width)):
        url = absolute(one.href, base)
        if url:
            return Illustration(url, one.alt[:_LONGEST_ALT])
    for file in enclosures:
        kind = file.media_type or ""
        if kind.startswith("image/") or (not kind and _is_named_picture(file.url)):
            return Illustration(file.url)
    return _shown(markup[:MARKUP], base)


def _shown(markup: str, base: str) -> Illustration | None:
    if "<img" not in markup and "<IMG" not in markup:
        return None
    for found in list(_IMG.finditer(markup))[:MOST_PICTURES]:
        said = {name.lower(): a or b or c for name, a, b, c in _ATTRIBUTE.findall(found[0])}
        sizes = [_pixels(said.get(side)) for side in ("width", "height")]
        url = absolute(said.get("src", "").replace("&amp;", "&"), base)
        if url and not any(size and size <= SMALLEST for size in sizes):
            return Illustration(url, fold(said.get("alt", ""))[:_LONGEST_ALT])
    return None


def icon_of(node: Element, name: str, name_of: Namer) -> str:
    """The address in an element of a feed that names its picture; empty where it names none."""
    if name in {"icon", "logo", "webfeeds:icon"}:
        return text_of(node).strip()
    if name == "itunes:image":
        return attribute(node, "href") or ""
    if name == "image":
        urls = [
            text_of(child).strip()
            for child in node
            if isinstance(child.tag, str) and name_of(child.tag) == "url"
        ]
        return next(iter(urls), "")
    return ""


def icon_address(named: str, home: str, base: str) -> str:
    """Where the icon of a source is: as its feed says, else where sites keep one by custom."""
    return absolute(named, home or base) or (absolute("/favicon.ico", home) if home else "") or ""


def _is_named_picture(url: str) -> bool:
    return url.partition("?")[0].lower().endswith(_ENDINGS)


def _pixels(text: str | None) -> int:
    digits = (text or "").strip().removesuffix("px")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 6 else 0
