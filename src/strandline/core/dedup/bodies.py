"""Whether two articles carry one text: syndication under other titles."""

from strandline.core.dedup.pairs import Pair
from strandline.core.dedup.telling import LEAD_CHARS, are_of_one_source
from strandline.core.similarity.shingles import jaccard
from strandline.core.similarity.simhash import NEAR, hamming, simhash
from strandline.core.text.titles.folding import fold_title
from strandline.core.text.words import tokens
from strandline.model.stories import StoryInput

#: Leads of fewer words (in Chinese: pairs of characters) may be a site's standing words.
MIN_WORDS = 15
#: Jaccard over the shingles of the leads from which they are one text.
SAME_LEAD = 0.9


def is_copy(pair: Pair) -> bool:
    """True where the bodies have near fingerprints, or the leads are long enough and one text."""
    a, b = pair.a, pair.b
    if have_near_bodies(a.input, b.input):
        return True
    if not a.lead_folded or not b.lead_folded:
        return False
    if min(len(tokens(a.lead_folded)), len(tokens(b.lead_folded))) < MIN_WORDS:
        return False
    return a.lead_folded == b.lead_folded or jaccard(a.lead, b.lead) >= SAME_LEAD


def is_reissue(pair: Pair) -> bool:
    """True for one source's title with one text, to the letter, at another address.

    A recurring title (weather, horoscope, a page that is updated all day) has a new text each day,
    and a site's standing words are no text: it must be long enough for a fingerprint.
    """
    a, b = pair.a.input, pair.b.input
    if not are_of_one_source(a, b) or _fingerprint(a) is None:
        return False
    # As written: what was learnt of the source's series may have been taken off one of the two.
    titles, starts = (
        [fold_title(one.title) for one in (a, b)],
        [fold_title(one.text[:LEAD_CHARS]) for one in (a, b)],
    )
    is_one = titles[0] == titles[1] != "" and starts[0] == starts[1] != ""
    return is_one and _fingerprint(a) == _fingerprint(b)


def have_near_bodies(a: StoryInput, b: StoryInput) -> bool:
    """By their fingerprints, as kept or as made of the texts at hand."""
    one, other = _fingerprint(a), _fingerprint(b)
    return one is not None and other is not None and hamming(one, other) <= NEAR


def _fingerprint(article: StoryInput) -> int | None:
    if article.fingerprint is not None or not article.text:
        return article.fingerprint
    return simhash(article.text)
