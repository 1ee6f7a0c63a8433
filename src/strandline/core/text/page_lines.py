"""What a visitor sees on a page, block by block, without its furniture.

Only for pages with few words of their own, whose meaning hangs on each line. Navigation, footers,
forms for searching, what is hidden and what is shown without scripts are left out; banners that ask
for consent are told apart by the names that their vendors give them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

#: Characters of a line, and lines of a page, that are kept.
_LONGEST, _MOST = 2_000, 400
_BLOCKS = frozenset(
    "address article aside blockquote body br button center dd details dialog div dl dt fieldset "  # noqa: SIM905
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html label li main nav ol p pre "
    "section summary table tbody td th title tr ul".split()
)
_UNSEEN = frozenset(
    "head script style template noscript svg select option textarea nav footer "  # noqa: SIM905
    "iframe object".split()
)
_HEADINGS = frozenset({"h1", "h2"})
_BUTTONS = frozenset({"button", "a", "input"})
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_AWAY_ROLES = frozenset({"navigation", "contentinfo", "search"})
#: How vendors and sites name what asks for consent.
_BANNER = re.compile(
    r"onetrust|didomi|qc-cmp|sp_message|axeptio|cybotcookiebot|usercentrics|iubenda|truste|cmplz|"
    r"cookiefirst|\bcky-|klaro|tarteaucitron|osano|termly|borlabs|cc-window|fc-consent|cmpbox|"
    r"(?:cookie|consent|gdpr|privacy|cmp)s?[-_]?(?:banner|notice|law|wall|popup|pop-up|bar|overlay|"
    r"modal|manager|dialog|container|message|layer|root|consent)|cookieconsent|cookielaw",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Line:
    """A block of text.

    Attributes:
        own: Its text outside of links.
        is_heading: A heading of the first or second rank.
        is_banner: Part of what asks for consent.
    """

    text: str
    own: str
    is_heading: bool = False
    is_banner: bool = False


@dataclass(frozen=True, slots=True)
class PageLines:
    """The lines of a page in its order.

    Attributes:
        buttons: What stands on buttons and on links that look like some.
        has_media: It shows a film, a sound, or a picture in its main part.
    """

    lines: tuple[Line, ...] = ()
    buttons: tuple[str, ...] = ()
    has_media: bool = False


def read_lines(root: Any) -> PageLines:
    """The lines of a tree; walks without recursion."""
    from lxml import etree

    walk = _Walk()
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if not isinstance(element.tag, str):
            continue
        if event == "start":
            walk.open(element)
        else:
            walk.close(element)
    walk.flush()
    return PageLines(tuple(walk.lines[:_MOST]), tuple(_labels(root)), _shows_media(root))


class _Walk:
    """The line that is being read, and what the open elements make of it."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._text: list[str] = []
        self._own: list[str] = []
        self._unseen: list[Any] = []
        self._links: list[Any] = []
        self._headings: list[Any] = []
        self._banners: list[Any] = []

    def open(self, element: Any) -> None:
        if element.tag in _BLOCKS:
            self.flush()
        if _is_unseen(element):
            self._unseen.append(element)
        if element.tag in ("a", "button"):
            self._links.append(element)
        if element.tag in _HEADINGS:
            self._headings.append(element)
        if element.tag not in ("html", "body") and _is_banner(element):
            self._banners.append(element)
        self._write(element.text)

    def close(self, element: Any) -> None:
        if element.tag in _BLOCKS:
            self.flush()
        for opened in (self._unseen, self._links, self._headings, self._banners):
            if opened and opened[-1] is element:
                opened.pop()
        self._write(element.tail)

    def flush(self) -> None:
        """End the line."""
        text = " ".join("".join(self._text).split())[:_LONGEST]
        if text and len(self.lines) < _MOST:
            own = " ".join("".join(self._own).split())[:_LONGEST]
            self.lines.append(Line(text, own, bool(self._headings), bool(self._banners)))
        self._text, self._own = [], []

    def _write(self, text: str | None) -> None:
        if text and not self._unseen:
            self._text.append(text)
            if not self._links:
                self._own.append(text)


def _is_unseen(element: Any) -> bool:
    if element.tag == "template" and element.get("shadowrootmode") is not None:
        return False
    return (
        element.tag in _UNSEEN
        or element.get("hidden") is not None
        or (element.get("role") or "").lower() in _AWAY_ROLES
        or bool(_HIDDEN.search(element.get("style") or ""))
    )


def _is_banner(element: Any) -> bool:
    name = f"{element.get('id') or ''} {element.get('class') or ''}"
    return _BANNER.search(name) is not None


def _labels(root: Any) -> Iterator[str]:
    for element, _ in zip(root.iter(*_BUTTONS), range(_MOST), strict=False):
        label = element.get("value") if element.tag == "input" else element.text_content()
        if label and len(label) <= 200:
            yield " ".join(label.split())


def _shows_media(root: Any) -> bool:
    if next(root.iter("video", "audio"), None) is not None:
        return True
    return any(next(part.iter("img"), None) is not None for part in root.iter("article", "figure"))
