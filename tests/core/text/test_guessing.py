"""Pages that do not say their encoding."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.text.charset import as_sent, decode_page
from strandline.core.text.guessing import guess_encoding

JAPANESE = "港町の朝は早い。市場には魚が並び、船が次々と戻ってくる。"
KANJI = "京都府知事選挙の結果発表、現職が三選。投票率は過去最低。"
CHINESE = "早上港口的渔船陆续归来，市场比平时更早开门。"
TRADITIONAL = "早上港口的漁船陸續歸來，市場比平時更早開門。"
KOREAN = "아침 항구에 고깃배들이 돌아오고 시장은 평소보다 일찍 열렸다."
RUSSIAN = "Утром в гавань пришли лодки, и рынок открылся раньше обычного."
UKRAINIAN = "Вранці до гавані прийшли човни, і ринок відкрився раніше."
FRENCH = "Le marché a ouvert plus tôt que d’habitude, et la forêt était déjà pleine d’oiseaux."
ENGLISH = "It’s the miller’s morning: she’s up at five, and there’s flour — everywhere. That’s all."
POLISH = "Rano do portu przypłynęły łodzie, a targ otwarto wcześniej niż zwykle."
TURKISH = "Sabah limana kayıklar geldi ve çarşı her zamankinden erken açıldı. Işık güneşe doğru."
GREEK = "Το πρωί ήρθαν στο λιμάνι οι βάρκες και η αγορά άνοιξε νωρίτερα."
HEBREW = "בבוקר הגיעו הסירות לנמל והשוק נפתח מוקדם מהרגיל."
ARABIC = "وصلت القوارب إلى الميناء في الصباح وفتح السوق أبكر من المعتاد."
THAI = "ตอนเช้าเรือเข้ามาที่ท่าเรือและตลาดเปิดเร็วกว่าปกติ"


def page(text: str) -> str:
    return (
        f"<html><head><title>{text[:12]}</title><script>var menu = 'Home, About us';</script>"
        f"</head><body><h1>{text[:12]}</h1><p class='lead'>{text}</p></body></html>"
    )


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        *((JAPANESE, codec) for codec in ("cp932", "euc_jp", "iso2022_jp")),
        *((KANJI, codec) for codec in ("cp932", "euc_jp")),
        (CHINESE, "gb18030"),
        *((TRADITIONAL, codec) for codec in ("big5", "gb18030")),
        (KOREAN, "cp949"),
        *((RUSSIAN, codec) for codec in ("cp1251", "koi8_r", "iso8859_5", "cp866")),
        *((UKRAINIAN, codec) for codec in ("cp1251", "koi8_u")),
        *((POLISH, codec) for codec in ("cp1250", "iso8859_2")),
        (FRENCH, "cp1252"),
        (ENGLISH, "cp1252"),
        (TURKISH, "cp1254"),
        (GREEK, "cp1253"),
        (HEBREW, "cp1255"),
        (ARABIC, "cp1256"),
        (THAI, "cp874"),
    ],
)
@pytest.mark.parametrize("times", [1, 20])
def test_a_page_that_says_nothing_is_read_all_the_same(text: str, codec: str, times: int) -> None:
    """By what its bytes would say in each encoding, from one sentence on."""
    written = page(" ".join([text] * times))
    assert decode_page(written.encode(codec), "text/html") == written


@pytest.mark.parametrize("cut", range(1, 4))
def test_a_page_that_ends_within_a_character_is_read(cut: int) -> None:
    """What a server left out costs the last character, not the page."""
    body = page(JAPANESE * 9).encode("cp932")
    body = body[: body.index(b"</p>") - cut]
    assert decode_page(body).startswith(page(JAPANESE * 9)[:200])


def test_what_a_page_says_goes_before_any_guess() -> None:
    """A declared encoding that holds is taken, however odd the result."""
    body = page(JAPANESE).encode("cp932")
    assert decode_page(body, "text/html; charset=iso-8859-5") == body.decode("iso8859_5")


def test_a_wrong_claim_of_utf_8_is_no_encoding() -> None:
    """Servers say `utf-8` of everything; where it cannot be, the bytes decide."""
    assert JAPANESE in decode_page(page(JAPANESE).encode("euc_jp"), "text/html; charset=utf-8")


def test_of_a_few_characters_nothing_is_concluded() -> None:
    """They are read as the West's, as browsers do."""
    assert guess_encoding("<p>Café</p>".encode("cp1252")) is None
    assert decode_page("<p>Café</p>".encode("cp1252")) == "<p>Café</p>"


@given(st.binary(max_size=300))
def test_any_bytes_are_some_text(body: bytes) -> None:
    """Nothing is raised, whatever the bytes are."""
    guess_encoding(body)
    assert isinstance(decode_page(body), str)


@pytest.mark.parametrize(
    ("text", "declared", "encoding"),
    [
        ("<meta charset=Shift_JIS>港", "text/html", "cp932"),
        ('@charset "windows-1251";a{content:"порт"}', "text/css", "cp1251"),
        ("var a = 'é'", "text/javascript; charset=iso-8859-1", "cp1252"),
        ("<p>é", "text/html", "utf-8"),
        ("<p>日", "text/html; charset=iso-8859-1", "utf-8"),
        ("é", "image/png; charset=iso-8859-1", "utf-8"),
    ],
)
def test_what_a_browser_has_decoded_gets_its_bytes_back(
    text: str, declared: str, encoding: str
) -> None:
    """By header, `meta` or `@charset`; what the encoding cannot say stays as it is."""
    assert as_sent(text.encode(), declared) == text.encode(encoding)
