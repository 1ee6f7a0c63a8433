"""Signing in and out in a browser, links that open once, one's own account, the users page."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from structlog.testing import capture_logs

from strandline.model.accounts import Actor, Right, Role
from strandline.pipelines.desk.links import make_link, owners_link
from strandline.pipelines.desk.people import Person, add_account
from strandline.pipelines.desk.tokens import make_token
from strandline.ports import Store
from strandline.testing.builders import NOW

GOOD = "five boats at dawn"
#: As docs/security.md gives them to fail2ban.
FAIL2BAN = (
    r'^.*"address": "<HOST>".*"event": "sign_in_failed".*$',
    r"^.*sign_in_failed\s.*address=<HOST>(\s.*)?$",
)


def with_ada(desk: Any) -> str:
    """An owner who has a password; id of the account."""
    ports = desk.page.server._server.config.app.state.ports
    known = ports.store.account_of_login("ada")
    if known is not None:
        return str(known.account_id)
    return add_account(ports, Actor.console(), Person("ada", Role.OWNER), GOOD).subject


def enter(client: Any, login: str = "ada", password: str = GOOD, **more: str) -> Any:
    return client.post("/sign-in", data={"login": login, "password": password, **more})


def test_who_comes_for_a_page_is_led_to_it_by_signing_in(desk: Any) -> None:
    """Nobody is led to the form, and from there to where they wanted to go, and welcomed."""
    with_ada(desk)
    client = desk.client(None)
    where = client.get("/desk/users?x=1").headers["location"]
    form = client.get(where)
    assert "Sign in to see that page." in form.text
    to = re.search(r'name="to" value="([^"]+)"', form.text)
    assert to is not None
    answer = enter(client, to=to[1])
    assert answer.headers["location"] == "/desk/users?x=1"
    page = client.get("/desk/users?x=1")
    assert "Welcome, ada." in page.text
    assert "Welcome" not in client.get("/desk/users").text
    assert client.get("/sign-in?to=//evil.example").headers["location"] == "/desk"


def test_the_cookie_is_for_us_alone(desk: Any) -> None:
    """No script reads it, no other site's form sends it along; its value is kept nowhere."""
    with_ada(desk)
    answer = enter(desk.client(None))
    cookie = answer.headers["set-cookie"]
    session = next(one for one in answer.headers.get_list("set-cookie") if "session=" in one)
    assert "HttpOnly" in session
    assert "SameSite=lax" in session
    assert "Path=/" in session
    secret = re.search(r"session=([^;]+)", session)
    assert secret is not None
    assert len(secret[1]) >= 40
    assert cookie


def test_over_https_the_cookie_is_bound_to_the_host(
    serve: Callable[..., Any], ledger: Store
) -> None:
    """`__Host-`: no other name and no plain connection can set it."""
    page = serve(ledger, base_url="https://read.example")
    ports = page.server._server.config.app.state.ports
    add_account(ports, Actor.console(), Person("ada", Role.OWNER), GOOD)
    page.client.headers["origin"] = "https://read.example"
    session = [one for one in enter(page.client).headers.get_list("set-cookie") if "ession" in one]
    assert session[0].startswith("__Host-session=")
    assert "Secure" in session[0]


@pytest.mark.parametrize(
    ("login", "password", "status"),
    [
        ("ada", "wrong", 422),
        ("nobody", GOOD, 422),
        ("аda", GOOD, 422),
        ("ada\x00", "", 422),
        ("x" * 7_000, GOOD, 422),
        ("ada", "x" * 10_000_000, 413),
    ],
    ids=["wrong", "unknown", "look-alike", "empty", "long name", "10 MB"],
)
def test_who_is_not_known_gets_one_answer(
    desk: Any, login: str, password: str, status: int
) -> None:
    """The same words for a wrong name and a wrong password, and no session."""
    with_ada(desk)
    client = desk.client(None)
    answer = enter(client, login, password)
    assert answer.status_code == status
    assert "session" not in answer.headers.get("set-cookie", "")
    assert client.get("/desk").status_code == 303
    if status == 422:
        assert "do not belong together" in answer.text
        assert len(answer.content) < 20_000


def test_a_failure_is_logged_for_fail2ban(desk: Any) -> None:
    """With the address; what was typed for a name is not in the log: it may be a password."""
    with_ada(desk)
    with capture_logs() as logs:
        enter(desk.client(None), "oops my password", "x")
        enter(desk.client(None), "ada", "wrong")
    failures = [line for line in logs if line["event"] == "sign_in_failed"]
    assert [line["login"] for line in failures] == ["(unknown)", "ada"]
    assert {line["address"] for line in failures} == {"127.0.0.1"}
    assert "oops" not in str(logs)


