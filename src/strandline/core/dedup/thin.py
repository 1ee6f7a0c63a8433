"""Titles that say too little to be a story's name: `Business in brief`, `Just a moment...`."""

from strandline.core.dedup.pairs import Pair
from strandline.core.dedup.telling import Telling
from strandline.core.similarity.shingles import jaccard

#: Shingles of words below which a title names no event: three short words, five Chinese
#: characters. Words of up to three letters are mostly grammar, and do not count.
MIN_GRAMS = 14
MIN_PAIRS = 6
_SHORT_WORD = 3
_PAIR = 2
#: Jaccard of the leads from which they speak for a thin title.
LEADS_AGREE = 0.5


def why_thin(pair: Pair) -> str:
    """Why the titles cannot carry a SAME; empty where they can."""
    thin = min((pair.a, pair.b), key=lambda telling: (_room(telling), telling.title.folded))
    if _room(thin) >= 1.0:
        return ""
    if (
        pair.a.lead_folded
        and pair.b.lead_folded
        and jaccard(pair.a.lead, pair.b.lead) >= LEADS_AGREE
    ):
        return ""
    return f"{thin.title.display[:60]!r} is too short to name an event"


def _room(telling: Telling) -> float:
    """1 for a title that is just long enough."""
    pairs = sum(not gram.isascii() and len(gram) <= _PAIR for gram in telling.grams)
    long = sum(len(word) for word in telling.title.words if _counts(word))
    return pairs / MIN_PAIRS + long / MIN_GRAMS


def _counts(word: str) -> bool:
    return word.isascii() and len(word) > _SHORT_WORD
