"""The bytes of a feed as UTF-8, whatever they claim to be.

RFC 3023 lets the HTTP header win; feeds on the web are more often right in the document. So: a
byte order mark, then UTF-16 by the shape of the first bytes, then the XML declaration,
then UTF-8, then the header; a claim that the bytes contradict is dropped. A claim that only a few
bytes contradict is right and those bytes are broken. Then it is guessed, and Windows-1252, which
accepts anything, is the last resort.
"""

import codecs
import re
import zlib
from dataclasses import dataclass
from functools import lru_cache

from strandline.core.sources.feeds.guessing import guess
from strandline.core.text.charset import charset_of

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
    (b"{\x00", "utf-16-le"),
    (b"\x00{", "utf-16-be"),
    (b"Lo\xa7\x94", "cp037"),  # EBCDIC
)
_DECLARED = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']\s*([A-Za-z0-9._:-]{1,40})")
_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*\?>")
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
    "big5": "big5hkscs",
    "euc_jp": "euc_jis_2004",
}
#: Labels of the WHATWG's list, and slips of publishers, that Python does not know by themselves.
_LABELS = {
    "windows-31j": "cp932",
    "windows-949": "cp949",
    "cn-big5": "big5",
    "x-x-big5": "big5",
    "dos-874": "cp874",
    "iso-8859-8-i": "iso8859-8",
    "x-mac-ukrainian": "mac-cyrillic",
    "utf8mb4": "utf-8",
    "unicode-1-1-utf-8": "utf-8",
}
#: ISO 2022 writes its signs in ASCII letters, after an escape that no XML may contain.
_ESCAPES = ((b"\x1b$B", "iso2022_jp"), (b"\x1b$@", "iso2022_jp"), (b"\x1b$)C", "iso2022_kr"))
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
    for escape, name in _ESCAPES if b"\x1b" in body else ():
        if escape in body:
            return _decoded(body, [name], claimed=False)
    declared = _DECLARED.search(body[:HEAD])
    charset = charset_of(content_type)
    names = [declared[1].decode("ascii")] if declared else []
    if declared and _is_utf8_in_disguise(body, names[0]):
        return Decoded(_undeclared(body.decode("utf-8")), was_wrong=True)
    # Valid UTF-8 beyond ASCII is never chance, and servers add a charset to whatever they send.
    names.append("utf-8")
    if charset:
        names.append(charset)
    return _decoded(body, [n for n in names if not _is_wide(n)], claimed=bool(declared))


def _unzipped(body: bytes) -> bytes:
    """As much of a gzip file as can be had, within the cap."""
    try:
        return zlib.decompressobj(wbits=31).decompress(body, MOST_UNPACKED)
    except zlib.error:
        return body


def _decoded(body: bytes, names: list[str], *, claimed: bool) -> Decoded:
    """Try the claims in their order, to the letter and then but for a few bytes; then guess."""
    codecs_ = [_codec(name) for name in names]
    for index, codec in enumerate(codecs_):
        data = _as_utf8(body, codec) if codec else None
        if data is not None:
            return Decoded(data, was_wrong=claimed and index > 0)
    if "utf-8" in codecs_:
        text = _mended_utf8(body)
        if text is not None:
            return Decoded(_undeclared(text), was_wrong=True)
    for codec in codecs_:
        text = body.decode(codec, "replace") if codec and codec != "utf-8" else None
        if text is not None and text.count("\ufffd") * FEW <= _beyond_ascii(text[:COUNTED]):
            return Decoded(_undeclared(text), was_wrong=True)
    return Decoded(_undeclared(body.decode(guess(body) or "cp1252", "replace")), was_wrong=True)


#: One broken character in so many is a broken character, not another encoding.
FEW = 20
#: Characters that are counted to tell how many are broken.
COUNTED = 200_000
#: A byte of UTF-8 that stands alone was written by somebody who used Windows-1252.
_ALONE = {
    0xDC00 + byte: bytes([byte]).decode("cp1252", "replace") for byte in range(0x80, 0xFF)
} | {0xDCFF: "\ufffd"}  # no text of Windows-1252 has it

#: The beginning of a character of three or four bytes whose end was cut off.
_CUT = re.compile("[\udce0-\udcf4][\udc80-\udcbf]{1,2}")


#: A character of four bytes as two halves of three, which some databases and Java write (CESU-8).
_HALVES = re.compile(rb"\xed[\xa0-\xaf][\x80-\xbf]\xed[\xb0-\xbf][\x80-\xbf]")


@lru_cache(maxsize=4096)
def _joined(halves: bytes) -> bytes:
    pair = halves.decode("utf-8", "surrogatepass")
    return pair.encode("utf-16", "surrogatepass").decode("utf-16").encode()


def _mended_utf8(body: bytes) -> str | None:
    """UTF-8 with some broken bytes; None where most are, so that it never was UTF-8."""
    text = _HALVES.sub(lambda match: _joined(match[0]), body).decode("utf-8", "surrogateescape")
    beyond = [char for char in text[:COUNTED] if not char.isascii()]
    if len(beyond) <= 2 * sum("\udc80" <= char <= "\udcff" for char in beyond):
        return None
    return _CUT.sub("\ufffd", text).translate(_ALONE)


def _beyond_ascii(text: str) -> int:
    return sum(not char.isascii() for char in text)


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
    info = _looked_up(name.lower())
    if info is None or not getattr(info, "_is_text_encoding", True):
        return None
    plain = _MEANT.get(info.name, info.name)
    return "utf-8" if plain in {"utf_8", "utf-8-sig"} else plain


def _looked_up(name: str) -> codecs.CodecInfo | None:
    """The codec of a label: `x-sjis` is `sjis`, `windows-874` is `cp874`."""
    bare = name.removeprefix("x-")
    for spelled in (_LABELS.get(name, name), bare, bare.replace("windows-", "cp")):
        try:
            return codecs.lookup(spelled)
        except (LookupError, ValueError):
            continue
    return None
