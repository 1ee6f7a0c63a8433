"""Counts, percentages, measures and ages that differ in one role.

A number on one side only says nothing: a longer title tells more. A toll that differs is an
update; a figure that may be the other one rounded is for the judge.
"""

from strandline.core.dedup.evidence.model import Finding
from strandline.core.dedup.evidence.pair import Pair
from strandline.core.dedup.evidence.reading.marks import Mark
from strandline.core.dedup.evidence.reading.words import COUNTS, Word, stem
from strandline.core.dedup.evidence.vetoes.values import apart, contradict, in_one_place, may_agree

#: What is counted anew while a story unfolds.
_TOLLS = frozenset(
    ("dead", "injured", "missing", "cases", "arrests", "people", "homes", "evacuated", "signatures")
)

#: Of these, what is counted anew every day.
_DAILY = frozenset(("cases", "people", "signatures", "arrests"))


def numbers(pair: Pair) -> Finding | None:
    """Other figures in one role; hard where the titles are equal but for them."""
    rounded: Finding | None = None
    for a, b in _compared(pair):
        first, second = a.mark, b.mark
        if first is None or second is None or first.value == second.value:
            continue
        detail = f"{a.shown.strip()} / {b.shown.strip()}"
        is_rounded = may_agree(first, second)
        if _TOLLS.intersection((*a.nouns, *b.nouns)) and not (is_rounded and _is_about(a, b)):
            return _toll(pair, a, b, detail)
        if is_rounded:
            rounded = Finding(is_hard=False, detail=f"{detail} (may be rounded)")
        else:
            return Finding(is_hard=_settles(pair, first), detail=detail)
    return rounded or _in_two_languages(pair) or _over_and_under(pair)


def _in_two_languages(pair: Pair) -> Finding | None:
    """One figure in each of two titles that cannot be laid side by side."""
    found = apart(pair, "count") if pair.is_translated else None
    if found is None or len(found[0]) != 1 or len(found[1]) != 1:
        return None
    a, b = found[0][0], found[1][0]
    if may_agree(a, b):
        return None
    return Finding(is_hard=False, detail=f"{a.value:g} / {b.value:g}")


def _over_and_under(pair: Pair) -> Finding | None:
    """One value, which one title tops and the other falls short of."""
    if not pair.frame.is_close:
        return None
    b = {word.key: word for word in pair.facts_b.words if word.mark}
    for word in pair.facts_a.words:
        other = b.get(word.key)
        if word.mark and other and other.mark and contradict(word.mark, other.mark):
            told = f"over / under {word.shown.strip()}"
            return Finding(is_hard=False, detail=told)
    return None


def _toll(pair: Pair, a: Word, b: Word, detail: str) -> Finding:
    """An update; a day later a count in the same words is one of a daily series."""
    is_hard = pair.is_other_edition and pair.frame.is_equal_but_marks
    is_update = not is_hard or not _DAILY.intersection((*a.nouns, *b.nouns))
    return Finding(is_hard=is_hard, detail=detail, is_update=is_update)


def _is_about(a: Word, b: Word) -> bool:
    return any(word.mark is not None and word.mark.near == "about" for word in (a, b))


def _settles(pair: Pair, mark: Mark) -> bool:
    return pair.frame.is_equal_but_marks and pair.frame.is_close and not mark.near


def _compared(pair: Pair) -> list[tuple[Word, Word]]:
    """Figures in each other's place, then the only ones of one noun on each side."""
    is_equal = pair.frame.is_equal_but_marks
    found = [both for both in in_one_place(pair, COUNTS) if is_equal or _count_one(*both)]
    a, b = _by_noun(pair.facts_a.words), _by_noun(pair.facts_b.words)
    found += [(a[noun], b[noun]) for noun in sorted(a.keys() & b.keys())]
    return found


def _count_one(a: Word, b: Word) -> bool:
    """False where they are known to count other things."""
    if a.mark is None or b.mark is None or not a.mark.role or not b.mark.role:
        return True
    return stem(a.mark.role) == stem(b.mark.role) or bool(set(a.nouns) & set(b.nouns))


def _by_noun(words: tuple[Word, ...]) -> dict[str, Word]:
    found: dict[str, list[Word]] = {}
    for word in words:
        if word.mark is not None and word.mark.kind in COUNTS:
            role = word.nouns[0] if word.nouns else ""
            found.setdefault(role, []).append(word)
    return {noun: words[0] for noun, words in found.items() if noun and len(words) == 1}
