"""Reads what a model answered about a pair: strictly, because it is evidence of a stranger."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from strandline.core.dedup.judging.prompt import PROMPT_HASH, Question
from strandline.core.text.fence import plain_line
from strandline.core.text.strict_json import Unreadable, read_object
from strandline.model.levels import Level
from strandline.model.stories import ChatAnswer, JudgeAnswer

KEYS = ("event_a", "event_b", "differs_in", "level", "confidence")
#: Most characters that are kept of each of the model's sentences.
_EVENT_CHARS = 200


@dataclass(frozen=True, slots=True)
class Reading:
    """A readable answer; its sentences are cleaned and bounded.

    Attributes:
        confidence: 0 to 1; 0 where the answer has none that can be used, for no answer is worth
            nothing: what it weighs then is `weighing`'s to say.
    """

    level: Level
    confidence: float
    event_a: str
    event_b: str
    differs_in: str


@dataclass(frozen=True, slots=True)
class Prices:
    """Of a million tokens, in the currency of the settings."""

    tokens_in: float = 0.0
    tokens_out: float = 0.0

    def cost(self, prompt_tokens: int, completion_tokens: int) -> float:
        """Of one question."""
        return (prompt_tokens * self.tokens_in + completion_tokens * self.tokens_out) / 1e6


def read_answer(answer: ChatAnswer) -> Reading | Unreadable:
    """The answer, or why it cannot be used; a cut one is not read, whatever it looks like."""
    if answer.is_cut:
        return Unreadable("the answer was cut off")
    value = read_object(answer.text, KEYS, may_lack=("confidence",))
    if isinstance(value, Unreadable):
        return value
    texts = [value[key] for key in ("event_a", "event_b", "differs_in")]
    if not all(isinstance(text, str) for text in texts):
        return Unreadable("the answer has something else where a text belongs")
    event_a, event_b, differs_in = (plain_line(text, _EVENT_CHARS) for text in texts)
    if not event_a or not event_b:
        return Unreadable("the answer does not say what the items report")
    level = value["level"]
    if not isinstance(level, str) or level not in tuple(Level):
        return Unreadable("the answer has no level that was asked for")
    confidence = _confidence(value.get("confidence"))
    return Reading(Level(level), confidence, event_a, event_b, differs_in)


def _confidence(value: object) -> float:
    """A number from 0 to 1; else 0: the levels are what was asked for."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    return float(value) if 0 <= value <= 1 else 0.0


def judge_answer(
    question: Question,
    reading: Reading,
    answers: Sequence[ChatAnswer],
    *,
    model: str,
    asked_at: datetime,
    prices: Prices,
) -> JudgeAnswer:
    """The answer as it is kept; tokens and time are those of all attempts at it."""
    tokens_in = sum(answer.prompt_tokens for answer in answers)
    tokens_out = sum(answer.completion_tokens for answer in answers)
    return JudgeAnswer(
        cache_key=question.cache_key,
        model=model,
        prompt_hash=PROMPT_HASH,
        relation=reading.level.relation,
        confidence=reading.confidence,
        event_a=reading.event_a,
        event_b=reading.event_b,
        differs_in=reading.differs_in,
        asked_at=asked_at,
        prompt_tokens=tokens_in,
        completion_tokens=tokens_out,
        cost=prices.cost(tokens_in, tokens_out),
        latency_s=sum(answer.latency_s for answer in answers),
    )
