"""Refreshes: pages that send a browser on by a `<meta>` element or a `Refresh` header."""

import re
from html.parser import HTMLParser

from strandline.core.urls.weblink import WebAddress, read_web_address
from strandline.model.errors import UrlError
from strandline.model.fetching import Hop, HopKind

#: A longer wait is a page that reloads or a notice to be read, no redirect.
LONGEST_REFRESH_S = 5.0
#: A refresh stands in the head; this much of a page is searched, bytes.
LOOK_BYTES = 65_536

_CONTENT = re.compile(
    r"""\s*(?P<seconds>\d{0,6}(?:\.\d{0,6})?)\s*[;,]\s*(?:url\s*=\s*)?(?P<target>.*)""",
    re.IGNORECASE | re.DOTALL,
)


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
    found: list[tuple[str | None, bool]] = [(header, False)] if header else []
    found += _metas(body)
    for content, is_noscript in found:
        hop = _read(content or "", status, at)
        if hop is None:
            continue
        # <noscript> sends browsers without scripts to a poorer page of the same site.
        if is_noscript and not (is_opaque and _leaves(hop, at)):
            continue
        return hop
    return None


def _leaves(hop: Hop, at: WebAddress) -> bool:
    return read_web_address(hop.to_url).host != at.host


def _read(content: str, status: int, at: WebAddress) -> Hop | None:
    match = _CONTENT.fullmatch(content)
    if match is None or float(match["seconds"].strip(".") or 0) > LONGEST_REFRESH_S:
        return None
    target = match["target"].strip()
    if target[:1] in ("'", '"'):
        target = target[1:].partition(target[0])[0].strip()
    if not target:
        return None
    try:
        to = read_web_address(target, at.href)
    except UrlError:
        return None
    if to.href == at.href:
        return None
    return Hop(status, at.with_fragment, to.with_fragment, HopKind.META_REFRESH)


def _metas(body: bytes) -> list[tuple[str | None, bool]]:
    start = body[:LOOK_BYTES]
    if b"http-equiv" not in start.lower():
        return []
    # The markup is ASCII in every charset that the web uses; only the target may have more.
    reader = _MetaReader()
    reader.feed(start.decode("utf-8", "replace"))
    return reader.found


class _MetaReader(HTMLParser):
    """Collects refreshes; comments, scripts and templates are not read."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str | None, bool]] = []
        self._noscript = 0
        self._template = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a refresh, and where it stands."""
        if tag == "noscript":
            self._noscript += 1
        elif tag == "template":
            self._template += 1
        elif tag == "meta" and not self._template:
            values = dict(reversed(attrs))
            if (values.get("http-equiv") or "").strip().lower() == "refresh":
                self.found.append((values.get("content"), self._noscript > 0))

    def handle_endtag(self, tag: str) -> None:
        """Leave what was entered."""
        if tag == "noscript":
            self._noscript = max(0, self._noscript - 1)
        elif tag == "template":
            self._template = max(0, self._template - 1)
