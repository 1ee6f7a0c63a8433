"""`strandline evaluate`: scores labelled pairs, fits thresholds, groups a stream."""

import json
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from strandline.cli.output import BarProgress, safe
from strandline.model.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from strandline.ops.evaluate import PairFile
    from strandline.ops.evaluate_stream import Grouped
    from strandline.ports import Embedder
    from strandline.settings import Settings

app = typer.Typer(add_completion=False)

_BAR = "judge pairs"


@app.command()
def evaluate(
    pairs: Annotated[
        list[str] | None, typer.Argument(metavar="PAIRS", help="Labelled pairs, JSON lines.")
    ] = None,
    rulings: Annotated[bool, typer.Option("--rulings", help="People's rulings, too.")] = False,  # noqa: FBT002 - typer's way
    stream: Annotated[
        str, typer.Option(metavar="FILE", help="Group a labelled stream of articles instead.")
    ] = "",
    fit: Annotated[
        str, typer.Option(metavar="OUT", help="Teach the score these pairs; write it to OUT.")
    ] = "",
    name: Annotated[str, typer.Option(help="Name of the data, for --fit.")] = "",
    invented: Annotated[
        list[str] | None,
        typer.Option("--invented", metavar="FILE", help="Made-up headlines, for --fit."),
    ] = None,
    groups: Annotated[  # noqa: FBT002
        bool, typer.Option("--groups", help="With --stream: the story and thread of each article.")
    ] = False,
    ablate: Annotated[  # noqa: FBT002
        bool, typer.Option("--ablate", help="What each feature, gate and table is worth.")
    ] = False,
    off: Annotated[
        list[str] | None, typer.Option("--off", metavar="LAYER", help="A layer not to ask.")
    ] = None,
    no_vectors: Annotated[  # noqa: FBT002
        bool, typer.Option("--no-vectors", help="Without embedding models.")
    ] = False,
    judge: Annotated[  # noqa: FBT002
        bool, typer.Option("--judge", help="Ask the judge of the settings; measure it.")
    ] = False,
    most: Annotated[
        int, typer.Option(min=1, max=100_000, help="Questions at most, with --judge.")
    ] = 300,
    wrong: Annotated[bool, typer.Option("--wrong", help="List what was ruled wrong.")] = False,  # noqa: FBT002
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,  # noqa: FBT002
) -> None:
    """Score the cascade on labelled pairs.

    Each line of PAIRS is {"id", "label": 1 or 0, "a": {…}, "b": {…}}, as for `strandline compare`;
    1 means that a reader who has one does not want the other. Shown are precision and recall of
    SAME by file, language and layer, what stays undecided, the best F1 of the score, questions to
    a language model for 1,000 articles, and the thresholds in force with the data they rest on.

    A file of articles {"id", "title", …, "event"} is a stream: its pairs are those that matching
    would compare, and one event is one story. With --stream it is grouped as matching does, and
    stories and threads are scored ("story" is the running story of an article, where it is known).

    With --judge the chat endpoint of the settings is asked about a sample of the pairs, evenly
    over languages and levels: F1, cost, seconds, and what its confidence is worth. The measurement
    is kept (JUDGE_MEASURES), and the judge's answers weigh by it.

    With --ablate every feature, gate and table is left out in turn: what it costs and what it
    stops on each file is shown, and what wins nothing can go. It takes minutes.

    With --fit the score learns from the pairs and rulings, the cosines of an embeddings endpoint
    too, and a file is written that STORY_CALIBRATION puts in force: 200 labels stretch and shift
    what is packaged, 3,000 fit everything anew. What is gained is counted on labels that were not
    learnt from. Headlines that somebody made up teach at a seventh, and choose no threshold.

    Example: strandline evaluate en.jsonl fr.jsonl
    """
    from strandline.settings import load_settings
    from strandline.wiring import open_embedders, use_calibration

    settings = load_settings()
    use_calibration(settings)
    both = (None, None) if no_vectors else open_embedders(settings)
    embedders = tuple(embedder for embedder in both if embedder is not None)
    if stream:
        found = _group_stream(stream, settings, embedders, off or [])
        if groups:
            _print_groups(found, as_json=as_json)
        else:
            _print_grouped(found, as_json=as_json)
        return
    files = _files(pairs or [], embedders, rulings=rulings)
    files += [replace(one, is_invented=True) for one in _read(invented or [], embedders)]
    if judge:
        from strandline.cli.evaluation_judging import measure_judge

        measure_judge(files, settings, most=most, as_json=as_json)
        return
    if ablate:
        _ablate(files, embedders, as_json=as_json)
        return
    if fit:
        _fit(files, embedders, fit, name)
        return
    _score(files, settings, embedders, off or [], as_json=as_json, wrong=wrong)


def _files(paths: list[str], embedders: "Sequence[Embedder]", *, rulings: bool) -> "list[PairFile]":
    from strandline.ops.evaluate import ruled_pairs

    files = _read(paths, embedders)
    if rulings:
        from strandline.cli.registry import open_registry

        with open_registry() as (store, _):
            files.append(ruled_pairs(store))
    if not files:
        raise UsageError("Nothing to score.", advice="Name a file of pairs, or --rulings.")
    return files


