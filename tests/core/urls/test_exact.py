"""Spellings that differ in the slash at the end."""

import pytest

from strandline.core.urls import identify
from strandline.core.urls.exact import differ_in_slash, ends_in_slash, exact_key, is_exact


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("https://a.example/x", "https://a.example/x/", True),
        ("https://a.example/x/?q=1", "https://a.example/x?q=1", True),
        ("https://a.example/x#!/y", "https://a.example/x/#!/y", True),
        ("https://a.example/x", "https://a.example/x", False),
        ("https://a.example/x/", "https://a.example/y", False),
        ("https://a.example/x?q=1", "https://a.example/x/?q=2", False),
        ("https://a.example/x?q=/", "https://a.example/x?q=", False),
    ],
)
def test_only_the_slash_of_the_path_counts(one: str, other: str, expected: bool) -> None:
    """Not one in a query or a route; everything else must be the same."""
    assert differ_in_slash(one, other) is expected
    assert differ_in_slash(other, one) is expected
    assert not expected or ends_in_slash(one) != ends_in_slash(other)


@pytest.mark.parametrize(
    "url", ["https://a.example/x", "https://a.example/", "https://youtu.be/abc"]
)
def test_no_folded_key_is_an_exact_one(url: str) -> None:
    """The two kinds of key never meet."""
    identity = identify(url)
    assert is_exact(exact_key(identity.canonical))
    assert not is_exact(identity.key)
