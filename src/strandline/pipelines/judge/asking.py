"""Asks a language model a set of questions: side by side, within a budget and a deadline.

Every call is accounted for: one that brought an answer by that answer, every other one as a
failure. An answer is kept as soon as it is there, so that a run which is killed asks nothing twice.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock

from strandline.core.dedup.judging.answer import Prices, Reading, judge_answer, read_answer
from strandline.core.dedup.judging.prompt import Question
from strandline.core.dedup.judging.ruling import LAYER
from strandline.core.text.strict_json import Unreadable
from strandline.model.errors import ModelError, QuestionRefused
from strandline.model.stories import ChatAnswer, JudgeAnswer
from strandline.pipelines.side_by_side import side_by_side
from strandline.ports import ChatModel, Ports, StoryStore
from strandline.settings import StorySettings

#: Questions under way at once.
THREADS = 4
#: Most tokens of an answer; of the second attempt, where the first one was cut.
ANSWER_TOKENS, MORE_TOKENS = 600, 2_400


@dataclass(frozen=True, slots=True)
class Waiting:
    """A question that is still to be asked, and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class Refused:
    """A question that the endpoint does not want."""

    reason: str


Outcome = JudgeAnswer | Unreadable | Refused | Waiting


def judge_of(ports: Ports, settings: StorySettings) -> ChatModel | None:
    """The model; None where none is set, or it is switched off: then nothing waits for it."""
    budget = min(settings.judge_calls_per_day, settings.judge_calls_per_run)
    return ports.chat if budget > 0 and LAYER not in settings.layers_off else None


BUDGET_USED = Waiting("the budget for questions is used up")
OUT_OF_TIME = Waiting("the time for questions is used up")


@dataclass(slots=True)
class Asking:
    """One set of questions.

    Attributes:
        now: Time of the run, aware UTC; stands on answers and failures.
        calls_left: Calls that may still be made; the second attempt at a question is a call too.
        deadline_s: On the clock of `monotonic`; nothing is begun after it.
    """

    chat: ChatModel
    store: StoryStore
    prices: Prices
    now: datetime
    calls_left: int
    deadline_s: float
    monotonic: Callable[[], float] = time.monotonic
    _lock: Lock = field(default_factory=Lock)
    _stopped: Waiting | None = None

    def all(self, questions: Sequence[Question]) -> list[Outcome]:
        """What became of each, in order."""
        return _settled(side_by_side(THREADS, self._one, questions))

    def _one(self, question: Question) -> Outcome:
        refusal = self._take()
        if refusal is not None:
            return refusal
        first = self._ask(question, question.user, ANSWER_TOKENS)
        if not isinstance(first, ChatAnswer):
            return first
        reading = read_answer(first)
        if isinstance(reading, Reading):
            return self._keep(question, reading, [first])
        self.store.count_model_failure(self.chat.model, self.now)
        refusal = self._take()
        if refusal is not None:
            return refusal
        tokens = MORE_TOKENS if first.is_cut else ANSWER_TOKENS
        second = self._ask(question, question.again, tokens)
        if not isinstance(second, ChatAnswer):
            return second
        reading = read_answer(second)
        if isinstance(reading, Reading):
            return self._keep(question, reading, [first, second])
        self.store.count_model_failure(self.chat.model, self.now)
        return reading

    def _take(self) -> Waiting | None:
        """Take a call from the budget; why there is none."""
        with self._lock:
            if self._stopped is not None:
                return self._stopped
            if self.calls_left <= 0:
                return BUDGET_USED
            if self.monotonic() >= self.deadline_s:
                return OUT_OF_TIME
            self.calls_left -= 1
            return None

    def _ask(self, question: Question, user: str, tokens: int) -> ChatAnswer | Waiting | Refused:
        try:
            return self.chat.ask(question.system, user, max_tokens=tokens)
        except QuestionRefused as error:
            self.store.count_model_failure(self.chat.model, self.now)
            return Refused(error.message)
        except ModelError as error:
            waiting = Waiting(error.message)
            if error.was_asked:
                self.store.count_model_failure(self.chat.model, self.now)
                return waiting
            with self._lock:
                self.calls_left += 1
                self._stopped = waiting
            return waiting

    def _keep(
        self, question: Question, reading: Reading, answers: Sequence[ChatAnswer]
    ) -> JudgeAnswer:
        answer = judge_answer(
            question,
            reading,
            answers,
            model=self.chat.model,
            asked_at=self.now,
            prices=self.prices,
        )
        self.store.save_judge_answer(answer)
        return answer


def _settled(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """A refusal is about its question only where others were answered; else about the endpoint,
    and the question waits until somebody has mended that.
    """
    works = any(isinstance(outcome, JudgeAnswer | Unreadable) for outcome in outcomes)
    return [
        Waiting(outcome.reason) if isinstance(outcome, Refused) and not works else outcome
        for outcome in outcomes
    ]
