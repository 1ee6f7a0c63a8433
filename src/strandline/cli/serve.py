"""`strandline serve`: the web page alone."""

from typing import Annotated

import typer

from strandline.cli.first_start import welcome
from strandline.cli.registry import begin_ledger
from strandline.cli.stopping import until_told

app = typer.Typer(add_completion=False)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; default from settings.")] = "",
    port: Annotated[
        int,
        typer.Option(help="Port; default from settings.", min=0, max=65535, show_default=False),
    ] = 0,
) -> None:
    """Serve the web page until Ctrl-C; polling and digests run elsewhere."""
    from strandline.pipelines.archive.takedown_list import agree
    from strandline.settings import load_settings
    from strandline.web import serve_site
    from strandline.wiring import open_ports

    settings = begin_ledger(load_settings())
    web = settings.web.model_copy(
        update={"host": host or settings.web.host, "port": port or settings.web.port}
    )
    settings = settings.model_copy(update={"web": web})
    with until_told() as stop, open_ports(settings, blobs=True) as ports:
        agree(ports, settings)
        with serve_site(ports, settings) as served:
            typer.echo(f"Strandline is at {served.url} (Ctrl-C ends it).")
            welcome(ports, settings, served.url)
            stop.wait()
