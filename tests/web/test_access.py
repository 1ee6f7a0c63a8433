"""Who may ask for what: rights of all routes, forms of other sites, forms that come twice."""

import itertools
import re
import time
from collections.abc import Iterator
from typing import Any, cast
from urllib.parse import urlencode

import pytest
from fastapi.routing import APIRoute
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request

from strandline.model.accounts import Actor, Right, Role, Via, rights_of
from strandline.model.acts import done, refused
from strandline.model.database import Upkeep
from strandline.testing.account_builders import a_session, a_token, an_account
from strandline.testing.builders import NOW
from strandline.testing.fakes import AnyThing
from strandline.web.access import Desk, Posted
from strandline.web.access.rights import Needs
from strandline.web.access.ways import own_way
from strandline.web.api import API
from strandline.web.desk import DESK
from strandline.web.pages import PAGES
from strandline.web.site import Site

ROLES = (None, *Role)
#: What changes something and is open to everybody; a new one must be thought over.
OPEN_WRITES = {
    "/articles/{article_uuid}/archive",
    "/sign-in",
    "/sign-in/passkey",
    "/welcome/{secret}",
    "/subscribe",
    "/mail/confirm/{token}",
    "/mail/{token}",
}
#: The next request comes by another connection.
CLOSED = {"connection": "close"}


def all_routes() -> Iterator[APIRoute]:
    """Every route of the page, the desk and the API, as it is declared."""
    for routes in (*PAGES, *DESK, *API):
        router = routes(cast(Site, AnyThing()))
        yield from (route for route in router.routes if isinstance(route, APIRoute))


def needs_of(route: APIRoute) -> list[Right]:
    """The rights that a route states."""
    stated = [dependency.dependency for dependency in route.dependencies]
    return [one.right for one in stated if isinstance(one, Needs)]


ROUTES = list(all_routes())
GUARDED = [
    (method, route.path, needs_of(route)[0])
    for route in ROUTES
    for method in sorted((route.methods or set()) - {"HEAD"})
    if needs_of(route) and needs_of(route)[0] is not Right.PUBLIC
]


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{min(route.methods)} {route.path}")
def test_every_route_states_one_right(route: APIRoute) -> None:
    """Where it is declared; what everybody may do changes nothing, with named exceptions."""
    assert len(needs_of(route)) == 1
    if needs_of(route) == [Right.PUBLIC] and not (route.methods or set()) <= {"GET", "HEAD"}:
        assert route.path in OPEN_WRITES


@pytest.mark.parametrize(("method", "path", "right"), GUARDED, ids=str)
def test_who_has_no_right_is_refused(desk: Any, method: str, path: str, right: Right) -> None:
    """Each role without the right gets 403, nobody is led to sign in."""
    address = re.sub(r"\{[^}]+\}", "1", path)
    for role in ROLES:
        if right in rights_of(role):
            continue
        # A page takes only so many connections at once.
        answer = desk.client(role).request(method, address, headers=CLOSED)
        if role is not None:
            assert answer.status_code == 403, role
        elif path.startswith("/api/"):
            assert answer.status_code == 401
        else:
            assert answer.status_code == 303
            assert answer.headers["location"].startswith("/sign-in?")


def test_rights_grow_with_the_role() -> None:
    """Each role may what the ones before it may; drafting is not sending."""
    ranked = [rights_of(role) for role in ROLES]
    assert all(lower < higher for lower, higher in itertools.pairwise(ranked))
    assert rights_of(Role.OWNER) == frozenset(Right)
    assert Right.DRAFT in rights_of(Role.EDITOR)
    assert Right.SEND not in rights_of(Role.EDITOR)


def test_a_token_never_gives_more_than_its_owner_has() -> None:
    """Its scope narrows the role; a scope beyond the role gives nothing."""
    actor = Actor("1", "ada", Role.EDITOR, Via.TOKEN, scope=frozenset({Right.SEND, Right.SOURCES}))
    assert actor.rights == {Right.PUBLIC, Right.SOURCES}


def test_an_old_and_a_made_up_session_are_nobodys(desk: Any) -> None:
    """One that has ended, and a cookie that we never gave, lead to the page that signs in."""
    account = an_account("past")
    desk.page.store.save_account(account)
    desk.page.store.add_session(a_session(account, ends_at=NOW))
    client = desk.client(None)
    for secret in ("secret-past-1", "x" * 5_000, "\x7f", "' OR 1=1"):
        client.cookies.set("session", secret)
        assert client.get("/desk").headers["location"] == "/sign-in?to=%2Fdesk"


