"""Where URLs lead, on real servers: every ending has its name and keeps the last good URL."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from strandline.adapters.fetch.fetcher import HttpFetcher
from strandline.model.fetching import FetchOutcome, HopKind, ResolveOutcome

HTML = "Content-Type: text/html; charset=utf-8"
PAGE = b"<!doctype html><title>Strand</title><p>What the tide left."


@pytest.fixture
def site(server: Any, say: Callable[..., bytes]) -> Any:
    """A site on several names: pages, and redirects by path."""

    def redirect(path: str, target: str, status: str = "302 Found", *more: str) -> None:
        server.on(path, say(status, [f"Location: {target}", *more]))

    server.redirect = redirect
    server.page = lambda path, body=PAGE, *more: server.on(path, say("200 OK", [HTML, *more], body))
    server.page("/article")
    return server


@pytest.mark.parametrize("want_body", [False, True])
@pytest.mark.parametrize("status", ["301 M", "302 F", "303 S", "307 T", "308 P"])
def test_redirect(status: str, want_body: bool, site: Any, fetcher: HttpFetcher) -> None:
    """Every redirect is followed to the page, and every hop is told."""
    site.redirect("/short", "/middle", status)
    site.redirect("/middle", site.url("/article", "www.example"), "301 M")
    found = fetcher.resolve(site.url("/short"), want_body=want_body)
    assert found.outcome is ResolveOutcome.RESOLVED
    assert found.final_url == site.url("/article", "www.example")
    assert [(hop.from_url, hop.to_url) for hop in found.hops] == [
        (site.url("/short"), site.url("/middle")),
        (site.url("/middle"), site.url("/article", "www.example")),
    ]
    assert found.hops[0].status == int(status[:3])


def test_target_only(site: Any, fetcher: HttpFetcher) -> None:
    """Where only the target matters, HEAD is enough and no page comes with it."""
    site.redirect("/short", "/article")
    found = fetcher.resolve(site.url("/short"))
    assert site.targets() == ["HEAD /short", "HEAD /article"]
    assert found.page is None


def test_body_wanted(site: Any, fetcher: HttpFetcher) -> None:
    """Where the body is wanted anyway, one GET a hop brings target and page together."""
    site.redirect("/short", "/article")
    found = fetcher.resolve(site.url("/short"), want_body=True)
    assert site.targets() == ["GET /short", "GET /article"]
    assert found.page is not None
    assert found.page.body == PAGE
    assert found.page.final_url == site.url("/article")


def test_page_that_stays(site: Any, fetcher: HttpFetcher) -> None:
    """A URL that answers where it is, is unchanged."""
    found = fetcher.resolve(site.url("/article"))
    assert (found.outcome, found.final_url) == (
        ResolveOutcome.UNCHANGED,
        site.url("/article"),
    )
    assert found.hops == ()


@pytest.mark.parametrize("refusal", ["405 No", "501 No", "404 No", "403 No", "500 No", "400 No"])
def test_server_that_refuses_head(refusal: str, site: Any, say: Any, fetcher: HttpFetcher) -> None:
    """A HEAD that is refused is asked again as GET."""
    site.on(
        "/short",
        lambda seen: (
            say(refusal) if seen.method == "HEAD" else say("301 M", ["Location: /article"])
        ),
    )
    found = fetcher.resolve(site.url("/short"))
    assert found.final_url == site.url("/article")
    assert site.targets()[:2] == ["HEAD /short", "GET /short"]


def test_server_that_hangs_up_on_head(site: Any, say: Any, fetcher: HttpFetcher) -> None:
    """A HEAD that gets no answer at all is asked again as GET."""
    site.on(
        "/short",
        lambda seen: b"" if seen.method == "HEAD" else say("301 M", ["Location: /article"]),
    )
    assert fetcher.resolve(site.url("/short")).final_url == site.url("/article")


def test_server_that_never_answers_head(site: Any, say: Any, open_fetcher: Any) -> None:
    """A HEAD without an answer is given up early enough for the GET."""
    released = threading.Event()

    def slow_head(seen: Any) -> bytes:
        if seen.method == "HEAD":
            released.wait(120)
        return bytes(say("301 M", ["Location: /article"]))

    site.on("/short", slow_head)
    fetcher = open_fetcher(allow_private_networks=("127.0.0.1",), timeout_s=4)
    found = fetcher.resolve(site.url("/short"))
    released.set()
    assert found.final_url == site.url("/article")


def test_head_answered_with_a_body(site: Any, say: Any, fetcher: HttpFetcher) -> None:
    """A body that wrongly follows a HEAD is not taken for the next answer."""
    site.keeps_alive = True
    site.on("/short", say("302 Found", ["Location: /article"], b"HTTP/1.1 404 Not Found\r\n\r\n"))
    assert fetcher.resolve(site.url("/short")).outcome is ResolveOutcome.RESOLVED


def latin(path: str) -> bytes:
    return path.encode("latin-1")


@pytest.mark.parametrize(
    ("location", "path"),
    [
        (b"/caf\xc3\xa9", "/caf%C3%A9"),
        (b"/caf\xe9", "/caf%E9"),
        (b"/\xd0\xc2\xce\xc5?q=\xd6\xd0", "/%D0%C2%CE%C5?q=%D6%D0"),
        (b"   /article \t ", "/article"),
        (b"article", "/deep/article"),
        (b"../article", "/article"),
        (b"?page=2", "/deep/short?page=2"),
        (b"/a b", "/a%20b"),
        (b"\\article", "/article"),
        (b"/100%", "/100%"),
    ],
    ids=["utf-8", "latin-1", "gbk", "spaces", "relative", "upwards", "query-only", "inner-space",
         "backslash", "lone-percent"],
)  # fmt: skip
def test_odd_location(location: bytes, path: str, site: Any, fetcher: HttpFetcher) -> None:
    """Locations as servers write them lead where a browser would go."""
    site.on("*", b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    site.on(
        "/deep/short",
        lambda seen: (
            b"HTTP/1.1 302 F\r\nContent-Length: 0\r\nLocation: " + location + b"\r\n\r\n"
            if "?" not in seen.target
            else b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        ),
    )
    found = fetcher.resolve(site.url("/deep/short"), want_body=True)
    assert found.final_url == site.url(path)
    assert site.targets()[-1] == f"GET {path}"


def test_location_without_a_scheme(site: Any, fetcher: HttpFetcher) -> None:
    """`//host/path` keeps the scheme."""
    site.redirect("/short", f"//other.example:{site.port}/article")
    assert fetcher.resolve(site.url("/short")).final_url == site.url("/article", "other.example")


def test_fragment(site: Any, fetcher: HttpFetcher) -> None:
    """A target without a fragment inherits it; none is ever sent."""
    site.redirect("/short", "/article")
    found = fetcher.resolve(site.url("/short#part"))
    assert found.final_url == site.url("/article#part")
    assert all("#" not in line for line in site.targets())


@pytest.mark.parametrize(
    "headers",
    [
        ["Location: /article", "Location: /other"],
        [],
        ["Location: "],
        ["Location: javascript:alert(1)"],
        ["Location: intent://scan/#Intent;end"],
        ["Location: http://"],
        ["Location: http://[::1"],
    ],
    ids=["two", "none", "empty", "javascript", "app", "no-host", "broken"],
)
def test_redirect_without_a_target(
    headers: list[str], site: Any, say: Any, fetcher: HttpFetcher
) -> None:
    """A redirect that leads nowhere is a dead end at the URL that sent it."""
    site.redirect("/short", "/moved")
    site.on("/moved", say("302 Found", headers))
    found = fetcher.resolve(site.url("/short"))
    assert (found.outcome, found.final_url) == (ResolveOutcome.DEAD_END, site.url("/moved"))
    assert found.message


def test_the_same_location_twice(site: Any, say: Any, fetcher: HttpFetcher) -> None:
    """Two Location headers that agree are one."""
    site.on("/short", say("302 Found", ["Location: /article", "Location:  /article"]))
    assert fetcher.resolve(site.url("/short")).final_url == site.url("/article")


def test_cookie_then_the_same_url(site: Any, say: Any, fetcher: HttpFetcher) -> None:
    """A server that sets a cookie and asks to come back gets it back, once, and no one else."""

    def door(seen: Any) -> bytes:
        if seen.headers.get("cookie") == "seen=1":
            return bytes(say("200 OK", [HTML], PAGE))
        return bytes(say("302 F", ["Location: /door", "Set-Cookie: seen=1; Path=/; HttpOnly"]))

    site.on("/door", door)
    found = fetcher.resolve(site.url("/door"), want_body=True)
    assert found.outcome is ResolveOutcome.UNCHANGED
    assert [hop.kind for hop in found.hops] == [HopKind.COOKIE]
    assert found.page is not None
    assert found.page.body == PAGE
    fetcher.resolve(site.url("/article"))
    assert "cookie" not in site.requests[-1].headers


def test_cookie_of_another_host(site: Any, say: Any, fetcher: HttpFetcher) -> None:
    """A cookie goes back to its own host only."""
    site.redirect("/short", site.url("/article", "b.example"), "302 F", "Set-Cookie: a=1")
    fetcher.resolve(site.url("/short", "a.example"))
    assert "cookie" not in site.requests[-1].headers


def test_cookie_that_is_always_new(site: Any, say: Any, fetcher: HttpFetcher) -> None:
    """A door that never opens ends at the cap of hops."""
    count = iter(range(1000))
    site.on("/door", lambda _: say("302 F", ["Location: /door", f"Set-Cookie: n={next(count)}"]))
    found = fetcher.resolve(site.url("/door"))
    assert (found.outcome, len(found.hops)) == (ResolveOutcome.TOO_MANY_HOPS, 20)
    assert found.final_url == site.url("/door")


@pytest.mark.parametrize(
    ("content", "leads_on"),
    [
        ("0; url=/article", True),
        ("0;URL='/article'", True),
        ('5, url="/article"', True),
        ("0;/article", True),
        ("0 url=/article", True),
        ("5.9;url=/article", True),
        (";url=/article", False),
        (" 1.5 ; url = /article", True),
        ("6; url=/article", False),
        ("0", False),
        ("0; url=", False),
        ("0; url=/short", False),
        ("0; url=#part", False),
        ("0; url=javascript:x", False),
        ("soon; url=/article", False),
    ],
)
@pytest.mark.parametrize("want_body", [False, True])
def test_meta_refresh(
    content: str, leads_on: bool, want_body: bool, site: Any, fetcher: HttpFetcher
) -> None:
    """A refresh within five seconds to another URL is a redirect; any other is none."""
    quoted = content.replace('"', "&quot;")
    site.page("/short", f'<html><head><META HTTP-EQUIV=Refresh content="{quoted}">'.encode())
    found = fetcher.resolve(site.url("/short"), want_body=want_body)
    if leads_on:
        assert found.final_url == site.url("/article")
        assert found.hops[0].kind is HopKind.META_REFRESH
    else:
        assert (found.outcome, found.hops) == (ResolveOutcome.UNCHANGED, ())


@pytest.mark.parametrize(
    "page",
    [
        b'<!-- <meta http-equiv="refresh" content="0; url=/article"> -->',
        b'<script>\'<meta http-equiv="refresh" content="0; url=/article">\'</script>',
        b'<noscript><meta http-equiv="refresh" content="0; url=/article"></noscript>',
        b'<template><meta http-equiv="refresh" content="0; url=/article"></template>',
        b"<meta name=refresh content='0; url=/article'>",
        b"<title><meta http-equiv=refresh content='0; url=/article'></title>",
        b"<textarea><meta http-equiv=refresh content='0; url=/article'></textarea>",
        b"<script>location.replace('/article')</script>",
    ],
    ids=["comment", "script", "noscript", "template", "other-meta", "title", "textarea", "js"],
)
def test_what_is_no_refresh(page: bytes, site: Any, fetcher: HttpFetcher) -> None:
    """Text that looks like a refresh does not lead on."""
    site.page("/short", page)
    found = fetcher.resolve(site.url("/short"), want_body=True)
    assert found.outcome is ResolveOutcome.UNCHANGED


@pytest.mark.parametrize(
    ("page", "path"),
    [
        (b"<meta http-equiv=refresh content='0;url=/caf\xe9'>", "/caf%E9"),
        ("<meta http-equiv=refresh content='0;url=/café'>".encode(), "/caf%C3%A9"),
        (b"<base href=/folder/><meta http-equiv=refresh content='0;url=a'>", "/folder/a"),
        (b"<!--><meta http-equiv=refresh content='0;url=/article'>", "/article"),
        ("\ufeff<meta http-equiv=refresh content='0;url=/a'>".encode("utf-16-le"), "/a"),
    ],
    ids=["latin-1", "utf-8", "base", "empty comment", "utf-16"],
)
def test_target_of_a_refresh(page: bytes, path: str, site: Any, fetcher: HttpFetcher) -> None:
    """A target is read as the page means it; its odd bytes are asked for as they stand."""
    site.page("*", PAGE)
    site.page("/short", page)
    assert fetcher.resolve(site.url("/short")).final_url == site.url(path)


def test_refresh_header_in_any_bytes(site: Any, fetcher: HttpFetcher) -> None:
    """The header's target is bytes, like a Location's."""
    site.page("*", PAGE)
    for sent, path in ((b"/\xc3\xa9", "/%C3%A9"), (b"/\xe9", "/%E9")):
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 0\r\n"
        site.on("/short", head + b"Refresh: 0;url=" + sent + b"\r\n\r\n")
        assert fetcher.resolve(site.url("/short")).final_url == site.url(path)


@pytest.mark.parametrize("page", ["/404", "/errors/404.html", "/not_found?from=/story"])
def test_error_page_that_answers_200(page: str, site: Any, fetcher: HttpFetcher) -> None:
    """A page named after its error is a dead end, whatever its status."""
    site.page("*", PAGE)
    site.redirect("/story", page)
    found = fetcher.resolve(site.url("/story"))
    assert (found.outcome, found.final_url) == (ResolveOutcome.DEAD_END, site.url("/story"))


@pytest.mark.parametrize("home", ["/?error=404", "/index.html?notfound=1", "/accueil", "/?ref=404"])
def test_home_page_that_says_why(home: str, site: Any, fetcher: HttpFetcher) -> None:
    """What stands behind the home page's slash does not make it an article."""
    site.page("*", PAGE)
    site.redirect("/story", home)
    assert fetcher.resolve(site.url("/story")).outcome is ResolveOutcome.HOME_PAGE


