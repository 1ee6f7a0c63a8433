"""What went up by so much in one title, and down or by another figure in the other.

`Silver up 2%, coal down 1%` and `Coal up 2%, silver down 1%`: lists of markets are one sentence
every hour of every day, with the same figures behind other names.
"""

from collections.abc import Iterator
from typing import NamedTuple

from strandline.core.dedup.evidence.facts import Facts
from strandline.core.dedup.evidence.pair import Finding, Pair
from strandline.core.dedup.evidence.reading.marks import Mark
from strandline.core.dedup.evidence.reading.words import Word
from strandline.core.dedup.evidence.vetoes.values import may_agree

#: Words between a figure and the verb that it belongs to.
_REACH = 3
_STOPS = ",;:|"
#: Words for it; in French a share `gagne` and `perd`, as a team does.
_DIRECTIONS = {
    ("direction", "up"): "up", ("direction", "down"): "down",
    ("outcome", "win"): "up", ("outcome", "lose"): "down",
}  # fmt: skip


class _Move(NamedTuple):
    """Keys of who moved, `up` or `down`, and by how much."""

    subject: frozenset[str]
    direction: str
    mark: Mark
    shown: str


def moves(pair: Pair) -> Finding | None:
    """For the judge: one of the names that both have moved otherwise."""
    b = list(_moves(pair.facts_b))
    for one in _moves(pair.facts_a):
        same = [
            other for other in b if one.subject <= other.subject or other.subject <= one.subject
        ]
        if same and not any(_agree(one, other) for other in same):
            return Finding(is_hard=False, detail=f"{one.shown} / {same[0].shown}")
    return None


def _agree(one: _Move, other: _Move) -> bool:
    return one.direction == other.direction and may_agree(one.mark, other.mark)


def _moves(facts: Facts) -> Iterator[_Move]:
    for at, word in enumerate(facts.words):
        if word.mark is None or word.mark.kind != "percent":
            continue
        clause = _clause(facts, at)
        turn = next((n for n in range(len(clause) - 1, -1, -1) if _direction(clause[n])), None)
        if turn is None or len(clause) - turn > _REACH:
            continue
        subject = frozenset(w.key for w in clause[:turn] if w.is_content and w.mark is None)
        if subject:
            shown = facts.text.shown[clause[0].start : word.start + len(word.shown)]
            yield _Move(subject, _direction(clause[turn]), word.mark, shown.strip())


def _clause(facts: Facts, at: int) -> list[Word]:
    """The words before a figure, as far as a sign or another figure."""
    here = facts.words[at].start
    opens = max(facts.text.low.rfind(sign, 0, here) for sign in _STOPS)
    found: list[Word] = []
    for word in facts.words[:at][::-1]:
        if word.mark is not None or word.start < opens:
            break
        found.append(word)
    return found[::-1]


def _direction(word: Word) -> str:
    return next((_DIRECTIONS[pole] for pole in word.poles if pole in _DIRECTIONS), "")