def _ablate(files: "Sequence[PairFile]", embedders: "Sequence[Embedder]", *, as_json: bool) -> None:
    from strandline.cli.evaluation_tables import as_worth, show_worth
    from strandline.ops.ablate import ablate_features, ablate_gates, count_parts

    progress, label = BarProgress(), "leave out each part"
    progress.start(label, count_parts(embedders))

    def advance(what: str) -> None:
        progress.advance(label, note=what)

    found = ablate_gates(files, embedders, advance) + ablate_features(files, embedders, advance)
    progress.finish(label)
    if as_json:
        _print(as_worth(found))
    else:
        show_worth(found)


def _read(paths: list[str], embedders: "Sequence[Embedder]") -> "list[PairFile]":
    from strandline.ops.evaluate import read_file

    return [read_file(path, embedders) for path in paths]


def _score(
    files: "Sequence[PairFile]",
    settings: "Settings",
    embedders: "Sequence[Embedder]",
    off: list[str],
    *,
    as_json: bool,
    wrong: bool,
) -> None:
    from strandline.cli.evaluation_tables import as_row, show
    from strandline.core.dedup.score import calibration
    from strandline.ops.compare import make_comparer
    from strandline.ops.evaluate import evaluate as count
    from strandline.ops.evaluate import judge

    progress = BarProgress()
    progress.start(_BAR, sum(len(file.pairs) for file in files))
    comparer = make_comparer(settings.stories, embedders, off)
    judged = judge(files, comparer, lambda done: progress.advance(_BAR, done))
    progress.finish(_BAR)
    found = count(judged)
    model = calibration().model_for([embedder.model for embedder in embedders])
    if as_json:
        _print(as_row(found, model, calibration()))
    else:
        show(found, model, calibration())
    if wrong:
        for one in found.wrong:
            typer.echo(
                f"{safe(str(one.pair.pair_id))} {one.verdict.answer}: {safe(one.verdict.reason)}"
                f" | {safe(one.pair.a.title)} | {safe(one.pair.b.title)}"
            )


def _fit(files: "Sequence[PairFile]", embedders: "Sequence[Embedder]", out: str, name: str) -> None:
    from strandline.cli.evaluation_tables import show_fit, show_gains
    from strandline.core.dedup.score import packaged
    from strandline.ops.calibrate import calibrate
    from strandline.ops.calibration_file import write_file
    from strandline.ops.learning import ENOUGH_FOR_ALL, learn

    def advance(what: str) -> None:
        print(what, file=sys.stderr)

    name = name or ", ".join(file.name for file in files)
    real = [file for file in files if not file.is_invented]
    if sum(len(file.pairs) for file in real) >= ENOUGH_FOR_ALL:
        fitted = calibrate(files, embedders, name=name, advance=advance)
        write_file(Path(out), fitted)
        show_fit(fitted)
    else:
        learnt = learn(real, embedders, packaged(), name=name, advance=advance)
        write_file(Path(out), learnt.calibration)
        show_gains(learnt.gains)
    typer.echo(f"To score by it: STORY_CALIBRATION={safe(out)}")


def _group_stream(
    path: str, settings: "Settings", embedders: "Sequence[Embedder]", off: list[str]
) -> "Grouped":
    from strandline.ops.compare import make_comparer
    from strandline.ops.evaluate_stream import group_stream, read_stream

    progress = BarProgress()
    articles = read_stream(path)
    progress.start("group", len(articles))
    comparer = make_comparer(settings.stories, embedders, off)
    found = group_stream(articles, comparer, advance=lambda: progress.advance("group"))
    progress.finish("group")
    return found


def _print_groups(found: "Grouped", *, as_json: bool) -> None:
    """An article a line: id, story, thread. In JSON both are named as labels of streams name them
    (`news`, and `story` for the running one) and `thread` as everywhere else.
    """
    for uuid, (story, thread) in found.groups.items():
        if as_json:
            _print({"id": uuid, "news": story, "story": thread, "thread": thread})
        else:
            typer.echo(f"{safe(uuid)} {safe(story)} {safe(thread)}")


def _print_grouped(found: "Grouped", *, as_json: bool) -> None:
    row = {
        "articles": found.articles,
        "stories": found.stories,
        "pairs": found.pairs,
        "bcubed_precision": round(found.bcubed.precision, 4),
        "bcubed_recall": round(found.bcubed.recall, 4),
        "bcubed_f1": round(found.bcubed.f1, 4),
        "asked_per_1000": round(found.asked, 1),
        "threads": found.threads,
        "thread_precision": round(found.joins.precision, 4),
    } | {f"thread_pairs_{name}": count for name, count in asdict(found.joins).items()}
    if as_json:
        _print(row)
        return
    for title, value in row.items():
        typer.echo(f"{title.replace('_', ' '):24} {value}")


def _print(row: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(row, ensure_ascii=True) + "\n")
