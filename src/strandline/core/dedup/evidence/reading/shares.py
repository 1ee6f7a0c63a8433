"""Shares in words, as percentages: `a third of`, `nine in ten`, `un tiers des élèves`."""

import re
from collections.abc import Iterable

from strandline.core.dedup.evidence.reading.marks import Mark
from strandline.core.text.numerals import NUMBERS, ORDINALS

_HALVES = {"half": 2, "halve": 2, "quarter": 4}
_N = r"one|two|three|four|five|six|seven|eight|nine|ten|twenty|\d{1,3}"
_PART = "half|third|quarter|fifth|sixth|seventh|eighth|ninth|tenth"
#: `third of` alone may order: only at the beginning, and not before what is counted through.
_OF = re.compile(
    rf"\b(?:(a|an|one)[ -])(?P<part>{_PART}) of\b"
    rf"|^(?P<first>{_PART}) of (?!a\b|an\b|its|his|her|{_N}|the (?:season|year|series|week|tour))"
    r"|\b(?P<half>half)(?: of\b| the\b| all\b)"
    rf"|\b(?P<many>two|three|four|five|seven|nine)[ -](?P<parts>{_PART})s\b"
)
_IN = re.compile(
    rf"\b(?P<n>{_N})(?: in(?: every)? | out of (?:every )?)(?P<of>{_N}|a hundred|hundred)\b"
    r"(?! (?:day|week|month|year|hour|minute|game|match|race|season|attempt|start|night|round)s?)"
)


def english_shares(low: str) -> Iterable[Mark]:
    """Shares as percentages; a fraction in words is never meant to the digit."""
    for m in _OF.finditer(low):
        part = m["part"] or m["first"] or m["half"] or m["parts"]
        count = NUMBERS[m["many"]] if m["many"] else 1
        yield _share(count, _HALVES.get(part) or ORDINALS[part], m)
    for m in _IN.finditer(low):
        count, of = _number(m["n"]), _number(m["of"].removeprefix("a "))
        if count < of:
            yield _share(count, of, m)


def _number(text: str) -> float:
    return float(text) if text.isdigit() else NUMBERS.get(text, 100)


def _share(count: float, of: float, m: re.Match[str]) -> Mark:
    return Mark("percent", round(100 * count / of, 1), *m.span(), near="about")


_TOPS = {"un": 1, "le": 1, "deux": 2, "les deux": 2, "trois": 3, "les trois": 3, "quatre": 4}
_BOTTOMS = {"tiers": 3, "quart": 4, "quarts": 4, "cinquieme": 5, "cinquiemes": 5, "dixieme": 10}
#: `un quart de finale`, `un quart d'heure` and `un tiers de confiance` are none.
_FRENCH_SHARE = re.compile(
    rf"\b(?:(?P<top>{'|'.join(sorted(_TOPS, key=len, reverse=True))})"
    rf" (?P<bottom>{'|'.join(_BOTTOMS)})|la moitie)"
    r"(?= de(?:s|u)? | d')(?! de finale| d'heure| de siecle| de tour| de confiance| de point)"
)
#: What central banks move by.
_OF_A_POINT = re.compile(r"\b(?:un )?(quart de|demi|trois quarts de)[ -]point\b")
_POINTS = {"quart de": 0.25, "demi": 0.5, "trois quarts de": 0.75}


def french_shares(low: str) -> Iterable[Mark]:
    """Shares as percentages; a share in words is never meant to the digit."""
    for m in _FRENCH_SHARE.finditer(low):
        value = 100 * _TOPS[m["top"]] / _BOTTOMS[m["bottom"]] if m["top"] else 50.0
        yield Mark("percent", round(value, 1), *m.span(), near="about")
    for m in _OF_A_POINT.finditer(low):
        yield Mark("count", _POINTS[m[1]], *m.span(), role="point")
