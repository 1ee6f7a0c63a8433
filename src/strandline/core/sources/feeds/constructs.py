"""Text constructs: an element whose `type` and `mode` say whether it holds text, HTML or XHTML.

RFC 4287 §3.1 for Atom 1.0, the 0.3 draft for `mode`; RSS says nothing, and its titles and
descriptions are HTML by habit.
"""

import base64
import binascii
import html
import re

from strandline.core.sources.feeds.inner import markup_of
from strandline.core.sources.feeds.texts import (
    html_to_title,
    looks_like_html,
    scrub,
    text_to_html,
    text_to_title,
    without_cdata,
    without_code,
)
from strandline.core.sources.feeds.trees import Element

_HTML = frozenset({"html", "text/html", "xhtml", "application/xhtml+xml"})
_TEXT = frozenset({"text", "text/plain", "plain"})
_BASE64 = re.compile(r"[A-Za-z0-9+/=\s]*\Z")


def title_of(element: Element, *, is_atom: bool) -> str:
    """The title as plain text."""
    if len(element):
        return html_to_title(markup_of(element))
    text, kind = _content(element)
    if kind in _TEXT:
        return text_to_title(text)
    if is_atom and not kind:
        # Text by the standard, but written escaped twice often enough; tags stay characters.
        return text_to_title(html.unescape(text))
    return html_to_title(text)


def markup(element: Element, *, is_atom: bool) -> str:
    """A summary or content as HTML."""
    if len(element):
        return without_code(markup_of(element))
    text, kind = _content(element)
    if kind in _TEXT or (is_atom and not kind and not looks_like_html(text)):
        return text_to_html(text)
    return without_code(text)


def _content(element: Element) -> tuple[str, str]:
    """(text after transport decoding, type in lower case)."""
    text = without_cdata(element.text or "")
    if not element.attrib:
        return text, ""
    kind = (element.get("type") or "").strip().lower()
    mode = (element.get("mode") or "").strip().lower()
    if mode == "base64" or _is_binary(kind):
        return _unpacked(text), kind if kind in _TEXT else "html"
    return text, "html" if mode == "escaped" and kind not in _TEXT else kind


def _is_binary(kind: str) -> bool:
    """True for types that RFC 4287 §4.1.3.3 wants in base64."""
    if "/" not in kind or kind in _HTML:
        return False
    return not kind.startswith("text/") and not kind.endswith(("+xml", "/xml"))


def _unpacked(text: str) -> str:
    """The text in base64; the letters themselves where they are none."""
    if not _BASE64.match(text):
        return text
    try:
        return scrub(base64.b64decode(text).decode("utf-8"))
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return text
