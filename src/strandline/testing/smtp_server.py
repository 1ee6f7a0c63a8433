"""A real mail server on loopback that keeps what it accepts, and fails where it is told to."""

import asyncio
import re
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

_ANGLES = re.compile(r"[<>]")

#: What a step answers instead of `250`: gets the recipient and how often they were asked.
Script = Callable[[str, int], str | None]


@dataclass
class Accepted:
    """One mail for which the server said 250."""

    sender: str
    recipient: str
    body: bytes

    @property
    def message(self) -> EmailMessage:
        """As a mail program reads it."""
        return message_from_bytes(self.body, policy=default)


@dataclass
class MailServer:
    """Attributes:
    rcpt: Answers to RCPT TO; None accepts.
    end: Answers to the final dot; `drop` closes the connection instead of an answer.
    pipelining: Commands may come without waiting for the answers before (RFC 2920).
    late_s: How late it answers to the final dot.
    """

    port: int = 0
    accepted: list[Accepted] = field(default_factory=list)
    rcpt: Script = lambda _recipient, _asked: None
    end: Script = lambda _recipient, _asked: None
    asked: Counter[str] = field(default_factory=Counter)
    connections: int = 0
    pipelining: bool = False
    late_s: float = 0.0
    turn: threading.Lock = field(default_factory=threading.Lock)

    def counts(self) -> Counter[str]:
        """How many mails each recipient was given."""
        with self.turn:
            return Counter(one.recipient for one in self.accepted)

    async def handle_EHLO(  # noqa: N802 - aiosmtpd's name
        self, _server: Any, session: Any, _envelope: Any, hostname: str, said: list[str]
    ) -> list[str]:
        """What it can."""
        session.host_name = hostname
        return ["250-PIPELINING", *said] if self.pipelining else said

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: list[str]
    ) -> str:
        """RCPT TO."""
        with self.turn:
            self.asked[address] += 1
            said = self.rcpt(address, self.asked[address])
        if said is None:
            envelope.rcpt_tos.append(address)
        return said or "250 2.1.5 OK"

    async def handle_DATA(self, server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        """The message, after its final dot."""
        (recipient,) = envelope.rcpt_tos
        with self.turn:
            said = self.end(recipient, self.asked[recipient])
            if said is None or said == "drop after":
                body = envelope.original_content
                self.accepted.append(Accepted(envelope.mail_from, recipient, body))
        if self.late_s:
            await asyncio.sleep(self.late_s)
        if said in ("drop", "drop after"):
            server.transport.abort()
            return "421 gone"
        return said or "250 2.0.0 queued"


@contextmanager
def running_mail_server(**options: Any) -> Iterator[MailServer]:
    """A server for as long as the context lasts.

    Args:
        options: Of aiosmtpd's `Controller`, such as `auth_required` or `tls_context`.
    """
    from aiosmtpd.controller import Controller  # of the tests alone

    server = MailServer()
    with socket.create_server(("127.0.0.1", 0)) as probe:
        server.port = probe.getsockname()[1]
    controller = Controller(
        server, hostname="127.0.0.1", port=server.port, enable_SMTPUTF8=True, **options
    )
    controller.start()
    try:
        yield server
    finally:
        controller.stop()
