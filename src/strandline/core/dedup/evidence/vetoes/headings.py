"""Another heading over words that fit any: `Ports: works go on` and `Oban. The works go on`."""

import re

from strandline.core.dedup.evidence.facts import Facts
from strandline.core.dedup.evidence.model import Finding
from strandline.core.dedup.evidence.pair import Pair
from strandline.core.dedup.evidence.vetoes.values import told

#: A few words before a colon, a full stop or a dash: a place, a section, a subject.
_HEADING = re.compile(r"[^:：.!?–—|]{2,40}?(?= ?[:：] ?|\. | [–—|-] )")
#: Words of a heading, of which more are a sentence; and words of content that two titles share, of
#: which more tell one event.
_MOST_WORDS, _FEW = 3, 4


def headings(pair: Pair) -> Finding | None:
    """Speaks where they share few words and no name, and neither tells what is over the other."""
    a, b = pair.facts_a, pair.facts_b
    over_a, over_b = _heading(a), _heading(b)
    if not over_a or not over_b or over_a & over_b or over_a <= b.content or over_b <= a.content:
        return None
    shared = a.content & b.content
    if len(shared) > _FEW or shared & (_telling(a) | _telling(b)):
        return None
    return Finding(is_hard=False, detail=told(over_a, over_b))


def _heading(facts: Facts) -> set[str]:
    found = _HEADING.match(facts.text.shown)
    words = {w.key for w in facts.words if found and w.is_content and w.start < found.end()}
    return words if len(words) <= _MOST_WORDS else set()


def _telling(facts: Facts) -> set[str]:
    """Names and figures."""
    return {word.key for word in facts.words if word.is_name or word.mark is not None}
