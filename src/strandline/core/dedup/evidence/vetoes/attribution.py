"""Who is quoted: two people may say the same words, and each is news of its own."""

import re

from strandline.core.dedup.evidence.facts import Facts
from strandline.core.dedup.evidence.model import Finding
from strandline.core.dedup.evidence.pair import Pair

#: A speaker stands before a colon or behind one of these words.
_BEFORE = re.compile(
    r"^([^:\"]{2,40}?) ?:|^([\u4e00-\u9fff]{2,8}?)(?:称|表示|回应|谈|坦言|指出|强调)"
)
_BEHIND = re.compile(
    r"(?:\b(?:says|said|according to|warns|selon|d'apres|pour|dit|affirme|estime|assure|juge|"
    r"deplore|previent|explique|lance|insists|admits|claims)) ([^\",:]{2,40})$"
    r"|[-] ([^\",:-]{2,40})$"
)
_QUOTED = re.compile(r"\"|(?<!\w)'[^']{8,}'(?!\w)")


def attribution(pair: Pair) -> Finding | None:
    """Speaks where two titles that are alike quote other people."""
    if not pair.frame.is_close:
        return None
    a, b = _speaker(pair.facts_a), _speaker(pair.facts_b)
    if not a or not b or a & b:
        return None
    return Finding(is_hard=False, detail=f"{', '.join(sorted(a))} / {', '.join(sorted(b))}")


def _speaker(facts: Facts) -> set[str]:
    """Keys of the words that name the speaker; none where nobody is quoted."""
    low = facts.text.low
    if not _QUOTED.search(low) and not facts.is_han:
        return set()
    for pattern in (_BEHIND, _BEFORE):
        found = pattern.search(low)
        if found:
            start, end = found.span(1 if found[1] else 2)
            return {w.key for w in facts.words if start <= w.start < end and w.is_content}
    return set()
