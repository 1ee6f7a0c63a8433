"""`strandline worker`: a process that works on archive jobs, beside `up` or on other machines."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.output import counted, iso, safe
from strandline.cli.registry import begin_ledger
from strandline.cli.stopping import stopping, until_told
from strandline.model.archive import JobStatus

if TYPE_CHECKING:
    from strandline.pipelines.archive.job import JobEnd

app = typer.Typer(add_completion=False)


@app.command()
def worker(
    once: Annotated[bool, typer.Option("--once", help="End when no job is due.")] = False,  # noqa: FBT002
    concurrency: Annotated[
        int,
        typer.Option(
            min=0, max=64, help="Jobs at once; default from settings.", show_default=False
        ),
    ] = 0,
) -> None:
    """Work on archive jobs until Ctrl-C; what it had not finished is taken up by another worker.

    A first Ctrl-C lets captures end for some seconds, a second one does not.

    It only archives: `strandline up` and `strandline poll` poll, match and judge. Any number may
    run at once: on SQLite on one machine, on PostgreSQL on many. With `--once` each job that ended
    is told in a line, and all of them at the end.
    """
    from strandline.pipelines.archive import run_jobs, run_worker
    from strandline.settings import load_settings
    from strandline.wiring import open_ports

    settings = begin_ledger(load_settings())
    if concurrency:
        archive = settings.archive.model_copy(update={"worker_concurrency": concurrency})
        settings = settings.model_copy(update={"archive": archive})
    with (
        stopping() if once else until_told() as stop,
        open_ports(settings, archive=True) as ports,
    ):
        typer.echo(f"Worker {safe(ports.owner)} is ready (Ctrl-C ends it).", err=True)
        if once:
            ends = run_jobs(ports, settings, stop=stop, on_end=_tell)
            typer.echo(_summary(ends))
        else:
            run_worker(ports, settings, stop)
    typer.echo("Ended.", err=True)


def _tell(end: "JobEnd") -> None:
    """A line for a job that ended."""
    parts = [f"{_state(end)} {safe(end.job.url, 300)}: {counted(end.kept, 'file')}"]
    if end.put_bytes or end.saved_bytes:
        parts.append(f"{end.put_bytes:,} bytes stored, {end.saved_bytes:,} were there already")
    if end.message:
        parts.append(safe(end.message, 300))
    if end.not_before is not None:
        parts.append(f"again after {iso(end.not_before)}")
    typer.echo("; ".join(parts))


def _summary(ends: "Sequence[JobEnd]") -> str:
    if not ends:
        return "No job is due."
    states = Counter(map(_state, ends))
    told = ", ".join(f"{count} {state}" for state, count in sorted(states.items()))
    return f"{counted(len(ends), 'job')}: {told}."


def _state(end: "JobEnd") -> str:
    if end.status is None:
        return "taken over"
    return "to try again" if end.status is JobStatus.QUEUED else end.status.value
