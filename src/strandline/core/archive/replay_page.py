"""A kept page made fit for looking at: nothing in it acts, every address leads into the record.

The policy that the replay is served under is what makes it safe; this makes it whole, and removes
what no policy governs, such as hints to connect somewhere. Elements are dropped by name, attributes
kept by name. What is left out is left out in silence: the original bytes are a download.
"""

import re
from typing import Any

from strandline.core.archive.replay_css import Resolve, rewrite_css
from strandline.core.text.markup import read_markup

#: Elements that go with all that is in them. Some hide markup from one parser and show it to
#: another (`noembed`, `xmp`), and would so carry the rest past us.
_DROPPED = frozenset((
    "script", "object", "applet", "template", "base", "noframes", "noembed", "xmp", "plaintext",
    "foreignobject",
))  # fmt: skip
#: Elements that go alone: they have no content, but our parser, which does not know that, puts all
#: that follows into them.
_UNWRAPPED = frozenset((
    "embed", "portal", "fencedframe", "animate", "animatemotion", "animatetransform", "set",
))  # fmt: skip
_KEPT_ATTRIBUTES = frozenset((
    "class", "id", "title", "lang", "dir", "alt", "width", "height", "colspan", "rowspan",
    "align", "valign", "bgcolor", "color", "face", "size", "border", "cellpadding", "scope",
    "cellspacing", "name", "type", "value", "checked", "disabled", "selected", "multiple",
    "placeholder", "rows", "cols", "start", "reversed", "span", "headers", "summary", "label",
    "datetime", "open", "controls", "loop", "muted", "for", "media", "sizes", "role", "hidden",
    "usemap", "shape", "coords", "clear", "noshade", "nowrap", "hspace", "vspace", "kind",
    "srclang", "default", "wrap", "readonly", "min", "max", "low", "high", "optimum", "text",
))  # fmt: skip
_FREE_ATTRIBUTE = re.compile(r"(?:data|aria)-[a-z0-9_.-]{1,80}")
#: Presentation and geometry of SVG, as HTML parsers write them; values that hold an address are
#: led like style sheets.
_SVG_ATTRIBUTE = re.compile(r"(?!on)[a-z][a-z0-9-]{0,40}")
_NOT_DRAWING = frozenset(("href", "src", "target", "ping", "from", "to", "by", "values"))
_NAME = re.compile(r"[a-z][a-z0-9-]{0,40}")
_DOCTYPE = re.compile(r"<!DOCTYPE html[^<>]{0,200}>", re.IGNORECASE)
_BASE = re.compile(r"<base\b[^<>]*?\bhref\s*=\s*[\"']?([^\"'\s<>]{1,2000})", re.IGNORECASE)
#: Elements → attribute → what its address is for.
_LOADED = {
    "img": {"src": "image"},
    "input": {"src": "image"},
    "source": {"src": "media"},
    "video": {"src": "media", "poster": "image"},
    "audio": {"src": "media"},
    "track": {"src": "media"},
    "iframe": {"src": "frame"},
    "frame": {"src": "frame"},
    "body": {"background": "image"},
    "table": {"background": "image"},
    "td": {"background": "image"},
    "image": {"href": "image", "xlink:href": "image"},
}
_MOST_CANDIDATES = 40
#: Elements of a page that are shown; far more than are read for a page's text.
MAX_ELEMENTS = 200_000


def rewrite_page(text: str, resolve: Resolve, *, has_run: bool) -> str:
    """The page as a document of the replay.

    Args:
        text: Markup in any state.
        resolve: Where an address leads in the replay; `data:` images are kept without asking.
        has_run: The page's scripts have run: what it holds for browsers without scripts is no
            part of what people saw.
    """
    root = read_markup(text, max_elements=MAX_ELEMENTS)
    if root is None:
        return ""
    from lxml import etree

    _Treatment(root, resolve, has_run=has_run).run()
    doctype = _DOCTYPE.search(text[:2_000])  # a page without one looks otherwise
    body = etree.tostring(root, method="html", encoding="unicode", with_tail=False)
    return f"{doctype[0] if doctype else ''}{body}"


def base_of(text: str) -> str | None:
    """The address that a page's own addresses are relative to, where it names one."""
    found = _BASE.search(text[:200_000])
    return found[1] if found else None


