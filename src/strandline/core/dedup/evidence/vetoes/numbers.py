"""Figures that differ in one role: counts, percentages, measures, ages, ordinals; money; scores.

A number on one side only says nothing: a longer title tells more; but an ordinal may mean one more
of a kind. A toll that differs is an update; a figure that may be the other one rounded is for the
judge.
"""

from collections.abc import Iterator
from itertools import pairwise

from strandline.core.dedup.evidence.facts import Facts
from strandline.core.dedup.evidence.pair import Finding, Pair
from strandline.core.dedup.evidence.reading.words import COUNTS, Word, stem
from strandline.core.dedup.evidence.vetoes.values import (
    apart,
    contradict,
    in_one_place,
    is_about,
    may_agree,
    shown,
)

#: What is counted anew while a story unfolds; and of these, what is counted anew every day.
_TOLLS = frozenset(("dead", "injured", "missing", "cases", "arrests", "people", "homes"))
_DAILY = frozenset(("cases", "people", "arrests"))
#: One more of a kind.
_NEXT = "another"
#: Agencies disagree about the magnitude of one quake by less.
_OTHER_QUAKE = 1.0
#: Least share of content that two reports of one match have in common.
_ONE_MATCH = 0.5


def numbers(pair: Pair) -> Finding | None:
    """Other figures in one role; hard where the titles are equal but for them."""
    rounded: Finding | None = None
    for a, b in _compared(pair):
        first, second = a.mark, b.mark
        if first is None or second is None or first.value == second.value:
            continue
        if is_about(first, second) or _is_there(a, pair.facts_b) or _is_there(b, pair.facts_a):
            continue
        detail = f"{a.shown.strip()} / {b.shown.strip()}"
        is_rounded = may_agree(first, second)
        if _TOLLS.intersection((*a.nouns, *b.nouns)) and not (is_rounded and _says_about(a, b)):
            return _toll(pair, a, b, detail)
        if is_rounded:
            rounded = Finding(is_hard=False, detail=f"{detail} (may be rounded)")
        else:
            return Finding(is_hard=_is_all(pair) and not first.near, detail=detail)
    return rounded or _in_two_languages(pair) or _over_and_under(pair)


def ordinals(pair: Pair) -> Finding | None:
    """Third and fourth, `4e` and `5e`; hard where the titles are equal but for them.

    One on one side only, before what both tell, may be one more of its kind: `second walker dies`.
    """
    for a, b in in_one_place(pair, ("ordinal",)):
        if a.mark and b.mark and a.mark.value != b.mark.value:
            return Finding(is_hard=_is_all(pair), detail=f"{a.shown} / {b.shown}")
    return _one_more(pair)


def _one_more(pair: Pair) -> Finding | None:
    if not pair.frame.is_close:
        return None
    for one, other in (pair.both, pair.both[::-1]):
        for word, behind in pairwise(one.words if "ordinal" not in other.marks else ()):
            if behind.key in other.content and _is_added(pair, word):
                return Finding(is_hard=False, detail=f"“{word.shown}” on one side only")
    return None


def _is_added(pair: Pair, word: Word) -> bool:
    """`Second`, `3e`, `another`, not the first nor the last, where the other title has nothing."""
    mark = word.mark
    is_next = word.shown.lower() == _NEXT
    if mark is not None:
        is_next = mark.kind == "ordinal" and mark.value not in (1, -1)
    return is_next and any(word in (*g.a, *g.b) for g in pair.frame.gaps if not g.is_replaced)


def scores(pair: Pair) -> Finding | None:
    """Other scores of one match; hard where the titles are equal but for them."""
    found = apart(pair, "score")
    if found is None or (pair.is_one_language and pair.frame.share < _ONE_MATCH):
        return None
    orders = ({tuple(sorted(m.value)) for m in f if isinstance(m.value, tuple)} for f in found)
    is_turned = not pair.frame.is_ordered and not set.isdisjoint(*orders)  # from the other side
    return Finding(is_hard=_is_all(pair) and not is_turned, detail=shown(pair, *found))


def magnitudes(pair: Pair) -> Finding | None:
    """For the judge, unless they are far apart: 6.1 and 6.3 may be one quake, 4.2 and 6.3 not."""
    found = apart(pair, "magnitude")
    if found is None:
        return None
    a, b = ([float(m.value) for m in marks if isinstance(m.value, float)] for marks in found)
    is_far = min(abs(x - y) for x in a for y in b) >= _OTHER_QUAKE
    return Finding(is_hard=is_far and pair.frame.is_close, detail=shown(pair, *found))


