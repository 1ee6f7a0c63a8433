"""A trade, a beast, a building in the place of another: `wolf` and `bear`."""

from strandline.core.dedup.evidence.frame import Gap
from strandline.core.dedup.evidence.model import Finding
from strandline.core.dedup.evidence.pair import Pair
from strandline.core.dedup.evidence.reading.words import Word


def other_thing(pair: Pair) -> Finding | None:
    """For the judge, in titles that are alike: papers may call one thing by two words."""
    if not pair.frame.is_close:
        return None
    for gap in pair.frame.gaps:
        found = _others(gap)
        if found:
            return Finding(is_hard=False, detail=f"{found[0].shown} / {found[1].shown}")
    return None


def _others(gap: Gap) -> tuple[Word, Word] | None:
    """Two of one axis and no two of one value: `a wolf and a bear` against `a wolf` is more."""
    for a in gap.a:
        for b in gap.b:
            one, other = dict(a.things), dict(b.things)
            if any(one[axis] != other[axis] for axis in one.keys() & other.keys()) and not any(
                set(x.things) & set(y.things) for x in gap.a for y in gap.b
            ):
                return a, b
    return None
