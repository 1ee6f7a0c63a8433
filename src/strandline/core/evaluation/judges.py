"""Figures of a judge from its trials, and the file in which a measurement is kept."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from strandline.core.evaluation.counting import Rates, rates
from strandline.model.errors import ParseError
from strandline.model.levels import JudgeMeasure, Level, Trial


@dataclass(frozen=True, slots=True)
class LevelFigures:
    """How a judge tells one level in one language.

    Attributes:
        language: `all` for all of them.
        pairs: That are of the level.
        unread: Of those, the ones without a readable answer.
    """

    language: str
    level: Level
    pairs: int
    said: int
    right: int
    unread: int

    @property
    def rates(self) -> Rates:
        """Precision, recall and F1; a pair without an answer is one that was not found."""
        return rates(self.right, self.said - self.right, self.pairs)


def figures(trials: Sequence[Trial]) -> list[LevelFigures]:
    """By language and level, then by level over all languages."""
    languages = sorted({trial.language for trial in trials})
    parts = [(name, [t for t in trials if t.language == name]) for name in languages]
    if len(parts) > 1:
        parts.append(("all", list(trials)))
    return [_figures(name, level, some) for name, some in parts for level in Level]


def _figures(language: str, level: Level, trials: Iterable[Trial]) -> LevelFigures:
    counts: Counter[str] = Counter()
    for trial in trials:
        counts["pairs"] += trial.true is level
        counts["said"] += trial.said is level
        counts["right"] += trial.said is trial.true is level
        counts["unread"] += trial.said is None and trial.true is level
    return LevelFigures(
        language, level, counts["pairs"], counts["said"], counts["right"], counts["unread"]
    )


def write_measure(measure: JudgeMeasure) -> str:
    """As it is kept: one JSON object, a trial a line."""
    head = {
        "model": measure.model,
        "prompt_hash": measure.prompt_hash,
        "measured_at": measure.measured_at.isoformat(),
        "data": list(measure.data),
        "prompt_tokens": measure.prompt_tokens,
        "completion_tokens": measure.completion_tokens,
        "cost": measure.cost,
        "seconds": measure.seconds,
        "reasons": dict(measure.reasons),
    }
    rows = [
        [t.language, t.true.value, t.said and t.said.value, t.confidence] for t in measure.trials
    ]
    lines = ",\n  ".join(json.dumps(row) for row in rows)
    return (
        json.dumps(head, indent=1, ensure_ascii=False)[:-2]
        + f',\n "trials": [\n  {lines}\n ]\n}}\n'
    )


def read_measure(text: str) -> JudgeMeasure:
    """What `write_measure` wrote.

    Raises:
        ParseError: It is something else.
    """
    try:
        row = json.loads(text)
        return _measure(row)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ParseError(f"no measurement of a judge ({error})") from error


def _measure(row: Mapping[str, Any]) -> JudgeMeasure:
    trials = tuple(
        Trial(str(language), Level(true), Level(said) if said else None, float(confidence))
        for language, true, said, confidence in row["trials"]
    )
    return JudgeMeasure(
        model=str(row["model"]),
        prompt_hash=str(row["prompt_hash"]),
        measured_at=datetime.fromisoformat(row["measured_at"]),
        data=tuple(map(str, row["data"])),
        trials=trials,
        prompt_tokens=int(row["prompt_tokens"]),
        completion_tokens=int(row["completion_tokens"]),
        cost=float(row["cost"]),
        seconds=float(row["seconds"]),
        reasons={str(name): int(count) for name, count in row["reasons"].items()},
    )
