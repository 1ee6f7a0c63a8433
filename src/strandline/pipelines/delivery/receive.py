"""Mails that come in: acted on once, and kept."""

from collections.abc import Sequence
from datetime import timedelta
from email import message_from_bytes
from email.policy import compat32
from hashlib import sha256

import structlog

from strandline.core.delivery.incoming import MAX_BYTES, Incoming, IncomingKind, read_incoming
from strandline.model.delivery import ReceivedMail
from strandline.pipelines.delivery.bounces import note_bounce, note_complaint
from strandline.pipelines.delivery.subscribing import leave
from strandline.ports import Ports
from strandline.settings import Settings

log = structlog.get_logger("strandline.delivery")

#: How much is kept of what a person has to read, characters.
_KEPT = 64_000
#: How long mails that came in are kept.
KEPT_FOR = timedelta(days=90)


def receive(
    ports: Ports, settings: Settings, body: bytes, recipients: Sequence[str] = ()
) -> ReceivedMail:
    """Act on one mail; the same bytes again do nothing.

    Args:
        recipients: Addresses of the envelope; none where they are only in the head.

    Raises:
        StoreError: The database refused; the mail should be given again.
    """
    told = read_incoming(body, recipients, ports.secret)
    head = message_from_bytes(body[:MAX_BYTES], policy=compat32)
    is_read = told.kind is IncomingKind.OTHER or (
        told.kind is not IncomingKind.AUTOMATIC and not told.subscriber_id
    )
    mail = ReceivedMail(
        sha256(body).hexdigest(),
        ports.clock.now(),
        told.kind.value,
        told.subscriber_id,
        " ".join(str(head.get("from", "")).split())[:300],
        " ".join(str(head.get("subject", "")).split())[:300],
        told.said,
        body[:_KEPT].decode("utf-8", "replace") if is_read else "",
    )
    with ports.store.together():
        if ports.store.keep_received(mail):
            _act(ports, settings, told)
    log.info("mail came in", kind=mail.kind, subscriber=mail.subscriber_id)
    return mail


def _act(ports: Ports, settings: Settings, told: Incoming) -> None:
    who = told.subscriber_id
    if told.kind in (IncomingKind.HARD_BOUNCE, IncomingKind.SOFT_BOUNCE):
        is_hard = told.kind is IncomingKind.HARD_BOUNCE
        note_bounce(ports, settings, who, told.said, is_hard=is_hard)
    elif told.kind is IncomingKind.COMPLAINT:
        note_complaint(ports, who, told.said)
    elif told.kind is IncomingKind.LEAVE:
        found = ports.store.subscriber(who)
        if found is not None:
            leave(ports, found, "by a mail")
