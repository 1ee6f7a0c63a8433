"""What of an article is searched, and what a query asks for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.archive.ranking import best, score
from strandline.core.archive.search import (
    MAX_PHRASE_TOKENS,
    MAX_PHRASES,
    MAX_TERM_BYTES,
    IndexForm,
    index_form,
    wanted,
)
from strandline.core.archive.snippet import LENGTH, snippet


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("park.", (("park",),)),
        ("@nasa", (("nasa",),)),
        ("a-b", (("a", "b"),)),
        ("don't stop", (("don", "t"), ("stop",))),
        ('"', ()),
        ("", ()),
        ("\0", ()),
        ("c++", (("c",), ("cplusplus",))),
        ("AND OR NOT NEAR(a b)", (("and",), ("or",), ("not",), ("near", "a"), ("b",))),
        ("title:x* ^y", (("title", "x"), ("y",))),
        ("東京都 水", (("東京", "京都"), ("水",))),
        (
            "https://www.courier.example/Town/Bridge/?utm_source=rss#top",
            (("courier", "example", "town", "bridge"),),
        ),
        ("(http://courier.example/a%20b),", (("courier", "example", "a", "b"),)),
        ("www.courier.example", (("courier", "example"),)),
        ("https://", ()),
        ("100% 3.5", (("100",), ("3", "5"))),
    ],
)
def test_any_text_is_a_query(query: str, asked: tuple[tuple[str, ...], ...]) -> None:
    """Every word must be found, one in several pieces in one piece; nothing is syntax."""
    assert wanted(query) == asked


@given(st.text(max_size=300))
def test_no_query_is_refused(query: str) -> None:
    """Any text at all."""
    for phrase in wanted(query):
        assert phrase
        assert all(phrase)


@pytest.mark.parametrize("query", ["word" * 5_000, "w " * 5_000, "a-" * 9_000, "東京" * 5_000])
def test_a_long_query_is_cut(query: str) -> None:
    """Ten thousand characters cost no more than a line."""
    asked = wanted(query)
    assert 0 < len(asked) <= MAX_PHRASES
    assert all(len(phrase) <= MAX_PHRASE_TOKENS for phrase in asked)


def test_the_cut_goes_through_no_word() -> None:
    """Half a word would be found nowhere."""
    asked = wanted("bridge " * 1_428 + "mills closed")
    assert asked == (("bridge",),)


def is_found(form: IndexForm, query: str) -> bool:
    fields = (form.title, form.url, form.domain, form.text)
    return all(
        any(f" {' '.join(phrase)} " in field for field in fields)
        or (len(phrase) == 1 and phrase[0] in form.terms)
        for phrase in wanted(query)
    )


FORM = index_form(
    "Don’t close the Café",
    ["https://old.courier.example/r/Town/42", "https://www.courier.example/r/town/42?ref=x"],
    "courier.example",
    "Traffic goes round by the mill. 水道局の発表。 Written in C++.",
)


@pytest.mark.parametrize(
    "query",
    [
        *("cafe", "don't", "DON’T CLOSE", "courier", "courier.example", "mill.", "c++", "水"),
        *("水道局", "道局", "old.courier.example/r/town", "https://courier.example/r/town/42"),
    ],
)
def test_title_urls_domain_and_text_are_searched(query: str) -> None:
    """As people write them, with or without accents, signs and scheme."""
    assert is_found(FORM, query)


@pytest.mark.parametrize(
    "query", ["cafes", "mill-round", "水発", "c#", "局の発表会", "close-don't"]
)
def test_what_is_not_there_is_not_found(query: str) -> None:
    """Neither a part of a word, nor words of a phrase in another order."""
    assert not is_found(FORM, query)


def test_a_phrase_stays_within_a_field() -> None:
    """The end of a title and the start of a URL are no phrase."""
    assert not is_found(FORM, "cafe-old")


def test_a_text_of_different_words_only_is_cut_where_the_index_is_full() -> None:
    """No database refuses it; its beginning is found."""
    form = index_form("", [], "", " ".join(f"word{n}" for n in range(200_000)))
    assert sum(len(term.encode()) for term in form.terms) <= MAX_TERM_BYTES
    assert is_found(form, "word0 word9999")
    assert not is_found(form, "word199999")


def test_the_checksum_tells_forms_apart() -> None:
    """Equal words, equal checksum; a word in another field is another form."""
    assert index_form("a b", [], "", "").checksum == index_form("A, b!", [], "", "").checksum
    assert index_form("a", [], "", "").checksum != index_form("", [], "", "a").checksum


def fields(title: str = "", text: str = "") -> dict[str, str]:
    form = index_form(title, [], "", text)
    return {"title": form.title, "url": form.url, "domain": form.domain, "text": form.text}


def test_the_better_answer_comes_first() -> None:
    """A title counts more than a text, often more than once, side by side more than apart."""
    asked = wanted("old bridge")
    ordered = [
        fields(title="The old bridge", text="bridge"),
        fields(title="A bridge that is old"),
        fields(text="the old bridge and the old bridge"),
        fields(text="the bridge is old"),
        fields(text="nothing"),
    ]
    assert best(ordered, asked) == [0, 1, 2, 3, 4]
    assert best(ordered[::-1], asked) == [4, 3, 2, 1, 0]
    assert score(ordered[-1], asked) == 0


def test_equals_keep_their_order() -> None:
    """The newer of two equal answers stays first."""
    assert best([fields(text="bridge")] * 3, wanted("bridge")) == [0, 1, 2]


LONG = "Lorem ipsum dolor sit amet. " * 30


@pytest.mark.parametrize(
    ("words", "query"),
    [
        ("La Straße führt zum ﬁnalen Café.", "cafe"),
        ("La Straße führt zum ﬁnalen Café.", "finalen"),
        ("They don’t close.", "don't"),
        ("Written in C++ here.", "c++"),
        ("昨日、東京都知事が話した。", "京都知"),
        ("水が来た。", "水"),
    ],
)
def test_a_snippet_shows_what_was_found(words: str, query: str) -> None:
    """In the words of the text, with a little before and after."""
    shown = snippet(LONG + words + " " + LONG, wanted(query))
    assert words in shown
    assert len(shown) <= LENGTH + 2
    assert shown.startswith("…")
    assert shown.endswith("…")


def test_a_snippet_of_a_title_is_the_start_of_the_text() -> None:
    """Where the words are not in the text, or in none."""
    assert snippet("Short  text\n\x07here", wanted("bridge")) == "Short text here"
    assert snippet("", wanted("bridge")) == ""


@given(st.text(max_size=400), st.text(max_size=20))
def test_no_snippet_is_longer_or_has_control_characters(text: str, query: str) -> None:
    """Plain text, whatever comes in."""
    shown = snippet(text, wanted(query))
    assert len(shown) <= LENGTH + 2
    assert not any(sign < " " or sign == "\x7f" for sign in shown)
