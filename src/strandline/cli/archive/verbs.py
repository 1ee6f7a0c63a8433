"""`strandline archive`: capture pages now; list, retry, verify and sweep what the archive holds."""

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from strandline.cli.acting import open_desk
from strandline.cli.output import iso, print_json, safe
from strandline.cli.readable import suggestion
from strandline.cli.registry import begin_ledger, open_registry
from strandline.model.errors import UsageError

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from strandline.model.acts import Outcome
    from strandline.model.archive import ArchiveJob
    from strandline.ports import Ports
    from strandline.settings import Settings

#: What is run where the first word is no verb of the group: a URL to capture.
_DEFAULT = "now"
#: No URL is written like that, and no id (`A_…`).
_WORD = re.compile(r"[a-z][a-z-]*")


class UrlsOrVerb(TyperGroup):
    """`archive URL…` beside `archive list`: what is no verb is a URL."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # typer ships its own click
        """Put the verb for URLs before arguments that begin with none."""
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            if _WORD.fullmatch(args[0]):
                near = suggestion(args[0], self.commands)
                ctx.fail(f"{args[0]!r} is neither a command nor a URL.{near}")
            args = [_DEFAULT, *args]
        return list(super().parse_args(ctx, args))


app = typer.Typer(
    cls=UrlsOrVerb,
    add_completion=False,
    no_args_is_help=True,
    help="Keep pages: `strandline archive URL…` captures now; the verbs look after what is kept.",
    subcommand_metavar="URL... | COMMAND [ARGS]...",
)

AsJson = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]


@app.command(_DEFAULT)
def now(
    urls: Annotated[list[str], typer.Argument(metavar="URL", help="URLs, or ids (A_…).")],
    force: Annotated[bool, typer.Option("--force", help="Captured a moment ago or not.")] = False,  # noqa: FBT002
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Capture pages now and say what was kept, what was not, and why.

    The word `now` may be left out. A page that the ledger has never seen enters it. Exit status 1
    when a page could not be kept.

    Example: strandline archive https://example.org/story
    """
    from strandline.cli.archive.now import capture_now
    from strandline.settings import load_settings

    if not capture_now(quiet(begin_ledger(load_settings())), urls, force=force, as_json=as_json):
        raise typer.Exit(1)


