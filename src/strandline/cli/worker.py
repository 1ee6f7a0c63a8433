"""`strandline worker`: a process that works on archive jobs, beside `up` or on other machines."""

import signal
from typing import Annotated

import typer

from strandline.cli.output import safe
from strandline.cli.stopping import stopped_by

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

    Any number may run at once: on SQLite on one machine, on PostgreSQL on many.
    """
    from strandline.pipelines.archive import run_jobs, run_worker
    from strandline.settings import load_settings
    from strandline.wiring import open_ports

    settings = load_settings()
    if concurrency:
        archive = settings.archive.model_copy(update={"worker_concurrency": concurrency})
        settings = settings.model_copy(update={"archive": archive})
    with (
        stopped_by(signal.SIGINT, signal.SIGTERM) as stop,
        open_ports(settings, archive=True) as ports,
    ):
        typer.echo(f"Worker {safe(ports.owner)} is ready (Ctrl-C ends it).", err=True)
        if once:
            run_jobs(ports, settings, stop=stop)
        else:
            run_worker(ports, settings, stop)
    typer.echo("Ended.", err=True)
