"""Taking URLs apart and joining them, whatever they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.urls.pieces import join_url, split_url

#: What the standard library raises ValueError for.
UNREADABLE = ["http://[::1/a", "http://[v1.x/", "http://a℀b.example/", "//[oops"]


@pytest.mark.parametrize("url", UNREADABLE)
def test_what_cannot_be_read_is_none(url: str) -> None:
    """A URL with an unclosed bracket or a host that NFKC would change is None, no exception."""
    assert split_url(url) is None
    assert join_url("https://valley.example/", url) is None


@given(st.text() | st.builds("http://[{}".format, st.text()), st.text())
def test_nothing_raises(href: str, base: str) -> None:
    """No text makes either raise; what both read, they read alike."""
    split_url(href)
    join_url(base, href)


def test_what_can_be_read_is_read() -> None:
    """A relative reference is joined, an absolute one taken apart."""
    assert join_url("https://valley.example/a/b", "../c?d") == "https://valley.example/c?d"
    parts = split_url("https://valley.example/c?d")
    assert parts is not None
    assert (parts.hostname, parts.path, parts.query) == ("valley.example", "/c", "d")
