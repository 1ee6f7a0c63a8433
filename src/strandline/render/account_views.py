"""What the pages about accounts show: the arguments of their templates."""

from dataclasses import dataclass

from strandline.model.accounts import Account, Passkey, Right, Role, Session, Token
from strandline.model.acts import AuditEntry, Outcome
from strandline.model.readers import Reader


@dataclass(frozen=True, slots=True)
class SignInView:
    """`/sign-in`.

    Attributes:
        to: Path that one came for.
        login: As it was typed.
        refusal: Why the last try did not do.
        is_local: Passwords and passkeys are taken.
        has_passkeys: Passkeys are offered here.
        provider: Name of the OpenID provider; empty for none.
        is_begun: False where nobody has an account yet.
    """

    to: str
    login: str = ""
    refusal: Outcome | None = None
    is_local: bool = True
    has_passkeys: bool = False
    provider: str = ""
    is_begun: bool = True


@dataclass(frozen=True, slots=True)
class WelcomeView:
    """`/welcome/…`: a link that is good once.

    Attributes:
        secret: Of the link.
        login: Whose password is set; empty where the owner's account is made.
        typed: Login and name as they were typed.
        is_open: False for a link that opens nothing.
    """

    secret: str = ""
    login: str = ""
    typed: tuple[str, str] = ("", "")
    refusal: Outcome | None = None
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class AccountView:
    """`/account`: one's own.

    Attributes:
        scopes: Rights that a token may be given.
        secret: Of a token that was just made; shown this once.
        current: Id of the session that asks.
        has_passkeys: Passkeys are offered here.
        provider: Name of the OpenID provider; empty for none.
    """

    account: Account
    sessions: tuple[Session, ...]
    tokens: tuple[Token, ...]
    passkeys: tuple[Passkey, ...]
    scopes: tuple[Right, ...]
    current: str
    secret: str = ""
    refusal: Outcome | None = None
    has_passkeys: bool = False
    provider: str = ""


@dataclass(frozen=True, slots=True)
class UsersView:
    """`/desk/users`: everybody who can sign in.

    Attributes:
        link: A link that was just made, for whom, shown this once.
        tokens: Of everybody.
        ways: How people sign in: (key of `accounts.way`, value), as the settings say.
    """

    accounts: tuple[Account, ...]
    readers: tuple[Reader, ...]
    roles: tuple[Role, ...] = tuple(Role)
    own: str = ""
    link: str = ""
    link_for: str = ""
    refusal: Outcome | None = None
    typed: tuple[str, str] = ("", "")
    tokens: tuple[Token, ...] = ()
    ways: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class AuditView:
    """`/desk/audit`: what people changed, newest first.

    Attributes:
        older_href: The next page; None on the last.
        newest_href: The first page of the same choice.
    """

    entries: tuple[AuditEntry, ...]
    who: str
    what: str
    subject: str
    names: tuple[str, ...]
    areas: tuple[str, ...]
    older_href: str | None
    newest_href: str
    is_first: bool
