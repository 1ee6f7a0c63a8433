"""Ways out for mails. To add one: a file, and a line in `WAYS`."""

from collections.abc import Callable, Mapping

from strandline.adapters.mail.folder import FolderWay
from strandline.adapters.mail.sendmail import SendmailWay
from strandline.adapters.mail.smtp import SmtpWay
from strandline.ports import MailWay
from strandline.settings import MailSettings

#: By the name that `MAIL_WAY` gives.
WAYS: Mapping[str, Callable[[MailSettings], MailWay]] = {
    "smtp": SmtpWay,
    "sendmail": SendmailWay,
    "folder": FolderWay,
}


def mail_way(settings: MailSettings) -> MailWay | None:
    """The way out that the settings name; None where none is set up."""
    return None if settings.way == "none" else WAYS[settings.way](settings)


__all__ = ["WAYS", "mail_way"]
