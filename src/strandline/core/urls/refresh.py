"""Refreshes: pages that send a browser on by a `<meta>` element or a `Refresh` header."""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from html.parser import HTMLParser
from typing import NamedTuple

from strandline.core.urls.parse import readable_text
from strandline.core.urls.weblink import WebAddress, read_web_address
from strandline.model.errors import UrlError
from strandline.model.fetching import Hop, HopKind

#: A longer wait is a page that reloads or a notice to be read, no redirect.
LONGEST_REFRESH_S = 5
#: A refresh stands in the head; this much of a page is searched, bytes.
LOOK_BYTES = 65_536

#: HTML, "shared declarative refresh steps": digits, then a separator or white space.
_CONTENT = re.compile(
    r"""\s*(?P<seconds>\d{1,6}|(?=\.))[\d.]*(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?(?P<target>.*)""",
    re.IGNORECASE | re.DOTALL,
)
#: Elements whose content is text, whatever it looks like.
_TEXTS = frozenset(("title", "textarea", "xmp", "iframe", "noembed", "noframes"))
#: `<!-->` and `<!--->` are whole comments, which the library's reader does not know.
_EMPTY_COMMENT = re.compile("<!--(?:-?)>")


def refresh_hop(
    status: int, header: str | None, body: bytes, at: WebAddress, *, is_opaque: bool = False
) -> Hop | None:
    """Where a page sends us on after at most five seconds; None where it stays.

    Args:
        status: Of the answer; only a page that was found can send us on.
        header: Its `Refresh` header.
        body: Its start; may be anything.
        at: Its URL.
        is_opaque: The URL is a shortener's: a refresh for browsers without scripts counts too.
    """
    if not 200 <= status < 300:
        return None
    found = [_Refresh(_as_sent(header))] if header else []
    for refresh in found + _metas(body):
        hop = _read(refresh, status, at)
        if hop is None:
            continue
        # <noscript> sends browsers without scripts to a poorer page of the same site.
        if refresh.is_noscript and not (is_opaque and _leaves(hop, at)):
            continue
        return hop
    return None


class _Refresh(NamedTuple):
    """What a page says of a refresh.

    Attributes:
        content: Bytes that are not UTF-8 as lone surrogates.
        base: What relative targets are read against, where the page says so.
    """

    content: str
    is_noscript: bool = False
    base: str = ""


def _as_sent(header: str) -> str:
    """A header's bytes (read as Latin-1) as text: UTF-8, or odd bytes as lone surrogates."""
    try:
        return header.encode("latin-1").decode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return header


def _leaves(hop: Hop, at: WebAddress) -> bool:
    return read_web_address(hop.to_url).host != at.host


def _read(refresh: _Refresh, status: int, at: WebAddress) -> Hop | None:
    match = _CONTENT.fullmatch(refresh.content)
    if match is None or int(match["seconds"] or 0) > LONGEST_REFRESH_S:
        return None
    target = match["target"].strip()
    if target[:1] in ("'", '"'):
        target = target[1:].partition(target[0])[0].strip()
    if not target:
        return None
    try:
        # Odd bytes are asked for as they stand, as in a Location.
        to = read_web_address(readable_text(target), _base(refresh, at))
    except UrlError:
        return None
    if to.href == at.href:
        return None
    return Hop(status, at.with_fragment, to.with_fragment, HopKind.META_REFRESH)


def _base(refresh: _Refresh, at: WebAddress) -> str:
    try:
        return read_web_address(readable_text(refresh.base), at.href).href
    except UrlError:
        return at.href


def _metas(body: bytes) -> list[_Refresh]:
    start = body[:LOOK_BYTES]
    if start[:2] in (BOM_UTF16_LE, BOM_UTF16_BE):
        text = start.decode("utf-16", "replace")
    else:
        # The markup is ASCII in every other charset; only the target may have more.
        text = start.decode("utf-8", "surrogateescape")
    if "http-equiv" not in text.lower():
        return []
    reader = _MetaReader()
    reader.feed(_EMPTY_COMMENT.sub("", text))
    return reader.found


class _MetaReader(HTMLParser):
    """Collects refreshes; comments, scripts, templates and text are not read."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[_Refresh] = []
        self._base = ""
        self._text = ""
        self._noscript = 0
        self._template = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a refresh, and where it stands."""
        if self._text:
            return
        if tag in _TEXTS:
            self._text = tag
        elif tag == "noscript":
            self._noscript += 1
        elif tag == "template":
            self._template += 1
        elif not self._template:
            self._note(tag, dict(reversed(attrs)))

    def _note(self, tag: str, values: dict[str, str | None]) -> None:
        if tag == "base":
            self._base = self._base or values.get("href") or ""
        elif tag == "meta" and (values.get("http-equiv") or "").strip().lower() == "refresh":
            content = values.get("content") or ""
            self.found.append(_Refresh(content, self._noscript > 0, self._base))

    def handle_endtag(self, tag: str) -> None:
        """Leave what was entered."""
        if tag == self._text:
            self._text = ""
        elif tag == "noscript":
            self._noscript = max(0, self._noscript - 1)
        elif tag == "template":
            self._template = max(0, self._template - 1)
