"""The protocol between a session and its browser process: JSON objects, one a line.

Down goes one order a page. Up come `ready`, then for each order any number of `main`, `piece` and
`response`, and one `done`. What was told before a process is killed stays told.
"""

import json
import os
import select
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from strandline.adapters.browser.page import Headers, Piece, PieceResult, RecordedResponse
from strandline.model.archive import CaptureOutcome

Message = dict[str, Any]

#: No message is longer, bytes; headers and addresses are cut before.
_LINE_BYTES = 4_000_000


class ProcessGone(Exception):
    """The other side closed the pipe, or says what is no message."""


class LineReader:
    """Messages from a pipe, each awaited no longer than told."""

    def __init__(self, number: int, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._number = number
        self._monotonic = monotonic
        self._data = bytearray()
        self._poll = select.poll()
        self._poll.register(number, select.POLLIN)

    def next(self, wait_s: float) -> Message | None:
        """The next message; None when none came in time.

        Raises:
            ProcessGone: There will be none.
        """
        deadline = self._monotonic() + wait_s
        while (end := self._data.find(b"\n")) < 0:
            left = deadline - self._monotonic()
            if left <= 0 or not self._poll.poll(left * 1000):
                return None
            piece = os.read(self._number, 1 << 16)
            self._data += piece
            if not piece or len(self._data) > _LINE_BYTES:
                raise ProcessGone("the browser process ended")
        line = bytes(self._data[:end])
        del self._data[: end + 1]
        return _decoded(line)


def _decoded(line: bytes) -> Message:
    try:
        message = json.loads(line)
    except ValueError as error:
        raise ProcessGone("the browser process says what is no message") from error
    if not isinstance(message, dict):
        raise ProcessGone("the browser process says what is no message")
    return message


def encoded(message: Mapping[str, Any]) -> bytes:
    """One line."""
    return json.dumps(message, ensure_ascii=True).encode() + b"\n"


def read_piece(message: Message, folder: Path) -> tuple[Piece, PieceResult]:
    """A `piece` message; its file is one of ours in the folder."""
    piece = Piece(message["piece"])
    outcome = CaptureOutcome(message["outcome"])
    path = folder / piece.value if message["has_file"] else None
    return piece, PieceResult(outcome, path, str(message["message"]))


def read_response(message: Message, folder: Path) -> RecordedResponse:
    """A `response` message; its body is numbered, so that no name comes from outside."""
    number = message["body"]
    return RecordedResponse(
        url=str(message["url"]),
        method=str(message["method"]),
        status=int(message["status"]),
        reason=str(message["reason"]),
        request_headers=read_headers(message["request_headers"]),
        response_headers=read_headers(message["response_headers"]),
        body_path=None if number is None else body_path(folder, int(number)),
        size_bytes=int(message["size_bytes"]),
    )


def body_path(folder: Path, number: int) -> Path:
    """Where the body of an answer is kept."""
    return folder / f"response-{number:05d}.bin"


def read_headers(pairs: list[list[str]]) -> Headers:
    """Headers of a message."""
    return tuple((str(name), str(value)) for name, value in pairs)
