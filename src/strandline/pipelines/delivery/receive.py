"""Mails that come in: acted on once, and kept; those of newsletters wait to be read by a poll."""

from collections.abc import Sequence
from email.message import Message
from hashlib import sha256

import structlog

from strandline.core.delivery.incoming import recipients_of
from strandline.core.delivery.marks import letter_source
from strandline.core.delivery.mime import field_of, read_head
from strandline.model.delivery import Incoming, IncomingKind, Letter, ReceivedMail
from strandline.model.sources import Source, SourceKind
from strandline.pipelines.delivery.bounces import note_bounce, note_complaint
from strandline.pipelines.delivery.subscribing import leave
from strandline.ports import Ports
from strandline.settings import Settings

log = structlog.get_logger("strandline.delivery")

#: How much is kept of what a person has to read, characters.
_KEPT = 64_000
#: How much is kept of a newsletter's mail until it is read, bytes: its text comes before its files.
_KEPT_LETTER = 4_000_000
_LONGEST = 300


def receive(
    ports: Ports, settings: Settings, body: bytes, recipients: Sequence[str] = ()
) -> ReceivedMail:
    """Act on one mail; the same bytes again do nothing.

    Args:
        recipients: Addresses of the envelope; none where they are only in the head.

    Raises:
        StoreError: The database refused; the mail should be given again.
        ParserFault: No mail can be read here; it should be given again.
    """
    head = read_head(body)
    addresses = tuple(recipients) or tuple(recipients_of(head))
    source = _newsletter(ports, addresses)
    if source is not None:
        return _keep_letter(ports, source, addresses, body, head)
    told = ports.parser.incoming(body, addresses, ports.secret)
    is_read = told.kind is IncomingKind.OTHER or (
        told.kind is not IncomingKind.AUTOMATIC and not told.subscriber_id
    )
    mail = ReceivedMail(
        sha256(body).hexdigest(),
        ports.clock.now(),
        told.kind.value,
        told.subscriber_id,
        *_sender_and_subject(head),
        told.said,
        body[:_KEPT].decode("utf-8", "replace") if is_read else "",
    )
    with ports.store.together():
        if ports.store.keep_received(mail):
            _act(ports, settings, told)
    log.info("mail came in", kind=mail.kind, subscriber=mail.subscriber_id)
    return mail


def _sender_and_subject(head: Message) -> tuple[str, str]:
    return field_of(head, "from")[:_LONGEST], field_of(head, "subject")[:_LONGEST]


def _newsletter(ports: Ports, addresses: Sequence[str]) -> Source | None:
    """Whose address one of them is."""
    for address in addresses:
        named = letter_source(ports.secret, address)
        if named is not None:
            uuid = named.upper()
            source = ports.store.some_sources([uuid]).get(uuid)
            if source is not None and source.kind is SourceKind.NEWSLETTER:
                return source
    return None


def _keep_letter(
    ports: Ports,
    source: Source,
    addresses: Sequence[str],
    body: bytes,
    head: Message,
) -> ReceivedMail:
    """Keep it until it is polled, which is soon; a mail that came before is not read again."""
    now = ports.clock.now()
    sender, subject = _sender_and_subject(head)
    named = field_of(head, "message-id")
    key = sha256(named.encode("utf-8", "replace") if named else body).hexdigest()
    # The address of the envelope is the one that its links may name.
    envelope = b"".join(
        b"X-Original-To: %s\r\n" % one.encode("ascii", "ignore")[:_LONGEST] for one in addresses[:3]
    )
    letter = Letter(source.source_uuid, key, now, sender, subject, envelope + body[:_KEPT_LETTER])
    if ports.store.keep_letter(letter):
        ports.store.poll_soon([source.source_uuid], now)
        log.info("letter came in", source=source.source_uuid)
    kind = IncomingKind.NEWSLETTER.value
    return ReceivedMail(key, now, kind, "", sender, subject, f"{source.name}: {subject}")


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
