"""How a model's answer on a pair is read."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.dedup.judging import (
    PROMPT_HASH,
    Prices,
    Question,
    Reading,
    judge_answer,
    read_answer,
)
from strandline.core.text.strict_json import Unreadable
from strandline.model.stories import ChatAnswer, Relation

GOOD: dict[str, Any] = {
    "event_a": "The bridge closed on Monday",
    "event_b": "Le pont a fermé lundi",
    "differs_in": "",
    "relation": "same",
    "confidence": 0.93,
}


def said(text: str, *, is_cut: bool = False) -> ChatAnswer:
    return ChatAnswer(text, is_cut, 700, 60, 1.5)


def reason(text: str, *, is_cut: bool = False) -> str:
    found = read_answer(said(text, is_cut=is_cut))
    assert isinstance(found, Unreadable)
    return found.reason


@pytest.mark.parametrize(
    ("word", "relation"),
    [
        ("same", Relation.SAME_STORY),
        ("update", Relation.UPDATE),
        ("related", Relation.RELATED),
        ("different", Relation.DIFFERENT),
    ],
)
def test_the_four_relations(word: str, relation: Relation) -> None:
    """Each word of the prompt is a relation of ours."""
    assert read_answer(said(json.dumps(GOOD | {"relation": word}))) == Reading(
        relation, 0.93, GOOD["event_a"], GOOD["event_b"], ""
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"relation": "Same"}, "no relation"),
        ({"relation": "yes"}, "no relation"),
        ({"relation": None}, "no relation"),
        ({"relation": ["same"]}, "no relation"),
        ({"confidence": "0.9"}, "no number"),
        ({"confidence": True}, "no number"),
        ({"confidence": None}, "no number"),
        ({"confidence": 1.01}, "between 0 and 1"),
        ({"confidence": -0.1}, "between 0 and 1"),
        ({"confidence": 93}, "between 0 and 1"),
        ({"event_a": 3}, "where a text belongs"),
        ({"differs_in": None}, "where a text belongs"),
        ({"event_b": {"who": "x"}}, "where a text belongs"),
        ({"event_a": " "}, "does not say"),
        ({"event_b": "\u200b"}, "does not say"),
        ({"verdict": "same"}, "further keys"),
    ],
)
def test_one_wrong_value_spoils_the_answer(change: dict[str, Any], words: str) -> None:
    """Nothing is guessed."""
    assert words in reason(json.dumps(GOOD | change))


def test_a_cut_answer_is_not_read() -> None:
    """Not even where what came is whole by chance."""
    assert "cut off" in reason(json.dumps(GOOD), is_cut=True)


def test_confidence_of_zero_and_one_are_numbers() -> None:
    """Whole numbers are what models write."""
    for confidence in (0, 1):
        found = read_answer(said(json.dumps(GOOD | {"confidence": confidence})))
        assert isinstance(found, Reading)
        assert found.confidence == float(confidence)


def test_what_is_kept_of_the_models_words_is_clean_and_short() -> None:
    """They are shown to people and stored in databases that refuse half characters."""
    text = json.dumps(GOOD | {"event_a": "x\u0000\ud800 <script>\n" + "word " * 999})
    found = read_answer(said(text))
    assert isinstance(found, Reading)
    assert found.event_a.startswith("x ‹script› word word")
    assert len(found.event_a) <= 200
    found.event_a.encode()


@given(st.text(), st.booleans())
def test_any_answer_is_a_reading_or_a_reason(text: str, is_cut: bool) -> None:
    """Never an exception."""
    assert isinstance(read_answer(said(text, is_cut=is_cut)), Reading | Unreadable)


def test_an_answer_keeps_what_all_attempts_cost() -> None:
    """Tokens and seconds of the first, useless answer were paid for too."""
    question = Question("k" * 64, "s", "u")
    reading = Reading(Relation.SAME_STORY, 0.9, "x", "y", "")
    kept = judge_answer(
        question,
        reading,
        [said(""), said("{}")],
        model="m",
        asked_at=datetime(2026, 3, 4, tzinfo=UTC),
        prices=Prices(tokens_in=0.5, tokens_out=2.0),
    )
    assert (kept.prompt_tokens, kept.completion_tokens, kept.latency_s) == (1400, 120, 3.0)
    assert kept.cost == pytest.approx((1400 * 0.5 + 120 * 2.0) / 1e6)
    assert (kept.cache_key, kept.prompt_hash) == ("k" * 64, PROMPT_HASH)
