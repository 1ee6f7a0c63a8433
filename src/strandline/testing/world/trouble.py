"""Everything that misbehaves on purpose, by name: `PAGES` for a story's page, `FEEDS` for a feed.

A site's data file asks for one by `behaviour` or `feed_behaviour`. Pages that are hostile on
purpose (bombs, traps for private addresses, scripts) get a file and a table of their own beside
this one.
"""

from collections.abc import Callable
from urllib.parse import quote

from strandline.testing.world.answers import Answer, html, moved
from strandline.testing.world.feeds import feed
from strandline.testing.world.pages import article, front_page, notice
from strandline.testing.world.scene import Ask, Scene, Told
from strandline.testing.world.stories import Site

PageTrouble = Callable[[Scene, Site, Told, Ask], Answer]
FeedTrouble = Callable[[Scene, Site], Answer]

#: Seconds for which the busy host asks us to wait.
BUSY_FOR_S = 600


def _consent_wall(scene: Scene, site: Site, told: Told, ask: Ask) -> Answer:  # noqa: ARG001
    """302 to a page that wants consent first; the address wanted stands in a parameter."""
    wanted = quote(scene.page_url(site, told.story), safe="")
    return moved(f"{scene.base(site.key)}/consent?return_to={wanted}")


def _login_wall(scene: Scene, site: Site, told: Told, ask: Ask) -> Answer:  # noqa: ARG001
    """302 to a page that wants a password."""
    wanted = quote(told.story.path, safe="")
    return moved(f"{scene.base(site.key)}/login?next={wanted}")


def _home_page(scene: Scene, site: Site, told: Told, ask: Ask) -> Answer:  # noqa: ARG001
    """301 to the front page: how some sites bury what they no longer want to show."""
    return moved(scene.base(site.key) + "/", 301)


def _soft_404(scene: Scene, site: Site, told: Told, ask: Ask) -> Answer:  # noqa: ARG001
    """200, but the page says that there is none."""
    words = "<p>Sorry, the page you are looking for could not be found.</p>"
    return notice(scene, site, "Page not found", words)


def _loop(scene: Scene, site: Site, told: Told, ask: Ask) -> Answer:
    """Two addresses that send each other the visitor for ever."""
    turn = "b" if ask.parameter("turn") == "a" else "a"
    return moved(f"{scene.page_url(site, told.story)}?turn={turn}")


def _cookie(scene: Scene, site: Site, told: Told, ask: Ask) -> Answer:
    """302 to the same address with a cookie; the article for whoever brings it back."""
    if "seen=1" in ask.headers.get("cookie", ""):
        return article(scene, site, told)
    return moved(scene.page_url(site, told.story), Set_Cookie="seen=1; Path=/")


def _meta_refresh(scene: Scene, site: Site, told: Told, ask: Ask) -> Answer:  # noqa: ARG001
    """A page that only sends on to the story's `rel_canonical` after a second."""
    to = scene.fill(told.story.rel_canonical)
    return html(f'<!doctype html><title>…</title><meta http-equiv="refresh" content="1; url={to}">')


def _paywall(scene: Scene, site: Site, told: Told, ask: Ask) -> Answer:  # noqa: ARG001
    """The first sentence, and an offer."""
    first = told.text.split(". ", 1)[0]
    words = (
        f"<p>{first} …</p><p><strong>This article is for subscribers.</strong></p>"
        "<p>Subscribe to continue reading.</p>"
    )
    return notice(scene, site, told.title, words)


def _challenge(scene: Scene, site: Site, told: Told, ask: Ask) -> Answer:  # noqa: ARG001
    return challenge()


def challenge() -> Answer:
    """403 and a page that wants a browser to prove itself."""
    return html(
        "<!doctype html><html><head><title>Just a moment...</title>"
        '<meta http-equiv="refresh" content="390"></head><body><h1>Checking your browser</h1>'
        '<p>Enable JavaScript and cookies to continue.</p><div id="challenge-form"></div>'
        "</body></html>",
        403,
        cf_mitigated="challenge",
    )


PAGES: dict[str, PageTrouble] = {
    "consent_wall": _consent_wall,
    "login_wall": _login_wall,
    "home_page": _home_page,
    "soft_404": _soft_404,
    "loop": _loop,
    "cookie": _cookie,
    "meta_refresh": _meta_refresh,
    "paywall": _paywall,
    "challenge": _challenge,
}


def _html_feed(scene: Scene, site: Site) -> Answer:
    """The feed's address shows the front page instead, with status 200."""
    return front_page(scene, site)


def _malformed(scene: Scene, site: Site) -> Answer:
    """RSS with bare ampersands, an element left open in the last item, and no end."""
    whole = feed(scene, site).body.decode().replace("&amp;", "&")
    before, _, after = whole.rpartition("</description>")
    return Answer((before + after).removesuffix("</channel></rss>\n").encode(), "text/xml")


def _undated(scene: Scene, site: Site) -> Answer:
    """RSS without any date."""
    lines = feed(scene, site).body.decode().splitlines()
    kept = [line for line in lines if not line.startswith("<pubDate>")]
    return Answer("\n".join(kept).encode(), "application/rss+xml; charset=utf-8")


def _gone(scene: Scene, site: Site) -> Answer:  # noqa: ARG001
    """410: closed down for good."""
    return html("<!doctype html><title>Gone</title><p>This paper has closed.</p>", 410)


def _challenged(scene: Scene, site: Site) -> Answer:  # noqa: ARG001
    """A challenge page where the feed was."""
    return challenge()


def _busy(scene: Scene, site: Site) -> Answer:
    """429 with Retry-After on the first day, well again afterwards."""
    if scene.day > 1:
        return feed(scene, site)
    return html("<p>Too many requests.</p>", 429, Retry_After=str(BUSY_FOR_S))


FEEDS: dict[str, FeedTrouble] = {
    "html": _html_feed,
    "malformed": _malformed,
    "undated": _undated,
    "gone": _gone,
    "challenge": _challenged,
    "busy": _busy,
}
