"""Where the film or sound of a page may be, besides the page's own address.

A player that a script makes, or that stands in a frame, names nothing in the page; but the browser
was seen asking for it. Films of other sites that are seen and not named are adverts more often.
"""

import re
from collections.abc import Iterator

from strandline.adapters.browser import RecordedResponse
from strandline.adapters.capture.context import CaptureContext
from strandline.core.urls.domains import registrable_domain
from strandline.core.urls.weblink import read_web_address
from strandline.model.errors import UrlError

#: Addresses that are tried after the page's own.
MOST = 2
#: Kinds of answers: lists of pieces, then whole files; pieces (MPEG-TS, `video/iso.segment`) say
#: nothing by themselves.
_LISTS = re.compile(r"mpegurl|dash\+xml", re.IGNORECASE)
_FILES = re.compile(r"(?:video|audio)/(?!mp2t|iso\.segment)", re.IGNORECASE)
_LIST_NAME = re.compile(r"\.(?:m3u8|mpd)$", re.IGNORECASE)
_PIECE_NAME = re.compile(r"\.(?:ts|m4s|m2ts|cmfv|cmfa|aac|vtt)$", re.IGNORECASE)
#: A sound or a film shorter than this many bytes is a click or a decoration.
_LEAST_BYTES = 10_000


def media_places(context: CaptureContext) -> list[str]:
    """Absolute addresses, the likeliest first, without the page's own."""
    page = context.page
    base = page.result.final_url or context.job.url
    seen = list(seen_media(context))
    named = (_absolute(written, base) for written in page.hints.media)
    found = dict.fromkeys(url for url in (*seen, *named) if url and url != base)
    return list(found)[:MOST]


def seen_media(context: CaptureContext) -> Iterator[str]:
    """What the browser was answered with film or sound: lists of pieces first."""
    site = registrable_domain(context.page.result.final_url or context.job.url)
    fine = [one for one in context.browsing.responses if one.status in (200, 206)]
    yield from (one.url for one in fine if _is_list(one))
    yield from (one.url for one in fine if _is_file(one) and registrable_domain(one.url) == site)


def _is_list(response: RecordedResponse) -> bool:
    path = response.url.partition("?")[0]
    return _LISTS.search(_kind(response)) is not None or _LIST_NAME.search(path) is not None


def _is_file(response: RecordedResponse) -> bool:
    path = response.url.partition("?")[0]
    is_whole = _PIECE_NAME.search(path) is None and _FILES.match(_kind(response)) is not None
    return is_whole and not 0 < response.size_bytes < _LEAST_BYTES


def _kind(response: RecordedResponse) -> str:
    headers = (value for name, value in response.response_headers if name.lower() == "content-type")
    return next(headers, "")


def _absolute(written: str, base: str) -> str:
    try:
        return read_web_address(written, base).href
    except UrlError:
        return ""
