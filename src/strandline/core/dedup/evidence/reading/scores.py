"""Scores: `2-1`, `3：2`, `112比108`."""

import re
from collections.abc import Iterable

from strandline.core.dedup.evidence.reading.marks import Mark

_SCORE = re.compile(
    r"(?<![\d\-/.,:$€£])(\d{1,3})( ?[-:比] ?| (?:to|a) )(\d{1,3})(?![\d/:%]|-\d|[.,]\d)"
)
_AFTER_RANGE = re.compile(
    r" ?(?:year|ans|years|%|percent|people|personnes|days|jours|hours|heures|inch|mile|km|minute|"
    r"nm|人|岁|年|天(?!津)|日(?!本)|月|个|名|万|亿|元)"
)
#: Higher ones are no scores of a match.
_HIGHEST = 200


def scores(low: str) -> Iterable[Mark]:
    """Scores in the order in which they were written: (first, second)."""
    for m in _SCORE.finditer(low):
        first, second = int(m[1]), int(m[3])
        sign = m[2].strip()
        if max(first, second) > _HIGHEST or (sign != "比" and _is_range(low, m, first, second)):
            continue
        if sign == ":" and first <= 24 and len(m[3]) == 2 and second < 60:
            continue  # a time of day
        if sign in ("to", "a") and (not low[: m.start()].strip() or second > 20):
            continue
        if any(digits != "0" and digits.startswith("0") for digits in (m[1], m[3])):
            continue
        yield Mark("score", (float(first), float(second)), *m.span())


def _is_range(low: str, m: re.Match[str], first: int, second: int) -> bool:
    return first < second and bool(_AFTER_RANGE.match(low, m.end()))
