"""Decisions about redirect chains, without a network."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.urls.endings import Judges, conclude, conclude_stop
from strandline.core.urls.errorpages import is_error_page
from strandline.core.urls.redirects import (
    REDIRECT_STATUSES,
    Chain,
    DeadEnd,
    Stop,
    next_hop,
    start_chain,
)
from strandline.core.urls.refresh import refresh_hop
from strandline.core.urls.walls import Wall, find_wall
from strandline.core.urls.weblink import read_web_address
from strandline.model.errors import UrlError
from strandline.model.fetching import FetchOutcome, Hop, HopKind, ResolveOutcome

AT = read_web_address("http://news.example/a/b?c=1")
JUDGES = Judges(
    is_home_page=lambda url: read_web_address(url).target == "/",
    is_opaque=lambda url: "short.example" in url,
)


def chain_of(*urls: str) -> Chain:
    hops = tuple(Hop(302, a, b) for a, b in itertools.pairwise(urls))
    return Chain(urls[0], hops)


@given(st.binary(max_size=60))
def test_any_location(value: bytes) -> None:
    """Whatever bytes a Location holds, the answer is a hop to a web address or a dead end."""
    found = next_hop(302, [value], AT)
    assert found is not None
    if isinstance(found, Hop):
        assert read_web_address(found.to_url).scheme in ("http", "https")
        assert found.to_url.isascii()


@given(st.integers(100, 599), st.lists(st.binary(max_size=20), max_size=3))
def test_only_redirects_redirect(status: int, locations: list[bytes]) -> None:
    """A Location of any other status is ignored."""
    found = next_hop(status, locations, AT)
    assert (found is None) == (status not in REDIRECT_STATUSES)


@given(st.binary(max_size=300), st.text(max_size=40))
def test_any_page_and_refresh_header(body: bytes, header: str) -> None:
    """No page and no header makes the search for a refresh fail."""
    hop = refresh_hop(200, header, b'<meta http-equiv="refresh" content="0;' + body, AT)
    assert hop is None or read_web_address(hop.to_url).href != AT.href


def test_location_of_another_scheme_says_which() -> None:
    """A dead end tells a person what was wrong."""
    found = next_hop(302, [b"itms-apps://x"], AT)
    assert isinstance(found, DeadEnd)
    assert "itms-apps" in found.message


def test_cookie_hop() -> None:
    """The same URL with a new cookie is a hop of its own kind; without one it is a circle."""
    again = next_hop(302, [b""" /a/b?c=1 """], AT, has_new_cookie=True)
    assert isinstance(again, Hop)
    assert again.kind is HopKind.COOKIE
    chain = start_chain(AT.href, AT)
    assert isinstance(chain.onward(again, "seen=1", 20), Chain)
    assert chain.onward(again, "", 20) is Stop.LOOP


@given(st.integers(1, 30))
def test_chain_never_grows_over_its_cap(cap: int) -> None:
    """Hops are followed up to the cap and not one further."""
    chain: Chain | Stop = start_chain(AT.href, AT)
    steps = 0
    while isinstance(chain, Chain):
        chain = chain.onward(Hop(302, "x", f"http://news.example/{steps}"), "", cap)
        steps += 1
    assert (chain, steps) == (Stop.TOO_MANY, cap + 1)


@pytest.mark.parametrize(
    ("outcome", "status", "expected"),
    [
        (FetchOutcome.OK, 200, ResolveOutcome.RESOLVED),
        (FetchOutcome.TOO_LARGE, 200, ResolveOutcome.RESOLVED),
        (FetchOutcome.TRUNCATED, 200, ResolveOutcome.RESOLVED),
        (FetchOutcome.BLOCKED, 403, ResolveOutcome.RESOLVED),
        (FetchOutcome.ROBOTS, 0, ResolveOutcome.RESOLVED),
        (FetchOutcome.HTTP_ERROR, 404, ResolveOutcome.DEAD_END),
        (FetchOutcome.GONE, 410, ResolveOutcome.DEAD_END),
        (FetchOutcome.HTTP_ERROR, 500, ResolveOutcome.UNREACHABLE),
        (FetchOutcome.RATE_LIMITED, 429, ResolveOutcome.UNREACHABLE),
        (FetchOutcome.NOT_NOW, 0, ResolveOutcome.UNREACHABLE),
        (FetchOutcome.TIMEOUT, 0, ResolveOutcome.UNREACHABLE),
        (FetchOutcome.DNS, 0, ResolveOutcome.UNREACHABLE),
        (FetchOutcome.TLS, 0, ResolveOutcome.UNREACHABLE),
        (FetchOutcome.CONNECTION, 0, ResolveOutcome.UNREACHABLE),
        (FetchOutcome.PROTOCOL, 0, ResolveOutcome.UNREACHABLE),
        (FetchOutcome.REFUSED, 0, ResolveOutcome.REFUSED),
    ],
)
def test_ending(outcome: FetchOutcome, status: int, expected: ResolveOutcome) -> None:
    """Every outcome of the last request has its meaning; only a found page moves the URL."""
    chain = chain_of("http://t.example/1", "http://news.example/story")
    found = conclude(chain, outcome, status, "why", JUDGES)
    assert found.outcome is expected
    moved = expected is ResolveOutcome.RESOLVED
    assert found.final_url == (chain.hops[-1].to_url if moved else chain.asked)
    assert found.hops == chain.hops


@pytest.mark.parametrize("outcome", FetchOutcome)
def test_failure_of_the_first_request_keeps_the_url(outcome: FetchOutcome) -> None:
    """Where nothing led on, the URL stays what it was, however the request ended."""
    found = conclude(Chain("HTTP://t.example"), outcome, 0, "", JUDGES)
    assert found.final_url == "HTTP://t.example"


@pytest.mark.parametrize(
    ("outcome", "status"),
    [
        (FetchOutcome.ROBOTS, 0),
        (FetchOutcome.BLOCKED, 403),
        (FetchOutcome.BLOCKED, 200),
        (FetchOutcome.RATE_LIMITED, 429),
    ],
)
def test_shortener_that_keeps_us_out(outcome: FetchOutcome, status: int) -> None:
    """A shortener that does not let us ask is not resolved, and may be tried again."""
    found = conclude(Chain("http://short.example/x"), outcome, status, "why", JUDGES)
    assert found.outcome is ResolveOutcome.UNREACHABLE
    story = conclude(Chain("http://news.example/x"), outcome, status, "why", JUDGES)
    waits = outcome is FetchOutcome.RATE_LIMITED
    assert story.outcome is (ResolveOutcome.UNREACHABLE if waits else ResolveOutcome.UNCHANGED)


def test_message_about_a_location_shows_no_control_characters() -> None:
    """What a server wrote cannot move a terminal's cursor."""
    found = next_hop(302, [b"x:\x1b[2J\x9b"], AT)
    assert isinstance(found, DeadEnd)
    assert found.message.isprintable()


