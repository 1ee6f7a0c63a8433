"""Figures over labelled pairs and over groups; pure counting."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from strandline.model.stories import Answer


@dataclass(frozen=True, slots=True)
class Rates:
    """Precision, recall and their harmonic mean; 0 where there is nothing to divide by."""

    precision: float
    recall: float
    f1: float
    threshold: float = 0.0


@dataclass(frozen=True, slots=True)
class Confusion:
    """Answers by what is true.

    Attributes:
        counts: (label, answer) → pairs.
    """

    counts: Mapping[tuple[bool, Answer], int]

    def of(self, label: bool, *answers: Answer) -> int:  # noqa: FBT001 - a label is its value
        """Pairs of a label with one of the answers; with any, where none is named."""
        return sum(self.counts.get((label, answer), 0) for answer in answers or Answer)

    @property
    def same(self) -> Rates:
        """Of the SAME: what a reader is not shown twice, and what he is not shown at all."""
        return rates(self.of(True, Answer.SAME), self.of(False, Answer.SAME), self.of(True))

    @property
    def kept(self) -> float:
        """Share of the positives that are SAME or UNSURE: what a judge can still find."""
        positives = self.of(True)
        return 1 - self.of(True, Answer.DIFFERENT) / positives if positives else 1.0


@dataclass(frozen=True, slots=True)
class Joins:
    """Pairs that were put into one group, by what they truly are.

    Attributes:
        same: One event.
        running: Two events of one running story.
        unrelated: Of two running stories.
        other: Two events, of which nobody judged whether they are one running story.
        unread: With an article that nobody read.
    """

    same: int = 0
    running: int = 0
    unrelated: int = 0
    other: int = 0
    unread: int = 0

    @property
    def precision(self) -> float:
        """Of those that were judged: one event, or one running story."""
        right = self.same + self.running
        judged = right + self.unrelated
        return right / judged if judged else 1.0


def joins(found: Mapping[str, str], truth: Mapping[str, tuple[str, str]]) -> Joins:
    """Count the pairs of each group.

    Args:
        found: Item → its group.
        truth: Item → its event and its running story, empty where unknown.
    """
    groups: dict[str, list[str]] = {}
    for item, group in found.items():
        groups.setdefault(group, []).append(item)
    pairs = (two for items in groups.values() for two in combinations(items, 2))
    return Joins(**Counter(_kind(truth[one], truth[other]) for one, other in pairs))


def _kind(one: tuple[str, str], other: tuple[str, str]) -> str:
    if not (one[0] and other[0]):
        return "unread"
    if one[0] == other[0]:
        return "same"
    if not (one[1] and other[1]):
        return "other"
    return "running" if one[1] == other[1] else "unrelated"


def confusion(judged: Iterable[tuple[bool, Answer]]) -> Confusion:
    """Count labels and answers."""
    return Confusion(Counter(judged))


def rates(true: int, false: int, positives: int) -> Rates:
    """From counts: right and wrong among what was called SAME, and all that are."""
    precision = true / (true + false) if true + false else 0.0
    recall = true / positives if positives else 0.0
    total = precision + recall
    return Rates(precision, recall, 2 * precision * recall / total if total else 0.0)


def best_f1(scored: Sequence[tuple[float, bool]]) -> Rates:
    """The best F1 that any one threshold of a score reaches, and that threshold.

    Pairs of equal score are on one side together.
    """
    positives = sum(label for _, label in scored)
    ranked = sorted(scored, key=lambda pair: -pair[0])
    best, true = Rates(0.0, 0.0, 0.0, 1.0), 0
    for place, (score, label) in enumerate(ranked, start=1):
        true += label
        if place < len(ranked) and ranked[place][0] == score:
            continue
        found = rates(true, place - true, positives)
        if found.f1 > best.f1:
            best = Rates(found.precision, found.recall, found.f1, score)
    return best


def bcubed(truth: Mapping[str, str], found: Mapping[str, str]) -> Rates:
    """BCubed precision and recall of groups (Bagga and Baldwin, 1998): the mean, over all items,
    of the share of an item's group that belongs with it, and of its true group that is there.

    Args:
        truth: Item → its true group.
        found: Item → the group that it was put in; the same items.
    """
    both = Counter((truth[item], found[item]) for item in truth)
    true_sizes, found_sizes = Counter(truth.values()), Counter(found[item] for item in truth)
    count = len(truth) or 1
    precision = sum(n * n / found_sizes[group] for (_, group), n in both.items()) / count
    recall = sum(n * n / true_sizes[group] for (group, _), n in both.items()) / count
    total = precision + recall
    return Rates(precision, recall, 2 * precision * recall / total if total else 0.0)


def asked_per_thousand(unsure: Collection[tuple[str, str]], articles: int, most: int) -> float:
    """Questions to a judge for 1,000 articles, when each article asks about its first few only.

    Args:
        unsure: Undecided pairs of ids, surest first.
        articles: How many articles the pairs come from.
        most: Questions that one article may cause.
    """
    asked: Counter[str] = Counter()
    questions = 0
    for pair in unsure:
        later = max(pair)
        if asked[later] < most:
            asked[later] += 1
            questions += 1
    return 1000 * questions / articles if articles else 0.0
