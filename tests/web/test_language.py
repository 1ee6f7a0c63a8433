"""The language of a page: chosen, remembered, or as the browser asks."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.render.i18n import LANGUAGES
from strandline.web.language import chosen_language, negotiated


@pytest.mark.parametrize(
    ("accept", "language"),
    [
        ("", "en"),
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("zh-Hant-TW", "zh"),
        ("de, zh;q=0.4, fr;q=0.7", "fr"),
        ("de-DE,de;q=0.9", "en"),
        ("en;q=0.1, *;q=0.5", "fr"),
        ("en;q=0, *", "fr"),
        ("en;q=0", "en"),
        ("FR", "fr"),
        ("fr;q=nonsense, zh;q=0.2", "zh"),
        ("fr;q=nan", "en"),
        ("*", "en"),
    ],
)
def test_a_browser_that_asks_for(accept: str, language: str) -> None:
    """Accept-Language is read as RFC 9110 says."""
    assert negotiated(accept) == language


@given(st.text(max_size=200))
def test_any_header_gives_a_language_of_ours(accept: str) -> None:
    """No header, however broken, leaves a page without words."""
    assert negotiated(accept) in LANGUAGES


def test_what_was_chosen_wins() -> None:
    """Query before cookie before browser; what we do not speak is passed over."""
    assert chosen_language({"lang": "zh"}, {"lang": "fr"}, "en") == "zh"
    assert chosen_language({"lang": "xx"}, {"lang": "fr"}, "en") == "fr"
    assert chosen_language({}, {"lang": "<b>"}, "fr") == "fr"


@pytest.mark.parametrize(
    ("language", "word"),
    [("en", "Recent articles"), ("fr", "Articles récents"), ("zh", "最新文章")],
)
def test_the_page_speaks(page: Any, language: str, word: str) -> None:
    """The page follows the browser and says in which language it answers."""
    answer = page.get("/", accept_language=language)
    assert word in answer.text
    assert answer.headers["content-language"] == language
    assert f'<html lang="{language}">' in answer.text
    assert "Accept-Language" in answer.headers["vary"]


def test_a_choice_is_remembered(page: Any) -> None:
    """Choosing a language sets the one cookie, and the next page follows it."""
    answer = page.get("/digests?lang=fr")
    cookie = answer.headers["set-cookie"]
    assert "lang=fr" in cookie
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    later = page.client.get("/", headers={"accept-language": "en", "cookie": "lang=fr"})
    assert "Articles récents" in later.text
    assert "set-cookie" not in later.headers
    page.client.cookies.clear()


def test_the_choice_keeps_the_page_and_its_filter(page: Any) -> None:
    """The links to other languages lead to the same page."""
    text = page.get("/?source=W_RSS_3&language=zh").text
    assert 'href="/?source=W_RSS_3&amp;language=zh&amp;lang=fr"' in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "path", ["/", "/digests", "/digests/edition1", "/sources", "/about", "/no"]
)
def test_every_page_can_be_drawn_in(page: Any, path: str, language: str) -> None:
    """No page lacks a word in any language."""
    answer = page.get(path, accept_language=language)
    assert answer.status_code in {200, 404}
    assert answer.headers["content-language"] == language
