"""Another stage of one story: the robbery and the arrest, the trial and the verdict."""

from strandline.core.dedup.evidence.facts import Facts
from strandline.core.dedup.evidence.pair import Finding, Pair
from strandline.core.dedup.evidence.vetoes.values import told

#: Where a search or an alert comes to its end; the longer title often tells of both.
_ENDS = frozenset(("found", "lifted", "freed", "home", "over", "repaired", "reversal"))
#: How a trial ends; one title may tell the guilt and the other the years.
_VERDICTS = frozenset(("verdict", "sentence"))


def stages(pair: Pair) -> Finding | None:
    """For the judge, as an update: one of two titles that are alike has come further."""
    if not pair.frame.is_close or pair.is_at_once:
        return None
    a, b = _stages(pair.facts_a), _stages(pair.facts_b)
    is_judged = bool(a & _VERDICTS) != bool(b & _VERDICTS)
    if a == b or (a & b and not (a ^ b) & _ENDS and not is_judged):
        return None
    if pair.facts_a.is_han and not (a and b) and a | b == {"found"}:
        return None  # who came home may have been missed in both
    return Finding(is_hard=False, detail=told(a or {"before"}, b or {"before"}), is_update=True)


def _stages(facts: Facts) -> set[str]:
    return {stage for word in facts.words for stage in word.stages}
