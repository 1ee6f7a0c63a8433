"""Heads of answers that no standard allows, mended as browsers and curl read them.

The parser of HTTP/1.1 refuses a whole answer for one odd byte in its head; browsers skip the line
or the byte. What is mended here is what they agree on: lines without a name or a colon and names
that are no token are skipped (RFC 9110, 5.1), control bytes are blanks (RFC 9110, 5.5), a length
or a transfer coding that says nothing is not believed. What decides where the body ends is never
guessed: two lengths that differ stay, and are refused.
"""

import re

#: Where a head ends; a bare line feed ends a line too (RFC 9112, 2.2).
HEAD_END = re.compile(rb"\r?\n\r?\n")

_LINE_END = re.compile(rb"\r?\n")
_STATUS_LINE = re.compile(
    rb"\s*(?:http/([0-9])(?:\.([0-9]))?|icy)[ \t]+([1-9][0-9]{2})(?:[ \t]+(.*))?", re.I | re.S
)
_TOKEN = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_CONTROL = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]+")
_FOLDED = (b" ", b"\t")


class HeadMender:
    """Holds the head of an answer back until it is whole, and passes it on mended.

    Attributes:
        has_mended: True once a head was not what a standard allows: who reads on over its
            connection may be wrong about where its body ends.
    """

    def __init__(self) -> None:
        self.has_mended = False
        self._held = bytearray()
        self._awaits = False

    def asked(self) -> None:
        """A request went out: what comes next is a head."""
        self._held.clear()
        self._awaits = True

    def feed(self, data: bytes) -> bytes:
        """What passes on, given what came; nothing until the head is whole, all at the end."""
        if not self._awaits:
            return data
        start = max(0, len(self._held) - 3)  # never search twice what was searched
        self._held += data if self._held else data.lstrip(b"\r\n")  # empty lines are passed over
        passed = b""
        while data and self._awaits and (end := HEAD_END.search(self._held, start)) is not None:
            head, start = bytes(self._held[: end.end()]), 0
            del self._held[: end.end()]
            mended, is_odd = mend_head(head)
            self.has_mended |= is_odd
            passed += mended
            self._awaits = _is_interim(mended)
        if self._awaits and data:
            return passed
        passed += bytes(self._held)
        self._held.clear()
        return passed


def mend_head(head: bytes) -> tuple[bytes, bool]:
    """A whole head with its empty line as the parser takes it, and whether it was odd."""
    first, *lines = _LINE_END.split(head)[:-2]
    status = _STATUS_LINE.fullmatch(first)
    if status is None:
        return head, True
    major, minor, code, reason = status.groups()
    version = major or b"1", minor or b"0"
    line = b"HTTP/%s.%s %s %s" % (*version, code, _CONTROL.sub(b" ", reason or b""))
    fields = _without_noise(_fields(lines))
    parts = (text.partition(b":") for text in lines)
    is_odd = first.strip() != line.strip() or fields != [(a, c.strip(b" \t")) for a, _, c in parts]
    return b"\r\n".join([line, *(b"%s: %s" % field for field in fields), b"", b""]), is_odd


def _fields(lines: list[bytes]) -> list[tuple[bytes, bytes]]:
    """Names and values of the lines that browsers read, each with what was folded under it."""
    found: list[tuple[bytes, bytes]] = []
    is_read = False
    for line in lines:
        if line[:1] in _FOLDED:
            if is_read:
                name, value = found[-1]
                found[-1] = name, value + b" " + _blank(line)
            continue
        name, colon, value = line.partition(b":")
        name = name.rstrip(b" \t")
        is_read = bool(colon) and _TOKEN.fullmatch(name) is not None
        if is_read:
            found.append((name, _blank(value)))
    return found


def _blank(value: bytes) -> bytes:
    return _CONTROL.sub(b" ", value).strip(b" \t")


def _without_noise(fields: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Lengths and transfer codings that say something, each once."""
    kept: list[tuple[bytes, bytes]] = []
    for name, value in fields:
        kind = name.lower()
        if kind not in _FRAMING:
            kept.append((name, value))
        elif (said := _FRAMING[kind](value)) and (name, said) not in kept:
            kept.append((name, said))
    return kept


def _length(value: bytes) -> bytes:
    """A length, also where a list says the same one several times; empty where it is no number."""
    sizes = {one.strip() for one in value.split(b",")}
    if len(sizes) == 1:
        (value,) = sizes
    return value if any(one.isdigit() for one in sizes) else b""


def _coding(value: bytes) -> bytes:
    return b"chunked" if b"chunked" in value.lower() else b""


_FRAMING = {b"content-length": _length, b"transfer-encoding": _coding}


def _is_interim(head: bytes) -> bool:
    match = _STATUS_LINE.match(head.split(b"\r\n", 1)[0].split(b"\n", 1)[0])
    return match is not None and match[3][:1] == b"1" and match[3] != b"101"