def test_shortener_may_mean_a_home_page() -> None:
    """A home page behind a shortener is its target; behind an article it is a loss."""
    home = "http://news.example/"
    short = conclude(chain_of("http://short.example/x", home), FetchOutcome.OK, 200, "", JUDGES)
    assert (short.outcome, short.final_url) == (ResolveOutcome.RESOLVED, home)
    lost = chain_of("http://short.example/x", "http://news.example/story", home)
    found = conclude(lost, FetchOutcome.OK, 200, "", JUDGES)
    assert found.outcome is ResolveOutcome.HOME_PAGE
    assert found.final_url == "http://news.example/story"


def test_two_walls_in_a_row() -> None:
    """A consent page that leads to a login page: the URL before both is kept."""
    chain = chain_of(
        "http://news.example/story", "http://consent.news.example/x", "http://news.example/login"
    )
    found = conclude(chain, FetchOutcome.OK, 200, "", JUDGES)
    assert (found.outcome, found.final_url) == (
        ResolveOutcome.LOGIN_WALL,
        "http://news.example/story",
    )


def test_circle_at_a_wall() -> None:
    """A login page that redirects in a circle is a wall first."""
    chain = chain_of("http://news.example/story", "http://news.example/login?next=1")
    found = conclude_stop(chain, Stop.LOOP, "http://news.example/login?next=1")
    assert found.outcome is ResolveOutcome.LOGIN_WALL


