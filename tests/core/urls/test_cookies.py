"""The cookies of one chain."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.urls.cookies import Jar
from strandline.core.urls.weblink import read_web_address

HERE = read_web_address("https://www.paper.co.uk/news/story")


def sent(set_cookie: str, url: str) -> str:
    return Jar().after(HERE, [set_cookie.encode()]).header(read_web_address(url))


@pytest.mark.parametrize(
    ("set_cookie", "url", "comes_back"),
    [
        ("a=1", "https://www.paper.co.uk/news/other", True),
        ("a=1", "https://www.paper.co.uk/other", False),
        ("a=1; Path=/", "https://www.paper.co.uk/other", True),
        ("a=1; Path=/news", "https://www.paper.co.uk/newsroom", False),
        ("a=1; Path=/", "https://paper.co.uk/", False),
        ("a=1; Path=/", "https://other.co.uk/", False),
        ("a=1; Path=/; Domain=paper.co.uk", "https://paper.co.uk/", True),
        ("a=1; Path=/; Domain=.paper.co.uk", "https://img.paper.co.uk/", True),
        ("a=1; Path=/; Domain=co.uk", "https://other.co.uk/", False),
        ("a=1; Path=/; Domain=co.uk", "https://www.paper.co.uk/", False),
        ("a=1; Path=/; Domain=evil.example", "https://evil.example/", False),
        ("a=1; Path=/; Secure", "http://www.paper.co.uk/", False),
        ("a=1; Path=/; Secure", "https://www.paper.co.uk/", True),
        ("a=1; Path=/; Max-Age=0", "https://www.paper.co.uk/", False),
        ("a=1; Path=/; Max-Age=-5", "https://www.paper.co.uk/", False),
        ("nonsense", "https://www.paper.co.uk/news/", False),
        ("=1", "https://www.paper.co.uk/news/", False),
        ("a=" + "x" * 5_000, "https://www.paper.co.uk/news/", False),
    ],
)
def test_cookie_comes_back(set_cookie: str, url: str, comes_back: bool) -> None:
    """A cookie goes back to its own host and path, to subdomains where it says so."""
    assert bool(sent(set_cookie, url)) is comes_back


def test_newer_cookie_replaces() -> None:
    """A name has one value; deleting leaves none."""
    jar = Jar().after(HERE, [b"a=1", b"b=2", b"a=3"])
    assert jar.header(HERE) == "a=3; b=2"
    assert jar.after(HERE, [b"a=; Max-Age=0"]).header(HERE) == "b=2"


def test_many_cookies() -> None:
    """The jar holds fifty, the latest."""
    jar = Jar().after(HERE, [f"c{n}=1".encode() for n in range(500)])
    assert len(jar.cookies) == 50
    assert jar.cookies[-1].name == "c499"


@given(st.lists(st.binary(max_size=60), max_size=5))
def test_any_cookie(lines: list[bytes]) -> None:
    """No bytes break the jar, and no header can be smuggled through it."""
    header = Jar().after(HERE, lines).header(HERE)
    assert "\r" not in header
    assert "\n" not in header
