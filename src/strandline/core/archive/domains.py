"""Lists of domains as a person writes them: `reddit.com` means its subdomains too."""

from collections.abc import Iterable

from strandline.core.urls.domains import host_of


def read_domains(entries: Iterable[str]) -> frozenset[str]:
    """Hosts of a list: `*.Example.com`, `www.example.com` and `https://example.com/` are one."""
    return frozenset(host for entry in entries if (host := _host(entry)))


def matching(host: str, domains: frozenset[str]) -> str | None:
    """The entry that covers a host: itself, or a domain above it; the nearest one.

    Args:
        host: Lower case, as `core.urls.domains.host_of` gives it.
    """
    name = host
    while name:
        if name in domains:
            return name
        name = name.partition(".")[2]
    return None


def _host(entry: str) -> str:
    host = host_of(entry.strip().removeprefix("*").lstrip(".")).removeprefix("www.")
    if host.isascii():
        return host
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return ""
