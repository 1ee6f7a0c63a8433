"""How long a client may take to say what it wants: uvicorn waits for ever for half a request."""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from strandline.web.heads import HEAD_BYTES, StrictConnection

#: For a whole request, head and body, from its first byte; the longest form of ours is empty.
REQUEST_S = 20.0
#: Connections of one server at a time; more are answered with 503. Two servers of one process must
#: stay below the usual limit of 1,024 open files, or the database could no longer be opened.
CONNECTIONS = 300

#: States in which the rest of a request is still to come.
_UNFINISHED = (h11.IDLE, h11.SEND_BODY)


class _Patient(H11Protocol):
    """Between two requests uvicorn's own keep-alive counts."""

    patience_s = REQUEST_S
    _impatience: asyncio.TimerHandle | None = None

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.conn = StrictConnection(h11.SERVER, HEAD_BYTES)

    def connection_made(self, transport: Any) -> None:
        """A client that connects and says nothing is waited for as long."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Bytes that drip in do not prolong the wait; a whole request ends it."""
        super().data_received(data)
        if self.conn.their_state not in _UNFINISHED:
            self._wait_no_more()
        elif self._impatience is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is left to wait for."""
        self._wait_no_more()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._impatience = self.loop.call_later(self.patience_s, self._hang_up)

    def _wait_no_more(self) -> None:
        if self._impatience is not None:
            self._impatience.cancel()
            self._impatience = None

    def _hang_up(self) -> None:
        self._impatience = None
        self.transport.abort()


def patient_for(seconds: float) -> type[asyncio.Protocol]:
    """A protocol that hangs up on requests which take longer than that to arrive."""
    return type("PatientProtocol", (_Patient,), {"patience_s": seconds})
