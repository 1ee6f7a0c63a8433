"""The socket of a service, and the ways in which it fails."""

import contextlib
import http.server
import json
import ssl
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import parse_qs, urlsplit

from strandline.testing.world.server import Endpoint

#: Methods that change something.
CHANGES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
#: Longest time that a late answer waits for the end of its test, seconds.
_LATE_S = 30.0


@dataclass(frozen=True)
class Asked:
    """One request."""

    method: str
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]
    body: bytes

    @property
    def value(self) -> Any:
        """JSON of the body."""
        return json.loads(self.body)


@dataclass(frozen=True)
class Fault:
    """What goes wrong with one request.

    Attributes:
        is_done: What was asked is done all the same.
        status: Answered instead; 0 for the right answer.
        how: `late`: after the client has gone; `drop`: closes without a word; `cut`: closes
            within the answer.
        goes: Called once it was done, before anything is answered.
    """

    is_done: bool = True
    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    how: str = ""
    goes: Callable[[], None] = lambda: None


#: After each, a repeat must make nothing twice.
FAULTS: Mapping[str, Fault] = {
    "500 after having done it": Fault(status=500),
    "answers too late": Fault(how="late"),
    "closes without an answer": Fault(how="drop"),
    "closes within the answer": Fault(how="cut"),
    "429": Fault(is_done=False, status=429, headers={"Retry-After": "7"}),
    "503 before": Fault(is_done=False, status=503),
}
#: To an address that no redirect may lead to.
REDIRECT = Fault(is_done=False, status=302, headers={"Location": "http://10.0.0.1/private"})


class Service(Protocol):
    """What a server does with a request."""

    def answer(self, asked: Asked) -> tuple[int, Any]:
        """Status, and a value that is sent as JSON, bytes as they are; None for no body."""

    @property
    def made(self) -> list[str]:
        """What people see of it: our name of each edition, once for each time it is there."""


class ServiceServer(Endpoint):
    """One service on a port of loopback.

    Args:
        tls: With a certificate.

    Attributes:
        faults: Of the next requests that change something, one each.
        asked: All requests, oldest first.
    """

    def __init__(self, service: Service, tls: ssl.SSLContext | None = None) -> None:
        self.service = service
        self.faults: list[Fault] = []
        self.asked: list[Asked] = []
        self._turn = threading.Lock()
        self._end = threading.Event()
        handler = type("Handler", (_Handler,), {"server_of": self})
        super().__init__(handler)
        self._scheme = "https" if tls else "http"
        if tls:
            self._server.socket = tls.wrap_socket(
                self._server.socket, server_side=True, do_handshake_on_connect=False
            )

    @property
    def url(self) -> str:
        """Its address."""
        return f"{self._scheme}://{self.address}"

    def __exit__(self, *_: object) -> None:
        self._end.set()
        super().__exit__()

    def take(self, asked: Asked) -> tuple[Fault, int, Any]:
        """Do what was asked, one request after the other, as far as its fault lets it."""
        with self._turn:
            self.asked.append(asked)
            has_fault = asked.method in CHANGES and bool(self.faults)
            fault = self.faults.pop(0) if has_fault else Fault()
            status, value = self.service.answer(asked) if fault.is_done else (fault.status, None)
        fault.goes()
        return fault, fault.status or status, value

    def wait_for_the_end(self) -> None:
        """Of the test: whoever asked has gone by then."""
        self._end.wait(_LATE_S)


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30
    server_of: ServiceServer

    def _take(self) -> None:
        address = urlsplit(self.path)
        length = int(self.headers.get("content-length") or 0)
        fault, status, value = self.server_of.take(
            Asked(
                self.command,
                address.path,
                parse_qs(address.query),
                {name.lower(): text for name, text in self.headers.items()},
                self.rfile.read(length),
            )
        )
        if fault.how == "late":
            self.server_of.wait_for_the_end()
        if fault.how in ("late", "drop"):
            self.close_connection = True
            return
        value = b"" if value is None else value
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        with contextlib.suppress(OSError):
            self._send(fault, status, body)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _take  # noqa: N815 - the library's names

    def _send(self, fault: Fault, status: int, body: bytes) -> None:
        is_cut = fault.how == "cut"
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body) + 100 * is_cut))
        for name, text in fault.headers.items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(body)
        self.close_connection |= is_cut

    def log_message(self, *_: Any) -> None:
        """Quiet: what was asked is in `asked`."""
