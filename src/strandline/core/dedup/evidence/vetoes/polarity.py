"""Opposite words: passes and rejects, hausse and baisse, 上调 and 下调."""

from itertools import pairwise

from strandline.core.dedup.evidence.facts import Facts
from strandline.core.dedup.evidence.pair import Finding, Pair
from strandline.core.dedup.evidence.vetoes.values import told

#: Oppositions of what happened; on the other axes a title may say much beside the news.
STRONG = frozenset(
    (
        *("direction", "outcome", "vote", "open", "custody", "guilt", "claim", "start", "join"),
        *("law", "trade", "staff", "life", "success"),
    )
)
#: Values that stand for each other in some sentences: `down` and `cut` beat a rival.
_LOOSE = frozenset(("found", "age", "time"))
_DEGREES = frozenset(("plus", "moins"))


def polarity(pair: Pair) -> Finding | None:
    """Opposites in each other's place are hard; anywhere in two close titles they are soft."""
    for gap in pair.frame.gaps:
        for word in gap.a:
            for other in gap.b:
                axis = _opposed(dict(word.poles), dict(other.poles))
                if axis:
                    is_hard = axis not in _LOOSE and _is_only(pair, word.key, other.key)
                    return Finding(is_hard=is_hard, detail=f"{word.shown} / {other.shown}")
    return _graded(pair) or _apart(pair)


def _graded(pair: Pair) -> Finding | None:
    """`plus cher` and `moins cher`: the word behind is the same."""
    a, b = _degrees(pair.facts_a), _degrees(pair.facts_b)
    for word in sorted(a.keys() & b.keys()):
        if a[word] != b[word] and pair.frame.is_close:
            return Finding(is_hard=not pair.frame.gaps, detail=f"{a[word]} / {b[word]}")
    return None


def _degrees(facts: Facts) -> dict[str, str]:
    """The word behind each `plus` or `moins` → which of them."""
    told = ((after.key, word.shown.lower()) for word, after in pairwise(facts.words))
    return {key: degree for key, degree in told if degree in _DEGREES}


def _opposed(a: dict[str, str], b: dict[str, str]) -> str | None:
    return next((axis for axis in sorted(a.keys() & b.keys()) if a[axis] != b[axis]), None)


def _is_only(pair: Pair, a: str, b: str) -> bool:
    """True where nothing else differs but marks."""
    if not pair.frame.is_close:
        return False
    rest = {w.key for gap in pair.frame.gaps for w in (*gap.a, *gap.b) if w.mark is None}
    denying, others = (sum(w.is_negator for w in facts.words) for facts in pair.both)
    return rest <= {a, b} and denying == others


def _apart(pair: Pair) -> Finding | None:
    if not pair.is_translated and not pair.frame.is_close:
        return None
    a, b = pair.facts_a.poles, pair.facts_b.poles
    for axis in sorted(STRONG & a.keys() & b.keys()):
        if a[axis].isdisjoint(b[axis]):
            return Finding(is_hard=False, detail=f"{axis}: {told(a[axis], b[axis])}")
    return None
