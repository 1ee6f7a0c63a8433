"""What two tellings share, as numbers: what the score is made of.

Every feature is symmetric and defined for every pair: what one of the two lacks says nothing, and
counts as 0.
"""

import math
from collections.abc import Callable, Mapping
from datetime import timedelta

from strandline.core.dedup.telling import Telling
from strandline.core.dedup.times import gap_of
from strandline.core.similarity.shingles import containment, jaccard

Feature = Callable[[Telling, Telling], float]

_MOST_SHARED_NAMES = 3
#: Further apart says no more.
_FAR = timedelta(hours=48)


def measure(a: Telling, b: Telling, vectors: Mapping[str, float]) -> dict[str, float]:
    """All features by name, then the cosine of each model under the model's name."""
    return {name: float(feature(a, b)) for name, feature in FEATURES.items()} | dict(vectors)


def _told(a: Telling, b: Telling) -> float:
    """How much of one's title the other tells in its lead."""
    if not (a.lead_folded or b.lead_folded):
        return 0.0
    return max(_share_of(a.grams, b.lead), _share_of(b.grams, a.lead))


def _numbers_apart(a: Telling, b: Telling) -> bool:
    """Both have numbers that the other lacks."""
    return bool(a.numbers - b.numbers - b.worded) and bool(b.numbers - a.numbers - a.worded)


def _names_shared(a: Telling, b: Telling) -> float:
    shared = len(a.names & frozenset(b.title.words) | b.names & frozenset(a.title.words))
    return min(shared, _MOST_SHARED_NAMES) / _MOST_SHARED_NAMES


def _room(telling: Telling) -> float:
    return math.log1p(len(telling.grams))


def _hours(a: Telling, b: Telling) -> float:
    """Between the two, in windows; a quarter of one where a date says nothing."""
    gap = gap_of(a.input, b.input)
    return 0.25 if gap is None else min(gap / _FAR, 1.0)


def _share_number(a: Telling, b: Telling) -> bool:
    """True where both write one number, one of them in digits."""
    return not (a.numbers.isdisjoint(b.numbers | b.worded) and b.numbers.isdisjoint(a.worded))


def _have_leads(a: Telling, b: Telling) -> bool:
    return bool(a.lead_folded and b.lead_folded)


def _share_of(some: frozenset[str], others: frozenset[str]) -> float:
    return len(some & others) / len(some) if some else 0.0


def _weighed_share(a: frozenset[str], b: frozenset[str]) -> float:
    """Jaccard in which longer words, which are rarer, count for more."""
    shared = _weight(a & b)
    return shared / (shared + _weight(a ^ b)) if shared else 0.0


def _weight(words: frozenset[str]) -> int:
    """Whole numbers, so that the order of a set does not show in a sum."""
    return sum(10 if word[0].isdigit() else min(len(word), 8) - 1 for word in words)


#: In the order in which a model's weights stand.
FEATURES: dict[str, Feature] = {
    "grams": lambda a, b: jaccard(a.grams, b.grams),
    "part": lambda a, b: containment(a.grams, b.grams),
    "words": lambda a, b: _weighed_share(frozenset(a.title.words), frozenset(b.title.words)),
    "lead": lambda a, b: jaccard(a.lead, b.lead) if _have_leads(a, b) else 0.0,
    "told": _told,
    "leads": _have_leads,
    "numbers_shared": _share_number,
    "numbers_apart": _numbers_apart,
    "numbers_alone": lambda a, b: bool(a.numbers) != bool(b.numbers) and not _share_number(a, b),
    "names_shared": _names_shared,
    #: Both begin with one word: a section, a series, a place, which other news have as well.
    "opening": lambda a, b: a.title.words[:1] == b.title.words[:1] != (),
    "length": lambda a, b: min(_room(a), _room(b)),
    "lengths_apart": lambda a, b: abs(_room(a) - _room(b)),
    "hours": _hours,
}
