"""How much a judge's answer weighs: what was measured of the judge counts, not what it claims.

Many models give no confidence, the same one to every pair, or 0.0. Their answers are still right
as often as a measurement on labelled pairs shows (`strandline evaluate --judge`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from strandline.model.levels import JudgeMeasure, Level, Trial, level_of
from strandline.model.stories import JudgeAnswer, Verdict

#: Without a measurement: times by which *same news* without a confidence raises the odds that the
#: cascade gives; and what any other answer weighs, enough to rule, for nothing is hidden by it.
UNMEASURED_SAME_ODDS, UNMEASURED_APART = 1.5, 0.60
#: Answers of a level in a language that show how good it is; with fewer, those of all languages.
LEAST_SHOWN = 20
#: A confidence tells something where an answer that is right has the higher one at least so often.
LEAST_TELLING = 0.6
#: Steps of the reliability table.
STEPS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
#: Answers that a step borrows from its level, so that three lucky ones are no certainty.
_BORROWED = 10


@dataclass(frozen=True, slots=True)
class Weight:
    """How probable it is that an answer is right.

    Attributes:
        because: In words, where it is not the model's own confidence; else empty.
    """

    value: float
    because: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A row of the reliability table: answers with a confidence in [low, high), the last one with
    `high` itself.
    """

    low: float
    high: float
    answers: int
    right: int


def weigh(
    answer: JudgeAnswer, before: Verdict, language: str, measure: JudgeMeasure | None
) -> Weight:
    """The weight of an answer on a pair.

    Args:
        before: What the cascade ruled on it.
        language: Of the pair.
        measure: Of this judge; one of another model or prompt is not read.
    """
    said = level_of(answer.relation)
    if measure and (measure.model, measure.prompt_hash) == (answer.model, answer.prompt_hash):
        shown = _shown(measure.trials, said, language)
        if shown:
            return _measured(shown, answer.confidence)
    if answer.confidence > 0:
        return Weight(answer.confidence)
    if said is not Level.SAME_NEWS:
        return Weight(UNMEASURED_APART, "its confidence says nothing, and nothing is measured")
    odds = before.score / max(1e-6, 1 - before.score) * UNMEASURED_SAME_ODDS
    return Weight(odds / (1 + odds), "its confidence says nothing: by the score, raised a little")


def is_telling(trials: Sequence[Trial]) -> bool:
    """True where right answers have higher confidences than wrong ones (area under the curve)."""
    right = [t.confidence for t in trials if t.said and t.said is t.true]
    wrong = [t.confidence for t in trials if t.said and t.said is not t.true]
    if not right or not wrong:
        return False
    won = sum((r > w) + (r == w) / 2 for r in right for w in wrong)
    return won >= LEAST_TELLING * len(right) * len(wrong)


def says_nothing(confidences: Sequence[float], least: float) -> bool:
    """True where a model says one number whatever it is asked, and it would never be sure.

    Args:
        least: What *same news* must weigh; a model that always says more is taken at its word
            until it is measured.
    """
    is_constant = len(confidences) >= LEAST_SHOWN and len({*confidences}) == 1
    return is_constant and confidences[0] < least


def reliability(trials: Sequence[Trial]) -> list[Step]:
    """How often answers are right, by the confidence that they were given with."""
    rows = []
    for low, high in pairwise(STEPS):
        inside = [t for t in trials if t.said and _is_in(t.confidence, low, high)]
        rows.append(Step(low, high, len(inside), sum(t.said is t.true for t in inside)))
    return rows


def _shown(trials: Sequence[Trial], said: Level | None, language: str) -> list[Trial]:
    """Trials with the same answer, in the language where there are enough of it."""
    of_level = [t for t in trials if t.said is said]
    own = [t for t in of_level if t.language == language]
    return own if len(own) >= LEAST_SHOWN else of_level


def _measured(shown: Sequence[Trial], confidence: float) -> Weight:
    """The share that is right, that of the confidence's step where confidences tell something."""
    share = (sum(t.said is t.true for t in shown) + 1) / (len(shown) + 2)
    because = f"right in {share:.2f} of {len(shown)} answers measured"
    if confidence <= 0 or not is_telling(shown):
        return Weight(share, because)
    step = next(s for s in reliability(shown) if _is_in(confidence, s.low, s.high))
    value = (step.right + _BORROWED * share) / (step.answers + _BORROWED)
    return Weight(value, f"{because}, here {value:.2f} by its confidence")


def _is_in(confidence: float, low: float, high: float) -> bool:
    return low <= confidence < high or confidence == high == STEPS[-1]
