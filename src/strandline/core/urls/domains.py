"""Registrable domains, after the Public Suffix List (publicsuffix.org, MPL 2.0, as a package)."""

from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList


@cache
def _list() -> "PublicSuffixList":
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()


def host_of(url_or_host: str) -> str:
    """The host of a URL or of a bare host, lower case; empty where there is none."""
    text = url_or_host.strip()
    try:
        host = urlsplit(text if "//" in text else f"//{text}").hostname
    except ValueError:  # a bracket that is no IPv6 address
        host = None
    return (host or "").rstrip(".").lower()


def registrable_domain(url_or_host: str) -> str:
    """The name that somebody registered: `example.co.uk` of `https://a.example.co.uk/b`.

    Users of a shared host are sites of their own (`alice.github.io`). An address, a host without
    a dot and a public suffix itself stand for themselves.
    """
    host = host_of(url_or_host)
    if not host or ":" in host or host.replace(".", "").isdigit():
        return host
    return _list().privatesuffix(host) or host
