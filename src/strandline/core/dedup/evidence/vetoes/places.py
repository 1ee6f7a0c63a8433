"""Other places: of two titles that are alike, or of the texts under one title."""

from strandline.core.dedup.evidence.facts import Facts, facts_of
from strandline.core.dedup.evidence.model import Finding
from strandline.core.dedup.evidence.pair import Pair
from strandline.core.dedup.evidence.vetoes.names import may_be_one
from strandline.core.dedup.evidence.vetoes.values import told
from strandline.core.dedup.telling import Telling

#: So much of a summary is read, characters: the place of the news stands at its beginning.
_READ = 200


def places(pair: Pair) -> Finding | None:
    """For the judge: titles name other places, or equal titles stand over texts from others."""
    if pair.frame.is_close or pair.is_translated:
        a, b = _places(pair.facts_a), _places(pair.facts_b)
        if _are_others(a, b) or (pair.is_translated and _are_others(a - b, b - a)):
            return Finding(is_hard=False, detail=told(_plain(a), _plain(b)))
    is_named = any(word.is_name for word in pair.facts_a.words)
    if pair.frame.gaps or pair.frame.share < 1 or is_named:
        return None
    a, b = _summary_places(pair.a), _summary_places(pair.b)
    if not _are_others(a, b):
        return None
    return Finding(is_hard=True, detail=f"{told(_plain(a), _plain(b))} (in their texts)")


def _summary_places(telling: Telling) -> set[str]:
    return _places(facts_of(telling.input.summary[:_READ], telling.title.language))


def _places(facts: Facts) -> set[str]:
    return {key for key in facts.names if key.startswith("place:")}


def _are_others(a: set[str], b: set[str]) -> bool:
    return bool(a and b) and not any(x == y or may_be_one(x, y) for x in a for y in b)


def _plain(keys: set[str]) -> set[str]:
    return {key.partition(":")[2] for key in keys}
