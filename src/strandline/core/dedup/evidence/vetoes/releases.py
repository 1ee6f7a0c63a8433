"""A version before it is one, and a model by its number and by a word: `Buds 4`, `Buds Pro`."""

from strandline.core.dedup.evidence.facts import Facts
from strandline.core.dedup.evidence.model import Finding
from strandline.core.dedup.evidence.pair import Pair
from strandline.core.dedup.evidence.reading.words import Word

#: What stands before the number of a version that is not out yet.
_BEFORE = frozenset(("rc", "beta", "alpha", "preview"))
#: Marks that may be a model's number.
_NUMBERS = frozenset(("count", "version", "variant", "part", "numbered"))


def releases(pair: Pair) -> Finding | None:
    """Speaks where nothing else differs."""
    return _other_model(pair) or _unfinished(pair)


def _unfinished(pair: Pair) -> Finding | None:
    only = _candidates(pair.facts_a) ^ _candidates(pair.facts_b)
    if not only or not pair.frame.is_equal_but_marks:
        return None
    return Finding(is_hard=False, detail=f"{min(only)} on one side only")


def _other_model(pair: Pair) -> Finding | None:
    """A number against a word, behind one name."""
    gap = pair.frame.only
    if gap is None or len(gap.a) != 1 or len(gap.b) != 1:
        return None
    a, b = gap.a[0], gap.b[0]
    if bool(a.mark) == bool(b.mark) or not _may_be_model(a if a.mark else b):
        return None
    before = _before(pair.facts_a, a)
    if before is None or before != _before(pair.facts_b, b):
        return None
    return Finding(is_hard=False, detail=f"{a.shown.strip()} / {b.shown.strip()}")


def _may_be_model(word: Word) -> bool:
    return word.mark is not None and word.mark.kind in _NUMBERS and not word.nouns


def _before(facts: Facts, word: Word) -> str | None:
    """The name before a word; None where there is none."""
    at = facts.words.index(word)
    before = facts.words[at - 1] if at else None
    if before is None or before.is_generic or before.poles or not before.shown[:1].isupper():
        return None
    return before.key


def _candidates(facts: Facts) -> set[str]:
    return {mark.role for mark in facts.marks.get("version", ())} & _BEFORE
