"""What proxies in front say: believed from those that the settings name, and from nobody else."""

from collections.abc import Callable
from typing import Any

import pytest
from starlette.requests import Request

from strandline.model.accounts import Actor, Role
from strandline.model.errors import ConfigError
from strandline.pipelines.desk.people import Person, add_account
from strandline.ports import Store
from strandline.web.access.peers import address_of

BEHIND = {"proxy_user_header": "Remote-User", "trusted_proxies": ("127.0.0.1",)}


def test_a_proxy_of_ours_names_who_is_signed_in(serve: Callable[..., Any], ledger: Store) -> None:
    """As an account of that login; two names and strangers are nobody."""
    page = serve(ledger, access=BEHIND)
    add_account(page.ports, Actor.console(), Person("ada", Role.OWNER))
    add_account(page.ports, Actor.console(), Person("bert"))
    get = page.client.get
    assert get("/desk/users", headers={"remote-user": "Ada"}).status_code == 200
    assert get("/desk/users", headers={"remote-user": "bert"}).status_code == 403
    for name in ("carl", "", "x" * 5_000, "аda".encode()):
        assert get("/desk", headers={"remote-user": name}).status_code == 303
    two = [("remote-user", "ada"), ("remote-user", "bert")]
    assert get("/desk", headers=two).status_code == 303
    assert get("/desk").status_code == 303


def test_forms_of_other_sites_are_refused_behind_a_proxy_too(
    serve: Callable[..., Any], ledger: Store
) -> None:
    """The proxy signs in whoever comes: the browser must say where the form is from."""
    page = serve(ledger, access=BEHIND)
    add_account(page.ports, Actor.console(), Person("ada", Role.OWNER))
    sent = {"remote-user": "ada", "sec-fetch-site": "cross-site"}
    assert page.client.post("/desk/users", data={}, headers=sent).status_code == 403


def test_the_header_of_anybody_else_is_nothing(serve: Callable[..., Any], ledger: Store) -> None:
    """Also where it is set, and from this very machine, when another peer was named."""
    page = serve(ledger, access=BEHIND | {"trusted_proxies": ("192.0.2.1", "10.0.0.0/8")})
    add_account(page.ports, Actor.console(), Person("ada", Role.OWNER))
    named = {"remote-user": "ada", "x-forwarded-for": "192.0.2.1"}
    assert page.client.get("/desk", headers=named).status_code == 303


@pytest.mark.parametrize(
    "access",
    [{"proxy_user_header": "Remote-User"}, {"trusted_proxies": ("my-proxy",)}],
    ids=["nobody named", "no address"],
)
def test_a_header_that_anybody_could_send_is_refused_at_the_start(
    serve: Callable[..., Any], ledger: Store, access: dict[str, Any]
) -> None:
    """With the setting that is missing or wrong."""
    with pytest.raises(ConfigError, match="TRUSTED_PROXIES"):
        serve(ledger, access=access)


@pytest.mark.parametrize(
    ("peer", "told", "address"),
    [
        ("203.0.113.5", "198.51.100.1", "203.0.113.5"),
        ("127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "1.1.1.1, 198.51.100.1, 10.1.2.3", "198.51.100.1"),
        ("::ffff:127.0.0.1", "2001:db8::1", "2001:db8::1"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "198.51.100.1, nonsense", "127.0.0.1"),
        ("127.0.0.1", "10.0.0.1, 10.0.0.2", "127.0.0.1"),
        ("127.0.0.1", "9.9.9.9," * 1_000 + "198.51.100.1", "198.51.100.1"),
    ],
)
def test_the_address_is_the_last_that_ours_did_not_write(
    peer: str, told: str, address: str
) -> None:
    """What stands before it anybody can write; failures count for it."""
    headers = [(b"x-forwarded-for", told.encode())] if told else []
    request = Request({"type": "http", "client": (peer, 1), "headers": headers})
    assert address_of(request, ("127.0.0.1", "10.0.0.0/8")) == address
