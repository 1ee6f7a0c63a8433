"""Titles that say, or share, too little to be a story's name: `Business in brief`, `Fined again`.

Where nothing but titles can be compared, a few words that two of them share are shared by other
events too: what is only added to them (`… walk out unharmed`) or put into the place of one (`… Pro
firmware update`) may be later news, or another thing, in words that no table knows.
"""

from collections.abc import Collection

from strandline.core.dedup.evidence.facts import Facts, facts_of
from strandline.core.dedup.pairs import Pair
from strandline.core.dedup.score import CROSS
from strandline.core.dedup.telling import Telling
from strandline.core.similarity.shingles import jaccard

#: The two checks, by the names under which they can be silenced.
THIN, TEXT = "thin", "text"
#: Shingles of words below which a title names no event: three short words, five Chinese
#: characters. Words of up to three letters are mostly grammar, and do not count.
MIN_GRAMS = 14
MIN_PAIRS = 6
_SHORT_WORD = 3
_PAIR = 2
#: Words of content that two titles in letters share at least, where not both have a lead, and that
#: one shares with another which only adds to it: what is added may be later news. On labelled
#: pairs in cross-validation the two cost 15 of 332 true SAME in en and fr; one word more each, 25.
LEAST_SHARED, SHARED_OF_MORE = 3, 5
#: Characters of a title, in Han and in letters, from which it is the beginning of a text: such
#: share formulas (`… today, after approval by the commission …`), so the score has to be higher:
#: with two models, and with fewer.
_TEXT_HAN, _TEXT_LETTERS = 40, 160
_TEXT_SCORE, _TEXT_SCORE_OF_FEWER = 0.97, 0.99
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
        return "" if has_leads or pair.language == CROSS else _shares_little(pair)
    if has_leads and (pair.language == CROSS or _agree(pair)):
        return ""
    return f"{thin.title.display[:60]!r} is too short to name an event"


def _agree(pair: Pair) -> bool:
    return jaccard(pair.a.lead, pair.b.lead) >= LEADS_AGREE


def names_no_event(telling: Telling) -> bool:
    """True for a title that is too short for it, whatever its lead says."""
    return _room(telling) < 1.0


def is_text(pair: Pair) -> bool:
    """True where a title is so long that it is the beginning of a text."""
    return TEXT not in pair.silent and any(
        len(t.title.display) > (_TEXT_HAN if t.title.language == "zh" else _TEXT_LETTERS)
        for t in (pair.a, pair.b)
    )


def text_score(vectors: Collection[str]) -> float:
    """What such titles have to score by a model that reads these vectors."""
    return _TEXT_SCORE if len(vectors) > 1 else _TEXT_SCORE_OF_FEWER


def _shares_little(pair: Pair) -> str:
    """Why titles alone are not enough; Chinese ones are measured by their characters only."""
    facts = [facts_of(t.title.display, t.title.language) for t in (pair.a, pair.b)]
    if any(one.is_han for one in facts):
        return ""
    a, b = map(_content, facts)
    shared, is_added = len(a & b), bool(a ^ b) and (a <= b or b <= a)
    least = SHARED_OF_MORE if is_added else LEAST_SHARED
    return f"only {shared} words of content are in both titles" if shared < least else ""


def _content(facts: Facts) -> set[str]:
    return {word.key for word in facts.words if word.is_content}


def _room(telling: Telling) -> float:
    """1 for a title that is just long enough."""
    pairs = sum(not gram.isascii() and len(gram) <= _PAIR for gram in telling.grams)
    long = sum(len(word) for word in telling.title.words if _counts(word))
    return pairs / MIN_PAIRS + long / MIN_GRAMS


def _counts(word: str) -> bool:
    return word.isascii() and len(word) > _SHORT_WORD
