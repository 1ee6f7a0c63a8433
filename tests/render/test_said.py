"""Sentences of the program in the language of the page."""

import string
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.archive.policy import Policy, decide, make_policy
from strandline.core.calendar import ahead
from strandline.core.digest.history import (
    SEEN_STORY,
    blocked_line,
    blocked_lines,
    matched_line,
    pruned_line,
    recorded_line,
)
from strandline.model.database import OtherClocks
from strandline.model.funnel import Drop
from strandline.render.i18n import catalogue
from strandline.render.said import said, said_element

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
SENTENCES = sorted(key for key in catalogue("en") if key.startswith("said."))
#: Something for every placeholder, by its name.
VALUES = {
    "count": 3, "number": 2, "have": 4, "wanted": 30, "status": 404, "port": 8080,
    "host": "a.example", "url": "https://a.example/x?y=1", "time": "2026-03-02 08:00",
    "said": "own link", "capture": "screenshot", "name": "Cloudflare", "detail": "no such name",
    "line": "Disallow: /x", "kind": "feed", "day": "2026-04-11", "other": "2026-03-02",
    "until": "2026-03-04",
}  # fmt: skip


@pytest.mark.parametrize("key", SENTENCES)
@pytest.mark.parametrize("language", ["fr", "zh"])
def test_every_sentence_is_found_by_its_own_english(key: str, language: str) -> None:
    """Whatever is filled in comes out again in the other language, and nothing of the English."""
    message = catalogue("en")[key]
    english = message if isinstance(message, str) else message["other"]
    told = said(english.format_map(VALUES), language)
    assert told is not None
    other = catalogue(language)[key]
    wanted = other if isinstance(other, str) else other["other"]
    for _, name, _, _ in string.Formatter().parse(wanted):
        if name and name not in ("said", "capture"):
            assert str(VALUES[name]) in told
    assert "own link" not in told
    assert "screenshot" not in told


@pytest.mark.parametrize(
    ("line", "french"),
    [
        (blocked_line(32, 34), "32 articles déjà montrés écartés (34 URL dans l’historique)"),
        (blocked_line(1, 1), "1 article déjà montré écarté (1 URL dans l’historique)"),
        (blocked_line(0, 1_204), "aucun doublon (1\u202f204 URL dans l’historique)"),
        (
            blocked_lines([Drop("u", SEEN_STORY)] * 5, 9)[1],
            "et 5 dont le sujet a déjà été montré par une autre source",
        ),
        (
            matched_line(3, 2),
            "3 comparés aux autres articles, 2 ont rejoint le sujet d’un autre",
        ),
        (
            ahead(NOW + timedelta(days=40), OtherClocks(answers=NOW)),
            (
                "Cette machine dit 2026-04-11 ; d’autres horloges ont dit 2026-03-02. "
                "Les âges sont comptés jusqu’au 2026-03-04 ; le prochain relevé dira qui a raison."
            ),
        ),
        (pruned_line(4, 30), "4 entrées de plus de 30 jours oubliées"),
        (recorded_line(17), "ajoutées à l’historique\u00a0: 17 URL"),
    ],
)
def test_lines_of_the_funnel(line: str, french: str) -> None:
    """What an edition left out and recorded, as the steps write it down."""
    assert said(line.replace("1204", "1,204"), "fr") == french


@pytest.mark.parametrize("last", [None, NOW - timedelta(minutes=5), NOW - timedelta(days=9)])
@pytest.mark.parametrize("in_quote", [True, False])
@pytest.mark.parametrize(
    "policy",
    [
        make_policy("all"),
        make_policy("deletable"),
        make_policy("all", excluded=("a.example",)),
        make_policy("all", disabled=("a.example",)),
        make_policy("all", known_bad=("a.example",)),
    ],
)
def test_reasons_of_the_policy(policy: Policy, in_quote: bool, last: datetime | None) -> None:
    """Whatever is decided about a link is said in the reader's language, with the post."""
    decision = decide(
        policy, "https://www.a.example/x", in_quote=in_quote, last_archived_at=last, now=NOW
    )
    reason = f"{decision.reason}, in https://forum.example/t/x/1/2"
    for language in ("fr", "zh"):
        told = said(reason, language)
        assert told is not None
        assert "https://forum.example/t/x/1/2" in told


def test_what_happened_in_an_attempt() -> None:
    """One part a capture, each in its own words; with a part that is unknown all stays English."""
    error = "Attempt 1: fetch: a.example answered 404; screenshot: a challenge page (Cloudflare)"
    told = said(error, "fr")
    assert told is not None
    assert told.startswith("Essai 1")
    assert "a.example a répondu 404; " in told
    assert "une page de vérification (Cloudflare)" in told
    assert said(f"{error}; pdf: something odd", "fr") is None


@pytest.mark.parametrize("language", ["fr", "zh"])
def test_what_is_no_sentence_of_ours_is_marked_as_english(language: str) -> None:
    """It stays as it was written, escaped, and says which language it is in."""
    told = said_element("<b>odd</b>", language)
    assert told == '<span lang="en">&lt;b&gt;odd&lt;/b&gt;</span>'
    assert said_element("not a page", "en") == "not a page"
    assert said_element("", language) == ""
    assert said_element(None, language) == ""


@given(st.text(max_size=200), st.sampled_from(["fr", "zh"]))
def test_any_text_is_harmless(text: str, language: str) -> None:
    """No text makes a fault or markup."""
    told = said_element(f"{text} is excluded, in https://a.example/<script>", language)
    assert "<script" not in told


def test_long_and_nested_texts_end_soon() -> None:
    """What is nested without end, or longer than any sentence, is none of ours."""
    assert said("Attempt 1: " * 50 + "not a page", "fr") is None
    assert said("a" * 100_000 + " is excluded", "fr") is None
