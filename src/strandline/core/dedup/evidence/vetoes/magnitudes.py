"""Magnitudes of earthquakes that differ: agencies revise them, and quakes follow each other."""

from strandline.core.dedup.evidence.model import Finding
from strandline.core.dedup.evidence.pair import Pair
from strandline.core.dedup.evidence.vetoes.values import apart

#: Agencies disagree about one quake by less.
_OTHER_QUAKE = 1.0


def magnitudes(pair: Pair) -> Finding | None:
    """For the judge, unless they are far apart: 6.1 and 6.3 may be one quake, 4.2 and 6.3 not."""
    found = apart(pair, "magnitude")
    if found is None:
        return None
    a = sorted(float(m.value) for m in found[0] if isinstance(m.value, float))
    b = sorted(float(m.value) for m in found[1] if isinstance(m.value, float))
    least = min(abs(x - y) for x in a for y in b)
    told = f"{', '.join(map(str, a))} / {', '.join(map(str, b))}"
    return Finding(is_hard=least >= _OTHER_QUAKE and pair.frame.is_close, detail=told)
