"""robots.txt as RFC 9309 reads it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.urls.robots import KEEP_OUT, NO_RULES, product_token, read_robots


def allows(text: str, target: str, name: str = "strandline") -> bool:
    return read_robots(text.encode(), name).allows(target)


@pytest.mark.parametrize(
    ("rule", "target", "fits"),
    [
        ("/", "/anything", True),
        ("/fish", "/fish", True),
        ("/fish", "/fishing/rods", True),
        ("/fish", "/Fish", False),
        ("/fish", "/catfish", False),
        ("/fish/", "/fish", False),
        ("/fish*", "/fishheads/yummy?id=1", True),
        ("/*.php", "/folder/any.php?x", True),
        ("/*.php$", "/a.php", True),
        ("/*.php$", "/a.php?x", False),
        ("/*.php$", "/a.php/b.php", True),
        ("/a*b*c", "/a-b-b-c-d", True),
        ("/a*b*c", "/a-c-b", False),
        ("/$", "/", True),
        ("/$", "/x", False),
        ("/x*$", "/xyz", True),
        ("*/private", "/a/private", True),
        ("/caf%C3%A9", "/caf%c3%a9", True),
        ("/café", "/caf%C3%A9", True),
        ("/a%2Fb", "/a/b", False),
        ("/%7Ejoe", "/~joe", True),
        ("/search?q=", "/search?q=tide", True),
    ],
)
def test_pattern(rule: str, target: str, fits: bool) -> None:
    """Patterns are prefixes with `*` and `$`; escapes are compared by what they mean."""
    assert allows(f"User-agent: *\nDisallow: {rule}", target) is not fits


@pytest.mark.parametrize(
    ("rules", "target", "allowed"),
    [
        ("Allow: /p\nDisallow: /", "/page", True),
        ("Disallow: /\nAllow: /p", "/page", True),
        ("Allow: /folder\nDisallow: /folder", "/folder/page", True),
        ("Allow: /page\nDisallow: /*.htm", "/page.htm", False),
        ("Allow: /$\nDisallow: /", "/", True),
        ("Allow: /$\nDisallow: /", "/page.htm", False),
        ("Disallow:", "/anything", True),
        ("", "/anything", True),
    ],
)
def test_longest_rule_wins(rules: str, target: str, allowed: bool) -> None:
    """The longest rule decides, of two as long the one that allows, wherever they stand."""
    assert allows(f"User-agent: *\n{rules}", target) is allowed


def test_own_group_replaces_the_general_one() -> None:
    """A group that names us leaves the group for all without effect."""
    text = "User-agent: *\nDisallow: /a\n\nUser-Agent: StrandLine/2.0\nDisallow: /b"
    assert allows(text, "/a")
    assert not allows(text, "/b")
    assert not allows(text, "/a", "other")


def test_several_groups_of_one_name() -> None:
    """Groups of the same robot are read as one; one group may name many robots."""
    text = (
        "User-agent: strandline\nDisallow: /a\nUser-agent: x\nUser-agent: strandline\nDisallow: /b"
    )
    assert not allows(text, "/a")
    assert not allows(text, "/b")
    assert allows(text, "/a", "x")


def test_other_lines_change_nothing() -> None:
    """Sitemaps, delays, comments, odd line ends and a byte order mark are no trouble."""
    text = (
        "\ufeffuser-agent : * # all\r\nCrawl-delay: 5\rSitemap: http://x.example/s\nDISALLOW: /a#b"
    )
    assert not allows(text, "/a")
    assert allows(text, "/b")


def test_rules_before_any_group() -> None:
    """A rule without a robot is about nobody."""
    assert allows("Disallow: /\nUser-agent: *\nAllow: /", "/x")


def test_robots_txt_itself() -> None:
    """robots.txt may always be read."""
    assert KEEP_OUT.allows("/robots.txt")
    assert not KEEP_OUT.allows("/x")
    assert NO_RULES.allows("/x")


@pytest.mark.parametrize(
    ("agent", "token"),
    [
        ("Strandline/0.1 (+https://x.example)", "strandline"),
        ("My-Robot", "my-robot"),
        ("7up", "*"),
        ("", "*"),
    ],
)
def test_product_token(agent: str, token: str) -> None:
    """The name is what stands before the version."""
    assert product_token(agent) == token


def test_pattern_of_many_stars_is_quick() -> None:
    """A pattern made to be slow takes one walk over the path."""
    text = "User-agent: *\nDisallow: /" + "*a" * 900 + "b"
    assert allows(text, "/" + "a" * 5_000)


@given(st.binary(max_size=400), st.text(alphabet=st.characters(codec="ascii"), max_size=60))
def test_any_robots_txt(body: bytes, target: str) -> None:
    """No bytes make the reading or the matching fail."""
    rules = read_robots(b"User-agent: *\nDisallow: " + body, "strandline")
    assert rules.allows("/" + target) in (True, False)
