"""How likely it is that two articles are one story, from all that was measured.

A logistic model: one set of weights for each language and for each set of vectors that is at
hand. The weights, and the two thresholds that go with them, are fitted on labelled pairs by
`strandline evaluate --fit`; they lie in `calibration.json` beside the name and the checksum of
those pairs.
"""

import json
import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

#: Languages with weights of their own; the others share what all have in common.
LANGUAGES = ("en", "fr", "zh")
#: Pairs of two languages, and pairs of a language without weights of its own.
CROSS, OTHER = "xx", "other"


@dataclass(frozen=True, slots=True)
class Bounds:
    """Thresholds of a score.

    Attributes:
        same: From here on, one story.
        different: Below, two.
        ask: Between the two, a language model is worth its price from here on.
    """

    same: float
    different: float
    ask: float = 0.6


@dataclass(frozen=True, slots=True)
class Model:
    """Weights for a set of vectors.

    Attributes:
        vectors: Ids of the models whose cosines it reads.
        weights: Language → feature → weight; `bias` is the constant.
        bounds: Language → thresholds.
        figures: Language → what was measured in cross-validation, by name.
    """

    vectors: tuple[str, ...]
    weights: Mapping[str, Mapping[str, float]]
    bounds: Mapping[str, Bounds]
    figures: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def score(self, features: Mapping[str, float], language: str) -> float:
        """Probability of one story, 0 to 1."""
        weights = self.weights[language]
        total = weights["bias"] + math.fsum(
            weight * features[name] for name, weight in weights.items() if name != "bias"
        )
        return 1 / (1 + math.exp(-max(-40.0, min(40.0, total))))


@dataclass(frozen=True, slots=True)
class Calibration:
    """All that was fitted, and on what.

    Attributes:
        name: Of the data, as it stands in verdicts.
        checksum: SHA-256 hex of the files, in the order of `files`.
        files: Their names, and how many pairs each holds.
        models: From the one that reads no vectors to the best.
    """

    name: str
    checksum: str
    files: Mapping[str, int]
    models: tuple[Model, ...]

    def model_for(self, vectors: Collection[str]) -> Model:
        """The best that reads only vectors that are at hand."""
        return next(m for m in reversed(self.models) if set(m.vectors) <= set(vectors))


def language_group(one: str, other: str) -> str:
    """Whose weights hold for two languages (two letters, or empty)."""
    if one and other and one != other:
        return CROSS
    known = one or other
    return known if known in LANGUAGES else OTHER


#: What `put_in_force` was given last.
_IN_FORCE: list[Calibration] = []


def calibration() -> Calibration:
    """The one in force: that of the settings, else the file in this package."""
    return _IN_FORCE[0] if _IN_FORCE else packaged()


def put_in_force(chosen: Calibration | None) -> None:
    """Score by another calibration from now on, in this process; None for the packaged one.

    Done once, where a program reads its settings.
    """
    _IN_FORCE[:] = [] if chosen is None else [chosen]


@cache
def packaged() -> Calibration:
    """The file in this package."""
    text = Path(__file__).with_name("calibration.json").read_text(encoding="utf-8")
    return read_calibration(json.loads(text))


def read_calibration(value: Mapping[str, Any]) -> Calibration:
    """From the form in which it is stored."""
    data = value["data"]
    models = tuple(_read_model(row) for row in value["models"])
    return Calibration(data["name"], data["checksum"], data["files"], models)


def write_calibration(calibration: Calibration) -> str:
    """The form in which it is stored, one weight a line."""
    value = {
        "data": {
            "name": calibration.name,
            "checksum": calibration.checksum,
            "files": dict(calibration.files),
        },
        "models": [_write_model(model) for model in calibration.models],
    }
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def _read_model(row: Mapping[str, Any]) -> Model:
    bounds = {
        language: Bounds(found["same"], found["different"], found["ask"])
        for language, found in row["thresholds"].items()
    }
    return Model(tuple(row["vectors"]), row["weights"], bounds, row["cross_validated"])


def _write_model(model: Model) -> dict[str, Any]:
    return {
        "vectors": list(model.vectors),
        "thresholds": {
            language: {"same": found.same, "different": found.different, "ask": found.ask}
            for language, found in model.bounds.items()
        },
        "cross_validated": {language: dict(row) for language, row in model.figures.items()},
        "weights": {language: dict(row) for language, row in model.weights.items()},
    }
