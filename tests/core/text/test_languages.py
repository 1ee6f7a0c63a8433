"""Tags of languages: what is one, and what is none."""

import pytest

from strandline.core.sources.feeds.reader import read_feed
from strandline.core.text.languages import language_tag


@pytest.mark.parametrize(
    "tag",
    ["en", "fr-CA", "zh-Hant-TW", "es-419", "sl-rozaj-biske", "de-CH-1996", "en-x-home", "yue"],
)
def test_a_tag_is_kept(tag: str) -> None:
    """What BCP 47 allows is a language, as it is written."""
    assert language_tag(f" {tag}\n") == tag


def test_an_underscore_is_a_hyphen() -> None:
    """`pt_BR` is how many programs write `pt-BR`."""
    assert language_tag("pt_BR") == "pt-BR"


@pytest.mark.parametrize(
    "words",
    [
        "",
        None,
        "English",
        "en\x1b[2J",
        "e",
        "en--us",
        "en-",
        "x" * 20_000,
        "en-" + "a" * 40,
        "ｅｎ",
    ],
)
def test_other_words_are_no_language(words: str | None) -> None:
    """Names, controls and long texts are none, whatever they say."""
    assert language_tag(words) is None


def test_a_feed_says_only_tags() -> None:
    """A feed's language enters as a tag or not at all."""
    feed = "<rss><channel><language>{}</language><item><link>https://a.example/1</link></item>"
    feed += "</channel></rss>"
    assert read_feed(feed.format("fr-FR").encode()).language == "fr-FR"
    assert read_feed(feed.format("&#155;31m" * 900).encode()).language is None
