"""A small word that makes another thing of it: women's, under-21, ex-, deputy, fake, 副, 演习."""

from itertools import pairwise

from strandline.core.dedup.evidence.model import Finding
from strandline.core.dedup.evidence.pair import Pair

_AXES = frozenset(("sex", "round", "compass", "level", "ownership", "medal", "age"))


def _is_to_come(pair: Pair) -> bool:
    """True where the same is to come in one title and is told in the other."""
    if pair.frame.gaps or not pair.frame.is_ordered:
        return False
    a, b = (any(w.shown == "将" for w in facts.words) for facts in (pair.facts_a, pair.facts_b))
    return a != b


def _of_other_sex(pair: Pair) -> str:
    """What is `un` in one title and `une` in the other: `un Français`, `une Française`."""
    a, b = (
        {after.key: word.key for word, after in pairwise(facts.words) if word.key in ("un", "une")}
        for facts in pair.both
    )
    return next((key for key in sorted(a.keys() & b.keys()) if a[key] != b[key]), "")


def modifiers(pair: Pair) -> Finding | None:
    """Speaks where it stands on one side only, and nothing else differs."""
    if not pair.frame.is_close:
        return None
    if _is_to_come(pair):
        return Finding(is_hard=False, detail="“将” on one side only")
    other = _of_other_sex(pair)
    if other:
        return Finding(is_hard=False, detail=f"un / une “{other}”")
    rest = [word for gap in pair.frame.gaps for word in (*gap.a, *gap.b)]
    marking = [w for w in rest if w.is_modifier or any(axis in _AXES for axis, _ in w.poles)]
    if marking:
        marking += [w for w in rest if w.mark and w.mark.kind == "ordinal"]  # `the final`
    if not marking or len(rest) - len(marking) > 0:
        return None
    return Finding(is_hard=False, detail=f"“{marking[0].shown}” on one side only")
