"""Who won: `A beats B 2-1` and `B beats A 2-1`, 战胜 and 不敌."""

from typing import NamedTuple

from strandline.core.dedup.evidence.facts import Facts
from strandline.core.dedup.evidence.pair import Finding, Pair
from strandline.core.dedup.evidence.reading.words import Word

#: Least share of content of titles in which nothing but the sides differs.
_ALIKE = 0.75


class Sides(NamedTuple):
    """Who won and who lost, as keys of words; either may be empty."""

    winner: frozenset[str]
    loser: frozenset[str]


def winners(pair: Pair) -> Finding | None:
    """Hard where the winner has changed and nothing else, else for the judge."""
    a, b = sides(pair.facts_a), sides(pair.facts_b)
    if a is None or b is None or a.winner & b.winner:
        return None
    turned = (a.winner & b.loser, a.loser & b.winner)
    if not all(turned) and not (any(turned) and _verbs(pair.facts_a) ^ _verbs(pair.facts_b)):
        return None
    detail = f"won: {_told(a.winner)} / {_told(b.winner)}"
    return Finding(is_hard=_has_two(pair), detail=detail)


def sides(facts: Facts) -> Sides | None:
    """Winner and loser by the verb, else by the order of names around the score."""
    at = next((n for n, w in enumerate(facts.words) if ("outcome", "win") in w.poles), None)
    lost = next((n for n, w in enumerate(facts.words) if ("outcome", "lose") in w.poles), None)
    turn = at if at is not None else lost
    if turn is None:
        return _by_score(facts)
    beaten = next((n for n, w in enumerate(facts.words[:turn]) if w.shown in ("被", "遭")), None)
    if at is not None and beaten is not None:  # `A 2-3遭B逆转`
        loser, winner = _around(facts, beaten)
        return Sides(winner, loser)
    left, right = _around(facts, turn)
    return Sides(left, right) if at is not None else Sides(right, left)


def _verbs(facts: Facts) -> set[str]:
    """`win`, `lose`: what is said in words."""
    return {value for word in facts.words for axis, value in word.poles if axis == "outcome"}


def _by_score(facts: Facts) -> Sides | None:
    at = next((n for n, w in enumerate(facts.words) if w.mark and w.mark.kind == "score"), None)
    mark = facts.words[at].mark if at is not None else None
    if at is None or mark is None or not isinstance(mark.value, tuple):
        return None
    left, right = _around(facts, at)
    first, second = (float(number) for number in mark.value)
    if first == second or not (left and right):
        return None
    return Sides(left, right) if first > second else Sides(right, left)


def _around(facts: Facts, at: int) -> Sides:
    """Names before and behind a verb or a score, within its clause; plain words without names."""
    low, here = facts.text.low, facts.words[at].start
    opens = max(low.rfind(sign, 0, here) for sign in ":,;|.")
    past = here + len(facts.words[at].shown)
    closes = min((end for sign in ",;|:" if (end := low.find(sign, past)) > 0), default=len(low))
    left = _sided([word for word in facts.words[:at] if word.start > opens])
    right = _sided([word for word in facts.words[at + 1 :] if word.start < closes])
    return Sides(left - right, right - left)


def _sided(words: list[Word]) -> frozenset[str]:
    plain = [w for w in words if w.is_content and w.mark is None and not _is_outcome(w)]
    return frozenset(w.key for w in [w for w in plain if w.is_name] or plain)


def _is_outcome(word: Word) -> bool:
    return any(axis == "outcome" for axis, _ in word.poles)


def _has_two(pair: Pair) -> bool:
    """True where nothing but the two sides and the score differs."""
    is_alike = pair.frame.share >= _ALIKE or pair.frame.is_equal_but_marks
    return is_alike and pair.facts_a.passives == pair.facts_b.passives


def _told(keys: frozenset[str]) -> str:
    return ", ".join(sorted(key.rpartition(":")[2] for key in keys))
