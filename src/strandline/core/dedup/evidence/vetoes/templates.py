"""Chinese titles of one template: what differs is put into the same sentence, piece by piece.

Chinese is read in characters where no table knows a word, so one name may be several pieces.
"""

from strandline.core.dedup.evidence.frame import Gap, weight
from strandline.core.dedup.evidence.pair import Finding, Pair
from strandline.core.dedup.evidence.reading.words import Word
from strandline.core.dedup.evidence.vetoes.values import gap_told

#: Places in which two titles of one template differ at most, and words of each.
_MOST_PLACES, _LONGEST_PLACE = 4, 2.0
#: Characters between two equal ends that are still one piece.
_LONGEST_MIDDLE = 8


def template(pair: Pair) -> Finding | None:
    """Something else in each place where the two differ, or in their middle.

    Who writes a title anew adds and leaves out: of 150 labelled pairs of one story none only
    replaces.
    """
    if not (pair.facts_a.is_han and pair.facts_b.is_han):
        return None
    gaps = pair.frame.gaps
    if 2 <= len(gaps) <= _MOST_PLACES and all(_is_replaced(gap) for gap in gaps):
        return Finding(is_hard=False, detail="; ".join(gap_told(gap) for gap in gaps))
    middle = _middle(pair)
    if middle is None or not _is_unlike(middle):
        return None
    return Finding(is_hard=False, detail=gap_told(middle))


def _is_replaced(gap: Gap) -> bool:
    return _is_unlike(gap) and max(weight(gap.a), weight(gap.b)) <= _LONGEST_PLACE


def _is_unlike(gap: Gap) -> bool:
    """True where each side says something that the tables of numbers and negations do not judge."""
    both = (*gap.a, *gap.b)
    is_judged = any(word.mark for word in both) or all(word.is_negator for word in both)
    return gap.is_replaced and not is_judged


def _middle(pair: Pair) -> Gap | None:
    """What each has between their equal ends and the other has not; None where that is long."""
    a, b = pair.facts_a.text.low, pair.facts_b.text.low
    head, tail = _ends(a, b)
    longest = max(len(a), len(b))
    if longest - head - tail > _LONGEST_MIDDLE or (head + tail) * 2 < longest:
        return None
    first = _between(pair.facts_a.words, head, len(a) - tail)
    second = _between(pair.facts_b.words, head, len(b) - tail)
    in_a, in_b = ({word.key for word in words} for words in (first, second))
    return Gap(
        tuple(word for word in first if word.key not in in_b),
        tuple(word for word in second if word.key not in in_a),
    )


def _between(words: tuple[Word, ...], start: int, end: int) -> list[Word]:
    return [word for word in words if word.is_content and start <= word.start < end]


def _ends(a: str, b: str) -> tuple[int, int]:
    """How many characters are equal at the beginning, and behind these at the end."""
    head = _alike(a, b)
    return head, _alike(a[head:][::-1], b[head:][::-1])


def _alike(a: str, b: str) -> int:
    pairs = enumerate(zip(a, b, strict=False))
    return next((at for at, (x, y) in pairs if x != y), min(len(a), len(b)))
