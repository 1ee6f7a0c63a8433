"""What else a page says of itself: its OpenGraph properties, and which film or sound it names."""

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
_ADDRESSED = frozenset(
    f"{name}{part}" for name in ("og:video", "og:audio") for part in ("", ":url", ":secure_url")
)
_MEDIA_TYPES = frozenset({"videoobject", "audioobject", "clip", "movieclip"})
_STREAM = re.compile(r"\.(?:m3u8|mpd)(?:$|[?#])", re.IGNORECASE)
_FILE = re.compile(
    r"\.(?:mp4|m4v|webm|mov|mkv|ogv|mp3|m4a|ogg|oga|opus|flac|wav)(?:$|[?#])", re.IGNORECASE
)
_MAX_PROPERTIES, _MAX_VALUE = 200, 2_000
#: Addresses of films and sounds that are kept; a page that links more files is a list of them.
_MOST_ADDRESSES, _MOST_FILES = 10, 3


@dataclass(frozen=True, slots=True)
class PageHints:
    """What a page says besides its text.

    Attributes:
        properties: Name and value in the order of the page; names may repeat.
        has_media: True where there is film or sound to look for.
        media: Where it may be, as written: streams first. A page may name a film without.
    """

    properties: tuple[tuple[str, str], ...] = ()
    has_media: bool = False
    media: tuple[str, ...] = ()


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
    media = _addresses(root, properties)
    return PageHints(properties, bool(media) or _has_media(root, properties), media)


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
    return any(_MEDIA_TYPES.intersection(types_of(node)) for node in read_json_ld(root))


def _addresses(root: Any, properties: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Streams, players' sources, what properties and structured data name, linked files."""
    linked = [element.get("href") or "" for element in root.iter("a", "link")]
    files = [url for url in linked if _FILE.search(url)]
    players = [
        part.get("src") or ""
        for player in root.iter("video", "audio")
        for part in (player, *player.iter("source"))
    ]
    named = [value for name, value in properties if name in _ADDRESSED]
    contents = [
        node.get("contentUrl")
        for node in read_json_ld(root)
        if _MEDIA_TYPES.intersection(types_of(node))
    ]
    found = [
        *(url for url in linked if _STREAM.search(url)),
        *players,
        *(url for url in named if _FILE.search(url) or _STREAM.search(url)),
        *(url for url in contents if isinstance(url, str)),
        *(files if len(files) <= _MOST_FILES else ()),
    ]
    kept = (url.strip() for url in found if not url.startswith(("blob:", "data:")))
    return tuple(dict.fromkeys(url[:_MAX_VALUE] for url in kept if url))[:_MOST_ADDRESSES]


def _has_source(element: Any) -> bool:
    """A player that a script fills later has a source too: `data-src` and the like."""
    own = [element, *element.iter("source")]
    return any("src" in name for part in own for name in part.attrib)
