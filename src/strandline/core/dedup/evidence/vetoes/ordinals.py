"""Ordinals that differ: third and fourth, `4e` and `5e`, 第三 and 第四."""

from strandline.core.dedup.evidence.model import Finding
from strandline.core.dedup.evidence.pair import Pair
from strandline.core.dedup.evidence.vetoes.values import in_one_place


def ordinals(pair: Pair) -> Finding | None:
    """Hard where the titles are equal but for them."""
    for a, b in in_one_place(pair, ("ordinal",)):
        if a.mark and b.mark and a.mark.value != b.mark.value:
            is_hard = pair.frame.is_equal_but_marks and pair.frame.is_close
            return Finding(is_hard=is_hard, detail=f"{a.shown} / {b.shown}")
    return None
