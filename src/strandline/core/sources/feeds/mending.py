"""The common faults of publishers, taken out of a document that is no XML.

What stands around the feed, control bytes, bare ampersands, HTML's entities, halves of characters,
comments and CDATA that nothing ends. Tags are left to `soup`. Everything is linear in the size.
"""

import html
import re
from dataclasses import dataclass
from functools import lru_cache

#: Documents with more ampersands or tags are left to libxml2 alone, which is fast and less clever.
MOST_MENDED = 300_000
#: So much may stand before the feed starts (bytes).
MOST_JUNK = 100_000
#: What a feed, and what a web page, starts with.
START = re.compile(rb"<(?:[A-Za-z][\w.-]{0,20}:)?(?:rss|rdf|feed|channel)(?=[\s>/])", re.IGNORECASE)
PAGE = re.compile(rb"<(?:html|head|body)(?=[\s>])", re.IGNORECASE)
#: A feed within a page, as browsers show and store one; a page that tells of feeds escapes them.
_START_IN_PAGE = re.compile(
    rb"<(?:[A-Za-z][\w.-]{0,20}:)?(?:rss|rdf|feed)\s[^<>]{0,2000}?(?:version|xmlns)", re.IGNORECASE
)
_CONTROLS = bytes(code for code in range(32) if code not in {9, 10, 13})
_AMPERSAND = re.compile(
    rb"&(?:(#(?:[0-9]{1,7}|[xX][0-9a-fA-F]{1,6});)|([A-Za-z][A-Za-z0-9]{1,31});)?"
)
_CDATA_OR_AMPERSAND = re.compile(rb"<!\[CDATA\[.*?(?:\]\]>|\Z)|" + _AMPERSAND.pattern, re.DOTALL)
_DOCTYPE = re.compile(rb"<!DOCTYPE[^\[>]{0,500}(?:\[[^\]]{0,20000}\]\s*)?>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mended:
    """A document that may be well-formed now, and the declaration of its own entities."""

    doctype: bytes
    body: bytes


def mend(data: bytes) -> Mended | None:
    """The document with the common faults of publishers taken out; linear in its size.

    None where no feed starts in it, or only the name of one within a web page.
    """
    data = without_controls(data)
    start = START.search(data, 0, MOST_JUNK)
    page = PAGE.search(data, 0, MOST_JUNK)
    if start is not None and page is not None and page.start() < start.start():
        start = _START_IN_PAGE.search(data, page.start(), MOST_JUNK)
    if start is None:
        return None
    declared = data.find(b"<!DOCTYPE", 0, start.start())
    doctype = _DOCTYPE.match(data, declared) if declared >= 0 else None
    named = doctype[0] if doctype and b"<!ENTITY" in doctype[0] else b""
    return Mended(named, mend_markup(data[start.start() :], named))


def without_controls(data: bytes) -> bytes:
    """Without the bytes and characters that XML 1.0 §2.2 forbids; of a document in UTF-8."""
    data = data.translate(None, _CONTROLS)
    for forbidden in (b"\xef\xbf\xbe", b"\xef\xbf\xbf"):  # U+FFFE, U+FFFF
        data = data.replace(forbidden, b"")
    return data


def mend_markup(body: bytes, declared: bytes = b"") -> bytes:
    """Any list of XML with its references and unended sections put right; tags stay as they are.

    Args:
        body: UTF-8.
        declared: The document type that declares entities of its own; empty where none does.
    """
    body = _HALVES.sub(_joined, body)
    body = _ended(_ended(body, b"<![CDATA[", b"]]>"), b"<!--", b"-->")
    if body.count(b"&") <= MOST_MENDED:
        body = _CDATA_OR_AMPERSAND.sub(lambda match: _mended(match, declared), body)
    return body


_ITEM_END = re.compile(rb"</(?:[\w.-]{1,20}:)?(?:item|entry)\s*>")


def _ended(data: bytes, opener: bytes, closer: bytes) -> bytes:
    """Without the openers that nothing closes: else they swallow the items behind them.

    One is known by an item that ends behind it before the next one opens; what a document comments
    out is closed. Linear in the size.
    """
    first, *parts = data.split(opener)
    return first + b"".join(
        part if closer not in part and _ITEM_END.search(part) else opener + part for part in parts
    )


#: The two halves of one character, as software that counts in UTF-16 refers to them.
_HALVES = re.compile(
    rb"&#(?:(5[5-6]\d{3});&#(5[67]\d{3})|[xX]([dD][89abAB]..);&#[xX]([dD][c-fC-F]..));"
)


def _joined(match: re.Match[bytes]) -> bytes:
    """One reference for two halves; what are none as they are."""
    try:
        high, low = (int(part, 10 if match[1] else 16) for part in match.groups() if part)
        text = (chr(high) + chr(low)).encode("utf-16", "surrogatepass").decode("utf-16")
    except ValueError:
        return match[0]
    return _as_references(text) if len(text) == 1 else match[0]


def _mended(match: re.Match[bytes], doctype: bytes) -> bytes:
    """CDATA as it is, entities as numbers, a bare `&` escaped.

    Numbers, since libxml2 drops even `&amp;` once it has met a fault; numbered ones it keeps.
    """
    found = match[0]
    if found[0] == 60:
        return found
    if match[1]:
        return found if _is_allowed(match[1]) else b""
    name = match[2]
    if name is None:
        return b"&#38;"
    if doctype and b" " + name + b" " in doctype:
        return found
    return _numbered(found)


@lru_cache(maxsize=4096)
def _numbered(entity: bytes) -> bytes:
    """`&eacute;` as `&#233;`; the characters themselves of one that HTML does not know."""
    text = html.unescape(entity.decode("ascii"))
    return b"&#38;" + entity[1:] if text == entity.decode("ascii") else _as_references(text)


def _is_allowed(reference: bytes) -> bool:
    """True for `#65;` or `#x41;` of a character that XML 1.0 §2.2 allows."""
    digits = reference[1:-1]
    code = int(digits[1:], 16) if digits[:1] in b"xX" else int(digits)
    return (
        code in {9, 10, 13}
        or 32 <= code < 0xD800
        or 0xE000 <= code < 0xFFFE
        or 0x10000 <= code < 0x110000
    )


def _as_references(text: str) -> bytes:
    return "".join(f"&#{ord(char)};" for char in text).encode("ascii")
