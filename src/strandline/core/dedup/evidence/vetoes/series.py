"""Titles that one source has again on another day: horoscope, weather, market wrap, briefings."""

from strandline.core.dedup.evidence.model import Finding
from strandline.core.dedup.evidence.pair import Pair

_DATES = frozenset(("day", "weekday", "month", "year", "quarter", "season"))


def series(pair: Pair) -> Finding | None:
    """Hard for one source's titles of two days that name them; else for the judge."""
    if not pair.is_other_edition or not pair.is_one_source or not _is_one_title(pair):
        return None
    return Finding(is_hard=_is_dated(pair), detail="one title on another day")


def _is_one_title(pair: Pair) -> bool:
    """True where nothing differs but dates."""
    return pair.frame.words >= 1 and all(
        word.mark is not None and word.mark.kind in _DATES
        for gap in pair.frame.gaps
        for word in (*gap.a, *gap.b)
    )


def _is_dated(pair: Pair) -> bool:
    return bool(_DATES & pair.facts_a.marks.keys() & pair.facts_b.marks.keys())
