"""One port of the proxy: every connection to it is one request or one tunnel, within limits."""

import base64
import contextlib
import hmac
import secrets
import socket
import threading
from collections.abc import Callable, Iterator

import httpcore2

from strandline.adapters.fetch.budget import Budget
from strandline.adapters.fetch.doors import Door
from strandline.adapters.fetch.faults import AddressRefused, NameUnknown
from strandline.adapters.fetch.guard import Guard, dial
from strandline.adapters.fetch.heads import HEAD_END
from strandline.adapters.fetch.peers import is_own_user
from strandline.adapters.fetch.proxy_heads import (
    HEAD_BYTES,
    AnswerHead,
    Asked,
    BadHead,
    HeadTooLong,
    own_answer,
    read_request,
)
from strandline.adapters.fetch.proxy_limits import ProxyLimits, ProxyReport, Refusal
from strandline.adapters.fetch.relay import RelayBroken, hang_up, relay

#: How long a client may take to say what it wants, seconds.
_ASKING_S = 10.0
#: How long `close` waits for threads, seconds. One that still dials is left to end alone: it finds
#: the session closed before it sends anything.
_CLOSING_S = 1.0
#: Refusals that are kept by name; all are counted.
_REFUSALS_KEPT = 100

#: Exception → status line and error type of RFC 9209; the first that fits counts.
_FAILURES: tuple[tuple[type[Exception], str, str], ...] = (
    (AddressRefused, "403 Forbidden", "destination_ip_prohibited"),
    (NameUnknown, "502 Bad Gateway", "dns_error"),
    (httpcore2.TimeoutException, "504 Gateway Timeout", "connection_timeout"),
    (httpcore2.ConnectError, "502 Bad Gateway", "connection_refused"),
    (HeadTooLong, "502 Bad Gateway", "http_response_header_section_size"),
    (BadHead, "502 Bad Gateway", "http_protocol_error"),
)


