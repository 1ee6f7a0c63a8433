"""Every page of the table of routes by axe-core: light, dark and forced colours, wide and narrow.

Pages are found by following links, from the routes without parameters on: a new page that something
leads to is among them by itself, and one that nothing leads to fails until it is named below.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

import httpx2
import pytest
from fastapi.routing import APIRoute

from strandline.adapters.blobs.local import LocalBlobs
from strandline.adapters.store import open_store
from strandline.core.delivery.marks import CONFIRM, EDITION, LEAVE, token
from strandline.model.accounts import Right, Role
from strandline.model.delivery import Basis, Proof, Subscriber, SubscriberState
from strandline.model.digests import Digest
from strandline.model.editions import EditionState
from strandline.model.pictures import PictureFile, PictureOutcome, PictureTry
from strandline.settings import DatabaseSettings
from strandline.testing.account_builders import an_account
from strandline.testing.builders import NOW
from strandline.testing.fakes import AnyThing, ScriptedOutput
from strandline.testing.mail_house import SECRET
from strandline.web.access.rights import Needs
from strandline.web.desk import DESK
from strandline.web.pages import PAGES
from strandline.web.site import Site

pytestmark = pytest.mark.browser

AXE = Path(__file__).parent / "axe-core" / "axe.min.js"
CHROMIUM = ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/chromium-headless-shell")
WIDTHS = (1280, 320)
#: Most bytes of a page.
MOST_BYTES = 80_000
#: Addresses of one route that are followed, and the longest of these that are looked at.
FOLLOWED, EACH = 12, 2
#: What no link of a seeded ledger leads to, or has nothing to give there: files, and ways in
#: that need a provider or https.
UNLINKED = frozenset(
    {
        "/account/openid",
        "/account/passkeys/options",
        "/artifacts/{artifact_id}/wacz",
        "/desk/archive/forum/{source_uuid}",
        "/desk/archive/wacz",
        "/desk/archive/without/{failure}",
        "/digests/{digest_id}.atom",
        "/my/export.json",  # of who has an edition of their own
        "/my/history",
        "/threads/{article_uuid}.atom",
        "/threads/{article_uuid}.json",
        *(f"/feeds/{{secret}}.{ending}" for ending in ("xml", "atom", "json")),
        "/pictures/{name}",
        "/sign-in/openid",
        "/sign-in/openid/back",
        "/sign-in/passkey",
        "/welcome/{secret}",
    }
)
#: What only mails lead to.
IN_MAILS = [
    f"/mail/{token(SECRET, LEAVE, 's1')}",
    f"/mail/confirm/{token(SECRET, CONFIRM, 's1-0')}",
    f"/editions/{token(SECRET, EDITION, 'mailed')}",
    "/desk/editions/mailed",
]
#: What may stand beside a page: errors and questions with an answer.
MORE = (
    "/nothing",
    "/sign-in",
    "/welcome/nobody",
    "/search?q=boats",
    "/articles/{first}?asked=too_many",
)

#: Violations: rule, how often, the first place. Colours alone change with a theme.
RUN = """async only => {
  const options = {resultTypes: ['violations'], rules: {'target-size': {enabled: true}}};
  if (only) Object.assign(options, {runOnly: {type: 'rule', values: only}, rules: {}});
  const found = (await axe.run(document, options)).violations;
  return found.map(v => [v.id, v.nodes.length, v.nodes[0].html.slice(0, 160),
                         v.nodes[0].failureSummary.slice(0, 300)]);
}"""
COLOURS = ["color-contrast", "link-in-text-block"]
STICKING_OUT = "document.documentElement.scrollWidth - innerWidth"


def routes() -> Iterator[APIRoute]:
    """What is read by people, as it is declared."""
    for make in (*PAGES, *DESK):
        for route in make(cast(Site, AnyThing())).routes:
            if isinstance(route, APIRoute) and "GET" in (route.methods or ()):
                yield route


ROUTES = {route.path: route for route in routes()}


def is_public(route: APIRoute) -> bool:
    stated = [one.dependency for one in route.dependencies]
    return [one.right for one in stated if isinstance(one, Needs)] == [Right.PUBLIC]


@dataclass
class Found:
    """The site, and addresses by route."""

    base: str
    pages: dict[str, list[str]] = field(default_factory=dict)
    others: set[str] = field(default_factory=set)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory, kit: Any) -> Iterator[Found]:
    """A seeded site with an archive, pictures and failures, and all that its links lead to."""
    folder = tmp_path_factory.mktemp("axe")
    store = open_store(DatabaseSettings(path=folder / "axe.sqlite3"))
    kit.seed(store)
    vault = kit.Vault(store, LocalBlobs(folder / "objects"), folder)
    kit.seed_archive(vault)
    file = PictureFile("a" * 64, "image/jpeg", 640, 360, 9, NOW)
    for article in store.recent(limit=2):
        tried = PictureTry(article.article_uuid, "https://x.example/", PictureOutcome.KEPT, NOW)
        store.save_picture(PictureTry(**{**_fields(tried), "file": file}))
    mailed = Digest("mailed", "public", NOW, "By mail", "en", state=EditionState.SENDING)
    store.save_digest(mailed, [])
    person = Subscriber(
        "s1", "ada@mail.example", "public", SubscriberState.ACTIVE, NOW, Proof(Basis.HAND, "asked")
    )
    store.save_subscribers([person, replace(person, subscriber_id="s2", email="b@mail.example")])
    store.plan_sending("mailed", "public", "smtp", NOW)
    mail = {"way": "folder", "sender": "News <news@river.example>"}
    store.save_account(an_account("owner", role=Role.OWNER, reader_id="ada"))
    ways_out = (ScriptedOutput(),)
    store.plan_again(ways_out[0].name, "mailed", NOW)
    store.note_outputs([ways_out[0].name, "webhook:gone"], NOW)
    page = kit.start(
        store, vault.blobs, base_url="http://news.example", mail=mail, ways_out=ways_out
    )
    signed_in = kit.SignedIn(page)
    site = Found(page.server.url)
    _follow(site, signed_in.client(Role.OWNER))
    yield site
    signed_in.close()
    kit.end(page)
    store.close()


def _fields(thing: Any) -> dict[str, Any]:
    return {name: getattr(thing, name) for name in thing.__dataclass_fields__}


def _follow(site: Found, client: httpx2.Client) -> None:
    """Ask for everything that can be read, some of each route; the longest show the most."""
    waiting = [path for path in ROUTES if "{" not in path] + IN_MAILS
    seen: set[str] = set()
    pages: dict[str, dict[str, int]] = {}
    while waiting:
        path = waiting.pop(0)
        place = path.partition("?")[0].partition("#")[0]
        route = next((r for r in ROUTES.values() if r.path_regex.fullmatch(place)), None)
        if route is None or path in seen or len(pages.get(route.path, ())) >= FOLLOWED:
            continue
        seen.add(path)
        answer = client.get(path)
        if not answer.headers.get("content-type", "").startswith("text/html"):
            site.others.add(route.path)
        elif answer.status_code == 200:
            pages.setdefault(route.path, {})[path] = len(answer.content)
            hrefs = re.findall(r'(?:href|src)="(/[^"]*)"', answer.text)
            waiting += [href.replace("&amp;", "&") for href in hrefs if "lang=" not in href]
    for name, sizes in pages.items():
        site.pages[name] = sorted(sizes, key=lambda path: -sizes[path])[:EACH]
        assert max(sizes.values()) <= MOST_BYTES, site.pages[name][0]


@pytest.fixture(scope="module")
def tabs(found: Found) -> Iterator[dict[tuple[bool, int], Any]]:
    """A tab for who is signed in, by (public, width); axe is in every page that it opens."""
    path = next((path for path in CHROMIUM if Path(path).exists()), None)
    if path is None:
        if os.environ.get("STRANDLINE_REQUIRE_BROWSER") == "1":
            pytest.fail("STRANDLINE_REQUIRE_BROWSER=1, and there is no Chromium")
        pytest.skip("no Chromium here (Debian: apt-get install chromium)")
    playwright = pytest.importorskip("playwright.sync_api")
    arguments = ["--no-sandbox", "--disable-gpu", "--no-first-run"]
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=path, args=arguments)
        yield {
            (public, width): _tab(chromium, found.base, width, is_signed_in=not public)
            for public in (True, False)
            for width in WIDTHS
        }
        chromium.close()


def _tab(chromium: Any, base: str, width: int, *, is_signed_in: bool) -> Any:
    context = chromium.new_context(viewport={"width": width, "height": 900}, locale="en-US")
    context.add_init_script(path=str(AXE))
    if is_signed_in:
        context.add_cookies([{"name": "session", "value": "secret-owner-1", "url": base}])
    return context.new_page()


def test_every_route_is_looked_at(found: Found) -> None:
    """Each is a page that links lead to, or gives something else than a page."""
    missing = ROUTES.keys() - found.pages.keys() - found.others
    assert missing <= UNLINKED
    assert len(found.pages) > 15


@pytest.mark.parametrize("path", ROUTES)
def test_axe_finds_nothing_on(found: Found, tabs: dict[tuple[bool, int], Any], path: str) -> None:
    """In each theme; the fullest page of a route at each width; nothing sticks out."""
    for place, address in enumerate(found.pages.get(path, ())):
        for width in WIDTHS[: 2 if place == 0 else 1]:
            tab = tabs[is_public(ROUTES[path]), width]
            assert _violations(tab, found.base + address, width) == {}, address


@pytest.mark.parametrize("path", MORE)
def test_axe_finds_nothing_beside_pages(
    found: Found, tabs: dict[tuple[bool, int], Any], path: str
) -> None:
    """Errors, what was found, what became of a demand."""
    (first, *_) = found.pages["/articles/{article_uuid}"]
    address = path.replace("/articles/{first}", first.partition("?")[0])
    for width in WIDTHS:
        assert _violations(tabs[True, width], found.base + address, width) == {}, address


def _violations(tab: Any, url: str, width: int) -> dict[str, Any]:
    """By theme; colours are those of the wide page."""
    tab.emulate_media(color_scheme="light", forced_colors="none")
    tab.goto(url)
    tab.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    told = {"light": tab.evaluate(RUN, None)}
    if width == max(WIDTHS):
        tab.emulate_media(color_scheme="dark")
        told["dark"] = tab.evaluate(RUN, COLOURS)
        tab.emulate_media(color_scheme="light", forced_colors="active")
        told["forced"] = tab.evaluate(RUN, COLOURS)
    if tab.evaluate(STICKING_OUT) > 0:
        told["width"] = [f"sticks out at {width}"]
    return {theme: violations for theme, violations in told.items() if violations}


PLACE = """() => [...document.querySelectorAll('main .entry')]
  .findIndex(e => e.contains(document.activeElement))"""


def test_keys_walk_and_can_be_switched_off(found: Found, tabs: dict[tuple[bool, int], Any]) -> None:
    """j and k, o opens, ? leads to the switch; then no key does anything, on no page."""
    tab = tabs[False, 1280]
    tab.goto(f"{found.base}/archive")
    assert tab.locator("main .entry").count() > 1
    for key, place in (("j", 0), ("j", 1), ("k", 0), ("k", 0)):
        tab.keyboard.press(key)
        assert tab.evaluate(PLACE) == place
    with tab.expect_navigation():
        tab.keyboard.press("o")
    assert "/articles/" in tab.url
    tab.keyboard.press("?")
    tab.keyboard.press("Enter")
    assert tab.locator("[data-keys-switch]").inner_text() == "Switch keys on"
    tab.goto(f"{found.base}/archive")
    tab.keyboard.press("j")
    assert tab.evaluate(PLACE) == -1


def test_who_is_not_signed_in_gets_no_script(found: Found, tabs: Any) -> None:
    """The policy of public pages allows none."""
    tabs[True, 1280].goto(f"{found.base}/archive")
    assert tabs[True, 1280].locator("script, [data-keys-switch]").count() == 0
