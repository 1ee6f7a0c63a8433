"""Lets a language model judge the pairs that no other layer of the cascade is sure of.

    cache ─▶ nearest candidates, within the budget ─▶ ask ─▶ verdicts

Nobody waits for it for long: a pair that could not be asked about, because the model is down, slow
or out of budget, keeps its UNSURE, both articles stay, and `judge_pending` asks later.
"""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import structlog

from strandline.core.dedup.grouping import group
from strandline.core.dedup.judging.answer import Prices
from strandline.core.dedup.judging.plan import Undecided, plan_questions
from strandline.core.dedup.judging.prompt import PROMPT_HASH, Question, question_about
from strandline.core.dedup.judging.ruling import (
    SAME_CONFIDENCE,
    unreadable_verdict,
    verdict_of,
    waiting_verdict,
)
from strandline.core.dedup.judging.weighing import says_nothing
from strandline.core.text.strict_json import Unreadable
from strandline.model.stories import (
    Answer,
    JudgeAnswer,
    MatchBatch,
    StoredVerdict,
    StoryInput,
    Verdict,
)
from strandline.pipelines.judge.asking import BUDGET_USED, Asking, Outcome, Refused, judge_of
from strandline.pipelines.judge.mains import ids_of, questions_on_mains
from strandline.pipelines.stories.findings import Compared
from strandline.pipelines.stories.matching import language_of, stored_verdict
from strandline.ports import ChatModel, Ports, StoryStore
from strandline.settings import StorySettings

log = structlog.get_logger()

#: An article that is being matched, one of its candidates, and the cascade's verdict on the two.
Pair = tuple[StoryInput, StoryInput, Verdict]

#: Newest answers by which a model is taken for one that says one confidence to everything.
MOST_CONFIDENCES = 50
#: Pending pairs that are read at once.
MOST_PENDING = 500


@dataclass(frozen=True, slots=True)
class _Open:
    """An undecided pair and its question."""

    subject: str
    before: Verdict
    question: Question

    @property
    def undecided(self) -> Undecided:
        return Undecided(self.subject, self.question.cache_key, self.before.score)