def test_refresh_in_what_is_no_page(site: Any, say: Any, fetcher: HttpFetcher) -> None:
    """A file that quotes a refresh is no page."""
    body = b'<meta http-equiv="refresh" content="0; url=/article">'
    site.on("/short", say(headers=["Content-Type: application/json"], body=body))
    found = fetcher.resolve(site.url("/short"), want_body=True)
    assert found.outcome is ResolveOutcome.UNCHANGED


def test_refresh_header(site: Any, fetcher: HttpFetcher) -> None:
    """The header does what the element does."""
    site.page("/short", PAGE, "Refresh: 0; url=/article")
    assert fetcher.resolve(site.url("/short")).final_url == site.url("/article")


def test_loop(site: Any, fetcher: HttpFetcher) -> None:
    """A circle is named, and the URL at which it was entered is kept."""
    site.redirect("/short", "/a")
    site.redirect("/a", "/b")
    site.redirect("/b", "/a")
    found = fetcher.resolve(site.url("/short"))
    assert (found.outcome, found.final_url) == (ResolveOutcome.LOOP, site.url("/a"))
    assert site.targets() == ["HEAD /short", "HEAD /a", "HEAD /b"]


def test_redirect_to_itself(site: Any, fetcher: HttpFetcher) -> None:
    """The smallest circle."""
    site.redirect("/short", "/short#again")
    found = fetcher.resolve(site.url("/short"))
    assert (found.outcome, found.final_url) == (ResolveOutcome.LOOP, site.url("/short"))


