"""The figures of `strandline evaluate` as tables, and as JSON."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from strandline.core.dedup.score import Calibration, Model
from strandline.core.evaluation.counting import Confusion
from strandline.model.stories import Answer
from strandline.ops.ablate import Worth
from strandline.ops.evaluate import Evaluation, Slice
from strandline.ops.learning import Gain

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_COLUMNS = (
    *("pairs", "same", "false", "prec.", "recall", "F1", "unsure", "lost", "kept"),
    *("best", "asked"),
)
#: Columns of a terminal that a table needs; a pipe has none of its own.
_WIDTH = 100


def show(found: Evaluation, model: Model, calibration: Calibration) -> None:
    """Tables by file, by language and by layer, then the thresholds in force."""
    console = new_console()
    console.print(_slices("file", (*found.files, found.total)))
    console.print(_slices("language", found.languages))
    console.print(_layers(found))
    console.print(_thresholds(model))
    console.print(_about(model, calibration), markup=False)
    console.print(
        "false: SAME but two stories · lost: one story but DIFFERENT · kept: share of one story"
        " that is SAME or UNSURE · best: F1 of the score at its best threshold · asked: questions"
        " to a language model for 1,000 articles · xx: no language was found · –: nothing to count",
        style="dim",
    )


def show_worth(found: Sequence[Worth]) -> None:
    """What each part costs in true SAME and stops of false ones, by file or language."""
    console = new_console()
    for whole, parts in _by_whole(found):
        names = sorted({name for name, _ in whole.same})
        table = new_table(whole.name, "costs", "stops", "where")
        for part in parts:
            cells = {name: _change(whole, part, name) for name in names}
            costs, stops = (sum(cell[place] for cell in cells.values()) for place in (0, 1))
            where = ", ".join(_cell(name, cell) for name, cell in cells.items() if any(cell))
            table.add_row(f"{part.kind} {part.name}", str(costs), str(stops), where)
        console.print(table)
    console.print("costs: one story, SAME without it · stops: two, SAME without it", style="dim")


def as_worth(found: Sequence[Worth]) -> dict[str, Any]:
    """The same as JSON: kind and part → file or language → [costs, stops]."""
    return {
        part.name: {name: _change(whole, part, name) for name in sorted({n for n, _ in whole.same})}
        for whole, parts in _by_whole(found)
        for part in parts
    }


def _by_whole(found: Sequence[Worth]) -> Iterator[tuple[Worth, list[Worth]]]:
    starts = [place for place, worth in enumerate(found) if worth.kind == "all"]
    for start, end in zip(starts, [*starts[1:], len(found)], strict=True):
        yield found[start], list(found[start + 1 : end])


def _change(whole: Worth, part: Worth, name: str) -> tuple[int, int]:
    costs, stops = (part.same[name, label] - whole.same[name, label] for label in (True, False))
    return costs, stops


def _cell(name: str, change: tuple[int, int]) -> str:
    return "{} {:+d}/{:+d}".format(name.removesuffix(".jsonl").removesuffix(".dev"), *change)


def show_fit(calibration: Calibration) -> None:
    """What cross-validation says of a fitted score."""
    console = new_console()
    for model in calibration.models:
        console.print(_thresholds(model))
        table = new_table("cross-validated", *next(iter(model.figures.values())))
        for language, row in model.figures.items():
            table.add_row(language, *(f"{value:g}" for value in row.values()))
        console.print(table)
        console.print(_about(model, calibration), markup=False)


def show_gains(gains: Iterable[Gain]) -> None:
    """What was learnt, against what is packaged, on labels that were not learnt from."""
    table = new_table("language", "labels", "SAME before", "false", "SAME now", "false")
    for gain in gains:
        counts = (gain.labels, *gain.before, *gain.after)
        table.add_row(gain.language, *map(str, counts))
    console = new_console()
    console.print(table)
    console.print("SAME: rightly; on labels that were not learnt from", style="dim")


def as_row(found: Evaluation, model: Model, calibration: Calibration) -> dict[str, Any]:
    """The same for a machine."""
    return {
        "total": _as_row(found.total),
        "files": {part.name: _as_row(part) for part in found.files},
        "languages": {part.name: _as_row(part) for part in found.languages},
        "layers": {
            f"{layer or 'none'} {language}": _counts(counts)
            for (layer, language), counts in found.layers.items()
        },
        "thresholds": {
            language: {"same": b.same, "different": b.different, "ask": b.ask}
            for language, b in model.bounds.items()
        },
        "models": list(model.vectors),
        "calibration": {"name": calibration.name, "checksum": calibration.checksum},
    }


def _as_row(part: Slice) -> dict[str, Any]:
    same = part.confusion.same
    return _counts(part.confusion) | {
        "precision": round(same.precision, 4),
        "recall": round(same.recall, 4),
        "f1": round(same.f1, 4),
        "kept": round(part.confusion.kept, 4),
        "best_f1": round(part.score_stage.f1, 4),
        "best_f1_at": round(part.score_stage.threshold, 4),
        "asked_per_1000": round(part.asked, 1),
    }


def _counts(counts: Confusion) -> dict[str, int]:
    return {
        f"{'positive' if label else 'negative'}_{answer.value.lower()}": counts.of(label, answer)
        for label in (True, False)
        for answer in Answer
    }


def _slices(what: str, parts: Iterable[Slice]) -> "Table":
    table = new_table(what, *_COLUMNS)
    for part in parts:
        counts, same = part.confusion, part.confusion.same
        table.add_row(
            part.name,
            str(counts.of(True) + counts.of(False)),
            str(counts.of(True, Answer.SAME)),
            str(counts.of(False, Answer.SAME)),
            _share(same.precision, counts.of(True, Answer.SAME) + counts.of(False, Answer.SAME)),
            _share(same.recall, counts.of(True)),
            _share(same.f1, counts.of(True)),
            str(counts.of(True, Answer.UNSURE) + counts.of(False, Answer.UNSURE)),
            str(counts.of(True, Answer.DIFFERENT)),
            f"{counts.kept:.3f}",
            f"{part.score_stage.f1:.3f}",
            f"{part.asked:.0f}",
        )
    return table


def _share(value: float, of: int) -> str:
    """A share of so many; a dash where there is nothing to count."""
    return f"{value:.3f}" if of else "–"


def _layers(found: Evaluation) -> "Table":
    table = new_table("layer", "language", "same", "false", "unsure", "different", "lost")
    for (layer, language), counts in found.layers.items():
        table.add_row(
            layer or "none",
            language,
            str(counts.of(True, Answer.SAME)),
            str(counts.of(False, Answer.SAME)),
            str(counts.of(True, Answer.UNSURE) + counts.of(False, Answer.UNSURE)),
            str(counts.of(False, Answer.DIFFERENT)),
            str(counts.of(True, Answer.DIFFERENT)),
        )
    return table


def _thresholds(model: Model) -> "Table":
    table = new_table("thresholds", "same from", "different below", "ask from")
    for language, bounds in model.bounds.items():
        table.add_row(
            language, f"{bounds.same:.3f}", f"{bounds.different:.3f}", f"{bounds.ask:.3f}"
        )
    return table


def _about(model: Model, calibration: Calibration) -> str:
    reads = ", ".join(model.vectors) or "titles alone"
    pairs = sum(calibration.files.values())
    return f"{reads}; fitted on {calibration.name} ({pairs} pairs, {calibration.checksum[:12]})"


def new_console() -> "Console":
    """As wide as the terminal; of a fixed width in a pipe."""
    from rich.console import Console

    return Console(highlight=False, width=None if sys.stdout.isatty() else _WIDTH)


def new_table(*columns: str) -> "Table":
    """Names to the left, figures to the right."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number == 0 else "right", no_wrap=True)
    return table
