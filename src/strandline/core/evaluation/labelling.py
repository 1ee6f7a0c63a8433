"""Which pair a person is asked about next, when labelling a stream, and how far the answers agree.

First what contradicts itself, then now and then a pair once more, else the most telling new one:
near the threshold, of articles that were not asked about yet, in the language that lags behind. One
in ten is drawn from everything, for what is fitted must also know what is far.
"""

import hashlib
import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from strandline.model.levels import Level

#: One question in so many is one that was answered before; that many must lie between the two.
AGAIN_EVERY, AGAIN_AFTER = 20, 10
#: One new pair in so many is drawn from all.
FAR_EVERY = 10
#: Logits in which the worth of a question falls to a third.
_NEAR = 1.5


class Why(StrEnum):
    """Why a pair is asked about."""

    NEW = "new"
    AGAIN = "again"  # to see whether a person agrees with himself
    CONFLICT = "conflict"  # A is B, and B is C, and A is not C


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pair that may be asked about.

    Attributes:
        a: Id of an article.
        b: Id of the other.
        least: Score from which the two would be one story.
    """

    a: str
    b: str
    language: str
    score: float
    least: float

    @property
    def key(self) -> tuple[str, str]:
        """The pair, whichever comes first."""
        return (self.a, self.b) if self.a <= self.b else (self.b, self.a)


@dataclass(frozen=True, slots=True)
class Answered:
    """A pair that a person was shown; oldest answer first, none where it was skipped.

    Attributes:
        place: Of the newest answer among all, from 0.
    """

    key: tuple[str, str]
    answers: tuple[Level, ...]
    place: int
    language: str = ""

    @property
    def level(self) -> Level | None:
        """The newest word."""
        return self.answers[-1] if self.answers else None


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often a person said the same of a pair twice.

    Attributes:
        kappa: Cohen's: 1 always, 0 as often as by chance; None where nothing was asked twice.
    """

    asked_twice: int
    agreed: int
    conflicts: int
    kappa: float | None


Key = tuple[str, str]


def next_question(
    candidates: Sequence[Candidate], answered: Mapping[Key, Answered]
) -> tuple[Candidate, Why] | None:
    """The pair to ask about; None where all is answered.

    Args:
        candidates: Each pair once.
    """
    by_key = {candidate.key: candidate for candidate in candidates}
    for key in contradictions(answered):
        if key in by_key and len(answered[key].answers) < 2:
            return by_key[key], Why.CONFLICT
    again = _again(answered)
    if again in by_key:
        return by_key[again], Why.AGAIN
    new = [candidate for candidate in candidates if candidate.key not in answered]
    return (_most_telling(new, answered), Why.NEW) if new else None


def contradictions(answered: Mapping[Key, Answered]) -> list[Key]:
    """Pairs that are not the same news although both are that of a third: those, then the two
    that say so, each once.
    """
    mates: defaultdict[str, set[str]] = defaultdict(set)
    for (a, b), one in answered.items():
        if one.level is Level.SAME_NEWS:
            mates[a].add(b)
            mates[b].add(a)
    apart, because = [], []
    for middle in sorted(mates):
        for a, c in combinations(sorted(mates[middle]), 2):
            said = answered[a, c].level if (a, c) in answered else None
            if said not in (None, Level.SAME_NEWS):
                apart.append((a, c))
                because += [_key(a, middle), _key(middle, c)]
    return list(dict.fromkeys([*apart, *because]))


def agreement(answered: Mapping[Key, Answered]) -> Agreement:
    """Of the pairs that were asked about twice, first answers against last ones."""
    twice = [one.answers for one in answered.values() if len(one.answers) > 1]
    agreed = sum(answers[0] is answers[-1] for answers in twice)
    open_ones = [key for key in contradictions(answered) if answered[key].level is not None]
    return Agreement(len(twice), agreed, len(open_ones) // 3, _kappa(twice, agreed))


def _kappa(twice: Sequence[tuple[Level, ...]], agreed: int) -> float | None:
    if not twice:
        return None
    first, last = Counter(a[0] for a in twice), Counter(a[-1] for a in twice)
    by_chance = sum(first[level] * last[level] for level in Level) / len(twice) ** 2
    share = agreed / len(twice)
    return 1.0 if by_chance == 1 else (share - by_chance) / (1 - by_chance)


def _again(answered: Mapping[Key, Answered]) -> Key:
    """A pair that is due once more; an empty one where none is."""
    total = sum(len(one.answers) for one in answered.values())
    repeats = sum(max(0, len(one.answers) - 1) for one in answered.values())
    if total // AGAIN_EVERY <= repeats:
        return ("", "")
    last = max((one.place for one in answered.values()), default=0)
    old = [
        one
        for one in answered.values()
        if len(one.answers) == 1 and last - one.place >= AGAIN_AFTER
    ]
    return min(old, key=lambda one: _drawn(one.key)).key if old else ("", "")


def _most_telling(new: Sequence[Candidate], answered: Mapping[Key, Answered]) -> Candidate:
    if len(answered) % FAR_EVERY == FAR_EVERY - 1:
        return min(new, key=lambda candidate: _drawn(candidate.key))
    seen = Counter(article for key in answered for article in key)
    languages = Counter(one.language for one in answered.values())
    return min(new, key=lambda c: (-_worth(c, seen, languages), _drawn(c.key)))


def _worth(candidate: Candidate, seen: Counter[str], languages: Counter[str]) -> float:
    near = math.exp(-abs(_logit(candidate.score) - _logit(candidate.least)) / _NEAR)
    fresh = 0.5 ** (seen[candidate.a] + seen[candidate.b])
    total = sum(languages.values())
    share = languages[candidate.language] / total if total else 0.0
    return near * fresh * (1 - share / 2)


def _logit(score: float) -> float:
    score = min(max(score, 1e-4), 1 - 1e-4)
    return math.log(score / (1 - score))


def _drawn(key: Key) -> bytes:
    return hashlib.sha256("\n".join(key).encode("utf-8", "replace")).digest()


def _key(a: str, b: str) -> Key:
    return (a, b) if a <= b else (b, a)