@pytest.mark.parametrize(("hops", "outcome"), [(20, "resolved"), (21, "too_many_hops")])
def test_many_hops(hops: int, outcome: str, site: Any, say: Any, fetcher: HttpFetcher) -> None:
    """Twenty hops are followed; one more is too many, and nothing is learnt from them."""

    def step(seen: Any) -> bytes:
        number = int(seen.target[2:])
        if number == hops:
            return bytes(say("200 OK", [HTML], PAGE))
        return bytes(say("302 F", [f"Location: /s{number + 1}"]))

    site.on("*", step)
    found = fetcher.resolve(site.url("/s0"))
    assert (found.outcome, len(found.hops)) == (ResolveOutcome(outcome), 20)
    assert found.final_url == site.url("/s20" if hops == 20 else "/s0")


def test_article_that_leads_home(site: Any, fetcher: HttpFetcher) -> None:
    """An article that was folded into the home page keeps its own URL."""
    site.redirect("/2020/old-story-of-the-pier", "/")
    site.page("/")
    found = fetcher.resolve(site.url("/2020/old-story-of-the-pier"))
    assert found.outcome is ResolveOutcome.HOME_PAGE
    assert found.final_url == site.url("/2020/old-story-of-the-pier")
    assert len(found.hops) == 1


def test_home_page_itself(site: Any, fetcher: HttpFetcher) -> None:
    """A home page that leads to another home page is a redirect like any other."""
    site.redirect("/", site.url("/", "www.example"))
    site.on("/", lambda seen: _home(site, seen))
    found = fetcher.resolve(site.url("/"))
    assert (found.outcome, found.final_url) == (
        ResolveOutcome.RESOLVED,
        site.url("/", "www.example"),
    )


