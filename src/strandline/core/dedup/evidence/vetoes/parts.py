"""Part and episode numbers that differ: `(1/3)` and `(2/3)`, `上` and `下`, `S02E03` and `04`."""

from collections.abc import Mapping

from strandline.core.dedup.evidence.facts import Facts
from strandline.core.dedup.evidence.pair import Finding, Pair
from strandline.core.dedup.evidence.vetoes.values import by_role
from strandline.core.dedup.telling import Telling

#: What is published piece by piece: another number is another piece, whatever its subtitle.
_PIECES = frozenset(
    ("part", "episode", "season", "chapter", "volume", "issue", "roman", "edition", "generation")
)
_FEATURE = "part:"
#: Numbers by what is numbered.
_Parts = Mapping[str, set[str]]


def parts(pair: Pair) -> Finding | None:
    """Hard for pieces of one series; a part against the whole is for the judge."""
    a, b = _parts(pair.a, pair.facts_a), _parts(pair.b, pair.facts_b)
    for role in sorted(a.keys() & b.keys()):
        if a[role].isdisjoint(b[role]):
            is_piece = role in _PIECES and pair.frame.is_close
            is_hard = pair.frame.is_equal_but_marks or is_piece
            if (
                "final" in a[role] | b[role] and pair.frame.is_close
            ):  # a fourth may be the final one
                is_hard = False
            if is_hard or role in _PIECES or pair.frame.is_close:
                return Finding(is_hard, f"{role} {_told(a[role])} / {_told(b[role])}")
    return _against_whole(pair, a, b)


def _against_whole(pair: Pair, a: _Parts, b: _Parts) -> Finding | None:
    one_sided = sorted((a.keys() ^ b.keys()) & _PIECES)
    numbers_a, numbers_b = set().union(*a.values()), set().union(*b.values())
    if numbers_a & numbers_b:
        return None  # `(2/4)` and `episode 2` are one piece
    if one_sided and pair.frame.is_close and pair.frame.is_equal_but_marks:
        return Finding(is_hard=False, detail=f"{one_sided[0]} on one side only")
    return None


def _parts(telling: Telling, facts: Facts) -> _Parts:
    found = by_role(facts, "part")
    for feature in telling.title.features:
        if feature.startswith(_FEATURE):
            found.setdefault("part", set()).add(feature.removeprefix(_FEATURE))
    return found


def _told(values: set[str]) -> str:
    return ", ".join(sorted(values))
