"""Measures a judge: an endpoint is asked about labelled pairs, as matching would ask it.

sample ─▶ ask, four at once, twice where an answer cannot be read ─▶ measurement
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, zip_longest

from strandline.core.dedup.judging.answer import Prices, Reading, read_answer
from strandline.core.dedup.judging.prompt import PROMPT_HASH, question_about
from strandline.core.evaluation.pairs import ReadPair
from strandline.core.text.strict_json import Unreadable
from strandline.model.errors import ModelError, QuestionRefused
from strandline.model.levels import JudgeMeasure, Level, Trial
from strandline.model.stories import ChatAnswer
from strandline.pipelines.judge.asking import ANSWER_TOKENS, MORE_TOKENS, THREADS
from strandline.pipelines.side_by_side import side_by_side
from strandline.ports import ChatModel


@dataclass(frozen=True, slots=True)
class _Asked:
    """What became of a question; all attempts at it."""

    reading: Reading | None
    answers: tuple[ChatAnswer, ...] = ()
    reason: str = ""


def sample(pairs: Sequence[ReadPair], most: int) -> list[ReadPair]:
    """At most so many pairs, as evenly as there are any over languages and levels; the same again
    for the same pairs.
    """
    strata: defaultdict[tuple[str, str], list[ReadPair]] = defaultdict(list)
    for pair in sorted(pairs, key=_drawn):
        strata[pair.language or "xx", str(pair.level or pair.label)].append(pair)
    rounds = zip_longest(*(strata[key] for key in sorted(strata)))
    return [pair for pair in chain.from_iterable(rounds) if pair is not None][:most]


def try_judge(
    chat: ChatModel,
    pairs: Sequence[ReadPair],
    *,
    data: Sequence[str],
    prices: Prices,
    now: datetime,
    advance: Callable[[], None] = lambda: None,
) -> JudgeMeasure:
    """Ask about every pair.

    Args:
        data: Names of the files that the pairs come from.
        advance: Told after each.

    Raises:
        ModelError: The endpoint answers nothing that could be measured: it is down, or the key is
            wrong.
    """

    def ask(pair: ReadPair) -> _Asked:
        found = _ask(chat, pair)
        advance()
        return found

    asked = side_by_side(THREADS, ask, pairs)
    answers = [answer for one in asked for answer in one.answers]
    if not answers:
        reasons = Counter(one.reason for one in asked).most_common(1)
        raise ModelError(
            f"{chat.model} answered none of {len(pairs)} questions: "
            f"{reasons[0][0] if reasons else 'there were none'}",
            subject=chat.model,
        )
    tokens_in = sum(answer.prompt_tokens for answer in answers)
    tokens_out = sum(answer.completion_tokens for answer in answers)
    return JudgeMeasure(
        model=chat.model,
        prompt_hash=PROMPT_HASH,
        measured_at=now,
        data=tuple(data),
        trials=tuple(_trial(p, one) for p, one in zip(pairs, asked, strict=True)),
        prompt_tokens=tokens_in,
        completion_tokens=tokens_out,
        cost=prices.cost(tokens_in, tokens_out),
        seconds=sum(answer.latency_s for answer in answers),
        reasons=Counter(one.reason for one in asked if one.reason),
    )


def _ask(chat: ChatModel, pair: ReadPair) -> _Asked:
    question = question_about(pair.a, pair.b, chat.model)
    answers: list[ChatAnswer] = []
    try:
        answers.append(chat.ask(question.system, question.user, max_tokens=ANSWER_TOKENS))
        reading = read_answer(answers[0])
        if isinstance(reading, Unreadable):
            tokens = MORE_TOKENS if answers[0].is_cut else ANSWER_TOKENS
            answers.append(chat.ask(question.system, question.again, max_tokens=tokens))
            reading = read_answer(answers[1])
    except QuestionRefused as error:
        return _Asked(None, tuple(answers), f"refused: {error.message}")
    except ModelError as error:
        return _Asked(None, tuple(answers), error.message)
    if isinstance(reading, Unreadable):
        return _Asked(None, tuple(answers), reading.reason)
    return _Asked(reading, tuple(answers))


def _trial(pair: ReadPair, asked: _Asked) -> Trial:
    said = asked.reading.level if asked.reading else None
    confidence = asked.reading.confidence if asked.reading else 0.0
    return Trial(pair.language or "xx", _truth(pair, said), said, confidence)


def _truth(pair: ReadPair, said: Level | None) -> Level:
    """The level; of a pair of two stories, of which no more is known, either other one is right."""
    if pair.level is not None:
        return pair.level
    if pair.label:
        return Level.SAME_NEWS
    return said if said in (Level.SAME_THREAD, Level.NEITHER) else Level.NEITHER


def _drawn(pair: ReadPair) -> str:
    text = f"{pair.a.title}\n{pair.a.source_name}\n{pair.b.title}\n{pair.b.source_name}"
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
