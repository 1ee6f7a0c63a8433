"""Registrable domains, after the Public Suffix List (publicsuffix.org, MPL 2.0, as a package)."""

from functools import cache
from threading import Lock
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList


_loading = Lock()


@cache
def _loaded() -> "PublicSuffixList":
    """The list, with the encoded forms of its few names outside ASCII added by us.

    The package would pass all 10,000 names through the IDNA codec, which takes longer than
    everything else that the first look-up of a process does.
    """
    from importlib.resources import files

    from publicsuffixlist import PublicSuffixList

    text = files("publicsuffixlist").joinpath("public_suffix_list.dat").read_text("utf-8")
    rules = [line for line in text.splitlines() if line and not line.startswith("//")]
    encoded = [_encoded(rule) for rule in rules if not rule.isascii()]
    return PublicSuffixList(source=rules + encoded, accept_encoded_idn=False)


def _encoded(rule: str) -> str:
    """The list is in the form that IDNA's preparation would give, so only Punycode is left."""
    exception = "!" if rule.startswith("!") else ""
    parts = rule.removeprefix("!").split(maxsplit=1)[0].split(".")
    return exception + ".".join(
        part if part.isascii() else f"xn--{part.encode('punycode').decode('ascii')}"
        for part in parts
    )


def _list() -> "PublicSuffixList":
    """The list, loaded once: threads that need it together wait for one of them."""
    with _loading:
        return _loaded()


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
