"""The judge's rules: what a language model is asked, how its answer is read, and what it decides.

Pure; the asking is `pipelines.judge`.
"""

from strandline.core.dedup.judging.answer import Prices, Reading, judge_answer, read_answer
from strandline.core.dedup.judging.breaker import Breaker
from strandline.core.dedup.judging.measuring import (
    LevelFigures,
    figures,
    read_measure,
    write_measure,
)
from strandline.core.dedup.judging.plan import Plan, Undecided, plan_questions
from strandline.core.dedup.judging.prompt import (
    PROMPT_HASH,
    Question,
    asked_order,
    question_about,
)
from strandline.core.dedup.judging.ruling import (
    LAYER,
    SAME_CONFIDENCE,
    unreadable_verdict,
    verdict_of,
    waiting_verdict,
)
from strandline.core.dedup.judging.weighing import Step, is_telling, reliability, says_nothing

__all__ = [
    "LAYER",
    "PROMPT_HASH",
    "SAME_CONFIDENCE",
    "Breaker",
    "LevelFigures",
    "Plan",
    "Prices",
    "Question",
    "Reading",
    "Step",
    "Undecided",
    "asked_order",
    "figures",
    "is_telling",
    "judge_answer",
    "plan_questions",
    "question_about",
    "read_answer",
    "read_measure",
    "reliability",
    "says_nothing",
    "unreadable_verdict",
    "verdict_of",
    "waiting_verdict",
    "write_measure",
]
