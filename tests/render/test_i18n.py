"""Every language says everything: same keys, same plural forms, same placeholders."""

import re
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.digest import limits
from strandline.model.digests import Section
from strandline.pipelines.digest import DIGEST
from strandline.render.i18n import (
    LANGUAGES,
    PLURAL_FORMS,
    catalogue,
    known_language,
    number,
    placeholders,
    plural_form,
    translate,
)

OTHERS = [language for language in LANGUAGES if language != "en"]
SOURCES = Path(str(resources.files("strandline")))

#: A key that is written out where `translate`, `t`, or the like is called.
_CALL = re.compile(r"""(?:translate\(\s*[\w.]+,\s*|\bt\()["']([a-z_.]*[a-z_])["']""")


def keys_in_use() -> set[str]:
    files = [*SOURCES.rglob("*.py"), *SOURCES.rglob("*.html"), *SOURCES.rglob("render/mail/*.txt")]
    return {key for file in files for key in _CALL.findall(file.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("language", OTHERS)
def test_no_language_misses_a_key_or_has_one_too_many(language: str) -> None:
    """The English catalogue is the list of what there is to say."""
    assert catalogue(language).keys() == catalogue("en").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_those_of_the_language(language: str) -> None:
    """English and French have two, Chinese has one."""
    for key, message in catalogue(language).items():
        if not isinstance(message, str):
            assert tuple(message) == PLURAL_FORMS[language], key


@pytest.mark.parametrize("language", OTHERS)
def test_placeholders_are_the_same(language: str) -> None:
    """What is filled in in English is filled in everywhere."""
    for key, message in catalogue("en").items():
        assert placeholders(catalogue(language)[key]) == placeholders(message), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_in_use_is_there(language: str) -> None:
    """Keys written out in code and templates, and those made from codes."""
    used = keys_in_use()
    assert "digest.items" in used
    used |= {f"digest.section.{section.value}" for section in Section}
    used |= {f"page.step.{step.name}" for _, steps in DIGEST for step in steps}
    assert used - catalogue(language).keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_is_empty(language: str) -> None:
    """A word that is not there yet would be shown as nothing."""
    for key, message in catalogue(language).items():
        texts = [message] if isinstance(message, str) else message.values()
        assert all(text.strip() for text in texts), key


@pytest.mark.parametrize(
    ("language", "count", "form"),
    [
        ("en", 0, "other"),
        ("en", 1, "one"),
        ("en", 2, "other"),
        ("fr", 0, "one"),
        ("fr", 1, "one"),
        ("fr", 2, "other"),
        ("zh", 1, "other"),
    ],
)
def test_plural_rules(language: str, count: int, form: str) -> None:
    """Unicode CLDR, cardinal rules."""
    assert plural_form(count, language) == form


def test_counts_are_written_as_the_language_writes_them() -> None:
    """Thousands are set apart, French by a narrow space that does not break."""
    assert translate("en", "digest.items", count=12345) == "12,345 items"
    assert translate("fr", "digest.items", count=12345) == "12\u202f345 éléments"
    assert translate("zh", "digest.items", count=12345) == "12,345条"
    assert number(-1000, "en") == "-1,000"


@pytest.mark.parametrize(
    ("tag", "language"),
    [("fr-CA", "fr"), ("zh_Hant", "zh"), ("EN", "en"), ("de", "en"), ("", "en"), (None, "en")],
)
def test_tags_lead_to_languages_of_ours(tag: str | None, language: str) -> None:
    """What we do not speak is answered in English."""
    assert known_language(tag) == language


def test_digests_can_be_written_in_every_language() -> None:
    """The languages that a reader may choose are those that there are catalogues for."""
    assert set(limits.LANGUAGES) == set(LANGUAGES)


@given(st.text())
def test_braces_in_values_are_text(value: str) -> None:
    """What comes from outside is filled in as it is, never read as a placeholder."""
    assert translate("en", "digest.also", sources=value) == f"Also in: {value}"


def test_an_unknown_key_is_a_fault_of_ours() -> None:
    """It is raised, not shown."""
    with pytest.raises(KeyError):
        translate("en", "digest.no_such_key")


def test_french_puts_no_line_break_before_its_signs() -> None:
    """A colon or a question mark never begins a line: the space before it does not break."""
    for key, message in catalogue("fr").items():
        texts = [message] if isinstance(message, str) else list(message.values())
        assert not [text for text in texts if re.search(r" [:;?!»]|« ", text)], key
