"""What else a page says of itself: its OpenGraph properties, and whether it has film or sound."""

import re
from dataclasses import dataclass
from typing import Any

from strandline.core.text.charset import decode_page
from strandline.core.text.json_ld import read_json_ld, types_of
from strandline.core.text.markup import read_markup
from strandline.core.text.metadata import fold

#: Families of properties that are kept (ogp.me and its users).
_FAMILIES = ("og:", "article:", "twitter:", "video:", "music:", "profile:", "book:", "fb:")
#: Properties that name a film or a sound.
_MEDIA_PROPERTIES = ("og:video", "og:audio", "twitter:player")
_MEDIA_TYPES = frozenset({"videoobject", "audioobject", "clip", "movieclip"})
_STREAM = re.compile(r"\.(?:m3u8|mpd)(?:$|[?#])", re.IGNORECASE)
_MAX_PROPERTIES, _MAX_VALUE = 200, 2_000


@dataclass(frozen=True, slots=True)
class PageHints:
    """What a page says besides its text.

    Attributes:
        properties: Name and value in the order of the page; names may repeat.
        has_media: True where there is film or sound to look for.
    """

    properties: tuple[tuple[str, str], ...] = ()
    has_media: bool = False


def read_hints(body: bytes, content_type: str = "") -> PageHints:
    """Read a page's hints; a page that cannot be read has none.

    Args:
        body: Decompressed bytes.
        content_type: The answer's header.
    """
    root = read_markup(decode_page(body, content_type))
    if root is None:
        return PageHints()
    properties = _properties(root)
    return PageHints(properties, _has_media(root, properties))


def _properties(root: Any) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    for element in root.iter("meta"):
        name = fold(element.get("property") or element.get("name")).lower()
        value = fold(element.get("content"))[:_MAX_VALUE]
        if name.startswith(_FAMILIES) and value and len(found) < _MAX_PROPERTIES:
            found.append((name[:100], value))
    return tuple(found)


def _has_media(root: Any, properties: tuple[tuple[str, str], ...]) -> bool:
    if any(name.startswith(_MEDIA_PROPERTIES) for name, _ in properties):
        return True
    if any(_has_source(element) for element in root.iter("video", "audio")):
        return True
    if any(_STREAM.search(element.get("href") or "") for element in root.iter("a", "link")):
        return True
    return any(_MEDIA_TYPES.intersection(types_of(node)) for node in read_json_ld(root))


def _has_source(element: Any) -> bool:
    """A player that a script fills later has a source too: `data-src` and the like."""
    own = [element, *element.iter("source")]
    return any("src" in name for part in own for name in part.attrib)
