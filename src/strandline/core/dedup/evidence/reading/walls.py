"""Titles that speak of the site and not of the world: `Unlock this article`, `Session expired`.

No list holds them all. They are short, and all their words are those of logins, walls and pages.
"""

import re

from strandline.core.dedup.evidence.lexicon.site_words import BESIDE, SITE

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+")
#: A longer title tells something.
_MOST = 9


def speaks_of_site(low: str) -> bool:
    """True for a title in English of nothing but such words.

    Args:
        low: The title without case and accents.
    """
    if not low.isascii():
        return False
    words = _WORD.findall(low)
    return (
        1 < len(words) <= _MOST
        and not SITE.isdisjoint(words)
        and all(word in SITE or word in BESIDE or word.isdigit() for word in words)
    )
