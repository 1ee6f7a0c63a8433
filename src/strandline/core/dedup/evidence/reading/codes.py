"""Letters and digits by which one of many is named: runway `27L`, bolt `M8x40`, `Marine A`."""

import re
from collections.abc import Iterable

from strandline.core.dedup.evidence.reading.marks import Mark

#: What is named by a number with a letter; behind other words `27L` may be litres.
_LABELLED = re.compile(
    r"\b(runway|gate|flight|bus|route|section|form|unit|row|seat|stand|hangar|platform|block|"
    r"building|ward|class|category|schedule|annexe?|exhibit|area|zone|pier|terminal|track|locker|"
    r"train|tram|sector|room|flat|apartment|suite|apt|exit|junction|lot|plot|clause|type|grade|"
    r"tier|model|mark|band|road|street|house|locus|variant|strain|piste|quai|porte|vol|salle)"
    r" (\d{1,4}[a-z]{1,2}|[a-z]{1,2}\d{1,4})(?![\w.,]\w|\w)"
)
#: Letters and digits by turns are a part's number wherever they stand.
_BY_TURNS = re.compile(
    r"(?<![a-z\d.-])([a-z]{1,4})-?(\d{1,4}(?:[a-z]{1,3}\d{1,4}|-\d{1,5}[a-z]?)[a-z]{0,2})"
    r"(?![a-z\d]|[.,]\d)"
)


def codes(low: str) -> Iterable[Mark]:
    """Which one of its kind; two codes behind one word, or of one series, name two things."""
    if not any(char.isdigit() for char in low):
        return
    for m in _LABELLED.finditer(low):
        yield Mark("part", m[2], *m.span(2), role=m[1])
    for m in _BY_TURNS.finditer(low):
        yield Mark("version", m[2], *m.span(), role=m[1])
