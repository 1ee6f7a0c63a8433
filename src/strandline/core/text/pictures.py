"""Does a page show something instead of words: a photo of the day, a comic, a chart, a film?"""

from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote, urlsplit

#: Where a page's own things stand; what is around them belongs to the site.
_MAIN, _AROUND = ("article", "main", "figure"), ("header", "nav", "footer", "aside", "form")
_PLAYERS = ("video", "audio", "canvas", "object", "embed")
#: Pictures no larger than this are icons, counters and faces, in pixels.
_ICON = 120


def shows_something(root: Any, own_picture: str | None) -> bool:
    """True for a film or a sound, a picture in the main part, or the picture that the page names as
    its own (`og:image`) anywhere but in the site's frame.
    """
    parts = [part for name in _MAIN for part in root.iter(name)]
    if any(next(part.iter(name), None) is not None for part in parts for name in _PLAYERS):
        return True
    if next(root.iter("video", "audio"), None) is not None:
        return True
    if any(frame.get("allowfullscreen") is not None for frame in root.iter("iframe")):
        return True
    own = _name(own_picture or "")
    return any(
        _is_main(picture) or (own and own == _name(_source(picture)))
        for picture in root.iter("img")
        if not _is_icon(picture) and not _is_around(picture)
    )


def _is_icon(picture: Any) -> bool:
    sizes = [_pixels(picture.get(name)) for name in ("width", "height")]
    return any(size is not None and size <= _ICON for size in sizes) or not _name(_source(picture))


def _pixels(value: str | None) -> int | None:
    digits = (value or "").strip().removesuffix("px")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 7 else None


def _is_main(picture: Any) -> bool:
    return any(parent.tag in _MAIN for parent in picture.iterancestors())


def _is_around(picture: Any) -> bool:
    return any(parent.tag in _AROUND for parent in picture.iterancestors())


def _source(picture: Any) -> str:
    return next((source for source in _sources(picture) if not source.startswith("data:")), "")


def _sources(picture: Any) -> Iterator[str]:
    """Where the picture is, as pages write it that load pictures late, too."""
    for name in ("src", "data-src", "data-original", "data-lazy-src"):
        yield from filter(None, [(picture.get(name) or "").strip()])


def _name(url: str) -> str:
    """The file's name without its size: `chart-1200x630.png` and `chart.png` are one picture."""
    try:
        stem = unquote(urlsplit(url).path).rpartition("/")[2].rpartition(".")[0]
    except ValueError:
        return ""
    head, _, size = stem.rpartition("-")
    return (head if head and size.replace("x", "").isdigit() else stem).removesuffix("_2x").lower()
