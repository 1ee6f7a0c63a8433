"""Encodings that nobody names rightly: what the characters themselves tell."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.sources.feeds.decoding import to_utf8
from strandline.core.sources.feeds.guessing import guess

ITEM = "<rss><channel><item><title>{}</title></item></channel></rss>"
WRITTEN = [
    ("gb18030", "国务院召开会议，部署下一步工作"),
    ("big5", "台灣地震造成多人受傷，總統表示哀悼"),
    ("cp932", "きょうのニュースをお伝えします"),
    ("euc_jp", "きょうのニュースをお伝えします"),
    ("cp949", "오늘의 소식을 전해드립니다"),
    ("cp1251", "Новости дня сегодня в Москве"),
    ("koi8-r", "Новости дня сегодня в Москве"),
]


@pytest.mark.parametrize("claim", ["", "utf-8", "klingon"])
@pytest.mark.parametrize(("codec", "text"), WRITTEN)
def test_a_set_that_nobody_names(codec: str, text: str, claim: str) -> None:
    """Text of another script is read as what its characters make sense in."""
    head = f'<?xml version="1.0" encoding="{claim}"?>' if claim else ""
    decoded = to_utf8((head + ITEM.format(text)).encode(codec))
    assert text in decoded.data.decode()
    assert decoded.was_wrong


@pytest.mark.parametrize(
    "text",
    [
        "Größere Äpfel für Übermorgen, süß",
        "Été à Orléans : où ça, déjà ?",
        "“Quoted” – he said…",
        "ÀÉÎÕÜ ÇÑ ÄÖÜ",
    ],
)
def test_western_text_is_left_to_the_last_resort(text: str) -> None:
    """Single high bytes among letters speak for no other set."""
    assert guess(ITEM.format(text).encode("cp1252")) is None
    assert text in to_utf8(ITEM.format(text).encode("cp1252")).data.decode()


@pytest.mark.parametrize(
    ("label", "codec", "text"),
    [
        ("x-sjis", "cp932", "①番のニュース"),
        ("Windows-31J", "cp932", "①番のニュース"),
        ("windows-949", "cp949", "똠방각하"),
        ("x-cp1250", "cp1250", "Žluťoučký"),
        ("windows-874", "cp874", "ข่าว"),
        ("big5", "big5hkscs", "香港嘅新聞"),
        ("x-gbk", "gbk", "镕基"),
    ],
)
def test_labels_that_browsers_know(label: str, codec: str, text: str) -> None:
    """Labels of the WHATWG's list are known although Python has other names for them."""
    head = f'<?xml version="1.0" encoding="{label}"?>'
    assert text in to_utf8((head + ITEM.format(text)).encode(codec)).data.decode()


@pytest.mark.parametrize("content_type", ["", "text/xml; charset=iso-2022-jp", "text/xml"])
def test_escapes_speak_for_themselves(content_type: str) -> None:
    """ISO 2022 looks like ASCII; its escapes name it."""
    body = ITEM.format("日本語のニュース").encode("iso-2022-jp")
    assert "日本語のニュース" in to_utf8(body, content_type).data.decode()


def test_a_broken_character_breaks_nothing_else() -> None:
    """A claim that a few bytes contradict holds for the others."""
    head = '<?xml version="1.0" encoding="gb2312"?>'
    text = "国务院召开会议部署下一步工作，记者从会上获悉"
    body = (head + ITEM.format(text + "Z")).encode("gbk").replace(b"Z", b"\xff")
    decoded = to_utf8(body)
    assert text in decoded.data.decode()
    assert decoded.was_wrong


def test_characters_in_two_halves() -> None:
    """What software that counts in UTF-16 writes as two characters is one."""
    halves = "\ud83d\ude00".encode("utf-8", "surrogatepass")
    body = ITEM.format("é" * 8 + "Z").encode().replace(b"Z", halves)
    assert "é\N{GRINNING FACE}" in to_utf8(body).data.decode()


def test_bytes_of_two_sets() -> None:
    """Quotes of Windows-1252 pasted into UTF-8 are the quotes they were."""
    body = ITEM.format("Über größere Äpfel: [ok]").encode()
    decoded = to_utf8(body.replace(b"[", b"\x93").replace(b"]", b"\x94"))
    assert "Über größere Äpfel: “ok”" in decoded.data.decode()


def test_a_character_cut_in_half() -> None:
    """The rest of a character that was cut at a number of bytes is told as lost."""
    body = ITEM.format("新聞の見出しZ").encode().replace(b"Z", "語".encode()[:2])
    assert "新聞の見出し\ufffd<" in to_utf8(body).data.decode()


@given(st.binary(max_size=300))
def test_any_bytes_become_utf8(body: bytes) -> None:
    """Whatever the bytes are, UTF-8 comes out."""
    to_utf8(b"<rss>" + body).data.decode()
