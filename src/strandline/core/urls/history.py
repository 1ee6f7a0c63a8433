"""The key under which a reader's history knows an article: document 0, rule for rule.

For `article_history` only. It lower-cases the whole URL, paths and values included; canonical URLs
and keys of the ledger do not.
"""

from hashlib import sha256

import upa_url

from strandline.core.urls.parse import readable_text

#: "Strip known tracking query parameters": these nine and no other.
HISTORY_TRACKERS = frozenset(
    (
        "utm_source",
        "utm_medium",
        "utm_campaign",
        "utm_term",
        "utm_content",
        "ref",
        "source",
        "fbclid",
        "gclid",
    )
)


def normalize_article_url(url: str) -> str:
    """A URL as the history compares it.

    1. lower case; 2. no fragment; 3. no slash at the end of the path, unless it is all of it;
    4. without the nine tracking parameters; 5. no `?` where no parameter is left.

    A text that is no URL is only lower-cased: an imported history may hold anything, and every
    entry must have a key.
    """
    lowered = readable_text(url).strip().lower()
    try:
        parsed = upa_url.URL(lowered)
    except RuntimeError:
        return lowered
    parsed.hash = ""
    path: str = parsed.pathname
    if len(path) > 1 and path.endswith("/"):
        parsed.pathname = path[:-1]
    pieces = [piece for piece in parsed.search[1:].split("&") if piece]
    kept = [piece for piece in pieces if piece.partition("=")[0] not in HISTORY_TRACKERS]
    parsed.search = "&".join(kept)
    href: str = parsed.href
    return href.lower()  # the parser writes the hex digits of what it encodes in upper case


def history_hash(url: str) -> str:
    """SHA-256 hex of the normalized URL: `url_hash` of document 0."""
    return sha256(normalize_article_url(url).encode()).hexdigest()
