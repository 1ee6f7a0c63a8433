"""One headline as newsrooms, feeds and phones write it, and headlines that only look alike."""

import pytest

from strandline.core.text.titles import fold_title, read_title, words_of
from strandline.core.text.titles.hanzi import SIMPLIFIED


def folded(title: str) -> str:
    return read_title(title).folded


SAME = {
    "case": [
        ("Harbour bridge reopens after storm", "HARBOUR BRIDGE REOPENS AFTER STORM"),
        ("Le pont du port rouvre après la tempête", "LE PONT DU PORT ROUVRE APRES LA TEMPETE"),
        ("Neue Straße in Gießen eröffnet", "NEUE STRASSE IN GIESSEN ERÖFFNET"),
    ],
    "accents": [
        ("Élection à Évreux : la maire réélue", "Election a Evreux : la maire reelue"),
        ("L'œuvre retrouvée", "L'oeuvre retrouvee"),
        ("Café Zoë opens in Malmö", "Cafe\u0301 Zoe\u0308 opens in Malmo\u0308"),
    ],
    "entities": [
        ("Fish & chips price war", "Fish &amp; chips price war"),
        ("Fish & chips price war", "Fish &amp;amp;amp; chips price war&nbsp;"),
        ("L'été à Nîmes", "L&#39;&eacute;t&eacute; &#xE0; N&icirc;mes"),
        ("“好消息”来了", "&ldquo;好消息&rdquo;来了"),
    ],
    "tags": [
        ("Mayor calls the Herald wrong", "Mayor calls the <em>Herald</em> <b>wrong</b>"),
        ("Le maire répond", "Le maire<br/>répond"),
        ("Ice melts", "<![CDATA[Ice melts]]>"),
        ("Ice melts", "&lt;strong&gt;Ice melts&lt;/strong&gt;"),
    ],
    "unseen characters": [
        ("Harbour bridge reopens", "Har\u00adbour bri\u200bdge\u2060 reopens\ufeff"),
        ("Harbour bridge reopens", "\u202eHarbour bridge\u202c\x00 reopens\x07"),
        ("港口大桥重新开放", "港口\u200b大桥\ufeff重新开放"),
    ],
    "quotes": [
        ("“We are ready” says coach", "'We are ready' says coach"),
        ("“We are ready” says coach", "«We are ready» says coach"),
        ("“We are ready” says coach", "``We are ready'' says coach"),
        ("Le « oui, mais » du ministre", "Le “oui, mais” du ministre"),
        ("L’école d’Arras", "L'école d'Arras"),
        ("「重启」之后", "“重启”之后"),
        ("重启之后", "『重启』之后"),
    ],
    "dashes and dots": [
        ("Talks fail - again", "Talks fail – again"),
        ("Talks fail — again…", "Talks fail - again..."),
        ("Talks fail again", "Talks fail again."),
        ("Post-war plan", "Post‑war plan"),
        ("谈判破裂——再一次", "谈判破裂－－再一次"),
    ],
    "spaces": [
        ("Rail strike ends", "  Rail\u00a0strike \t ends\n"),
        ("Budget : le vote", "Budget\u202f: le vote"),
        ("港口大桥今天开放", "港口 大桥\u3000今天 开放"),
        ("新增36例感染", "新增 36 例感染"),
        ("华为70 Pro开售", "华为 70Pro 开售"),
    ],
    "chinese punctuation": [
        ("大桥开放，市民欢呼！", "大桥开放,市民欢呼!"),
        ("大桥开放（附路线）", "大桥开放(附路线)"),
        ("港闻丨大桥开放", "港闻｜大桥开放"),
        ("约翰·史密斯到访", "约翰•史密斯到访"),
    ],
    "width and costume": [
        ("Ｇ２０峰会２０２６开幕", "G20峰会2026开幕"),
        ("𝗛𝗮𝗿𝗯𝗼𝘂𝗿 bridge reopens", "Harbour bridge reopens"),
        ("ﬁnal offer", "final offer"),
    ],
    "emoji": [
        ("Harbour bridge reopens", "🌉 Harbour bridge reopens ‼️🎉"),
        ("Le pont rouvre", "Le pont 🌉 rouvre"),
        ("大桥重新开放", "大桥重新开放👏🏻👨‍👩‍👧"),
    ],
    "script": [
        ("後天開始實施新規則", "后天开始实施新规则"),
        ("颱風侵襲臺灣，鐵路停駛", "台风侵袭台湾，铁路停驶"),
        ("專家瞭解計畫於週二公佈", "专家了解计划于周二公布"),
        ("乾旱持續，他看著麵包乾了", "干旱持续，他看着面包干了"),
    ],
    "numbers": [
        ("Firm cuts 12,500 jobs", "Firm cuts 12500 jobs"),
        ("La firme supprime 12 500 postes", "La firme supprime 12\u202f500 postes"),
        ("Hausse de 2,5 % des prix", "Hausse de 2.5% des prix"),
        ("U.S. and U.K. sign pact", "US and UK sign pact"),
        ("Profit up €5m", "Profit up € 5m"),
    ],
}

