"""What holds for every title, hostile ones included."""

import string
import unicodedata
from typing import Literal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from strandline.core.text.titles import (
    Title,
    fold_title,
    learn_series_names,
    learn_site_names,
    read_title,
)
from strandline.core.text.titles.folding import _fold_slowly, letters
from strandline.core.text.titles.plain import MAX_CHARS, plain

#: Pieces that titles are made of, the awkward ones among them.
PIECES = st.sampled_from(
    [
        *(
            "LIVE:",
            "BREAKING",
            "UPDATE 2-",
            "VIDÉO.",
            "EN DIRECT -",
            "【快讯】",
            "(abonnés)",
            "[$]",
        ),
        *(" - BBC News", " | Le Monde", "_新浪网", "——人民网", " | Football", "Quay |", " - Quay"),
        *("part two", "(1/3)", "（上）", "第二部分", "(II)", "1/2 -", "Part 2:"),
        *("&amp;", "&lt;b&gt;", "<em>", "</em>", "&#8203;", "&", ";", "amp;", "#", "<", ">", "lt"),
        *("🔴", "🇫🇷", "📈", "🔒", "\u200b", "\u202e", "\ufeff", "\x00", "e\u0301", "\u0301"),
        *("storm", "Été", "大桥", "開放", "U.S.", "3,000", "2 980", "3-1", "0,5 %", "C++", "1.2.3"),
        *(
            "?",
            "!",
            "...",
            "…",
            ":",
            "-",
            " – ",
            "—",
            "|",
            "·",
            "'",
            "’",
            "“",
            "«",
            "(",
            ")",
            "【",
            "】",
        ),
        *(" ", "\u00a0", "\u3000", "ｶﾞ", "Ａ", "ﬁ", "İ", "ß", "й", "한국", "กำ", "हिन्दी", "𝗛𝗶", "①"),
    ]
)
TITLES = st.one_of(
    st.text(max_size=60),
    st.lists(PIECES, max_size=8).map("".join),
    st.lists(PIECES, max_size=8).map(" ".join),
)
#: Words of titles without marks: what is said of folding alone holds for them.
PLAIN = st.lists(
    st.text(string.ascii_letters + "éèàçôïüœñÉÀЙй大桥開放新聞", min_size=2, max_size=8),
    min_size=1,
    max_size=8,
).map(" ".join)


@given(TITLES)
@example("&LIVE: amp;amp; storm")
@example("<<b>b>LIVE: storm")
@example("(1/3) (2/3) storm")
@example("Part 2: storm, part 3")
def test_reading_twice(title: str) -> None:
    """Reading what was read changes nothing more."""
    once = read_title(title)
    twice = read_title(once.display)
    assert twice.folded == once.folded
    assert twice.display == once.display
    assert twice.words == once.words
    assert twice.removed == ()


@given(TITLES, st.lists(st.sampled_from(["Quay", "quay.example", "BBC News", "storm"]), max_size=3))
def test_reading_twice_with_names(title: str, names: list[str]) -> None:
    """The same holds with the names of a source."""
    once = read_title(title, site_names=names)
    assert read_title(once.display, site_names=names).folded == once.folded


@given(TITLES)
def test_plain_twice(title: str) -> None:
    """Plain text is plain already."""
    assert plain(plain(title)) == plain(title)


@given(TITLES, st.sampled_from(("NFC", "NFD")))
def test_composition(title: str, form: Literal["NFC", "NFD"]) -> None:
    """It does not matter how accents are encoded."""
    assert read_title(unicodedata.normalize(form, title)).folded == read_title(title).folded


@given(PLAIN)
def test_case(title: str) -> None:
    """It does not matter in which case a title is set."""
    assert fold_title(title.upper()) == fold_title(title) == fold_title(title.lower())


@given(PLAIN)
def test_width(title: str) -> None:
    """Full-width letters are letters."""
    wide = title.translate({code: code + 0xFEE0 for code in range(0x21, 0x7F)})
    assert read_title(wide).folded == read_title(title).folded


@given(
    PLAIN, st.sampled_from(["“{}”", "«\u00a0{}\u00a0»", '"{}"', "「{}」", "‘{}’", "„{}“", "'{}'"])
)
def test_quotes(title: str, quotes: str) -> None:
    """A title in quotes is the title."""
    assert read_title(quotes.format(title)).folded == read_title(title).folded


@given(st.text(max_size=40))
def test_folding_by_character(text: str) -> None:
    """The fast way to fold gives what the slow one gives."""
    fast, slow = letters(text), _fold_slowly(text)
    assert "".join(fast.split()) == "".join(slow.split())


@given(TITLES)
def test_folded_form(title: str) -> None:
    """The folded form has no case, no blanks but single ones, and words that stand in it."""
    read = read_title(title)
    assert read.folded == " ".join(read.folded.split())
    assert read.folded == read.folded.lower() or not read.folded.isascii()
    assert all(word in read.folded for word in read.words)
    assert len(read.display) <= MAX_CHARS


@given(st.lists(TITLES, max_size=12))
def test_learning_takes_anything(titles: list[str]) -> None:
    """Learning is pure, and deaf to the order of titles."""
    assert set(learn_site_names(titles)) == set(learn_site_names(titles))
    assert sorted(learn_series_names(titles)) == sorted(learn_series_names(titles[::-1]))


HOSTILE = {
    "long": "storm " * 20_000,
    "marks": "e" + "\u0301\u0323" * 50_000,
    "marks apart": "e\u0301" * 50_000,
    "direction": "\u202e\u202d" * 50_000,
    "emoji": "🔥" * 50_000,
    "entities": "&amp;" * 20_000 + "lt;b&gt;",
    "nested entity": "&" + "amp;" * 25_000,
    "tags": "<b" * 50_000,
    "bars": "|" * 100_000,
    "dashes": " - " * 33_000,
    "colons": "a:" * 50_000,
    "brackets": "【" * 50_000 + "】" * 50_000,
    "labels": "LIVE: " * 20_000,
    "sites": "a | BBC News" + " | BBC News" * 10_000,
    "parts": "part " * 20_000,
    "slashes": "1/2 " * 25_000,
    "dots": "a." * 50_000,
    "digits": "1,000" * 20_000,
    "blanks": " " * 100_000,
    "quotes": "'" * 100_000,
    "expanding": "\ufdfa" * 30_000,
    "chinese": "開" * 100_000,
    "surrogates": "\ud800" * 100_000,
    "zero": "\x00" * 100_000,
}


@pytest.mark.parametrize("title", HOSTILE.values(), ids=HOSTILE)
def test_hostile(title: str) -> None:
    """A title of any length is read, and no more than a title's length of it."""
    read = read_title(title)
    assert isinstance(read, Title)
    assert len(read.display) <= MAX_CHARS
    assert read_title(read.display).folded == read.folded
    assert len(read.folded) <= 20 * MAX_CHARS
