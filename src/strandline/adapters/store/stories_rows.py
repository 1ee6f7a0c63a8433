"""Verdicts, rulings and answers of models as rows, and back."""

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from strandline.adapters.store.archive_rows import MAX_LINE
from strandline.adapters.store.border import bounded, clean, utc_text
from strandline.adapters.store.bulk import Row
from strandline.adapters.store.types import json_text
from strandline.model.errors import StoreError
from strandline.model.stories import (
    Answer,
    Decision,
    JudgeAnswer,
    Relation,
    Ruling,
    StoredVerdict,
    Verdict,
)


def ordered(one: str, other: str) -> tuple[str, str]:
    """A pair of ids, the smaller first.

    Raises:
        StoreError: It is one article.
    """
    one, other = clean(one), clean(other)
    if one == other:
        raise StoreError(f"{one} cannot be compared with itself.", subject=one)
    return (one, other) if one < other else (other, one)


def signed(number: int) -> int:
    """64 bits as both databases keep them.

    Raises:
        StoreError: There are more, or it is negative.
    """
    if not 0 <= number < 2**64:
        raise StoreError(f"{number} is no fingerprint of 64 bits.")
    return number - 2**64 if number >= 2**63 else number


def unsigned(number: int) -> int:
    """64 bits as they were given."""
    return number % 2**64


def verdict_row(pair: tuple[str, str], stored: StoredVerdict, *, is_current: bool) -> Row:
    """As inserted, in the order of the columns; the pair in its own."""
    verdict = stored.verdict
    return (
        *pair,
        utc_text(stored.decided_at),
        str(verdict.answer),
        str(verdict.relation),
        bounded(verdict.layer),
        _number(verdict.score),
        _line(verdict.reason),
        _names(verdict.vetoes),
        json_text(_numbers(verdict.scores)),
        _thresholds(tuple(verdict.thresholds.items())),
        verdict.calibration,
        verdict.model,
        verdict.prompt_hash,
        bounded(stored.language),
        stored.is_pending,
        stored.is_sampled,
        is_current,
        _number(stored.cost),
        _number(stored.latency_s),
    )


def verdict_of(row: Any) -> StoredVerdict:
    """From a row of `verdicts`."""
    return StoredVerdict(
        article_a=row.article_a,
        article_b=row.article_b,
        decided_at=row.decided_at,
        verdict=Verdict(
            answer=Answer(row.answer),
            relation=Relation(row.relation),
            layer=row.layer,
            score=row.score,
            reason=row.reason,
            vetoes=tuple(row.vetoes),
            scores=row.scores,
            thresholds=row.thresholds,
            calibration=row.calibration,
            model=row.model,
            prompt_hash=row.prompt_hash,
        ),
        language=row.language,
        is_pending=row.is_pending,
        is_sampled=row.is_sampled,
        cost=row.cost,
        latency_s=row.latency_s,
        verdict_id=row.verdict_id,
    )


def ruling_of(row: Any) -> Ruling:
    """From a row of `rulings`."""
    return Ruling(
        article_a=row.article_a,
        article_b=row.article_b,
        decision=Decision(row.decision),
        ruled_at=row.ruled_at,
        note=row.note,
        ruling_id=row.ruling_id,
    )


def judge_answer_of(row: Any) -> JudgeAnswer:
    """From a row of `judge_answers`."""
    return JudgeAnswer(
        cache_key=row.cache_key,
        model=row.model,
        prompt_hash=row.prompt_hash,
        relation=Relation(row.relation),
        confidence=row.confidence,
        event_a=row.event_a,
        event_b=row.event_b,
        differs_in=row.differs_in,
        asked_at=row.asked_at,
        prompt_tokens=row.prompt_tokens,
        completion_tokens=row.completion_tokens,
        cost=row.cost,
        latency_s=row.latency_s,
    )


def _line(text: str) -> str:
    return clean(text[:MAX_LINE])


@lru_cache(maxsize=256)
def _names(names: tuple[str, ...]) -> str:
    """Most verdicts name the same few."""
    return json_text(list(names))


@lru_cache(maxsize=256)
def _thresholds(items: tuple[tuple[str, float], ...]) -> str:
    """Those of a run are the same in every verdict of a layer."""
    return json_text(_numbers(dict(items)))


def _numbers(values: Mapping[str, float]) -> dict[str, float]:
    return {name: _number(value) for name, value in values.items()}


def _number(value: float) -> float:
    """A number that compares.

    Raises:
        StoreError: It is infinite, or none.
    """
    if not math.isfinite(value):
        raise StoreError(f"A verdict cannot be stored with the number {value}.")
    return float(value)
