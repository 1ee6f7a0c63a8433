"""How a model's answer on a pair is read."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.dedup.judging.answer import Prices, Reading, judge_answer, read_answer
from strandline.core.dedup.judging.prompt import PROMPT_HASH, Question
from strandline.core.text.strict_json import Unreadable
from strandline.model.levels import Level
from strandline.model.stories import ChatAnswer, Relation

GOOD: dict[str, Any] = {
    "event_a": "The bridge closed on Monday",
    "event_b": "Le pont a fermé lundi",
    "differs_in": "",
    "level": "same_news",
    "confidence": 0.93,
}


def said(text: str, *, is_cut: bool = False) -> ChatAnswer:
    return ChatAnswer(text, is_cut, 700, 60, 1.5)


def reason(text: str, *, is_cut: bool = False) -> str:
    found = read_answer(said(text, is_cut=is_cut))
    assert isinstance(found, Unreadable)
    return found.reason


@pytest.mark.parametrize(
    ("level", "relation"),
    [
        (Level.SAME_NEWS, Relation.SAME_STORY),
        (Level.SAME_THREAD, Relation.UPDATE),
        (Level.NEITHER, Relation.DIFFERENT),
    ],
)
def test_the_three_levels(level: Level, relation: Relation) -> None:
    """Each word of the prompt is a level of ours, and each level a relation."""
    assert read_answer(said(json.dumps(GOOD | {"level": level.value}))) == Reading(
        level, 0.93, GOOD["event_a"], GOOD["event_b"], ""
    )
    assert level.relation is relation


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"level": "Same_news"}, "no level"),
        ({"level": "yes"}, "no level"),
        ({"level": None}, "no level"),
        ({"level": ["same_news"]}, "no level"),
        ({"event_a": 3}, "where a text belongs"),
        ({"differs_in": None}, "where a text belongs"),
        ({"event_b": {"who": "x"}}, "where a text belongs"),
        ({"event_a": " "}, "does not say"),
        ({"event_b": "\u200b"}, "does not say"),
        ({"verdict": "same"}, "further keys"),
        ({"relation": "same"}, "further keys"),
    ],
)
def test_one_wrong_value_spoils_the_answer(change: dict[str, Any], words: str) -> None:
    """Nothing is guessed."""
    assert words in reason(json.dumps(GOOD | change))


@pytest.mark.parametrize("confidence", ["0.9", True, None, 1.01, -0.1, 93, [1], "missing"])
def test_a_level_without_a_usable_confidence_is_an_answer(confidence: object) -> None:
    """It has none, which is written as 0: what it weighs is a matter of measurement."""
    row = GOOD | {"confidence": confidence}
    if confidence == "missing":
        del row["confidence"]
    found = read_answer(said(json.dumps(row)))
    assert isinstance(found, Reading)
    assert (found.level, found.confidence) == (Level.SAME_NEWS, 0.0)


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
    reading = Reading(Level.SAME_NEWS, 0.9, "x", "y", "")
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
