"""What of a record is given out, and as what: by the bytes, never by what a server called them."""

from dataclasses import dataclass

from strandline.core.archive.replay_css import Resolve, rewrite_css
from strandline.core.archive.replay_page import rewrite_page
from strandline.core.archive.sniff import LOOK_BYTES, sniff
from strandline.core.text.charset import decode_page, encoding_of
from strandline.web.replay.records import Record, joined

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
        encoding = encoding_of(body, declared)
        sheet = rewrite_css(decode_page(body, declared), record.resolver(url, encoding))
        return Given(SHEET_TYPE, sheet.encode("utf-8", "replace"))
    if sniffed.is_page:
        return give_page(body, declared, url, record, has_run=False)
    return None


def give_page(
    body: bytes, declared: str, url: str, record: Record, *, has_run: bool, frame: int = 0
) -> Given | None:
    """A page, or a frame of it by its number, rewritten for the replay."""
    encoding = encoding_of(body, declared)

    def leads(base: str | None) -> Resolve:
        return record.resolver(joined(url, base or ""), encoding)

    is_xml = "xhtml" in declared.lower() or body.lstrip()[:5] == b"<?xml"
    frames: list[str] | None = [] if has_run else None
    text = decode_page(body, declared)
    page = rewrite_page(text, leads, has_run=has_run, is_xml=is_xml, frames=frames)
    if frame:
        if frames is None or frame > len(frames):
            return None
        page = frames[frame - 1]
    return Given(PAGE_TYPE, page.encode("utf-8", "replace"))