@pytest.mark.parametrize("format_name", ["json", "console"])
def test_fail2bans_filter_fits_our_lines(
    capsys: pytest.CaptureFixture[str], format_name: str
) -> None:
    """The patterns of the documentation find the address in the line as it is written."""
    import io

    import structlog

    from strandline.settings import LogSettings
    from strandline.wiring import configure_logs

    out = io.StringIO()
    try:
        configure_logs(LogSettings(format=format_name), out)  # type: ignore[arg-type]
        structlog.get_logger("strandline.web").warning(
            "sign_in_failed", address="192.0.2.66", login="(unknown)"
        )
    finally:
        structlog.reset_defaults()
    line = re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue().strip())
    found = [
        match[1]
        for pattern in FAIL2BAN
        if (match := re.match(pattern.replace("<HOST>", r"([0-9a-f.:]+)"), line))
    ]
    assert found == ["192.0.2.66"]


def test_the_documentation_gives_these_patterns() -> None:
    """docs/security.md and this file say the same."""
    from pathlib import Path

    page = (Path(__file__).parents[2] / "docs/security.md").read_text("utf-8")
    for pattern in FAIL2BAN:
        assert pattern in page


def test_after_signing_out_the_cookie_opens_nothing(desk: Any) -> None:
    """Also for who has kept a copy of it."""
    with_ada(desk)
    client = desk.client(None)
    enter(client)
    copy = client.cookies["session"]
    assert client.get("/desk").status_code == 200
    assert client.post("/sign-out").headers["location"] == "/sign-in"
    assert "You are signed out." in client.get("/sign-in").text
    thief = desk.client(None)
    thief.cookies.set("session", copy)
    assert thief.get("/desk").status_code == 303


def test_the_first_address_makes_the_owner(serve: Callable[..., Any], ledger: Store) -> None:
    """Opening it uses nothing up; with a name and a password it leads to the desk, once."""
    page = serve(ledger)
    ports = page.server._server.config.app.state.ports
    client = page.client
    client.headers.update({"sec-fetch-site": "same-origin", "accept-language": "en"})
    assert "was printed when the program started" in client.get("/sign-in").text
    path = owners_link(ports)
    assert client.get(path).status_code == client.get(path).status_code == 200
    bad = client.post(path, data={"login": "ada", "password": "short"})
    assert (bad.status_code, "at least 10 characters" in bad.text) == (422, True)
    made = client.post(path, data={"login": "ada", "name": "Ada 潮", "password": GOOD})
    assert made.headers["location"] == "/desk"
    assert "Welcome, Ada 潮. This installation is yours." in client.get("/desk").text
    assert client.get("/desk/users").status_code == 200
    gone = client.get(path)
    assert (gone.status_code, "opens nothing" in gone.text) == (404, True)
    again = client.post(path, data={"login": "bert", "password": GOOD})
    assert again.status_code == 404
    assert len(ledger.accounts()) == 1


def test_a_link_of_the_owner_sets_a_password(desk: Any) -> None:
    """On the users page: an account is made, its link is shown once and signs its owner in."""
    owner = desk.client(Role.OWNER)
    shown = owner.post(
        "/desk/users", data={"login": "clara", "role": "publisher", "_once": "clara-1"}
    )
    link = re.search(r'class="secret"[^>]*>http://[^/]+(/welcome/[^<]+)<', shown.text)
    assert link is not None
    again = owner.post(
        "/desk/users", data={"login": "clara", "role": "publisher", "_once": "clara-1"}
    )
    assert again.headers["location"] == "/desk/users"
    assert "/welcome/" not in owner.get("/desk/users").text
    clara = desk.client(None)
    assert "A new password for clara" in clara.get(link[1]).text
    assert clara.post(link[1], data={"password": GOOD}).headers["location"] == "/account"
    assert "Publisher" in clara.get("/account").text
    assert clara.get("/desk/users").status_code == 403


