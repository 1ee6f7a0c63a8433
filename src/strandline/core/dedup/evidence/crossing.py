"""What two titles in two languages have in common: names, numbers and words of the tables."""

from strandline.core.dedup.evidence.pair import pair_of
from strandline.core.dedup.telling import Telling

#: Content that both must have, in words, and its least share of the shorter title. On labelled and
#: written pairs en-zh and fr-zh, half of those of one story have as much, and one in ten others.
_LEAST_WORDS, _LEAST_SHARE = 2.0, 0.4


def say_one_thing(a: Telling, b: Telling) -> bool:
    """True where both name somebody or some place, and say much else alike.

    Models that know one language better than the other see little of it.
    """
    pair = pair_of(a, b)
    shared = pair.facts_a.names & pair.facts_b.names
    return bool(shared) and pair.frame.words >= _LEAST_WORDS and pair.frame.share >= _LEAST_SHARE