class ProxySession:
    """A port that leads out for one job; made by `GuardProxy.session`."""

    def __init__(
        self,
        guard: Guard,
        limits: ProxyLimits,
        slots: threading.Semaphore,
        monotonic: Callable[[], float],
        *,
        has_password: bool,
        door: Door,
    ) -> None:
        self._guard = guard
        self._limits = limits
        self._slots = slots
        self.monotonic = monotonic
        self._deadline = monotonic() + limits.lifetime_s
        #: Stands in `Proxy-Status` of answers that are the proxy's own; no server can know it.
        self.name = f"strandline-{secrets.token_hex(8)}"
        self._password = secrets.token_urlsafe(24) if has_password else ""
        self._lock = threading.Lock()
        self._sockets: set[socket.socket] = set()
        self._threads: set[threading.Thread] = set()
        self._refusals: list[Refusal] = []
        self._refused = self._connections = self._size_bytes = 0
        self._is_over = self._is_closed = False
        self._is_private = door.is_private
        self._listener = door.socket
        self._listener.listen(128)
        self._address: tuple[str, int] = self._listener.getsockname()
        self._acceptor = threading.Thread(target=self._accept, name="proxy", daemon=True)
        self._acceptor.start()

    @property
    def server(self) -> str:
        """`http://127.0.0.1:PORT`, for clients that are known by their user."""
        return f"http://127.0.0.1:{self._address[1]}"

    @property
    def url(self) -> str:
        """The same with name and password where the session has one. A secret: never logged."""
        if not self._password:
            return self.server
        return f"http://strandline:{self._password}@127.0.0.1:{self._address[1]}"

    def report(self) -> ProxyReport:
        """What went through until now."""
        with self._lock:
            return ProxyReport(
                self._connections,
                self._refused,
                tuple(self._refusals),
                self._size_bytes,
                self._is_over,
            )

    def close(self) -> None:
        """End every connection and give the port back; safe to call twice."""
        with self._lock:
            self._is_closed = True
            open_sockets, threads = list(self._sockets), list(self._threads)
        for connection in [self._listener, *open_sockets]:
            # Only shut here: a number that is closed under its thread may be given to another.
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        self._acceptor.join(_CLOSING_S)
        self._listener.close()
        patience = self.monotonic() + _CLOSING_S
        for thread in threads:
            thread.join(max(0.0, patience - self.monotonic()))

    def __enter__(self) -> "ProxySession":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _accept(self) -> None:
        while True:
            try:
                client, peer = self._listener.accept()
            except OSError:
                return
            if not self._may_serve(peer):
                client.close()
                continue
            thread = threading.Thread(target=self._serve, args=(client,), daemon=True)
            with self._lock:
                self._connections += 1
                self._threads.add(thread)
            thread.start()

    def _may_serve(self, peer: tuple[str, int]) -> bool:
        """Takes a thread's slot where the answer is yes."""
        with self._lock:
            is_full = len(self._threads) >= self._limits.connections
            if self._is_closed or self._is_over or is_full:
                return False
        if self.monotonic() > self._deadline:
            return False
        if not (self._is_private or is_own_user(peer, self._address)):
            return False
        return self._slots.acquire(blocking=False)

    def _serve(self, client: socket.socket) -> None:
        try:
            with self._tracked(client):
                self._converse(client)
        except (RelayBroken, OSError):
            hang_up(client)
        finally:
            client.close()
            self._slots.release()
            with self._lock:
                self._threads.discard(threading.current_thread())

    @contextlib.contextmanager
    def _tracked(self, connection: socket.socket) -> Iterator[None]:
        """`close` reaches the connection as long as its thread has it."""
        with self._lock:
            if self._is_closed:
                raise RelayBroken("the session was closed")
            self._sockets.add(connection)
        try:
            yield
        finally:
            with self._lock:
                self._sockets.discard(connection)

    def _converse(self, client: socket.socket) -> None:
        """One request, one answer, or one tunnel."""
        deadline = min(self._deadline, self.monotonic() + self._limits.connection_s)
        meter = _Meter(self, self._limits, deadline)
        try:
            client.settimeout(_ASKING_S)
            head, rest = _read_head(client, meter)
            asked = read_request(head)
        except BadHead:
            client.sendall(own_answer("400 Bad Request", self.name, "http_request_error"))
            return
        if not self._knows(asked.credentials):
            demand = 'Proxy-Authenticate: Basic realm="strandline"'
            error = "http_request_denied"
            client.sendall(
                own_answer("407 Proxy Authentication Required", self.name, error, demand)
            )
            return
        try:
            server = self._dial(asked)
        except tuple(kind for kind, _, _ in _FAILURES) as error:
            client.sendall(self._failure(error))
            return
        with server, self._tracked(server):
            self._carry(client, server, asked, rest, meter)

    def _carry(
        self,
        client: socket.socket,
        server: socket.socket,
        asked: Asked,
        rest: bytes,
        meter: "_Meter",
    ) -> None:
        if asked.is_tunnel:
            first = own_answer("200 Connection established", self.name)
            relay(client, server, meter.took, meter.wait_s, to_client=first, to_server=rest)
            return
        head = AnswerHead()
        try:
            relay(client, server, meter.took, meter.wait_s, to_server=asked.head + rest, edit=head)
        except BadHead as error:
            client.settimeout(_ASKING_S)
            client.sendall(self._failure(error))

    def _dial(self, asked: Asked) -> socket.socket:
        budget = Budget(
            min(self.monotonic() + self._limits.connect_s, self._deadline), 0, self.monotonic
        )
        try:
            addresses = self._guard.addresses(asked.host, asked.port, budget.remaining())
        except AddressRefused as error:
            self._note_refusal(Refusal(asked.host, asked.port, str(error)))
            raise
        return dial(addresses, asked.port, budget, None)

    def _note_refusal(self, refusal: Refusal) -> None:
        with self._lock:
            self._refused += 1
            if len(self._refusals) < _REFUSALS_KEPT:
                self._refusals.append(refusal)

    def _failure(self, error: Exception) -> bytes:
        status, kind = next((line, name) for k, line, name in _FAILURES if isinstance(error, k))
        return own_answer(status, self.name, kind)

    def _knows(self, credentials: bytes) -> bool:
        if not self._password:
            return True
        expected = base64.b64encode(f"strandline:{self._password}".encode())
        scheme, _, given = credentials.partition(b" ")
        return scheme.lower() == b"basic" and hmac.compare_digest(given.strip(), expected)

    def take(self, size_bytes: int) -> None:
        """Count what was carried.

        Raises:
            RelayBroken: It was too much; every connection of the session ends.
        """
        with self._lock:
            self._size_bytes += size_bytes
            self._is_over |= self._size_bytes > self._limits.max_bytes
            is_over = self._is_over
        if is_over:
            raise RelayBroken("the session is over its limit of bytes")


class _Meter:
    """What one connection may still use up."""

    def __init__(self, session: ProxySession, limits: ProxyLimits, deadline: float) -> None:
        self._session = session
        self._limits = limits
        self._deadline = deadline
        self._size_bytes = 0

    def took(self, size_bytes: int) -> None:
        """Count a piece.

        Raises:
            RelayBroken: It was too much.
        """
        self._size_bytes += size_bytes
        self._session.take(size_bytes)
        if self._size_bytes > self._limits.connection_bytes:
            raise RelayBroken("the connection is over its limit of bytes")

    def wait_s(self) -> float:
        """Seconds to wait for the next piece.

        Raises:
            RelayBroken: The time of the connection is over.
        """
        left = self._deadline - self._session.monotonic()
        if left <= 0:
            raise RelayBroken("the time of the connection is over")
        return min(left, self._limits.idle_s)


def _read_head(client: socket.socket, meter: _Meter) -> tuple[bytes, bytes]:
    """Head of a request and what came behind it.

    Raises:
        BadHead: It does not end, or not within its limit.
    """
    data = bytearray()
    seen = 0
    while (end := HEAD_END.search(data, max(0, seen - 3))) is None:
        seen = len(data)
        if seen > HEAD_BYTES:
            raise BadHead("the head is too long")
        piece = client.recv(65_536)
        if not piece:
            raise BadHead("the head does not end")
        meter.took(len(piece))
        data += piece
    return bytes(data[: end.start()]), bytes(data[end.end() :])
