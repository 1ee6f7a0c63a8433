"""Which kinds of page a title speaks of."""

import re

from strandline.core.dedup.evidence.lexicon.kinds import KINDS
from strandline.core.dedup.evidence.reading.walls import speaks_of_site

#: What is longer is a text, not a title, and may ask and explain what it likes. Chinese is denser.
_LONGEST, _LONGEST_HAN = 160, 60
_OPENING = "\"'([ "
_HAN = re.compile("[\u4e00-\u9fff；]")


def _compiled(*, is_han: bool) -> dict[str, re.Pattern[str]]:
    """Patterns by kind, of one script: half of the work for each title."""
    chosen: dict[str, list[str]] = {}
    kind = ""
    for line in KINDS.splitlines():
        if not line.startswith(" "):
            kind = line
        elif bool(_HAN.search(line)) is is_han:
            chosen.setdefault(kind, []).append(line.strip())
    return {kind: re.compile("|".join(patterns)) for kind, patterns in chosen.items()}


_LATIN_PATTERNS = _compiled(is_han=False)
_HAN_PATTERNS = _compiled(is_han=True)


def kinds_of(low: str) -> frozenset[str]:
    """Kinds whose wording a folded title has; a plain report has none."""
    is_han = not low.isascii() and bool(_HAN.search(low))
    if len(low) > (_LONGEST_HAN if is_han else _LONGEST):
        return frozenset()
    start = low.lstrip(_OPENING)
    found = {kind for kind, pattern in _LATIN_PATTERNS.items() if pattern.search(start)}
    if is_han:
        found.update(kind for kind, pattern in _HAN_PATTERNS.items() if pattern.search(start))
    if speaks_of_site(start):
        found.add("placeholder")
    return frozenset(found)
