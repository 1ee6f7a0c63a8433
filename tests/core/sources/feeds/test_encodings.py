"""Bytes are read as what they are, whatever they claim."""

import codecs

import pytest

from strandline.core.sources.feeds import read_feed

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
