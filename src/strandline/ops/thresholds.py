"""Chooses thresholds of a score from pairs that it has not seen, with a margin for what is rare.

Pairs of labelled sets are chosen one by one, those of streams are what a day brings: what is false
among both has to keep to the allowed share.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from strandline.core.dedup.pairs import Pair
from strandline.core.dedup.score import CROSS, OTHER, Bounds
from strandline.core.dedup.thin import least_score, why_thin
from strandline.core.evaluation.counting import best_f1

#: Share of SAME that may be false: of streams, in which most that is alike is other news of one
#: running story, and of labelled sets, which hardly hold such.
FALSE_OF_STREAMS, FALSE_OF_SETS = 0.075, 0.03
#: Fewer SAME than this show nothing; where there are no more at all, a threshold of caution, and
#: never a lower one across two languages.
LEAST_SHOWN, UNSHOWN_SAME = 40, 0.9
#: Share of positives that may fall below the lower threshold.
LOST = 0.02
#: No pair is SAME below the first, and none DIFFERENT above the last. In letters, what lies lower
#: hangs on single pairs; of Chinese half lies there, and is as precise where vectors tell two
#: towns apart whose names share their last sign.
LEAST_SAME, LEAST_SAME_HAN, MOST_SAME, MOST_DIFFERENT = 0.85, 0.7, 0.99, 0.2
#: Score from which a language model is asked. On dense French news (84 pairs of one story among 416
#: articles) it makes 135 questions for 1,000 articles; at .5 it would be 166.
ASK = 0.6
_STEP = 0.005


@dataclass(frozen=True, slots=True)
class Held:
    """A labelled pair, scored by a model that has not seen it."""

    pair: Pair
    label: bool
    score: float
    is_of_stream: bool = False
    vectors: tuple[str, ...] = ()


def choose_bounds(held: Sequence[Held], group: str) -> Bounds:
    """Thresholds of a language; of one without pairs of its own, the most careful of all."""
    if group == OTHER:
        languages = sorted({h.pair.language for h in held} - {CROSS, OTHER})
        each = [choose_bounds(held, language) for language in languages]
        return Bounds(max(b.same for b in each), min(b.different for b in each), ASK)
    own = [h for h in held if h.pair.language == group]
    has_vectors = any(h.vectors for h in own)
    han = LEAST_SAME_HAN if has_vectors else LEAST_SAME
    least = {CROSS: UNSHOWN_SAME, "zh": han}.get(group, LEAST_SAME)
    return Bounds(_upper(own, least), _lower(own), ASK)


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


def _upper(own: Sequence[Held], least: float) -> float:
    """The lowest from which on false SAME keep to their shares, at every higher one too."""
    free = [h for h in own if _is_free(h)]
    streams, sets = [h for h in free if h.is_of_stream], [h for h in free if not h.is_of_stream]
    if max(len(streams), len(sets)) < LEAST_SHOWN:
        return UNSHOWN_SAME
    chosen = threshold = MOST_SAME
    while threshold >= least:
        if not _keeps(streams, threshold, FALSE_OF_STREAMS, more=1):
            break
        if not _keeps(sets, threshold, FALSE_OF_SETS):
            break
        chosen = threshold
        threshold = round(threshold - _STEP, 3)
    return chosen


def _keeps(held: Sequence[Held], threshold: float, share: float, *, more: int = 0) -> bool:
    """True where false SAME, and so many more than were counted, are not too many."""
    above = [h for h in held if h.score >= threshold]
    return len(above) < LEAST_SHOWN or sum(not h.label for h in above) + more <= share * len(above)


def _lower(own: Sequence[Held]) -> float:
    """The highest threshold below which only a small share of the positives lies."""
    positives = sorted(h.score for h in own if h.label)
    allowed = round(LOST * len(positives))
    return round(min(MOST_DIFFERENT, 0.9 * positives[allowed]), 4) if positives else 0.0


def _is_free(held: Held) -> bool:
    """True where neither evidence nor its titles keep a high score from being SAME."""
    is_low = held.score < least_score(held.pair, held.vectors)
    return not (held.pair.objections or why_thin(held.pair) or is_low)
