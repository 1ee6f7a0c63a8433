"""Subscribers, and what becomes of an edition on its way to each of them. Private."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

#: Letters of a subscriber's id: a return path with it keeps within its 64 octets.
ID_LETTERS = 16


class SubscriberState(StrEnum):
    """Where a subscriber stands; only `active` ones are sent anything."""

    PENDING = "pending"  # asked by form, not confirmed yet
    ACTIVE = "active"
    PAUSED = "paused"  # by themselves
    BOUNCING = "bouncing"  # their address gives mails back
    UNSUBSCRIBED = "unsubscribed"
    COMPLAINED = "complained"  # called a mail spam: never again


class Basis(StrEnum):
    """Why somebody may be written to."""

    FORM = "form"  # double opt-in: asked, and confirmed by mail
    IMPORT = "import"  # the owner says so, with a reason
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Proof:
    """What shows that somebody asked to be written to.

    Attributes:
        detail: The text that was agreed to, or the basis that the owner named.
        asked_from: Network from which the form was sent; empty where there was none.
        confirmed_from: The same of the confirmation.
    """

    basis: Basis
    detail: str = ""
    asked_at: datetime | None = None
    asked_from: str = ""
    confirmed_at: datetime | None = None
    confirmed_from: str = ""


@dataclass(frozen=True, slots=True)
class Subscriber:
    """One address on one list.

    Attributes:
        reader_id: The list: the reader whose editions are sent (`public` is everybody's).
        language: Of the words around the news; None where the edition's own is meant.
        least_days: Days between two mails at least; 0 = every edition, 7 = once a week.
        categories: Only these of an edition; empty means all.
        bounces: Soft ones in a row.
    """

    subscriber_id: str
    email: str
    reader_id: str
    state: SubscriberState
    created_at: datetime
    proof: Proof
    language: str | None = None
    least_days: int = 0
    categories: tuple[str, ...] = ()
    bounces: int = 0
    changed_at: datetime | None = None


class SuppressedFor(StrEnum):
    """Why an address is never written to."""

    UNSUBSCRIBED = "unsubscribed"  # of one list
    COMPLAINED = "complained"
    BOUNCED = "bounced"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Suppression:
    """An address that no import brings back.

    Attributes:
        address: As `core.delivery.addresses.address_key` writes it.
        reader_id: The list; empty for all lists.
    """

    address: str
    reader_id: str
    reason: SuppressedFor
    since: datetime
    detail: str = ""


class DeliveryState(StrEnum):
    """What is known of one edition and one recipient."""

    PLANNED = "planned"
    SENDING = "sending"  # committed before MAIL FROM
    DEFERRED = "deferred"  # the server asked to come again
    ACCEPTED = "accepted"
    REFUSED = "refused"
    UNKNOWN = "unknown"  # gone after the final dot, before the answer (RFC 1047): not sent again
    EXCLUDED = "excluded"  # on the list, and not to be sent to


#: States in which nothing more happens by itself.
SETTLED = frozenset(
    {
        DeliveryState.ACCEPTED,
        DeliveryState.REFUSED,
        DeliveryState.UNKNOWN,
        DeliveryState.EXCLUDED,
    }
)


@dataclass(frozen=True, slots=True)
class Delivery:
    """One edition for one recipient, frozen when it was planned.

    Attributes:
        email: The address at that time.
        attempts: Connections in which it was tried.
        not_before: Not to be tried sooner.
        said: The server's last words about it, or why it was excluded.
    """

    digest_id: str
    subscriber_id: str
    email: str
    state: DeliveryState
    changed_at: datetime
    attempts: int = 0
    not_before: datetime | None = None
    said: str = ""
    language: str | None = None
    categories: tuple[str, ...] = ()


class SendingState(StrEnum):
    """Where the sending of an edition stands."""

    SENDING = "sending"
    HELD = "held"  # waits for a person
    SENT = "sent"  # the sums balance


@dataclass(frozen=True, slots=True)
class Sending:
    """The sending of one edition.

    Attributes:
        way: Name of the way out, such as `smtp`.
        said: Why it is held.
        touched_at: When something was last sent, or somebody resumed it.
        sums: How many recipients stand in each state.
    """

    digest_id: str
    state: SendingState
    planned_at: datetime
    touched_at: datetime
    way: str = ""
    said: str = ""
    sums: Mapping[DeliveryState, int] = field(default_factory=dict)

    @property
    def is_balanced(self) -> bool:
        """True where planned = accepted + refused + excluded + unknown."""
        return all(not count or state in SETTLED for state, count in self.sums.items())


class Stage(StrEnum):
    """How far a conversation with a mail server came."""

    CONNECT = "connect"  # connection, TLS, log-in
    SENDER = "sender"  # MAIL FROM
    RECIPIENT = "recipient"  # RCPT TO
    DATA = "data"  # before the final dot
    END = "end"  # the final dot was sent


@dataclass(frozen=True, slots=True)
class Reply:
    """What a mail server, or another way out, answered.

    Attributes:
        code: SMTP reply code; 0 where the connection was lost or nothing was said in time.
        text: Its words, without line breaks.
    """

    stage: Stage
    code: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class MailOutcome:
    """What becomes of one recipient after an attempt.

    Attributes:
        wait: For `deferred`: whose turn is put off (`recipient`, `domain` or `server`).
        is_bounce: True where the address itself is said not to work.
        is_fault: True where the server refused us, not the recipient: a run of such stops a send.
        drops_connection: True where the connection cannot be used any more.
    """

    state: DeliveryState
    said: str
    wait: str = ""
    is_bounce: bool = False
    is_fault: bool = False
    drops_connection: bool = False


class IncomingKind(StrEnum):
    """What a mail is to us."""

    HARD_BOUNCE = "hard_bounce"  # the address does not work
    SOFT_BOUNCE = "soft_bounce"  # not now
    COMPLAINT = "complaint"  # somebody called it spam (ARF, RFC 5965)
    LEAVE = "leave"  # a mail to the address that unsubscribes
    NEWSLETTER = "newsletter"  # to the address of a source
    AUTOMATIC = "automatic"  # a holiday note; nothing is to be done
    OTHER = "other"  # for a person to read


@dataclass(frozen=True, slots=True)
class Incoming:
    """What was read.

    Attributes:
        subscriber_id: Whom it is about; empty for nobody that is marked.
        edition: Beginning of the edition's id; empty where it is not told.
        said: The other side's words, one line.
    """

    kind: IncomingKind
    subscriber_id: str = ""
    edition: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class ReceivedMail:
    """A mail that came in, as it is kept.

    Attributes:
        mail_id: Checksum of its bytes: one that comes twice is there once.
        kind: Of `IncomingKind`.
        subscriber_id: Whom it is about; empty for nobody.
        said: What it says, in a line.
        beginning: Its first bytes as text, of what a person has to read; empty otherwise.
    """

    mail_id: str
    received_at: datetime
    kind: str
    subscriber_id: str
    sender: str
    subject: str
    said: str = ""
    beginning: str = ""


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail of a newsletter: read once, then without its bytes.

    Attributes:
        letter_key: Checksum of its Message-ID, or of its bytes where it has none: one that comes
            twice is there once.
        sender: As its head says; one line.
        subject: As its head says; one line.
        body: The mail as it came, its beginning where it is very large; empty once it was read.
        asks: An address that a person has to open by himself, such as one that confirms a
            subscription; empty for none.
        read_at: None as long as it waits to be read.
    """

    source_uuid: str
    letter_key: str
    received_at: datetime
    sender: str
    subject: str
    body: bytes = b""
    asks: str = ""
    read_at: datetime | None = None
