"""Bytes are read as what they are, whatever they claim."""

import codecs
import gzip

import pytest

from strandline.core.sources.feeds.decoding import MOST_UNPACKED, to_utf8
from strandline.core.sources.feeds.reader import read_feed

TEXT = "Žluťoučký café"
ITEM = "<rss><channel><item><title>{}</title><link>https://a.test/1</link></item></channel></rss>"


def title_of(body: bytes, content_type: str = "") -> str:
    (entry,) = read_feed(body, content_type=content_type).entries
    return entry.title


@pytest.mark.parametrize(
    ("codec", "declared", "bom"),
    [
        ("utf-8", "utf-8", b""),
        ("utf-8", "", b""),
        ("utf-8", "", codecs.BOM_UTF8),
        ("utf-8", "utf-16", b""),
        ("utf-8", "klingon", b""),
        ("utf-8", "us-ascii", b""),
        ("cp1250", "windows-1250", b""),
        ("iso8859-2", "iso-8859-2", b""),
        ("utf-16-le", "utf-16", codecs.BOM_UTF16_LE),
        ("utf-16-be", "utf-16", codecs.BOM_UTF16_BE),
        ("utf-16-le", "utf-8", b""),
        ("utf-32-be", "utf-32", codecs.BOM_UTF32_BE),
    ],
)
def test_document(codec: str, declared: str, bom: bytes) -> None:
    """A byte order mark, then the declaration, then UTF-8; a claim that cannot be is dropped."""
    head = f'<?xml version="1.0" encoding="{declared}"?>' if declared else ""
    assert title_of(bom + (head + ITEM.format(TEXT)).encode(codec)) == TEXT


def test_header() -> None:
    """The header helps where the document says nothing, but not against valid UTF-8."""
    polish = "Zażółć"
    assert title_of(ITEM.format(polish).encode("cp1250"), "text/xml; charset=cp1250") == polish
    assert title_of(ITEM.format(polish).encode(), "text/xml; charset=iso-8859-1") == polish


@pytest.mark.parametrize(
    ("codec", "declared", "text"),
    [
        ("cp1252", "iso-8859-1", "“quoted” – 5 €"),
        ("gb18030", "gb2312", "镕基"),
        ("cp949", "euc-kr", "똠방각하"),
        ("cp932", "shift_jis", "①番"),
        ("euc_jp", "euc-jp", "新聞"),
        ("koi8-r", "koi8-r", "Правда"),
    ],
)
def test_names_as_meant(codec: str, declared: str, text: str) -> None:
    """Names of encodings mean what publishers mean by them."""
    head = f'<?xml version="1.0" encoding="{declared}"?>'
    assert title_of((head + ITEM.format(text)).encode(codec)) == text


def test_undeclared_single_bytes() -> None:
    """Bytes that are no UTF-8 and claim nothing are Windows-1252."""
    listing = read_feed(ITEM.format("déjà vu").encode("cp1252"))
    assert listing.entries[0].title == "déjà vu"
    assert "wrong_encoding" in listing.flags


def test_a_few_bad_bytes() -> None:
    """UTF-8 with one bad byte stays UTF-8."""
    listing = read_feed(ITEM.format("Øre på øre, åtte år").encode().replace(b"tte", b"\xfftte"))
    assert listing.entries[0].title == "Øre på øre, å\ufffdtte år"


@pytest.mark.parametrize("declared", ["iso-8859-1", "windows-1252", "koi8-r"])
def test_utf8_in_disguise(declared: str) -> None:
    """UTF-8 under the name of a set of single bytes is UTF-8, and the claim is told as wrong."""
    head = f'<?xml version="1.0" encoding="{declared}"?>'
    listing = read_feed((head + ITEM.format(TEXT)).encode())
    assert listing.entries[0].title == TEXT
    assert "wrong_encoding" in listing.flags


def test_gzip() -> None:
    """A feed that is served as the compressed file it is stored in is unpacked, cut or whole."""
    packed = gzip.compress(ITEM.format(TEXT).encode())
    assert title_of(packed) == TEXT
    assert title_of(packed[:-8]) == TEXT


def test_gzip_bomb() -> None:
    """Of a compressed file no more than the cap is unpacked."""
    packed = gzip.compress(b"<rss>" + b" " * (MOST_UNPACKED * 2))
    assert len(to_utf8(packed).data) == MOST_UNPACKED


def test_windows_controls() -> None:
    """A reference to a control that means a character of Windows-1252 is that character."""
    assert title_of(ITEM.format("It&#146;s &#x93;on&#x94;").encode()) == "It’s “on”"
