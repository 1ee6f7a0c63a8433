"""Sums of money that differ: another amount in the same currency, or in another one."""

from strandline.core.dedup.evidence.model import Finding
from strandline.core.dedup.evidence.pair import Pair
from strandline.core.dedup.evidence.reading.marks import Mark
from strandline.core.dedup.evidence.vetoes.values import contradict, may_agree


def money(pair: Pair) -> Finding | None:
    """Hard where the titles are equal but for the sum; another currency may be converted."""
    a, b = pair.facts_a.marks.get("money", ()), pair.facts_b.marks.get("money", ())
    if not a or not b or (not pair.is_translated and not pair.frame.is_close):
        return None
    both = [(x, y) for x in a for y in b if x.role == y.role]
    detail = f"{_told(pair.facts_a.text.shown, a)} / {_told(pair.facts_b.text.shown, b)}"
    if any(contradict(x, y) for x, y in both):
        return Finding(is_hard=False, detail=f"{detail} (over / under)")
    if any(x.value == y.value for x, y in both):
        return None
    if not both or any(may_agree(x, y) for x, y in both):
        return Finding(is_hard=False, detail=detail)
    return Finding(is_hard=_settles(pair, (*a, *b)), detail=detail)


def _settles(pair: Pair, marks: tuple[Mark, ...]) -> bool:
    return pair.frame.is_equal_but_marks and not any(mark.near for mark in marks)


def _told(shown: str, marks: tuple[Mark, ...]) -> str:
    return ", ".join(shown[mark.start : mark.end].strip() for mark in marks)
