"""Passkeys, with an authenticator of our own (WebAuthn level 3, ES256, no attestation)."""

import base64
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import cbor2
import httpx2
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from strandline.model.accounts import Actor, Role
from strandline.pipelines.desk.passkeys import MAX_ANSWER, party_of, sign_in_by_passkey
from strandline.pipelines.desk.people import Person, add_account
from strandline.pipelines.desk.signing import MOST_OF_LOGIN, Browser
from strandline.ports import Store

BASE = "https://read.example"
GOOD = "five boats at dawn"


def text_of(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


@dataclass
class Authenticator:
    """A key in somebody's device.

    Attributes:
        origin: What the browser says that it is at.
        party: Whom it makes and uses keys for.
        is_verified: It has looked whether its person is there.
    """

    origin: str = BASE
    party: str = "read.example"
    is_verified: bool = True
    count: int = 0
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )

    def create(self, options: dict[str, Any], **changes: Any) -> str:
        """Its answer to `navigator.credentials.create`."""
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        attested = bytes(16) + len(self._id).to_bytes(2) + self._id + cbor2.dumps(public)
        data = self._data(0x40) + attested
        statement = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer(
            "webauthn.create", options, {"attestationObject": text_of(statement)}, **changes
        )

    def get(self, options: dict[str, Any], **changes: Any) -> str:
        """Its answer to `navigator.credentials.get`."""
        self.count += 1
        data = self._data(0)
        client = self._client("webauthn.get", options)
        signed = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        more = {"authenticatorData": text_of(data), "signature": text_of(signed)}
        return self._answer("webauthn.get", options, more, **changes)

    @property
    def _id(self) -> bytes:
        numbers = self.key.public_key().public_numbers()
        return hashlib.sha256(numbers.x.to_bytes(32)).digest()

    def _data(self, flags: int) -> bytes:
        flags |= 0x01 | (0x04 if self.is_verified else 0)
        party = hashlib.sha256(self.party.encode()).digest()
        return party + bytes([flags]) + self.count.to_bytes(4)

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        client = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(client).encode()

    def _answer(
        self, kind: str, options: dict[str, Any], more: dict[str, str], **changes: Any
    ) -> str:
        name = text_of(self._id)
        response = {"clientDataJSON": text_of(self._client(kind, options))} | more
        whole = {"id": name, "rawId": name, "type": "public-key", "response": response}
        return json.dumps(whole | changes)


@dataclass
class Signed:
    """A browser of somebody who is signed in, and one of nobody."""

    own: httpx2.Client
    other: httpx2.Client
    ports: Any

    def add(self, key: Authenticator, name: str = "Laptop", **changes: Any) -> httpx2.Response:
        options = self.own.get("/account/passkeys/options").json()
        answer = key.create(options, **changes)
        return self.own.post("/account/passkeys", data={"name": name, "answer": answer})

    def enter(self, key: Authenticator, **changes: Any) -> httpx2.Response:
        options = self.other.get("/sign-in/passkey").json()
        answer = key.get(options, **changes)
        return self.other.post("/sign-in/passkey", data={"answer": answer, "to": "/account"})


@pytest.fixture
def signed(serve: Callable[..., Any], ledger: Store) -> Signed:
    page = serve(ledger, base_url=BASE)
    add_account(page.ports, Actor.console(), Person("ada", Role.OWNER), GOOD)
    clients = []
    for _ in range(2):
        client = httpx2.Client(base_url=page.server.url, timeout=30, trust_env=False)
        client.headers.update({"sec-fetch-site": "same-origin", "accept-language": "en"})
        clients.append(page.running.enter_context(client))
    entered = clients[0].post("/sign-in", data={"login": "ada", "password": GOOD})
    clients[0].headers["cookie"] = session_of(entered)
    return Signed(clients[0], clients[1], page.ports)


def session_of(answer: httpx2.Response) -> str:
    found = [one for one in answer.headers.get_list("set-cookie") if "__Host-session=" in one]
    return found[0].partition(";")[0] if found else ""


