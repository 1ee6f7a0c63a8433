"""Lets labels of one's own teach the score: few of them, so few numbers are learnt.

The score of the packaged calibration is kept, and only stretched and shifted: one factor, a
constant for each language, a weight for the cosine of a model that nothing was fitted on.
Thresholds are chosen anew. A language without enough labels keeps what it has. What was gained is
counted on labels that neither the numbers nor the thresholds have seen.

`calibrate` fits everything from nothing instead, and needs thousands of labels for that.
"""

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from strandline.core.dedup.pairs import Pair, pair_of
from strandline.core.dedup.score import CROSS, LANGUAGES, OTHER, Bounds, Calibration, Model
from strandline.core.evaluation.pairs import ReadPair, told
from strandline.model.errors import UsageError
from strandline.ops.evaluate import PairFile
from strandline.ops.pair_vectors import cosines
from strandline.ops.thresholds import LEAST_SHOWN, Held, choose_bounds, figures_of
from strandline.ports import Embedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

#: Labels without which nothing is learnt, and those of each kind, one story and two.
LEAST_LABELS, LEAST_EACH = 200, 40
#: From here on everything is fitted anew (`ops.calibrate`).
ENOUGH_FOR_ALL = 3_000
FOLDS = 10
#: How strongly the factor is drawn to 1, and all else to 0.
_SHRINK = 1.0
_MOST_STEPS = 40
_MOST_LOGIT = 12.0
_GROUPS = (*LANGUAGES, CROSS, OTHER)


@dataclass(frozen=True, slots=True)
class Gain:
    """SAME on labels that were not learnt from: by the packaged calibration, and by what was
    learnt; true and false ones.
    """

    language: str
    labels: int
    before: tuple[int, int]
    after: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Learnt:
    """A calibration, and what its best set of vectors gained, by language."""

    calibration: Calibration
    gains: tuple[Gain, ...]


@dataclass(frozen=True, slots=True)
class _Example:
    pair: Pair
    label: bool
    is_of_stream: bool
    fold: int


@dataclass(frozen=True, slots=True)
class _Base:
    """The score that is learnt on, and the models whose cosines it gets in addition."""

    model: Model
    added: tuple[str, ...] = ()

    @property
    def vectors(self) -> tuple[str, ...]:
        return (*self.model.vectors, *self.added)


def learn(
    files: Sequence[PairFile],
    embedders: Sequence[Embedder],
    base: Calibration,
    *,
    name: str,
    advance: Callable[[str], None] = lambda _: None,
) -> Learnt:
    """Learn from labels.

    Args:
        base: What is stretched and shifted.
        name: Of the data, as it will stand in verdicts.
        advance: Told what is being done.

    Raises:
        UsageError: There are too few labels, or what they teach is no better.
        ModelError: An embeddings endpoint is down.
    """
    pairs = [pair for file in files for pair in file.pairs]
    _require_enough(pairs)
    advance(f"measure {len(pairs)} pairs")
    examples = _examples(pairs, embedders)
    ids = [embedder.model for embedder in embedders]
    models: list[Model] = []
    gains: list[Gain] = []
    for one in _bases(base, ids):
        if not set(one.vectors) <= set(ids):
            models.append(one.model)
            continue
        advance(f"learn {' + '.join(one.vectors) or 'titles alone'}")
        models.append(_learnt(one, examples))
        gains = _gains(one, examples)
    _require_gain(gains)
    checksum = hashlib.sha256(
        "".join([base.checksum, *(file.checksum for file in files)]).encode()
    ).hexdigest()
    counts = {file.name: len(file.pairs) for file in files}
    return Learnt(Calibration(name, checksum, counts, tuple(models)), tuple(gains))


def _require_enough(pairs: Sequence[ReadPair]) -> None:
    same = sum(bool(pair.label) for pair in pairs)
    if len(pairs) >= LEAST_LABELS and min(same, len(pairs) - same) >= LEAST_EACH:
        return
    raise UsageError(
        f"{len(pairs)} labels, {same} of them of one story, are too few to learn from.",
        advice=f"{LEAST_LABELS} are needed, {LEAST_EACH} of each kind: strandline dedup label.",
    )


def _require_gain(gains: Sequence[Gain]) -> None:
    before, after = _total([g.before for g in gains]), _total([g.after for g in gains])
    is_worse = after != before and after[0] <= before[0] and after[1] >= before[1]
    if is_worse:
        raise UsageError(
            f"Nothing is gained: on labels that were not learnt from, SAME would be right "
            f"{after[0]} and wrong {after[1]} times, instead of {before[0]} and {before[1]}.",
            advice="Nothing was written. Label more pairs, or look for wrong labels (--wrong).",
        )


