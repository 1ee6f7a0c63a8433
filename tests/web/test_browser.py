"""The page in a real browser: contrast, labels, keyboard, phone, policy, no scripts needed."""

import itertools
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.browser

#: Debian's and Ubuntu's names for it.
CHROMIUM = ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/chromium-headless-shell")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATHS = (
    "/",
    "/digests",
    "/digests/edition1",
    "/stories",
    "/stories?all=1",
    "/stories/{first}",
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

#: WCAG 2.2, 1.4.3: every text against what is behind it, as [ratio, text]; layers are summed up.
CONTRAST = """() => {
  const parse = c => { const m = c.match(/[\\d.]+/g).map(Number); return [...m, 1].slice(0, 4); };
  const over = (a, b) => [0, 1, 2].map(i => a[i] * a[3] + b[i] * (1 - a[3])).concat(1);
  const light = c => {
    const [r, g, b] = c.map(v => v / 255)
      .map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const behind = matchMedia('(prefers-color-scheme: dark)').matches ? 18 : 255;
  const ground = e => {
    const layers = [];
    for (let n = e; n; n = n.parentElement) layers.push(parse(getComputedStyle(n).backgroundColor));
    return layers.reverse().reduce((b, a) => over(a, b), [behind, behind, behind, 1]);
  };
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n; n = walk.nextNode();) {
    const e = n.parentElement;
    if (!n.nodeValue.trim() || !e.checkVisibility()) continue;
    const b = ground(e), t = over(parse(getComputedStyle(e).color), b);
    const [high, low] = [light(t), light(b)].sort((x, y) => y - x);
    found.push([Math.round((high + .05) / (low + .05) * 100) / 100, n.nodeValue.trim()]);
  }
  return found;
}"""

#: Every control with its accessible name, as far as HTML gives one: [tag, name, markup].
CONTROLS = """() => {
  const all = document.querySelectorAll(
    'a, button, input:not([type=hidden]), select, textarea, summary, video, iframe');
  const unnamed = ['SELECT', 'INPUT', 'TEXTAREA', 'VIDEO', 'IFRAME'];
  const own = e => unnamed.includes(e.tagName) ? e.title
    : e.textContent.trim() || [...e.querySelectorAll('img')].map(i => i.alt).join(' ');
  const name = e => e.getAttribute('aria-label')
    || [...(e.labels ?? [])].map(l => l.textContent).join(' ') || own(e);
  return [...all].map(e => [e.tagName, name(e).trim(), e.outerHTML.slice(0, 120)]);
}"""

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


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium without a window; skipped with the reason where there is none."""
    path = next((path for path in CHROMIUM if Path(path).exists()), None)
    if path is None:
        if os.environ.get("STRANDLINE_REQUIRE_BROWSER") == "1":
            pytest.fail("STRANDLINE_REQUIRE_BROWSER=1, and there is no Chromium")
        pytest.skip("no Chromium here (Debian: apt-get install chromium)")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield chromium
        chromium.close()


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
        tab.goto(page.server.url + path.format(first=first[1] if first else ""))
        return tab

    yield go
    for context in contexts:
        context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PATHS)
def test_every_text_can_be_read_on(visit: Callable[..., Any], path: str, scheme: str) -> None:
    """Contrast of every text is at least 4.5 : 1, by day and by night."""
    tab = visit(path, color_scheme=scheme)
    tab.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    found = tab.evaluate(CONTRAST)
    assert len(found) > 10
    assert [pair for pair in found if pair[0] < 4.5] == []


def test_day_and_night_differ(visit: Callable[..., Any]) -> None:
    """The scheme of the system is followed."""
    grounds = [
        visit("/", color_scheme=scheme).evaluate("getComputedStyle(document.body).backgroundColor")
        for scheme in ("light", "dark")
    ]
    assert grounds[0] != grounds[1]


@pytest.mark.parametrize("path", PATHS)
def test_who_listens_finds_the_way_on(visit: Callable[..., Any], path: str) -> None:
    """Every control has a name, every image a text; one h1, no level skipped, unique ids."""
    tab = visit(path)
    controls = tab.evaluate(CONTROLS)
    assert len(controls) > 8
    assert [control for control in controls if not control[1]] == []
    assert tab.evaluate("[...document.images].every(i => i.hasAttribute('alt'))")
    levels = tab.evaluate("[...document.querySelectorAll('h1,h2,h3,h4')].map(h => +h.tagName[1])")
    after_h1 = levels[levels.index(1) :]
    assert levels.count(1) == 1
    assert all(lower - upper <= 1 for upper, lower in itertools.pairwise(after_h1))
    ids = tab.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))
    assert tab.locator("main").count() == 1
    assert tab.evaluate("document.documentElement.lang") == "en"
    assert tab.title().endswith("· Strandline")


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
def test_nothing_sticks_out_on_a_phone(visit: Callable[..., Any], path: str) -> None:
    """At 360 pixels, in each language, no page scrolls sideways and nothing is cut off."""
    tab = visit(path, viewport=PHONE)
    for language in ("en", "fr", "zh"):
        joint = "&" if "?" in path else "?"
        tab.goto(f"{tab.url.split(f'{joint}lang=')[0]}{joint}lang={language}")
        tab.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        assert tab.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert tab.evaluate(STICKING_OUT) == []


@pytest.mark.parametrize("path", PATHS)
def test_the_browser_has_no_complaint_about(visit: Callable[..., Any], path: str) -> None:
    """No error, no refused style, nothing that the policy stops; the stylesheet applies."""
    tab = visit(path)
    expected = [] if path != "/nothing" else ["404"]
    complaints = [c for c in tab.complaints if not any(word in c for word in expected)]
    assert complaints == []
    assert "Liberation" in tab.evaluate("getComputedStyle(document.body).fontFamily")


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
