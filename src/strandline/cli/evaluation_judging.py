"""`strandline evaluate --judge`: what a language model is worth as a judge."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import typer

from strandline.cli.evaluation_tables import new_console, new_table
from strandline.cli.output import BarProgress, counted, print_json, safe
from strandline.core.dedup.judging.answer import Prices
from strandline.core.dedup.judging.weighing import is_telling, reliability
from strandline.core.evaluation.judges import figures
from strandline.model.errors import ConfigError
from strandline.model.levels import JudgeMeasure, Level

if TYPE_CHECKING:
    from strandline.ops.evaluate import PairFile
    from strandline.settings import Settings

_BAR = "ask the judge"


def measure_judge(
    files: "Sequence[PairFile]", settings: "Settings", *, most: int, as_json: bool
) -> None:
    """Ask the endpoint of the settings about labelled pairs, keep what was measured, and tell it.

    Raises:
        ConfigError: No endpoint is set.
        ModelError: It answers nothing.
        UsageError: The folder of measurements cannot be written.
    """
    from contextlib import closing

    from strandline.ops.judge_file import save_measure
    from strandline.pipelines.judge.trial import sample, try_judge
    from strandline.wiring import open_chat, system_clock

    chat = open_chat(settings)
    if chat is None:
        raise ConfigError(
            "There is no judge to measure.",
            subject="stories.judge_url",
            advice="Set JUDGE_URL and JUDGE_MODEL, or DEEPSEEK_API_KEY.",
        )
    stories = settings.stories
    pairs = sample([pair for file in files for pair in file.pairs], most)
    progress = BarProgress()
    progress.start(_BAR, len(pairs))
    with closing(chat):
        measure = try_judge(
            chat,
            pairs,
            data=[file.name for file in files],
            prices=Prices(stories.judge_price_in, stories.judge_price_out),
            now=system_clock().now(),
            advance=lambda: progress.advance(_BAR),
        )
    progress.finish(_BAR)
    path = save_measure(stories.judge_measures, measure)
    if as_json:
        print_json(_row(measure) | {"file": str(path)})
        return
    _show(measure)
    typer.echo(f"Kept in {safe(str(path))}: the judge's answers weigh by it from now on.")


def _show(measure: JudgeMeasure) -> None:
    out = new_console()
    levels = new_table(
        "language", "level", "pairs", "said", "right", "unread", "prec.", "recall", "F1"
    )
    for row in figures(measure.trials):
        found = row.rates
        counts = (row.pairs, row.said, row.right, row.unread)
        shares = (
            f"{found.precision:.3f}" if row.said else "–",
            f"{found.recall:.3f}" if row.pairs else "–",
            f"{found.f1:.3f}" if row.pairs else "–",
        )
        levels.add_row(row.language, row.level.replace("_", " "), *map(str, counts), *shares)
    out.print(levels)
    steps = new_table(
        "confidence", *(f"{level.replace('_', ' ')}: answers, right" for level in Level)
    )
    columns = [reliability([t for t in measure.trials if t.said is level]) for level in Level]
    for cells in zip(*columns, strict=True):
        name = f"{cells[0].low:.1f} to {cells[0].high:.1f}"
        steps.add_row(name, *(f"{c.answers}, {_share(c.right, c.answers)}" for c in cells))
    out.print(steps)
    tells = is_telling(measure.trials)
    typer.echo(
        "Its confidence tells right answers from wrong ones."
        if tells
        else "Its confidence tells nothing: answers weigh by how often their level is right."
    )
    for reason, count in sorted(measure.reasons.items(), key=lambda item: -item[1])[:3]:
        typer.echo(f"{count} without an answer: {safe(reason)}")
    asked = len(measure.trials)
    typer.echo(
        f"{safe(measure.model)}: {counted(asked, 'question')}, {measure.prompt_tokens:,} tokens in,"
        f" {measure.completion_tokens:,} out, cost {measure.cost:.4f},"
        f" {measure.seconds / asked:.2f} s a question."
    )


def _share(right: int, of: int) -> str:
    return f"{right / of:.2f}" if of else "–"


def _row(measure: JudgeMeasure) -> dict[str, Any]:
    return {
        "model": measure.model,
        "questions": len(measure.trials),
        "figures": [
            {
                "language": row.language,
                "level": row.level.value,
                "pairs": row.pairs,
                "said": row.said,
                "right": row.right,
                "unread": row.unread,
                "precision": round(row.rates.precision, 4),
                "recall": round(row.rates.recall, 4),
                "f1": round(row.rates.f1, 4),
            }
            for row in figures(measure.trials)
        ],
        "reliability": [
            {
                "level": level.value,
                "low": s.low,
                "high": s.high,
                "answers": s.answers,
                "right": s.right,
            }
            for level in Level
            for s in reliability([t for t in measure.trials if t.said is level])
        ],
        "confidence_tells": is_telling(measure.trials),
        "unread": dict(measure.reasons),
        "prompt_tokens": measure.prompt_tokens,
        "completion_tokens": measure.completion_tokens,
        "cost": round(measure.cost, 6),
        "seconds": round(measure.seconds, 3),
    }
