"""Scores that differ, and who won: `2-1` and `1-2`, 战胜 and 不敌."""

from typing import NamedTuple

from strandline.core.dedup.evidence.facts import Facts
from strandline.core.dedup.evidence.model import Finding
from strandline.core.dedup.evidence.pair import Pair
from strandline.core.dedup.evidence.reading.marks import Mark
from strandline.core.dedup.evidence.reading.words import Word
from strandline.core.dedup.evidence.vetoes.values import apart

#: Least share of content that two reports of one match have in common.
_LEAST_SHARE = 0.5
_PASSIVE = frozenset(("by", "par", "被", "遭"))


class Sides(NamedTuple):
    """Who won and who lost, as keys of words; either may be empty."""

    winner: frozenset[str]
    loser: frozenset[str]


def scores(pair: Pair) -> Finding | None:
    """Hard where the winner changed, or the score in equal titles; else for the judge."""
    a, b = sides(pair.facts_a), sides(pair.facts_b)
    if a and b and _is_turned(a, b):
        return Finding(is_hard=_has_two(pair), detail=f"won: {_told(a.winner)} / {_told(b.winner)}")
    found = apart(pair, "score")
    if found is None or (pair.is_one_language and pair.frame.share < _LEAST_SHARE):
        return None
    return _other_score(pair, *found, is_one_winner=bool(a and b and a.winner & b.winner))


def _other_score(
    pair: Pair, a: list[Mark], b: list[Mark], *, is_one_winner: bool
) -> Finding | None:
    shown = f"{_score(a)} / {_score(b)}"
    is_reversed = {_sorted(m) for m in a} & {_sorted(m) for m in b}
    if is_reversed and is_one_winner:
        return None  # written from the other side
    return Finding(is_hard=pair.frame.is_equal_but_marks and pair.frame.is_close, detail=shown)


def sides(facts: Facts) -> Sides | None:
    """Winner and loser by the verb, else by the order of names around the score."""
    at = next((n for n, w in enumerate(facts.words) if ("outcome", "win") in w.poles), None)
    lost = next((n for n, w in enumerate(facts.words) if ("outcome", "lose") in w.poles), None)
    turn = at if at is not None else lost
    mark = next((n for n, w in enumerate(facts.words) if w.mark and w.mark.kind == "score"), None)
    if turn is None:
        return _by_numbers(facts, mark)
    beaten = _beaten(facts, turn)
    if at is not None and beaten is not None:
        loser, winner = _around(facts, beaten)
        return Sides(winner, loser)
    left, right = _around(facts, turn)
    return Sides(left, right) if at is not None else Sides(right, left)


def _beaten(facts: Facts, turn: int) -> int | None:
    """Where 被 or 遭 stands before the verb: `A 2-3遭B逆转`."""
    return next((n for n, w in enumerate(facts.words[:turn]) if w.shown in ("被", "遭")), None)


def _by_numbers(facts: Facts, mark: int | None) -> Sides | None:
    if mark is None:
        return None
    score = facts.words[mark].mark
    left, right = _around(facts, mark)
    if score is None or not isinstance(score.value, tuple) or not (left and right):
        return None
    first, second = score.value
    if first == second:
        return None
    return Sides(left, right) if first > second else Sides(right, left)  # type: ignore[operator]


def _around(facts: Facts, at: int) -> tuple[frozenset[str], frozenset[str]]:
    """Names beside a verb or a score, within its clause; plain words where there are none."""
    low, here = facts.text.low, facts.words[at].start
    opens = max(low.rfind(sign, 0, here) for sign in ":,;|.")
    past = here + len(facts.words[at].shown)
    closes = min((end for sign in ",;|:" if (end := low.find(sign, past)) > 0), default=len(low))
    left = _sided([word for word in facts.words[:at] if word.start > opens])
    right = _sided([word for word in facts.words[at + 1 :] if word.start < closes])
    return left - right, right - left


def _sided(words: list[Word]) -> frozenset[str]:
    plain = [w for w in words if w.is_content and w.mark is None and not _is_outcome(w)]
    return frozenset(w.key for w in [w for w in plain if w.is_name] or plain)


def _is_outcome(word: Word) -> bool:
    return any(axis == "outcome" for axis, _ in word.poles)


def _is_turned(a: Sides, b: Sides) -> bool:
    return bool(a.winner & b.loser and a.loser & b.winner and not a.winner & b.winner)


def _has_two(pair: Pair) -> bool:
    """True where nothing but the two sides and the score differs."""
    passive = [w.key in _PASSIVE for w in pair.facts_a.words].count(True)
    other = [w.key in _PASSIVE for w in pair.facts_b.words].count(True)
    is_alike = pair.frame.share >= 0.75 or pair.frame.is_equal_but_marks
    return passive == other and is_alike


def _sorted(mark: Mark) -> tuple[object, ...]:
    return tuple(sorted(mark.value)) if isinstance(mark.value, tuple) else (mark.value,)


def _score(marks: list[Mark]) -> str:
    return ", ".join(
        "-".join(f"{n:g}" if isinstance(n, float) else n for n in m.value)
        for m in marks
        if isinstance(m.value, tuple)
    )


def _told(keys: frozenset[str]) -> str:
    return ", ".join(sorted(key.rpartition(":")[2] for key in keys))
