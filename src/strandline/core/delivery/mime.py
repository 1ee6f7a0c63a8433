"""Mails taken apart within bounds; everything in them is hostile.

To be called in a process that may be killed: a mail can be made so that reading it takes long.
"""

from collections.abc import Iterator, Sequence
from email import message_from_bytes
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32

from strandline.core.sources.feeds.texts import fold
from strandline.core.text.charset import decode_page

#: Largest mail that is read, bytes; a larger one is read by its beginning.
MAX_BYTES = 10_000_000
#: Bytes of a mail within which its head is looked for.
MAX_HEAD = 200_000
#: Parts of a mail that are looked at.
MAX_PARTS = 60
#: Characters of a field of the head that are read.
_LONGEST_FIELD = 4_000


def read_mail(body: bytes) -> Message:
    """A mail as a tree of parts.

    Raises:
        RecursionError: Its parts are within each other too deep to be read.
    """
    return message_from_bytes(body[:MAX_BYTES], policy=compat32)


def read_head(body: bytes) -> Message:
    """Only the head of a mail; total and quick over all bytes."""
    return BytesHeaderParser(policy=compat32).parsebytes(body[:MAX_HEAD])


def parts_of(message: Message, most: int = MAX_PARTS) -> list[Message]:
    """The mail and its parts, outer ones first, at most so many."""
    parts: list[Message] = []
    waiting = [message]
    while waiting and len(parts) < most:
        part = waiting.pop(0)
        parts.append(part)
        payload = part.get_payload()
        if isinstance(payload, list):
            waiting += [one for one in payload if isinstance(one, Message)]
    return parts


def field_of(message: Message, name: str) -> str:
    """A field of the head in one line, encoded words (RFC 2047) read; empty where there is none.

    Line breaks and control characters become blanks: a field never begins another one.
    """
    return fold("".join(_words(str(message.get(name, ""))[:_LONGEST_FIELD])))


def fields_of(message: Message, names: Sequence[str], most: int = 20) -> Iterator[str]:
    """Every value of the fields, as written, in one line each."""
    for name in names:
        for value in (message.get_all(name) or [])[:most]:
            yield fold(str(value)[:_LONGEST_FIELD])


def _words(written: str) -> Iterator[str]:
    try:
        pieces = decode_header(written)
    except (HeaderParseError, ValueError, LookupError):
        yield written
        return
    for piece, charset in pieces:
        if isinstance(piece, str):
            yield piece
        elif charset in (None, "unknown-8bit"):
            yield decode_page(piece)
        else:
            yield decode_page(piece, f"text/plain; charset={charset}")


def text_of(part: Message, most: int) -> str:
    """The text of one part, as its charset says, or by guessing where that is broken.

    Args:
        most: Bytes that are read of it.
    """
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return ""
    charset = str(part.get_param("charset", "") or "")[:100]
    kind = part.get_content_type()
    return decode_page(data[:most], f"{kind}; charset={charset}" if charset else kind)
