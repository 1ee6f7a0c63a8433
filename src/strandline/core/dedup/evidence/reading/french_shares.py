"""French shares in words, as percentages: `un tiers des élèves`, `la moitié du parc`."""

import re
from collections.abc import Iterable

from strandline.core.dedup.evidence.reading.marks import Mark

_TOPS = {"un": 1, "le": 1, "deux": 2, "les deux": 2, "trois": 3, "les trois": 3, "quatre": 4}
_BOTTOMS = {"tiers": 3, "quart": 4, "quarts": 4, "cinquieme": 5, "cinquiemes": 5, "dixieme": 10}
#: `un quart de finale`, `un quart d'heure` and `un tiers de confiance` are none.
_SHARE = re.compile(
    rf"\b(?:(?P<top>{'|'.join(sorted(_TOPS, key=len, reverse=True))})"
    rf" (?P<bottom>{'|'.join(_BOTTOMS)})|la moitie)"
    r"(?= de(?:s|u)? | d')(?! de finale| d'heure| de siecle| de tour| de confiance| de point)"
)
#: What central banks move by.
_OF_A_POINT = re.compile(r"\b(?:un )?(quart de|demi|trois quarts de)[ -]point\b")
_POINTS = {"quart de": 0.25, "demi": 0.5, "trois quarts de": 0.75}


def french_shares(low: str) -> Iterable[Mark]:
    """Shares as percentages; a share in words is never meant to the digit."""
    for m in _SHARE.finditer(low):
        value = 100 * _TOPS[m["top"]] / _BOTTOMS[m["bottom"]] if m["top"] else 50.0
        yield Mark("percent", round(value, 1), *m.span(), near="about")
    for m in _OF_A_POINT.finditer(low):
        yield Mark("count", _POINTS[m[1]], *m.span(), role="point")
