"""Days, weekdays, months, years, and quarters that differ.

Each is a veto of its own. The day of the news and the day of the report stand beside each other in
titles; so another day in titles that are not equal is for the judge.
"""

from collections.abc import Callable

from strandline.core.dedup.evidence.pair import Finding, Pair
from strandline.core.dedup.evidence.reading.marks import Mark
from strandline.core.dedup.evidence.vetoes.values import apart, shown


def other(kind: str) -> Callable[[Pair], Finding | None]:
    """A veto on moments of a kind: days, weekdays, years."""
    return lambda pair: _differing(pair, kind)


def months(pair: Pair) -> Finding | None:
    """`in April` and `in June`, `四月` and `五月`."""
    return _differing(pair, "month") or _thirds(pair)


def _thirds(pair: Pair) -> Finding | None:
    """`early March` and `late March`."""
    a, b = ({m.role for m in f.marks.get("month", ()) if m.role} for f in pair.both)
    if not a or not b or a & b or not pair.frame.is_close:
        return None
    return Finding(is_hard=False, detail="another third of the month")


def quarters(pair: Pair) -> Finding | None:
    """`Q1` and `Q2`, `premier trimestre`, `三季度`, halves of a year, and seasons."""
    return (
        _differing(pair, "quarter", "quarter")
        or _differing(pair, "quarter", "half")
        or _differing(pair, "season")
        or _of_other_length(pair)
    )


def _of_other_length(pair: Pair) -> Finding | None:
    """`in March` and `in the first quarter`."""
    a, b = (f.marks.keys() & {"month", "quarter"} for f in pair.both)
    if not (a and b) or a & b or not pair.frame.is_close:
        return None
    return Finding(is_hard=False, detail=" / ".join(sorted(a | b)))


def _differing(pair: Pair, kind: str, role: str | None = None) -> Finding | None:
    found = apart(pair, kind, role)
    if found is None or (not pair.is_translated and not pair.frame.is_close):
        return _alone(pair, found)
    return Finding(is_hard=pair.frame.is_equal_but_marks, detail=shown(pair, *found))


def _alone(pair: Pair, found: tuple[list[Mark], list[Mark]] | None) -> Finding | None:
    """Short titles such as `Horoscope of 3 May` share one word, and it is all they have."""
    if found is None or not pair.frame.is_equal_but_marks:
        return None
    return Finding(is_hard=True, detail=shown(pair, *found))
