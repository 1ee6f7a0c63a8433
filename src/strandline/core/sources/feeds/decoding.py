"""The bytes of a feed as UTF-8, whatever they claim to be.

RFC 3023 lets the HTTP header win; feeds on the web are more often right in the document. So: a
byte order mark, then UTF-16 by the shape of the first bytes, then the XML declaration,
then UTF-8, then the header; a claim that the bytes contradict is dropped, and Windows-1252, which
accepts anything, is the last resort.
"""

import codecs
import re
import zlib
from dataclasses import dataclass

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
#: `<?` or `<r` in encodings of two and four bytes a character, without a byte order mark.
_SHAPES = (
    (b"<\x00\x00\x00", "utf-32-le"),
    (b"\x00\x00\x00<", "utf-32-be"),
    (b"<\x00", "utf-16-le"),
    (b"\x00<", "utf-16-be"),
    (b"Lo\xa7\x94", "cp037"),  # EBCDIC
)
_DECLARED = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']\s*([A-Za-z0-9._:-]{1,40})")
_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*\?>")
_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([A-Za-z0-9._:-]{1,40})", re.IGNORECASE)
#: What publishers mean by these names: browsers read them as the wider Windows sets (WHATWG).
_MEANT = {
    "iso8859-1": "cp1252",
    "ascii": "utf-8",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc_kr": "cp949",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "shift_jis": "cp932",
}
_SINGLE_BYTE = ("cp125", "iso8859", "koi8", "cp437", "cp850", "mac")
#: Where the first bytes of a document are searched for its declaration.
HEAD = 1024


#: A file that was stored compressed, and served as it is stored.
GZIP = b"\x1f\x8b"
#: Of such a file no more is unpacked (bytes).
MOST_UNPACKED = 32_000_000


@dataclass(frozen=True, slots=True)
class Decoded:
    """A document as UTF-8.

    Attributes:
        data: Without byte order mark; a declaration of another encoding is cut off.
        was_wrong: True where the document's own claim did not hold.
    """

    data: bytes
    was_wrong: bool = False


def to_utf8(body: bytes, content_type: str = "") -> Decoded:
    """The document as UTF-8, with the best reading of its claims."""
    if body.startswith(GZIP):
        body = _unzipped(body)
    for bom, name in _BOMS:
        if body.startswith(bom):
            return _decoded(body[len(bom) :], [name], claimed=True)
    start = body[:HEAD].lstrip(b" \t\r\n") if body[:1] in b" \t\r\n" else body[:4]
    for shape, name in _SHAPES:
        if start.startswith(shape):
            return _decoded(body, [name], claimed=True)
    declared = _DECLARED.search(body[:HEAD])
    charset = _CHARSET.search(content_type)
    names = [declared[1].decode("ascii")] if declared else []
    if declared and _is_utf8_in_disguise(body, names[0]):
        return Decoded(_undeclared(body.decode("utf-8")), was_wrong=True)
    # Valid UTF-8 beyond ASCII is never chance, and servers add a charset to whatever they send.
    names.append("utf-8")
    if charset:
        names.append(charset[1])
    return _decoded(body, [n for n in names if not _is_wide(n)], claimed=bool(declared))


def _unzipped(body: bytes) -> bytes:
    """As much of a gzip file as can be had, within the cap."""
    try:
        return zlib.decompressobj(wbits=31).decompress(body, MOST_UNPACKED)
    except zlib.error:
        return body


def _decoded(body: bytes, names: list[str], *, claimed: bool) -> Decoded:
    """Try the claims in their order; then UTF-8 with bad bytes, or Windows-1252."""
    for index, name in enumerate(names):
        codec = _codec(name)
        data = _as_utf8(body, codec) if codec else None
        if data is not None:
            return Decoded(data, was_wrong=claimed and index > 0)
    # UTF-8 with a few bad bytes is still UTF-8; with many it never was.
    text = body.decode("utf-8", "replace")
    if text.count("\ufffd") * 5 < sum(not c.isascii() for c in text[:200_000]):
        return Decoded(_undeclared(text), was_wrong=True)
    return Decoded(_undeclared(body.decode("cp1252", "replace")), was_wrong=True)


def _is_utf8_in_disguise(body: bytes, declared: str) -> bool:
    """True where a set of one byte a character is claimed and the bytes are UTF-8 beyond ASCII.

    Text of such a set that happens to be valid UTF-8 would have to be mojibake already.
    """
    if not (_codec(declared) or "").startswith(_SINGLE_BYTE) or body.isascii():
        return False
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _is_wide(name: str) -> bool:
    """True for encodings in which the claim itself could not have been read as ASCII."""
    return name.lower().replace("_", "-").startswith(("utf-16", "utf16", "utf-32", "utf-7", "ucs"))


def _as_utf8(body: bytes, codec: str) -> bytes | None:
    """The bytes in UTF-8, or None where the codec refuses them."""
    try:
        if codec == "utf-8":
            if not body.isascii():
                body.decode("utf-8")
            return body
        text = body.decode(codec)
    except (UnicodeError, ValueError):
        return None
    if codec.startswith("utf-16") and "\x00" in text[:HEAD]:
        return None
    return _undeclared(text)


def _undeclared(text: str) -> bytes:
    return _DECLARATION.sub("", text, count=1).lstrip("\ufeff").encode("utf-8", "replace")


def _codec(name: str) -> str | None:
    """Python's name of a text encoding, after what publishers mean by it; None if unknown."""
    try:
        info = codecs.lookup(name)
    except (LookupError, ValueError):
        return None
    if not getattr(info, "_is_text_encoding", True):
        return None
    plain = _MEANT.get(info.name, info.name)
    return "utf-8" if plain in {"utf_8", "utf-8-sig"} else plain
