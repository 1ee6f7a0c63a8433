"""The edition desk in a real browser: with and without scripts, by keyboard, on a phone."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from strandline.model.accounts import Role
from strandline.model.digests import Digest, DigestDrop, DigestItem, Section
from strandline.model.editions import EditionState
from strandline.testing.account_builders import a_session, an_account
from strandline.testing.builders import NOW

pytestmark = pytest.mark.browser

AXE = Path(__file__).parent / "axe-core" / "axe.min.js"
RUN_AXE = """async () => {
  const options = {resultTypes: ['violations'], rules: {'target-size': {enabled: true}}};
  return (await axe.run(document, options)).violations.map(v => [v.id, v.nodes[0].html]);
}"""

PAGES = ("", "/items/A_{number}1", "/left-out", "/preview/page", "/preview/dark", "/preview/text")
#: Controls under 24 × 24 px that do not stand in a line of text, and what reaches over the edge.
SMALL = """() => [...document.querySelectorAll(
    'main :is(button, a, input, select, summary, textarea)')]
  .filter(e => e.checkVisibility() && e.type !== 'hidden')
  .filter(e => { const r = e.getBoundingClientRect();
    return r.width < 24 || r.height < 24 || r.right > innerWidth + 1; })
  .map(e => e.outerHTML.slice(0, 120))"""


def an_item(number: int, n: int) -> DigestItem:
    url, names = (
        f"https://a.example/{number}/{n}",
        ("Ferry returns", "Market moves", "Clocks go wrong"),
    )
    section = Section.MUST_READS if n < 3 else Section.ARTICLES
    return DigestItem(
        n, section, "news", f"A_{number}{n}", url, names[n % 3], "Post", NOW, "A summary"
    )


@pytest.fixture
def open_desk(
    browser: Any, desk: Any, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Any]]:
    """Open a page of a new draft, signed in as a publisher."""
    store, number = desk.page.store, abs(hash(request.node.name)) % 10**9
    digest_id = f"b{number}"
    contexts: list[Any] = []
    drop = DigestDrop("A_9", "https://a.example/9", "fill", "source_cap", "", "Left", "Post")
    items = tuple(an_item(number, n) for n in (1, 2, 3, 4))
    edition = Digest(digest_id, "public", NOW, "Today", "en", items, drops=(drop,))
    store.save_digest(Digest(**{**as_fields(edition), "state": EditionState.DRAFT}), ())
    desk.client(Role.PUBLISHER)

    def go(path: str = "", **options: Any) -> Any:
        context = browser.new_context(**({"locale": "en-US"} | options))
        contexts.append(context)
        url = desk.page.server.url
        context.add_cookies([{"name": "session", "value": "secret-publisher-1", "url": url}])
        tab = context.new_page()
        tab.complaints, tab.number = [], number
        tab.on("console", lambda message: _complain(tab, message.text))
        tab.goto(f"{url}/desk/editions/{digest_id}{path}")
        return tab

    yield go
    for context in contexts:
        context.close()


def _complain(tab: Any, text: str) -> None:
    """But for the scripts of a preview, which its frame is there to keep from running."""
    if not text.startswith("Blocked script execution"):
        tab.complaints.append(text)


def as_fields(edition: Digest) -> dict[str, Any]:
    return {name: getattr(edition, name) for name in edition.__slots__}


def order(tab: Any) -> str:
    found = tab.evaluate("[...document.querySelectorAll('.drafted li')].map(e => e.id.slice(-1))")
    return "".join(found)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_draft_three_edits_and_approval(open_desk: Any, scripts: bool) -> None:
    """By keyboard alone: moved, dropped, given other words, approved, published."""
    tab = open_desk(java_script_enabled=scripts)
    tab.locator(f"#move-up-A_{tab.number}2").press("Enter")
    tab.get_by_text("Moved: Clocks go wrong").wait_for()
    tab.locator(f"#drop-out-A_{tab.number}3").press("Enter")
    tab.get_by_text("Dropped: Ferry returns").wait_for()
    tab.locator(f"#item-A_{tab.number}4 a.button").press("Enter")
    tab.get_by_label("title").fill("Markets, again")
    tab.get_by_role("button", name="Save").press("Enter")
    tab.get_by_text("Title changed: Markets, again").wait_for()
    tab.locator("#approve").press("Enter")
    tab.get_by_text("Approved. Its items stand in the history.").wait_for()
    tab.get_by_role("button", name="Publish now").press("Enter")
    tab.get_by_text("Published.").wait_for()
    tab.get_by_role("link", name="On the page").press("Enter")
    tab.get_by_role("heading", name="Markets, again").wait_for()
    titles = tab.locator("article h3, article h4").all_inner_texts()
    assert titles == ["Clocks go wrong", "Market moves", "Markets, again"]
    assert tab.complaints == []


def test_focus_stays_and_a_move_is_announced(open_desk: Any) -> None:
    """With scripts only what changed is drawn anew: the button keeps the focus, the region for
    announcements says what was done."""
    tab = open_desk()
    tab.evaluate("window.stayed = true")
    live = tab.evaluate_handle("document.querySelector('[role=status]')")
    tab.locator(f"#move-down-A_{tab.number}1").press("Enter")
    tab.locator("#told").get_by_text("Moved").wait_for()
    assert order(tab) == "2134"
    assert tab.evaluate("window.stayed")
    assert tab.evaluate("document.activeElement.id") == f"move-down-A_{tab.number}1"
    assert tab.evaluate("live => live.isConnected", live)
    assert "1. publisher: moved" in tab.locator("#acts").inner_text()


@pytest.mark.parametrize("width", [320, 1280])
def test_every_control_is_large_enough_and_in_sight(open_desk: Any, width: int) -> None:
    """At least 24 px high and wide; no page scrolls sideways."""
    tab = open_desk(viewport={"width": width, "height": 800})
    start = tab.url
    for path in PAGES:
        tab.goto(start + path.format(number=tab.number))
        assert tab.evaluate("document.documentElement.scrollWidth") <= width, path
        assert tab.evaluate(SMALL) == [], path
    assert tab.complaints == []


def test_a_preview_shows_the_mail_by_night(open_desk: Any) -> None:
    """The frame holds the dark look whatever this machine's is, and nothing in it runs."""
    for part, is_dark in (("dark", True), ("light", False)):
        tab = open_desk(f"/preview/{part}", color_scheme="light")
        frame = tab.frame_locator("iframe")
        frame.get_by_role("link", name="Clocks go wrong").wait_for()
        ground = frame.locator("body").evaluate("e => getComputedStyle(e).backgroundColor")
        assert (ground != "rgb(255, 255, 255)") is is_dark
        assert tab.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_a_draft_and_on_ones_own_pages(
    browser: Any, desk: Any, open_desk: Any, scheme: str
) -> None:
    """What a walk along the links of a site does not reach: a draft, and a reader's own history."""
    account = an_account(f"axe-{scheme}", role=Role.READER, reader_id="ada")
    desk.page.store.save_account(account)
    desk.page.store.add_session(a_session(account))
    own = f"secret-axe-{scheme}-1"
    tab = open_desk(bypass_csp=True, color_scheme=scheme, viewport={"width": 320, "height": 700})
    pages = [(tab.url + path.format(number=tab.number), "secret-publisher-1") for path in PAGES]
    pages += [(f"{desk.page.server.url}{path}", own) for path in ("/my", "/my/history")]
    for address, secret in pages:
        session = {"name": "session", "value": secret, "url": desk.page.server.url}
        tab.context.add_cookies([session])
        tab.goto(address)
        tab.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        tab.evaluate(AXE.read_text("utf-8"))
        assert tab.evaluate(RUN_AXE) == [], address
        assert tab.evaluate("document.documentElement.scrollWidth") <= 320, address
