"""How wrappers write their targets: what can be read is read, anything else is None."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.urls.decoders import DECODERS


@pytest.mark.parametrize(
    ("decoder", "written", "target"),
    [
        ("plain", "https%3A%2F%2Fa.example%2Fb", "https://a.example/b"),
        ("http", "a.example%2Fb", "http://a.example/b"),
        ("https", "a.example%2Fb", "https://a.example/b"),
        ("amp_cache", "s/a.example/b/amp?c=1", "https://a.example/b?c=1"),
        ("amp_cache", "a.example/b.amp", "http://a.example/b.amp"),
        ("base64_url", "aHR0cHM6Ly9hLmV4YW1wbGU", "https://a.example"),
        ("base64_url", "not base64!", None),
        ("base64_json", "eyJ1cmwiOiAxfQ", None),
        ("base64_json", "WzFd", None),
        ("bing", "a2aHR0cHM6Ly9hLmV4YW1wbGU", None),
        ("google_news", "CBMiAA", None),
        ("google_news", "AAAA", None),
        ("google_news", "x", None),
        ("disqus", "https%3A%2F%2Fa.example%3A8080%2Fb", "https://a.example:8080/b"),
        ("proofpoint_v3", "https://a.example/no-end", None),
        ("proofpoint_v3", "http://a.example/**Dtest__;IyMjIyM!!x$", "http://a.example/#####test"),
        ("proofpoint_v3", "http://a.example/*__;!!x$", None),
        ("proofpoint_v3", "http://a.example/b__;_w!!x$", None),
        ("parenthesized", "p(1)a(2)", None),
    ],
)
def test_decoder(decoder: str, written: str, target: str | None) -> None:
    """Each form that a vendor documents is read; what is none of it gives None."""
    assert DECODERS[decoder](written) == target


def test_long_google_news_tokens() -> None:
    """A URL of 128 characters and more has a length of two bytes in the token."""
    import base64

    url = "https://a.example/" + "b" * 150
    raw = (
        b"\x08\x13\x22"
        + bytes([len(url) & 0x7F | 0x80, len(url) >> 7])
        + url.encode()
        + b"\xd2\x01\x00"
    )
    token = base64.urlsafe_b64encode(raw).decode().rstrip("=")
    assert DECODERS["google_news"](token) == url


@given(st.sampled_from(sorted(DECODERS)), st.text(max_size=60))
def test_no_text_breaks_a_decoder(name: str, text: str) -> None:
    """Wrappers are hostile input: a decoder gives text or None, and never raises."""
    found = DECODERS[name](text)
    assert found is None or isinstance(found, str)
