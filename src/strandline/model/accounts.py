"""Who uses this installation, and what each may do. Private: never in a published file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType


class Role(StrEnum):
    """What a person is to this installation; each may do what the ones before it may."""

    READER = "reader"
    EDITOR = "editor"
    PUBLISHER = "publisher"
    OWNER = "owner"


class Right(StrEnum):
    """What a route or an act asks for; a token's scope is a set of these."""

    PUBLIC = "public"  # everybody, signed in or not
    OWN = "own"  # one's own account, one's own edition and history
    DESK = "desk"  # read what the desk shows: drafts, what was left out, queues, failures
    DRAFT = "draft"  # change drafts
    SOURCES = "sources"  # add, change and remove sources
    REVIEW = "review"  # rule on stories
    ARCHIVE = "archive"  # keep pages, again, not at all
    SEND = "send"  # approve, schedule, send, stop
    DELIVERY = "delivery"  # recipients and channels
    ACCOUNTS = "accounts"  # people, their roles, the audit
    OPERATE = "operate"  # settings of the site, backups, removal for good


#: The lowest role that has a right; `PUBLIC` asks for none.
LOWEST: Mapping[Right, Role] = MappingProxyType(
    {
        Right.OWN: Role.READER,
        Right.DESK: Role.EDITOR,
        Right.DRAFT: Role.EDITOR,
        Right.SOURCES: Role.EDITOR,
        Right.REVIEW: Role.EDITOR,
        Right.ARCHIVE: Role.EDITOR,
        Right.SEND: Role.PUBLISHER,
        Right.DELIVERY: Role.PUBLISHER,
        Right.ACCOUNTS: Role.OWNER,
        Right.OPERATE: Role.OWNER,
    }
)
_RANKS = tuple(Role)


def rights_of(role: Role | None) -> frozenset[Right]:
    """All rights of a role; of nobody: what everybody may."""
    if role is None:
        return frozenset({Right.PUBLIC})
    rank = _RANKS.index(role)
    return frozenset(
        {Right.PUBLIC, *(right for right, low in LOWEST.items() if _RANKS.index(low) <= rank)}
    )


class Via(StrEnum):
    """By what a person was known."""

    NOBODY = "nobody"
    CONSOLE = "console"  # the command line of this machine
    SESSION = "session"
    TOKEN = "token"  # noqa: S105 - a word, not a secret
    PROXY = "proxy"


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks: whoever is signed in, a token's bearer, the command line, or nobody.

    Attributes:
        account_id: Empty for nobody and for the command line.
        name: As the audit shows it.
        role: None for nobody.
        reader_id: The reader of the ledger that a reader's account stands for; None for none.
        scope: Rights that a token was given; None for all of the role.
        session_id: Of the session or the token.
    """

    account_id: str = ""
    name: str = ""
    role: Role | None = None
    via: Via = Via.NOBODY
    reader_id: str | None = None
    scope: frozenset[Right] | None = None
    session_id: str = ""

    @classmethod
    def console(cls) -> "Actor":
        """Whoever can run a command on this machine owns the ledger anyway."""
        return cls(name="console", role=Role.OWNER, via=Via.CONSOLE)

    @classmethod
    def nobody(cls) -> "Actor":
        """Not signed in."""
        return cls()

    @property
    def is_signed_in(self) -> bool:
        """True for everybody but nobody."""
        return self.role is not None

    @property
    def rights(self) -> frozenset[Right]:
        """What the role has, and the token leaves of it."""
        whole = rights_of(self.role)
        return whole if self.scope is None else whole & (self.scope | {Right.PUBLIC})

    def may(self, right: Right) -> bool:
        """True where this actor has a right."""
        return right in self.rights


@dataclass(frozen=True, slots=True)
class Account:
    """A person who can sign in.

    Attributes:
        login: What is typed to sign in: ASCII, lower case, unique.
        name: As shown; any script.
        password_hash: argon2id in its own format; None where there is no password.
        reader_id: The reader of the ledger whose edition and history are theirs.
        subject: `issuer subject` at the OpenID provider; None where it was never used.
    """

    account_id: str
    login: str
    name: str
    role: Role
    created_at: datetime
    password_hash: str | None = field(default=None, repr=False)
    reader_id: str | None = None
    subject: str | None = None
    last_seen_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """A browser that is signed in.

    Attributes:
        secret_hash: SHA-256 hex of the cookie's value, which nobody keeps.
        session_id: Names it in lists; opens nothing.
        address: Of the browser at sign-in.
        agent: What the browser calls itself, short.
    """

    session_id: str
    account_id: str
    secret_hash: str = field(repr=False)
    created_at: datetime
    last_seen_at: datetime
    ends_at: datetime
    address: str = ""
    agent: str = ""


@dataclass(frozen=True, slots=True)
class Token:
    """What a program signs in with: the rights of its owner that it was given, until its end."""

    token_id: str
    account_id: str
    name: str
    secret_hash: str = field(repr=False)
    scope: frozenset[Right]
    created_at: datetime
    ends_at: datetime
    last_used_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Passkey:
    """A public key of somebody's authenticator (WebAuthn); ids and keys as base64url."""

    credential_id: str
    account_id: str
    name: str
    public_key: str
    sign_count: int
    created_at: datetime
    last_used_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class SignInTry:
    """A sign-in that is under way at the provider; three secrets of ours."""

    state: str = field(repr=False)
    nonce: str = field(repr=False)
    verifier: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Identity:
    """Whom the provider knows.

    Attributes:
        subject: `issuer subject`: the one name that never changes.
        login: What they are called there; empty where it does not say.
    """

    subject: str
    login: str = ""
    name: str = ""


class Purpose(StrEnum):
    """What something that can be used once is for."""

    OWNER = "owner"  # the link of the first start
    RESET = "reset"  # a new password
    OPENID = "openid"  # a sign-in that is under way at the provider
    PASSKEY = "passkey"  # a challenge to an authenticator


@dataclass(frozen=True, slots=True)
class OneTime:
    """A secret that opens one thing once: a link, a challenge.

    Attributes:
        secret_hash: SHA-256 hex.
        account_id: Whom it concerns; None for nobody yet.
        payload: What must be known when it comes back.
    """

    secret_hash: str = field(repr=False)
    purpose: Purpose
    ends_at: datetime
    account_id: str | None = None
    payload: Mapping[str, str] = field(default_factory=dict)
