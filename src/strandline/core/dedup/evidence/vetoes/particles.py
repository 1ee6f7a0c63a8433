"""Small words that turn what stands before them: `switched on` and `off`, `to` and `from Oban`."""

import re

from strandline.core.dedup.evidence.model import Finding
from strandline.core.dedup.evidence.pair import Pair

#: Each way; of the last ones the word behind must be the same, too.
_ON_OFF = {"on": "off", "in": "out", "up": "down", "on the": "off the", "inside": "outside"}
_WAYS = {"to": "from", "into": "out of", "above": "below", "before": "after", "over": "under"}
_PLAIN = re.compile(r"[^\w']+")


def particles(pair: Pair) -> Finding | None:
    """For the judge, in titles that are alike."""
    if not pair.frame.is_close or pair.facts_a.is_han or pair.facts_b.is_han:
        return None
    a, b = (f" {_PLAIN.sub(' ', facts.text.low).strip()} " for facts in pair.both)
    for one, other in (*_ON_OFF.items(), *_WAYS.items()):
        for first, second in ((a, b), (b, a)):
            if _is_turned(first, second, one, other, is_way=one in _WAYS):
                return Finding(is_hard=False, detail=f"{one} / {other}")
    return None


def _is_turned(first: str, second: str, one: str, other: str, *, is_way: bool) -> bool:
    """True where one title has the first behind a word, and the other title only the second."""
    for m in re.finditer(rf" (\w+) {one} (\w*)", first):
        behind = f" {m[2]} " if is_way else " "
        turned, same = f" {m[1]} {other}{behind}", f" {m[1]} {one}{behind}"
        if turned in second and same not in second and turned not in first:
            return True
    return False
