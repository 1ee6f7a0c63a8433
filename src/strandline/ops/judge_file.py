"""The files of measured judges: one a model, in the folder of the settings."""

import hashlib
import re
from pathlib import Path

from strandline.core.evaluation.judges import read_measure, write_measure
from strandline.model.errors import ParseError, UsageError
from strandline.model.levels import JudgeMeasure


def measure_path(folder: Path, model: str) -> Path:
    """Where the measurement of a judge is kept: one file a model, whatever its name holds."""
    name = re.sub(r"[^A-Za-z0-9_.-]+", "_", model)[:80]
    return folder / f"{name}-{hashlib.sha256(model.encode()).hexdigest()[:8]}.json"


def save_measure(folder: Path, measure: JudgeMeasure) -> Path:
    """Keep a measurement; it takes the place of an older one of the same model.

    Raises:
        UsageError: The folder cannot be written.
    """
    path = measure_path(folder, measure.model)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(write_measure(measure), encoding="utf-8")
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror or error}.",
            subject=str(path),
            advice="Give this user the right to write there, or set JUDGE_MEASURES.",
        ) from error
    return path


def load_measure(folder: Path, model: str) -> JudgeMeasure | None:
    """What was measured of a judge; None where nothing was.

    Raises:
        ParseError: The file is there and cannot be read.
    """
    path = measure_path(folder, model)
    try:
        return read_measure(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise ParseError(f"{path} cannot be read ({error})", subject=str(path)) from error
