"""A small word that makes another thing of it: women's, under-21, ex-, deputy, fake, 副, 演习."""

from strandline.core.dedup.evidence.pair import Finding, Pair

_AXES = frozenset(("sex", "round", "compass", "level", "ownership", "medal", "age"))


def modifiers(pair: Pair) -> Finding | None:
    """Speaks where it stands on one side only, and nothing else differs."""
    if not pair.frame.is_close:
        return None
    rest = [word for gap in pair.frame.gaps for word in (*gap.a, *gap.b)]
    marking = [w for w in rest if w.is_modifier or any(axis in _AXES for axis, _ in w.poles)]
    if marking:
        marking += [w for w in rest if w.mark and w.mark.kind == "ordinal"]  # `the final`
    if not marking or len(rest) - len(marking) > 0:
        return None
    return Finding(is_hard=False, detail=f"“{marking[0].shown}” on one side only")
