"""A small word on one side only: one that denies (not, without, ne… pas, 不), or that makes another
thing of it (women's, under-21, ex-, deputy, fake, 副, 演习).
"""

from strandline.core.dedup.evidence.facts import Facts
from strandline.core.dedup.evidence.frame import weight
from strandline.core.dedup.evidence.pair import Finding, Pair
from strandline.core.dedup.evidence.reading.words import Word

#: Content that may differ beside the negation, in words.
_MOST_REST = 2.0
#: They say less than `not`: what is without power has its power cut.
_WEAK = frozenset(
    (
        *("without", "hardly", "fails to", "fail to", "failed to", "sans", "peu", "à peine"),
        *("无", "免", "拒绝", "拒不"),
    )
)

#: Oppositions that tell two things of one name apart.
_AXES = frozenset(("sex", "round", "compass", "level", "ownership", "medal", "age"))


def negation(pair: Pair) -> Finding | None:
    """Hard where nothing else differs; two titles that say it in other words are for the judge."""
    a, b = _negators(pair.facts_a), _negators(pair.facts_b)
    if bool(a) == bool(b) or not pair.frame.is_close or _is_made_up_for(pair):
        return None
    rest = [word for gap in pair.frame.gaps for word in (*gap.a, *gap.b) if not _denies(word)]
    is_weak = not any(_is_strong(word) for word in (*pair.facts_a.words, *pair.facts_b.words))
    denied = [word.shown for word in (*pair.facts_a.words, *pair.facts_b.words) if _is_denial(word)]
    if denied and rest:
        return Finding(is_hard=False, detail=f"“{denied[0]}” on one side only", is_update=True)
    if weight(rest) > (0 if is_weak else _MOST_REST):
        return None  # a clause more, with its own negation
    return Finding(
        is_hard=not rest and not is_weak, detail=f"“{' '.join(a or b)}” on one side only"
    )


def _is_strong(word: Word) -> bool:
    return word.is_negator and word.shown.lower() not in _WEAK


def _denies(word: Word) -> bool:
    return word.is_negator or _is_denial(word)


def _is_denial(word: Word) -> bool:
    """Who is accused answers: `denies`, `conteste`, 否认."""
    return ("claim", "no") in word.poles


def _negators(facts: Facts) -> list[str]:
    return [word.shown for word in facts.words if _denies(word)]


def _is_made_up_for(pair: Pair) -> bool:
    """True where an opposite word says what the negation says: `not guilty` and `acquitted`."""
    a, b = pair.facts_a.poles, pair.facts_b.poles
    return any(a[axis].isdisjoint(b[axis]) for axis in a.keys() & b.keys())


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
