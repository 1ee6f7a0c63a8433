"""What of a record is given out, and as what: by the bytes, never by what a server called them."""

from dataclasses import dataclass
from urllib.parse import urljoin

from strandline.core.archive.replay_css import rewrite_css
from strandline.core.archive.replay_page import base_of, rewrite_page
from strandline.core.archive.sniff import LOOK_BYTES, sniff
from strandline.core.text.charset import decode_page
from strandline.web.replay.records import Record

#: Pictures, sound, film and fonts that a page may load. SVG runs nothing as a picture, and under
#: the policy of the replay nothing as a document either.
_PLAIN = frozenset(
    {
        *("image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp"),
        *("image/x-icon", "image/svg+xml", "video/mp4", "video/webm", "audio/mpeg", "audio/mp4"),
        *("audio/flac", "audio/wav", "application/ogg", "font/woff", "font/woff2", "text/vtt"),
    }
)
#: Fonts that the table of types does not have, by their first bytes.
_FONTS = {b"\x00\x01\x00\x00": "font/ttf", b"true": "font/ttf", b"OTTO": "font/otf"}
PAGE_TYPE, SHEET_TYPE = "text/html; charset=utf-8", "text/css; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Given:
    """An answer of the replay."""

    content_type: str
    body: bytes


def give(body: bytes, declared: str, url: str, record: Record) -> Given | None:
    """A part of a page: a picture, a font, a sheet, a page in a frame; None for all else.

    Args:
        body: Without its content coding.
        declared: Type as the server declared it.
        url: That it answered; what its own addresses are relative to.
        record: Where they lead.
    """
    sniffed = sniff(body[:LOOK_BYTES], declared)
    if sniffed.content_type in _PLAIN:
        return Given(sniffed.content_type, body)
    if body[:4] in _FONTS:
        return Given(_FONTS[body[:4]], body)
    if sniffed.content_type == "text/css":
        sheet = rewrite_css(decode_page(body, declared), record.resolver(url))
        return Given(SHEET_TYPE, sheet.encode("utf-8", "replace"))
    if sniffed.is_page:
        return give_page(body, declared, url, record, has_run=False)
    return None


def give_page(body: bytes, declared: str, url: str, record: Record, *, has_run: bool) -> Given:
    """A page, rewritten for the replay."""
    text = decode_page(body, declared)
    resolve = record.resolver(_base(url, text))
    page = rewrite_page(text, resolve, has_run=has_run)
    return Given(PAGE_TYPE, page.encode("utf-8", "replace"))


def _base(url: str, text: str) -> str:
    try:
        return urljoin(url, base_of(text) or "")
    except ValueError:
        return url
