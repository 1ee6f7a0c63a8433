"""How wrappers write the URL that they lead to, where percent-encoding is not all.

Each decoder takes what a rule found and returns text that may be a URL, or None. Sources: the
vendors' own documents where they have any, else the form of the links themselves.
"""

import base64
import binascii
import json
import re
from collections.abc import Callable, Mapping
from urllib.parse import unquote

_URL_BYTES = re.compile(rb"https?://[\x21-\x7e]+")
_AMP_END = re.compile(r"(?<=[^/])/amp(/?)(?=$|[?#])")
_PARENTHESIZED = re.compile(r"(?:^|\))url\((.*?)\)(?:$|[a-z]+\()")
_CACHED = re.compile(r"cache:(?:[\w-]+:(?!//))?(\S+)", re.IGNORECASE)
_RUN_LENGTHS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def plain(text: str) -> str | None:
    """Percent-encoded once; what is encoded more often is decoded by the caller."""
    return unquote(text)


def verbatim(text: str) -> str | None:
    """Not encoded: the rest of the wrapper is the target."""
    return text


def https(text: str) -> str | None:
    """A host and path without a scheme, percent-encoded, such as `example.com%2Fpath`."""
    return "https://" + unquote(text)


def http(text: str) -> str | None:
    """The same, of a site served without TLS."""
    return "http://" + unquote(text)


def amp_cache(text: str) -> str | None:
    """AMP caches and viewers: `s/host/path` is https, `host/path` is http (ampproject.org).

    What they hold is an AMP page, so `/amp` at its end says nothing else.
    """
    url = "https://" + text[2:] if text.startswith("s/") else "http://" + text
    return _AMP_END.sub(r"\1", url)


def turbo(text: str) -> str | None:
    """Yandex Turbo: `host/s/path`; the caller hands over `host` and `/path` as one."""
    return "https://" + text


def parenthesized(text: str) -> str | None:
    """Tradedoubler's `p(1)a(2)url(https://…)`."""
    match = _PARENTHESIZED.search(unquote(text))
    return match[1] if match else None


def base64_url(text: str) -> str | None:
    """Base64, either alphabet, with or without padding."""
    data = unquote(text).replace("-", "+").replace("_", "/").rstrip("=")
    try:
        return base64.b64decode(data + "=" * (-len(data) % 4), validate=True).decode("utf-8")
    except (binascii.Error, ValueError):
        return None


def base64_json(text: str) -> str | None:
    """Base64 of JSON that holds the URL: `url`, one string deeper (Mandrill), or `e` (Substack)."""
    try:
        value = json.loads(base64_url(text) or "")
        if isinstance(value, dict) and isinstance(value.get("p"), str):
            value = json.loads(value["p"])
    except (ValueError, RecursionError):
        return None
    url = value.get("url", value.get("e")) if isinstance(value, dict) else None
    return url if isinstance(url, str) else None


def bing(text: str) -> str | None:
    """Bing's `u=a1` and base64url."""
    return base64_url(text[2:]) if text.startswith("a1") else None


def google_news(text: str) -> str | None:
    """The token of Google News before 2024: base64url of a protocol buffer that holds the URL.

    Newer tokens hold an opaque id (`AU_yq…`): they say nothing and stay as they are.
    """
    data = text.rstrip("=")
    try:
        raw = base64.urlsafe_b64decode(data + "=" * (-len(data) % 4))
    except (binascii.Error, ValueError):
        return None
    # 08 13 22 <length> <url>: field 4 of the message; a length of 128 and more takes two bytes.
    if not raw.startswith(b"\x08\x13\x22"):
        return None
    length, start = raw[3:4], 4
    size = length[0] if length else 0
    if size & 0x80 and len(raw) > 4:
        size, start = (size & 0x7F) | (raw[4] << 7), 5
    url = raw[start : start + size]
    return url.decode("ascii") if _URL_BYTES.fullmatch(url) else None


def proofpoint_v1(text: str) -> str | None:
    """URL Defense 1 and 2: `-` stands for `%`, `_` for `/` (Proofpoint's URL decoder)."""
    return unquote(text.replace("_", "/").replace("-", "%"))


def proofpoint_v3(text: str) -> str | None:
    """URL Defense 3: `__URL__;BYTES!`, a `*` for each byte, `**` and a letter for a run of them."""
    url, separator, rest = text.partition("__;")
    if not separator:
        return None
    encoded = rest.partition("!")[0]
    data = encoded.replace("-", "+").replace("_", "/").rstrip("=")
    try:
        characters = base64.b64decode(data + "=" * (-len(data) % 4)).decode("utf-8")
    except (binascii.Error, ValueError):
        return None
    return _fill(url, characters)


def _fill(url: str, characters: str) -> str | None:
    """Put the characters back where the URL has `*` (one) or `**X` (a run of X)."""
    out: list[str] = []
    used = position = 0
    while position < len(url):
        if url[position] != "*":
            out.append(url[position])
            position += 1
            continue
        if url[position : position + 2] == "**" and position + 2 < len(url):
            count, width = _RUN_LENGTHS.find(url[position + 2]) + 2, 3
        else:
            count, width = 1, 1
        if count < 1 or used >= len(characters):
            return None
        count = _run(characters, used, count)
        out.append(characters[used : used + count])
        used += count
        position += width
    return "".join(out)


def _run(characters: str, start: int, length: int) -> int:
    """How many characters a run takes: as many as it says, or as its bytes, where that is short."""
    if start + length <= len(characters):
        return length
    taken, size = 1, len(characters[start].encode())
    while start + taken < len(characters):
        size += len(characters[start + taken].encode())
        if size > length:
            break
        taken += 1
    return taken


def checkpoint(text: str) -> str | None:
    """Check Point's `___URL___.token`; the URL is as it was, query included."""
    return text.partition("___")[0]


def disqus(text: str) -> str | None:
    """Disqus signs the target behind a colon: `https://example.com/a:signature`."""
    url = unquote(text)
    head, colon, tail = url.rpartition(":")
    return head if colon and "://" in head and re.fullmatch(r"[\w-]{20,}", tail) else url


def search_cache(text: str) -> str | None:
    """Google's cache: `cache:ID:URL words`, the id and the words are not always there."""
    match = _CACHED.match(unquote(text.replace("+", " ")))
    return match[1] if match else None


#: Name in `rules.toml` → decoder.
DECODERS: Mapping[str, Callable[[str], str | None]] = {
    decoder.__name__: decoder
    for decoder in (
        plain,
        verbatim,
        https,
        http,
        amp_cache,
        turbo,
        parenthesized,
        base64_url,
        base64_json,
        bing,
        google_news,
        proofpoint_v1,
        proofpoint_v3,
        checkpoint,
        disqus,
        search_cache,
    )
}
