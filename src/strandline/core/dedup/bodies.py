"""Whether two articles carry one text: syndication under other titles."""

from strandline.core.dedup.pairs import Pair
from strandline.core.similarity.shingles import jaccard
from strandline.core.text.words import tokens

#: Leads of fewer words (in Chinese: pairs of characters) may be a site's standing words.
MIN_WORDS = 15
#: Jaccard over the shingles of the leads from which they are one text.
SAME_LEAD = 0.9


def is_copy(pair: Pair) -> bool:
    """True where both have leads that are long enough and are one text."""
    a, b = pair.a, pair.b
    if not a.lead_folded or not b.lead_folded:
        return False
    if min(len(tokens(a.lead_folded)), len(tokens(b.lead_folded))) < MIN_WORDS:
        return False
    return a.lead_folded == b.lead_folded or jaccard(a.lead, b.lead) >= SAME_LEAD
