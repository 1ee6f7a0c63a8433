"""`strandline dedup`: match the history, review doubtful pairs, merge and split stories."""

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from strandline.cli.output import BarProgress, counted, parse_time, print_json, safe
from strandline.cli.registry import open_registry, require_ledger
from strandline.model.accounts import Actor
from strandline.model.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from strandline.ops.label_pool import Offer
    from strandline.pipelines.desk.stories import Ruled
    from strandline.pipelines.stories import MatchReport
    from strandline.ports import Ports, Store

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="The same story once: match the history, review, merge, split.",
)

#: What finds near titles.
Engine = Literal["own", "daft"]

AsJson = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
Note = Annotated[str, typer.Option(help="Why, in your words; kept with the ruling.")]


@app.command()
def backfill(
    since: Annotated[
        str,
        typer.Option(help="Earliest publication, such as 2026-01-31; the whole ledger without."),
    ] = "",
    engine: Annotated[
        Engine, typer.Option(help="Finds near titles: `own`, or `daft` for large archives.")
    ] = "own",
    folder: Annotated[
        Path | None,
        typer.Option(help="Where the engine works; beside the vector index without."),
    ] = None,
    processes: Annotated[
        int, typer.Option(min=1, max=1024, help="Spans of time that the engine joins at once.")
    ] = 1,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Bring every article that nobody has matched into its story.

    May be ended at any time and run again: it goes on where it stood. Polls, digests and pages go
    on beside it. At its end a language model, where one is set, judges what waits for it, as far
    as one run's budget and time reach; the rest waits for polls.

    With --engine daft, near titles are found first, by spans of time in several processes or on a
    cluster, and kept in a folder until all is matched; the stories are the same.

    Example: strandline dedup backfill --since 2026-01-01
    """
    from contextlib import ExitStack, closing
    from functools import partial

    from strandline.cli.stopping import stopping
    from strandline.pipelines.judge.run import judge_pending
    from strandline.pipelines.stories.backfill import backfill as own_backfill
    from strandline.pipelines.stories.large import backfill_on
    from strandline.settings import load_settings
    from strandline.wiring import open_joiner, open_ports

    when = parse_time(since)
    settings = require_ledger(load_settings())
    with (
        open_ports(settings, progress=BarProgress(), stories=True) as ports,
        ExitStack() as opened,
    ):
        run: Callable[..., MatchReport] = own_backfill
        if engine == "daft":
            where = folder or settings.stories.index_path.with_name("near-titles")
            joiner = opened.enter_context(closing(open_joiner(where, processes)))
            run = partial(backfill_on, joiner)
        with stopping() as stop:
            report = run(ports, settings.stories, now=ports.clock.now(), since=when, stop=stop)
            if stop.is_set():
                done = counted(report.matched, "article")
                typer.echo(f"{done} matched; run it again to go on.", err=as_json)
        judged = judge_pending(ports, settings.stories, now=ports.clock.now())
    if as_json:
        print_json(report_line(report) | {"judged": judged})
        return
    say_report(report)
    if judged:
        typer.echo(f"{counted(judged, 'pair')} judged by the model.")


@app.command()
def review(
    limit: Annotated[int, typer.Option(min=1, max=1000, help="Pairs at most.")] = 20,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Look at pairs that the cascade could not decide, and at a sample of those that it did.

    One key each: s same, u update (other news of one running story), d different, n not even one
    running story, k skip, q quit. A ruling wins over every layer,
    acts at once, and counts when thresholds are fitted. The nearest doubts come first; at the end
    it is said which articles have moved. With --json the pairs are listed and
    nothing is asked; rule on them with `dedup merge` and `dedup split`.
    """
    from strandline.cli.acting import open_desk
    from strandline.cli.dedup.review import ask, list_pairs

    with open_desk() as (ports, _):
        store = ports.store
        pairs = store.review_queue(limit=limit)
        if as_json:
            list_pairs(store, pairs)
        elif not pairs:
            typer.echo("Nothing waits for review.")
        else:
            ask(ports, pairs)


@app.command()
def label(
    stream: Annotated[
        str,
        typer.Argument(metavar="[FILE]", help="Articles or pairs, JSON lines; else the ledger."),
    ] = "",
    out: Annotated[Path, typer.Option(help="Where the labels are kept.")] = Path("labels.jsonl"),
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="Questions at most.")] = 200,
    no_vectors: Annotated[  # noqa: FBT002
        bool, typer.Option("--no-vectors", help="Without embedding models.")
    ] = False,
) -> None:
    """Label pairs, the most telling first: what `strandline evaluate --fit` learns from.

    One key each: s the same news, t other news of one running story, d neither, k skip, u undo, q
    quit. Run it again to go on: what is in the file of labels is not asked again, but for one in
    twenty, and for answers that contradict each other. A label moves no story; `dedup review`
    rules.

    Example: strandline dedup label articles.jsonl --out labels.jsonl
    """
    from strandline.cli.dedup.label import ask_labels
    from strandline.ops.label_file import LabelFile
    from strandline.wiring import system_clock

    file = LabelFile(out)
    offers = _offers(stream, no_vectors=no_vectors)
    ask_labels(offers, file, limit, system_clock().now)


