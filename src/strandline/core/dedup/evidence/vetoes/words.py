"""One word that differs in titles that are otherwise equal, and is no known synonym.

`Shares of the brewer …` and `Shares of the baker …`: no table holds every name and trade, so an
unknown word in the place of another one is for the judge, whatever the score.
"""

from strandline.core.dedup.evidence.frame import Gap
from strandline.core.dedup.evidence.model import Finding
from strandline.core.dedup.evidence.pair import Pair
from strandline.core.dedup.evidence.reading.words import Word
from strandline.core.dedup.evidence.vetoes.values import gap_told

#: Least share of content that such titles have in common.
_LEAST_SHARE = 0.7
#: Letters at their beginning from which two words are forms of one.
_ONE_STEM = 5
_LONGEST_GAP = 4


def words(pair: Pair) -> Finding | None:
    """Speaks where two titles differ in one place only, or one says what another subject did."""
    if not pair.frame.is_close or pair.frame.share < _LEAST_SHARE:
        return None
    replaced = [gap for gap in pair.frame.gaps if gap.is_replaced]
    if len(replaced) == 1 and _is_other(replaced[0]):
        return Finding(is_hard=False, detail=gap_told(replaced[0]))
    return _other_subject(pair)


def _is_other(gap: Gap) -> bool:
    if max(len(gap.a), len(gap.b)) > _LONGEST_GAP and not _is_han(gap):
        return False
    return not any(_are_forms(a, b) for a in gap.a for b in gap.b)


def _is_han(gap: Gap) -> bool:
    return gap.a[0].shown[:1] >= "\u3400"


def _are_forms(a: Word, b: Word) -> bool:
    """True for two forms of one word, or two spellings that differ in their ends."""
    first, second = a.key, b.key
    if first[:_ONE_STEM] == second[:_ONE_STEM] and len(first) >= _ONE_STEM <= len(second):
        return ":" not in first[:_ONE_STEM] and not first.startswith("#")
    return False


def _other_subject(pair: Pair) -> Finding | None:
    """The first words differ, and one of them stands elsewhere in the other title."""
    if not pair.frame.moved or not pair.is_one_language:
        return None
    first = pair.frame.moved[0]
    is_first = bool(first.is_replaced and first.a[0] is _first(pair.facts_a.words))
    fresh = {w.key for gap in pair.frame.gaps for w in (*gap.a, *gap.b)}
    if is_first and any(w.key in fresh and w.is_name for w in (*first.a, *first.b)):
        return Finding(is_hard=False, detail=gap_told(first))
    return None


def _first(all_words: tuple[Word, ...]) -> Word | None:
    return next((word for word in all_words if word.is_content), None)
