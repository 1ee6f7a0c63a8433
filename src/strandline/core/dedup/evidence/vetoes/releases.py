"""A version before it is one: `5.1 rc1` and `5.1`, `beta 2` and the release."""

from strandline.core.dedup.evidence.facts import Facts
from strandline.core.dedup.evidence.model import Finding
from strandline.core.dedup.evidence.pair import Pair

#: What stands before the number of a version that is not out yet.
_BEFORE = frozenset(("rc", "beta", "alpha", "preview"))


def releases(pair: Pair) -> Finding | None:
    """Speaks where one title names it, and nothing else differs."""
    only = _candidates(pair.facts_a) ^ _candidates(pair.facts_b)
    if not only or not pair.frame.is_equal_but_marks:
        return None
    return Finding(is_hard=False, detail=f"{min(only)} on one side only")


def _candidates(facts: Facts) -> set[str]:
    return {mark.role for mark in facts.marks.get("version", ())} & _BEFORE
