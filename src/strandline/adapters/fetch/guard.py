"""The egress guard: the only place of the product that opens a connection to a given host.

A name is resolved once, every address of the answer is checked, and one of the *checked addresses*
is dialled, never the name again: a DNS answer that changes between check and use changes nothing.
TLS still verifies the name (SNI and certificate), and the Host header is the client's business.
"""

import queue
import select
import socket
import ssl
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import httpcore2

from strandline.adapters.fetch.budget import Budget, CurrentBudget
from strandline.adapters.fetch.faults import AddressRefused, NameUnknown, TlsFailed
from strandline.adapters.fetch.heads import HeadMender
from strandline.core.urls.addresses import Address, AllowedNetwork, may_dial, read_address

#: Host and port → addresses as text. Raises `OSError` where the name is unknown.
Resolver = Callable[[str, int], Sequence[str]]

#: Longest wait for one of several addresses, seconds: the next may answer.
_ONE_ADDRESS_S = 10.0


def system_resolver(host: str, port: int) -> list[str]:
    """All addresses of a name, in the order in which the system prefers them."""
    answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(answer[4][0]) for answer in answers))


class Guard:
    """Resolves and checks.

    Args:
        allowed: Networks that may be dialled although they are not public.
        resolver: Asked once for each connection.
    """

    def __init__(self, allowed: Sequence[AllowedNetwork], resolver: Resolver) -> None:
        self._allowed = tuple(allowed)
        self._resolver = resolver

    def addresses(self, host: str, port: int, timeout_s: float) -> list[Address]:
        """The addresses to dial, all of them checked.

        Raises:
            AddressRefused: One of the addresses is not public. One is enough: a name that mixes
                public and private addresses is an attack or a mistake.
            NameUnknown: There is no address.
            httpcore2.ConnectTimeout: The resolver did not answer in time.
        """
        answers = self._resolve(host, port, timeout_s)
        if not answers:
            raise NameUnknown(f"{host} has no address")
        checked: list[Address] = []
        for answer in answers:
            address = read_address(answer)
            if address is None or not may_dial(address, port, self._allowed):
                named = host if answer == host else f"{host} ({answer})"
                raise AddressRefused(
                    f"{named} port {port} is not the public web; nothing was sent "
                    "(an address of your own: name it in ALLOW_PRIVATE_NETWORKS)"
                )
            checked.append(address)
        return checked

    def _resolve(self, host: str, port: int, timeout_s: float) -> Sequence[str]:
        if read_address(host) is not None:
            return [host]
        # getaddrinfo cannot be interrupted, so it gets a thread that may be left behind.
        answers: queue.SimpleQueue[Sequence[str] | Exception] = queue.SimpleQueue()
        threading.Thread(
            target=_ask, args=(self._resolver, host, port, answers), daemon=True
        ).start()
        try:
            answer = answers.get(timeout=timeout_s)
        except queue.Empty:
            raise httpcore2.ConnectTimeout(f"{host}: no answer to the name in time") from None
        if isinstance(answer, Exception):
            raise NameUnknown(f"{host} does not resolve: {answer}") from answer
        return answer


def _ask(
    resolver: Resolver,
    host: str,
    port: int,
    answers: "queue.SimpleQueue[Sequence[str] | Exception]",
) -> None:
    try:
        answers.put(resolver(host, port))
    except (OSError, UnicodeError) as error:  # UnicodeError: a label over 63 characters
        answers.put(error)


class GuardedBackend(httpcore2.NetworkBackend):
    """Opens connections for the HTTP client, to checked addresses only."""

    def __init__(self, guard: Guard, current: CurrentBudget) -> None:
        self._guard = guard
        self._current = current

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.NetworkStream:
        """Resolve once, check all, dial a checked address."""
        if local_address is not None or socket_options is not None:
            raise RuntimeError("the guard dials from the default address, without options")
        budget = self._current.get()
        budget.dialled = True
        addresses = self._guard.addresses(host, port, budget.remaining(timeout))
        dialled = dial(addresses, port, budget, timeout)
        budget.connected = True
        return GuardedStream(dialled, self._current)

    def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ARG002 - the library's signature
        socket_options: Iterable[Any] | None = None,  # noqa: ARG002
    ) -> httpcore2.NetworkStream:
        """Never: a local socket is not the public network."""
        raise AddressRefused(f"{path} is a local socket")


