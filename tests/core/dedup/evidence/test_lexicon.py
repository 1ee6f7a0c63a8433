"""Tables of words, and the forms that they stand for."""

import pytest

from strandline.core.dedup.evidence.lexicon import Sense, lexicon_of
from strandline.core.dedup.evidence.lexicon.inflecting import in_english, in_french
from strandline.core.dedup.evidence.lexicon.table import compiled


def forms(table: str) -> set[str]:
    """The forms of a table of one meaning."""
    return {form.strip() for form in table.partition(": ")[2].split(",")}


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("rise~", {"rise", "rises", "rose", "risen", "rising"}),
        ("deny~", {"deny", "denies", "denied", "denying"}),
        ("agree~", {"agree", "agrees", "agreed", "agreeing"}),
        ("die~", {"die", "dies", "died", "dying"}),
        ("reach~", {"reach", "reaches", "reached", "reaching"}),
        ("cut~", {"cut", "cuts", "cutting"}),
        ("bus+", {"bus", "buses"}),
    ],
)
def test_english_forms(word: str, expected: set[str]) -> None:
    """A verb has all its forms; one too many is no word."""
    found = forms(in_english(f"    x: {word}"))
    assert found >= expected
    assert all(form.endswith(("ed", "ing")) for form in found - expected)


def test_french_forms() -> None:
    """A participle is of the verb only where the table says so: it may tell of the other side."""
    assert {"domine", "dominent", "dominera"} < forms(in_french("    x: domin^"))
    assert "dominé" not in forms(in_french("    x: domin^"))
    assert {"annule", "annulées"} < forms(in_french("    x: annul~"))
    assert forms(in_french("    x: promu+")) == {"promu", "promue", "promus", "promues"}


def test_phrases_and_own_words() -> None:
    """The last word of a phrase has forms, and what ends in `=` is compared as itself."""
    lexicon = compiled([in_english("pole:law\n    allow: lift ban+, ease~=\n")])
    allow = Sense("pole", "law", "allow")
    assert lexicon.senses("lift bans") == (allow,)
    assert lexicon.senses("eased") == (allow, Sense("own"))


@pytest.mark.parametrize("language", ["en", "fr", "zh", ""])
def test_every_language_has_its_words(language: str) -> None:
    """Countries and days are read in titles of any language."""
    lexicon = lexicon_of(language)
    assert Sense("place", "japan") in lexicon.senses("japan")
    assert Sense("weekday", "2") in lexicon.senses("mardi")