class Judge:
    """One run's judge: its budget and its time are those of the run. Not for many threads.

    Args:
        settings: Budget, prices, time of a run.
        monotonic: Seconds, for the time of the run.
    """

    def __init__(
        self,
        ports: Ports,
        settings: StorySettings,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store: StoryStore = ports.store
        self._settings = settings
        self._prices = Prices(settings.judge_price_in, settings.judge_price_out)
        self._monotonic = monotonic
        self._calls_left = settings.judge_calls_per_run
        self._seconds_left = settings.judge_run_s
        self._chat = judge_of(ports, settings)
        self._measure = ports.measure

    def judge(
        self, compared: Sequence[Pair], now: datetime, *, candidates: int | None = None
    ) -> list[StoredVerdict]:
        """One verdict a pair, in order; what was decided before stays as it is.

        Args:
            compared: The first of each is the article that is being matched.
            now: Aware UTC; the budget of a day begins at midnight UTC.
            candidates: Questions about one article at most; the setting where not given.

        Raises:
            StoreError: The database cannot be used.
        """
        if self._chat is None:
            return [self._stored(one, now, one[2]) for one in compared]
        most = self._settings.judge_candidates if candidates is None else candidates
        pairs = self._open_pairs(compared, self._chat.model)
        questions = {one.question.cache_key: one.question for one in pairs.values()}
        known = self._store.judge_answers(list(questions)) if questions else {}
        budget = self._budget(now) if len(known) < len(questions) else 0
        undecided = [one.undecided for one in pairs.values()]
        plan = plan_questions(undecided, known, candidates=most, budget=budget)
        asked = self._ask(self._chat, {key: questions[key] for key in plan.ask}, budget, now)
        outcomes = self._usable({**known, **asked})
        beyond = {index for place, index in enumerate(pairs) if place in plan.beyond}
        return [
            self._verdict(one, pairs.get(index), outcomes, now, is_beyond=index in beyond)
            for index, one in enumerate(compared)
        ]

    def _open_pairs(self, compared: Sequence[Pair], model: str) -> dict[int, _Open]:
        """The undecided, by their place. The window of matching holds no texts, so what is asked
        about is read anew: the same pair is the same question in every run.
        """
        undecided = {i: one for i, one in enumerate(compared) if one[2].answer is Answer.UNSURE}
        ids = {article.article_uuid for a, b, _ in undecided.values() for article in (a, b)}
        whole = self._store.story_inputs(sorted(ids)) if ids else {}
        return {
            index: _Open(
                a.article_uuid,
                before,
                question_about(whole.get(a.article_uuid, a), whole.get(b.article_uuid, b), model),
            )
            for index, (a, b, before) in undecided.items()
        }

    def _usable(self, outcomes: dict[str, Outcome]) -> dict[str, Outcome]:
        """The outcomes; without confidences, where the model says one low number to everything
        and nothing was measured of it.
        """
        answers = [o for o in outcomes.values() if isinstance(o, JudgeAnswer)]
        if self._measure is not None or not answers:
            return outcomes
        model = answers[0].model
        newest = self._store.judge_confidences(model, PROMPT_HASH, limit=MOST_CONFIDENCES)
        if not says_nothing(newest, SAME_CONFIDENCE):
            return outcomes
        return {
            key: replace(o, confidence=0.0) if isinstance(o, JudgeAnswer) else o
            for key, o in outcomes.items()
        }

    def _budget(self, now: datetime) -> int:
        """Calls that this run may still make."""
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        today = self._store.model_use(midnight).calls
        return max(0, min(self._settings.judge_calls_per_day - today, self._calls_left))

    def _ask(
        self, chat: ChatModel, questions: Mapping[str, Question], budget: int, now: datetime
    ) -> dict[str, Outcome]:
        if not questions:
            return {}
        began = self._monotonic()
        asking = Asking(
            chat=chat,
            store=self._store,
            prices=self._prices,
            now=now,
            calls_left=budget,
            deadline_s=began + self._seconds_left,
            monotonic=self._monotonic,
        )
        found = asking.all(list(questions.values()))
        self._calls_left -= budget - asking.calls_left
        seconds = self._monotonic() - began
        self._seconds_left -= seconds
        outcomes = dict(zip(questions, found, strict=True))
        _say(chat, outcomes, seconds)
        return outcomes

    def _verdict(
        self,
        one: Pair,
        asked: _Open | None,
        outcomes: Mapping[str, Outcome],
        now: datetime,
        *,
        is_beyond: bool,
    ) -> StoredVerdict:
        if asked is None:
            return self._stored(one, now, one[2])
        key = asked.question.cache_key
        outcome = outcomes.get(key, BUDGET_USED)
        if isinstance(outcome, JudgeAnswer):
            language = language_of(one[0], one[1])
            verdict = verdict_of(outcome, asked.before, language, self._measure)
            stored = self._stored(one, now, verdict)
            return replace(stored, cost=outcome.cost, latency_s=outcome.latency_s)
        if key not in outcomes and is_beyond:
            return self._stored(one, now, waiting_verdict(asked.before, "others are nearer"))
        if isinstance(outcome, Unreadable | Refused):
            model = self._chat.model if self._chat else ""
            verdict = unreadable_verdict(asked.before, model, PROMPT_HASH, outcome.reason)
            return self._stored(one, now, verdict)
        verdict = waiting_verdict(asked.before, outcome.reason)
        return replace(self._stored(one, now, verdict), is_pending=True)

    def _stored(self, one: Pair, now: datetime, verdict: Verdict) -> StoredVerdict:
        return stored_verdict(Compared(one[0], one[1], verdict), now, self._settings.review_share)


def judge_pending(
    ports: Ports,
    settings: StorySettings,
    now: datetime,
    *,
    monotonic: Callable[[], float] = time.monotonic,
) -> int:
    """Ask about the pairs that wait, oldest first, and regroup what their answers bind; note what
    their answers leave to ask.

    A pair that still cannot be asked about stays as it is.

    Returns:
        How many wait no longer.

    Raises:
        StoreError: The database cannot be used.
    """
    most = min(settings.judge_calls_per_run, MOST_PENDING)
    if judge_of(ports, settings) is None:
        return 0
    waiting = ports.store.pending(limit=most)
    texts = ports.store.story_inputs(ids_of(waiting))
    waiting = [one for one in waiting if one.article_a in texts and one.article_b in texts]
    compared = [(texts[one.article_a], texts[one.article_b], one.verdict) for one in waiting]
    judge = Judge(ports, settings, monotonic=monotonic)
    judged = judge.judge(compared, now, candidates=len(compared))
    decided = tuple(
        verdict.after(before)
        for before, verdict in zip(waiting, judged, strict=True)
        if not verdict.is_pending
    )
    if decided:
        ports.store.save_match(MatchBatch(now, cascade_version="", verdicts=decided), group)
        more = tuple(questions_on_mains(ports.store, decided, now))
        if more:  # for the next time
            ports.store.save_match(MatchBatch(now, cascade_version="", verdicts=more), group)
    return len(decided)


def _say(chat: ChatModel, outcomes: Mapping[str, Outcome], seconds: float) -> None:
    """One line a set of questions."""
    ends = Counter(type(outcome).__name__ for outcome in outcomes.values())
    answers = [outcome for outcome in outcomes.values() if isinstance(outcome, JudgeAnswer)]
    log.info(
        "asked a language model",
        model=chat.model,
        answered=len(answers),
        unreadable=ends["Unreadable"],
        refused=ends["Refused"],
        waiting=ends["Waiting"],
        cost=round(sum(answer.cost for answer in answers), 6),
        seconds=round(seconds, 3),
    )
