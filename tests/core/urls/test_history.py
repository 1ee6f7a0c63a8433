"""The history key: document 0, clause for clause."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.urls.history import HISTORY_TRACKERS, history_hash, normalize_article_url


@pytest.mark.parametrize(
    ("clause", "url", "normalized"),
    [
        (
            "1. Lowercase the URL",
            "HTTPS://News.Example/Story/A?Id=X",
            "https://news.example/story/a?id=x",
        ),
        ("2. Strip fragment (`#...`)", "https://news.example/a#top", "https://news.example/a"),
        ("2. Strip fragment (`#...`)", "https://news.example/a#", "https://news.example/a"),
        ("3. Strip trailing slash from path", "https://news.example/a/", "https://news.example/a"),
        (
            "3. Strip trailing slash from path",
            "https://news.example/a/?id=1",
            "https://news.example/a?id=1",
        ),
        ("3. (unless path is just `/`)", "https://news.example/", "https://news.example/"),
        ("3. (unless path is just `/`)", "https://news.example", "https://news.example/"),
        (
            "4. Strip known tracking query parameters",
            "https://news.example/a?utm_source=x&id=1&ref=y",
            "https://news.example/a?id=1",
        ),
        (
            "4. only those nine",
            "https://news.example/a?utm_id=1&mc_cid=2",
            "https://news.example/a?utm_id=1&mc_cid=2",
        ),
        (
            "5. If no query parameters remain after stripping, remove the `?` entirely",
            "https://news.example/a?utm_source=x&gclid=1",
            "https://news.example/a",
        ),
        ("5. remove the `?` entirely", "https://news.example/a?", "https://news.example/a"),
        ("order is kept", "https://news.example/a?b=2&a=1", "https://news.example/a?b=2&a=1"),
        (
            "escapes are lower case too",
            "https://news.example/caf%C3%A9",
            "https://news.example/caf%c3%a9",
        ),
        (
            "escapes are lower case too",
            "https://news.example/café",
            "https://news.example/caf%c3%a9",
        ),
        ("no URL at all", "Not A URL", "not a url"),
    ],
)
def test_clause(clause: str, url: str, normalized: str) -> None:
    """`normalize_article_url` follows the document's five steps."""
    assert normalize_article_url(url) == normalized, clause


@pytest.mark.parametrize("name", sorted(HISTORY_TRACKERS))
def test_each_of_the_nine(name: str) -> None:
    """utm_source, utm_medium, utm_campaign, utm_term, utm_content, ref, source, fbclid, gclid."""
    assert (
        normalize_article_url(f"https://news.example/a?{name.upper()}=1")
        == "https://news.example/a"
    )


def test_there_are_nine() -> None:
    """The document names nine parameters."""
    assert len(HISTORY_TRACKERS) == 9


def test_hash() -> None:
    """URL hashing: `sha256(normalize_article_url(url))`, as hex."""
    url = "https://News.Example/a/?ref=x"
    assert history_hash(url) == sha256(b"https://news.example/a").hexdigest()


@given(st.text(max_size=80) | st.text(max_size=40).map(lambda t: "https://news.example/" + t))
def test_every_text_has_a_key(text: str) -> None:
    """An imported history may hold anything: nothing raises."""
    assert len(history_hash(text)) == 64