def _offers(stream: str, *, no_vectors: bool) -> "list[Offer]":
    from strandline.ops.label_pool import offers_of_file, offers_of_ledger

    if not stream:
        with open_registry() as (store, _):
            return offers_of_ledger(store)
    from strandline.ops.compare import make_comparer
    from strandline.settings import load_settings
    from strandline.wiring import open_embedders, use_calibration

    settings = load_settings()
    use_calibration(settings)
    both = (None, None) if no_vectors else open_embedders(settings)
    embedders = [embedder for embedder in both if embedder is not None]
    progress, bar = BarProgress(), "score pairs"
    progress.start(bar, None)
    offers = offers_of_file(stream, make_comparer(settings.stories, embedders, []))
    progress.finish(bar)
    return offers


@app.command()
def merge(
    articles: Annotated[list[str], typer.Argument(metavar="ARTICLE", help="URLs or ids (A_…).")],
    note: Note = "",
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Make one story of articles, and of the stories that they are in.

    Example: strandline dedup merge https://a.example/1 https://b.example/2
    """
    from strandline.pipelines.desk import stories

    if len(articles) < 2:
        raise UsageError("Merging needs two articles or more.", advice="Name their URLs or ids.")
    with _acting(articles) as (ports, uuids):
        outcome = stories.merge(ports, Actor.console(), uuids, note=note)
        _tell(ports.store, uuids[0], outcome, as_json=as_json)


@app.command()
def split(
    article: Annotated[str, typer.Argument(help="URL or id (A_…).")],
    note: Note = "",
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Take an article out of its story; `dedup withdraw` brings it back."""
    from strandline.pipelines.desk import stories

    with _acting([article]) as (ports, (uuid,)):
        outcome = stories.split(ports, Actor.console(), uuid, note=note)
        _tell(ports.store, uuid, outcome, as_json=as_json)


@app.command()
def main(
    article: Annotated[str, typer.Argument(help="URL or id (A_…).")],
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Make an article the main one of its story: the one that it is shown under."""
    from strandline.pipelines.desk import stories

    with _acting([article]) as (ports, (uuid,)):
        outcome = stories.choose_main(ports, Actor.console(), uuid)
        if outcome.message == "story.refused.is_main" and not as_json:
            typer.echo("It is the main article already.")
        else:
            _tell(ports.store, uuid, outcome, as_json=as_json)


@app.command()
def thread(
    article: Annotated[str, typer.Argument(help="URL or id (A_…).")],
    limit: Annotated[int, typer.Option(min=1, max=1000, help="Stories at most.")] = 30,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Show the running story that an article belongs to: its stories, the newest first."""
    from strandline.cli.dedup.threads import show_thread

    with open_registry() as (store, _):
        (uuid,) = _uuids(store, [article])
        show_thread(store, uuid, limit, as_json=as_json)


@app.command()
def link(
    articles: Annotated[list[str], typer.Argument(metavar="ARTICLE", help="URLs or ids (A_…).")],
    note: Note = "",
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Put stories into one thread: other news of one running story. They stay stories apart.

    Example: strandline dedup link https://a.example/fire https://b.example/arrest
    """
    from strandline.cli.acting import check
    from strandline.cli.dedup.threads import show_thread
    from strandline.pipelines.desk import stories

    if len(articles) < 2:
        raise UsageError("A thread needs two articles or more.", advice="Name their URLs or ids.")
    with _acting(articles) as (ports, uuids):
        check(stories.link(ports, Actor.console(), uuids, note=note))
        show_thread(ports.store, uuids[0], len(uuids) + 10, as_json=as_json)


@app.command()
def unlink(
    article: Annotated[str, typer.Argument(help="URL or id (A_…).")],
    note: Note = "",
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Take an article's story out of its thread; `dedup withdraw` brings it back."""
    from strandline.pipelines.desk import stories

    with _acting([article]) as (ports, (uuid,)):
        outcome = stories.unlink(ports, Actor.console(), uuid, note=note)
        _tell(ports.store, uuid, outcome, as_json=as_json)


@app.command()
def withdraw(
    article: Annotated[str, typer.Argument(help="URL or id (A_…).")],
    note: Note = "",
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Take back all rulings on an article, on stories and threads: the verdicts hold again."""
    from strandline.pipelines.desk import stories

    with _acting([article]) as (ports, (uuid,)):
        outcome = stories.withdraw(ports, Actor.console(), uuid, note=note)
        if outcome.is_done or as_json:
            _tell(ports.store, uuid, outcome, as_json=as_json)
        else:
            typer.echo("Nobody has ruled on this article: there is nothing to take back.")


def report_line(report: "MatchReport") -> dict[str, object]:
    """A report as `--json` prints it."""
    return {
        "matched": report.matched,
        "joined": report.joined,
        "pending": report.pending,
        "seconds": round(report.seconds, 3),
        "verdicts": [
            {"layer": layer, "answer": answer, "count": count}
            for (layer, answer), count in sorted(report.verdicts.items())
        ],
    }


def say_report(report: "MatchReport") -> None:
    """A report as a person reads it."""
    if not report.matched:
        typer.echo("Every article is matched.")
        return
    waiting = f"; for the model: {counted(report.pending, 'pair')}" if report.pending else ""
    typer.echo(
        f"{counted(report.matched, 'article')} matched in {report.seconds:.1f} s, "
        f"{report.joined} joined another's story{waiting}."
    )


@contextmanager
def _acting(named: "Sequence[str]") -> "Iterator[tuple[Ports, list[str]]]":
    """The ports for an act, and the ids of the articles that it is about."""
    from strandline.cli.acting import open_desk

    with open_desk() as (ports, _):
        yield ports, _uuids(ports.store, named)


def _uuids(store: "Store", named: "Sequence[str]") -> list[str]:
    from strandline.cli.archive.now import article_of

    try:
        return [article_of(store, name).article_uuid for name in named]
    except UsageError as error:
        raise UsageError(
            str(error.message),
            subject=error.subject,
            advice="Name articles by any of their URLs or by their ids (A_…).",
        ) from error


def _tell(store: "Store", article_uuid: str, outcome: "Ruled", *, as_json: bool) -> None:
    """What a ruling changed, and the story as it is now: the main article has a star.

    Raises:
        UsageError: It was refused.
    """
    from strandline.cli.acting import check

    if outcome.is_done or not as_json:
        check(outcome)
    story = store.stories([article_uuid])[article_uuid]
    if as_json:
        print_json({"story": story, "changes": list(outcome.changes)})
        return
    articles = store.articles(story.article_uuids)
    moved = len({change.article_uuid for change in outcome.changes})
    if moved:
        typer.echo(f"{counted(moved, 'article')} moved. The story now has:")
    else:
        typer.echo("No article moved: it was so already. The story has:")
    for uuid in story.article_uuids:
        article = articles[uuid]
        mark = "*" if uuid == story.main_id else " "
        typer.echo(f"{mark} {uuid}  {safe(article.article_title or article.article_url_final)}")
