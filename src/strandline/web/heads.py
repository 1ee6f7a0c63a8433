"""Heads of requests: short ones, which every reader reads alike.

uvicorn's parser (h11) is kind to what two readers may read in two ways; a proxy in front may be the
other one.
"""

from typing import Any

import h11

#: A request's head, bytes.
HEAD_BYTES = 16_384


class StrictConnection(h11.Connection):
    """Refuses heads that are too long, and those with two ways to find their end (RFC 9112)."""

    def next_event(self) -> Any:
        """As h11 gives it.

        Raises:
            h11.RemoteProtocolError: uvicorn answers it with 400 and hangs up.
        """
        before = self.trailing_data[0] if self.their_state is h11.IDLE else b""
        event = super().next_event()
        if isinstance(event, h11.Request):
            head = before[: len(before) - len(self.trailing_data[0])]
            _check_head(head, [name for name, _ in event.headers])
        return event


def _check_head(head: bytes, names: list[bytes]) -> None:
    # h11 itself looks at the size of a head that has not ended yet, only (`HEAD_BYTES`).
    if len(head) > HEAD_BYTES:
        raise h11.RemoteProtocolError("the head is too long", error_status_hint=431)
    # A proxy in front may not take a bare LF for the end of a line (2.2).
    if head.count(b"\n") != head.count(b"\r\n"):
        raise h11.RemoteProtocolError("a line ends without CR")
    # A line that begins with a blank goes on with the one before, or is one of its own (5.2).
    if b"\n " in head or b"\n\t" in head:
        raise h11.RemoteProtocolError("a header is folded")
    # Which of the two counts has been answered in two ways (6.1).
    if b"content-length" in names and b"transfer-encoding" in names:
        raise h11.RemoteProtocolError("two lengths")
