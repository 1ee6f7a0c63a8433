"""Links that are good for one use: the first owner's, and those that set a password."""

from dataclasses import replace
from datetime import timedelta

from strandline.core.accounts import as_password, hash_of, password_fault
from strandline.model.accounts import Account, Actor, OneTime, Purpose, Role, Via
from strandline.model.acts import Outcome, done, refused
from strandline.pipelines.desk.acts import audited
from strandline.pipelines.desk.people import (
    GONE,
    Person,
    account_of,
    add_account,
    first_fault,
    goes_beyond,
    passwords_of,
    written,
)
from strandline.ports import Ports

#: How long a link opens something.
LASTS = timedelta(days=3)
#: Where links lead, below the address of the page.
PATH = "/welcome/"

_USED = refused("accounts.link_used")


def make_link(ports: Ports, actor: Actor, account_id: str) -> tuple[Outcome, str]:
    """A link by which somebody sets a password; earlier ones open nothing any more.

    Returns:
        The outcome, and the path of the link; it is shown once and kept nowhere.
    """
    with audited(ports, actor, "account.link") as trail:
        account = ports.store.account(account_id)
        if account is None:
            return GONE, ""
        if goes_beyond(actor, account.role):  # a link gives all that the account may
            return refused("accounts.not_by_token"), ""
        path = _link(ports, Purpose.RESET, account_id)
        trail.note(account.login, None, {"link": "(new)"})
        return done("accounts.link_made", account_id, name=account.login), path


def owners_link(ports: Ports) -> str:
    """Path of the link that makes the owner's account; empty where there are accounts already."""
    with ports.store.together():
        return "" if ports.store.accounts() else _link(ports, Purpose.OWNER, None)


def begin_with_owner(ports: Ports, login: str, password: str) -> Outcome | None:
    """The owner of an automatic set-up; None where there are accounts already.

    Raises:
        Busy: Too many passwords are being hashed.
    """
    if ports.store.accounts():
        return None
    outcome = add_account(ports, Actor.console(), Person(login, Role.OWNER), password)
    # Taken: another process of the same start was faster.
    return None if outcome.message == "accounts.taken" else outcome


def opened_by(ports: Ports, secret: str) -> tuple[Purpose, Account | None] | None:
    """What a link opens: the owner's account, or a new password of somebody; None for nothing."""
    for purpose in (Purpose.RESET,) if ports.store.accounts() else (Purpose.OWNER,):
        found = ports.store.one_time(hash_of(secret), purpose, ports.clock.now())
        if found is not None:
            return purpose, ports.store.account(found.account_id or "")
    return None


def follow_link(ports: Ports, secret: str, person: Person, password: str) -> Outcome:
    """Use a link: the first owner's account is made, or somebody's password set.

    It is used up with the change alone: after a refusal it may be tried again.

    Raises:
        Busy: Too many passwords are being hashed.
    """
    found = opened_by(ports, secret)
    if found is None:
        return _USED
    purpose, account = found
    if purpose is Purpose.OWNER:
        person = replace(person, role=Role.OWNER, reader_id="")
        fault = first_fault(person, password or "-")
    else:
        fault = password_fault(as_password(password), account.login if account else "")
    if fault:
        return refused(fault)
    kept = passwords_of(ports).hash(as_password(password))
    if purpose is Purpose.OWNER:
        return _first_owner(ports, secret, account_of(ports, person, kept))
    return _new_password(ports, secret, kept)


def _first_owner(ports: Ports, secret: str, owner: Account) -> Outcome:
    with audited(ports, _himself(owner), "account.add") as trail:
        now = ports.clock.now()
        if ports.store.accounts():
            return _USED
        if ports.store.take_one_time(hash_of(secret), Purpose.OWNER, now) is None:
            return _USED
        refusal = written(ports, trail, None, owner)
        return refusal or done("accounts.welcome", owner.account_id, name=owner.name)


def _new_password(ports: Ports, secret: str, kept: str) -> Outcome:
    with ports.store.together():
        ports.store.hold_accounts()
        link = ports.store.take_one_time(hash_of(secret), Purpose.RESET, ports.clock.now())
        account = ports.store.account(link.account_id or "") if link is not None else None
        if account is None:
            return _USED
        ports.store.save_account(replace(account, password_hash=kept))
        ports.store.end_sessions(account.account_id)
        # Whoever got in before may have left other doors open.
        for token in ports.store.tokens(account.account_id):
            ports.store.remove_token(account.account_id, token.token_id)
        for passkey in ports.store.passkeys(account.account_id):
            ports.store.remove_passkey(account.account_id, passkey.credential_id)
        ports.store.forget_failures(hash_of(account.login))
        with audited(ports, _himself(account), "account.password") as trail:
            trail.note(account.login, None, {"password": "(new)"})
    return done("accounts.password_set", account.account_id, name=account.login)


def _himself(account: Account) -> Actor:
    """Whoever holds the link acts as the account that it is for."""
    return Actor(account.account_id, account.login, account.role, Via.SESSION)


def _link(ports: Ports, purpose: Purpose, account_id: str | None) -> str:
    secret = ports.new_secret()
    ports.store.drop_one_times(purpose, account_id)
    now = ports.clock.now()
    ports.store.add_one_time(OneTime(hash_of(secret), purpose, now + LASTS, account_id), now)
    return f"{PATH}{secret}"
