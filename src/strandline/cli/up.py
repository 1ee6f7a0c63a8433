"""`strandline up`: everything in one process."""

from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.first_start import welcome
from strandline.cli.registry import begin_ledger
from strandline.cli.stopping import until_told

if TYPE_CHECKING:
    from strandline.ports import Ports
    from strandline.settings import Settings

app = typer.Typer(add_completion=False)


@app.command()
def up(
    host: Annotated[str, typer.Option(help="Address to listen on; default from settings.")] = "",
    port: Annotated[
        int,
        typer.Option(help="Port; default from settings.", min=0, max=65535, show_default=False),
    ] = 0,
) -> None:
    """Poll, archive, make the daily digest and serve the page until Ctrl-C.

    On a new ledger it prints an address that makes the owner's account; all else is done on the
    page. `strandline demo` shows a bundled world instead.
    """
    from strandline.pipelines.archive.takedown_list import agree
    from strandline.settings import load_settings
    from strandline.wiring import configure_logs, open_ports

    settings = load_settings()
    configure_logs(settings.log)
    web = settings.web.model_copy(
        update={"host": host or settings.web.host, "port": port or settings.web.port}
    )
    settings = settings.model_copy(update={"web": web})
    begin_ledger(settings)
    with open_ports(settings, log=False, archive=True, stories=True) as ports:
        _watch_rss_url(ports, settings)
        agree(ports, settings)
        _run(ports, settings)


def _watch_rss_url(ports: "Ports", settings: "Settings") -> None:
    """`RSS_URL` of document 4: make sure that the forum is among the sources."""
    from urllib.parse import urlsplit

    from strandline.model.sources import ContentType, Source, SourceKind

    url = settings.poll.rss_url
    if not url or any(source.url == url for source in ports.store.sources()):
        return
    ports.store.save_source(
        Source(
            source_uuid=ports.store.new_source_uuid(SourceKind.DISCOURSE),
            kind=SourceKind.DISCOURSE,
            url=url,
            name=urlsplit(url).hostname or url,
            content_type=ContentType.FORUM,
        )
    )


def _run(ports: "Ports", settings: "Settings") -> None:
    from strandline import __version__
    from strandline.ops.health import StatusKeeper
    from strandline.ops.metrics import Metrics
    from strandline.pipelines.stories import Matcher
    from strandline.web import serve_site
    from strandline.worker import Work, Worker, back_up_at_the_end

    keeper = StatusKeeper(ports.store, ports.clock, settings=settings)
    metrics = Metrics(ports.store, keeper, __version__)
    matcher = Matcher(ports, settings.stories)
    work = Work(
        ports,
        settings,
        metrics.count_polls,
        metrics.count_job,
        metrics.count_fault,
        matcher=matcher,
    )
    worker = Worker(work)
    with until_told() as stop, serve_site(ports, settings, metrics) as served:
        typer.echo(f"Strandline is at {served.url} (Ctrl-C ends it).")
        welcome(ports, settings, served.url)
        worker.start()
        try:
            stop.wait()
        finally:
            typer.echo("Ending: the work under way is finished or taken up again next time.")
            worker.stop()
            back_up_at_the_end(work)
