"""Which kinds of page a title speaks of."""

import re

from strandline.core.dedup.evidence.lexicon.kinds import KINDS

_PATTERNS = {kind: re.compile("|".join(patterns)) for kind, patterns in KINDS.items()}


#: What is longer is a text, not a title; only its beginning may tell what it is.
_READ = 160


def kinds_of(low: str) -> frozenset[str]:
    """Kinds whose wording a folded title has; a plain report has none."""
    start = low[:_READ]
    return frozenset(kind for kind, pattern in _PATTERNS.items() if pattern.search(start))
