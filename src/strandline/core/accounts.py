"""How accounts, passwords and tokens may be named and made: what is refused, by message key."""

import hashlib
import re
import unicodedata
from collections.abc import Collection

from strandline.model.accounts import Account, Right, Role

#: What is typed to sign in: ASCII alone, so that no two logins look alike.
_LOGIN = re.compile(r"[a-z0-9](?:[a-z0-9._@+-]{0,62}[a-z0-9])?")
MAX_NAME = 80
MIN_PASSWORD, MAX_PASSWORD = 10, 200
MAX_TOKEN_DAYS = 366


def hash_of(secret: str) -> str:
    """What is kept of a secret: it is random and long, so a plain hash is enough."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def as_login(typed: str) -> str:
    """What somebody typed, as logins are kept: lower case, full-width letters as plain ones."""
    return unicodedata.normalize("NFKC", typed[:400]).strip().lower()


def as_password(typed: str) -> str:
    """One spelling of accented letters, whatever keyboard wrote them (RFC 8265, 4.2.2)."""
    return unicodedata.normalize("NFC", typed)


def login_fault(login: str) -> str:
    """Why a login cannot be; empty where it can."""
    return "" if _LOGIN.fullmatch(login) else "accounts.bad_login"


def name_fault(name: str) -> str:
    """Why a name cannot be shown; empty where it can."""
    fits = 0 < len(name) <= MAX_NAME and name.isprintable()
    return "" if fits else "accounts.bad_name"


def password_fault(password: str, login: str) -> str:
    """Why a password cannot be; empty where it can."""
    if len(password) < MIN_PASSWORD:
        return "accounts.short_password"
    if len(password) > MAX_PASSWORD:
        return "accounts.long_password"
    is_easy = len(set(password)) < 4 or password.lower() in (login, login[::-1])
    return "accounts.easy_password" if is_easy else ""


def is_last_owner(account: Account, every: Collection[Account]) -> bool:
    """True where nobody else could make owners any more."""
    owners = {one.account_id for one in every if one.role is Role.OWNER}
    return owners == {account.account_id}


def scope_fault(scope: frozenset[Right], rights: frozenset[Right]) -> str:
    """Why a token cannot have a scope; empty where it can."""
    if not scope:
        return "accounts.no_scope"
    return "accounts.scope_too_wide" if scope - rights else ""
