"""Versions and models that differ: `iOS 17.1` and `17.2`, `Galaxy S23` and `S24`, `小米17 Pro`."""

import re

from strandline.core.dedup.evidence.pair import Finding, Pair
from strandline.core.dedup.evidence.reading.words import Word
from strandline.core.dedup.evidence.vetoes.values import by_role, in_one_place

_KINDS = ("version",)
#: What stands behind the number of another model of one series, whoever makes it.
_VARIANTS = frozenset(("lite", "pro", "max", "ultra", "mini", "turbo", "fold", "flip"))
#: A number that may tell the next model, film or game from the one before.
_SMALL = re.compile(r"[1-9]\d?")


def versions(pair: Pair) -> Finding | None:
    """Hard where titles that are alike name other versions of one thing."""
    a, b = by_role(pair.facts_a, "version"), by_role(pair.facts_b, "version")
    for name in sorted(a.keys() & b.keys()):
        if not any(_may_be_one(x, y) for x in a[name] for y in b[name]):
            detail = f"{name} {', '.join(sorted(a[name]))} / {', '.join(sorted(b[name]))}"
            return Finding(is_hard=pair.frame.is_close, detail=detail)
    for first, second in in_one_place(pair, _KINDS):
        if first.mark and second.mark and first.mark.role != second.mark.role:
            is_hard = pair.frame.is_close and pair.frame.is_equal_but_marks
            return Finding(is_hard=is_hard, detail=f"{first.shown} / {second.shown}")
    return _variants(pair) or _next_one(pair)


def _next_one(pair: Pair) -> Finding | None:
    """`Switch 2` and `Switch`: a bare number behind a name, and nothing else differs."""
    gap = pair.frame.only
    if gap is not None and len(gap.a) == len(gap.b) == 1 and _are_numbered(gap.a[0], gap.b[0]):
        return Finding(is_hard=False, detail=f"{gap.a[0].shown} / {gap.b[0].shown}")
    if gap is None or gap.is_replaced or len(gap.a or gap.b) != 1:
        return None
    word = (gap.a or gap.b)[0]
    words = pair.facts_a.words if gap.a else pair.facts_b.words
    at = words.index(word)
    if at and words[at - 1].mark and word.shown.strip().lower() in _VARIANTS:
        return Finding(is_hard=False, detail=f"“{word.shown.strip()}” on one side only")
    is_bare = word.mark is not None and not word.nouns and _SMALL.fullmatch(word.shown.strip())
    if not is_bare or at == 0 or not words[at - 1].is_name:
        return None
    return Finding(is_hard=False, detail=f"{words[at - 1].shown} {word.shown.strip()} / none")


def _are_numbered(a: Word, b: Word) -> bool:
    """True for `3` and `3a`, of which only one is a number."""
    both = (a.mark is None) != (b.mark is None)
    return both and all(any(map(str.isdigit, word.shown)) for word in (a, b))


def _may_be_one(a: str, b: str) -> bool:
    """True for `17` and `17.1`: a title may leave the rest out."""
    return a == b or a.startswith(f"{b}.") or b.startswith(f"{a}.")


def _variants(pair: Pair) -> Finding | None:
    a, b = by_role(pair.facts_a, "variant"), by_role(pair.facts_b, "variant")
    versioned = by_role(pair.facts_a, "version").keys() & by_role(pair.facts_b, "version").keys()
    for name in sorted(versioned & (a.keys() | b.keys())):
        first, second = a.get(name, set()), b.get(name, set())
        if first.isdisjoint(second):
            is_hard = bool(first and second) and pair.frame.is_close
            told = f"{', '.join(sorted(first)) or 'plain'} / {', '.join(sorted(second)) or 'plain'}"
            return Finding(is_hard, f"{name} {told}")
    return None
