"""Which pairs a language model is asked about, where not all can be."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Undecided:
    """A pair that waits for a model.

    Attributes:
        subject: The article that is being matched; the pair's other one is its candidate.
        cache_key: Of its question.
        score: How near the two are; the nearest is asked about first.
    """

    subject: str
    cache_key: str
    score: float


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked; indices are those of the pairs.

    Attributes:
        ask: Cache keys in the order in which they are asked, each once.
        beyond: Pairs that are not asked about, because others of their article are nearer.
    """

    ask: tuple[str, ...]
    beyond: frozenset[int]


def plan_questions(
    pairs: Sequence[Undecided], known: Collection[str], *, candidates: int | None, budget: int
) -> Plan:
    """The nearest candidates of every article, everybody's first before anybody's second.

    Args:
        known: Cache keys that are answered already: they cost nothing, but hold their place.
        candidates: Questions about one article at most; None for no limit.
        budget: Questions at most.
    """
    ranks = _ranks(pairs)
    open_pairs = [index for index, pair in enumerate(pairs) if pair.cache_key not in known]
    most = len(pairs) if candidates is None else candidates
    beyond = {index for index in open_pairs if ranks[index] >= most}
    order = sorted(
        (index for index in open_pairs if index not in beyond),
        key=lambda index: (ranks[index], -pairs[index].score, index),
    )
    keys = dict.fromkeys(pairs[index].cache_key for index in order)
    return Plan(tuple(keys)[: max(0, budget)], frozenset(beyond))


def _ranks(pairs: Sequence[Undecided]) -> dict[int, int]:
    """Place of every pair among those of its article, the nearest first, from 0."""
    by_subject: defaultdict[str, list[int]] = defaultdict(list)
    for index, pair in enumerate(pairs):
        by_subject[pair.subject].append(index)
    return {
        index: rank
        for indices in by_subject.values()
        for rank, index in enumerate(sorted(indices, key=lambda i: (-pairs[i].score, i)))
    }
