"""What a document is, by its bytes: servers send PDFs as `text/html` and pages as pictures.

After the WHATWG MIME sniffing standard where it has a pattern. What a file is called here is what
it is stored and served as; the type that the server declared is kept with its headers.
"""

from dataclasses import dataclass

from strandline.core.text.kinds import is_html

#: Bytes from the start that are looked at; the standard looks at 1,445.
LOOK_BYTES = 4_096

#: (magic bytes, type, extension without a dot).
_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "image/png", "png"),
    (b"\xff\xd8\xff", "image/jpeg", "jpg"),
    (b"GIF87a", "image/gif", "gif"),
    (b"GIF89a", "image/gif", "gif"),
    (b"\x00\x00\x01\x00", "image/x-icon", "ico"),
    (b"II*\x00", "image/tiff", "tiff"),
    (b"MM\x00*", "image/tiff", "tiff"),
    (b"\x1aE\xdf\xa3", "video/webm", "webm"),
    (b"OggS\x00", "application/ogg", "ogg"),
    (b"fLaC", "audio/flac", "flac"),
    (b"\xff\xfb", "audio/mpeg", "mp3"),
    (b"#EXTM3U", "application/vnd.apple.mpegurl", "m3u8"),
    (b"PK\x03\x04", "application/zip", "zip"),
    (b"\x1f\x8b\x08", "application/gzip", "gz"),
    (b"\x28\xb5\x2f\xfd", "application/zstd", "zst"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed", "7z"),
    (b"Rar!\x1a\x07", "application/vnd.rar", "rar"),
    (b"{\\rtf", "application/rtf", "rtf"),
    (b"%!PS-Adobe-", "application/postscript", "ps"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage", "bin"),
    (b"wOFF", "font/woff", "woff"),
    (b"wOF2", "font/woff2", "woff2"),
)
#: (mark at offset 0, mark at a further offset, that offset, type, extension): words of a text
#: must not be taken for them.
_CONTAINERS = (
    (b"RIFF", b"WEBP", 8, "image/webp", "webp"),
    (b"RIFF", b"WAVE", 8, "audio/wav", "wav"),
    (b"RIFF", b"AVI ", 8, "video/x-msvideo", "avi"),
    (b"BM", b"\x00\x00\x00\x00", 6, "image/bmp", "bmp"),
    (b"ID3", b"\x00", 4, "audio/mpeg", "mp3"),
    (b"\x00", b"ftypavif", 4, "image/avif", "avif"),
    (b"\x00", b"ftypheic", 4, "image/heic", "heic"),
    (b"\x00", b"ftypqt", 4, "video/quicktime", "mov"),
    (b"\x00", b"ftypM4A", 4, "audio/mp4", "m4a"),
    (b"\x00", b"ftyp", 4, "video/mp4", "mp4"),
)
#: Tags with which pages begin (standard, 7.1), besides those that `core.text.kinds` looks for.
_PAGE_STARTS = (
    b"<!doctype html", b"<html", b"<head", b"<script", b"<iframe", b"<h1", b"<div", b"<font",
    b"<table", b"<a ", b"<style", b"<title", b"<b>", b"<body", b"<br", b"<p>", b"<p ", b"<!--",
)  # fmt: skip
_WHITE = b"\t\n\x0c\r "
_BOMS = (b"\xef\xbb\xbf", b"\xfe\xff", b"\xff\xfe")
#: Bytes that no text holds (standard, 3).
_BINARY = frozenset([*range(9), 11, *range(14, 27), *range(28, 32)])


@dataclass(frozen=True, slots=True)
class Sniffed:
    """What a document is.

    Attributes:
        content_type: To store and to serve it under; without parameters.
        extension: For the name that we give it, without a dot.
        is_page: True for what a browser shows as a page and what has a readable text.
    """

    content_type: str
    extension: str
    is_page: bool = False

    @property
    def is_pdf(self) -> bool:
        """True for a PDF."""
        return self.content_type == "application/pdf"


PAGE = Sniffed("text/html", "html", is_page=True)
PDF = Sniffed("application/pdf", "pdf")
UNKNOWN = Sniffed("application/octet-stream", "bin")


def sniff(start: bytes, declared: str = "") -> Sniffed:
    """What a document is.

    Args:
        start: Its first bytes, `LOOK_BYTES` of them where it has so many.
        declared: The `Content-Type` that came with it; believed only between kinds of text.
    """
    start = start[:LOOK_BYTES]
    kind = declared.partition(";")[0].strip().lower()
    found = _by_magic(start, kind)
    if found is not None:
        return found
    head = _without_bom(start).lstrip(_WHITE)
    lowered = head[:1_024].lower()
    if lowered.startswith((b"<?xml", b"<svg", b"<mpd", b"<rss", b"<feed", b"<rdf:rdf")):
        return _xml(lowered, kind)
    if _is_page(start, lowered, kind):
        return PAGE
    if not _is_text(start):
        return UNKNOWN
    return _text(head, lowered, kind)


def _by_magic(start: bytes, declared: str) -> Sniffed | None:
    # Readers accept a PDF whose mark comes within the first 1,024 bytes.
    if start.lstrip(_WHITE).startswith(b"%PDF-") or (
        declared == PDF.content_type and b"%PDF-" in start[:1_024]
    ):
        return PDF
    for magic, kind, extension in _MAGIC:
        if start.startswith(magic):
            return Sniffed(kind, extension)
    for first, second, offset, kind, extension in _CONTAINERS:
        if start.startswith(first) and start.startswith(second, offset):
            return Sniffed(kind, extension)
    return None


def _without_bom(start: bytes) -> bytes:
    for bom in _BOMS:
        if start.startswith(bom):
            text = start[len(bom) :]
            return text if bom == _BOMS[0] else text.replace(b"\x00", b"")
    return start


def _is_page(start: bytes, lowered: bytes, declared: str) -> bool:
    """By its type where that is a page's, by its tags where it is not a text's."""
    if is_html(declared, start) and (_is_text(start) or lowered.startswith(b"<")):
        return True
    return declared != "text/plain" and lowered.startswith(_PAGE_STARTS)


def _is_text(start: bytes) -> bool:
    return start.startswith(_BOMS[1:]) or _BINARY.isdisjoint(start)


def _xml(lowered: bytes, declared: str) -> Sniffed:
    if b"<svg" in lowered:
        return Sniffed("image/svg+xml", "svg")
    if b"<mpd" in lowered:
        return Sniffed("application/dash+xml", "mpd")
    if b"<html" in lowered or declared == "application/xhtml+xml":
        return Sniffed("application/xhtml+xml", "html", is_page=True)
    return Sniffed("application/xml", "xml")


def _text(head: bytes, lowered: bytes, declared: str) -> Sniffed:
    if (
        lowered.startswith((b"mime-version:", b"from: <saved by"))
        and b"multipart/related" in lowered
    ):
        return Sniffed("multipart/related", "mhtml")
    if lowered.startswith(b"webvtt"):
        return Sniffed("text/vtt", "vtt")
    if head[:1] in (b"{", b"[") and (not declared or "json" in declared):
        return Sniffed("application/json", "json")
    if declared == "text/html":
        return PAGE
    known = {"text/css": "css", "text/csv": "csv", "text/calendar": "ics", "text/markdown": "md"}
    if declared in known:
        return Sniffed(declared, known[declared])
    return Sniffed("text/plain", "txt") if head else UNKNOWN
