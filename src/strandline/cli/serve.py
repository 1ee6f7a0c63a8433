"""`strandline serve`: the web page alone."""

from typing import Annotated

import typer

app = typer.Typer(add_completion=False)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; default from settings.")] = "",
    port: Annotated[int, typer.Option(help="Port; default from settings.", min=0, max=65535)] = 0,
) -> None:
    """Serve the web page until Ctrl-C; polling and digests run elsewhere."""
    import signal
    import threading

    from strandline.settings import load_settings
    from strandline.web import make_app
    from strandline.web.server import run_in_thread
    from strandline.wiring import open_ports

    settings = load_settings()
    with open_ports(settings) as ports:
        stop = threading.Event()
        server = run_in_thread(
            make_app(ports, settings), host or settings.web.host, port or settings.web.port
        )
        for signum in (signal.SIGINT, signal.SIGTERM):
            signal.signal(signum, lambda *_: stop.set())
        typer.echo(f"Strandline is at {server.url} (Ctrl-C ends it).")
        try:
            stop.wait()
        finally:
            server.stop()
