"""Signing in at an OpenID provider, and connecting an account with it."""

from dataclasses import replace
from datetime import timedelta

from strandline.core.accounts import as_login, hash_of, login_fault, name_fault
from strandline.model.accounts import (
    Account,
    Actor,
    Identity,
    OneTime,
    Purpose,
    Role,
    SignInTry,
    Via,
)
from strandline.model.acts import Outcome, done, refused
from strandline.model.errors import NameTaken
from strandline.model.readers import Reader
from strandline.pipelines.desk.acts import audited
from strandline.pipelines.desk.people import shown
from strandline.ports import IdentityProvider, Ports

#: How long one may take at the provider.
LASTS = timedelta(minutes=10)


def send_off(
    ports: Ports, provider: IdentityProvider, back: str, to: str, connects: str
) -> tuple[str, str]:
    """Begin a sign-in.

    Args:
        back: Address to which the provider sends the browser back.
        to: Path that one came for.
        connects: Account that is to be connected; empty for a sign-in.

    Returns:
        Address at the provider, and the state for a cookie of this browser.

    Raises:
        ProviderFault: The provider is down.
    """
    tried = SignInTry(ports.new_secret(), ports.new_secret(), ports.new_secret())
    address = provider.begin(tried, back)
    payload = {
        "nonce": tried.nonce,
        "verifier": tried.verifier,
        "to": to,
        "connects": connects,
    }
    now = ports.clock.now()
    kept = OneTime(hash_of(tried.state), Purpose.OPENID, now + LASTS, None, payload)
    ports.store.add_one_time(kept, now)
    return address, tried.state


def take_back(ports: Ports, state: str) -> OneTime | None:
    """The sign-in that comes back; each is taken once."""
    return ports.store.take_one_time(hash_of(state), Purpose.OPENID, ports.clock.now())


def try_of(state: str, taken: OneTime) -> SignInTry:
    """Its three secrets."""
    return SignInTry(state, taken.payload["nonce"], taken.payload["verifier"])


def admit(ports: Ports, identity: Identity, new_role: str) -> tuple[Outcome, Account | None]:
    """The account of whom the provider knows; made where the settings give new people a role."""
    account = ports.store.account_of_subject(identity.subject)
    if account is None and new_role != "none":
        account = _made(ports, identity, Role(new_role))
    if account is None:
        return refused("accounts.provider_unknown"), None
    return done("accounts.signed_in", account.account_id, name=account.name), account


def connect(ports: Ports, actor: Actor, identity: Identity) -> Outcome:
    """From now on the provider signs this account in."""
    with audited(ports, actor, "account.connect") as trail:
        ports.store.hold_accounts()
        account = ports.store.account(actor.account_id)
        if account is None:
            return refused("accounts.gone")
        try:
            ports.store.save_account(replace(account, subject=identity.subject))
        except NameTaken:
            return refused("accounts.provider_taken")
        trail.note(account.login, {"subject": account.subject}, {"subject": identity.subject})
    return done("accounts.connected")


def _made(ports: Ports, identity: Identity, role: Role) -> Account | None:
    """A new account, named as at the provider where that can be a login nobody else has."""
    account_id = ports.new_id()
    wished = as_login(identity.login)
    login = wished if not login_fault(wished) else f"user-{account_id[:8]}"
    if ports.store.account_of_login(login) is not None:
        login = f"{login[:50]}-{account_id[:8]}"
    name = " ".join(identity.name.split())
    account = Account(
        account_id=account_id,
        login=login,
        name=name if not name_fault(name) else login,
        role=role,
        created_at=ports.clock.now(),
        reader_id=f"u-{account_id[:16]}" if role is Role.READER else None,
        subject=identity.subject,
    )
    actor = Actor(account_id, login, role, Via.SESSION)
    try:
        with audited(ports, actor, "account.add") as trail:
            if account.reader_id is not None:
                ports.store.save_reader(Reader(account.reader_id, account.name))
            ports.store.save_account(account)
            trail.note(login, None, {**shown(account), "by": "openid"})
    except NameTaken:  # the same person in two windows at once
        return ports.store.account_of_subject(identity.subject)
    return account