def money(pair: Pair) -> Finding | None:
    """Hard where the titles are equal but for the sum; another currency may be converted."""
    a, b = pair.facts_a.marks.get("money", ()), pair.facts_b.marks.get("money", ())
    if not a or not b or (not pair.is_translated and not pair.frame.is_close):
        return None
    both = [(x, y) for x in a for y in b if x.role == y.role]
    if any(contradict(x, y) for x, y in both):
        return Finding(is_hard=False, detail=f"{shown(pair, a, b)} (over / under)")
    if any(x.value == y.value or is_about(x, y) for x, y in both):
        return None
    is_sure = bool(both) and not any(may_agree(x, y) for x, y in both)
    is_exact = not any(mark.near for mark in (*a, *b))
    is_hard = is_sure and is_exact and pair.frame.is_equal_but_marks
    return Finding(is_hard=is_hard, detail=shown(pair, a, b))


def _in_two_languages(pair: Pair) -> Finding | None:
    """One figure in each of two titles that cannot be laid side by side."""
    found = apart(pair, "count") if pair.is_translated else None
    if found is None or len(found[0]) != 1 or len(found[1]) != 1 or may_agree(*found[0], *found[1]):
        return None
    return Finding(is_hard=False, detail=shown(pair, *found))


def _over_and_under(pair: Pair) -> Finding | None:
    """One value, which one title tops and the other falls short of."""
    if not pair.frame.is_close:
        return None
    b = {word.key: word for word in pair.facts_b.words if word.mark}
    for word in pair.facts_a.words:
        other = b.get(word.key)
        if word.mark and other and other.mark and contradict(word.mark, other.mark):
            return Finding(is_hard=False, detail=f"over / under {word.shown.strip()}")
    return None


def _toll(pair: Pair, a: Word, b: Word, detail: str) -> Finding:
    """An update; a day later a count in the same words is one of a daily series."""
    is_hard = pair.is_other_edition and pair.frame.is_equal_but_marks
    is_update = not is_hard or not _DAILY.intersection((*a.nouns, *b.nouns))
    return Finding(is_hard=is_hard, detail=detail, is_update=is_update)


def _says_about(a: Word, b: Word) -> bool:
    return any(word.mark is not None and word.mark.near == "about" for word in (a, b))


def _is_all(pair: Pair) -> bool:
    """True where two titles of one sentence differ in nothing but figures and dates."""
    return pair.frame.is_equal_but_marks and pair.frame.is_close


def _compared(pair: Pair) -> Iterator[tuple[Word, Word]]:
    """Figures in one place, then in close titles the only ones of one noun on each side."""
    is_equal = pair.frame.is_equal_but_marks
    yield from (two for two in in_one_place(pair, COUNTS) if is_equal or _count_one(*two))
    if pair.frame.is_close:
        a, b = _by_noun(pair.facts_a.words), _by_noun(pair.facts_b.words)
        yield from ((a[noun], b[noun]) for noun in sorted(a.keys() & b.keys()))


def _by_noun(words: tuple[Word, ...]) -> dict[str, Word]:
    """By what they count, in a word of ours where there is one; none that is counted twice."""
    found: dict[str, list[Word]] = {}
    for word in words:
        if word.mark and word.mark.kind in COUNTS and (word.nouns or word.mark.role):
            found.setdefault((*word.nouns, stem(word.mark.role))[0], []).append(word)
    return {noun: words[0] for noun, words in found.items() if len(words) == 1}


def _is_there(word: Word, facts: Facts) -> bool:
    """True where the other title has the figure too, of something that may be the same: `4 more
    die, 7 in all` and `7 dead`; `passes 100m` and `takes 100m yuan`.
    """
    return any(_may_be(word, other) for other in facts.words)


def _may_be(a: Word, b: Word) -> bool:
    if a.mark is None or b.mark is None or a.mark.value != b.mark.value:
        return False
    if b.mark.kind not in COUNTS:
        return b.mark.kind == "money" and not (a.nouns or a.mark.role)
    if a.nouns and b.nouns:
        return not set(a.nouns).isdisjoint(b.nouns)
    return _count_one(a, b)


def _count_one(a: Word, b: Word) -> bool:
    """False where they are known to count other things."""
    if a.mark is None or b.mark is None or not a.mark.role or not b.mark.role:
        return True
    return stem(a.mark.role) == stem(b.mark.role) or bool(set(a.nouns) & set(b.nouns))
