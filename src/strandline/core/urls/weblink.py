"""An http(s) URL taken apart as the network needs it: parsed by the WHATWG rules, nothing cleaned.

What identity makes of a URL is another question (`core.urls`); this is only what is dialled, said
and compared on the way.
"""

from dataclasses import dataclass

from strandline.model.errors import UrlError

DEFAULT_PORTS = {"http": 80, "https": 443}
#: Longer ones are refused by most servers; RFC 9110, 4.1 asks for 8000 at least.
MAX_URL_CHARS = 32_768


@dataclass(frozen=True, slots=True)
class WebAddress:
    """The parts of a URL that a request needs.

    Attributes:
        href: The serialized URL, without user name, password and fragment.
        host: Lower-cased ASCII; an IPv6 address without brackets.
        target: Path and query as sent in the request line.
        fragment: With its `#`; empty where there is none.
    """

    href: str
    scheme: str
    host: str
    port: int
    target: str
    fragment: str = ""

    @property
    def authority(self) -> str:
        """Host and port as in a Host header; the default port is left out."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == DEFAULT_PORTS[self.scheme] else f"{name}:{self.port}"

    @property
    def polite_key(self) -> str:
        """What counts as one server for politeness: the host, with a port that is not standard."""
        standard = self.port in DEFAULT_PORTS.values()
        return self.host if standard else f"{self.host}:{self.port}"

    @property
    def with_fragment(self) -> str:
        """The URL as a person would paste it."""
        return self.href + self.fragment


def read_web_address(url: str, base: str | None = None) -> WebAddress:
    """Parse a URL, relative to `base` where it is given.

    Raises:
        UrlError: Not a URL, or not http(s); the message is a reason code.
    """
    import upa_url

    if len(url) > MAX_URL_CHARS:
        raise UrlError("too_long", subject=url[:200])
    try:
        parsed = upa_url.URL(url, base) if base is not None else upa_url.URL(url)
    except (RuntimeError, ValueError, TypeError) as error:
        raise UrlError("not_a_url", subject=url) from error
    scheme = parsed.protocol.rstrip(":")
    if scheme not in DEFAULT_PORTS:
        raise UrlError("unsupported_scheme", subject=url)
    return _address(parsed, scheme)


def _address(parsed: object, scheme: str) -> WebAddress:
    """Credentials are dropped: a link must not make us send somebody's password."""
    host, port = str(parsed.hostname), str(parsed.port)  # type: ignore[attr-defined]  # no types
    target = f"{parsed.pathname}{parsed.search}"  # type: ignore[attr-defined]  # no types
    return WebAddress(
        href=f"{scheme}://{host}{':' if port else ''}{port}{target}",
        scheme=scheme,
        host=host.strip("[]"),
        port=int(port) if port else DEFAULT_PORTS[scheme],
        target=target,
        fragment=str(parsed.hash),  # type: ignore[attr-defined]  # no types
    )
