"""The file of a calibration that one's own labels taught, as `evaluate --fit` writes it."""

import json
from pathlib import Path

from strandline.core.dedup.features import FEATURES
from strandline.core.dedup.score import (
    CROSS,
    LANGUAGES,
    OTHER,
    Calibration,
    read_calibration,
    write_calibration,
)
from strandline.model.errors import ConfigError, UsageError

_ADVICE = "Write one with strandline evaluate … --fit, or unset STORY_CALIBRATION."


def read_file(path: Path) -> Calibration:
    """A calibration that can be scored by.

    Raises:
        ConfigError: It is not there, is no calibration, or is one of another version.
    """
    try:
        found = read_calibration(json.loads(path.read_text(encoding="utf-8")))
        is_whole = _is_whole(found)
    except OSError as error:
        raise _refusal(path, error.strerror or str(error)) from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise _refusal(path, "it is no calibration") from error
    if not is_whole:
        raise _refusal(path, "it was fitted for another version of Strandline")
    return found


def write_file(path: Path, calibration: Calibration) -> None:
    """Keep a calibration, in a folder that is made where it is missing.

    Raises:
        UsageError: It cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(write_calibration(calibration), encoding="utf-8")
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror or error}.", subject=str(path)
        ) from error


def _is_whole(found: Calibration) -> bool:
    """True where every language has its weights and thresholds, and every weight its feature."""
    groups = {*LANGUAGES, CROSS, OTHER}
    return any(not model.vectors for model in found.models) and all(
        groups <= set(model.weights)
        and groups <= set(model.bounds)
        and all(set(row) == {"bias", *FEATURES, *model.vectors} for row in model.weights.values())
        for model in found.models
    )


def _refusal(path: Path, why: str) -> ConfigError:
    return ConfigError(
        f"STORY_CALIBRATION: {path} cannot be used: {why}.",
        subject="stories.calibration",
        advice=_ADVICE,
    )