def _total(counts: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return sum(true for true, _ in counts), sum(false for _, false in counts)


def _bases(base: Calibration, ids: Sequence[str]) -> list[_Base]:
    """What is packaged, then the titles with each model that nothing was fitted on."""
    known = {model for one in base.models for model in one.vectors}
    new = [_Base(base.model_for(()), (model,)) for model in ids if model not in known]
    return [*map(_Base, base.models), *new]


def _examples(pairs: Sequence[ReadPair], embedders: Sequence[Embedder]) -> list[_Example]:
    tellings = [(told(pair.a), told(pair.b)) for pair in pairs]
    vectors = cosines(tellings, embedders)
    return [
        _Example(pair_of(a, b, scores), bool(pair.label), bool(pair.events), _fold(pair))
        for pair, (a, b), scores in zip(pairs, tellings, vectors, strict=True)
    ]


def _fold(pair: ReadPair) -> int:
    """The same for all pairs of an event, or of an article."""
    of = min(pair.events) if pair.events else min(pair.a.title, pair.b.title)
    return int.from_bytes(hashlib.sha256(of.encode("utf-8", "replace")).digest()[:4]) % FOLDS


def _learnt(base: _Base, examples: Sequence[_Example]) -> Model:
    numbers = _numbers(base, examples)
    held = _held_out(base, examples)
    bounds, figures = {}, {}
    for group in _GROUPS:
        is_shown = _is_shown(examples, group)
        bounds[group] = _bounds(base, held, group) if is_shown else base.model.bounds[group]
        if is_shown:
            figures[group] = figures_of(held, group, bounds[group])
    weights = {g: _weights(base, g, numbers, examples) for g in base.model.weights}
    return Model(base.vectors, weights, bounds, figures or base.model.figures)


def _bounds(base: _Base, held: Sequence[Held], group: str) -> Bounds:
    """What is SAME is chosen anew. Below what score nothing is lost is not seen in labels, for
    people are asked about what is near.
    """
    found, packaged = choose_bounds(held, group), base.model.bounds[group]
    return replace(found, different=min(found.different, packaged.different))


def _weights(
    base: _Base, group: str, numbers: Mapping[str, float], examples: Sequence[_Example]
) -> dict[str, float]:
    own = base.model.weights[group]
    if not _is_shown(examples, group):
        return {**own, **dict.fromkeys(base.added, 0.0)}
    stretched = {name: round(weight * numbers["factor"], 5) for name, weight in own.items()}
    stretched["bias"] = round(stretched["bias"] + numbers["shift"] + numbers[group], 5)
    return stretched | {name: round(numbers[name], 5) for name in base.added}


def _is_shown(examples: Sequence[_Example], group: str) -> bool:
    return sum(e.pair.language == group for e in examples) >= LEAST_SHOWN


def _gains(base: _Base, examples: Sequence[_Example]) -> list[Gain]:
    """Thresholds of each fold are chosen from the others."""
    learnt = _held_out(base, examples)
    packaged = [_held(e, e.pair.score(base.model), base.model.vectors) for e in examples]
    gains = []
    for group in (g for g in _GROUPS if _is_shown(examples, g)):
        after: Counter[str] = Counter()
        for fold in range(FOLDS):
            folds = list(zip(learnt, (e.fold for e in examples), strict=True))
            bounds = _bounds(base, [h for h, of in folds if of != fold], group)
            after.update(_same([h for h, of in folds if of == fold], group, bounds))
        before = _same(packaged, group, base.model.bounds[group])
        labels = sum(e.pair.language == group for e in examples)
        gains.append(
            Gain(
                group,
                labels,
                (before["true"], before["false"]),
                (after["true"], after["false"]),
            )
        )
    return gains


def _same(held: Sequence[Held], group: str, bounds: Bounds) -> dict[str, int]:
    figures = figures_of(held, group, bounds)
    true = int(figures["same_true"])
    return {"true": true, "false": int(figures["same"]) - true}


def _held_out(base: _Base, examples: Sequence[_Example]) -> list[Held]:
    """Every pair with its score by numbers that were learnt from other folds."""
    by_fold = {
        fold: _numbers(base, [e for e in examples if e.fold != fold]) for fold in range(FOLDS)
    }
    return [_held(e, _score(base, e, by_fold[e.fold]), base.vectors) for e in examples]


def _held(example: _Example, score: float, vectors: tuple[str, ...]) -> Held:
    return Held(example.pair, example.label, score, example.is_of_stream, vectors)


def _score(base: _Base, example: _Example, numbers: Mapping[str, float]) -> float:
    total = math.fsum(numbers[name] * value for name, value in _row(base, example).items())
    return 1 / (1 + math.exp(-max(-40.0, min(40.0, total))))


def _row(base: _Base, example: _Example) -> dict[str, float]:
    """What the numbers are multiplied with."""
    score = min(max(example.pair.score(base.model), 1e-9), 1 - 1e-9)
    logit = max(-_MOST_LOGIT, min(_MOST_LOGIT, math.log(score / (1 - score))))
    own = {group: float(example.pair.language == group) for group in _GROUPS}
    return {
        "factor": logit,
        "shift": 1.0,
        **own,
        **{name: example.pair.vectors[name] for name in base.added},
    }


def _numbers(base: _Base, examples: Sequence[_Example]) -> dict[str, float]:
    """By Newton's method: logistic regression, drawn to what is packaged."""
    import numpy as np

    rows = [_row(base, example) for example in examples]
    names = list(rows[0])
    columns = np.array([[row[name] for name in names] for row in rows])
    labels = np.array([example.label for example in examples], dtype=float)
    middle = np.array([float(name == "factor") for name in names])
    found = _newton(columns, labels, middle)
    return dict(zip(names, map(float, found), strict=True))


def _newton(columns: "Matrix", labels: "Matrix", middle: "Matrix") -> "Matrix":
    import numpy as np

    numbers = middle.copy()
    for _ in range(_MOST_STEPS):
        chances = 1 / (1 + np.exp(-np.clip(columns @ numbers, -40, 40)))
        slope = columns.T @ (chances - labels) + _SHRINK * (numbers - middle)
        bend = (columns * (chances * (1 - chances))[:, None]).T @ columns
        step = np.linalg.solve(bend + _SHRINK * np.eye(len(numbers)), slope)
        numbers = numbers - step
        if float(np.abs(step).max()) < 1e-8:
            break
    return numbers
