"""Addresses as lists write them: what is broken is mended, what is no address is none."""

import html
import re
from urllib.parse import urlsplit

from strandline.core.urls.domains import host_of, registrable_domain
from strandline.core.urls.pieces import join_url, split_url

_ABSOLUTE = re.compile(r"https?://[^\s/?#]", re.IGNORECASE)
#: One that needs no mending, as nearly all are.
_PLAIN = re.compile(r"https?://[^\s/?#\"<>]['!#-;=?-~]*")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
#: A prefix that software put before an address that had one.
_TWICE = re.compile(r"https?://(?=https?://)", re.IGNORECASE)
_HOST = re.compile(r"(?:www\.)[a-z0-9-]+(?:\.[a-z0-9-]+)+(?=[/?#]|$)", re.IGNORECASE)
_ANCHOR = re.compile(r"<a\s[^<>]*?href=[\"']([^\"'<>]+)[\"']", re.IGNORECASE)
_BREAKS = re.compile(r"[\t\r\n]+\s*")
#: A scheme whose colon or slashes are too few, too many, turned round or set apart.
_SLOPPY = re.compile(r"(https?)\s*(?:[:;]\s*[/\\]*|//)\s*", re.IGNORECASE)
#: A host that cannot be a file: a name with a dot and a top-level domain, or one with a port.
_LIKE_HOST = re.compile(
    r"(?:[\w-]+\.)+(?!html?$|php$|aspx?$|xml$)[^\W\d_]{2,}\.?(?::\d+)?$|(?:[\w-]+(?:\.[\w-]+)+|localhost):\d{2,5}$"
)
#: What surrounds an address that was copied with its quotes.
_AROUND = "\"'`“”„‘’«»‹›"
_EDGES = " \t\r\n\f\v\u00a0\u200b\u200c\u200d\u200e\u200f\u2060\u3000\ufeff"
#: What software writes where it has no value, be it an address or a guid; in lower case.
PLACEHOLDERS = frozenset(
    {"", "#", "?", "-", "--", "0", "n/a", "na", "n.a.", "none", "null", "(null)", "nil", "nan"}
    | {"undefined", "true", "false", "tbd", "todo", "unknown", "[object object]", "http", "https"}
)
#: A template that nobody filled in.
_UNFILLED = re.compile(r"\{\{|\$\{|<%|<\?|\[%|%[A-Z_]+%$", re.IGNORECASE)
#: Schemes by which programs for feeds are called; `feed:https://…` and `feed://…` are both in use.
_FEED_SCHEME = re.compile(r"(?:feed|rss|pcast|itpc|podcast)s?:(?://)?(?=[^/])", re.IGNORECASE)


def absolute(href: str, base: str = "") -> str | None:
    """An absolute http(s) URL as written, or None where it is none.

    What is absolute stays to the letter, but for what surely is no part of it: white space, quotes
    and an end tag around it, line breaks in it, an `&amp;` that was escaped twice, a second scheme.
    A scheme that lost a slash is mended, and the host of the site itself needs none.

    Args:
        base: Absolute URL that relative ones stand on; empty where it is not known.
    """
    if _PLAIN.fullmatch(href) and "&amp;" not in href and href.count("://") == 1:
        return href
    href = _tidied(href)
    if _ABSOLUTE.match(href):
        return _TWICE.sub("", href)
    if href[:2].lower() == "<a":  # a whole link of HTML
        anchor = _ANCHOR.match(href)
        return absolute(html.unescape(anchor[1]), base) if anchor else None
    if href.lower() in PLACEHOLDERS or _UNFILLED.search(href):
        return None
    sloppy = _SLOPPY.match(href)
    if sloppy:
        return _with_scheme(
            sloppy[1], href[sloppy.end() :].replace("\\", "/"), base, slashes=_slashes(sloppy[0])
        )
    if _is_own(href, base):
        return f"{urlsplit(base).scheme}://{href}"
    if _SCHEME.match(href):
        return None
    if _HOST.match(href):
        return f"https://{href}"
    joined = join_url(base or ("https:" if href.startswith("//") else ""), href)
    return joined if joined and _ABSOLUTE.match(joined) else None


def site_base(site: str, base: str) -> str:
    """What relative links of a feed stand on: its site, where the feed comes from another host.

    Args:
        site: The page that the feed says it is of; empty where it says none.
        base: Absolute URL of the feed; empty where it is not known.
    """
    page = absolute(site, base) if site else None
    return page if page and host_of(page) != host_of(base) else base


def web_address(text: str) -> str:
    """An address that a person or a list gives for a source, with a scheme that can be fetched.

    `feed:` gives way to the scheme behind it, `feed://` means http (so the schemes' registration);
    a bare host gets https. What is something else stays as it is, to be refused by name.
    """
    text = text.strip(_EDGES).strip(_AROUND)
    feed = _FEED_SCHEME.match(text)
    if feed:
        rest = text[feed.end() :]
        text = rest if _SCHEME.match(rest) and "//" in rest else f"http://{rest}"
    if "//" not in text and _LIKE_HOST.match(_first(text)) and not text.lower().startswith("http"):
        text = f"https://{text}"
    return absolute(text) or text


def _tidied(href: str) -> str:
    href = _BREAKS.sub("", href.partition("</")[0].strip(_EDGES)).replace("&amp;", "&")
    if href[:1] in _AROUND:
        href = href.strip(_AROUND)
    elif href[:5].lower() == "<http":
        href = href.strip("<>")
    return href.strip(_EDGES)


def _slashes(start: str) -> int:
    return start.count("/") + start.count("\\")


def _with_scheme(scheme: str, rest: str, base: str, *, slashes: int) -> str | None:
    """`https:/host/a` with its slashes; `http:/a` is a path of the site that it stands on."""
    first = _first(rest)
    if _LIKE_HOST.match(first) or _is_own(rest, base) or (slashes >= 2 and first == "localhost"):
        return f"{scheme}://{rest}"
    if slashes >= 2 or not base:
        return None
    joined = join_url(base, "/" * slashes + rest)
    return joined if joined and _ABSOLUTE.match(joined) else None


def _first(text: str) -> str:
    """What a host would be in an address that has no scheme."""
    return re.split(r"[/?#]", text, maxsplit=1)[0]


def _is_own(href: str, base: str) -> bool:
    """True where an address without a scheme starts with the host that it stands on."""
    first, parts = _first(href).lower(), split_url(base)
    if parts is None or not parts.netloc or ("." not in first and ":" not in first):
        return False
    return first == parts.netloc.lower() or (
        _LIKE_HOST.match(first) is not None
        and registrable_domain(first) == registrable_domain(host_of(base))
    )
