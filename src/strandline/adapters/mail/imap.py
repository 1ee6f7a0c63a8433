"""A folder of a mail server (IMAP, RFC 9051 and 3501): mails in the order of their UIDs.

The server is the owner's choice, but its name is resolved once and its addresses are checked as for
every other connection; what it sends is bounded, and so is the time.
"""

import imaplib
import re
import socket
import ssl
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from io import BufferedReader
from typing import Any, cast

import httpcore2

from strandline.adapters.fetch.budget import Budget
from strandline.adapters.fetch.guard import Resolver, dial, system_resolver
from strandline.core.delivery.mime import MAX_BYTES
from strandline.core.urls.addresses import (
    Address,
    AllowedNetwork,
    is_public,
    read_address,
)
from strandline.model.errors import MailboxFault
from strandline.settings import MailSettings

#: Marks mails that were read, where they stay in their folder.
KEYWORD = "StrandlineRead"
#: UIDs of one look; the rest waits for the next.
_MOST_UIDS = 100_000
_DIGITS = re.compile(rb"\d+")
#: Bytes that the answer to a fetch may have around the mail.
_AROUND = 10_000
#: Longest line of a server, bytes: UIDs of a large folder are told in one.
_LONGEST_LINE = 1_000_000


class ImapMailbox:
    """Implements `Mailbox`.

    Args:
        allowed: Networks that may be dialled although they are not public.
    """

    def __init__(
        self,
        settings: MailSettings,
        allowed: Sequence[AllowedNetwork],
        resolver: Resolver = system_resolver,
    ) -> None:
        self._settings = settings
        self._allowed = tuple(allowed)
        self._resolver = resolver

    @property
    def name(self) -> str:
        """Whose folder where; the password is no part of it."""
        settings = self._settings
        return f"{settings.imap_user}@{settings.imap_host}/{settings.imap_folder}"

    @contextmanager
    def opened(self) -> Iterator["ImapFolder"]:
        """The folder, for as long as the context lasts.

        Raises:
            MailboxFault: It cannot be reached, or says no.
        """
        settings = self._settings
        with _translated(self.name):
            client = _Client(settings, self._addresses())
            try:
                if settings.imap_security == "starttls":
                    client.starttls(_tls(settings))
                client.login(settings.imap_user, settings.imap_password.get_secret_value())
                yield ImapFolder(client, settings)
            finally:
                with suppress(imaplib.IMAP4.error, OSError):
                    client.logout()
                with suppress(OSError):
                    client.shutdown()  # it closes nothing where the good-bye was lost

    def _addresses(self) -> list[Address]:
        host, port = self._settings.imap_host, self._settings.imap_port
        found = [host] if read_address(host) else self._resolver(host, port)
        addresses = [address for text in found if (address := read_address(text))]
        for one in addresses:
            if not is_public(one) and not any(net.covers(one, port) for net in self._allowed):
                raise MailboxFault(
                    f"{host} ({one}) is not a public address.",
                    subject=self.name,
                    advice="A server of your own: name it in ALLOW_PRIVATE_NETWORKS.",
                )
        return addresses


class ImapFolder:
    """An open folder; used by one thread."""

    def __init__(self, client: "_Client", settings: MailSettings) -> None:
        self._client = client
        self._done = settings.imap_done
        self._target = settings.imap_done_folder
        self._said(*client.select(_quoted(settings.imap_folder)))
        (validity,) = client.response("UIDVALIDITY")[1] or [None]
        if validity is None:
            raise MailboxFault(
                "The mail server numbers nothing (no UIDVALIDITY).", subject=settings.imap_folder
            )
        self.validity = int(validity)

    def waiting(self, after: int) -> list[int]:
        """UIDs of mails behind one, in order, that are neither deleted nor marked as read."""
        criteria = ["UNDELETED", "UID", f"{after + 1}:*"]
        if self._done == "flag":
            criteria[:0] = ["UNKEYWORD", KEYWORD]
        told = self._said(*self._client.uid("SEARCH", *criteria))
        found = {int(one) for line in told if line for one in _DIGITS.findall(line)}
        # `n:*` holds the last mail even where it comes before n.
        return sorted(uid for uid in found if uid > after)[:_MOST_UIDS]

    def fetch(self, uid: int) -> bytes | None:
        """A mail, or its beginning where it is very large; None where it is gone. Not marked as
        seen.
        """
        self._client.more_time()
        told = self._said(*self._client.uid("FETCH", str(uid), f"(BODY.PEEK[]<0.{MAX_BYTES}>)"))
        return next((bytes(part[1]) for part in told if isinstance(part, tuple)), None)

    def done(self, uid: int) -> None:
        """Mark it, or move it, as the settings say."""
        if self._done == "move":
            self._move(str(uid))
        elif self._done == "flag":
            self._said(*self._client.uid("STORE", str(uid), "+FLAGS.SILENT", f"({KEYWORD})"))

    def _move(self, uid: str) -> None:
        client, target = self._client, _quoted(self._target)
        command = "MOVE" if "MOVE" in client.capabilities else "COPY"
        kind, _ = client.uid(command, uid, target)
        if kind != "OK":
            client.create(target)
            self._said(*client.uid(command, uid, target))
        if command == "COPY":  # RFC 6851 is younger than many servers
            self._said(*client.uid("STORE", uid, "+FLAGS.SILENT", r"(\Deleted)"))
            if "UIDPLUS" in client.capabilities:
                self._said(*client.uid("EXPUNGE", uid))

    @staticmethod
    def _said(kind: str, told: Any) -> Sequence[Any]:
        if kind != "OK":
            words = b" ".join(one for one in told or [] if isinstance(one, bytes))
            raise MailboxFault(
                f"The mail server says no: {words.decode('utf-8', 'replace')[:300]}",
                subject=kind,
            )
        return [one for one in told or [] if one is not None]


