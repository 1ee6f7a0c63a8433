"""What one request may still use up: time until its deadline, and bytes until its headers are in.

A timeout per read is no deadline: a server that drips one byte a second stays below it for ever.
So every read and write of a connection asks the budget of the request that it serves. Requests
are synchronous, so "the request that it serves" is the one of the current thread.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass

import httpcore2

from strandline.adapters.fetch.faults import BodyUnreadable, HeadersTooLarge

#: Bytes that one read may bring of the body while headers are still awaited.
_READ_AHEAD = 65_536
#: What may come over the wire around a body, bytes: so much at first, and so many for each byte of
#: it. Frames of 9 bytes cost time and are no progress; a server that sends words of a few
#: letters each in a chunk of its own (5 bytes around each) stays below.
_FRAMING, _FRAMING_EACH = 4 * _READ_AHEAD, 4


@dataclass(slots=True)
class Budget:
    """Limits of one request and what was used of them.

    Attributes:
        deadline: On the monotonic clock, seconds.
        header_bytes: Cap on status line and headers.
        awaits_headers: True until the answer's headers are in.
        dialled: True when a connection was asked for it (False: a kept one was used).
        connected: True once that one was there: from then on something may have been sent.
        received: Bytes read so far.
        given: Bytes of the body among them.
    """

    deadline: float
    header_bytes: int
    monotonic: Callable[[], float]
    awaits_headers: bool = True
    dialled: bool = False
    connected: bool = False
    received: int = 0
    given: int = 0

    @property
    def may_have_sent(self) -> bool:
        """False where surely nothing of the request has gone out."""
        return self.connected or not self.dialled

    def remaining(self, limit: float | None = None) -> float:
        """Seconds left, at most `limit`.

        Raises:
            httpcore2.ReadTimeout: The deadline has passed.
        """
        left = self.deadline - self.monotonic()
        if left <= 0:
            raise httpcore2.ReadTimeout("the deadline has passed")
        return left if limit is None else min(left, limit)

    def took(self, size_bytes: int) -> None:
        """Note what was read.

        Raises:
            HeadersTooLarge: Headers go on and on.
            BodyUnreadable: So does what carries the body, such as frames with nothing in them.
        """
        self.received += size_bytes
        if self.awaits_headers and self.received > self.header_bytes + _READ_AHEAD:
            raise HeadersTooLarge
        if self.received > self.header_bytes + _FRAMING + _FRAMING_EACH * self.given:
            raise BodyUnreadable("the answer is framing with hardly a body in it")


class CurrentBudget(threading.local):
    """The budget of the request that this thread is making."""

    value: Budget | None = None

    def get(self) -> Budget:
        """The budget; using the connection outside of a request is a bug."""
        if self.value is None:
            raise RuntimeError("a connection was used outside of a request")
        return self.value
