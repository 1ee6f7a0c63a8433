"""Chooses thresholds of a score from pairs that it has not seen, with a margin for what is rare.

A few hundred pairs cannot show a precision of .99 by counting: one mislabelled pair would move the
threshold far. So the false SAME above a threshold are estimated twice, by counting and from the
score itself, which is a probability; the mean of the two has to keep to the allowed share.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from strandline.core.dedup.evaluation import best_f1
from strandline.core.dedup.pairs import Pair
from strandline.core.dedup.score import CROSS, OTHER, Bounds
from strandline.core.dedup.thin import why_thin

#: Share of SAME that may be false, and of positives that may fall below the lower threshold.
FALSE_SAME, LOST = 0.02, 0.02
#: No pair is SAME below the first, and none DIFFERENT above the last.
LEAST_SAME, MOST_SAME, MOST_DIFFERENT = 0.9, 0.99, 0.2
#: Score from which a language model is asked. On dense French news (84 pairs of one story among 416
#: articles) it makes 135 questions for 1,000 articles; at .5 it would be 166.
ASK = 0.6
#: Fewer SAME above a threshold than this show nothing.
_LEAST_SHOWN = 10
_STEP = 0.005


@dataclass(frozen=True, slots=True)
class Held:
    """A labelled pair, scored by a model that has not seen it."""

    pair: Pair
    label: bool
    score: float


def choose_bounds(held: Sequence[Held], group: str) -> Bounds:
    """Thresholds of a language; of one without pairs of its own, the most careful of all."""
    if group == OTHER:
        languages = sorted({h.pair.language for h in held} - {CROSS, OTHER})
        each = [choose_bounds(held, language) for language in languages]
        return Bounds(max(b.same for b in each), min(b.different for b in each), ASK)
    own = [h for h in held if h.pair.language == group]
    return Bounds(_upper(own), _lower(own), ASK)


def figures_of(held: Sequence[Held], group: str, bounds: Bounds) -> dict[str, float]:
    """What cross-validation shows of a language at its thresholds, evidence against included."""
    own = [h for h in held if h.pair.language == group]
    positives = sum(h.label for h in own)
    same = [h for h in own if h.score >= bounds.same and _is_free(h)]
    true = sum(h.label for h in same)
    return {
        "pairs": len(own),
        "positives": positives,
        "best_f1": round(best_f1([(h.score, h.label) for h in own]).f1, 3),
        "same": len(same),
        "same_true": true,
        "unsure": sum(h.score >= bounds.different for h in own) - len(same),
        "positives_different": sum(h.label and h.score < bounds.different for h in own),
    }


def _upper(own: Sequence[Held]) -> float:
    """The lowest from which on false SAME keep to their share, at every higher one too."""
    free = [h for h in own if _is_free(h)]
    chosen = threshold = MOST_SAME
    while threshold >= LEAST_SAME:
        above = [h for h in free if h.score >= threshold]
        counted = sum(not h.label for h in above)
        expected = sum(1 - h.score for h in above)
        if len(above) >= _LEAST_SHOWN and (counted + expected) / 2 > FALSE_SAME * len(above):
            break
        chosen = threshold
        threshold = round(threshold - _STEP, 3)
    return chosen


def _lower(own: Sequence[Held]) -> float:
    """The highest threshold below which only a small share of the positives lies."""
    positives = sorted(h.score for h in own if h.label)
    allowed = round(LOST * len(positives))
    return round(min(MOST_DIFFERENT, 0.9 * positives[allowed]), 4) if positives else 0.0


def _is_free(held: Held) -> bool:
    """True where neither evidence nor a thin title keeps a high score from being SAME."""
    return not held.pair.objections and not why_thin(held.pair)
