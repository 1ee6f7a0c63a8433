"""`url_notes` and `url_original_to_final_match`, as document 2 has them."""

import pytest

from strandline.core.urls import identify


@pytest.mark.parametrize(
    ("clause", "url", "notes"),
    [
        ("remove URL fragments (#...)", "https://a.example/b#top", "removed_fragment"),
        ("remove URL fragments (#...)", "https://a.example/b#", "removed_fragment"),
        (
            "remove common tracking parameters: utm_*",
            "https://a.example/b?utm_x=1",
            "removed_tracking_params",
        ),
        ("gclid", "https://a.example/b?gclid=1", "removed_tracking_params"),
        ("fbclid", "https://a.example/b?fbclid=1", "removed_tracking_params"),
        ("mc_cid", "https://a.example/b?mc_cid=1", "removed_tracking_params"),
        ("mc_eid", "https://a.example/b?mc_eid=1", "removed_tracking_params"),
        (
            "normalize scheme/host casing (lowercase host is typical)",
            "https://A.example/b",
            "lowercased_host",
        ),
        ("normalize scheme/host casing", "HTTPS://a.example/b", "other_normalization"),
        (
            "normalize default ports (:80, :443) if present",
            "https://a.example:443/b",
            "other_normalization",
        ),
        (
            "normalize default ports (:80, :443) if present",
            "http://a.example:80/b",
            "other_normalization",
        ),
        (
            "standardize trailing slash handling consistently",
            "https://a.example",
            "normalized_trailing_slash",
        ),
        (
            "follow HTTP redirects",
            "https://l.facebook.com/l.php?u=https%3A%2F%2Fa.example%2Fb",
            "resolved_redirects",
        ),
        ("nothing to do", "https://a.example/b/", None),
        ("nothing to do", "https://a.example/b?id=1", None),
        ("white space", " https://a.example/b", "other_normalization"),
        ("user name and password", "https://u:p@a.example/b", "other_normalization"),
        ("empty query", "https://a.example/b?", "other_normalization"),
        ("empty parameters", "https://a.example/b?a=1&&b=2", "other_normalization"),
        ("spelling of escapes", "https://a.example/%7eb", "other_normalization"),
        ("AMP", "https://a.example/12345-some-story/amp", "other_normalization"),
        ("AMP with its slash", "https://a.example/12345-some-story/amp/", "other_normalization"),
        ("mobile host", "https://en.m.wikipedia.org/wiki/A", "other_normalization"),
        (
            "platform form",
            "https://www.reddit.com/r/some/comments/abc12/t",
            "normalized_trailing_slash,other_normalization",
        ),
    ],
)
def test_token(clause: str, url: str, notes: str | None) -> None:
    """Each transformation is recorded under its standard token."""
    assert identify(url).url_notes == notes, clause


def test_tokens_stand_in_one_order_whatever_was_done_first() -> None:
    """Comma-separated if multiple, in the order in which document 2 lists them."""
    url = "HTTPS://L.facebook.com/l.php?u=HTTPS%3A%2F%2Fa.example%3Futm_source%3Dx%23top"
    assert identify(url).url_notes == (
        "resolved_redirects,removed_tracking_params,removed_fragment,"
        "normalized_trailing_slash,lowercased_host,other_normalization"
    )


@pytest.mark.parametrize(
    "url", ["https://a.example/b", "https://a.example/b/?id=1", "http://www.a.example/"]
)
def test_match_is_true_where_nothing_was_changed(url: str) -> None:
    """`url_original_to_final_match` compares the strings."""
    found = identify(url)
    assert found.is_unchanged
    assert found.url_notes is None


@pytest.mark.parametrize(
    "url", ["https://a.example", "https://a.example/b#x", "https://A.example/b"]
)
def test_match_is_false_after_any_change(url: str) -> None:
    """Any change makes it false, and at least one token says which."""
    found = identify(url)
    assert not found.is_unchanged
    assert found.url_notes


def test_trail_names_rule_and_what_it_removed() -> None:
    """`explain` can tell which parameter went by which rule."""
    steps = identify("https://a.example/b?utm_source=rss&id=1").trail
    assert [(step.rule, step.detail) for step in steps] == [("tracking:utm", "utm_source=rss")]