def test_a_part_of_a_page_never_becomes_the_page_that_signs_in(desk: Any) -> None:
    """Where htmx asks for a part and the session is over, the whole page is led there."""
    answer = desk.client(None).get("/desk", headers={"hx-request": "true"})
    assert (answer.status_code, answer.headers["hx-redirect"]) == (401, "/sign-in?to=%2Fdesk")


def test_a_session_that_was_ended_opens_nothing(desk: Any) -> None:
    """At once, whoever still holds its cookie."""
    account = an_account("thief")
    desk.page.store.save_account(account)
    desk.page.store.add_session(a_session(account))
    client = desk.client(None)
    client.cookies.set("session", "secret-thief-1")
    assert client.get("/desk").status_code == 200
    desk.page.store.end_sessions(account.account_id)
    assert client.get("/desk").status_code == 303


def test_a_token_opens_what_its_scope_says(desk: Any) -> None:
    """As a bearer; one without the right is refused, one that has ended is nobody's."""
    account = an_account("robot", role=Role.EDITOR)
    desk.page.store.save_account(account)
    desk.page.store.add_token(a_token(account, 1, scope=frozenset({Right.OWN})))
    desk.page.store.add_token(a_token(account, 2, scope=frozenset({Right.SOURCES})))
    desk.page.store.add_token(a_token(account, 3, ends_at=NOW))
    client = desk.client(None)
    statuses = [
        client.get("/desk", headers={"authorization": f"Bearer token-robot-{number}"}).status_code
        for number in (1, 2, 3)
    ]
    assert statuses == [200, 403, 303]


@pytest.fixture(scope="module")
def forms(desk: Any) -> Any:
    """A form beside the routes of the desk: it counts how often it was taken."""
    taken: list[dict[str, Any]] = []
    site: Site = desk.page.server._server.config.app.state.site
    extra = Desk()

    @extra.post("/try", right=Right.SOURCES)
    def try_it(request: Request, form: Posted) -> Any:
        if form.text("act") == "refuse":
            return site.told(request, refused("desk.sign_in.first"), "/desk")
        file = form.file("file")
        taken.append({"fields": dict(form.fields), "file": file and file.body})
        return site.told(request, done("desk.menu.home"), "/desk?done")

    desk.page.server._server.config.app.include_router(extra.router)
    return taken


def test_a_form_that_comes_twice_is_taken_once(desk: Any, forms: list[Any]) -> None:
    """The second is led to where the first was, and told so; a refused one may come again."""
    client = desk.client(Role.EDITOR)
    forms.clear()
    sent = {"_once": "a-1", "act": "go"}
    assert client.post("/try", data=sent).headers["location"] == "/desk?done"
    again = client.post("/try", data=sent)
    assert again.headers["location"] == "/desk?done"
    assert len(forms) == 1
    assert "sent before" in client.get("/desk").text
    assert "sent before" not in client.get("/desk").text
    for act in ("refuse", "go"):
        client.post("/try", data={"_once": "a-2", "act": act})
    assert len(forms) == 2