class _Treatment:
    """Goes through a page once."""

    def __init__(self, root: Any, resolve: Resolve, *, has_run: bool) -> None:
        self._root, self._resolve, self._has_run = root, resolve, has_run
        self._elements = list(root.iter())
        self._drawn = {part for drawing in root.iter("svg", "math") for part in drawing.iter()}

    def run(self) -> None:
        """Treat every element; those within a dropped one are treated for nothing."""
        for element in self._elements:
            tag = element.tag
            if not isinstance(tag, str) or not _NAME.fullmatch(tag) or tag in _DROPPED:
                _remove(element)
            elif tag in _UNWRAPPED or (tag == "noscript" and not self._has_run):
                element.drop_tag()
            elif tag == "noscript":
                _remove(element)
            else:
                treat = getattr(self, f"_{tag}", None) if tag in _TREATED else None
                (treat or self._clean)(element)

    def _style(self, element: Any) -> None:
        media = element.get("media")
        sheet = rewrite_css(element.text or "", self._resolve)
        if element in self._drawn:  # parsers disagree on what ends a style in a drawing
            _remove(element)
            return
        element.clear(keep_tail=True)
        if media:
            element.set("media", media)
        # No sheet needs a tag; one in it could end the element for another parser.
        element.text = re.sub(r"<(?=[a-z/!?])", r"\\3c ", sheet, flags=re.IGNORECASE)

    def _link(self, element: Any) -> None:
        is_sheet = (element.get("rel") or "").lower().split() == ["stylesheet"]
        led = self._resolve((element.get("href") or "").strip(), "style") if is_sheet else None
        if led is None:
            _remove(element)
            return
        media = element.get("media")
        element.attrib.clear()
        element.set("rel", "stylesheet")
        element.set("href", led)
        if media:
            element.set("media", media)

    def _meta(self, element: Any) -> None:
        content = element.get("content") or ""
        is_viewport = (element.get("name") or "").lower() == "viewport"
        element.attrib.clear()
        if not is_viewport:
            _remove(element)
            return
        element.set("name", "viewport")
        element.set("content", content[:200])

    def _a(self, element: Any) -> None:
        """A link within the page, or to another one of the record; others lead nowhere any more."""
        address = (element.get("href") or "").strip()
        self._clean(element)
        led = address if address.startswith("#") else None
        if address and led is None:
            led = self._resolve(address, "page")
        if led is not None:
            element.set("href", led)
        elif address and not element.get("title"):
            element.set("title", address[:500])

    _area = _a

    def _iframe(self, element: Any) -> None:
        element.text = None
        for child in list(element):
            element.remove(child)
        self._clean(element)
        if element.get("src") is None:
            _remove(element)
        else:
            element.set("sandbox", "")

    def _use(self, element: Any) -> None:
        address = element.get("href") or element.get("xlink:href") or ""
        self._clean(element)
        if address.startswith("#"):
            element.set("href", address)

    def _clean(self, element: Any) -> None:
        """Keep attributes that say how it looks, lead those that load, drop the others."""
        found = [(name, self._attribute(element, name, v)) for name, v in element.attrib.items()]
        element.attrib.clear()
        for name, value in found:
            if value is not None:
                element.set("href" if name == "xlink:href" else name, value)

    def _attribute(self, element: Any, name: str, value: str) -> str | None:
        use = _LOADED.get(element.tag, {}).get(name)
        if use is not None:
            return self._loaded(value.strip(), use)
        if name == "srcset":
            return self._candidates(value)
        if name == "style":
            return rewrite_css(value, self._resolve)
        if name in _KEPT_ATTRIBUTES or _FREE_ATTRIBUTE.fullmatch(name):
            return value
        is_drawing = element in self._drawn and name not in _NOT_DRAWING
        if is_drawing and _SVG_ATTRIBUTE.fullmatch(name):
            return rewrite_css(value, self._resolve) if "(" in value else value
        return None

    def _loaded(self, address: str, use: str) -> str | None:
        if use == "image" and address[:11].lower() == "data:image/":
            return address
        return self._resolve(address, use) if address else None

    def _candidates(self, value: str) -> str | None:
        """A `srcset` with those of its pictures that are in the record."""
        found = []
        for candidate in re.split(r",\s+", value, maxsplit=_MOST_CANDIDATES)[:_MOST_CANDIDATES]:
            address, _, size = candidate.strip().partition(" ")
            is_plain = address and not address.lower().startswith("data:")
            led = self._resolve(address, "image") if is_plain else None
            if led is not None:
                found.append(f"{led} {size.strip()}".strip())
        return ", ".join(found) or None


#: Elements that are treated by a method of their own.
_TREATED = frozenset(("style", "link", "meta", "a", "area", "iframe", "use"))


def _remove(element: Any) -> None:
    """Take an element out, leaving the text behind it; the root stays, empty."""
    if element.getparent() is None:
        element.clear()
    else:
        element.drop_tree()
