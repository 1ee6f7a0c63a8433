"""Accounts and what signs them in, made for tests."""

import hashlib
from datetime import timedelta
from typing import Any

from strandline.model.accounts import Account, Right, Role, Session, Token
from strandline.testing.builders import NOW


def an_account(login: str = "ada", **changes: Any) -> Account:
    """An editor without a password."""
    fields: dict[str, Any] = {
        "account_id": f"account-{login}",
        "login": login,
        "name": login.title(),
        "role": Role.EDITOR,
        "created_at": NOW,
    }
    return Account(**(fields | changes))


def hash_of(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def a_session(account: Account, number: int = 1, **changes: Any) -> Session:
    """A session whose cookie holds `secret-<login>-<number>`."""
    fields: dict[str, Any] = {
        "session_id": f"session-{account.login}-{number}",
        "account_id": account.account_id,
        "secret_hash": hash_of(f"secret-{account.login}-{number}"),
        "created_at": NOW,
        "last_seen_at": NOW,
        "ends_at": NOW + timedelta(days=3650),
        "address": "192.0.2.7",
        "agent": "Firefox",
    }
    return Session(**(fields | changes))


def a_token(account: Account, number: int = 1, **changes: Any) -> Token:
    """A token with the secret `token-<login>-<number>` and all rights of its owner."""
    fields: dict[str, Any] = {
        "token_id": f"token-{account.login}-{number}",
        "account_id": account.account_id,
        "name": "Script",
        "secret_hash": hash_of(f"token-{account.login}-{number}"),
        "scope": frozenset(Right),
        "created_at": NOW,
        "ends_at": NOW + timedelta(days=3650),
    }
    return Token(**(fields | changes))
