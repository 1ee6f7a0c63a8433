"""`strandline poll`: discover what sources list now."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from strandline.cli.output import BarProgress, counted, parse_time, print_json, safe
from strandline.cli.registry import begin_ledger
from strandline.cli.stopping import Ended, stopping

if TYPE_CHECKING:
    from strandline.pipelines.poll import PollReport, SourceOutcome
    from strandline.ports import Ports
    from strandline.settings import Settings

app = typer.Typer(add_completion=False)

#: Seconds between two looks at what is due, without --once.
PAUSE_S = 5.0


@app.command()
def poll(
    sources: Annotated[
        list[str] | None, typer.Argument(metavar="SOURCE", help="Ids, addresses, names.")
    ] = None,
    once: Annotated[bool, typer.Option("--once", help="Poll what is due, then end.")] = False,  # noqa: FBT002
    now: Annotated[
        str, typer.Option(help="Time of the poll, such as 2026-03-02T09:00:00Z; implies --once.")
    ] = "",
    force: Annotated[  # noqa: FBT002
        bool, typer.Option("--force", help="Also what is not due yet; implies --once.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON line a source.")] = False,  # noqa: FBT002
) -> None:
    """Ask sources what they list now, and bring what is new into the ledger.

    Without --once it goes on until Ctrl-C. SOURCEs that are named are polled now, due or not.
    Exit status 1 where nothing could be read from any source.
    """
    from strandline.settings import load_settings
    from strandline.wiring import open_ports

    when = parse_time(now)
    settings = begin_ledger(load_settings())
    with open_ports(settings, progress=BarProgress(), parse_soon=True, stories=True) as ports:
        only = _ids(ports, sources)
        is_single = once or force or when is not None or only is not None
        if is_single:
            report = _poll_once(ports, settings, when, only, force=force or only is not None)
            _show(report, ports, as_json=as_json, only=only, force=force or only is not None)
            if report.outcomes and report.failed == len(report.outcomes):
                raise typer.Exit(1)
            return
        try:
            _poll_on(ports, settings, as_json=as_json)
        except Ended:  # told to end, it has done what was asked
            typer.echo("Ended.", err=True)


def _ids(ports: "Ports", named: list[str] | None) -> list[str] | None:
    if not named:
        return None
    from strandline.core.sources.registry import find_source

    sources = ports.store.sources()
    return [find_source(sources, name).source_uuid for name in named]


def _poll_once(
    ports: "Ports",
    settings: "Settings",
    now: datetime | None,
    only: list[str] | None,
    *,
    force: bool,
    keep_up: bool = False,
) -> "PollReport":
    from strandline.pipelines.judge.run import judge_pending
    from strandline.pipelines.poll import run_poll
    from strandline.pipelines.search import MOST_AT_ONCE, index_waiting
    from strandline.pipelines.stories import run_match

    with stopping() as stop:
        report = run_poll(
            ports, settings, now=now, only=only, force=force, stop=stop, keep_up=keep_up
        )
    if report.new:
        run_match(ports, settings.stories, now=now or ports.clock.now())
    judge_pending(ports, settings.stories, now=now or ports.clock.now())
    index_waiting(ports.store, most=MOST_AT_ONCE)
    return report


def _poll_on(ports: "Ports", settings: "Settings", *, as_json: bool) -> NoReturn:
    import threading

    typer.echo("Polling until Ctrl-C.", err=True)
    pause = threading.Event()
    while True:
        report = _poll_once(ports, settings, None, None, force=False, keep_up=True)
        if report.outcomes:
            _show(report, ports, as_json=as_json)
        pause.wait(PAUSE_S)


def _show(
    report: "PollReport",
    ports: "Ports",
    *,
    as_json: bool,
    only: list[str] | None = None,
    force: bool = False,
) -> None:
    if as_json:
        for outcome in report.outcomes:
            print_json(_line(outcome))
        return
    if not report.outcomes:
        _say_nothing_due(report.started_at, ports, only, force=force)
        return
    _table(report)


def _line(outcome: "SourceOutcome") -> dict[str, object]:
    """One JSON line: what the table shows, and the funnel."""
    return {
        "source_uuid": outcome.source_uuid,
        "name": outcome.name,
        "url": outcome.url,
        "state": outcome.state,
        "message": outcome.message,
        "unchanged": outcome.is_unchanged,
        "failed": outcome.is_failed,
        "listed": outcome.listed,
        "new": outcome.new,
        "joined": outcome.joined,
        "known": outcome.known,
        "old": outcome.old,
        "dropped": outcome.dropped,
        "next_poll_at": outcome.next_poll_at,
        "seconds": round(outcome.seconds, 3),
        "funnel": outcome.funnel.steps,
    }


def _say_nothing_due(now: datetime, ports: "Ports", only: list[str] | None, *, force: bool) -> None:
    """Why nothing was polled, and what to do about it."""
    from strandline.pipelines.heartbeat import LEASE

    sources = [
        source.source_uuid
        for source in ports.store.sources(active_only=True)
        if only is None or source.source_uuid in only
    ]
    if not sources:
        typer.echo("There are no active sources. Add one: strandline sources add URL")
        return
    healths = ports.store.healths()
    next_polls = [health.next_poll_at for uuid in sources if (health := healths.get(uuid))]
    unpolled = len(sources) - len(next_polls)
    held = unpolled + sum(force or when is None or when <= now for when in next_polls)
    if held:
        typer.echo(
            f"{counted(held, 'source')} to poll, held by another process that polls now. One that "
            f"was killed gives them back within {LEASE.total_seconds():.0f} seconds: try again."
        )
        return
    typer.echo(f"None of the {len(sources)} sources is due. Poll them anyway with --force.")


def _table(report: "PollReport") -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from strandline.cli.sources.table import words_for

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("source", overflow="fold")
    for column in ("new", "joined", "known", "old", "other"):
        table.add_column(column, justify="right")
    table.add_column("state", overflow="fold")
    for outcome in report.outcomes:
        state = "unchanged" if outcome.is_unchanged else words_for(outcome.state)
        counts = (outcome.new, outcome.joined, outcome.known, outcome.old, outcome.dropped)
        table.add_row(
            Text(safe(outcome.name, 40)),
            *(str(count) if count else "·" for count in counts),
            Text(state, style="bold red" if outcome.is_failed else ""),
        )
    console = Console(highlight=False)
    console.print(table)
    for outcome in report.outcomes:
        if outcome.message:
            line = f"{outcome.source_uuid}: {safe(outcome.message)}"
            console.print(line, markup=False, soft_wrap=True)
    console.print(
        f"{counted(report.new, 'new article')} from {counted(len(report.outcomes), 'source')} "
        f"in {report.seconds:.1f} s" + (f"; {report.failed} failed." if report.failed else ".")
    )
