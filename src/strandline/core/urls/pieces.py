"""The standard library's way to take a URL apart and to join two, for URLs from outside.

`urlsplit` and `urljoin` raise ValueError for an unclosed bracket (`http://[::1/`), for what is no
IPv6 address inside brackets, and for hosts that NFKC would change (`a℀b`). One such link must not
cost the document that holds it: here it is None.
"""

from urllib.parse import SplitResult, urljoin, urlsplit


def split_url(url: str) -> SplitResult | None:
    """The parts of a URL; None where it has none to speak of."""
    try:
        return urlsplit(url)
    except ValueError:
        return None


def join_url(base: str, href: str) -> str | None:
    """A reference made absolute; None where it or its base cannot be read."""
    try:
        return urljoin(base, href)
    except ValueError:
        return None
