"""Opposites that no table needs: `armed` and `unarmed`, `for` and `against`."""

import re
from itertools import product

from strandline.core.dedup.evidence.facts import Facts
from strandline.core.dedup.evidence.frame import Gap
from strandline.core.dedup.evidence.model import Finding
from strandline.core.dedup.evidence.pair import Pair

#: What turns a word around; `in-` begins too many others, so it must leave a long word.
_TURNS = ("un", "dis", "non", "im", "il", "ir", "de")
_LEAST, _LEAST_IN = 4, 6
_AGAINST = re.compile(r"\b(against|anti|contre)\b")
_FOR = {"against": "for", "anti": "pro", "contre": "pour"}


def prefixes(pair: Pair) -> Finding | None:
    """For the judge: a word and the same behind `un-`; `against` where the other says `for`."""
    if not pair.frame.is_close:
        return None
    return _prefixed(pair.frame.gaps) or _stance(pair.facts_a, pair.facts_b)


def _prefixed(gaps: tuple[Gap, ...]) -> Finding | None:
    for gap in gaps:
        for a, b in product(gap.a, gap.b):
            if _is_turned(a.shown.lower(), b.shown.lower()):
                return Finding(is_hard=False, detail=f"{a.shown} / {b.shown}")
    return None


def _is_turned(a: str, b: str) -> bool:
    short, long = sorted((a, b), key=len)
    head, tail = long[: len(long) - len(short)], long[len(long) - len(short) :]
    least = _LEAST_IN if head == "in" else _LEAST
    return tail == short and len(short) >= least and head in (*_TURNS, "in")


def _stance(a: Facts, b: Facts) -> Finding | None:
    """`leader against nuclear power` and `leader for nuclear power`."""
    for one, other in ((a.text.low, b.text.low), (b.text.low, a.text.low)):
        for m in _AGAINST.finditer(one):
            before = one[: m.start()].split()[-1:]
            behind = one[m.end() :].split()[:1]
            turned = " ".join((*before, _FOR[m[1]], *behind))
            if before and behind and f" {turned} " in f" {other} ":
                return Finding(is_hard=False, detail=f"{m[1]} / {_FOR[m[1]]}")
    return None