def test_the_second_follows_the_first_at_once(
    desk: Any, forms: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By another connection, too: what was taken is written down before its answer goes out."""
    client, store = desk.client(Role.EDITOR), desk.page.server._server.config.app.state.ports.store
    settle, sent = store.settle_form, {"_once": "b-1"}

    def slowly(form_id: str, led_to: str) -> None:
        time.sleep(0.2)
        settle(form_id, led_to)

    monkeypatch.setattr(store, "settle_form", slowly)
    forms.clear()
    for _ in range(2):
        answer = client.post("/try", data=sent, headers=CLOSED)
        assert answer.headers["location"] == "/desk?done"
    assert len(forms) == 1


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "", "origin": "https://evil.example"},
        {"sec-fetch-site": "same-site", "origin": "http://127.0.0.1:1"},
        {"origin": "null"},
    ],
    ids=str,
)
def test_forms_of_other_sites_are_refused(
    desk: Any, forms: list[Any], headers: dict[str, str]
) -> None:
    """Whoever is signed in: nothing of theirs is sent in their name."""
    forms.clear()
    assert desk.client(Role.OWNER).post("/try", data={"a": "1"}, headers=headers).status_code == 403
    assert forms == []


def test_without_a_word_of_where_it_is_from_no_form_is_taken(desk: Any, forms: list[Any]) -> None:
    """A browser says so; a program brings a token instead of a cookie, and needs not."""
    forms.clear()
    client = desk.client(Role.OWNER)
    del client.headers["sec-fetch-site"]
    assert client.post("/try", data={"a": "1"}).status_code == 403
    ours = {"origin": desk.page.server.url}
    assert client.post("/try", data={"a": "1"}, headers=ours).is_redirect
    account = an_account("machine", role=Role.EDITOR)
    desk.page.store.save_account(account)
    desk.page.store.add_token(a_token(account))
    robot = desk.client(None)
    del robot.headers["sec-fetch-site"]
    robot.headers["authorization"] = "Bearer token-machine-1"
    assert robot.post("/try", data={"a": "1"}).is_redirect
    assert len(forms) == 2


def test_a_form_keeps_texts_and_files(desk: Any, forms: list[Any]) -> None:
    """Words of every script, line breaks of one kind, no NUL; files as they are."""
    forms.clear()
    client = desk.client(Role.EDITOR)
    client.post("/try", data={"a": "é 渡轮\r\nb\x00c"})
    client.post("/try", data={"a": "é 渡轮"}, files={"file": ("x.opml", b"\x00\xff")})
    assert forms[0]["fields"]["a"] == "é 渡轮\nbc"
    assert forms[1] == {"fields": {"a": "é 渡轮"}, "file": b"\x00\xff"}


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"a=" + b"x" * 10_000_000, "application/x-www-form-urlencoded", 413),
        (b"&".join(b"a=1" for _ in range(6_000)), "application/x-www-form-urlencoded", 400),
        (b"{}", "application/json", 415),
        (b"--x\r\nnonsense", "multipart/form-data; boundary=x", 400),
        (b"--x--", "multipart/form-data", 400),
        (b"--x--", "multipart/form-data; boundary=x; charset=punycode", 415),
        ("é".encode(), "application/x-www-form-urlencoded", 400),
    ],
    ids=[
        "too large",
        "too many",
        "another type",
        "broken",
        "no boundary",
        "another codec",
        "not encoded",
    ],
)
def test_what_is_no_form_is_refused(
    desk: Any, forms: list[Any], body: bytes, kind: str, status: int
) -> None:
    """With a page that says why; nothing is done."""
    forms.clear()
    answer = desk.client(Role.EDITOR).post("/try", content=body, headers={"content-type": kind})
    assert answer.status_code == status
    assert "<h1>" in answer.text
    assert forms == []


def test_an_endless_form_is_cut(desk: Any, forms: list[Any]) -> None:
    """One that does not say how long it is, too."""
    forms.clear()
    endless = (b"x" * 50_000 for _ in range(40))
    headers = {"content-type": "application/x-www-form-urlencoded"}
    client = desk.client(Role.EDITOR)
    assert client.post("/try", content=endless, headers=headers).status_code == 413
    assert forms == []


@pytest.mark.parametrize("value", ["nonsense", "W10", "WzEsMiwzXQ", "x" * 9_000, "'"])
def test_a_made_up_message_tells_nothing(desk: Any, value: str) -> None:
    """Only words of our catalogues, with all of their values, are told."""
    client = desk.client(Role.EDITOR)
    client.cookies.set("told", value)
    answer = client.get("/desk")
    assert answer.status_code == 200
    assert 'class="answer' not in answer.text


def test_the_desk_is_kept_by_nobody_and_runs_only_our_script(desk: Any) -> None:
    """No cache keeps it, nothing inline runs, and the policy allows no other origin."""
    answer = desk.client(Role.OWNER).get("/desk")
    assert answer.headers["cache-control"] == "no-store"
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self'; connect-src 'self'" in policy
    assert "unsafe" not in policy
    assert not re.search(r"<script(?![^>]* src=\"/static/)|\son\w+=|style=", answer.text)


@given(st.text(max_size=60))
def test_a_way_back_never_leaves_this_site(way: str) -> None:
    """Whatever an address asks for, a browser stays at our origin."""
    found = own_way(way)
    assert re.fullmatch(r"/(?![/\\])[\x21-\x7e]*", found)
    assert urlencode({"to": found})


def test_the_owner_sees_how_safe_the_ledger_is(desk: Any) -> None:
    """When it was backed up and what went wrong the last time; nobody else is told."""
    store = desk.page.store
    assert "There is no backup yet" in desk.client(Role.OWNER).get("/desk").text
    store.save_upkeep(Upkeep("backup", NOW, ok_at=NOW))
    store.save_upkeep(Upkeep("backup", NOW, message="<b>the disk is full"))
    shown = desk.client(Role.OWNER).get("/desk").text
    assert "The last try failed." in shown
    assert "&lt;b&gt;the disk is full" in shown
    for role in (Role.PUBLISHER, Role.EDITOR, Role.READER):
        assert "Kept safe" not in desk.client(role).get("/desk").text
