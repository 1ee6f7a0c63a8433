"""Which addresses from outside a page may show and link to.

A source's address can carry a password or a key (private podcasts, paid feeds); the page is read
by everybody, so such parts are taken out and what is left is not made a link.
"""

import re
from urllib.parse import urlsplit

#: An address that may become a link: http or https, a host, no white space, no control character.
_LINKABLE = re.compile(r"https?://[^\s\x00-\x20\x7f/?#][^\s\x00-\x20\x7f]*", re.IGNORECASE)

#: Longest address that is made a link; browsers and servers give up not far above.
MAX_HREF = 8_192

#: Names of parameters whose values open a door.
_GUARDED_NAME = (
    r"[^=&;#?]*(?:token|secret|passw|pwd|auth|api_?key|access_?key|signature|credential)[^=&;#?]*"
    r"|key|sig|hmac|jwt|sid|session|code|private"
)
_SECRET_PARAMETER = re.compile(rf"([?&;#](?:{_GUARDED_NAME})=)[^&;#]+", re.IGNORECASE)
_USERINFO = re.compile(r"^([a-z][a-z0-9+.-]*://)[^/?#]*@", re.IGNORECASE)
HIDDEN = "…"
_PERCENT = str.maketrans({"<": "%3C", ">": "%3E", '"': "%22", "'": "%27"})


def safe_href(url: str | None) -> str | None:
    """The address where it may become a link, None otherwise: never `javascript:`, never `data:`.

    An address with a user name or password before its host is refused too.
    """
    if not url or len(url) > MAX_HREF or not _LINKABLE.fullmatch(url):
        return None
    return None if _USERINFO.match(url) else url


def percent_encoded(href: str) -> str:
    """Without signs that a program which copies attributes as they are might trip over."""
    return href.translate(_PERCENT)


def public_url(url: str) -> str:
    """The address as everybody may read it: without user name, password and values of keys."""
    return _SECRET_PARAMETER.sub(rf"\1{HIDDEN}", _USERINFO.sub(r"\1", url))


def without_user(url: str) -> str:
    """The address of an article without user name and password; everything else stays.

    What a feed wrote is shown as it wrote it, but nobody's password is handed on.
    """
    return _USERINFO.sub(r"\1", url)


def public_href(url: str | None) -> str | None:
    """A link to a source: None where hiding its secrets would leave it pointing elsewhere."""
    href = safe_href(url)
    return href if href is not None and public_url(href) == href else None


def host_of(url: str | None) -> str:
    """The host for a person, without `www.`; empty where there is none."""
    try:
        host = urlsplit(url or "").hostname or ""
    except ValueError:  # an unclosed bracket, as in `http://[::1`
        return ""
    return host.removeprefix("www.")
