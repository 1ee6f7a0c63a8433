"""What came instead of a feed (a page, a login form, a challenge), and the feed that it names."""

import html
import re

from strandline.core.sources.challenge import find_challenge
from strandline.core.sources.feeds.hrefs import absolute
from strandline.model.sources import SourceState

#: How much of a document is looked at (bytes).
LOOKED_AT = 262_144
_PAGE = re.compile(
    rb"<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>]|<title[\s>]",
    re.IGNORECASE,
)
_PASSWORD = re.compile(rb"<input\b[^<>]*\btype\s*=\s*[\"']?password", re.IGNORECASE)
_TITLE = re.compile(rb"<title[^<>]*>([^<]{0,300})", re.IGNORECASE)
_LINK = re.compile(r"<link\b[^<>]{0,2000}>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"([a-z-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'<>]+))", re.IGNORECASE)
_BASE = re.compile(r"<base\b[^<>]{0,500}>", re.IGNORECASE)

#: Titles of pages that ask for a proof of being human, beside those that services sign.
_CHALLENGE_TITLES = (
    b"just a moment",
    b"checking your browser",
    b"you have been blocked",
    b"access denied",
    b"security check",
    b"are you a robot",
    b"are you human",
    b"robot or human",
    b"human verification",
    b"verify you are human",
    b"captcha",
    b"vercel security checkpoint",
    b"pardon our interruption",
    b"client challenge",
)
_FEED_TYPES = (
    "application/rss+xml",
    "application/atom+xml",
    "application/feed+json",
    "application/rdf+xml",
)


def judge(body: bytes) -> SourceState:
    """What a document that is no feed is."""
    head = body[:LOOKED_AT]
    if not is_page(head):
        return SourceState.NOT_A_FEED
    if find_challenge(0, {}, body):
        return SourceState.BLOCKED
    title = _TITLE.search(head)
    words = title[1].strip().lower() if title else b""
    if any(words.startswith(start) for start in _CHALLENGE_TITLES):
        return SourceState.BLOCKED
    if _PASSWORD.search(head):
        return SourceState.LOGIN_PAGE
    return SourceState.HTML_PAGE


def is_page(body: bytes) -> bool:
    """True where the document starts like an HTML page; XML may have a title and be none."""
    head = body[:4096]
    found = _PAGE.search(head)
    return bool(found and (not found[0].lower().startswith(b"<title") or b"<?xml" not in head))


def proposed_feed(body: bytes, base: str) -> str | None:
    """The first feed that a page names in its head (`rel=alternate`), absolute."""
    text = body[:LOOKED_AT].decode("utf-8", "replace")
    found = _BASE.search(text)
    if found:
        base = absolute(_attributes(found[0]).get("href", ""), base) or base
    for match in _LINK.finditer(text):
        link = _attributes(match[0])
        rels = link.get("rel", "").lower().split()
        kind = link.get("type", "").partition(";")[0].strip().lower()
        if "alternate" in rels and kind in _FEED_TYPES:
            url = absolute(link.get("href", ""), base)
            if url and "comments" not in link.get("title", "").lower():
                return url
    return None


def _attributes(tag: str) -> dict[str, str]:
    return {
        match[1].lower(): html.unescape(match[2] or match[3] or match[4] or "")
        for match in _ATTRIBUTE.finditer(tag)
    }