def _home(site: Any, seen: Any) -> bytes:
    if seen.headers["host"].startswith("www."):
        return b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
    target = site.url("/", "www.example")
    return f"HTTP/1.1 301 M\r\nLocation: {target}\r\nContent-Length: 0\r\n\r\n".encode()


@pytest.mark.parametrize(
    ("wall", "outcome"),
    [
        ("/login?next=/story", ResolveOutcome.LOGIN_WALL),
        ("/users/sign_in", ResolveOutcome.LOGIN_WALL),
        ("/connexion", ResolveOutcome.LOGIN_WALL),
        ("/%E7%99%BB%E5%BD%95", ResolveOutcome.LOGIN_WALL),
        ("http://auth.paper.example:{port}/enter-email?return_url=x", ResolveOutcome.LOGIN_WALL),
        ("/consent?to=/story", ResolveOutcome.CONSENT_WALL),
        ("http://consent.paper.example:{port}/m?continue=x", ResolveOutcome.CONSENT_WALL),
        ("/cookie-consent/fr", ResolveOutcome.CONSENT_WALL),
    ],
)
@pytest.mark.parametrize("at_the_wall", ["200 OK", "404 Not Found", "500 No"])
def test_wall(
    wall: str, outcome: ResolveOutcome, at_the_wall: str, site: Any, say: Any, fetcher: HttpFetcher
) -> None:
    """A wall keeps the URL that led to it, however the wall itself answers."""
    site.redirect("/short", "/story")
    site.redirect("/story", wall.format(port=site.port))
    site.on("*", say(at_the_wall, [HTML]))
    found = fetcher.resolve(site.url("/short"))
    assert (found.outcome, found.final_url) == (outcome, site.url("/story"))
    assert len(found.hops) == 2


