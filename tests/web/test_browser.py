"""The page in a real browser: keyboard, phone, policy, no scripts; `test_axe` has the rest."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytestmark = pytest.mark.browser

PATHS = (
    "/",
    "/digests",
    "/digests/edition1",
    "/stories",
    "/stories?all=1",
    "/stories/{first}",
    "/threads",
    "/threads/{running}",
    "/featured",
    "/sources",
    "/articles/{first}",
    "/articles/{first}?asked=too_many",
    "/articles/{first}/replay",
    "/archive",
    "/search?q=boats",
    "/stats",
    "/about",
    "/nothing",
)
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 740}

#: All that Tab should reach, in the order of the page: how many, and which has the focus.
REACHABLE = """() => {
  const all = 'a[href], button, select, summary, input:not([type=hidden]), video';
  globalThis.reachable = [...document.querySelectorAll(all)].filter(e => e.checkVisibility());
  return globalThis.reachable.length;
}"""

FOCUSED = """() => {
  const e = document.activeElement, s = getComputedStyle(e), r = e.getBoundingClientRect();
  return {
    place: globalThis.reachable.indexOf(e),
    text: e.textContent.trim().slice(0, 60),
    outline: s.outlineStyle,
    width: parseFloat(s.outlineWidth),
    shown: r.width > 0 && r.height > 0 && r.bottom > 0 && r.top < innerHeight,
  };
}"""

STICKING_OUT = """() => [...document.querySelectorAll('main *, header *')].filter(e => {
  const r = e.getBoundingClientRect();
  return r.width > 2 && (r.right > innerWidth + 1 || r.left < -1);
}).map(e => e.outerHTML.slice(0, 100))"""


@pytest.fixture
def visit(browser: Any, page: Any) -> Iterator[Callable[..., Any]]:
    """Open an address of the page; every context is closed with the test."""
    contexts = []

    def go(path: str, **options: Any) -> Any:
        context = browser.new_context(**({"viewport": DESKTOP, "locale": "en-US"} | options))
        contexts.append(context)
        tab = context.new_page()
        tab.complaints = []
        tab.on("console", lambda message: tab.complaints.append(message.text))
        tab.on("pageerror", lambda error: tab.complaints.append(str(error)))
        tab.on("requestfailed", lambda request: tab.complaints.append(request.url))
        first = re.search(r"/articles/(A_[0-9a-f]+)", page.get("/").text)
        (running,) = (one.thread_id for one in page.store.recent_threads(limit=1))
        tab.goto(page.server.url + path.format(first=first[1] if first else "", running=running))
        return tab

    yield go
    for context in contexts:
        context.close()


def test_day_and_night_differ(visit: Callable[..., Any]) -> None:
    """The scheme of the system is followed."""
    grounds = [
        visit("/", color_scheme=scheme).evaluate("getComputedStyle(document.body).backgroundColor")
        for scheme in ("light", "dark")
    ]
    assert grounds[0] != grounds[1]


@pytest.mark.parametrize("path", PATHS)
def test_the_keyboard_reaches_everything_in_order_on(visit: Callable[..., Any], path: str) -> None:
    """Tab walks every control once, in the order of the page, each visibly focused."""
    tab = visit(path)
    count = tab.evaluate(REACHABLE)
    steps: list[dict[str, Any]] = []
    while not steps or 0 <= steps[-1]["place"] < count - 1:
        tab.keyboard.press("Tab")
        step = tab.evaluate(FOCUSED)
        # Boxes for days and players have stops of their own inside.
        if not steps or step["place"] != steps[-1]["place"]:
            steps.append(step)
    assert steps[0]["text"] == "Skip to the content"
    assert [step["place"] for step in steps] == list(range(count))
    assert [step for step in steps if step["outline"] != "solid" or step["width"] < 2] == []
    assert [step for step in steps if not step["shown"]] == []


def test_the_skip_link_leads_past_the_menu(visit: Callable[..., Any]) -> None:
    """First Tab, Enter: the content has the focus."""
    tab = visit("/")
    tab.keyboard.press("Tab")
    tab.keyboard.press("Enter")
    assert tab.evaluate("document.activeElement.id") == "content"


@pytest.mark.parametrize("path", PATHS)
def test_a_phone_shows_everything_and_has_no_complaint_about(
    visit: Callable[..., Any], path: str
) -> None:
    """No error, no refused style, nothing that the policy stops; the stylesheet applies. At 360
    pixels, in each language, no page scrolls sideways and nothing is cut off.
    """
    joint = "&" if "?" in path else "?"
    tab = visit(f"{path}{joint}lang=en", viewport=PHONE)
    expected = [] if path != "/nothing" else ["404"]
    assert [c for c in tab.complaints if not any(word in c for word in expected)] == []
    assert "Liberation" in tab.evaluate("getComputedStyle(document.body).fontFamily")
    english = tab.url
    for language in ("en", "fr", "zh"):
        if language != "en":
            tab.goto(english.replace("lang=en", f"lang={language}"))
        tab.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        assert tab.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert tab.evaluate(STICKING_OUT) == []


def test_without_scripts_everything_works(visit: Callable[..., Any]) -> None:
    """Filter, follow a digest, open the reasons: all with JavaScript switched off."""
    tab = visit("/", java_script_enabled=False)
    tab.get_by_label("Source", exact=True).select_option(label="潮汐日报")
    tab.get_by_role("button", name="Show").click()
    assert "source=W_RSS_3" in tab.url
    assert tab.locator(".entry").count() == 1
    tab.get_by_role("link", name="Show everything").click()
    tab.get_by_role("link", name="Read the digest").click()
    why = tab.locator("details").first
    why.locator("summary").click()
    assert why.get_by_text("Reputation of the source").is_visible()
    tab.get_by_role("link", name="Français").click()
    assert tab.locator("html").get_attribute("lang") == "fr"
    tab.get_by_role("link", name="Récents").click()
    assert tab.get_by_role("heading", level=1).inner_text().lower() == "articles récents"
