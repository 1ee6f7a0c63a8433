"""The sockets: one quiet HTTP/1.1 server on each loopback address, all on the same port."""

import errno
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Self
from urllib.parse import urlsplit

from strandline.testing.world.answers import Answer
from strandline.testing.world.scene import Ask

#: (host, method, ask) → answer. Called from many threads.
Handler = Callable[[str, str, Ask], Answer]

#: How often another port is tried where an address has it in use already.
PORT_ATTEMPTS = 20
#: Seconds after which an idle connection is closed, and between two looks at the stop signal.
IDLE_S, STOP_CHECK_S = 10, 0.1


class QuietServer(ThreadingHTTPServer):
    """Threads that neither outlive the process nor print about clients that went away."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hangs up is no news."""

    def server_bind(self) -> None:
        """Bind without the reverse look-up of the name that the base class makes."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = str(self.server_address[0]), self.server_address[1]


class Endpoint:
    """One server on a port of loopback; a context manager.

    Args:
        port: 0 takes a free one.
    """

    def __init__(self, handler: type[BaseHTTPRequestHandler], port: int = 0) -> None:
        self._server = QuietServer(("127.0.0.1", port), handler)

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._server.server_port

    @property
    def address(self) -> str:
        """As `ALLOW_PRIVATE_NETWORKS` has it."""
        return f"127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        run([self._server], check_s=0.02)
        return self

    def __exit__(self, *_: object) -> None:
        stop([self._server])


def bind(
    hosts: Iterable[str], port: int, handler: Handler, now: Callable[[], datetime]
) -> list[QuietServer]:
    """Servers on all hosts and one port.

    Args:
        port: 0 takes one that is free on every host.

    Raises:
        OSError: The port is in use, or the machine has no such loopback address.
    """
    hosts = list(hosts)
    for attempt in range(PORT_ATTEMPTS):
        servers: list[QuietServer] = []
        chosen = port
        try:
            for host in hosts:
                servers.append(QuietServer((host, chosen), _request_class(handler, now)))
                chosen = servers[0].server_port
        except OSError as error:
            for server in servers:
                server.server_close()
            last = port or attempt == PORT_ATTEMPTS - 1
            if last or error.errno != errno.EADDRINUSE:
                raise
            continue
        return servers
    raise AssertionError("unreachable")


def run(servers: Iterable[QuietServer], check_s: float = STOP_CHECK_S) -> None:
    """Serve from threads of their own, looking for the end so often."""
    for server in servers:
        Thread(target=server.serve_forever, args=(check_s,), daemon=True).start()


def stop(servers: Iterable[QuietServer]) -> None:
    """Stop all at once, then close the sockets."""
    servers = list(servers)
    threads = [Thread(target=server.shutdown, daemon=True) for server in servers]
    for thread in threads:
        thread.start()
    for thread, server in zip(threads, servers, strict=True):
        thread.join()
        server.server_close()


@contextmanager
def serving(handler: Handler, *hosts: str) -> Iterator[int]:
    """Sites of a test, apart from the world; their port.

    Args:
        hosts: Loopback addresses; 127.0.0.1 where none is named.
    """
    servers = bind(hosts or ("127.0.0.1",), 0, handler, lambda: datetime.now(UTC))
    run(servers, check_s=0.02)
    try:
        yield servers[0].server_port
    finally:
        stop(servers)


def _request_class(handler: Handler, now: Callable[[], datetime]) -> type[BaseHTTPRequestHandler]:
    class Request(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = IDLE_S
        server_version = "SmallWorld"
        sys_version = ""

        def do_GET(self) -> None:
            target = urlsplit(self.path)
            headers = {name.lower(): value for name, value in self.headers.items()}
            body = self.rfile.read(int(headers.get("content-length") or 0))
            ask = Ask(target.path or "/", target.query, headers, body)
            host = str(self.connection.getsockname()[0])
            self._send(handler(host, self.command, ask))

        do_HEAD = do_POST = do_GET  # noqa: N815 - the names that http.server looks for

        def _send(self, answer: Answer) -> None:
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.content_type)
            self.send_header("Content-Length", str(len(answer.body)))
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD" and answer.status != 304:
                self.wfile.write(answer.body)

        def date_time_string(self, timestamp: float | None = None) -> str:  # noqa: ARG002
            """The world's time, so that the same day gives the same bytes."""
            return format_datetime(now().replace(microsecond=0), usegmt=True)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Quiet: the world keeps its own log."""

    return Request
