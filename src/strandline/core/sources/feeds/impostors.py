"""What came instead of a feed: a page, a login form, a challenge."""

import re

from strandline.core.sources.challenge import find_challenge
from strandline.model.sources import SourceState

#: How much of a document is looked at (bytes).
LOOKED_AT = 262_144
_PAGE = re.compile(
    rb"<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>]|<title[\s>]",
    re.IGNORECASE,
)
_PASSWORD = re.compile(rb"<input\b[^<>]*\btype\s*=\s*[\"']?password", re.IGNORECASE)
_TITLE = re.compile(rb"<title[^<>]*>([^<]{0,300})", re.IGNORECASE)

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
