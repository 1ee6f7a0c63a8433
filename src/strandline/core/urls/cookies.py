"""The cookies of one resolution: enough of RFC 6265 for "set a cookie and come back".

The jar lives as long as one chain of redirects and is thrown away: nothing follows us from one
article to the next, so there is no expiry but "delete now" and no store.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from strandline.core.urls.domains import registrable_domain
from strandline.core.urls.weblink import WebAddress

_MAX_COOKIES = 50
_MAX_COOKIE_BYTES = 4_096


@dataclass(frozen=True, slots=True)
class Cookie:
    """One cookie; `is_shared` where a Domain attribute opens it to subdomains."""

    name: str
    value: str
    domain: str
    path: str
    is_shared: bool = False
    is_secure: bool = False

    @property
    def slot(self) -> tuple[str, str, str]:
        """What makes another cookie its replacement."""
        return self.name, self.domain, self.path


@dataclass(frozen=True, slots=True)
class Jar:
    """Cookies in the order in which they were set."""

    cookies: tuple[Cookie, ...] = ()

    def after(self, address: WebAddress, set_cookie: Iterable[bytes]) -> "Jar":
        """The jar once an answer's `Set-Cookie` headers were taken in."""
        kept = {cookie.slot: cookie for cookie in self.cookies}
        for line in set_cookie:
            cookie, is_deleted = _read_cookie(line, address)
            if cookie is None:
                continue
            if is_deleted:
                kept.pop(cookie.slot, None)
            else:
                kept[cookie.slot] = cookie
        return Jar(tuple(kept.values())[-_MAX_COOKIES:])

    def header(self, address: WebAddress) -> str:
        """The `Cookie` header for a request; empty where no cookie belongs to it."""
        return "; ".join(
            f"{cookie.name}={cookie.value}" for cookie in self.cookies if _belongs(cookie, address)
        )


def _belongs(cookie: Cookie, address: WebAddress) -> bool:
    host_fits = address.host == cookie.domain or (
        cookie.is_shared and address.host.endswith(f".{cookie.domain}")
    )
    path = address.target.partition("?")[0]
    below = cookie.path if cookie.path.endswith("/") else f"{cookie.path}/"
    path_fits = path == cookie.path or path.startswith(below)
    return host_fits and path_fits and (not cookie.is_secure or address.scheme == "https")


@dataclass(slots=True)
class _Attributes:
    domain: str = ""
    path: str = ""
    is_secure: bool = False
    is_deleted: bool = False


def _read_cookie(line: bytes, address: WebAddress) -> tuple[Cookie | None, bool]:
    """A cookie and whether it is to be deleted; None where it is to be ignored."""
    if len(line) > _MAX_COOKIE_BYTES:
        return None, False
    pair, *rest = line.decode("latin-1").split(";")
    name, equals, value = (part.strip() for part in pair.partition("="))
    if not equals or not name or any(ord(c) < 32 for c in name + value):
        return None, False
    found = _read_attributes(rest)
    if found.domain and not _may_set(found.domain, address.host):
        return None, False
    cookie = Cookie(
        name=name,
        value=value,
        domain=found.domain or address.host,
        path=found.path if found.path.startswith("/") else _default_path(address),
        is_shared=bool(found.domain),
        is_secure=found.is_secure,
    )
    return cookie, found.is_deleted


def _read_attributes(parts: Iterable[str]) -> _Attributes:
    found = _Attributes()
    for part in parts:
        name, _, value = (text.strip() for text in part.partition("="))
        match name.lower():
            case "domain":
                found.domain = value.lstrip(".").lower()
            case "path":
                found.path = value
            case "secure":
                found.is_secure = True
            case "max-age":
                found.is_deleted = value.startswith("-") or value == "0"
    return found


def _may_set(domain: str, host: str) -> bool:
    """True for the host itself and its parents down to what somebody registered.

    A cookie for `co.uk`, or for a shared host such as `pages.example`, would reach strangers.
    """
    if domain == host:
        return True
    return host.endswith(f".{domain}") and registrable_domain(domain) == registrable_domain(host)


def _default_path(address: WebAddress) -> str:
    """RFC 6265, 5.1.4: the folder of the request's path."""
    path = address.target.partition("?")[0]
    return path[: path.rfind("/")] or "/"
