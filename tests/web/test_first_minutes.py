"""The first minutes in a real browser: the address that was printed, an account, a passkey."""

import socket
from collections.abc import Callable
from typing import Any

import pytest

from strandline.pipelines.desk.links import owners_link
from strandline.ports import Store

pytestmark = pytest.mark.browser

GOOD = "five boats at dawn"


@pytest.fixture
def page(serve: Callable[..., Any], ledger: Store) -> Any:
    """A page on a new ledger under the name `localhost`, for which browsers have passkeys."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return serve(ledger, port=port, base_url=f"http://localhost:{port}")


@pytest.fixture
def tab(browser: Any, page: Any) -> Any:
    """A tab with an authenticator in it that verifies its person; no complaint is left unsaid."""
    context = browser.new_context(locale="en-US", viewport={"width": 320, "height": 800})
    tab = context.new_page()
    tab.complaints = []
    tab.on("console", lambda message: tab.complaints.append(message.text))
    tab.on("pageerror", lambda error: tab.complaints.append(str(error)))
    devices = context.new_cdp_session(tab)
    devices.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
    }
    made = devices.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    tab.verifies = lambda *, does: devices.send(
        "WebAuthn.setUserVerified",
        {"authenticatorId": made["authenticatorId"], "isUserVerified": does},
    )
    yield tab
    context.close()


def test_from_nothing_to_a_passkey(page: Any, tab: Any) -> None:
    """The printed address makes the owner; a passkey is added and signs in without a name."""
    base = page.settings.web.base_url
    tab.goto(base + owners_link(page.ports))
    tab.get_by_label("Sign-in name").fill("ada")
    tab.get_by_label("New password").fill(GOOD)
    tab.get_by_role("button", name="Make account").click()
    assert "This installation is yours" in tab.get_by_role("status").inner_text()
    tab.get_by_role("link", name="ada").click()
    tab.get_by_label("Name of the device").fill("Laptop")
    tab.get_by_role("button", name="Add a passkey").click()
    tab.get_by_text("The passkey “Laptop” was added.").wait_for()
    tab.get_by_role("button", name="Sign out").click()
    tab.verifies(does=False)
    tab.get_by_role("button", name="Sign in with a passkey").click()
    tab.get_by_text("The passkey was not used.").wait_for()
    tab.verifies(does=True)
    tab.get_by_role("button", name="Sign in with a passkey").click()
    tab.get_by_text("Welcome, ada.").wait_for()
    assert tab.url == f"{base}/desk"
    assert tab.complaints == []


def test_without_scripts_one_signs_in_and_out(browser: Any, page: Any) -> None:
    """By name and password; what needs a script is not shown."""
    context = browser.new_context(locale="en-US", java_script_enabled=False)
    tab = context.new_page()
    base = page.settings.web.base_url
    tab.goto(base + owners_link(page.ports))
    tab.get_by_label("Sign-in name").fill("ada")
    tab.get_by_label("New password").fill(GOOD)
    tab.keyboard.press("Enter")
    tab.get_by_role("button", name="Sign out").click()
    assert "You are signed out." in tab.get_by_role("status").inner_text()
    assert tab.get_by_role("button", name="Sign in with a passkey").count() == 0
    tab.goto(f"{base}/desk/users")
    tab.get_by_label("Sign-in name").fill("ada")
    tab.get_by_label("Password").fill(GOOD)
    tab.get_by_role("button", name="Sign in").click()
    assert tab.url == f"{base}/desk/users"
    context.close()
