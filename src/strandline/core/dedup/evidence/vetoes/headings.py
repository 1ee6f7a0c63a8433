"""Headings: another one over words that fit any, or one over two things that are told of it.

`Ports: works go on` and `Oban. The works go on`; `Strike at Oban: talks open`, `Strike at Oban: an
end in sight`.
"""

import re

from strandline.core.dedup.evidence.facts import Facts
from strandline.core.dedup.evidence.pair import Finding, Pair
from strandline.core.dedup.evidence.vetoes.values import told

#: A few words before a colon, a full stop or a dash: a place, a section, a subject.
_OVER = re.compile(r"[^:：.!?–—|]{2,40}?(?= ?[:：] ?|\. | [–—|-] )")
#: All before the last colon; longer, it is a sentence.
_BEFORE = re.compile(r".{2,45}(?= ?[:：])")
#: Words of a heading, of which more are a sentence; words of content that two titles share, of
#: which more tell one event; and such that each has for itself, of which fewer are a slip.
_MOST_WORDS, _FEW, _LEAST_OWN = 3, 4, 2


def headings(pair: Pair) -> Finding | None:
    """Speaks where neither tells what is over the other, or each tells something else below."""
    return None if pair.is_translated else _others(pair) or _one(pair)


def _others(pair: Pair) -> Finding | None:
    """Other headings, where the titles share few words and no name."""
    a, b = pair.facts_a, pair.facts_b
    over_a, over_b = _words(a, _OVER), _words(b, _OVER)
    if not 0 < len(over_a) <= _MOST_WORDS or not 0 < len(over_b) <= _MOST_WORDS:
        return None
    if over_a & over_b or over_a <= b.content or over_b <= a.content:
        return None
    shared = a.content & b.content
    if len(shared) > _FEW or shared & (a.telling | b.telling):
        return None
    return Finding(is_hard=False, detail=told(over_a, over_b))


def _one(pair: Pair) -> Finding | None:
    """Headings that share words, and all that the titles share stands in one of them."""
    a, b = pair.facts_a, pair.facts_b
    over_a, over_b, shared = _words(a, _BEFORE), _words(b, _BEFORE), a.content & b.content
    own_a, own_b = a.content - shared, b.content - shared
    if not over_a & over_b or min(len(own_a), len(own_b)) < _LEAST_OWN:
        return None
    if not shared <= over_a < a.content and not shared <= over_b < b.content:
        return None
    return Finding(is_hard=False, detail=told(own_a, own_b))


def _words(facts: Facts, pattern: re.Pattern[str]) -> set[str]:
    found = pattern.match(facts.text.shown)
    return {w.key for w in facts.words if found and w.is_content and w.start < found.end()}
