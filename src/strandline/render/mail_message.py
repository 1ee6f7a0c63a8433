"""An edition as the bytes that go to one person: headers, a text part, an HTML part.

Rendered once for everybody who gets the same; a person's own links and address are filled in by
replacing, which costs next to nothing a mail. A title can add no header: what stands in a header is
one line, encoded by the standard library.
"""

import base64
import binascii
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP, SMTPUTF8
from email.utils import format_datetime, make_msgid, parseaddr

from strandline.model.errors import ConfigError
from strandline.render import html
from strandline.render.digest_email import DigestEmail
from strandline.render.i18n import translate

#: Longest line of a header that is not folded, within RFC 5322's 998.
_LONGEST_WORD = 900
_ASCII = bytes(range(128))
#: Divides the message from what is attached; no line of base64 or quoted text begins so.
_RELATED = b"=_strandline_related"
#: Blanks and whatever some reader of headers takes for the end of a line.
_BREAKS = re.compile("[\x00-\x20\x7f\x85\u2028\u2029]+")
_NOT_IN_LIST_ID = re.compile(r"[^a-z0-9-]+")


@dataclass(frozen=True, slots=True)
class Letterhead:
    """What all mails of an edition share.

    Attributes:
        sender: `Name <address>`.
        reply_to: Address for answers; empty for the sender's.
        list_name: Of whom it is an edition; shown by mail programs.
        list_key: The same for machines.
        domain: Right side of Message-ID and List-Id.
        date: When the sending was planned, aware.
    """

    sender: str
    reply_to: str
    list_name: str
    list_key: str
    domain: str
    date: datetime


@dataclass(frozen=True, slots=True)
class Attached:
    """A picture that goes with every mail.

    Attributes:
        cid: Its Content-ID, without angle brackets.
    """

    cid: str
    media_type: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Slots:
    """Words in a rendered edition that stand for what differs by person; nobody can guess them."""

    page: str
    leave: str


@dataclass(frozen=True, slots=True)
class Personal:
    """What differs by person.

    Attributes:
        message_id: Left side; fixed by edition and recipient, so that doubles are recognised.
        leave_post: Address for a POST that unsubscribes at once (RFC 8058); empty for none.
        leave_mail: Address to which a mail unsubscribes.
    """

    to: str
    message_id: str
    page: str
    leave: str
    leave_post: str
    leave_mail: str


class MailTemplate:
    """A rendered edition, ready to be addressed.

    Raises:
        ConfigError: The sender is no address.
    """

    def __init__(
        self,
        email: DigestEmail,
        head: Letterhead,
        slots: Slots,
        attached: Sequence[Attached] = (),
    ) -> None:
        self._slots = slots
        self._domain = head.domain
        self._head = _shared_head(email.subject, head)
        self._boundary = f"=_{slots.page}"
        self._attached = b"".join(map(_attachment, attached))
        self._parts = [
            _Part(kind, text, slots) for kind, text in (("plain", email.text), ("html", email.html))
        ]

    def addressed(self, who: Personal) -> bytes:
        """The whole message, lines ended by CRLF."""
        lines = [
            self._head,
            f"Message-ID: <{who.message_id}@{self._domain}>".encode(),
            b"\r\nTo: " + _address(who.to),
            b"\r\nList-Unsubscribe: " + self._leaving(who),
        ]
        if who.leave_post:
            lines.append(b"\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click")
        boundary = self._boundary.encode()
        whole = _RELATED if self._attached else b""
        if whole:
            lines.append(
                b'\r\nContent-Type: multipart/related; type="multipart/alternative"; boundary="'
                + whole
                + b'"\r\n\r\n--'
                + whole
            )
        lines.append(
            b'\r\nContent-Type: multipart/alternative; boundary="' + boundary + b'"\r\n\r\n'
        )
        lines += [b"--" + boundary + b"\r\n" + part.filled(who) for part in self._parts]
        lines.append(b"--" + boundary + b"--\r\n")
        if whole:
            lines += [self._attached, b"--" + whole + b"--\r\n"]
        return b"".join(lines)

    def _leaving(self, who: Personal) -> bytes:
        ways = [f"<{who.leave_post}>"] if who.leave_post else []
        if who.leave_mail:
            ways.append(f"<mailto:{who.leave_mail}?subject=unsubscribe>")
        return ",\r\n ".join(ways).encode("ascii", "ignore")


def _attachment(one: Attached) -> bytes:
    """A part of the whole, from its boundary on."""
    head = (
        f"--{_RELATED.decode()}\r\nContent-Type: {one.media_type}\r\n"
        f"Content-ID: <{one.cid}>\r\nContent-Disposition: inline\r\n"
        "Content-Transfer-Encoding: base64\r\n\r\n"
    )
    return head.encode() + base64.encodebytes(one.body).replace(b"\n", b"\r\n")


