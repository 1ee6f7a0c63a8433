"""Who can sign in, by what, and what people changed."""

from datetime import datetime
from typing import Any, Self

from pydantic import Field

from strandline.model.accounts import Account, Actor, Session, Token
from strandline.model.acts import AuditEntry
from strandline.web.api.answers.base import Answer, Line, Next


class MeAnswer(Answer):
    """Who asks, and what they may."""

    name: str = Field(description="As the audit shows it.", examples=["ada"])
    role: str = Field(examples=["editor"])
    rights: list[str] = Field(description="Of the role, as far as a token's scope leaves them.")
    reader_id: str | None = Field(description="Whose edition and history are theirs.")

    @classmethod
    def of(cls, actor: Actor) -> Self:
        """Somebody who is signed in."""
        return cls(
            name=actor.name,
            role=actor.role.value if actor.role else "",
            rights=sorted(actor.rights),
            reader_id=actor.reader_id,
        )


class AccountAnswer(Answer):
    """A person who can sign in."""

    account_id: str
    login: str = Field(examples=["ada"])
    name: Line
    role: str = Field(examples=["editor"])
    reader_id: str | None
    created_at: datetime
    last_seen_at: datetime | None

    @classmethod
    def of(cls, account: Account) -> Self:
        """An account as kept, without what signs it in."""
        return cls(
            account_id=account.account_id,
            login=account.login,
            name=account.name,
            role=account.role.value,
            reader_id=account.reader_id,
            created_at=account.created_at,
            last_seen_at=account.last_seen_at,
        )


class AccountsAnswer(Answer):
    """Everybody who can sign in."""

    accounts: list[AccountAnswer]


class LinkMadeAnswer(Answer):
    """A link by which somebody sets a password; told here and nowhere else."""

    account_id: str
    path: str = Field(description="Below the address of the page.", examples=["/welcome/…"])


class TokenAnswer(Answer):
    """What a program signs in with; its secret is told nowhere."""

    token_id: str
    name: Line
    scope: list[str]
    created_at: datetime
    ends_at: datetime
    last_used_at: datetime | None

    @classmethod
    def of(cls, token: Token) -> Self:
        """A token as kept."""
        return cls(
            token_id=token.token_id,
            name=token.name,
            scope=sorted(token.scope),
            created_at=token.created_at,
            ends_at=token.ends_at,
            last_used_at=token.last_used_at,
        )


class TokensAnswer(Answer):
    """One's own tokens, the newest first; those that have ended too."""

    tokens: list[TokenAnswer]


class SessionAnswer(Answer):
    """A browser that is signed in."""

    session_id: str
    created_at: datetime
    last_seen_at: datetime
    ends_at: datetime
    address: str
    agent: Line

    @classmethod
    def of(cls, session: Session) -> Self:
        """A session as kept."""
        return cls(
            session_id=session.session_id,
            created_at=session.created_at,
            last_seen_at=session.last_seen_at,
            ends_at=session.ends_at,
            address=session.address,
            agent=session.agent,
        )


class SessionsAnswer(Answer):
    """One's own sessions, the last seen first."""

    sessions: list[SessionAnswer]


class AuditAnswer(Answer):
    """Something that a person changed."""

    entry_id: int
    at: datetime
    who: str = Field(examples=["ada"])
    role: str | None
    via: str = Field(examples=["session"])
    what: str = Field(examples=["source.rename"])
    subject: str = Field(description="Id of what was changed.")
    before: dict[str, Any] = Field(description="The changed values as they were.")
    after: dict[str, Any] = Field(description="As they are since.")

    @classmethod
    def of(cls, entry: AuditEntry) -> Self:
        """A row of the audit."""
        actor = entry.actor
        return cls(
            entry_id=entry.entry_id,
            at=entry.at,
            who=actor.name,
            role=actor.role.value if actor.role else None,
            via=actor.via.value,
            what=entry.what,
            subject=entry.subject,
            before=dict(entry.before),
            after=dict(entry.after),
        )


class AuditsAnswer(Answer):
    """One page of the audit, newest first."""

    entries: list[AuditAnswer]
    next: Next