@pytest.mark.parametrize(
    ("url", "wall"),
    [
        ("https://news.example/login", Wall.LOGIN),
        ("https://news.example/accounts/login/?next=/p/x", Wall.LOGIN),
        ("https://accounts.google.com/v3/signin/identifier", Wall.LOGIN),
        ("https://id.news.example/start?return_to=x", Wall.LOGIN),
        ("https://news.example/anmelden", Wall.LOGIN),
        ("https://consent.news.example/v2?continue=x", Wall.CONSENT),
        ("https://news.example/privacy-gate/?url=x", Wall.CONSENT),
        ("https://news.example/inloggen", Wall.LOGIN),
        ("https://news.example/konto/anmelden.html", Wall.LOGIN),
        ("https://news.example/%D0%B2%D1%85%D0%BE%D0%B4", Wall.LOGIN),
        ("https://news.example/login.jsp", Wall.LOGIN),
        ("https://news.example/signup?next=%2Fstory", Wall.LOGIN),
        ("https://news.example/signup", None),
        ("https://news.example/cookie_wall", Wall.CONSENT),
        ("https://news.example/gdpr_consent/", Wall.CONSENT),
        ("https://news.example/samtykke", Wall.CONSENT),
        ("https://news.example/toestemming?url=x", Wall.CONSENT),
        ("https://news.example/cookies/accept?return=x", Wall.CONSENT),
        ("https://news.example/cookies/accept", None),
        ("https://news.example/2026/zgoda-na-most", None),
        ("https://news.example/it/consenso", Wall.CONSENT),
        ("https://news.example/consenso/il-referendum-di-maggio", None),
        ("https://news.example/2026/03/login-with-passkeys", None),
        ("https://news.example/tech/consent-fatigue-is-real", None),
        ("https://news.example/2026/03/02/world/consent/the-play", None),
        ("https://id.news.example/about", None),
        ("https://birds.example/guides/identification/gulls", None),
        ("https://news.example/world/consent/the-law", None),
        ("https://login.example/", None),
        ("https://news.example/", None),
        ("https://news.example/story?next=2", None),
    ],
)
def test_wall(url: str, wall: Wall | None) -> None:
    """Walls are told by whole segments and hosts, never by words within a title."""
    assert find_wall(read_web_address(url)) is wall


@given(st.text(max_size=50))
def test_any_text_as_a_web_address(text: str) -> None:
    """Any text is an address that parses again to itself, or a `UrlError`."""
    reason = ""
    try:
        address = read_web_address(text, "http://base.example/x/")
    except UrlError as error:
        reason = error.message
    if reason:
        assert reason in ("not_a_url", "unsupported_scheme", "too_long")
        return
    assert read_web_address(address.href).href == address.href
    assert address.target.isascii()
    assert "@" not in address.authority


@pytest.mark.parametrize(
    ("path", "is_error"),
    [
        ("/404", True),
        ("/404.html", True),
        ("/errors/404", True),
        ("/error.php", True),
        ("/Page_Not_Found.aspx?url=x", True),
        ("/not-found/old-story", True),
        ("/en/page-introuvable", True),
        ("/2026/the-404-page", False),
        ("/errors/in-the-count", False),
        ("/error", False),
        ("/story-404", False),
        ("/lost-and-not-found", False),
        ("/", False),
    ],
)
def test_error_page(path: str, is_error: bool) -> None:
    """Pages that only say that there is none are told by whole segments."""
    assert is_error_page(read_web_address("https://news.example" + path)) is is_error
