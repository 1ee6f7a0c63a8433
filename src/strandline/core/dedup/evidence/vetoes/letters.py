"""What case and accents tell apart: `US` and `us`, `WHO` and `who`, `pêcheurs` and `pécheurs`."""

import unicodedata

from strandline.core.dedup.evidence.facts import Facts
from strandline.core.dedup.evidence.model import Finding
from strandline.core.dedup.evidence.pair import Pair
from strandline.core.dedup.evidence.reading.words import Word

#: Acronyms that are words in small letters.
_ACRONYMS = frozenset(
    (
        *("us", "it", "who", "aids", "may", "pin", "sad", "arm", "led", "ira", "gap", "ace"),
        *("ai", "ram", "bat", "son", "est", "pas", "un", "dont", "elle", "nos", "ces", "or"),
        *("aid", "ice"),
    )
)

#: Letters of a word that accents may tell from another, and of its ending, where they do not.
_LEAST_TOLD, _ENDING = 5, 2


def case(pair: Pair) -> Finding | None:
    """An acronym on one side that is a plain word on the other."""
    a, b = _acronyms(pair.facts_a), _acronyms(pair.facts_b)
    mixed = sorted((a & _small(pair.facts_b)) | (b & _small(pair.facts_a)))
    if not mixed:
        return None
    return Finding(is_hard=False, detail=f"{mixed[0].upper()} / {mixed[0]}")


def accents(pair: Pair) -> Finding | None:
    """One word with other accents, in two titles that both write them."""
    a, b = pair.facts_a, pair.facts_b
    is_turned = not pair.frame.is_ordered  # `X relève l'âge` and `l'âge relevé par X`
    if is_turned or not (_has_accents(a) and _has_accents(b)):
        return None
    for one, other in ((a, b), (b, a)):
        spellings = _spellings(other)
        for word in _accented(one):
            for shown in spellings.get(word.key, ()):
                if _are_others(word.shown, shown):
                    return Finding(is_hard=False, detail=f"{word.shown} / {shown}")
    return None


def _are_others(a: str, b: str) -> bool:
    """True for two spellings of one word; many papers leave accents off their capitals, and off
    endings and words of grammar, or mistype them.
    """
    if len(a) < _LEAST_TOLD or a[:-_ENDING].lower() == b[:-_ENDING].lower():
        return False
    if a[:1].isupper() or b[:1].isupper():
        return _bare(a) == _bare(b) and a[1:].lower() != b[1:].lower()
    return _bare(a) == _bare(b) and a.lower() != b.lower()


def _acronyms(facts: Facts) -> set[str]:
    """Short words in capitals, of a title that is not all capitals."""
    letters = [char for char in facts.text.shown if char.isalpha()]
    if sum(char.islower() for char in letters) * 3 < len(letters):
        return set()
    return {w.shown.lower() for w in facts.words if w.shown.isupper()} & _ACRONYMS


def _small(facts: Facts) -> set[str]:
    """Words in small letters, of one and of many; where capitals mark names, `It` at the
    beginning is one too.
    """
    small = {
        word.shown.lower()
        for word in facts.words
        if not word.shown.isupper() and (facts.is_plain_case or word.shown.islower())
    }
    return small | {word.removesuffix("s") for word in small}


def _accented(facts: Facts) -> list[Word]:
    return [
        word
        for word in facts.words
        if word.mark is None and not word.shown.isascii() and max(word.shown) < "\u2000"
    ]


def _has_accents(facts: Facts) -> bool:
    return not facts.text.shown.isupper() and bool(_accented(facts))


def _spellings(facts: Facts) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in facts.words:
        found.setdefault(word.key, []).append(word.shown)
    return found


def _bare(text: str) -> str:
    return unicodedata.normalize("NFD", text.lower()).encode("ascii", "ignore").decode()