@app.command("list")
def list_jobs(
    status: Annotated[
        str, typer.Option(help="queued, running, succeeded, failed, skipped_cached, …")
    ] = "",
    url: Annotated[str, typer.Option(help="Only of this page.")] = "",
    limit: Annotated[int, typer.Option(min=1, max=10_000, help="How many.")] = 20,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """List jobs, newest first, with what went wrong.

    Example: strandline archive list --status failed
    """
    from strandline.cli.archive.now import article_of

    wanted = read_status(status)
    with open_registry() as (store, _):
        article_uuid = article_of(store, url).article_uuid if url else None
        jobs = store.jobs(status=wanted, article_uuid=article_uuid, limit=limit)
        counts = store.job_counts()
    for job in jobs:
        if as_json:
            print_json(job)
        else:
            typer.echo(_job_line(job))
    if not as_json:
        known = ", ".join(f"{name} {count:,}" for name, count in counts.items() if count)
        typer.echo(f"Jobs: {known}" if known else "There are no jobs yet: strandline archive URL")


@app.command()
def retry(
    job_ids: Annotated[list[int] | None, typer.Argument(metavar="ID", help="Jobs.")] = None,
    every: Annotated[bool, typer.Option("--all", help="All that failed.")] = False,  # noqa: FBT002
    reason: Annotated[
        str, typer.Option(help="All that failed for one reason (strandline archive failures).")
    ] = "",
    without: Annotated[
        str, typer.Option(help="All that are kept without one copy, such as warc.")
    ] = "",
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Queue failed jobs again with a fresh count of attempts.

    A page whose server asked to be left alone until a time is left alone until then.

    Example: strandline archive retry --all
    """
    from strandline.model.accounts import Actor
    from strandline.pipelines.desk.archive import MOST_JOBS, retry_jobs

    if sum(map(bool, (job_ids, every, reason, without))) != 1:
        raise UsageError(
            "Which jobs?",
            advice="Name ids (strandline archive list --status failed), or one of --reason, "
            "--without, --all.",
        )
    with open_archive() as (ports, settings):
        if reason or without:
            which = reason or without
            failed = ports.store.failed_jobs(which, limit=MOST_JOBS, kept=bool(without))
            job_ids = [job.job_id for job in failed]
        wanted = None if every else job_ids or []
        _, told = retry_jobs(ports, settings, Actor.console(), wanted)
    if as_json:
        print_json(told)
    else:
        typer.echo(f"{told.queued} queued again.")
        for job_id, when in told.waiting:
            typer.echo(f"{job_id}: its server asks to be left alone until {iso(when)}.")
        for job_id in told.not_failed:
            typer.echo(f"{job_id}: there is no failed job of this id.")
    if told.not_failed or told.waiting:
        raise typer.Exit(1)


@app.command()
def failures(as_json: AsJson = False) -> None:  # noqa: FBT002
    """Tell what failed, by reason, and what is kept without one of its copies: the words that
    `archive retry --reason` and `--without` take.

    Example: strandline archive failures
    """
    with open_registry() as (store, _):
        counts, without = store.job_failures(), store.job_failures(kept=True)
    if as_json:
        print_json(counts | {f"without:{copy}": count for copy, count in without.items()})
        return
    for reason, count in sorted(counts.items(), key=lambda row: (-row[1], row[0])):
        typer.echo(f"{count:>6,}  {reason}")
    for copy, count in sorted(without.items(), key=lambda row: (-row[1], row[0])):
        typer.echo(f"{count:>6,}  kept, but without: {copy}")
    if not counts and not without:
        typer.echo("Nothing has failed.")


@app.command()
def cancel(
    job_ids: Annotated[list[int], typer.Argument(metavar="ID", help="Queued jobs.")],
) -> None:
    """Let queued jobs go. What a worker holds already is finished.

    Example: strandline archive cancel 17 18
    """
    from strandline.model.accounts import Actor
    from strandline.pipelines.desk.archive import cancel_jobs

    with open_archive() as (ports, _):
        say(cancel_jobs(ports, Actor.console(), job_ids))


@app.command()
def first(
    job_id: Annotated[int, typer.Argument(metavar="ID", help="A queued job.")],
) -> None:
    """Let a queued job be the next that is taken up.

    Example: strandline archive first 17
    """
    from strandline.model.accounts import Actor
    from strandline.pipelines.desk.archive import put_first

    with open_archive() as (ports, _):
        say(put_first(ports, Actor.console(), job_id))


def open_archive(
    *, begins: bool = False, blobs: bool = False
) -> "AbstractContextManager[tuple[Ports, Settings]]":
    """As `open_desk`, with the little of the log that these verbs leave."""
    return open_desk(begins=begins, blobs=blobs, hush=quiet)


def say(outcome: "Outcome") -> None:
    """What an act says; exit status 1 where it changed nothing."""
    from strandline.render.i18n import translate

    typer.echo(translate("en", outcome.message, **outcome.values))
    if not outcome.is_done:
        raise typer.Exit(1)


@app.command()
def rot(
    state: Annotated[str, typer.Option(help="gone, soft_gone, moved or changed.")] = "",
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="How many of each.")] = 50,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """List kept links that are gone, moved or changed, newest first, with what was seen.

    `up` visits kept links each week, month or quarter by their age.

    Example: strandline archive rot --state gone
    """
    from strandline.cli.archive.rot import list_rotten, read_states

    states = read_states(state)
    with open_registry() as (store, _):
        list_rotten(store, states, limit, as_json=as_json)


@app.command()
def visit(
    urls: Annotated[list[str], typer.Argument(metavar="URL", help="Kept pages, or ids (A_…).")],
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Visit kept links now and say what is there: alive, changed and where, moved, gone.

    Example: strandline archive visit https://example.org/story
    """
    from strandline.cli.archive.rot import visit_now

    visit_now(urls, as_json=as_json)


@app.command()
def accept(url: Annotated[str, typer.Argument(metavar="URL", help="A page that moved.")]) -> None:
    """Take the address where a page stands now for one of its article's.

    Example: strandline archive accept https://example.org/story
    """
    from strandline.cli.archive.rot import act_on

    say(act_on(url, "accept"))


@app.command()
def dismiss(url: Annotated[str, typer.Argument(metavar="URL", help="A kept page.")]) -> None:
    """Hear no more of what became of a link, until something else does.

    Example: strandline archive dismiss https://example.org/story
    """
    from strandline.cli.archive.rot import act_on

    say(act_on(url, "dismiss"))


def read_status(text: str) -> Any:
    """A job's status as typed; None for an empty one.

    Raises:
        UsageError: There is no such status.
    """
    from strandline.model.archive import JobStatus

    if not text:
        return None
    try:
        return JobStatus(text)
    except ValueError as error:
        raise UsageError(
            f"There is no status {safe(text, 60)}.",
            subject=text,
            advice=f"There are: {', '.join(JobStatus)}.",
        ) from error


def quiet(settings: "Settings") -> "Settings":
    """What these verbs print says it all: the log would say it twice."""
    if settings.log.level != "info":
        return settings
    return settings.model_copy(update={"log": settings.log.model_copy(update={"level": "error"})})


def _job_line(job: "ArchiveJob") -> str:
    detail = job.last_error or job.reason
    if job.not_before is not None and job.status == "queued":
        detail = f"not before {iso(job.not_before)}; {detail}"
    when = iso(job.finished_at or job.enqueued_at)
    line = f"{job.job_id:>6}  {job.status.value:<15} {when}  {safe(job.url, 2000)}"
    return f"{line}\n        {safe(detail)}" if detail else line
