"""Which names a server answers to.

A foreign name may be made to resolve to this machine; a browser then takes that site's scripts and
our pages for one origin (DNS rebinding). So a request must name us: by an address that nobody can
rebind, or by a name that the settings know. RFC 9110, 7.4 and 15.5.20.
"""

import ipaddress
import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from strandline.core.urls.addresses import is_public
from strandline.settings import WebSettings
from strandline.web.own_forms import is_our_origin

#: What `HOST` says for every address of this machine.
_EVERYWHERE = frozenset({"", "0.0.0.0", "::", "*"})  # noqa: S104 - compared, not bound
_AUTHORITY = re.compile(rb"(?:\[([0-9A-Fa-f:.]{2,45})\]|([^\[\]:@/?#\\\s]{1,254}))(?::[0-9]{0,5})?")
#: As a person may write a name in the settings; an address of IPv6 without brackets has no port.
_WITH_PORT = re.compile(r"(\[[^\]]{1,60}\]|[^:]{1,254}):[0-9]{1,5}")
_ABSOLUTE = re.compile(rb"https?://([^/?#]*)([^?#]*)", re.IGNORECASE)
_SAFE = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


#: Names that lead nowhere outside of a house (RFC 6761, 6762, 8375, and what routers make up).
_HOUSES = frozenset(
    {"localhost", "local", "localdomain", "internal", "intranet", "lan", "home", "corp", "private"}
)
_HOUSE = ".home.arpa"
_NUMBER = re.compile("[0-9]+|0x[0-9a-f]*")


@dataclass(frozen=True, slots=True)
class Hosts:
    """The names of this server; ports are free, since tunnels and proxies change them.

    Attributes:
        names: In lower case, as A-labels, without a last dot; addresses as Python writes them.
        takes_addresses: Every address is ours: we listen on all of this machine's.
    """

    names: frozenset[str]
    takes_addresses: bool = False

    def know(self, authority: bytes) -> bool:
        """True for what may stand in `Host` or in the target of a request.

        Loopback is always ours: no name is involved, so nothing can be rebound.
        """
        match = _AUTHORITY.fullmatch(authority)
        if match is None:
            return False
        name = _canonical((match[1] or match[2]).decode("latin-1"))
        if name in self.names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return name == "localhost"
        return self.takes_addresses or address.is_loopback


def may_open(request: Request, base_url: str) -> bool:
    """True where pages of other sites may read an answer: this server is the public's anyway.

    A browser inside of a house carries every website into it; what is kept there would be read
    out. So the settings must name a public host, and the request must have come by such a name.

    Args:
        base_url: Address that readers use, from the settings; empty for none.
    """
    match = _AUTHORITY.fullmatch(request.headers.get("host", "").strip().encode("latin-1"))
    asked = (match[1] or match[2]).decode("latin-1") if match else ""
    return _is_open(urlsplit(base_url).hostname or "") and _is_open(asked)


def _is_open(name: str) -> bool:
    name = _canonical(name)
    try:
        return is_public(ipaddress.ip_address(name))
    except ValueError:
        pass
    last = name.rpartition(".")[2]
    is_inside = "." not in name or last in _HOUSES or name.endswith(_HOUSE)
    return not is_inside and _NUMBER.fullmatch(last) is None


def hosts_of(web: WebSettings) -> Hosts:
    """The names that the settings know."""
    addresses = (urlsplit(url).hostname or "" for url in (web.base_url, web.replay_base_url))
    is_everywhere = web.host in _EVERYWHERE
    names = (*addresses, *web.allowed_hosts, "" if is_everywhere else web.host)
    return Hosts(frozenset(_canonical(name) for name in names if name), is_everywhere)


def _canonical(name: str) -> str:
    with_port = _WITH_PORT.fullmatch(name)
    name = (with_port[1] if with_port else name).strip("[]").lower().removesuffix(".")
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        try:
            return name.encode("idna").decode("ascii")
        except UnicodeError:
            return name
    mapped = address.ipv4_mapped if address.version == 6 else None
    return str(mapped or address)


class HostGate:
    """Middleware: 421 for requests under a foreign name, 403 for writes from a foreign page.

    `X-Forwarded-Host` is not asked: whoever asks could write anything there.

    Args:
        app: What it guards.
        web: Settings.
        refuse: Makes the answer, given the request and its status.
    """

    def __init__(
        self, app: ASGIApp, *, web: WebSettings, refuse: Callable[[Request, int], Response]
    ) -> None:
        self._app, self._refuse = app, refuse
        self._hosts, self._base_url = hosts_of(web), web.base_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope, authority = _as_asked(scope)
        if not self._hosts.know(authority):
            await self._refuse(Request(scope), 421)(scope, receive, send)
        elif not self._may_write(Request(scope), authority.decode("latin-1")):
            await self._refuse(Request(scope), 403)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _may_write(self, request: Request, authority: str) -> bool:
        """Who tells no origin is no page; forms of ours ask for more (`is_our_form`)."""
        origin = request.headers.get("origin")
        if request.method in _SAFE or origin is None:
            return True
        return is_our_origin(origin, authority, self._base_url)


def _as_asked(scope: Scope) -> tuple[Scope, bytes]:
    """The request by its path, and the name that it was asked for.

    A target in absolute form overrules `Host` (RFC 9112, 3.2.2).
    """
    absolute = _ABSOLUTE.match(scope.get("raw_path") or b"")
    if absolute is not None:
        prefix = len(absolute[0]) - len(absolute[2])
        path = scope["path"][prefix:] or "/"
        return {**scope, "path": path, "raw_path": absolute[2] or b"/"}, absolute[1]
    names = [value for name, value in scope["headers"] if name == b"host"]
    return scope, names[0].strip() if len(names) == 1 else b""