def test_wall_that_lets_through(site: Any, fetcher: HttpFetcher) -> None:
    """A consent page that sends us straight back to the article is only a detour."""
    site.redirect("/story", "/consent?to=/article")
    site.redirect("/consent", "/article")
    found = fetcher.resolve(site.url("/story"))
    assert (found.outcome, found.final_url) == (ResolveOutcome.RESOLVED, site.url("/article"))


def test_login_page_that_was_asked_for(site: Any, fetcher: HttpFetcher) -> None:
    """A link to a login page is no wall."""
    site.redirect("/login", "/login/")
    site.page("/login/")
    assert fetcher.resolve(site.url("/login")).outcome is ResolveOutcome.RESOLVED


@pytest.mark.parametrize("status", ["404 Not Found", "410 Gone", "400 Bad Request"])
def test_dead_end(status: str, site: Any, say: Any, fetcher: HttpFetcher) -> None:
    """A target that is not there changes nothing."""
    site.redirect("/story", "/gone")
    site.on("/gone", say(status))
    found = fetcher.resolve(site.url("/story"))
    assert (found.outcome, found.final_url) == (ResolveOutcome.DEAD_END, site.url("/story"))
    assert [hop.to_url for hop in found.hops] == [site.url("/gone")]


@pytest.mark.parametrize("status", ["500 E", "502 E", "503 E"])
def test_target_that_is_down(status: str, site: Any, say: Any, fetcher: HttpFetcher) -> None:
    """A target that is down for now changes nothing, and may be tried again."""
    site.redirect("/story", "/down")
    site.on("/down", say(status))
    found = fetcher.resolve(site.url("/story"), want_body=True)
    assert (found.outcome, found.final_url) == (ResolveOutcome.UNREACHABLE, site.url("/story"))
    assert found.page is not None
    assert found.page.outcome is FetchOutcome.HTTP_ERROR


