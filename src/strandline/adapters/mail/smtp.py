"""Mails over SMTP (RFC 5321), with STARTTLS or TLS and a log-in where they are set.

Each step of the conversation is told apart: what was lost before the final dot was not delivered,
what was lost behind it may have been.
"""

import re
import smtplib
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress

from strandline.model.delivery import Reply, Stage
from strandline.settings import MailSettings

#: RFC 5321, 4.5.3.2.6: a server may take ten minutes for what comes after the final dot.
END_S = 600.0
_READY = 354
_LINE_END = re.compile(r"[\r\n]")


class SmtpWay:
    """A server that relays our mails."""

    name = "smtp"

    def __init__(self, settings: MailSettings) -> None:
        self._settings = settings

    def connect(self) -> "SmtpConnection | Reply":
        """A connection that is logged in, or the answer of a server that lets nobody in."""
        settings = self._settings
        try:
            client = self._open()
        except (smtplib.SMTPException, OSError) as error:
            return _lost(Stage.CONNECT, error)
        try:
            client.ehlo_or_helo_if_needed()
            if settings.smtp_security == "starttls":
                client.starttls(context=_tls(settings))
                client.ehlo()
            if settings.smtp_user:
                client.login(settings.smtp_user, settings.smtp_password.get_secret_value())
        except (smtplib.SMTPException, OSError) as error:
            client.close()
            return _lost(Stage.CONNECT, error)
        return SmtpConnection(client)

    def _open(self) -> smtplib.SMTP:
        settings = self._settings
        where = (settings.smtp_host, settings.smtp_port)
        timeout = settings.smtp_timeout_s
        name = settings.smtp_hello or None
        if settings.smtp_security == "tls":
            return smtplib.SMTP_SSL(
                *where, local_hostname=name, timeout=timeout, context=_tls(settings)
            )
        return smtplib.SMTP(*where, local_hostname=name, timeout=timeout)


class SmtpConnection:
    """One conversation; used by one thread."""

    def __init__(self, client: smtplib.SMTP) -> None:
        self._client = client

    def send(
        self, sender: str, recipient: str, message: bytes, before_end: Callable[[], bool]
    ) -> Reply | None:
        """Hand over one message; None where `before_end` said no."""
        client = self._client
        options = f" SIZE={len(message)}" if client.has_extn("size") else ""
        client.command_encoding = "ascii"
        if not recipient.isascii():
            if not client.has_extn("smtputf8"):
                return Reply(
                    Stage.RECIPIENT, 553, "5.6.7 the server takes no addresses beyond ASCII"
                )
            options += " SMTPUTF8 BODY=8BITMIME"
            client.command_encoding = "utf-8"
        stage = Stage.SENDER
        try:
            stage, code, said = self._envelope(f"<{sender}>{options}", f"<{recipient}>")
            if code // 100 != 2:
                return self._over(stage, code, said)
            stage = Stage.DATA
            if not before_end():
                self._reset()
                return None
            code, said = client.docmd("DATA")
            if code != _READY:
                return self._over(stage, code, said)
            stage = Stage.END
            return self._end(message)
        except (smtplib.SMTPException, OSError, ValueError) as error:
            return _lost(stage, error)

    def _envelope(self, sender: str, recipient: str) -> tuple[Stage, int, bytes]:
        """Who sends and who gets it, in one go where the server takes that (RFC 2920); the last
        answer that matters, and to what.

        Raises:
            SMTPException: The connection was lost.
            ValueError: An address holds the end of a line.
        """
        client = self._client
        if not client.has_extn("pipelining"):
            code, said = client.docmd("MAIL", f"FROM:{sender}")
            if code // 100 != 2:
                return Stage.SENDER, code, said
            return Stage.RECIPIENT, *client.docmd("RCPT", f"TO:{recipient}")
        if _LINE_END.search(sender + recipient):
            raise ValueError("an address holds the end of a line")
        client.send(f"MAIL FROM:{sender}\r\nRCPT TO:{recipient}\r\n")
        code, said = client.getreply()
        if code // 100 != 2:
            with suppress(smtplib.SMTPException, OSError):
                client.getreply()
            return Stage.SENDER, code, said
        return Stage.RECIPIENT, *client.getreply()

    def _end(self, message: bytes) -> Reply:
        """The message, the final dot, and the answer to it."""
        client = self._client
        patience = client.timeout
        body = message.replace(b"\n.", b"\n..")  # RFC 5321, 4.5.2
        client.send(body + (b".\r\n" if body.endswith(b"\r\n") else b"\r\n.\r\n"))
        if client.sock is not None:
            client.sock.settimeout(END_S)
        code, said = client.getreply()
        if client.sock is not None:
            client.sock.settimeout(patience)
        return Reply(Stage.END, code, _line(said))

    def _over(self, stage: Stage, code: int, said: bytes) -> Reply:
        """Refused; the next message begins anew."""
        self._reset()
        return Reply(stage, code, _line(said))

    def _reset(self) -> None:
        try:
            self._client.rset()
        except (smtplib.SMTPException, OSError):
            self._client.close()

    def close(self) -> None:
        """Say good-bye, where somebody still listens."""
        try:
            self._client.quit()
        except (smtplib.SMTPException, OSError):
            self._client.close()


def _tls(settings: MailSettings) -> ssl.SSLContext:
    """Names and certificates are checked; a file of a certificate of one's own may be named."""
    return ssl.create_default_context(cafile=settings.smtp_ca_file or None)


def _lost(stage: Stage, error: BaseException) -> Reply:
    """What an exception of the library means: a server's answer where it carries one."""
    if isinstance(error, smtplib.SMTPResponseException) and error.smtp_code > 0:
        return Reply(stage, error.smtp_code, _line(error.smtp_error))
    if isinstance(error, ssl.SSLCertVerificationError):
        # Nothing gets better by trying again: the owner is told.
        return Reply(stage, 554, f"its certificate is not valid: {error.verify_message}")
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return Reply(stage, 554, str(error))
    if isinstance(error, TimeoutError | socket.gaierror | ConnectionError | ssl.SSLError):
        return Reply(stage, 0, f"{type(error).__name__}: {error}"[:300])
    return Reply(stage, 0, str(error)[:300] or type(error).__name__)


def _line(said: bytes | str) -> str:
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    return " ".join(text.split())