def test_a_passkey_signs_in_without_a_name(signed: Signed) -> None:
    """Added to an account it opens a session of that account, each time; until it is removed."""
    key = Authenticator()
    assert signed.add(key).headers["location"] == "/account"
    assert "Laptop" in signed.own.get("/account").text
    for _ in range(2):
        answer = signed.enter(key)
        assert answer.headers["location"] == "/account"
        page = signed.other.get("/account", headers={"cookie": session_of(answer)})
        assert page.status_code == 200
    account = signed.ports.store.account_of_login("ada")
    (kept,) = signed.ports.store.passkeys(account.account_id)
    assert (kept.name, kept.sign_count) == ("Laptop", 2)
    signed.own.post("/account/passkeys/remove", data={"passkey": kept.credential_id})
    assert signed.enter(key).status_code == 422
    acts = [entry.what for entry in reversed(signed.ports.store.audit())]
    assert [act for act in acts if "passkey" in act] == ["passkey.add", "passkey.remove"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "https://evil.example"},
        {"origin": "http://read.example"},
        {"party": "evil.example"},
        {"is_verified": False},
    ],
    ids=str,
)
def test_a_key_for_elsewhere_is_none(signed: Signed, wrong: dict[str, Any]) -> None:
    """Neither kept nor let in: another origin, another party, a person who was not verified."""
    assert signed.add(Authenticator(**wrong)).status_code == 422
    good = Authenticator()
    signed.add(good)
    for name, value in wrong.items():
        setattr(good, name, value)
    answer = signed.enter(good)
    assert (answer.status_code, session_of(answer)) == (422, "")
    assert "was not used" in answer.text


def test_failures_elsewhere_close_this_door_to_nobody_here(signed: Signed) -> None:
    """Answers are counted by the address that gives them: there is no name to count by."""
    key = Authenticator()
    signed.add(key)
    elsewhere = Browser("203.0.113.5")
    for _ in range(MOST_OF_LOGIN):
        sign_in_by_passkey(signed.ports, "{}", BASE, elsewhere)
    told, _ = sign_in_by_passkey(signed.ports, "{}", BASE, elsewhere)
    assert told.message == "accounts.wait"
    assert signed.enter(key).status_code == 303


def test_an_answer_is_good_once(signed: Signed) -> None:
    """A challenge that was answered, one for another account, and a made-up one open nothing."""
    key = Authenticator()
    signed.add(key)
    options = signed.other.get("/sign-in/passkey").json()
    answer = key.get(options)
    for status in (303, 422):
        sent = signed.other.post("/sign-in/passkey", data={"answer": answer})
        assert sent.status_code == status
    other = key.get(signed.own.get("/account/passkeys/options").json())
    assert signed.other.post("/sign-in/passkey", data={"answer": other}).status_code == 422
    made_up = key.get({"challenge": text_of(b"x" * 43)})
    assert signed.other.post("/sign-in/passkey", data={"answer": made_up}).status_code == 422


def test_a_copied_key_is_noticed_by_its_count(signed: Signed) -> None:
    """One whose count goes back is refused."""
    key = Authenticator()
    signed.add(key)
    signed.enter(key)
    key.count = 0
    assert signed.enter(key).status_code == 422


@pytest.mark.parametrize(
    "answer",
    ["", "{}", "[]", "null", "[" * 5_000, '{"response": 7}', "x" * (MAX_ANSWER + 9), '{"id": 7}'],
    ids=lambda answer: answer[:9],
)
def test_nonsense_is_refused_in_words(signed: Signed, answer: str) -> None:
    """422 on both ways; nothing is kept."""
    entered = signed.other.post("/sign-in/passkey", data={"answer": answer})
    added = signed.own.post("/account/passkeys", data={"name": "x", "answer": answer})
    assert (entered.status_code, added.status_code) == (422, 422)
    assert "The passkey was not used" in entered.text
    assert "The passkey was not used" in added.text


@pytest.mark.parametrize(
    ("base_url", "party"),
    [
        ("https://read.example:8443/news", "read.example"),
        ("http://localhost:8400", "localhost"),
        ("http://read.example", ""),
        ("https://192.0.2.7", ""),
        ("https://[2001:db8::1]", ""),
        ("", ""),
    ],
)
def test_who_we_are_comes_from_the_setting(base_url: str, party: str) -> None:
    """Never from `Host`; addresses of numbers and plain http have no passkeys."""
    assert party_of(base_url) == party


def test_where_none_can_be_none_are_offered(desk: Any) -> None:
    """No script, no form, no way."""
    owner, nobody = desk.client(Role.OWNER), desk.client(None)
    assert "passkey" not in nobody.get("/sign-in").text
    assert nobody.get("/sign-in/passkey").status_code == 404
    assert owner.get("/account/passkeys/options").status_code == 404
    assert owner.post("/account/passkeys", data={"name": "x"}).status_code == 404