@pytest.mark.parametrize("status", ["401 U", "402 P", "403 F", "451 L"])
def test_target_that_is_not_for_us(status: str, site: Any, say: Any, fetcher: HttpFetcher) -> None:
    """A page that is there, though not for robots, is where the URL leads."""
    site.redirect("/short", "/story")
    site.on("/story", say(status))
    found = fetcher.resolve(site.url("/short"))
    assert (found.outcome, found.final_url) == (ResolveOutcome.RESOLVED, site.url("/story"))
    assert found.message


def test_target_behind_a_challenge(site: Any, say: Any, fetcher: HttpFetcher) -> None:
    """A challenge says nothing against the URL; the page says that it is blocked."""
    site.redirect("/short", "/story")
    site.on("/story", say("403 Forbidden", [HTML, "cf-mitigated: challenge"]))
    found = fetcher.resolve(site.url("/short"), want_body=True)
    assert (found.outcome, found.final_url) == (ResolveOutcome.RESOLVED, site.url("/story"))
    assert found.page is not None
    assert found.page.outcome is FetchOutcome.BLOCKED


def test_target_that_robots_txt_forbids(site: Any, say: Any, open_fetcher: Any) -> None:
    """A target that must not be read is known all the same, and is not read."""
    site.redirect("/short", site.url("/story", "other.example"))
    site.on(
        "/robots.txt",
        lambda seen: (
            say(body=b"User-agent: *\nDisallow: /story")
            if seen.headers["host"].startswith("other")
            else say("404 No")
        ),
    )
    fetcher = open_fetcher(
        names=lambda host, port: ["127.0.0.1"],
        allow_private_networks=(f"127.0.0.1:{site.port}",),
        respect_robots=True,
    )
    found = fetcher.resolve(site.url("/short"))
    assert found.outcome is ResolveOutcome.RESOLVED
    assert found.final_url == site.url("/story", "other.example")
    assert "robots.txt of other.example" in found.message
    assert site.targets() == ["HEAD /short"]


def test_server_that_is_not_there(site: Any, fetcher: HttpFetcher, start_server: Any) -> None:
    """A target that cannot be reached keeps the URL that led to it."""
    site.redirect("/story", "http://127.0.0.1:9/")
    found = fetcher.resolve(site.url("/story"))
    assert (found.outcome, found.final_url) == (ResolveOutcome.REFUSED, site.url("/story"))


def test_spelling_of_an_unchanged_url(site: Any, fetcher: HttpFetcher) -> None:
    """What answers where it is comes back to the letter as it was asked."""
    odd = site.url("/article").replace("http://", "HTTP://")
    found = fetcher.resolve(odd)
    assert (found.outcome, found.final_url) == (ResolveOutcome.UNCHANGED, odd)


def test_shortener_that_means_a_home_page(site: Any, fetcher: HttpFetcher) -> None:
    """A shortener's link to a home page is a link to a home page, not a lost article."""
    site.redirect("/3xYz", site.url("/", "paper.example"))
    site.page("/")
    found = fetcher.resolve(f"http://bit.ly:{site.port}/3xYz")
    if found.outcome is ResolveOutcome.HOME_PAGE:
        pytest.fail("bit.ly is not known as a shortener")
    assert found.final_url == site.url("/", "paper.example")
