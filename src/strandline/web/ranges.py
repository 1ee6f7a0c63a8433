"""Part of a file: the `Range` header (RFC 9110, 14).

One range is answered. A list of several is read as no range, which the standard allows: no player
asks so, and many small ranges of a large file are an old way to wear a server out.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

_ONE = re.compile(r"bytes=[ \t]*([0-9]{0,19})-([0-9]{0,19})[ \t]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Span:
    """Bytes [start, end) of a file of `size` bytes."""

    start: int
    end: int
    size: int

    @property
    def content_range(self) -> str:
        """As told with a 206."""
        return f"bytes {self.start}-{self.end - 1}/{self.size}"


def answer_part(
    request: Request,
    headers: Mapping[str, str],
    size: int,
    read: Callable[[int, int], Iterator[bytes]],
) -> Response:
    """The part of a file that is asked for; all of it where another version is meant (`If-Range`).

    Args:
        headers: With an `etag`.
        size: Bytes of the file.
        read: Its bytes [start, end).
    """
    is_same = request.headers.get("if-range", headers["etag"]) == headers["etag"]
    try:
        span = read_range(request.headers.get("range", ""), size) if is_same else None
    except Unsatisfiable:
        return Response(status_code=416, headers={**headers, "content-range": f"bytes */{size}"})
    start, end = (span.start, span.end) if span else (0, size)
    status = 206 if span else 200
    told = {**headers, "content-length": str(end - start)}
    if span:
        told["content-range"] = span.content_range
    if request.method == "HEAD" or start == end:
        return Response(status_code=status, headers=told)
    return StreamingResponse(read(start, end), status_code=status, headers=told)


class Unsatisfiable(Exception):
    """The range begins behind the end (416)."""


def read_range(header: str, size: int) -> Span | None:
    """The part that is asked for; None for all of it.

    Raises:
        Unsatisfiable: No byte of the file is in it.
    """
    found = _ONE.fullmatch(header)
    if found is None or not (found[1] or found[2]):
        return None
    if not found[1]:  # the last so many bytes
        start, end = max(size - int(found[2]), 0), size
    else:
        start = int(found[1])
        end = min(int(found[2]) + 1, size) if found[2] else size
        if found[2] and int(found[2]) < start:  # no range at all (14.1.1)
            return None
    if start >= end:
        raise Unsatisfiable
    return Span(start, end, size)
