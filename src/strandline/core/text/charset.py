"""Bytes of a page to text: byte order mark, then the answer's header, then `<meta>`, then a guess.

The order and the reading of names are the HTML standard's (13.2.3.2 and the Encoding standard):
`gb2312` means GB 18030, `iso-8859-1` means Windows-1252.
"""

import codecs
import re

from strandline.core.text.guessing import guess_encoding, is_escaped

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
#: Bytes in which a declaration must stand; the standard says 1024, pages say otherwise.
_HEAD = 4_096
_HEADER = re.compile(r"charset ?= ?[\"']? ?([A-Za-z0-9_:.+-]{1,40})", re.IGNORECASE)
#: Characters of a header that are read; none that is one is longer.
_LONGEST_HEADER = 1_000
_META = re.compile(rb"<meta\b[^<>]{0,400}?\bcharset\s*=\s*[\"']?\s*([\w:.+-]{1,40})", re.IGNORECASE)
#: What a style sheet says of itself (CSS Syntax, 3.2).
_SHEET = re.compile(rb'@charset "([\w:.+-]{1,40})";')
#: What publishers mean by a name, where Python's codec of that name means less.
_MEANT = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "x-gbk": "gb18030",
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "euc_kr": "cp949",
    "shift_jis": "cp932",
    "big5": "big5hkscs",
}


def decode_page(body: bytes, content_type: str = "") -> str:
    """The text of a page; never fails.

    Args:
        body: Decompressed bytes.
        content_type: The answer's header.

    Returns:
        Text without NUL and byte order mark; bytes that mean nothing become U+FFFD.
    """
    return _cleaned(_decoded(body, content_type)[0])


def encoding_of(body: bytes, content_type: str = "") -> str:
    """Python's name of the encoding that `decode_page` reads a page in."""
    return _decoded(body, content_type)[1]


def as_sent(body: bytes, content_type: str) -> bytes:
    """A text that a browser hands out in UTF-8, in the encoding that it says it has.

    Bytes that the browser could not read are lost; a text with such, or one that says nothing, is
    left in UTF-8.
    """
    is_text = any(word in content_type.lower() for word in ("text/", "xml", "javascript"))
    if not is_text or body.isascii():
        return body
    codec = next(
        (codec for name in _claims(body, content_type) if (codec := _codec(name))), "utf-8"
    )
    try:
        return body.decode("utf-8").encode(codec)
    except (UnicodeError, ValueError):
        return body


def _decoded(body: bytes, content_type: str) -> tuple[str, str]:
    for mark, name in _BOMS:
        if body.startswith(mark):
            return body[len(mark) :].decode(name, "replace"), name
    for name in _claims(body, content_type):
        text = _strictly(body, name)
        if text is not None:
            return text, _codec(name) or name
    text = None if is_escaped(body) else _strictly(body, "utf-8")
    return _damaged(body, content_type) if text is None else (text, "utf-8")


def charset_of(content_type: str) -> str | None:
    """The encoding that the header of an answer names, as it writes it."""
    found = _HEADER.search(" ".join(content_type[:_LONGEST_HEADER].split()))
    return found[1] if found else None


def _claims(body: bytes, content_type: str) -> list[str]:
    header = charset_of(content_type)
    meta = _META.search(body[:_HEAD])
    names = [header] if header else []
    if sheet := _SHEET.match(body):
        names.append(sheet[1].decode("ascii", "replace"))
    if meta:
        name = meta[1].decode("ascii", "replace")
        # A meta that could be read as ASCII is not in UTF-16, whatever it says (13.2.3.2).
        names.append("utf-8" if name.lower().startswith("utf-16") else name)
    return names


def _strictly(body: bytes, name: str) -> str | None:
    codec = _codec(name)
    if codec is None:
        return None
    try:
        return body.decode(codec)
    except (UnicodeError, ValueError):
        return None


def _damaged(body: bytes, content_type: str) -> tuple[str, str]:
    """No claim holds to the last byte: mostly UTF-8 stays UTF-8, else the first claim, and where
    there is none but UTF-8 a guess.
    """
    text = body.decode("utf-8", "replace")
    odd = sum(not char.isascii() for char in text[:200_000])
    if text.count("\ufffd", 0, 200_000) * 5 < odd:
        return text, "utf-8"
    codecs_claimed = (_codec(name) for name in _claims(body, content_type))
    codec = next((codec for codec in codecs_claimed if codec), None)
    if codec in (None, "utf-8"):
        codec = guess_encoding(body) or "cp1252"
    return body.decode(codec, "replace"), codec or "utf-8"


def _codec(name: str) -> str | None:
    """Python's name of a text encoding, after what publishers mean by it; None if unknown."""
    try:
        info = codecs.lookup(name.strip())
    except (LookupError, ValueError):
        return None
    is_text = getattr(info, "_is_text_encoding", True)
    return _MEANT.get(info.name, info.name) if is_text else None


def _cleaned(text: str) -> str:
    return text.replace("\0", "").removeprefix("\ufeff")
