"""Fits the score of `core.dedup.score` on labelled pairs: weights, thresholds, and their figures.

Logistic regression by Newton's method, with a prior on every weight. All languages share one set
of weights, from which each departs as far as its own pairs insist: there are few of them in each.
Thresholds are never read from pairs that the weights were fitted on, but from cross-validation, in
which every pair is scored by a model that has not seen it. `numpy` is needed here (extra
`stories`); the cascade itself needs it nowhere.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from strandline.core.dedup.features import FEATURES
from strandline.core.dedup.pairs import Pair, pair_of
from strandline.core.dedup.score import CROSS, LANGUAGES, OTHER, Calibration, Model
from strandline.core.evaluation.pairs import told
from strandline.ops.evaluate import PairFile
from strandline.ops.pair_vectors import cosines
from strandline.ops.thresholds import Held, choose_bounds, figures_of
from strandline.ports import Embedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

FOLDS = 10
#: Each round of cross-validation deals the folds anew; a pair's score is the mean of its rounds.
ROUNDS = 3
#: How strongly weights are drawn to 0, and those of a language to what all share. Chosen by
#: cross-validation on 1,250 pairs in en, fr, zh: flat within a factor of 3.
SHRINK, SHRINK_LANGUAGE = 1.0, 3.0
#: The constants hold on more loosely: languages differ in how many of their pairs are one story.
_SHRINK_BIAS, _SHRINK_LANGUAGE_BIAS = 0.01, 1.0
#: What an invented pair counts beside a real one: at .15 a French stream shows 1 false SAME of 115
#: in place of 4, and invented days 6 of 20 in place of 14 of 25; at 1 English and Chinese lose.
INVENTED_WEIGHT = 0.15
_MOST_STEPS = 40
_GROUPS = (*LANGUAGES, CROSS)


@dataclass(frozen=True, slots=True)
class Example:
    """A labelled pair, measured."""

    pair: Pair
    label: bool
    events: tuple[str, ...] = ()
    is_invented: bool = False


def calibrate(
    files: Sequence[PairFile],
    embedders: Sequence[Embedder],
    *,
    name: str,
    advance: Callable[[str], None] = lambda _: None,
) -> Calibration:
    """Fit a score without vectors, and one with those of each model added that is at hand.

    Args:
        name: Of the data, as it will stand in verdicts.
        advance: Told what is being done.

    Raises:
        ModelError: An embeddings endpoint is down.
    """
    advance(f"measure {sum(len(file.pairs) for file in files)} pairs")
    examples = examples_of(files, embedders)
    models = []
    ids = tuple(embedder.model for embedder in embedders)
    for vectors in (ids[:count] for count in range(len(ids) + 1)):
        advance(f"fit {' + '.join(vectors) or 'titles alone'}")
        models.append(fit(examples, vectors))
    checksum = hashlib.sha256("".join(file.checksum for file in files).encode()).hexdigest()
    return Calibration(name, checksum, {f.name: len(f.pairs) for f in files}, tuple(models))


def examples_of(files: Sequence[PairFile], embedders: Sequence[Embedder]) -> list[Example]:
    """The labelled pairs of files, measured.

    Raises:
        ModelError: An embeddings endpoint is down.
    """
    labelled = [(file, pair) for file in files for pair in file.pairs]
    tellings = [(told(pair.a), told(pair.b)) for _, pair in labelled]
    vectors = cosines(tellings, embedders)
    return [
        Example(pair_of(a, b, scores), bool(pair.label), pair.events, file.is_invented)
        for (file, pair), (a, b), scores in zip(labelled, tellings, vectors, strict=True)
    ]


def fit(
    examples: Sequence[Example],
    vectors: tuple[str, ...],
    *,
    without: str = "",
    rounds: int = ROUNDS,
) -> Model:
    """Weights and thresholds of a score that reads the cosines of some models.

    Args:
        vectors: Models whose cosine every pair has.
        without: A feature that is left out, to measure what it is worth.
        rounds: Of cross-validation; one is enough to compare with each other.
    """
    names = tuple(name for name in (*FEATURES, *vectors) if name != without)
    held = _cross_validated(examples, names, vectors, rounds)
    weights = _weights(examples, names)
    bounds = {group: choose_bounds(held, group) for group in (*_GROUPS, OTHER)}
    figures = {group: figures_of(held, group, bounds[group]) for group in _GROUPS}
    return Model(vectors, weights, bounds, figures)


def _cross_validated(
    examples: Sequence[Example], names: tuple[str, ...], vectors: tuple[str, ...], rounds: int
) -> list[Held]:
    """Every pair that was not made up, with its score by models that have not seen it."""
    totals = [0.0] * len(examples)
    for number in range(rounds):
        folds = [_fold(example, number) for example in examples]
        for fold in range(FOLDS):
            weights = _weights(
                [e for e, f in zip(examples, folds, strict=True) if f != fold], names
            )
            model = Model((), weights, {})
            for place, (example, of) in enumerate(zip(examples, folds, strict=True)):
                if of == fold:
                    totals[place] += example.pair.score(model)
    return [
        Held(example.pair, example.label, total / rounds, bool(example.events), vectors)
        for example, total in zip(examples, totals, strict=True)
        if not example.is_invented
    ]


def _fold(example: Example, number: int) -> int:
    """By checksum: the same on every run, for every copy of a pair, and for all pairs of a stream
    whose first event is one: no model is tried on the news that it was fitted on.
    """
    pair = example.pair
    of = min(example.events) if example.events else f"{pair.a.title.folded}\n{pair.b.title.folded}"
    text = f"{number}\n{of}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4]) % FOLDS


def _weights(examples: Sequence[Example], names: tuple[str, ...]) -> dict[str, dict[str, float]]:
    """Language → feature → weight; features as they are measured, constants as `bias`.

    Pairs of two languages share hardly a word: they learn from the others, and teach them nothing.
    """
    of_all = _fitted(examples, names)
    of_one = [e for e in examples if e.pair.language != CROSS]
    return _fitted(of_one, names) | {CROSS: of_all[CROSS]} if of_one else of_all


def _fitted(examples: Sequence[Example], names: tuple[str, ...]) -> dict[str, dict[str, float]]:
    import numpy as np

    rows = np.array([[e.pair.measured[name] for name in names] for e in examples])
    middle, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    columns = np.hstack([np.ones((len(rows), 1)), (rows - middle) / spread])
    labels = np.array([e.label for e in examples], dtype=float)
    loud = np.array([INVENTED_WEIGHT if e.is_invented else 1.0 for e in examples])
    languages = np.array([e.pair.language for e in examples])
    parts = [
        _Part(columns[of], labels[of], loud[of])
        for of in (languages == group for group in (OTHER, *_GROUPS))
    ]
    found = _newton(parts)
    result = {}
    for place, group in enumerate((OTHER, *_GROUPS)):
        total = found[0] + found[place] if place else found[0]
        raw = total[1:] / spread
        bias = total[0] - float(raw @ middle)
        result[group] = {"bias": round(bias, 5)} | {
            name: round(float(weight), 5) for name, weight in zip(names, raw, strict=True)
        }
    return result


class _Part(NamedTuple):
    """The pairs of one language: features with a leading 1, labels, and what each counts."""

    rows: "Matrix"
    labels: "Matrix"
    loud: "Matrix"


def _newton(parts: Sequence[_Part]) -> "Matrix":
    """Weights that all share, then what each language departs from them; the first part has none
    of its own. Each part is multiplied out once, and not with columns that are 0 in it.
    """
    import numpy as np

    count = parts[0].rows.shape[1]
    priors = np.array(
        [[_SHRINK_BIAS] + [SHRINK] * (count - 1)]
        + [[_SHRINK_LANGUAGE_BIAS] + [SHRINK_LANGUAGE] * (count - 1)] * (len(parts) - 1)
    )
    weights = np.zeros(priors.shape)
    for _ in range(_MOST_STEPS):
        slope = priors * weights
        bend = np.diag(priors.ravel()).reshape(priors.shape * 2)
        for place, (rows, labels, loud) in enumerate(parts):
            of = [0, place] if place else [0]
            chances = 1 / (1 + np.exp(-np.clip(rows @ weights[of].sum(axis=0), -40, 40)))
            slope[of] += rows.T @ (loud * (chances - labels))
            curve = (rows * (loud * chances * (1 - chances))[:, None]).T @ rows
            for one in of:
                for other in of:
                    bend[one, :, other, :] += curve
        step = np.linalg.solve(bend.reshape(priors.size, -1), slope.ravel()).reshape(priors.shape)
        weights = weights - step
        if float(np.abs(step).max()) < 1e-8:
            break
    return weights
