"""Carries bytes between two sockets, both ways at once, within limits.

Neither direction waits for the other: a slow reader on one side must not stop what flows to the
other, or both ends could wait for each other for ever.
"""

import contextlib
import select
import socket
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

#: Bytes that wait for a slow reader, each way.
_WAITING_BYTES = 256 * 1024
_PIECE_BYTES = 64 * 1024


class RelayBroken(Exception):
    """The connection ended before its end: a limit, a reset, or nothing came for too long."""


class Editor(Protocol):
    """Changes what flows from the server to the client."""

    def feed(self, data: bytes) -> bytes:
        """What passes on, given what came."""
        ...

    def end(self) -> None:
        """The server has ended."""
        ...


@dataclass(slots=True)
class _Way:
    """One direction."""

    source: socket.socket
    target: socket.socket
    waiting: bytearray
    edit: Editor | None = None
    has_ended: bool = False
    is_shut: bool = False

    def wants_more(self) -> bool:
        return not self.has_ended and len(self.waiting) < _WAITING_BYTES

    def read(self) -> int:
        try:
            data = self.source.recv(_PIECE_BYTES)
        except BlockingIOError:
            return 0
        self.has_ended = not data
        if self.edit is None:
            self.waiting += data
        elif data:
            self.waiting += self.edit.feed(data)
        else:
            self.edit.end()
        return len(data)

    def write(self) -> None:
        with contextlib.suppress(BlockingIOError):
            del self.waiting[: self.target.send(self.waiting)]

    def close_when_done(self) -> None:
        if self.has_ended and not self.waiting and not self.is_shut:
            self.is_shut = True
            with contextlib.suppress(OSError):  # the other side may be gone already
                self.target.shutdown(socket.SHUT_WR)


def relay(
    client: socket.socket,
    server: socket.socket,
    took: Callable[[int], None],
    wait_s: Callable[[], float],
    *,
    to_client: bytes = b"",
    to_server: bytes = b"",
    edit: Editor | None = None,
) -> None:
    """Carry bytes until both sides have ended.

    Args:
        took: Told of every piece read; raises `RelayBroken` when that was too much.
        wait_s: How long to wait for the next byte; raises `RelayBroken` past a deadline.
        to_client: Was read before and goes first.
        to_server: The same for the other side.
        edit: Changes what the server sends; what it raises passes through.

    Raises:
        RelayBroken: It did not come to its end.
    """
    client.setblocking(False)
    server.setblocking(False)
    ways = (
        _Way(client, server, bytearray(to_server)),
        _Way(server, client, bytearray(to_client), edit),
    )
    try:
        while not all(way.is_shut for way in ways):
            _turn(ways, took, wait_s())
    except OSError as error:
        raise RelayBroken(str(error)) from error


def _turn(ways: tuple[_Way, _Way], took: Callable[[int], None], wait_s: float) -> None:
    """Wait until something can be read or written, and do it."""
    ready = _ready(ways, wait_s)
    for way in ways:
        if ready.get(way.source.fileno(), 0) & ~select.POLLOUT and way.wants_more():
            took(way.read())
        if way.waiting:
            way.write()
        way.close_when_done()


def _ready(ways: tuple[_Way, _Way], wait_s: float) -> dict[int, int]:
    masks: dict[int, int] = {}
    for way in ways:
        reading, writing = way.source.fileno(), way.target.fileno()
        if min(reading, writing) < 0:
            raise RelayBroken("the session was closed")
        masks[reading] = masks.get(reading, 0) | (select.POLLIN if way.wants_more() else 0)
        masks[writing] = masks.get(writing, 0) | (select.POLLOUT if way.waiting else 0)
    poll = select.poll()
    for number, mask in masks.items():
        # An end that is neither read nor written would report its hang-up for ever.
        if mask:
            poll.register(number, mask)
    events = dict(poll.poll(wait_s * 1000))
    if not events:
        raise RelayBroken("nothing came for too long")
    return events


def hang_up(connection: socket.socket) -> None:
    """Close with a reset: a body without a stated length must not look complete."""
    with contextlib.suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()
