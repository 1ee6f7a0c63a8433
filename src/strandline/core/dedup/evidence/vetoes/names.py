"""Names that stand in each other's place, or go on in another way behind the same first word."""

from itertools import pairwise

from strandline.core.dedup.evidence.facts import Facts
from strandline.core.dedup.evidence.frame import Gap
from strandline.core.dedup.evidence.lexicon.bodies import TWINS
from strandline.core.dedup.evidence.lexicon.countries import METONYMS
from strandline.core.dedup.evidence.model import Finding
from strandline.core.dedup.evidence.pair import Pair
from strandline.core.dedup.evidence.reading.words import Word
from strandline.core.dedup.evidence.vetoes.values import gap_told

#: Least share of content from which two known names in each other's place say something.
_LEAST_SHARE = 0.3
#: Longest name, in words.
_LONGEST = 5
_GROUPS = (*METONYMS, *TWINS)


def names(pair: Pair) -> Finding | None:
    """Hard where one pair of names is all that differs; soft where more does."""
    for gap in pair.frame.gaps:
        if not gap.is_replaced or max(len(gap.a), len(gap.b)) > _LONGEST or not _are_others(gap):
            continue
        if pair.frame.is_close:
            is_hard = gap is pair.frame.only and _are_known(gap)
            return Finding(is_hard=is_hard, detail=gap_told(gap))
        if pair.frame.share >= _LEAST_SHARE and _are_known(gap):
            return Finding(is_hard=False, detail=gap_told(gap))
    return _going_on(pair)


def _going_on(pair: Pair) -> Finding | None:
    """`Port Saltmere` and `Port Lindow`, wherever they stand: two of one kind, and two events."""
    if pair.is_translated or not (pair.facts_a.is_plain_case and pair.facts_b.is_plain_case):
        return None
    ours, theirs = _goings_on(pair.facts_a, pair.facts_b), _goings_on(pair.facts_b, pair.facts_a)
    for first in ours.keys() & theirs.keys():
        (a, is_inner), (b, is_other_inner) = ours[first], theirs[first]
        # Every first word of a title has a capital: it is of the name where it has one elsewhere.
        if not (is_inner or is_other_inner):
            continue
        if not may_be_one(a.key, b.key) and not _is_short_for(a.shown, b.shown):
            return Finding(is_hard=False, detail=f"{a.shown} / {b.shown}")
    return None


def _goings_on(facts: Facts, others: Facts) -> dict[str, tuple[Word, bool]]:
    """Second words of names that the other title does not have, by the first, which has a capital;
    and whether it stands within the title.
    """
    known = {word.key for word in others.words}
    return {
        first.key: (second, place > 0)
        for place, (first, second) in enumerate(pairwise(facts.words))
        if first.shown[:1].isupper() and second in _named((second,)) and second.key not in known
    }


def may_be_one(a: str, b: str) -> bool:
    """True for two names that newsrooms use for each other, such as a country and its capital."""
    return any(a in group and b in group for group in _GROUPS)


def _are_others(gap: Gap) -> bool:
    """True where both sides name somebody, and nobody alike."""
    a, b = _named(gap.a), _named(gap.b)
    return bool(a and b) and not any(
        may_be_one(first.key, second.key) or _is_short_for(first.shown, second.shown)
        for first in a
        for second in b
    )


def _are_known(gap: Gap) -> bool:
    """True for known names of one level: two countries, two cities, two companies."""
    levels = [word.level for word in gap.a]
    return all(levels) and levels == [word.level for word in gap.b]


def _named(words: tuple[Word, ...]) -> list[Word]:
    return [word for word in words if word.is_name and word.mark is None]


def _is_short_for(a: str, b: str) -> bool:
    """True where one may be part or letters of the other: `Gox` and `MtGox`, `OL`, `Olympique`."""
    short, long = sorted((a.lower().replace(".", ""), b.lower()), key=len)
    is_acronym = len(short) <= 5 and a.isupper() != b.isupper() and short[0] == long[0]
    return short in long or is_acronym
