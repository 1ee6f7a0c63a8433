"""The application behind a socket: uvicorn in a thread of its own, started and ended cleanly.

`up`, `serve`, the demo and the tests all use this; the main thread stays free for signals.
"""

import errno
import socket
import threading
from dataclasses import dataclass

import uvicorn
from starlette.types import ASGIApp

from strandline.model.errors import StrandlineError
from strandline.web.patience import CONNECTIONS, REQUEST_S, patient_for

#: How long a client may leave bytes of an answer untaken before it is given up, seconds. A film
#: that is paused for longer is asked for again from where it was.
UNTAKEN_S = 300
#: How long answers under way may take at the end, seconds.
GRACE_S = 5
#: How long starting and ending may take before something is wrong, seconds.
_PATIENCE_S = 20

_REASONS = {
    errno.EADDRINUSE: (
        "port {port} on {host} is already in use",
        "End the other program (Strandline itself?), or choose another port: --port or PORT.",
    ),
    errno.EACCES: (
        "port {port} on {host} is not allowed for this user",
        "Choose a port from 1024 on with --port or PORT.",
    ),
    errno.EADDRNOTAVAIL: (
        "{host} is no address of this machine",
        "Use 127.0.0.1 for this machine alone, or 0.0.0.0 for everybody, with --host or HOST.",
    ),
}


class _Server(uvicorn.Server):
    """Tells when it has begun to listen."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.is_ready = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.is_ready.set()


@dataclass(frozen=True)
class RunningServer:
    """A server under way.

    Attributes:
        host: As asked for.
        port: The real one, also where 0 was asked for.
    """

    host: str
    port: int
    _server: _Server
    _thread: threading.Thread

    @property
    def url(self) -> str:
        """Address for a browser on this machine."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(  # noqa: S104 - compared, not bound
            self.host, self.host
        )
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    def stop(self) -> None:
        """End it: answers under way are finished first. May be called twice."""
        self._server.should_exit = True
        self._thread.join(GRACE_S + _PATIENCE_S)


def run_in_thread(
    app: ASGIApp, host: str, port: int, *, request_s: float = REQUEST_S
) -> RunningServer:
    """Start to serve; it answers when this returns.

    Args:
        port: 0 takes a free one.
        request_s: How long a request may take to arrive.

    Raises:
        StrandlineError: The address cannot be listened on, with what to do about it.
    """
    listener = _listener(host, port)
    server = _Server(
        uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            lifespan="off",
            ws="none",
            http=patient_for(request_s),
            limit_concurrency=CONNECTIONS,
            timeout_graceful_shutdown=GRACE_S,
        )
    )
    thread = threading.Thread(
        target=server.run, kwargs={"sockets": [listener]}, name="web", daemon=True
    )
    thread.start()
    if not server.is_ready.wait(_PATIENCE_S):
        server.should_exit = True
        listener.close()
        raise StrandlineError("The web server did not start.", advice="See the log for the reason.")
    return RunningServer(host, listener.getsockname()[1], server, thread)


def _listener(host: str, port: int) -> socket.socket:
    """A bound socket, or the reason why there is none, in words."""
    try:
        family, kind, number, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError) as error:  # UnicodeError: a label over 63 characters
        raise StrandlineError(
            f"{host} is no address that can be listened on.",
            subject=host,
            advice="Use 127.0.0.1 or 0.0.0.0, with --host or HOST.",
        ) from error
    listener = socket.socket(family, kind, number)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; connections have it from their listener
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNTAKEN_S * 1000)
        listener.bind(address)
        # Listen at once: two servers can bind the same port with SO_REUSEADDR, not listen on it.
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise _explained(error, host, port) from error
    return listener


def _explained(error: OSError, host: str, port: int) -> StrandlineError:
    what, advice = _REASONS.get(error.errno or 0, (f"{{host}}:{{port}}: {error.strerror}", ""))
    return StrandlineError(
        f"The page cannot be served: {what.format(host=host, port=port)}.",
        subject=f"{host}:{port}",
        advice=advice,
    )
