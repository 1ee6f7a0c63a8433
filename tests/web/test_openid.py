"""Signing in at an OpenID provider: a small one of our own on loopback, through the guard."""

import base64
import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import httpx2
import pytest
from joserfc import jwt
from joserfc.jwk import KeySet, OctKey, RSAKey

from strandline.adapters.fetch import make_poster
from strandline.adapters.openid import OpenIdProvider
from strandline.model.accounts import Actor, Role
from strandline.pipelines.desk.people import Person, add_account
from strandline.ports import Store
from strandline.settings import AccessSettings, FetchSettings
from strandline.testing.builders import NOW
from strandline.testing.fakes import FrozenClock
from strandline.testing.world.answers import Answer
from strandline.testing.world.scene import Ask
from strandline.testing.world.server import serving

KEY = RSAKey.generate_key(2048, parameters={"kid": "one", "alg": "RS256", "use": "sig"})
OTHER = RSAKey.generate_key(2048, parameters={"kid": "one", "alg": "RS256", "use": "sig"})
BASE = "https://read.example"


@dataclass
class Provider:
    """The provider, and how it misbehaves.

    Attributes:
        claims: Change what it signs.
        sign_with: Its key.
        header: Of what it signs.
    """

    address: str = ""
    claims: dict[str, Any] = field(default_factory=dict)
    sign_with: Any = field(default_factory=lambda: KEY)
    header: dict[str, Any] = field(default_factory=lambda: {"alg": "RS256", "kid": "one"})
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    faults: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def answer(self, path: str, body: dict[str, str], authorization: str) -> tuple[int, bytes]:
        self.asked.append(path)
        if path in self.faults:
            return self.faults[path]
        if path == "/.well-known/openid-configuration":
            return 200, json.dumps(
                {
                    "issuer": self.address,
                    "authorization_endpoint": f"{self.address}/authorize",
                    "token_endpoint": f"{self.address}/token",
                    "jwks_uri": f"{self.address}/keys",
                }
            ).encode()
        if path == "/keys":
            return 200, json.dumps(KeySet([KEY]).as_dict(private=False)).encode()
        return self._token(body, authorization)

    def _token(self, body: dict[str, str], authorization: str) -> tuple[int, bytes]:
        wish = self.codes.pop(body.get("code", ""), None)
        pair = base64.b64encode(b"reading%20room:s%2Fcret").decode()
        digest = hashlib.sha256(body.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        if (
            wish is None
            or authorization != f"Basic {pair}"
            or challenge != wish["code_challenge"]
            or body["redirect_uri"] != wish["redirect_uri"]
        ):
            return 400, b'{"error": "invalid_grant"}'
        now = int(NOW.timestamp())
        claims = {
            "iss": self.address,
            "aud": "reading room",
            "sub": "7",
            "exp": now + 300,
            "iat": now,
            "nonce": wish["nonce"],
            "preferred_username": "Ada",
            "name": "Ada 潮",
        } | self.claims
        signed = jwt.encode(self.header, claims, self.sign_with, algorithms=["RS256", "HS256"])
        return 200, json.dumps({"access_token": "x", "id_token": signed}).encode()

    def consent(self, address: str) -> str:
        """What a browser does there: it signs in, and is sent back with a code."""
        wish = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        self.codes["code-1"] = wish
        return f"{urlsplit(wish['redirect_uri']).path}?" + urlencode(
            {"code": "code-1", "state": wish["state"]}
        )


@pytest.fixture(scope="module")
def listening() -> Iterator[tuple[int, list[Provider]]]:
    """The port of the provider, for all tests of this file."""
    current: list[Provider] = []

    def answer(_host: str, _method: str, ask: Ask) -> Answer:
        body = dict(parse_qsl(ask.body.decode()))
        authorization = ask.headers.get("authorization", "")
        status, content = current[-1].answer(ask.path, body, authorization)
        return Answer(content, "application/json", status)

    with serving(answer) as port:
        yield port, current


@pytest.fixture
def provider(listening: tuple[int, list[Provider]]) -> Provider:
    port, current = listening
    current.append(Provider(f"http://127.0.0.1:{port}"))
    return current[-1]


@pytest.fixture
def joined(serve: Callable[..., Any], ledger: Store, provider: Provider) -> Any:
    """Starts a page that signs people in at the provider; gives a browser and the ledger."""
    kept: list[OpenIdProvider] = []

    def begin(**access: Any) -> tuple[httpx2.Client, Any]:
        chosen = {"oidc_issuer": provider.address, "oidc_client_id": "reading room"} | access
        settings = AccessSettings.model_validate(
            chosen | {"oidc_client_secret": "s/cret", "oidc_name": "Harbour ID"}
        )
        host = urlsplit(provider.address).netloc
        fetch = FetchSettings(allow_private_networks=(host,))
        clock = FrozenClock(NOW)
        identity = OpenIdProvider(settings, make_poster(fetch, clock), clock)
        kept.append(identity)
        page = serve(ledger, base_url=BASE, identity=identity, access=settings.model_dump())
        page.client.headers.update({"sec-fetch-site": "same-origin", "accept-language": "en"})
        return page.client, page.server._server.config.app.state.ports

    yield begin
    for identity in kept:
        identity.close()


def come_back(client: httpx2.Client, provider: Provider, way: str = "/sign-in/openid") -> Any:
    """Off to the provider, sign in there, and back."""
    off = client.get(way)
    assert off.status_code == 303, off.text
    assert off.headers["location"].startswith(f"{provider.address}/authorize?")
    held = off.cookies["openid"]
    where = provider.consent(off.headers["location"])
    return client.get(where, headers={"cookie": f"{cookies_of(client)}; openid={held}"})


def cookies_of(client: httpx2.Client) -> str:
    """What a browser would send: the test speaks plain http, where no Secure cookie goes."""
    return "; ".join(f"{one.name}={one.value}" for one in client.cookies.jar)


def session_of(answer: Any) -> str:
    found = [one for one in answer.headers.get_list("set-cookie") if "__Host-session=" in one]
    return found[0].partition(";")[0] if found else ""


def test_who_is_connected_signs_in_there(joined: Any, provider: Provider) -> None:
    """First connected from one's own account, then signed in by it alone, each in the audit."""
    client, ports = joined()
    made = add_account(ports, Actor.console(), Person("ada", Role.OWNER), "five boats at dawn")
    assert "Sign in with Harbour ID" in client.get("/sign-in").text
    stranger = come_back(client, provider)
    assert (stranger.status_code, session_of(stranger)) == (403, "")
    assert "have no account here" in stranger.text
    entered = client.post("/sign-in", data={"login": "ada", "password": "five boats at dawn"})
    client.headers["cookie"] = session_of(entered)
    off = client.get("/account/openid")
    where = provider.consent(off.headers["location"])
    both = f"{session_of(entered)}; openid={off.cookies['openid']}"
    assert client.get(where, headers={"cookie": both}).headers["location"] == "/account"
    assert ports.store.account(made.subject).subject == f"{provider.address} 7"
    del client.headers["cookie"]
    client.cookies.clear()
    answer = come_back(client, provider)
    assert answer.headers["location"] == "/desk"
    assert client.get("/desk", headers={"cookie": session_of(answer)}).status_code == 200
    assert [entry.what for entry in ports.store.audit()][:2] == ["session.begin", "account.connect"]


@pytest.mark.parametrize("role", ["reader", "editor"])
def test_new_people_get_the_role_that_the_settings_give(
    joined: Any, provider: Provider, role: str
) -> None:
    """Under a login that nobody else has; who has it already is not taken over."""
    client, ports = joined(oidc_new_role=role)
    add_account(ports, Actor.console(), Person("ada", Role.OWNER), "five boats at dawn")
    answer = come_back(client, provider)
    assert answer.status_code == 303
    found = ports.store.account_of_subject(f"{provider.address} 7")
    assert found.role.value == role
    assert found.login.startswith("ada-")
    assert found.name == "Ada 潮"
    assert (found.reader_id is not None) is (role == "reader")
    assert ports.store.account_of_login("ada").role is Role.OWNER
    come_back(client, provider)
    assert len(ports.store.accounts()) == 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"claims": {"nonce": "another"}},
        {"claims": {"aud": "another program"}},
        {"claims": {"aud": ["reading room", "b"], "azp": "b"}},
        {"claims": {"iss": "https://evil.example"}},
        {"claims": {"exp": int(NOW.timestamp()) - 1_000}},
        {"sign_with": OTHER},
        {"sign_with": OctKey.import_key("s/cret-s/cret-s/cret"), "header": {"alg": "HS256"}},
        {"faults": {"/token": (200, b"{}")}},
        {"faults": {"/token": (200, b"<html>")}},
        {"faults": {"/token": (500, b"down")}},
        {"faults": {"/keys": (200, b'{"keys": [7]}')}},
    ],
    ids=[
        *("nonce", "aud", "azp", "iss", "exp", "another key", "a shared secret"),
        *("no token", "no JSON", "down", "no keys"),
    ],
)
def test_a_word_that_does_not_hold_signs_nobody_in(
    joined: Any, provider: Provider, wrong: dict[str, Any]
) -> None:
    """A clear sentence, no session, no account."""
    client, ports = joined(oidc_new_role="editor")
    for name, value in wrong.items():
        setattr(provider, name, value)
    answer = come_back(client, provider)
    assert answer.status_code == 503
    assert "Sign in another way" in answer.text
    assert session_of(answer) == ""
    assert ports.store.accounts() == []


