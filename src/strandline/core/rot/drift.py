"""How much of what a page said is said no more, and the passages that differ.

Words stand in overlapping threes, so that the same words in another order are another text. The
measure is the share of all threes of both texts that only one of them has: 0 for equal texts,
1 for texts that have nothing in common.
"""

import re
from collections.abc import Set
from difflib import SequenceMatcher

from strandline.core.similarity.shingles import containment, jaccard
from strandline.core.text.words import tokens

#: Words that are compared; the rest of a very long text is taken for like its start.
MOST_WORDS = 20_000
#: Words under which a text says too little to be compared.
FEWEST_WORDS = 12
#: Passages that are shown, characters of each, and passages that are compared.
SHOWN, LONGEST, MOST_PASSAGES = 40, 300, 600
_PASSAGE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")


def says_enough(text: str) -> bool:
    """True for a text with enough words to be compared."""
    return len(tokens(text[:4_000])) >= FEWEST_WORDS


def drift(kept: str, found: str) -> float:
    """The share of both texts, 0 to 1, that only one of them has."""
    return _apart(_threes(kept), _threes(found))


def word_drift(kept: str, found: str, but: str) -> float:
    """The same by single words: for short pages, of which one word makes three threes.

    Args:
        but: Its words count in neither.
    """
    left_out = set(tokens(but))
    return _apart(set(tokens(kept)) - left_out, set(tokens(found)) - left_out)


def title_drift(kept: str, found: str) -> float:
    """The same of titles, by words; a site's name behind one of them makes no difference."""
    return 1 - containment(set(tokens(kept)), set(tokens(found)))


def difference(kept: str, found: str) -> tuple[tuple[str, str], ...]:
    """Passages that are said no more (`-`) and new ones (`+`), in order; the first of them."""
    before, after = _passages(kept), _passages(found)
    told: list[tuple[str, str]] = []
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            told += [("-", passage[:LONGEST]) for passage in before[a:b]]
            told += [("+", passage[:LONGEST]) for passage in after[c:d]]
        if len(told) >= SHOWN:
            break
    return tuple(told[:SHOWN])


def _apart(one: Set[object], other: Set[object]) -> float:
    """Two texts without words are one."""
    return 1 - jaccard(one, other) if one or other else 0.0


def _threes(text: str) -> set[tuple[str, ...]]:
    words = tokens(text[: MOST_WORDS * 12])[:MOST_WORDS]
    if len(words) < 3:
        return {tuple(words)} if words else set()
    return set(zip(words, words[1:], words[2:], strict=False))


def _passages(text: str) -> list[str]:
    found = (" ".join(passage.split()) for passage in _PASSAGE.split(text[: MOST_WORDS * 12]))
    return [passage for passage in found if passage][:MOST_PASSAGES]