class _Part:
    """One body; encoded once, but for what differs by person, where that is possible.

    Quoted, a text can be taken apart at the slots: a soft line break (RFC 2045, 6.7) joins what
    was encoded by itself. Base64 is encoded anew for everybody.
    """

    def __init__(self, kind: str, text: str, slots: Slots) -> None:
        self._slots = slots
        self._text = text.replace("\r\n", "\n").replace("\n", "\r\n")
        data = self._text.encode("utf-8", "replace")
        # Quoted, a byte beyond ASCII takes three; in base64 every byte takes one and a third.
        self._is_quoted = len(data.translate(None, _ASCII)) * 6 < len(data)
        way = "quoted-printable" if self._is_quoted else "base64"
        self._head = (
            f"Content-Type: text/{kind}; charset=utf-8\r\nContent-Transfer-Encoding: {way}\r\n\r\n"
        ).encode()
        self._pieces = [
            piece if piece in (slots.page, slots.leave) else _quoted(piece)
            for part in _apart(self._text, slots.page)
            for piece in _apart(part, slots.leave)
        ]

    def filled(self, who: Personal) -> bytes:
        """With head, for one person."""
        own = {self._slots.page: who.page, self._slots.leave: who.leave}
        if not self._is_quoted:
            text = self._text
            for slot, word in own.items():
                text = text.replace(slot, word)
            lines = base64.encodebytes(text.encode("utf-8", "replace"))
            return self._head + lines.replace(b"\n", b"\r\n")
        pieces = [_quoted(own[p]) if isinstance(p, str) else p for p in self._pieces]
        return self._head + b"".join(pieces) + b"\r\n"


def _apart(text: str, slot: str) -> list[str]:
    """The text and the slots within it, in order."""
    first, *rest = text.split(slot)
    return [first, *(piece for part in rest for piece in (slot, part))]


def _quoted(text: str) -> bytes:
    """A piece that begins a line, and leaves the next piece to begin one."""
    quoted = binascii.b2a_qp(text.encode("utf-8", "replace"), istext=True)
    return quoted if not quoted or quoted.endswith(b"\n") else quoted + b"=\r\n"


def _shared_head(subject: str, head: Letterhead) -> bytes:
    message = EmailMessage(policy=SMTP)
    message["Subject"] = _one_line(subject, html.MAX_TITLE)
    message["From"] = sender_of(head.sender)
    if head.reply_to:
        message["Reply-To"] = sender_of(head.reply_to)
    message["Date"] = format_datetime(head.date)
    key = _NOT_IN_LIST_ID.sub("-", head.list_key.lower()).strip("-")[:60] or "list"
    name = _one_line(head.list_name, 80).encode("ascii", "ignore").decode().strip()
    quoted = '"{}" '.format(name.replace("\\", "").replace('"', "")) if name else ""
    message["List-Id"] = f"{quoted}<{key}.{head.domain}>"
    message["Auto-Submitted"] = "auto-generated"
    message["MIME-Version"] = "1.0"
    return bytes(message).rstrip(b"\r\n") + b"\r\n"


def sender_of(text: str) -> Address:
    """`Name <address>` as a header's value.

    Raises:
        ConfigError: There is no address in it.
    """
    name, address = parseaddr(text)
    try:
        found = Address(display_name=_one_line(name, 100), addr_spec=address)
    except (ValueError, IndexError, AttributeError) as error:
        raise _no_sender(text) from error
    if not found.username or "." not in found.domain or not address.isascii():
        raise _no_sender(text)
    return found


def _no_sender(text: str) -> ConfigError:
    return ConfigError(
        f"MAIL_FROM names no address that a mail can come from: {text[:80]!r}.",
        subject="MAIL_FROM",
        advice="Set it, such as MAIL_FROM='News <news@your-domain.example>'.",
    )


def _address(email: str) -> bytes:
    """An address that was read by `core.delivery.addresses`: it holds no line breaks."""
    return _one_line(email, _LONGEST_WORD).encode()


def _one_line(text: str, longest: int) -> str:
    return _BREAKS.sub(" ", text).strip()[:longest]


def short_message(
    sender: str,
    to: str,
    language: str,
    name: str,
    now: datetime,
    **words: str,
) -> tuple[str, bytes]:
    """A mail of a few lines of plain text, from the catalogue.

    Args:
        name: Of the message: `delivery.mail.<name>.subject` and `.text`.
        words: What fills them in.

    Returns:
        The sender's bare address, and the message.

    Raises:
        ConfigError: The sender is no address.
    """
    key = f"delivery.mail.{name}"
    clean = {word: _one_line(text, _LONGEST_WORD) for word, text in words.items()}
    address = sender_of(sender)
    message = EmailMessage(policy=SMTP if to.isascii() else SMTPUTF8)
    message["Subject"] = _one_line(translate(language, f"{key}.subject", **clean), html.MAX_TITLE)
    message["From"] = address
    message["Date"] = format_datetime(now)
    message["Message-ID"] = make_msgid(domain=address.domain)
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(translate(language, f"{key}.text", **clean) + "\n")
    head, _, body = bytes(message).partition(b"\r\n")
    return address.addr_spec, head + b"\r\nTo: " + _address(to) + b"\r\n" + body
