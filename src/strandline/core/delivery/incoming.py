"""What a mail that comes in is: something that came back, a complaint, somebody who leaves.

Everything in it is hostile. What it says of a subscriber counts only under a mark that we made:
the return path of the mail, or the link to leave that a complaint has within it.
"""

import re
from collections.abc import Iterator, Sequence
from email.message import Message

from strandline.core.delivery.marks import LEAVE, name_in, returned_from
from strandline.core.delivery.mime import MAX_PARTS, fields_of, parts_of, read_mail
from strandline.model.delivery import Incoming, IncomingKind

#: Most bytes of a part that are read.
_MAX_PART = 200_000
#: Longest text that is told of a mail.
_MAX_SAID = 300
_HEADERS_OF_RECIPIENT = ("x-original-to", "delivered-to", "envelope-to", "x-envelope-to", "to")
_ADDRESS = re.compile(r"[^\s<>,;:\"]{1,200}@[^\s<>,;:\"]{1,200}")
_TOKEN = re.compile(
    r"/mail/([a-z0-9]{1,40}\.[a-z2-7]{16})\b|unsubscribe\+([a-z0-9]{1,40}\.[a-z2-7]{16})@"
)
_STATUS = re.compile(r"^\s*status:\s*([245])\.\d{1,3}\.\d{1,3}", re.IGNORECASE | re.MULTILINE)
_ACTION = re.compile(r"^\s*action:\s*([a-z]+)", re.IGNORECASE | re.MULTILINE)
_SAID = re.compile(r"^\s*diagnostic-code:\s*(.{1,400})", re.IGNORECASE | re.MULTILINE)
#: Answers of machines that deliver nothing back.
_AUTOMATIC = re.compile(r"auto-(?:replied|generated)", re.IGNORECASE)


def read_incoming(body: bytes, recipients: Sequence[str], secret: bytes) -> Incoming:
    """Tell what a mail is.

    Args:
        recipients: Addresses of the envelope; none where they are only in the head.
        secret: Of the site.

    Raises:
        RecursionError: Its parts are within each other too deep to be read.
    """
    message = read_mail(body)
    for address in recipients or tuple(recipients_of(message)):
        returned = returned_from(secret, address)
        if returned is not None:
            return _returned(message, *returned)
        subscriber = name_in(secret, LEAVE, _tag(address, "unsubscribe"))
        if subscriber is not None:
            return Incoming(IncomingKind.LEAVE, subscriber, said="a mail to leave")
    return _complaint(message, secret) or Incoming(
        IncomingKind.OTHER, said=_head(message, "subject")
    )


def _returned(message: Message, edition: str, subscriber_id: str) -> Incoming:
    """Something came back to the return path of one mail."""
    report = "\n".join(_texts(message, ("message/delivery-status",)))
    status, action = _STATUS.search(report), _ACTION.search(report)
    said = _SAID.search(report)
    words = _line(said[1] if said else _head(message, "subject"))
    if status or action:
        is_over = action is None or action[1].lower() in ("failed", "expired")
        if action and action[1].lower() in ("delayed", "delivered", "relayed", "expanded"):
            return Incoming(IncomingKind.AUTOMATIC, subscriber_id, edition, words)
        is_hard = is_over and (status is None or status[1] == "5")
        kind = IncomingKind.HARD_BOUNCE if is_hard else IncomingKind.SOFT_BOUNCE
        return Incoming(kind, subscriber_id, edition, words)
    if _AUTOMATIC.search(_head(message, "auto-submitted")) or _head(message, "x-autoreply"):
        return Incoming(IncomingKind.AUTOMATIC, subscriber_id, edition, words)
    return Incoming(_unstructured(message), subscriber_id, edition, words)


def _unstructured(message: Message) -> IncomingKind:
    """A report in words alone, as old servers write them: by the patterns of a library."""
    from flufl.bounce import all_failures

    try:
        temporary, permanent = all_failures(message)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return IncomingKind.OTHER
    if permanent:
        return IncomingKind.HARD_BOUNCE
    return IncomingKind.SOFT_BOUNCE if temporary else IncomingKind.OTHER


def _complaint(message: Message, secret: bytes) -> Incoming | None:
    """A feedback report; about whom, the link within the mail that it encloses says."""
    kinds = [part.get_content_type() for part in parts_of(message)]
    if "message/feedback-report" not in kinds:
        return None
    within = "\n".join(
        _texts(message, ("message/rfc822", "text/rfc822-headers", "text/plain", "text/html"))
    )
    for found in _TOKEN.finditer(within):
        subscriber_id = name_in(secret, LEAVE, found[1] or found[2])
        if subscriber_id is not None:
            return Incoming(IncomingKind.COMPLAINT, subscriber_id, said="a complaint (ARF)")
    return None


def recipients_of(message: Message) -> Iterator[str]:
    """Addresses that the head says the mail is for, those of the envelope first."""
    for value in fields_of(message, _HEADERS_OF_RECIPIENT):
        yield from _ADDRESS.findall(value)


def _tag(address: str, kind: str) -> str:
    """What stands behind `kind+` in the local part."""
    local = address.strip().strip("<>").rpartition("@")[0].lower()
    name, _, tag = local.partition("+")
    return tag if name == kind else ""


def _texts(message: Message, kinds: Sequence[str]) -> Iterator[str]:
    for part in parts_of(message):
        if part.get_content_type() not in kinds:
            continue
        payload = part.get_payload()
        if isinstance(payload, list):
            yield "\n".join(str(one)[:_MAX_PART] for one in payload[:MAX_PARTS])
        else:
            data = part.get_payload(decode=True)
            text = data if isinstance(data, bytes) else str(payload).encode("utf-8", "replace")
            yield text[:_MAX_PART].decode("utf-8", "replace")


def _head(message: Message, name: str) -> str:
    return _line(str(message.get(name, "")))


def _line(text: str) -> str:
    return " ".join(text.split())[:_MAX_SAID]