def test_the_owner_changes_and_removes_accounts(desk: Any) -> None:
    """Each told on the next page; the sessions of who is removed are over."""
    owner = desk.client(Role.OWNER)
    ports = desk.page.server._server.config.app.state.ports
    dora = add_account(ports, Actor.console(), Person("dora"), GOOD).subject
    browser = desk.client(None)
    enter(browser, "dora")
    owner.post(f"/desk/users/{dora}", data={"role": "publisher", "name": "Dora"})
    assert "The account dora was changed." in owner.get("/desk/users").text
    assert ports.store.account(dora).role is Role.PUBLISHER
    owner.post(f"/desk/users/{dora}/remove")
    assert "The account dora was removed" in owner.get("/desk/users").text
    assert browser.get("/desk").status_code == 303
    owner.post(f"/desk/users/{dora}/remove")
    assert "not there any more" in owner.get("/desk/users").text


def test_the_owner_sees_and_ends_tokens_and_reads_how_people_sign_in(desk: Any) -> None:
    """Anybody's tokens; the settings under their names, without a secret."""
    owner = desk.client(Role.OWNER)
    ports = desk.page.ports
    fay = add_account(ports, Actor.console(), Person("fay"), GOOD).subject
    actor = Actor(fay, "fay", Role.EDITOR)
    made, _ = make_token(ports, actor, "Fay’s script", frozenset({Right.OWN}), 9)
    page = owner.get("/desk/users").text
    assert "Fay’s script" in page
    assert "<code>PROXY_USER_HEADER</code>" in page
    owner.post(f"/desk/users/{fay}/tokens", data={"token": made.subject})
    assert "opens nothing any more" in owner.get("/desk/users").text
    assert ports.store.tokens(fay) == []


def test_ones_own_account(desk: Any) -> None:
    """Password, sessions and tokens, each changed by who is signed in."""
    ports = desk.page.server._server.config.app.state.ports
    add_account(ports, Actor.console(), Person("emil"), GOOD)
    first, second = desk.client(None), desk.client(None)
    enter(first, "emil")
    enter(second, "emil")
    wrong = first.post("/account/password", data={"old": "no", "password": "six boats at dusk"})
    assert (wrong.status_code, "another one" in wrong.text) == (422, True)
    first.post("/account/sessions")
    assert "1 other session was ended" in first.get("/account").text
    assert second.get("/account").status_code == 303
    made = first.post("/account/tokens", data={"name": "Script", "scope": ["own"], "days": "30"})
    secret = re.search(r"(strandline_[\w-]{43})<", made.text)
    assert secret is not None
    assert secret[1] not in first.get("/account").text
    robot = desk.client(None)
    robot.headers["authorization"] = f"Bearer {secret[1]}"
    assert robot.get("/account").status_code == 200
    for path in ("/account/password", "/account/tokens"):
        assert robot.post(path, data={"old": GOOD, "password": "x" * 20}).status_code == 403
    token = ports.store.tokens(ports.store.account_of_login("emil").account_id)[0]
    assert (token.scope, (token.ends_at - NOW).days) == (frozenset({Right.OWN}), 30)
    first.post("/account/tokens/end", data={"token": token.token_id})
    assert robot.get("/account").status_code == 303
    changed = first.post("/account/password", data={"old": GOOD, "password": "six boats at dusk"})
    assert changed.headers["location"] == "/account"
    assert "The new password of emil holds" in first.get("/account").text


def test_too_many_at_once_are_told_to_come_again(serve: Callable[..., Any], ledger: Store) -> None:
    """429 with words, the name still in its field; nothing waits."""
    page = serve(ledger)
    ports = page.server._server.config.app.state.ports
    ports.passwords.is_busy = True
    page.client.headers["sec-fetch-site"] = "same-origin"
    answer = enter(page.client)
    assert answer.status_code == 429
    assert "in a moment" in answer.text
    assert 'value="ada"' in answer.text


def test_where_local_sign_in_is_off_no_password_is_taken(
    serve: Callable[..., Any], ledger: Store
) -> None:
    """Not even the right one; the form is not shown."""
    page = serve(ledger, access={"local_sign_in": False})
    ports = page.server._server.config.app.state.ports
    add_account(ports, Actor.console(), Person("ada", Role.OWNER), GOOD)
    page.client.headers["sec-fetch-site"] = "same-origin"
    assert 'type="password"' not in page.get("/sign-in").text
    assert enter(page.client).status_code == 403


def test_a_link_made_in_the_terminal_opens_in_the_browser(desk: Any) -> None:
    """`users reset` and the page are one act."""
    account_id = with_ada(desk)
    ports = desk.page.server._server.config.app.state.ports
    _, path = make_link(ports, Actor.console(), account_id)
    assert desk.client(None).get(path).status_code == 200
