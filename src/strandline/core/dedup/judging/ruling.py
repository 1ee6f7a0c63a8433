"""From a model's answer to a verdict: it adds evidence and never outvotes what is certain."""

from dataclasses import replace

from strandline.core.dedup.judging.weighing import Weight, weigh
from strandline.model.levels import JudgeMeasure, level_of
from strandline.model.stories import Answer, JudgeAnswer, Relation, Verdict

LAYER = "language_model"

#: Least weight of *same news*; the second one where a soft veto spoke (numbers, names, a negation):
#: who joins two stories against evidence must be surer. A wrong SAME hides an article, a wrong
#: DIFFERENT shows one twice.
SAME_CONFIDENCE, SAME_CONFIDENCE_AGAINST_VETO = 0.80, 0.90
#: Least weight of the other levels.
APART_CONFIDENCE = 0.60


def verdict_of(
    answer: JudgeAnswer,
    before: Verdict,
    language: str = "xx",
    measure: JudgeMeasure | None = None,
) -> Verdict:
    """The verdict on a pair.

    Args:
        before: What the cascade ruled; where that is no UNSURE (a hard veto, say), it stays.
        language: Of the pair.
        measure: What was measured of this judge.

    Returns:
        SAME only for *same news* of enough weight; UNSURE where there is too little of it.
    """
    if before.answer is not Answer.UNSURE:
        return before
    least_same = SAME_CONFIDENCE_AGAINST_VETO if before.vetoes else SAME_CONFIDENCE
    is_same = answer.relation is Relation.SAME_STORY
    weight = weigh(answer, before, language, measure)
    is_sure = weight.value >= (least_same if is_same else APART_CONFIDENCE)
    return replace(
        before,
        answer=_ruling(is_same=is_same, is_sure=is_sure),
        relation=answer.relation if is_sure else Relation.UNKNOWN,
        layer=LAYER,
        score=weight.value if is_same else 1 - weight.value,
        reason=_reason(answer, weight, is_sure=is_sure),
        scores={
            **before.scores,
            "judge_confidence": answer.confidence,
            "judge_weight": weight.value,
        },
        thresholds={
            **before.thresholds,
            "judge_same": least_same,
            "judge_apart": APART_CONFIDENCE,
        },
        model=answer.model,
        prompt_hash=answer.prompt_hash,
    )


def unreadable_verdict(before: Verdict, model: str, prompt_hash: str, reason: str) -> Verdict:
    """A pair of which the model could make nothing: left to a person."""
    return replace(
        before,
        layer=LAYER,
        reason=f"{model} was asked in vain: {reason}",
        model=model,
        prompt_hash=prompt_hash,
    )


def waiting_verdict(before: Verdict, reason: str) -> Verdict:
    """A pair that is still to be asked about: the ruling before, and why it waits."""
    return replace(before, reason=f"{before.reason}; {reason}" if before.reason else reason)


def _ruling(*, is_same: bool, is_sure: bool) -> Answer:
    if not is_sure:
        return Answer.UNSURE
    return Answer.SAME if is_same else Answer.DIFFERENT


def _reason(answer: JudgeAnswer, weight: Weight, *, is_sure: bool) -> str:
    level = level_of(answer.relation)
    what = (level or answer.relation).replace("_", " ")
    doubt = "" if is_sure else ", too unsure to rule"
    because = f"; {weight.because}" if weight.because else ""
    apart = f"; differs in: {answer.differs_in}" if answer.differs_in else ""
    return (
        f"{answer.model}: {what} ({weight.value:.2f}{doubt}{because}): "
        f"“{answer.event_a}” / “{answer.event_b}”{apart}"
    )
