"""Accounts: made, changed, removed; their passwords."""

from dataclasses import dataclass, replace

from strandline.core.accounts import (
    as_login,
    as_password,
    is_last_owner,
    login_fault,
    name_fault,
    password_fault,
)
from strandline.model.accounts import Account, Actor, Purpose, Role, rights_of
from strandline.model.acts import Outcome, done, refused
from strandline.model.errors import NameTaken, StrandlineError
from strandline.pipelines.desk.acts import Trail, audited
from strandline.ports import Passwords, Ports

GONE = refused("accounts.gone")


@dataclass(frozen=True, slots=True)
class Person:
    """What is said of somebody who is to have an account.

    Attributes:
        name: As shown; the login where it is empty.
        reader_id: The reader of the ledger whose edition and history are theirs; empty for none.
    """

    login: str
    role: Role = Role.EDITOR
    name: str = ""
    reader_id: str = ""


def passwords_of(ports: Ports) -> Passwords:
    """What hashes passwords.

    Raises:
        StrandlineError: This process was started without.
    """
    if ports.passwords is None:
        raise StrandlineError("This process signs nobody in.")
    return ports.passwords


def add_account(ports: Ports, actor: Actor, person: Person, password: str = "") -> Outcome:
    """Make an account; without a password it needs a link (`make_link`) before it can be used.

    Raises:
        Busy: Too many passwords are being hashed.
    """
    fault = first_fault(person, password)
    if fault:
        return refused(fault)
    if goes_beyond(actor, person.role):
        return refused("accounts.not_by_token")
    kept = passwords_of(ports).hash(as_password(password)) if password else None
    account = account_of(ports, person, kept)
    with audited(ports, actor, "account.add") as trail:
        return written(ports, trail, None, account) or done(
            "accounts.added", account.account_id, name=account.login
        )


def goes_beyond(actor: Actor, role: Role) -> bool:
    """True where a token would give a role more than the token itself may."""
    return actor.scope is not None and not rights_of(role) <= actor.rights


def change_account(ports: Ports, actor: Actor, account_id: str, person: Person) -> Outcome:
    """Another role, name or reader; the login stays."""
    name = " ".join(person.name.split())
    if goes_beyond(actor, person.role):
        return refused("accounts.not_by_token")
    with audited(ports, actor, "account.change") as trail:
        ports.store.hold_accounts()
        account = ports.store.account(account_id)
        if account is None:
            return GONE
        changed = replace(
            account,
            role=person.role,
            name=name or account.name,
            reader_id=person.reader_id or None,
        )
        if changed.role is not Role.OWNER and is_last_owner(account, ports.store.accounts()):
            return refused("accounts.last_owner")
        fault = name_fault(changed.name)
        if fault:
            return refused(fault)
        return written(ports, trail, account, changed) or done(
            "accounts.changed", account_id, name=account.login
        )


def remove_account(ports: Ports, actor: Actor, account_id: str) -> Outcome:
    """Remove somebody with sessions, tokens and passkeys; what they did stays in the audit."""
    with audited(ports, actor, "account.remove") as trail:
        ports.store.hold_accounts()
        account = ports.store.account(account_id)
        if account is None:
            return GONE
        if is_last_owner(account, ports.store.accounts()):
            return refused("accounts.last_owner")
        ports.store.remove_account(account_id)
        trail.note(account.login, shown(account))
        return done("accounts.removed", account_id, name=account.login)


def set_password(ports: Ports, actor: Actor, account_id: str, password: str) -> Outcome:
    """Set a new password; every other session of the account ends.

    Raises:
        Busy: Too many passwords are being hashed.
    """
    account = ports.store.account(account_id)
    if account is None:
        return GONE
    fault = password_fault(as_password(password), account.login)
    if fault:
        return refused(fault)
    kept = passwords_of(ports).hash(as_password(password))
    with audited(ports, actor, "account.password") as trail:
        ports.store.hold_accounts()
        account = ports.store.account(account_id)
        if account is None:
            return GONE
        ports.store.save_account(replace(account, password_hash=kept))
        ports.store.end_sessions(account_id, but=actor.session_id)
        ports.store.drop_one_times(Purpose.RESET, account_id)
        trail.note(account.login, {"password": "…"}, {"password": "(new)"})
    return done("accounts.password_set", account_id, name=account.login)


def change_password(ports: Ports, actor: Actor, old: str, new: str) -> Outcome:
    """One's own, which one must know.

    Raises:
        Busy: Too many passwords are being hashed.
    """
    account = ports.store.account(actor.account_id)
    if account is None:
        return GONE
    known = account.password_hash
    if known is not None and not passwords_of(ports).check(as_password(old), known):
        return refused("accounts.wrong_password")
    return set_password(ports, actor, account.account_id, new)


def account_of(ports: Ports, person: Person, password_hash: str | None) -> Account:
    """A new account, not written yet."""
    login = as_login(person.login)
    return Account(
        account_id=ports.new_id(),
        login=login,
        name=" ".join(person.name.split()) or login,
        role=person.role,
        created_at=ports.clock.now(),
        password_hash=password_hash,
        reader_id=person.reader_id or None,
    )


def written(ports: Ports, trail: Trail, before: Account | None, after: Account) -> Outcome | None:
    """Write an account and its row of the audit; None where that was done, else why not."""
    if after.role is Role.READER and after.reader_id is None:
        return refused("accounts.needs_reader")
    if after.reader_id is not None and ports.store.reader(after.reader_id) is None:
        return refused("accounts.no_reader", name=after.reader_id)
    try:
        ports.store.save_account(after)
    except NameTaken:
        return refused("accounts.taken", name=after.login)
    trail.note(after.login, shown(before) if before else None, shown(after))
    return None


def shown(account: Account) -> dict[str, str | None]:
    """What the audit shows of an account."""
    return {"role": account.role.value, "name": account.name, "reader": account.reader_id}


def first_fault(person: Person, password: str) -> str:
    """Why somebody cannot have an account under this name with this password; empty for nothing."""
    login = as_login(person.login)
    name = " ".join(person.name.split()) or login
    fault = login_fault(login) or name_fault(name)
    return fault or (password_fault(as_password(password), login) if password else "")
