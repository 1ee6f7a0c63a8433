"""The way out, or what to do where none is set up."""

from strandline.model.errors import UsageError
from strandline.ports import MailWay, Ports


def the_way(ports: Ports) -> MailWay:
    """The way out for mails.

    Raises:
        UsageError: None is set up.
    """
    if ports.mail is None:
        raise UsageError(
            "No way out for mails is set up.",
            subject="MAIL_WAY",
            advice="Set MAIL_WAY, MAIL_FROM and, for smtp, SMTP_HOST (docs/how-to/mail.md).",
        )
    return ports.mail
