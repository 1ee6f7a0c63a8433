"""What several vetoes ask of marks: which stand in one place, and whether values may agree."""

from collections.abc import Collection, Iterable, Iterator
from math import floor, log10

from strandline.core.dedup.evidence.facts import Facts
from strandline.core.dedup.evidence.frame import Gap
from strandline.core.dedup.evidence.pair import Pair
from strandline.core.dedup.evidence.reading.marks import Mark
from strandline.core.dedup.evidence.reading.words import Word

#: How far a value may be from one that is said to be about it, or to be over or under it.
_ABOUT, _BEYOND = 0.10, 0.30
#: From this value on, a number with fewer digits may be the same one rounded.
_ROUNDED_FROM = 100
#: What is nearer to a whole number is one, and steps that are smaller are none.
_EXACT = 1e-6


def in_one_place(pair: Pair, kinds: Collection[str]) -> Iterator[tuple[Word, Word]]:
    """Marks of these kinds that stand in each other's place, one a side."""
    for gap in pair.frame.gaps:
        a, b = _marked(gap.a, kinds), _marked(gap.b, kinds)
        if len(a) == len(b):
            yield from (both for both in zip(a, b, strict=True) if _kind(both[0]) == _kind(both[1]))


def apart(pair: Pair, kind: str, role: str | None = None) -> tuple[list[Mark], list[Mark]] | None:
    """Marks of a kind on both sides that share no value; None where one side has none."""
    a = [m for m in pair.facts_a.marks.get(kind, ()) if role is None or m.role == role]
    b = [m for m in pair.facts_b.marks.get(kind, ()) if role is None or m.role == role]
    if not a or not b or {m.value for m in a} & {m.value for m in b}:
        return None
    return a, b


def by_role(facts: Facts, kind: str) -> dict[str, set[str]]:
    """Values of the marks of a kind, by what they number."""
    found: dict[str, set[str]] = {}
    for mark in facts.marks.get(kind, ()):
        found.setdefault(mark.role, set()).add(str(mark.value))
    return found


def may_agree(a: Mark, b: Mark) -> bool:
    """True where one value may be the other one rounded, or within what its title allows."""
    first, second = a.value, b.value
    if not isinstance(first, float) or not isinstance(second, float):
        return first == second
    return (
        first == second
        or _allows(a.near, first, second)
        or _allows(b.near, second, first)
        or _is_rounded(first, second)
        or _is_rounded(second, first)
    )


def is_about(a: Mark, b: Mark) -> bool:
    """True where one title gives a value and the other says about which it is."""
    return bool(a.near) != bool(b.near) and may_agree(a, b)


def contradict(a: Mark, b: Mark) -> bool:
    """True where one is said to lie above a value and the other below the same."""
    return a.value == b.value and {a.near, b.near} == {"over", "under"}


def _allows(near: str, stated: float, other: float) -> bool:
    if near == "about":
        return abs(stated - other) <= _ABOUT * max(stated, other)
    if near == "over":
        return stated <= other <= stated * (1 + _BEYOND)
    return near == "under" and stated * (1 - _BEYOND) <= other <= stated


def _is_rounded(short: float, long: float) -> bool:
    """True where the first is the second at fewer digits, and large or broken enough for it."""
    is_broken = long != floor(long) and short != 0 and abs(long) < _ROUNDED_FROM
    if short <= 0 or long <= 0 or not (is_broken or min(short, long) >= _ROUNDED_FROM):
        return False
    step: float = 10.0 ** floor(log10(short))
    while abs(short / step - round(short / step)) > _EXACT and step > _EXACT:
        step /= 10
    return step > _EXACT and abs(round(long / step) * step - short) < _EXACT * short


def _marked(words: tuple[Word, ...], kinds: Collection[str]) -> list[Word]:
    return [word for word in words if word.mark is not None and word.mark.kind in kinds]


def _kind(word: Word) -> tuple[str, str]:
    mark = word.mark
    assert mark is not None  # noqa: S101  the callers pass marked words only
    return mark.kind, mark.role if mark.kind in ("money", "measure") else ""


def shown(pair: Pair, a: Iterable[Mark], b: Iterable[Mark]) -> str:
    """Marks of each as they stand in its title, for a person."""
    first = dict.fromkeys(pair.facts_a.text.shown[m.start : m.end].strip() for m in a)
    second = dict.fromkeys(pair.facts_b.text.shown[m.start : m.end].strip() for m in b)
    return f"{', '.join(first)} / {', '.join(second)}"


def told(a: Collection[str], b: Collection[str]) -> str:
    """What differs, for a person."""
    return f"{', '.join(sorted(a))} / {', '.join(sorted(b))}"


def gap_told(gap: Gap) -> str:
    """A gap, for a person."""
    return f"{' '.join(w.shown for w in gap.a)} / {' '.join(w.shown for w in gap.b)}"