@pytest.mark.parametrize(
    "fault",
    [(500, b""), (200, b"no json"), (200, b"[]"), (200, b'{"issuer": "https://evil.example"}')],
    ids=str,
)
def test_where_the_provider_is_down_passwords_still_do(
    joined: Any, provider: Provider, fault: tuple[int, bytes]
) -> None:
    """Said in a sentence above the form."""
    client, ports = joined()
    add_account(ports, Actor.console(), Person("ada", Role.OWNER), "five boats at dawn")
    provider.faults["/.well-known/openid-configuration"] = fault
    answer = client.get("/sign-in/openid?to=/desk/users")
    assert answer.status_code == 503
    assert "Harbour ID cannot be reached" in answer.text
    assert 'value="/desk/users"' in answer.text
    entered = client.post("/sign-in", data={"login": "ada", "password": "five boats at dawn"})
    assert session_of(entered)


def test_a_way_back_is_gone_once_and_by_the_browser_that_went_off(
    joined: Any, provider: Provider
) -> None:
    """Another browser's, a second time, a made-up one and a refusal sign nobody in."""
    client, ports = joined(oidc_new_role="editor")
    off = client.get("/sign-in/openid")
    where, held = provider.consent(off.headers["location"]), off.cookies["openid"]
    client.cookies.clear()
    assert "in another browser" in client.get(where).text
    assert client.get(where, headers={"cookie": "openid=made-up"}).status_code == 422
    ours = {"cookie": f"openid={held}"}
    assert client.get(where, headers=ours).status_code == 303
    assert client.get(where, headers=ours).status_code == 422
    off = client.get("/sign-in/openid")
    state = parse_qs(urlsplit(off.headers["location"]).query)["state"][0]
    denied = client.get(
        f"/sign-in/openid/back?error=access_denied&error_description=%3Cb%3E&state={state}",
        headers={"cookie": f"openid={state}"},
    )
    assert "Harbour ID did not sign you in" in denied.text
    assert len(ports.store.accounts()) == 1


def test_keys_that_changed_are_asked_for_again(joined: Any, provider: Provider) -> None:
    """What is published is kept, and asked for anew where a signature does not fit."""
    client, _ = joined(oidc_new_role="editor")
    come_back(client, provider)
    come_back(client, provider)
    assert provider.asked.count("/keys") == 1
    assert provider.asked.count("/.well-known/openid-configuration") == 1


def test_the_page_may_lead_on_by_itself(joined: Any) -> None:
    """But not after signing out, and not where the last page has something to tell."""
    client, _ = joined(oidc_at_once=True)
    assert client.get("/sign-in").headers["location"] == "/sign-in/openid?to=%2Fdesk"
    client.get("/desk")
    told = client.get("/desk").headers.get_list("set-cookie")[0].partition(";")[0]
    assert client.get("/sign-in", headers={"cookie": told}).status_code == 200


def test_where_none_is_set_up_there_is_nothing(desk: Any) -> None:
    """404 for both ways; no button."""
    assert desk.client(None).get("/sign-in/openid").status_code == 404
    assert desk.client(Role.OWNER).get("/account/openid").status_code == 404
    assert "openid" not in desk.client(None).get("/sign-in").text
