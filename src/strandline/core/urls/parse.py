"""From text to the parts of an http(s) URL, as browsers read it (WHATWG URL Standard).

What feeds do to URLs before a parser sees them is undone here: white space around and inside,
`&amp;` in a query, a missing scheme, bytes that are not UTF-8. What a URL *means* is left to
the other modules.
"""

import re
from typing import NamedTuple, NoReturn

import upa_url

from strandline.model.errors import UrlError

#: Longest URL that is read, in characters: RFC 9110, 4.1 asks for 8,000 octets of support.
MAX_URL_LENGTH = 8192

#: What word processors, chats and feeds leave around a URL: controls, spaces, BOM, zero width.
_AROUND = (
    "".join(map(chr, range(1, 33)))
    + "\x7f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff"
    + "".join(map(chr, range(0x2000, 0x2010)))
)
_INSIDE = re.compile(r"[\t\n\r]")  # the standard removes these anywhere
_ESCAPED_AMPERSAND = re.compile(r"&(?:amp|#0*38|#[xX]0*26);", re.IGNORECASE)
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
#: `example.com:8080/x` and `example.com/x`: a host that somebody typed without a scheme.
_BARE_HOST = re.compile(
    r"(?!\.)[^\s/?#\\@:<>\"'(){}\[\]|^`%,;!$&*+=]+\.(?:xn--[A-Za-z0-9-]+|[^\W\d_]{2,63})\.?(?::\d{1,5})?(?=[/?#\\]|$)"
)


class Parts(NamedTuple):
    """An http(s) URL in parts, each spelled as the standard serializes it.

    Attributes:
        scheme: `http` or `https`.
        port: `:8080`, or empty where it is the scheme's default.
        query: Without `?`; empty where there is none.
        fragment: Without `#`; empty where there is none.
        href: The whole as the parser wrote it, user name and password included.
    """

    scheme: str
    host: str
    port: str
    path: str
    query: str
    fragment: str
    href: str


def refuse(reason: str, url: str, advice: str = "") -> NoReturn:
    """Raise the error of a URL that has no identity."""
    raise UrlError(reason, subject=url[:200], advice=advice)


def readable_text(url: str) -> str:
    """A URL as text that can be stored: bytes that were not UTF-8 become percent-encoded.

    Python reads such bytes as lone surrogates (`surrogateescape`), which no database takes.
    """
    return _LONE_SURROGATE.sub(_escaped_byte, url)


def _escaped_byte(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"%{code - 0xDC00:02X}" if 0xDC80 <= code <= 0xDCFF else "%EF%BF%BD"


def cleaned_text(url: str) -> str:
    """A URL without what was put around it; ampersands unescaped.

    Raises:
        UrlError: `empty`, `too_long` or `nul_character`.
    """
    if len(url) > MAX_URL_LENGTH:
        refuse("too_long", url, f"A URL has at most {MAX_URL_LENGTH} characters.")
    if "\0" in url:
        refuse("nul_character", url, "No web server and no database takes a NUL character.")
    text = _INSIDE.sub("", readable_text(url)).strip(_AROUND)
    if text[:1] == "<" and text[-1:] == ">":  # RFC 3986, appendix C
        text = text[1:-1].strip(_AROUND)
    if not text:
        refuse("empty", url)
    while "&" in text and ";" in text:
        shorter = _ESCAPED_AMPERSAND.sub("&", text)
        if shorter == text:
            break
        text = shorter
    return text


def with_scheme(text: str, url: str, base: str | None) -> str:
    """Text that starts with `http:` or `https:`, unless a base URL is there to complete it.

    Raises:
        UrlError: `unsupported_scheme` or `not_a_url`.
    """
    scheme = _SCHEME.match(text)
    if scheme is not None:
        if scheme[1].lower() in {"http", "https"}:
            return text
        if _BARE_HOST.match(text) is None:
            refuse("unsupported_scheme", url, "Only http and https URLs have an identity here.")
    if base is not None and scheme is None:
        return text
    if text[:2] in {"//", "\\\\"}:
        return "https:" + text
    if _BARE_HOST.match(text) is None:
        refuse("not_a_url", url, "Write it with http:// or https:// in front.")
    return "http://" + text


def parse(text: str, url: str, base: str | None = None) -> Parts:
    """The parts of cleaned text.

    Args:
        text: From `cleaned_text` and `with_scheme`.
        url: As received, for the error.
        base: Absolute URL that a relative one is read against.

    Raises:
        UrlError: `not_a_url` where the standard calls it a failure, `unsupported_scheme`.
    """
    try:
        parsed = upa_url.URL(text, base) if base is not None else upa_url.URL(text)
    except RuntimeError:
        refuse("not_a_url", url, "The URL Standard refuses it.")
    scheme: str = parsed.protocol[:-1]
    if scheme not in {"http", "https"}:
        refuse("unsupported_scheme", url, "Only http and https URLs have an identity here.")
    host: str = parsed.hostname
    if ".." in host or host[:1] == ".":
        return parse(_without_empty_labels(parsed, url), url)
    is_name = host.strip(".") and not ("&" in host and _ESCAPED_AMPERSAND.search(host))
    if not is_name or ("xn--" in host and not _is_encoded_name(host)):
        refuse("not_a_url", url, "Its host is no name.")
    port: str = parsed.port
    return Parts(
        scheme,
        host,
        f":{port}" if port else "",
        parsed.pathname,
        parsed.search[1:],
        parsed.hash[1:],
        parsed.href,
    )


def _without_empty_labels(parsed: upa_url.URL, url: str) -> str:
    """The URL without the empty labels of its host, which no name server knows (RFC 1035, 2.3.1).

    What is left may be an address written as a number, so it has to be parsed again.
    """
    name = ".".join(label for label in parsed.hostname.split(".") if label)
    if not name:
        refuse("not_a_url", url, "Its host is no name.")
    port = f":{parsed.port}" if parsed.port else ""
    rest = f"{parsed.pathname}{parsed.search}{parsed.hash}"
    return f"{parsed.protocol}//{name}{port}{rest}"


def _is_encoded_name(host: str) -> bool:
    """True where every `xn--` label of a host decodes to what encodes to it again.

    The standard's "domain to ASCII" fails for the others, but the parser looks into labels only
    where a host is not all ASCII: with full-width dots it looks into all of them.
    """
    try:
        upa_url.URL("http://" + host.removesuffix(".").replace(".", "\u3002") + "\u3002/")
    except RuntimeError:
        return False
    return True
