"""Accounts, and what signs them in: sessions, tokens, passkeys. Private."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import accounts_schema as schema
from strandline.adapters.store.base import Tables, put, values
from strandline.model.accounts import Account, Passkey, Right, Role, Session, Token
from strandline.model.errors import NameTaken, StoreError

_ACCOUNT = (
    "account_id",
    "login",
    "name",
    "role",
    "password_hash",
    "reader_id",
    "subject",
    "created_at",
    "last_seen_at",
)
_SESSION = tuple(column.name for column in schema.sessions.columns)
_PASSKEY = tuple(column.name for column in schema.passkeys.columns)
_TOKEN = (
    "token_id",
    "account_id",
    "name",
    "secret_hash",
    "created_at",
    "ends_at",
    "last_used_at",
)


class AccountTables(Tables):
    """Implements `AccountStore`."""

    def save_account(self, account: Account) -> None:
        """Insert or replace.

        Raises:
            NameTaken: Another account has the login or the subject.
        """
        try:
            with self._database.write() as connection:
                put(connection, schema.accounts, values(account, *_ACCOUNT))
        except StoreError as error:
            if isinstance(error.__cause__, sa.exc.IntegrityError):
                raise NameTaken(account.login) from error
            raise

    def hold_accounts(self) -> None:
        """Within `together`: nobody else changes an account until its end."""
        # On SQLite whoever writes is alone from the beginning of the transaction.
        if not self._database.is_sqlite:
            with self._database.write() as connection:
                connection.execute(sa.text("LOCK TABLE accounts IN SHARE ROW EXCLUSIVE MODE"))

    def account(self, account_id: str) -> Account | None:
        """By id."""
        return self._one(schema.accounts.c.account_id == account_id)

    def account_of_login(self, login: str) -> Account | None:
        """By what is typed to sign in."""
        return self._one(schema.accounts.c.login == login)

    def account_of_subject(self, subject: str) -> Account | None:
        """By the OpenID provider's name for it."""
        return self._one(schema.accounts.c.subject == subject)

    def accounts(self) -> list[Account]:
        """All, in order of logins."""
        query = sa.select(schema.accounts).order_by(schema.accounts.c.login)
        with self._database.read() as connection:
            return [_account_of(row) for row in connection.execute(query)]

    def remove_account(self, account_id: str) -> bool:
        """Remove with sessions, tokens and passkeys; False where there was none."""
        return self._delete(schema.accounts, account_id=account_id) > 0

    def add_session(self, session: Session) -> None:
        """Begin a session; those that have ended are let go of."""
        table = schema.sessions
        with self._database.write() as connection:
            connection.execute(table.delete().where(table.c.ends_at <= session.created_at))
            put(connection, table, values(session, *_SESSION))

    def session(self, secret_hash: str, now: datetime) -> tuple[Session, Account] | None:
        """A session that has not ended, with whose it is."""
        row = self._with_account(schema.sessions, secret_hash, now)
        return None if row is None else (_session_of(row), _account_of(row, "accounts_"))

    def sessions(self, account_id: str, now: datetime) -> list[Session]:
        """Of an account, the last seen first; those that have ended are left out."""
        table = schema.sessions
        query = (
            sa.select(table)
            .where(table.c.account_id == account_id, table.c.ends_at > now)
            .order_by(table.c.last_seen_at.desc(), table.c.session_id)
        )
        with self._database.read() as connection:
            return [Session(**row) for row in connection.execute(query).mappings()]

    def saw_session(self, session_id: str, now: datetime) -> None:
        """It was used, and so was its account."""
        table, accounts = schema.sessions, schema.accounts
        whose = sa.select(table.c.account_id).where(table.c.session_id == session_id)
        with self._database.write() as connection:
            connection.execute(
                table.update().where(table.c.session_id == session_id).values(last_seen_at=now)
            )
            connection.execute(
                accounts.update()
                .where(accounts.c.account_id == whose.scalar_subquery())
                .values(last_seen_at=now)
            )

    def end_session(self, account_id: str, session_id: str) -> bool:
        """End one; False where the account has none of that id."""
        gone = self._delete(schema.sessions, account_id=account_id, session_id=session_id)
        return gone > 0

    def end_sessions(self, account_id: str, *, but: str = "") -> int:
        """End all of an account but one; returns how many."""
        table = schema.sessions
        with self._database.write() as connection:
            return connection.execute(
                table.delete().where(table.c.account_id == account_id, table.c.session_id != but)
            ).rowcount

    def add_token(self, token: Token) -> None:
        """Keep a new token."""
        row = values(token, *_TOKEN) | {"scope": sorted(right.value for right in token.scope)}
        with self._database.write() as connection:
            put(connection, schema.tokens, row)

    def token(self, secret_hash: str, now: datetime) -> tuple[Token, Account] | None:
        """A token that has not ended, with whose it is."""
        row = self._with_account(schema.tokens, secret_hash, now)
        return None if row is None else (_token_of(row), _account_of(row, "accounts_"))

    def tokens(self, account_id: str | None = None) -> list[Token]:
        """Of an account, or all; the newest first, those that have ended too."""
        table = schema.tokens
        query = sa.select(table).order_by(table.c.created_at.desc(), table.c.token_id)
        if account_id is not None:
            query = query.where(table.c.account_id == account_id)
        with self._database.read() as connection:
            return [_token_of(row) for row in connection.execute(query)]

    def saw_token(self, token_id: str, now: datetime) -> None:
        """It was used."""
        table = schema.tokens
        with self._database.write() as connection:
            connection.execute(
                table.update().where(table.c.token_id == token_id).values(last_used_at=now)
            )

    def remove_token(self, account_id: str, token_id: str) -> bool:
        """End one; False where the account has none of that id."""
        return self._delete(schema.tokens, account_id=account_id, token_id=token_id) > 0

    def save_passkey(self, passkey: Passkey) -> None:
        """Insert, or keep its new count and time."""
        with self._database.write() as connection:
            put(connection, schema.passkeys, values(passkey, *_PASSKEY))

    def passkey(self, credential_id: str) -> Passkey | None:
        """By its id."""
        return next(iter(self._passkeys(schema.passkeys.c.credential_id == credential_id)), None)

    def passkeys(self, account_id: str) -> list[Passkey]:
        """Of an account, oldest first."""
        return self._passkeys(schema.passkeys.c.account_id == account_id)

    def remove_passkey(self, account_id: str, credential_id: str) -> bool:
        """Remove one; False where the account has none of that id."""
        gone = self._delete(schema.passkeys, account_id=account_id, credential_id=credential_id)
        return gone > 0

    def _one(self, condition: sa.ColumnElement[bool]) -> Account | None:
        with self._database.read() as connection:
            row = connection.execute(sa.select(schema.accounts).where(condition)).first()
        return None if row is None else _account_of(row)

    def _passkeys(self, condition: sa.ColumnElement[bool]) -> list[Passkey]:
        table = schema.passkeys
        order = (table.c.created_at, table.c.credential_id)
        query = sa.select(table).where(condition).order_by(*order)
        with self._database.read() as connection:
            return [Passkey(**row) for row in connection.execute(query).mappings()]

    def _with_account(self, table: sa.Table, secret_hash: str, now: datetime) -> Any:
        accounts = schema.accounts
        whose = [column.label(f"accounts_{column.name}") for column in accounts.columns]
        query = (
            sa.select(table, *whose)
            .join(accounts, accounts.c.account_id == table.c.account_id)
            .where(table.c.secret_hash == secret_hash, table.c.ends_at > now)
        )
        with self._database.read() as connection:
            return connection.execute(query).first()

    def _delete(self, table: sa.Table, **keys: str) -> int:
        with self._database.write() as connection:
            return _delete(connection, table, keys)


def _delete(connection: Connection, table: sa.Table, keys: dict[str, str]) -> int:
    conditions = [table.c[name] == value for name, value in keys.items()]
    return connection.execute(table.delete().where(*conditions)).rowcount


def _account_of(row: Any, prefix: str = "") -> Account:
    found = {name: getattr(row, f"{prefix}{name}") for name in _ACCOUNT}
    return Account(**(found | {"role": Role(found["role"])}))


def _session_of(row: Any) -> Session:
    return Session(**{name: getattr(row, name) for name in _SESSION})


def _token_of(row: Any) -> Token:
    """Rights that a later version knew are none here."""
    known = {right.value for right in Right}
    scope = frozenset(Right(name) for name in row.scope if name in known)
    return Token(**{name: getattr(row, name) for name in _TOKEN}, scope=scope)
