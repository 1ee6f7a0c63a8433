"""The page in a real browser: contrast, labels, keyboard, phone, policy, no scripts needed."""

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
    "/sources",
    "/articles/{first}",
    "/about",
    "/nothing",
)
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 740}

#: WCAG 2.2, 1.4.3: text against what is behind it; opacity and layers are taken into account.
CONTRAST = """() => {
  const parse = c => { const m = c.match(/[\\d.]+/g).map(Number); return [m[0], m[1], m[2], m[3] ?? 1]; };
  const over = (a, b) => [0, 1, 2].map(i => a[i] * a[3] + b[i] * (1 - a[3])).concat(1);
  const light = c => { const l = c.slice(0, 3).map(v => { v /= 255;
    return v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; });
    return .2126 * l[0] + .7152 * l[1] + .0722 * l[2]; };
  const ground = e => { const layers = [];
    for (let n = e; n; n = n.parentElement) layers.push(parse(getComputedStyle(n).backgroundColor));
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    return layers.reverse().reduce((b, a) => over(a, b), dark ? [18, 18, 18, 1] : [255, 255, 255, 1]); };
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n; n = walk.nextNode();) {
    if (!n.nodeValue.trim()) continue;
    const e = n.parentElement, s = getComputedStyle(e), b = ground(e);
    if (s.visibility === 'hidden') continue;
    const t = over(parse(s.color), b), [hi, lo] = [light(t), light(b)].sort((x, y) => y - x);
    found.push([Math.round((hi + .05) / (lo + .05) * 100) / 100, n.nodeValue.trim().slice(0, 40)]);
  }
  return found;
}"""

#: Every control by its accessible name, as far as HTML gives one.
CONTROLS = """() => [...document.querySelectorAll('a, button, input, select, textarea, summary')].map(e => {
  const by = e.getAttribute('aria-labelledby');
  const name = (by && document.getElementById(by)?.textContent) || e.getAttribute('aria-label')
    || [...(e.labels ?? [])].map(l => l.textContent).join(' ')
    || (['SELECT', 'INPUT', 'TEXTAREA'].includes(e.tagName) ? '' : e.textContent)
    || [...e.querySelectorAll('img')].map(i => i.alt).join('');
  return [e.tagName, name.trim(), e.outerHTML.slice(0, 120)];
})"""

FOCUSED = """() => { const e = document.activeElement, s = getComputedStyle(e), r = e.getBoundingClientRect();
  return {tag: e.tagName, text: e.textContent.trim().slice(0, 60), id: e.id,
    outline: s.outlineStyle, width: parseFloat(s.outlineWidth), top: r.top + scrollY, left: r.left,
    shown: r.width > 0 && r.height > 0 && r.bottom > 0}; }"""


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
def test_every_control_has_a_name_on(visit: Callable[..., Any], path: str) -> None:
    """Nothing that can be used is nameless to who listens; every image says what it is or nothing."""
    tab = visit(path)
    controls = tab.evaluate(CONTROLS)
    assert len(controls) > 8
    assert [control for control in controls if not control[1]] == []
    assert tab.evaluate("[...document.images].every(i => i.hasAttribute('alt'))")


@pytest.mark.parametrize("path", PATHS)
def test_the_outline_of_headings_and_landmarks_is_whole_on(
    visit: Callable[..., Any], path: str
) -> None:
    """One h1, no level skipped, one main, unique ids, a title and a language."""
    tab = visit(path)
    levels = tab.evaluate("[...document.querySelectorAll('h1,h2,h3,h4')].map(h => +h.tagName[1])")
    ids = tab.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert levels.count(1) == 1
    assert tab.locator("main").count() == 1
    assert tab.evaluate("document.documentElement.lang") == "en"
    assert tab.title().endswith("· Strandline")
    assert len(ids) == len(set(ids))
    after_h1 = levels[levels.index(1) :]
    assert all(b - a <= 1 for a, b in zip(after_h1, after_h1[1:], strict=False))


@pytest.mark.parametrize("path", PATHS)
def test_the_keyboard_reaches_everything_in_order_on(visit: Callable[..., Any], path: str) -> None:
    """Tab walks every control once, in the order of the page, each visibly focused."""
    tab = visit(path)
    expected = tab.evaluate("document.querySelectorAll('a[href], button, select, summary').length")
    steps = []
    for _ in range(expected):
        tab.keyboard.press("Tab")
        steps.append(tab.evaluate(FOCUSED))
    assert steps[0]["text"] == "Skip to the content"
    assert all(step["outline"] == "solid" and step["width"] >= 2 for step in steps)
    assert all(step["shown"] for step in steps)
    in_order = tab.evaluate(
        "[...document.querySelectorAll('a[href], button, select, summary')]"
        ".map(e => e.textContent.trim().slice(0, 60))"
    )
    assert [step["text"] for step in steps] == in_order


def test_the_skip_link_leads_past_the_menu(visit: Callable[..., Any]) -> None:
    """First Tab, Enter: the content has the focus."""
    tab = visit("/")
    tab.keyboard.press("Tab")
    tab.keyboard.press("Enter")
    assert tab.evaluate("document.activeElement.id") == "content"


@pytest.mark.parametrize("language", ["en-US", "fr-FR", "zh-CN"])
@pytest.mark.parametrize("path", PATHS)
def test_nothing_sticks_out_on_a_phone(visit: Callable[..., Any], path: str, language: str) -> None:
    """At 360 pixels no page scrolls sideways and nothing is cut off."""
    tab = visit(path, viewport=PHONE, locale=language)
    tab.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert tab.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    wide = """[...document.querySelectorAll('main *, header *')].filter(e => {
      const r = e.getBoundingClientRect(); return r.width > 2 && (r.right > innerWidth + 1 || r.left < -1);
    }).map(e => e.outerHTML.slice(0, 100))"""
    assert tab.evaluate(wide) == []


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
