"""Signing in and out: throttled, one answer for known and unknown names, sessions on record."""

from dataclasses import dataclass, replace
from datetime import timedelta

import structlog

from strandline.core.accounts import MAX_PASSWORD, as_login, as_password, hash_of
from strandline.core.urls.addresses import network_of
from strandline.model.accounts import Account, Actor, Session, Via
from strandline.model.acts import Outcome, done, refused
from strandline.pipelines.desk.acts import audited
from strandline.pipelines.desk.people import passwords_of
from strandline.ports import Ports

#: Failures within `WINDOW` after which nobody is asked for a password any more: of one login, and
#: from one address (of IPv6: one network of 64 bits).
MOST_OF_LOGIN, MOST_FROM_ADDRESS = 10, 40
WINDOW = timedelta(minutes=15)
#: Sessions of one account; those that were not used for longest make room.
MOST_SESSIONS = 50
_MAX_AGENT = 200

_WRONG = refused("accounts.wrong")


@dataclass(frozen=True, slots=True)
class Browser:
    """From where somebody signs in.

    Attributes:
        address: Of the socket, or as a trusted proxy says.
        agent: What the browser calls itself.
    """

    address: str = ""
    agent: str = ""


def sign_in(
    ports: Ports, login: str, password: str, browser: Browser
) -> tuple[Outcome, Account | None]:
    """Look whether somebody is who they say.

    Raises:
        Busy: Too many sign in at once.
    """
    typed = as_login(login)
    if is_throttled(ports, typed, browser):
        return refused("accounts.wait", minutes=WINDOW // timedelta(minutes=1)), None
    account = ports.store.account_of_login(typed)
    kept = account.password_hash if account is not None else None
    # What is longer was never set; it is not worth hashing, and hashing it would be no secret.
    is_right = passwords_of(ports).check(as_password(password[: MAX_PASSWORD + 1]), kept)
    if account is None or not is_right:
        failed(ports, typed, browser, known=account)
        return _WRONG, None
    _hash_anew(ports, account, password)
    return done("accounts.signed_in", account.account_id, name=account.name), account


def is_throttled(ports: Ports, typed: str, browser: Browser) -> bool:
    """True where this login, or this address, has failed too often of late."""
    since = ports.clock.now() - WINDOW
    of_login, from_address = ports.store.failures(
        hash_of(typed), network_of(browser.address), since
    )
    return of_login >= MOST_OF_LOGIN or from_address >= MOST_FROM_ADDRESS


def failed(ports: Ports, typed: str, browser: Browser, *, known: Account | None = None) -> None:
    """Count a failure and log it, for fail2ban too.

    What was typed for a login may be somebody's password: it is kept as a hash, and logged only
    where it is the login of an account.
    """
    ports.store.add_failure(hash_of(typed), network_of(browser.address), ports.clock.now())
    structlog.get_logger("strandline.web").warning(
        "sign_in_failed", address=browser.address, login=known.login if known else "(unknown)"
    )


def begin_session(ports: Ports, account: Account, browser: Browser, days: int, by: str) -> str:
    """A new session; returns the secret for its cookie.

    Args:
        days: How long it holds.
        by: `password`, `passkey`, `openid` or `link`; for the audit.
    """
    secret, now = ports.new_secret(), ports.clock.now()
    session = Session(
        session_id=ports.new_id(),
        account_id=account.account_id,
        secret_hash=hash_of(secret),
        created_at=now,
        last_seen_at=now,
        ends_at=now + timedelta(days=days),
        address=browser.address,
        agent=browser.agent[:_MAX_AGENT],
    )
    actor = Actor(account.account_id, account.login, account.role, Via.SESSION)
    with audited(ports, actor, "session.begin") as trail:
        ports.store.add_session(session)
        ports.store.saw_session(session.session_id, now)
        for old in ports.store.sessions(account.account_id, now)[MOST_SESSIONS:]:
            ports.store.end_session(account.account_id, old.session_id)
        ports.store.forget_failures(hash_of(account.login))
        trail.note(account.login, None, {"by": by, "address": browser.address})
    return secret


def end_session(ports: Ports, actor: Actor, session_id: str) -> Outcome:
    """End a session of one's own."""
    with audited(ports, actor, "session.end") as trail:
        if not ports.store.end_session(actor.account_id, session_id):
            return refused("accounts.no_session")
        trail.note(actor.name, {"session": session_id[:8]})
    return done("accounts.session_ended")


def end_other_sessions(ports: Ports, actor: Actor) -> Outcome:
    """End all sessions of one's own but this one."""
    with audited(ports, actor, "session.end") as trail:
        count = ports.store.end_sessions(actor.account_id, but=actor.session_id)
        if count:
            trail.note(actor.name, {"sessions": count})
    return done("accounts.sessions_ended", count=count)


def _hash_anew(ports: Ports, account: Account, password: str) -> None:
    """A password that was hashed more cheaply than it would be today."""
    hasher = passwords_of(ports)
    if account.password_hash is not None and hasher.is_outdated(account.password_hash):
        kept = hasher.hash(as_password(password))
        with ports.store.together():
            now = ports.store.account(account.account_id)
            if now is not None and now.password_hash == account.password_hash:
                ports.store.save_account(replace(now, password_hash=kept))
