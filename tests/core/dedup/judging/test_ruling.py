"""From a model's answer to a verdict."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.dedup.judging.ruling import (
    LAYER,
    SAME_CONFIDENCE,
    SAME_CONFIDENCE_AGAINST_VETO,
    unreadable_verdict,
    verdict_of,
    waiting_verdict,
)
from strandline.model.stories import Answer, JudgeAnswer, Relation, Verdict

UNSURE = Verdict(
    Answer.UNSURE,
    Relation.UNKNOWN,
    "nearest_vectors",
    0.81,
    "near, not near enough",
    scores={"cosine": 0.81},
    thresholds={"same": 0.9},
    calibration="pairs of the town",
)
SAID = JudgeAnswer(
    cache_key="k",
    model="m-1",
    prompt_hash="p",
    relation=Relation.SAME_STORY,
    confidence=0.95,
    event_a="The bridge closed",
    event_b="Le pont a fermé",
    differs_in="",
    asked_at=datetime(2026, 3, 4, tzinfo=UTC),
)
RELATIONS = st.sampled_from(
    [Relation.SAME_STORY, Relation.UPDATE, Relation.RELATED, Relation.DIFFERENT]
)


@pytest.mark.parametrize(
    ("relation", "confidence", "answer"),
    [
        (Relation.SAME_STORY, 0.95, Answer.SAME),
        (Relation.SAME_STORY, 0.79, Answer.UNSURE),
        (Relation.UPDATE, 0.9, Answer.DIFFERENT),
        (Relation.UPDATE, 0.5, Answer.UNSURE),
        (Relation.RELATED, 0.9, Answer.DIFFERENT),
        (Relation.DIFFERENT, 0.6, Answer.DIFFERENT),
        (Relation.DIFFERENT, 0.2, Answer.UNSURE),
    ],
)
def test_relation_and_confidence(relation: Relation, confidence: float, answer: Answer) -> None:
    """An update is another article to show; what the model itself doubts stays undecided."""
    verdict = verdict_of(replace(SAID, relation=relation, confidence=confidence), UNSURE)
    assert verdict.answer is answer
    assert verdict.relation is (Relation.UNKNOWN if answer is Answer.UNSURE else relation)


@given(RELATIONS, st.floats(0, 1))
def test_what_is_decided_stays_decided(relation: Relation, confidence: float) -> None:
    """No answer of a model changes a DIFFERENT (a hard veto) or a SAME."""
    said = replace(SAID, relation=relation, confidence=confidence)
    for answer in (Answer.SAME, Answer.DIFFERENT):
        before = replace(UNSURE, answer=answer)
        assert verdict_of(said, before) == before


@given(RELATIONS, st.floats(0, 1), st.booleans())
def test_same_is_only_ruled_on_a_confident_same(
    relation: Relation, confidence: float, has_veto: bool
) -> None:
    """And with a soft veto, only on a very confident one."""
    before = replace(UNSURE, vetoes=("numbers",) if has_veto else ())
    verdict = verdict_of(replace(SAID, relation=relation, confidence=confidence), before)
    least = SAME_CONFIDENCE_AGAINST_VETO if has_veto else SAME_CONFIDENCE
    may = relation is Relation.SAME_STORY and verdict.scores["judge_weight"] >= least
    assert (verdict.answer is Answer.SAME) == may
    assert 0 <= verdict.score <= 1


def test_the_verdict_says_all_that_it_rests_on() -> None:
    """What the layers before had found, and what the model said."""
    verdict = verdict_of(SAID, replace(UNSURE, vetoes=("numbers",)))
    assert (verdict.layer, verdict.model, verdict.prompt_hash) == (LAYER, "m-1", "p")
    assert verdict.scores == {"cosine": 0.81, "judge_confidence": 0.95, "judge_weight": 0.95}
    assert verdict.thresholds == {"same": 0.9, "judge_same": 0.9, "judge_apart": 0.6}
    assert verdict.vetoes == ("numbers",)
    assert verdict.calibration == "pairs of the town"
    assert verdict.reason == "m-1: same news (0.95): “The bridge closed” / “Le pont a fermé”"
    apart = verdict_of(
        replace(SAID, relation=Relation.RELATED, confidence=0.4, differs_in="town"), UNSURE
    )
    assert "too unsure to rule" in apart.reason
    assert apart.reason.endswith("; differs in: town")


def test_an_unreadable_answer_leaves_the_pair_to_a_person() -> None:
    """UNSURE, by the model's layer, with our reason."""
    verdict = unreadable_verdict(UNSURE, "m-1", "p", "the answer is empty")
    assert (verdict.answer, verdict.layer, verdict.model) == (Answer.UNSURE, LAYER, "m-1")
    assert verdict.reason == "m-1 was asked in vain: the answer is empty"


def test_a_waiting_pair_keeps_its_ruling_and_says_why_it_waits() -> None:
    """The layer that was unsure is still the one that ruled."""
    verdict = waiting_verdict(UNSURE, "the model is down")
    assert verdict.reason == "near, not near enough; the model is down"
    assert replace(verdict, reason=UNSURE.reason) == UNSURE
