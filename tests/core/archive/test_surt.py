"""Keys of an index: hosts turned round, any text accepted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.archive.surt import surt


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("http://www.Example.com/A?b=2&a=1", "com,example)/a?a=1&b=2"),
        ("https://example.com:443/", "com,example)/"),
        ("http://example.com:8080", "com,example:8080)/"),
        ("http://127.0.0.1:99/x", "127.0.0.1:99)/x"),
        ("urn:view:http://a.example/", "urn:view:http://a.example/"),
        ("http://[::1", "http://[::1"),
    ],
)
def test_key(url: str, key: str) -> None:
    """Hosts are turned round, so that a site stands together in the index."""
    assert surt(url) == key


@given(st.text())
def test_any_text(text: str) -> None:
    """Any text has a key."""
    assert isinstance(surt(f"http://{text}"), str)
