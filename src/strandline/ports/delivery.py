"""Subscribers, the rows of a sending, and the ways out of the house. Private."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import Protocol

from strandline.model.delivery import (
    Delivery,
    DeliveryState,
    Letter,
    ReceivedMail,
    Reply,
    Sending,
    SendingState,
    Subscriber,
    SubscriberState,
    Suppression,
)


class SubscriberStore(Protocol):
    """Who may be written to, and who may not."""

    def save_subscribers(self, subscribers: Sequence[Subscriber]) -> list[str]:
        """Insert, or replace by id, in one transaction; an address is on a list once.

        Returns:
            Ids of those that were not saved: their address is on the list under another id.
        """

    def subscriber(self, subscriber_id: str) -> Subscriber | None:
        """One."""

    def find_subscribers(self, email: str, *, reader_id: str | None = None) -> list[Subscriber]:
        """All with this address, in any case of letters."""

    def addresses_on(self, reader_id: str, addresses: Sequence[str]) -> set[str]:
        """Which of the addresses (`address_key`) are on a list."""

    def subscribers(
        self,
        *,
        reader_id: str | None = None,
        state: SubscriberState | None = None,
        after: str = "",
        limit: int = 50,
    ) -> list[Subscriber]:
        """In order of ids, from behind the one named."""

    def await_confirmation(self, subscriber_id: str) -> None:
        """A mail that asks to confirm is to go out."""

    def unconfirmed(self, *, limit: int = 100) -> list[Subscriber]:
        """Pending ones to whom that mail has not gone out."""

    def asked_to_confirm(self, subscriber_id: str, now: datetime) -> None:
        """It goes out now."""

    def forget_unconfirmed(self, before: datetime) -> int:
        """Delete those who were asked before a time and never confirmed. Returns how many."""

    def count_subscribers(self) -> dict[tuple[str, SubscriberState], int]:
        """How many, by list and state."""

    def remove_subscriber(self, subscriber_id: str) -> bool:
        """Delete with all that is held about them; False where there was none."""

    def suppress(self, suppressions: Sequence[Suppression]) -> int:
        """Add; those that are there stay as they are. Returns how many were new."""

    def suppressions(self, addresses: Sequence[str]) -> list[Suppression]:
        """Those of addresses, as `address_key` writes them."""

    def all_suppressions(self, *, after: str = "", limit: int = 1000) -> list[Suppression]:
        """In order of addresses."""

    def unsuppress(self, address: str, reader_id: str) -> bool:
        """Take one away, by the person themselves or the owner; False where there was none."""


class ReceivedStore(Protocol):
    """Mails that came in."""

    def keep_received(self, mail: ReceivedMail) -> bool:
        """Keep it; False where it is there already."""

    def received(
        self, *, kind: str = "", before: datetime | None = None, limit: int = 50
    ) -> list[ReceivedMail]:
        """Newest first."""

    def mailbox_place(self, name: str) -> tuple[int, int] | None:
        """UIDVALIDITY and the last UID that was read; None for a mailbox that never was."""

    def save_mailbox_place(self, name: str, validity: int, uid: int) -> None:
        """Remember the last mail that was read."""

    def keep_letter(self, letter: Letter) -> bool:
        """Keep a newsletter's mail until it is read; False where it is, or was, there already."""

    def waiting_letters(self, source_uuid: str, *, limit: int) -> list[Letter]:
        """Mails of a newsletter that nobody has read, oldest first."""

    def asking_letters(self, source_uuid: str, *, limit: int) -> list[Letter]:
        """Those that ask a person for something, newest first."""

    def letter_read(self, letter: Letter, now: datetime, *, asks: str = "") -> None:
        """Let go of its bytes, and keep what it asks a person for."""


class DeliveryStore(Protocol):
    """One row an edition and recipient, frozen before the first mail."""

    def plan_sending(self, digest_id: str, reader_id: str, way: str, now: datetime) -> Sending:
        """Freeze who is sent an edition, in one transaction; a second call changes nothing.

        Active subscribers of the list become `planned`; suppressed addresses, and those whose
        last mail is younger than `least_days`, `excluded`, with the reason.

        Raises:
            StoreError: There is no such edition.
        """

    def sending(self, digest_id: str) -> Sending | None:
        """Where a sending stands, with its sums; None where it was never planned."""

    def set_sending(
        self, digest_id: str, state: SendingState, now: datetime, said: str = ""
    ) -> None:
        """Hold, resume or close one."""

    def claim_deliveries(
        self, digest_id: str, owner: str, now: datetime, lease: timedelta, *, limit: int
    ) -> list[Delivery]:
        """Take rows that are planned, or put off until now, as `sending`; none while it is held."""

    def prolong_deliveries(self, digest_id: str, owner: str, until: datetime) -> None:
        """A sign of life: all rows of an owner."""

    def hand_over(self, delivery: Delivery, owner: str, now: datetime) -> bool:
        """Commit that the final dot may go out; False where the row is no longer the owner's."""

    def settle_deliveries(self, deliveries: Sequence[Delivery], owner: str) -> int:
        """Write what became of rows that are the owner's. Returns how many were.

        A row that went `unknown` meanwhile takes what its sender knows after all.
        """

    def put_off_domain(self, digest_id: str, domain: str, until: datetime) -> int:
        """Let a receiving domain alone: its planned rows wait. Returns how many."""

    def recover_deliveries(self, now: datetime) -> tuple[int, int]:
        """Take back rows whose owner gives no sign of life.

        Returns:
            How many are planned again, and how many became `unknown`: their final dot may have
            gone out.
        """

    def deliveries(
        self,
        digest_id: str,
        *,
        state: DeliveryState | None = None,
        after: str = "",
        limit: int = 50,
    ) -> list[Delivery]:
        """In order of subscribers' ids."""

    def deliveries_of(self, subscriber_id: str, *, limit: int = 50) -> list[Delivery]:
        """What one subscriber was sent, newest first."""


class MailFolder(Protocol):
    """An open folder of a mailbox; used by one thread. Every method raises `MailboxFault`.

    Attributes:
        validity: UIDs of another number mean other mails.
    """

    validity: int

    def waiting(self, after: int) -> list[int]:
        """UIDs of mails behind one that wait to be read, in order."""

    def fetch(self, uid: int) -> bytes | None:
        """A mail, or its beginning where it is very large; None where it is gone."""

    def done(self, uid: int) -> None:
        """It was read, and need not be again."""


class Mailbox(Protocol):
    """Where mails come in."""

    @property
    def name(self) -> str:
        """Whose folder where; no secret."""

    def opened(self) -> AbstractContextManager[MailFolder]:
        """The folder, for as long as the context lasts.

        Raises:
            MailboxFault: It cannot be reached, or says no.
        """


class MailConnection(Protocol):
    """One connection to a way out; used by one thread."""

    def send(
        self, sender: str, recipient: str, message: bytes, before_end: Callable[[], bool]
    ) -> Reply | None:
        """Hand over one message.

        Args:
            before_end: Called when nothing but the message itself is left to be sent; where it
                says no, nothing is sent.

        Returns:
            The server's answer; None where `before_end` said no.
        """

    def close(self) -> None:
        """Let go of it; never raises."""


class MailWay(Protocol):
    """A way out for mails: an SMTP server, `sendmail`, a folder."""

    @property
    def name(self) -> str:
        """As it stands in settings and tables."""

    def connect(self) -> MailConnection | Reply:
        """A connection, or the answer of a server that lets nobody in."""
