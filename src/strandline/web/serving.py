"""The page and, beside it, the origin of archived pages: started and ended together."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from strandline.model.errors import StrandlineError
from strandline.ops.metrics import Metrics
from strandline.ports import Ports
from strandline.settings import Settings, WebSettings
from strandline.web.app import make_app
from strandline.web.replay import make_replay_app
from strandline.web.replayed import replay_address
from strandline.web.server import RunningServer, run_in_thread

_LAST_PORT = 65_535


@dataclass(frozen=True, slots=True)
class Served:
    """What is being served.

    Attributes:
        page: The page.
        replay: The origin of archived pages; None where this process has no object store.
        replay_url: Address of that origin for readers; empty where none is known.
    """

    page: RunningServer
    replay: RunningServer | None
    replay_url: str

    @property
    def url(self) -> str:
        """Address of the page for a browser on this machine."""
        return self.page.url


@contextmanager
def serve_site(
    ports: Ports, settings: Settings, metrics: Metrics | None = None
) -> Iterator[Served]:
    """Serve until the block ends; both answer when it begins.

    Raises:
        StrandlineError: An address cannot be listened on, with what to do about it.
        ConfigError: The replay would have the page's own origin.
    """
    web = settings.web
    with ExitStack() as running:
        # The replay first: the page names its address, which may have a port just chosen.
        replay = _start_replay(ports, web) if ports.blobs is not None else None
        if replay is not None:
            running.callback(replay.stop)
        address = replay_address(web, replay.port if replay is not None else None)
        page = run_in_thread(make_app(ports, settings, metrics, replay=address), web.host, web.port)
        running.callback(page.stop)
        yield Served(page, replay, address)


def _start_replay(ports: Ports, web: WebSettings) -> RunningServer:
    app = make_replay_app(ports, web)
    if web.replay_port:
        try:
            return run_in_thread(app, web.host, web.replay_port)
        except StrandlineError as error:
            raise StrandlineError(
                error.message.replace("The page", "The replay of archived pages"),
                subject=error.subject,
                advice="Choose another port with REPLAY_PORT; 0 takes one that is free.",
            ) from error
    beside = web.port + 1 if 0 < web.port < _LAST_PORT else 0
    try:
        return run_in_thread(app, web.host, beside)
    except StrandlineError:
        return run_in_thread(app, web.host, 0)
