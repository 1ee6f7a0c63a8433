"""Accounts, what signs them in, and the audit."""

from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from strandline.model.accounts import (
    Account,
    Identity,
    OneTime,
    Passkey,
    Purpose,
    Session,
    SignInTry,
    Token,
)
from strandline.model.acts import AuditEntry, SentWrite


class Passwords(Protocol):
    """Hashes passwords, slowly and few at a time.

    Both methods raise `Busy` where too many are at it.
    """

    def hash(self, password: str) -> str:
        """What is kept of a password."""
        ...

    def check(self, password: str, kept: str | None) -> bool:
        """True for the right one; without a kept one it is False and takes as long."""
        ...

    def is_outdated(self, kept: str) -> bool:
        """True where it was hashed in another way than it would be today."""
        ...


class IdentityProvider(Protocol):
    """Another place where people sign in; both methods raise `ProviderFault`."""

    @property
    def name(self) -> str:
        """What its button says."""
        ...

    def begin(self, tried: SignInTry, back: str) -> str:
        """Address at the provider to which the browser is sent."""
        ...

    def finish(self, tried: SignInTry, back: str, code: str) -> Identity:
        """Who signed in there, by the code that the browser brought back to the address `back`."""
        ...


class AuditStore(Protocol):
    """What people changed, and the transaction in which a change and its row are written."""

    def together(self) -> AbstractContextManager[None]:
        """Whatever this thread writes within the block is one transaction: all of it, or nothing.

        Reads within see what was written. May be nested. An exception undoes all of it. No
        network, no waiting and no model inside: on SQLite every other writer waits meanwhile.
        """
        ...

    def record(self, entry: AuditEntry) -> None:
        """Write one row; within `together`, with the change that it tells."""
        ...

    def audit(
        self, *, who: str = "", what: str = "", subject: str = "", before: int = 0, limit: int = 50
    ) -> list[AuditEntry]:
        """Newest first.

        Args:
            who: Name of the actor; empty for all.
            what: `area.verb`, or an area with all its verbs; empty for all.
            subject: Id; empty for all.
            before: Only entries with a smaller id; 0 for the newest.
        """
        ...


class AccountStore(Protocol):
    """Who can sign in, and by what."""

    def save_account(self, account: Account) -> None:
        """Insert or replace.

        Raises:
            NameTaken: Another account has the login or the subject.
        """
        ...

    def hold_accounts(self) -> None:
        """Within `together`: nobody else changes an account until its end.

        What is read afterwards is what is changed; two owners who demote each other come one after
        the other.
        """
        ...

    def account(self, account_id: str) -> Account | None:
        """By id."""
        ...

    def account_of_login(self, login: str) -> Account | None:
        """By what is typed to sign in."""
        ...

    def account_of_subject(self, subject: str) -> Account | None:
        """By the OpenID provider's name for it."""
        ...

    def accounts(self) -> list[Account]:
        """All, in order of logins."""
        ...

    def remove_account(self, account_id: str) -> bool:
        """Remove with sessions, tokens and passkeys; False where there was none."""
        ...

    def add_session(self, session: Session) -> None:
        """Begin a session."""
        ...

    def session(self, secret_hash: str, now: datetime) -> tuple[Session, Account] | None:
        """A session that has not ended, with whose it is."""
        ...

    def sessions(self, account_id: str, now: datetime) -> list[Session]:
        """Of an account, the last seen first; those that have ended are left out."""
        ...

    def saw_session(self, session_id: str, now: datetime) -> None:
        """It was used."""
        ...

    def end_session(self, account_id: str, session_id: str) -> bool:
        """End one; False where the account has none of that id."""
        ...

    def end_sessions(self, account_id: str, *, but: str = "") -> int:
        """End all of an account but one; returns how many."""
        ...

    def add_token(self, token: Token) -> None:
        """Keep a new token."""
        ...

    def token(self, secret_hash: str, now: datetime) -> tuple[Token, Account] | None:
        """A token that has not ended, with whose it is."""
        ...

    def tokens(self, account_id: str | None = None) -> list[Token]:
        """Of an account, or all; the newest first, those that have ended too."""
        ...

    def saw_token(self, token_id: str, now: datetime) -> None:
        """It was used."""
        ...

    def remove_token(self, account_id: str, token_id: str) -> bool:
        """End one; False where the account has none of that id."""
        ...

    def save_passkey(self, passkey: Passkey) -> None:
        """Insert, or keep its new count and time."""
        ...

    def passkey(self, credential_id: str) -> Passkey | None:
        """By its id."""
        ...

    def passkeys(self, account_id: str) -> list[Passkey]:
        """Of an account, oldest first."""
        ...

    def remove_passkey(self, account_id: str, credential_id: str) -> bool:
        """Remove one; False where the account has none of that id."""
        ...


class DoorStore(Protocol):
    """What can be used once, and who knocked in vain."""

    def add_one_time(self, secret: OneTime, now: datetime) -> None:
        """Keep it until it is used or has ended; what ended before is let go of."""
        ...

    def one_time(self, secret_hash: str, purpose: Purpose, now: datetime) -> OneTime | None:
        """Look at it; None where there is none, or where it has ended."""
        ...

    def take_one_time(self, secret_hash: str, purpose: Purpose, now: datetime) -> OneTime | None:
        """Use it: of two who ask at the same time, one gets it."""
        ...

    def drop_one_times(self, purpose: Purpose, account_id: str | None) -> int:
        """Those of a purpose and an account (None: of nobody) open nothing any more."""
        ...

    def claim_form(self, form_id: str, now: datetime) -> str | None:
        """A form was sent: None for the first time, else where its first answer led (or empty)."""
        ...

    def settle_form(self, form_id: str, led_to: str) -> None:
        """Where the answer to a form led."""
        ...

    def release_form(self, form_id: str) -> None:
        """The form changed nothing: it may be sent again."""
        ...

    def claim_write(self, key: str, fingerprint: str, now: datetime) -> SentWrite | None:
        """A program sent a write under a key: None for the first time within 24 hours, else what
        is known of that. Of two at the same time, one is the first.
        """
        ...

    def settle_write(self, key: str, status: int, media_type: str, body: str) -> None:
        """What it was answered."""
        ...

    def release_write(self, key: str) -> None:
        """It changed nothing and may be sent again."""
        ...

    def add_failure(self, login: str, address: str, now: datetime) -> None:
        """Somebody tried to sign in and may not; older ones than a day are let go of."""
        ...

    def failures(self, login: str, address: str, since: datetime) -> tuple[int, int]:
        """How many failed since for a login, and from an address."""
        ...

    def forget_failures(self, login: str) -> None:
        """Somebody signed in."""
        ...