class _Client(imaplib.IMAP4):
    """The library's client over a connection to a checked address, with bounds."""

    def __init__(self, settings: MailSettings, addresses: Sequence[Address]) -> None:
        self._settings = settings
        self._addresses = addresses
        self._until = time.monotonic() + settings.imap_timeout_s * 10
        super().__init__(settings.imap_host, settings.imap_port, settings.imap_timeout_s)

    def _create_socket(self, timeout: float | None) -> socket.socket:
        settings = self._settings
        seconds = timeout or settings.imap_timeout_s
        budget = Budget(time.monotonic() + seconds, 0, time.monotonic)
        plain = dial(self._addresses, settings.imap_port, budget, seconds)
        plain.settimeout(seconds)
        if settings.imap_security != "tls":
            return plain
        try:
            return _tls(settings).wrap_socket(plain, server_hostname=settings.imap_host)
        except BaseException:
            plain.close()
            raise

    def read(self, size: int) -> bytes:
        """A literal of the server, whose size it says itself."""
        if size > MAX_BYTES + _AROUND:
            raise self.abort(f"the server sends {size} bytes although it was asked for fewer")
        stream = cast(BufferedReader, self.file)
        pieces = bytearray()
        while len(pieces) < size:
            self._in_time()
            piece = stream.read1(min(size - len(pieces), 1 << 16))
            if not piece:
                raise self.abort("the connection was lost")
            pieces += piece
        return bytes(pieces)

    def readline(self) -> bytes:
        """A line of the server."""
        stream = cast(BufferedReader, self.file)
        line = bytearray()
        while not line.endswith(b"\n"):
            self._in_time()
            come = len(stream.peek(1))  # one wait at most
            if not come:  # the library tells what a line without an end means
                break
            line += stream.readline(come)
            if len(line) > _LONGEST_LINE:
                raise self.abort("the server sends a line without an end")
        return bytes(line)

    def _in_time(self) -> None:
        """A server that drips bytes one by one is below every wait for one."""
        if time.monotonic() > self._until:
            raise self.abort("the conversation takes too long")

    def more_time(self) -> None:
        """The next mail has its own time."""
        self._until = time.monotonic() + self._settings.imap_timeout_s * 10


def _tls(settings: MailSettings) -> ssl.SSLContext:
    """Names and certificates are checked; a file of a certificate of one's own may be named."""
    return ssl.create_default_context(cafile=settings.imap_ca_file or None)


def _quoted(folder: str) -> str:
    """A folder's name as a quoted string (RFC 3501, 4.3); beyond ASCII as 5.1.3 has it."""
    coded = "".join(
        _coded(part) for part in re.split(r"([^\x20-\x7e]+)", folder.replace("&", "&-"))
    )
    return '"' + coded.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _coded(part: str) -> str:
    if not part or part.isascii():
        return part
    from base64 import b64encode

    coded = b64encode(part.encode("utf-16-be")).decode().rstrip("=").replace("/", ",")
    return f"&{coded}-"


@contextmanager
def _translated(name: str) -> Iterator[None]:
    """What the library, the network and TLS raise, as a fault that says what to do."""
    try:
        yield
    except ssl.SSLCertVerificationError as error:
        raise MailboxFault(
            f"The certificate of the mail server is not valid: {error.verify_message}.",
            subject=name,
            advice="Look at IMAP_HOST; for a certificate of your own set IMAP_CA_FILE.",
        ) from error
    except imaplib.IMAP4.abort as error:
        raise MailboxFault(
            f"The mail server broke off: {str(error)[:300]}.",
            subject=name,
            advice="It is tried again; what was read stays read.",
        ) from error
    except imaplib.IMAP4.error as error:
        raise MailboxFault(
            f"The mail server says no: {str(error)[:300]}.",
            subject=name,
            advice="Look at IMAP_USER, IMAP_PASSWORD and IMAP_FOLDER.",
        ) from error
    except (OSError, httpcore2.NetworkError, httpcore2.TimeoutException) as error:
        raise MailboxFault(
            f"The mail server cannot be reached: {error}.",
            subject=name,
            advice="Look at IMAP_HOST and IMAP_PORT; it is tried again.",
        ) from error
