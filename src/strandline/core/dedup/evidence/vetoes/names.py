"""Other names of one kind: `Port Saltmere` and `Port Lindow`, or one in the place of another."""

from itertools import pairwise

from strandline.core.dedup.evidence.facts import Facts
from strandline.core.dedup.evidence.pair import Finding, Pair
from strandline.core.dedup.evidence.reading.words import Word


def names(pair: Pair) -> Finding | None:
    """For the judge, wherever they stand: two of one kind are two events."""
    if pair.is_translated or not (pair.facts_a.is_plain_case and pair.facts_b.is_plain_case):
        return None
    ours, theirs = _goings_on(pair.facts_a, pair.facts_b), _goings_on(pair.facts_b, pair.facts_a)
    for first in ours.keys() & theirs.keys():
        (a, is_inner), (b, is_other_inner) = ours[first], theirs[first]
        # Every first word of a title has a capital: it is of the name where it has one elsewhere.
        if (is_inner or is_other_inner) and not _is_short_for(a.shown, b.shown):
            return Finding(is_hard=False, detail=f"{a.shown} / {b.shown}")
    return _in_one_place(pair) or _somebody_else(pair)


def _in_one_place(pair: Pair) -> Finding | None:
    """One name in the place of another, in close titles."""
    if not pair.frame.is_close or not pair.frame.is_ordered:
        return None
    for gap in pair.frame.moved:
        if len(gap.a) == len(gap.b) == 1 and all(
            w.is_name and not w.mark for w in (*gap.a, *gap.b)
        ):
            a, b = gap.a[0].shown, gap.b[0].shown
            if not _is_short_for(a, b):
                return Finding(is_hard=False, detail=f"{a} / {b}")
    return None


def _somebody_else(pair: Pair) -> Finding | None:
    """Two names on each side in one place of a sentence, and none that both have."""
    if not pair.frame.is_ordered or pair.facts_a.named & pair.facts_b.named:
        return None
    for gap in pair.frame.gaps:
        a, b = ([w.shown for w in side if w.is_name and not w.is_known_name] for side in gap)
        if min(len(a), len(b)) > 1:
            return Finding(is_hard=False, detail=f"{' '.join(a)} / {' '.join(b)}")
    return None


def _goings_on(facts: Facts, others: Facts) -> dict[str, tuple[Word, bool]]:
    """Second words of names that the other title does not have, by the first, which has a capital;
    and whether it stands within the title.
    """
    known = {word.key for word in others.words}
    return {
        first.key: (second, place > 0)
        for place, (first, second) in enumerate(pairwise(facts.words))
        if first.shown[:1].isupper()
        and second.is_name
        and second.mark is None
        and second.key not in known
    }


def _is_short_for(a: str, b: str) -> bool:
    """True where one may be part or letters of the other: `Gox` and `MtGox`, `OL`, `Olympique`."""
    short, long = sorted((a.lower().replace(".", ""), b.lower()), key=len)
    is_acronym = len(short) <= 5 and a.isupper() != b.isupper() and short[0] == long[0]
    return short in long or is_acronym
