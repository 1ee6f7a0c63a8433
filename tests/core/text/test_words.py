"""Texts and queries as words."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from strandline.core.text.words import MAX_TOKEN_CHARS, extras, fold, phrases, tokens


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("CAFÉ", "cafe"),
        ("cafe\u0301", "cafe"),
        ("Straße", "strasse"),
        ("Łódź Ørsted Đà", "lodz orsted da"),
        ("ﬁnal ＡＢＣ １２", "final abc 12"),
        ("ёлка мой", "елка мой"),
        ("ｶﾞｷﾞ が", "ガギ が"),
        ("مُحَمَّد", "محمد"),
        ("so\u00adft wo\u200brd", "soft word"),
        ("İstanbul ısı", "istanbul isi"),
    ],
)
def test_case_accents_and_width_are_folded(text: str, folded: str) -> None:
    """But not what makes another letter."""
    assert fold(text) == folded


@given(st.text())
@example("ǽ İ ﬁ \u0345")
def test_folding_twice_changes_nothing(text: str) -> None:
    """So it does not matter who has folded already."""
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The bridge, closed.", ["the", "bridge", "closed"]),
        ("don't re-open snake_case", ["don", "t", "re", "open", "snake", "case"]),
        ("東京都、大阪", ["東京", "京都", "都", "大阪", "阪"]),
        ("Python入門", ["python", "入門", "門"]),
        ("서울에서", ["서울", "울에", "에서", "서"]),
        ("水", ["水"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("", []),
        ("!?… 🚀", []),
        ("x" * 500, ["x" * MAX_TOKEN_CHARS]),
    ],
)
def test_a_text_is_its_words(text: str, found: list[str]) -> None:
    """Runs of scripts without spaces are pairs and a last character."""
    assert tokens(text) == found


def holds(text: list[str], phrase: tuple[str, ...]) -> bool:
    return f" {' '.join(phrase)} " in f" {' '.join(text)} "


CJK = st.text("東京都大阪水入門のは가나다漢字", min_size=1, max_size=12)


@given(CJK, CJK, CJK)
def test_any_part_of_a_run_is_found_and_nothing_else(before: str, part: str, after: str) -> None:
    """Chinese and Japanese are found by substring, over no border of a run."""
    run = before + part + after
    text, others = f"{after}、{run}。{before}", extras(f"{after}、{run}。{before}")
    for phrase in phrases(part):
        assert holds(tokens(text), phrase) or (len(part) == 1 and part in others)
    if part not in before + "、" + after and len(part) > 1:
        (phrase,) = phrases(part)
        assert not holds(tokens(f"{before}、{after}"), phrase)


def test_a_word_in_pieces_is_one_phrase() -> None:
    """And a run beside it is another one."""
    assert phrases("don’t") == [("don", "t")]
    assert phrases("a-b東京都c") == [("a", "b"), ("東京", "京都"), ("c",)]
    assert phrases('"') == []


def test_signs_make_another_word() -> None:
    """`C++` is more than a lone letter; `a#b` is an anchor."""
    assert extras("C++ and C#, F#! a#b c+") == {"cplusplus", "csharp", "fsharp"}
    assert extras("水道") == {"水", "道"}


@given(st.text(max_size=200))
def test_tokens_are_letters_marks_and_numbers(text: str) -> None:
    """Nothing that a query language could mean something by; what is a word stays one."""
    for token in [*tokens(text), *extras(text), *(t for p in phrases(text) for t in p)]:
        assert token
        assert {unicodedata.category(sign)[0] for sign in token} <= {"L", "M", "N", "C"}
        assert not any(sign.isspace() or sign in "'\"\0" for sign in token)


@given(st.text(max_size=80))
def test_a_text_is_found_by_its_own_words(text: str) -> None:
    """Whatever a text is made of, each of its pieces finds it."""
    words, others = tokens(text), extras(text)
    for piece in text.split():
        for phrase in phrases(piece):
            assert holds(words, phrase) or (len(phrase) == 1 and phrase[0] in others)
