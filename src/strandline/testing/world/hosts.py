"""From a request to an answer: every site's handler, by its kind.

`HOSTS` is the whole list. A host for media, or one that is hostile on purpose, is a new handler
here and a new data file.
"""

from collections.abc import Callable

from strandline.testing.documents import png
from strandline.testing.world import forum
from strandline.testing.world.answers import Answer, html, moved, not_found
from strandline.testing.world.feeds import feed
from strandline.testing.world.pages import article, front_page, notice
from strandline.testing.world.pictures import hills, painted_hills
from strandline.testing.world.scene import Ask, Scene
from strandline.testing.world.stories import Site
from strandline.testing.world.trouble import FEEDS, PAGES

Host = Callable[[Scene, Site, Ask], Answer]

ROBOTS = b"User-agent: *\nDisallow: /private/\n"
#: Pages that every site has and that are no articles.
NOTICES = {
    "/about": ("About us", "<p>Letters to the editor are welcome.</p>"),
    "/subscribe": ("Subscribe", "<p>A year of papers for a basket of apples.</p>"),
    "/archive": ("Archive", "<p>Older papers are kept in the reading room.</p>"),
    "/advertise": ("Advertise", "<p>Small notices, small prices.</p>"),
    "/consent": (
        "Before you continue",
        """<p>We and our partners value your privacy. Accept all cookies to continue.</p>
<form method="post"><button>Accept all</button><button>Reject all</button></form>""",
    ),
    "/login": (
        "Log in",
        """<form method="post"><label>E-mail <input name="email"></label>
<label>Password <input type="password" name="password"></label>
<button>Log in</button></form>""",
    ),
}


def answer(scene: Scene, site: Site, ask: Ask) -> Answer:
    """What a site answers: redirects first, then what its kind says."""
    for redirect in site.redirects:
        if redirect.path == ask.path:
            named = redirect.to.startswith("?")
            to = ask.parameter(redirect.to[1:]) if named else scene.fill(redirect.to)
            return moved(to, redirect.status) if to else not_found()
    if ask.path == "/robots.txt":
        return Answer(ROBOTS, "text/plain; charset=utf-8")
    if ask.path.startswith("/pictures/") and ask.path.endswith(".png"):
        return Answer(painted_hills(ask.path), "image/png")
    if ask.path == "/favicon.ico":  # by its bytes a PNG, as many are
        return Answer(png(32, 32, accent_of(site)), "image/x-icon")
    if ask.path.startswith("/pictures/"):
        return Answer(hills(ask.path, site.accent), "image/svg+xml")
    return HOSTS[site.kind](scene, site, ask)


def accent_of(site: Site) -> tuple[int, int, int]:
    """The site's own colour."""
    red, green, blue = bytes.fromhex(site.accent.removeprefix("#"))
    return red, green, blue


def paper(scene: Scene, site: Site, ask: Ask) -> Answer:
    """A site with stories: a newspaper, a blog, a podcast, a page without a feed."""
    if ask.path == site.feed_path and site.feed_behaviour:
        return FEEDS[site.feed_behaviour](scene, site)
    if ask.path == site.feed_path and site.feed:
        return feed(scene, site)
    if ask.path == "/" or ask.path.startswith("/section/") or ask.path == site.feed_path:
        return front_page(scene, site)
    if ask.path in NOTICES:
        return notice(scene, site, *NOTICES[ask.path])
    return _story_page(scene, site, ask)


def _story_page(scene: Scene, site: Site, ask: Ask) -> Answer:
    told = next((t for t in scene.told(site) if t.story.path == ask.path), None)
    if told is None:
        return not_found()
    if told.story.gone_on and scene.day >= told.story.gone_on:
        return html("<!doctype html><title>Gone</title><h1>This page was withdrawn.</h1>", 410)
    if told.story.behaviour:
        return PAGES[told.story.behaviour](scene, site, told, ask)
    return article(scene, site, told)


def closed(scene: Scene, site: Site, ask: Ask) -> Answer:  # noqa: ARG001
    """A site that is gone: 410 whatever is asked."""
    return FEEDS["gone"](scene, site)


HOSTS: dict[str, Host] = {"paper": paper, "forum": forum.answer, "closed": closed}
