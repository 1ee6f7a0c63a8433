"""The judge's rules: what a language model is asked, how its answer is read, and what it decides.

Pure; the asking is `pipelines.judge`.
"""

from strandline.core.dedup.judging.answer import Prices, Reading, judge_answer, read_answer
from strandline.core.dedup.judging.breaker import Breaker
from strandline.core.dedup.judging.plan import Plan, Undecided, plan_questions
from strandline.core.dedup.judging.prompt import (
    PROMPT_HASH,
    Question,
    asked_order,
    question_about,
)
from strandline.core.dedup.judging.ruling import (
    LAYER,
    unreadable_verdict,
    verdict_of,
    waiting_verdict,
)

__all__ = [
    "LAYER",
    "PROMPT_HASH",
    "Breaker",
    "Plan",
    "Prices",
    "Question",
    "Reading",
    "Undecided",
    "asked_order",
    "judge_answer",
    "plan_questions",
    "question_about",
    "read_answer",
    "unreadable_verdict",
    "verdict_of",
    "waiting_verdict",
]
