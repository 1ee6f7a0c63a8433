"""What kind of document an answer is, and what a failed one means for the article's text."""

from strandline.model.articles import TextStatus
from strandline.model.fetching import FetchOutcome, FetchResult

_HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
#: Types that servers send for pages too; the body decides.
_VAGUE_TYPES = frozenset(
    {"", "text/plain", "application/octet-stream", "application/xml", "text/xml", "unknown/unknown"}
)
#: Starts of files that are no page, whatever they are called.
_OTHER_FILES = (
    b"%PDF-",
    b"\x89PNG",
    b"GIF8",
    b"\xff\xd8\xff",
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"RIFF",
    b"ID3",
    b"OggS",
    b"\x00\x00\x00 ftyp",
    b"\x00\x00\x00\x18ftyp",
)
_PAGE_MARKS = (b"<!doctype html", b"<html", b"<head", b"<body", b"<title")
_FEED_MARKS = (b"<rss", b"<feed", b"<rdf:rdf", b"<urlset", b"<sitemapindex")

_STATUSES = {
    401: TextStatus.LOGIN,
    402: TextStatus.PAYWALL,
    403: TextStatus.BLOCKED,
    404: TextStatus.SOFT_404,
    410: TextStatus.SOFT_404,
    451: TextStatus.BLOCKED,
}


def is_html(content_type: str, body: bytes) -> bool:
    """True when an answer is a page, going by its type where that says something."""
    if body.startswith(_OTHER_FILES):
        return False
    start = body[:2_048].lower()
    if any(mark in start for mark in _FEED_MARKS) and b"<html" not in start:
        return False
    kind = content_type.partition(";")[0].strip().lower()
    if kind in _HTML_TYPES:
        return True
    return kind in _VAGUE_TYPES and any(mark in start for mark in _PAGE_MARKS)


def failed_status(result: FetchResult) -> TextStatus:
    """Why there is no text after a fetch that failed; `FAILED` may be tried again."""
    if result.outcome in (FetchOutcome.BLOCKED, FetchOutcome.ROBOTS, FetchOutcome.REFUSED):
        return TextStatus.BLOCKED
    return _STATUSES.get(result.status, TextStatus.FAILED)