DIFFERENT = {
    "numbers": [
        ("Firm cuts 12,500 jobs", "Firm cuts 1,250 jobs"),
        ("Version 3.12.1 released", "Version 3.1.21 released"),
        ("Rates rise 0.5%", "Rates rise 5%"),
        ("Profit of 5% in May", "Profit of -5% in May"),
        ("Lyon bat Nice 3-1", "Lyon bat Nice 1-3"),
        ("Fine of $5m", "Fine of £5m"),
        ("新增17例", "新增7例"),
        ("第3季 1-1平", "第3季 11平"),
    ],
    "words": [
        ("C++ committee meets", "C committee meets"),
        ("C# 14 is out", "C 14 is out"),
        ("Officials say tunnel is safe", "Officials deny tunnel is safe"),
        ("Grève à Lens", "Grève à Laon"),
        ("We're ready", "Were ready"),
        ("利率上调", "利率下调"),
    ],
    "emoji that speak": [
        ("🇮🇹 win the cup", "🇧🇷 win the cup"),
        ("Oil price today 📈", "Oil price today 📉"),
    ],
}


def table(pairs: dict[str, list[tuple[str, str]]]) -> list[object]:
    return [
        pytest.param(*pair, id=f"{kind} {n}")
        for kind in pairs
        for n, pair in enumerate(pairs[kind])
    ]


@pytest.mark.parametrize(("one", "other"), table(SAME))
def test_one_title_in_two_spellings(one: str, other: str) -> None:
    """What newsrooms, feeds and phones write differently is one title."""
    assert folded(one) == folded(other) != ""


@pytest.mark.parametrize(("one", "other"), table(DIFFERENT))
def test_two_titles_that_look_alike(one: str, other: str) -> None:
    """Folding never takes away what tells two titles apart."""
    assert folded(one) != folded(other)


@pytest.mark.parametrize(
    ("title", "display"),
    [
        ("US tells us: “No” &amp; leaves", "US tells us: “No” & leaves"),
        ("L’Été <em>à</em> Nîmes&nbsp;!", "L’Été à Nîmes !"),
        ("後天，Ｇ２０峰會 開幕", "後天，G20峰會 開幕"),
        ("a <b and c> d", "a <b and c> d"),
        ("R&D at AT&T", "R&D at AT&T"),
    ],
)
def test_display_keeps_what_people_read(title: str, display: str) -> None:
    """Case, accents, quotes and script stay for names, numbers and models that embed."""
    assert read_title(title).display == display


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Dick's shop won't close", ("dick", "shop", "won't", "close")),
        ("L'école qu'il dirige", ("ecole", "il", "dirige")),
        ("Oil at $101, up 3.5%", ("oil", "at", "101", "up", "3.5")),
        ("新增17例，iPhone 17发布", ("新增", "17", "例", "iphone17", "发布")),
        ("Covid-19 in Post-war Europe", ("covid", "19", "in", "post", "war", "europe")),
        ("हिन्दी समाचार", ("हिन्दी", "समाचार")),
    ],
)
def test_words(title: str, words: tuple[str, ...]) -> None:
    """Words stand without elisions and signs; Chinese stands in runs."""
    assert words_of(fold_title(title)) == words


@pytest.mark.parametrize(
    ("title", "given", "language"),
    [
        ("大桥开放", None, "zh"),
        ("橋が開通しました", None, "ja"),
        ("다리 개통", None, "ko"),
        ("Le pont rouvre", None, ""),
        ("Le pont rouvre", "fr-CA", "fr"),
        ("大橋開放", "zh-Hant", "zh"),
    ],
)
def test_language(title: str, given: str | None, language: str) -> None:
    """The language is as given, or guessed where the script tells it."""
    assert read_title(title, language=given).language == language


def test_simplified_is_simple() -> None:
    """No character becomes one that changes again, and none becomes nothing."""
    assert not {ord(simple) for simple in SIMPLIFIED.values()} & SIMPLIFIED.keys()
    assert all(len(simple) == 1 for simple in SIMPLIFIED.values())
