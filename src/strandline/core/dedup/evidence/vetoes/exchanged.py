"""Titles of one sentence in which two words are exchanged: `airline cancels flights`, `cruise`."""

from strandline.core.dedup.evidence.frame import Gap, weight
from strandline.core.dedup.evidence.model import Finding
from strandline.core.dedup.evidence.pair import Pair
from strandline.core.dedup.evidence.reading.forms import are_one_word
from strandline.core.dedup.evidence.vetoes.values import gap_told

#: Places in which they differ, and words of each; who writes a title anew adds and leaves out.
_PLACES, _LONGEST = (2, 3), 2.0
#: Share of the shorter one's content that both must have, and that content in words.
_LEAST_SHARE, _LEAST_WORDS = 0.5, 2.0


def exchanged(pair: Pair) -> Finding | None:
    """For the judge, in Latin letters: another thing in two or three places, in one order."""
    frame = pair.frame
    if pair.facts_a.is_han or pair.facts_b.is_han:
        return None
    if not frame.is_ordered:
        return _exchanged_in_french(pair)
    is_alike = frame.share >= _LEAST_SHARE and frame.words >= _LEAST_WORDS
    if not is_alike or len(frame.gaps) not in _PLACES or not all(map(_is_other, frame.gaps)):
        return _exchanged_in_french(pair)
    return Finding(is_hard=False, detail="; ".join(gap_told(gap) for gap in frame.gaps))


def _exchanged_in_french(pair: Pair) -> Finding | None:
    """French titles that put other words into two places, whatever else differs.

    Of labelled pairs of one story in French that are ruled SAME, none of 39 does so.
    """
    if any(facts.language != "fr" for facts in pair.both):
        return None
    gaps = [gap for gap in pair.frame.gaps if _is_other(gap)]
    if len(gaps) < min(_PLACES):
        return None
    return Finding(is_hard=False, detail="; ".join(gap_told(gap) for gap in gaps))


def _is_other(gap: Gap) -> bool:
    """True for a word or two on each side, which are no numbers and no forms of each other."""
    if not gap.is_replaced or any(word.mark or word.is_negator for word in (*gap.a, *gap.b)):
        return False
    is_short = max(weight(gap.a), weight(gap.b)) <= _LONGEST
    return is_short and not any(are_one_word(a, b) for a in gap.a for b in gap.b)