def dial(
    addresses: Sequence[Address], port: int, budget: Budget, timeout: float | None
) -> socket.socket:
    """Connect to the first of checked addresses that answers.

    Raises:
        httpcore2.ConnectTimeout: None answered in time.
        httpcore2.ConnectError: None took the connection.
    """
    failure: OSError = OSError("no address")
    for address in addresses:
        family = socket.AF_INET if address.version == 4 else socket.AF_INET6
        connection = socket.socket(family, socket.SOCK_STREAM)
        try:
            connection.settimeout(min(_ONE_ADDRESS_S, budget.remaining(timeout)))
            connection.connect((str(address), port))
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError as error:
            connection.close()
            failure = error
        except BaseException:
            connection.close()
            raise
        else:
            return connection
    if isinstance(failure, TimeoutError):
        raise httpcore2.ConnectTimeout(str(failure)) from failure
    raise httpcore2.ConnectError(str(failure)) from failure


class GuardedStream(httpcore2.NetworkStream):
    """A connection whose every read and write obeys the budget of the current request."""

    def __init__(self, connection: socket.socket, current: CurrentBudget) -> None:
        self._socket = connection
        self._current = current
        # HTTP/2 has heads of its own, which are frames.
        is_framed = isinstance(connection, ssl.SSLSocket) and (
            connection.selected_alpn_protocol() == "h2"
        )
        self._heads = None if is_framed else HeadMender()

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Read what there is within the deadline: of a head all, mended; empty at the end."""
        heads = self._heads
        if heads is None:
            return self._read(max_bytes, timeout)
        while True:
            data = self._read(max_bytes, timeout)
            passed = heads.feed(data)
            if passed or not data:
                return passed

    def _read(self, max_bytes: int, timeout: float | None) -> bytes:
        budget = self._current.get()
        wait_s = budget.remaining(timeout)
        try:
            self._socket.settimeout(wait_s)
            data = self._socket.recv(max_bytes)
        except TimeoutError as error:
            raise httpcore2.ReadTimeout(str(error)) from error
        except OSError as error:
            raise httpcore2.ReadError(str(error)) from error
        budget.took(len(data))
        return data

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Write all, within the deadline."""
        if self._heads is not None:
            self._heads.asked()
        wait_s = self._current.get().remaining(timeout)
        try:
            self._socket.settimeout(wait_s)
            self._socket.sendall(buffer)
        except TimeoutError as error:
            raise httpcore2.WriteTimeout(str(error)) from error
        except OSError as error:
            raise httpcore2.WriteError(str(error)) from error

    def close(self) -> None:
        """Let go of the connection."""
        self._socket.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore2.NetworkStream:
        """Shake hands; the name is verified, not the address that was dialled."""
        wait_s = self._current.get().remaining(timeout)
        try:
            self._socket.settimeout(wait_s)
            wrapped = ssl_context.wrap_socket(self._socket, server_hostname=server_hostname)
        except TimeoutError as error:
            self.close()
            raise httpcore2.ConnectTimeout(str(error)) from error
        except (OSError, ValueError) as error:  # ValueError: a name that TLS cannot carry
            self.close()
            raise TlsFailed(str(error)) from error
        return GuardedStream(wrapped, self._current)

    def get_extra_info(self, info: str) -> Any:
        """What the client asks: the protocol that was agreed on, and whether an idle end closed."""
        if info == "ssl_object":
            return self._socket if isinstance(self._socket, ssl.SSLSocket) else None
        if info == "is_readable":
            # A connection is not used again after a head that was mended.
            is_over = self._heads is not None and self._heads.has_mended
            return is_over or _is_readable(self._socket)
        if info == "server_addr":
            return self._socket.getpeername()
        return None


def _is_readable(connection: socket.socket) -> bool:
    """True when an idle connection has something to say, which can only be its end."""
    if connection.fileno() < 0:
        return True
    poll = select.poll()
    poll.register(connection, select.POLLIN)
    return bool(poll.poll(0))
