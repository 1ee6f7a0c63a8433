"""Heads of requests and answers as they pass through the proxy: read, checked, rewritten.

Only what a forward proxy must know is read (RFC 9110, 7.6; RFC 9112, 3.2). An answer that the
proxy makes itself carries `Proxy-Status` (RFC 9209) with the name of the session, which a server
cannot guess, so that nobody takes a server's 403 for ours.
"""

import re
from dataclasses import dataclass

from strandline.adapters.fetch.heads import HEAD_END

#: Largest head of a request or an answer, bytes: Chromium itself refuses answers above it.
HEAD_BYTES = 256 * 1024

_LINE_END = re.compile(rb"\r?\n")
_REQUEST_LINE = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\S+) HTTP/1\.[01]")
_STATUS_LINE = re.compile(rb"HTTP/1\.[0-9] ([1-5][0-9]{2})(?: .*)?", re.DOTALL)
_AUTHORITY = re.compile(r"(\[[0-9A-Fa-f:.%]+\]|[A-Za-z0-9._~!$&'()*+,;=%-]+)(?::([0-9]{1,5}))?")
_ABSOLUTE = re.compile(r"http://([^/?#]*)([^#]*)", re.IGNORECASE)

#: Headers of one connection only; a proxy ends them (RFC 9110, 7.6.1).
_HOP_BY_HOP = frozenset(
    (b"connection", b"keep-alive", b"proxy-connection", b"proxy-authorization", b"upgrade", b"te")
)


class BadHead(ValueError):
    """A head that is no HTTP, or none that a forward proxy serves."""


class HeadTooLong(BadHead):
    """A head over `HEAD_BYTES`."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a client asks of the proxy.

    Attributes:
        head: What the server is sent; empty for a tunnel.
        credentials: Value of `Proxy-Authorization`; empty where there is none.
    """

    host: str
    port: int
    is_tunnel: bool
    head: bytes = b""
    credentials: bytes = b""


def read_request(head: bytes) -> Asked:
    """Read the head of a request, without its last empty line.

    Raises:
        BadHead: It is no proxy request: origin form, another scheme, a host that no name has.
    """
    first, *lines = _LINE_END.split(head)
    match = _REQUEST_LINE.fullmatch(first)
    if match is None:
        raise BadHead("the request line is not HTTP/1.x")
    method, target = match[1], match[2].decode("latin-1")
    fields = _read_fields(lines)
    credentials = next((value for name, value in fields if name == b"proxy-authorization"), b"")
    if method == b"CONNECT":
        host, port = _read_authority(target, None)
        return Asked(host, port, is_tunnel=True, credentials=credentials)
    absolute = _ABSOLUTE.fullmatch(target)
    if absolute is None:
        raise BadHead("only http:// and CONNECT are served")
    authority, rest = absolute[1].rpartition("@")[2], absolute[2]
    host, port = _read_authority(authority, 80)
    path = rest if rest.startswith("/") else f"/{rest}"
    return Asked(
        host,
        port,
        is_tunnel=False,
        head=_rebuilt(b"%s %s HTTP/1.1" % (method, path.encode("latin-1")), fields, authority),
        credentials=credentials,
    )


class AnswerHead:
    """Rewrites the head of a server's answer as it passes; the body passes untouched.

    The client is told to close: its next request may be for another server, and this connection
    leads to one only.
    """

    def __init__(self) -> None:
        self._data = bytearray()
        self._is_done = False

    def feed(self, data: bytes) -> bytes:
        """What may pass on, given what came; nothing until the head is whole.

        Raises:
            BadHead: It is not HTTP/1.x, or too long.
        """
        if self._is_done:
            return data
        start = max(0, len(self._data) - 3)  # never search twice what was searched
        self._data += data
        passed = b""
        while not self._is_done and (end := HEAD_END.search(self._data, start)) is not None:
            start = 0
            status, head = _rewritten(bytes(self._data[: end.start()]))
            passed += head
            del self._data[: end.end()]
            self._is_done = status >= 200  # an interim answer is followed by another
        if self._is_done:
            passed += bytes(self._data)
            self._data.clear()
        elif len(self._data) > HEAD_BYTES:
            raise HeadTooLong("the head of the answer is too long")
        elif not b"HTTP/".startswith(bytes(self._data[:5])):
            raise BadHead("the answer is not HTTP")
        return passed

    def end(self) -> None:
        """The server has ended.

        Raises:
            BadHead: In the middle of the head.
        """
        if not self._is_done:
            raise BadHead("the answer has no head")


def _rewritten(head: bytes) -> tuple[int, bytes]:
    first, *lines = _LINE_END.split(head)
    match = _STATUS_LINE.fullmatch(first)
    if match is None:
        raise BadHead("the answer is not HTTP/1.x")
    status = int(match[1])
    kept = [line for line in lines if _name(line) not in _HOP_BY_HOP]
    closing = [b"Connection: close"] if status >= 200 else []
    return status, b"\r\n".join([first, *kept, *closing, b"", b""])


def own_answer(status: str, proxy: str, error: str = "", extra: str = "") -> bytes:
    """An answer of the proxy itself.

    Args:
        status: Such as `403 Forbidden`.
        proxy: Name of the session.
        error: Type of RFC 9209, 2.3; empty where nothing failed.
        extra: Another header line.
    """
    lines = [f"HTTP/1.1 {status}"]
    if extra:
        lines.append(extra)
    if error:
        body = f"{error}\n".encode()
        lines += [
            f"Proxy-Status: {proxy}; error={error}",
            "Content-Type: text/plain",
            "Cache-Control: no-store",
            f"Content-Length: {len(body)}",
            "Connection: close",
        ]
        return "\r\n".join([*lines, "", ""]).encode("ascii") + body
    return "\r\n".join([*lines, "", ""]).encode("ascii")


def _read_authority(text: str, default_port: int | None) -> tuple[str, int]:
    match = _AUTHORITY.fullmatch(text)
    if match is None:
        raise BadHead("the host is none")
    port = int(match[2]) if match[2] else default_port
    if port is None or not 0 < port < 65536:
        raise BadHead("the port is none")
    return match[1].strip("[]"), port


def _read_fields(lines: list[bytes]) -> list[tuple[bytes, bytes]]:
    """Lower-cased names and values; a line that goes on in the next is refused (RFC 9112, 5.2)."""
    fields = []
    for line in lines:
        name, colon, value = line.partition(b":")
        if not colon or not name or name != name.strip() or line[:1] in (b" ", b"\t"):
            raise BadHead("a header line is malformed")
        fields.append((name.lower(), value.strip()))
    return fields


def _rebuilt(first: bytes, fields: list[tuple[bytes, bytes]], authority: str) -> bytes:
    """A request of our own: target and Host agree, and the connection ends with the answer."""
    named = b",".join(value for name, value in fields if name == b"connection").lower()
    dropped = {_word.strip() for _word in named.split(b",")} | _HOP_BY_HOP | {b"host"}
    lines = [b"%s: %s" % field for field in fields if field[0] not in dropped]
    host = b"Host: %s" % authority.encode("latin-1")
    return b"\r\n".join([first, host, *lines, b"Connection: close", b"", b""])


def _name(line: bytes) -> bytes:
    return line.partition(b":")[0].strip().lower()
