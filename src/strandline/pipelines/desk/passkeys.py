"""Passkeys (WebAuthn level 3): added to an account, and signed in with, without a name.

The challenge is one of our secrets and good for one answer; what an authenticator answers is
checked against it, against our name and our origin, and it must have verified its person.
"""

import base64
import ipaddress
import json
from dataclasses import replace
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from strandline.core.accounts import hash_of, name_fault
from strandline.core.urls.addresses import network_of
from strandline.model.accounts import Account, Actor, OneTime, Passkey, Purpose
from strandline.model.acts import Outcome, done, refused
from strandline.pipelines.desk.acts import audited
from strandline.pipelines.desk.signing import WINDOW, Browser, failed, is_throttled
from strandline.ports import Ports

#: How long an authenticator may take.
LASTS = timedelta(minutes=5)
#: Passkeys of one account, and the longest answer that is looked at.
MOST, MAX_ANSWER = 20, 20_000

_FAILED = refused("accounts.passkey_failed")


def party_of(base_url: str) -> str:
    """Our name as a relying party: the host of `BASE_URL`; empty where passkeys cannot be.

    Browsers give none to addresses of numbers, and none over plain http but on this machine.
    """
    parts = urlsplit(base_url)
    host = parts.hostname or ""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        is_safe = parts.scheme == "https" or host == "localhost" or host.endswith(".localhost")
        return host if is_safe else ""
    return ""


def creation_options(ports: Ports, account: Account, party: str, title: str) -> str:
    """What a browser needs to make a passkey, as JSON."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options = generate_registration_options(
        rp_id=party,
        rp_name=title,
        user_id=account.account_id.encode(),
        user_name=account.login,
        user_display_name=account.name,
        challenge=_challenge(ports, account.account_id),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=_bytes(key.credential_id))
            for key in ports.store.passkeys(account.account_id)
        ],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
    )
    return options_to_json(options)


def request_options(ports: Ports, party: str) -> str:
    """What a browser needs to sign in with any passkey of ours, as JSON."""
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers.structs import UserVerificationRequirement

    options = generate_authentication_options(
        rp_id=party,
        challenge=_challenge(ports, None),
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return options_to_json(options)


def add_passkey(ports: Ports, actor: Actor, name: str, answer: str, base_url: str) -> Outcome:
    """Keep the public key that an authenticator made for an account."""
    from webauthn import verify_registration_response
    from webauthn.helpers.exceptions import WebAuthnException

    name = " ".join(name.split())
    if fault := name_fault(name):
        return refused(fault)
    read = _read(answer)
    challenge = _taken(ports, read, actor.account_id)
    if read is None or challenge is None:
        return _FAILED
    try:
        made = verify_registration_response(
            credential=read,
            expected_challenge=challenge,
            expected_rp_id=party_of(base_url),
            expected_origin=_origin(base_url),
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, TypeError, KeyError):
        return _FAILED
    passkey = Passkey(
        credential_id=_text(made.credential_id),
        account_id=actor.account_id,
        name=name,
        public_key=_text(made.credential_public_key),
        sign_count=made.sign_count,
        created_at=ports.clock.now(),
    )
    with audited(ports, actor, "passkey.add") as trail:
        others = ports.store.passkeys(actor.account_id)
        if len(others) >= MOST or ports.store.passkey(passkey.credential_id) is not None:
            return refused("accounts.many_passkeys")
        ports.store.save_passkey(passkey)
        trail.note(actor.name, None, {"passkey": name})
    return done("accounts.passkey_added", name=name)


def remove_passkey(ports: Ports, actor: Actor, credential_id: str) -> Outcome:
    """Remove one of one's own."""
    with audited(ports, actor, "passkey.remove") as trail:
        passkey = ports.store.passkey(credential_id)
        if passkey is None or not ports.store.remove_passkey(actor.account_id, credential_id):
            return refused("accounts.no_passkey")
        trail.note(actor.name, {"passkey": passkey.name})
    return done("accounts.passkey_removed", name=passkey.name)


def sign_in_by_passkey(
    ports: Ports, answer: str, base_url: str, browser: Browser
) -> tuple[Outcome, Account | None]:
    """Whose passkey answered our challenge."""
    # Nobody says a name here: only the address that asks is counted.
    nameless = f"passkey {network_of(browser.address)}"
    if is_throttled(ports, nameless, browser):
        return refused("accounts.wait", minutes=WINDOW // timedelta(minutes=1)), None
    account = _verified(ports, answer, base_url)
    if account is None:
        failed(ports, nameless, browser)
        return _FAILED, None
    return done("accounts.signed_in", account.account_id, name=account.name), account


def _verified(ports: Ports, answer: str, base_url: str) -> Account | None:
    from webauthn import verify_authentication_response
    from webauthn.helpers.exceptions import WebAuthnException

    read = _read(answer)
    challenge = _taken(ports, read, None)
    if read is None or challenge is None:
        return None
    asked = str(read.get("id", ""))[:2_000]
    passkey = ports.store.passkey(asked) if asked.isascii() and asked.isprintable() else None
    if passkey is None:
        return None
    try:
        used = verify_authentication_response(
            credential=read,
            expected_challenge=challenge,
            expected_rp_id=party_of(base_url),
            expected_origin=_origin(base_url),
            credential_public_key=_bytes(passkey.public_key),
            credential_current_sign_count=passkey.sign_count,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, TypeError, KeyError):
        return None
    now = ports.clock.now()
    ports.store.save_passkey(replace(passkey, sign_count=used.new_sign_count, last_used_at=now))
    return ports.store.account(passkey.account_id)


def _challenge(ports: Ports, account_id: str | None) -> bytes:
    secret = ports.new_secret()
    now = ports.clock.now()
    kept = OneTime(hash_of(secret), Purpose.PASSKEY, now + LASTS, account_id)
    ports.store.add_one_time(kept, now)
    return secret.encode()


def _taken(ports: Ports, read: dict[str, Any] | None, account_id: str | None) -> bytes | None:
    """The challenge that an answer is for, where it is one of ours and for this account."""
    try:
        told = json.loads(_bytes((read or {})["response"]["clientDataJSON"]))
        secret = _bytes(told["challenge"]).decode("ascii")
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    taken = ports.store.take_one_time(hash_of(secret), Purpose.PASSKEY, ports.clock.now())
    is_for_it = taken is not None and taken.account_id == account_id
    return secret.encode() if is_for_it else None


def _read(answer: str) -> dict[str, Any] | None:
    try:
        read = json.loads(answer[:MAX_ANSWER])
    except (ValueError, RecursionError):
        return None
    return read if isinstance(read, dict) else None


def _origin(base_url: str) -> str:
    parts = urlsplit(base_url)
    return f"{parts.scheme}://{parts.netloc}"


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _text(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")
