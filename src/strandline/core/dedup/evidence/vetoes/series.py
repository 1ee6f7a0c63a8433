"""Recurring titles: horoscope, weather, market wrap, lottery, crossword, briefings."""

from strandline.core.dedup.evidence.model import Finding
from strandline.core.dedup.evidence.pair import Pair

_DATES = frozenset(("day", "weekday", "month", "year", "quarter", "season"))


def series(pair: Pair) -> Finding | None:
    """Hard for one source's series on another day; without days or sources for the judge."""
    if not _is_one_title(pair):
        return None
    is_recurring = "series" in pair.kinds_a & pair.kinds_b
    if pair.is_other_edition and pair.is_one_source:
        return Finding(is_hard=is_recurring or _is_dated(pair), detail="one title on another day")
    if not is_recurring:
        return None
    if pair.is_one_source and pair.apart is not None:
        return None
    return Finding(is_hard=False, detail="a title that recurs")


def _is_one_title(pair: Pair) -> bool:
    """True where nothing differs but dates."""
    return pair.frame.words >= 1 and all(
        word.mark is not None and word.mark.kind in _DATES
        for gap in pair.frame.gaps
        for word in (*gap.a, *gap.b)
    )


def _is_dated(pair: Pair) -> bool:
    return bool(_DATES & pair.facts_a.marks.keys() & pair.facts_b.marks.keys())
