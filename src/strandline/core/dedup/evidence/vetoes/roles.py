"""Roles swapped: `A sues B` and `B sues A`; also `A beats B` and `A beaten by B`."""

import re
from itertools import pairwise

from strandline.core.dedup.evidence.facts import Facts
from strandline.core.dedup.evidence.frame import Gap
from strandline.core.dedup.evidence.pair import Finding, Pair
from strandline.core.dedup.evidence.reading.words import Word

#: Least share of content that such titles have in common.
_LEAST_SHARE = 0.75
#: Words of content of a heading; longer, it is a clause.
_HEADING = 3
_CLAUSES = re.compile('[:,;|"]| - ')
#: Words between two sides that have no content, and say who does it to whom.
_TURNING = frozenset("对将把向给")
#: What two do to each other, whoever is named first.
_MUTUAL = frozenset(
    (
        *("对阵", "对决", "对垒", "对战", "对话", "会谈", "会晤", "会见", "相撞", "碰撞", "交战"),
        *("交锋", "激战", "战平", "逼平", "握手", "联手", "携手", "牵手", "合作", "签约", "合并"),
        *("冲突", "交火", "谈判", "通话", "通电话", "建交", "断交", "联姻", "相遇", "会师"),
    )
)


def roles(pair: Pair) -> Finding | None:
    """Hard where all words are the same and two names have changed sides of one of them."""
    if pair.frame.share < _LEAST_SHARE:
        return None
    turned = next((key for key in _pivots(pair) if _is_turned(pair, key)), None)
    is_passive = pair.facts_a.passives % 2 != pair.facts_b.passives % 2
    if turned is not None and not is_passive:
        is_hard = not pair.frame.gaps and _is_turned(pair, turned, only_names=True)
        return Finding(is_hard=is_hard, detail=f"other sides of “{turned}”")
    if is_passive and turned is None and pair.facts_a.named & pair.facts_b.named:
        return _beaten(pair)
    return _other_figures(pair)


def _other_figures(pair: Pair) -> Finding | None:
    """`A 110, B 104` and `B 110, A 104`: each name with the figure behind it."""
    if pair.frame.gaps or pair.frame.is_ordered:
        return None
    if "score" in pair.facts_a.marks and _order(pair.facts_a) != _order(pair.facts_b):
        return Finding(is_hard=False, detail="one score, the sides in another order")
    a, b = _figures(pair.facts_a), _figures(pair.facts_b)
    if len(a) < 2 or a.keys() != b.keys() or a == b:
        return None
    return Finding(is_hard=False, detail="figures belong to other names")


def _order(facts: Facts) -> list[str]:
    return [word.key for word in facts.words if word.is_content and word.mark is None]


def _figures(facts: Facts) -> dict[str, str]:
    found: dict[str, str] = {}
    for word, after in pairwise(facts.words):
        if word.shown[:1].isupper() and after.mark is not None:
            found[word.key] = after.key
    return found


def _beaten(pair: Pair) -> Finding | None:
    """`A beats B` and `A beaten by B`: the same words in the same order, one passive."""
    if pair.frame.gaps or not pair.frame.is_ordered or len(pair.facts_a.named) < 2:
        return None
    return Finding(is_hard=False, detail="passive on one side only")


def _pivots(pair: Pair) -> list[str]:
    """Words that both have once in one form and that are no names, in order."""
    once_a, once_b = _once(pair.facts_a), _once(pair.facts_b)
    return [key for key, shown in once_a.items() if once_b.get(key) == shown]


def _agreed(shown: str) -> str:
    """A form without the endings of gender and number: `frappé` for `frappées`."""
    return shown.lower().removesuffix("s").removesuffix("e")


def _once(facts: Facts) -> dict[str, str]:
    """Forms by key, of words that stand there once."""
    words = [w for w in facts.words if _may_turn(w)]
    keys = [word.key for word in words]
    return {w.key: _agreed(w.shown) for w in words if keys.count(w.key) == 1}


def _may_turn(word: Word) -> bool:
    if word.shown in _TURNING:
        return True
    is_plain = word.is_content and not word.is_name and word.mark is None
    return is_plain and word.shown not in _MUTUAL


def _is_turned(pair: Pair, pivot: str, *, only_names: bool = False) -> bool:
    left_a, right_a = _around(pair.facts_a, pivot)
    left_b, right_b = _around(pair.facts_b, pivot)
    names = pair.facts_a.named | pair.facts_b.named
    there, back = left_a & right_b, right_a & left_b
    if there & names and back & names and not left_a & left_b & names:
        return True
    is_any = not only_names and _is_little(pair.frame.gaps) and _is_short(pair)
    if not is_any:
        return False
    left_a, right_a = left_a - right_a, right_a - left_a
    left_b, right_b = left_b - right_b, right_b - left_b
    return bool(left_a & right_b and right_a & left_b) and not left_a & left_b


def _is_little(gaps: tuple[Gap, ...]) -> bool:
    """True where one of two titles has a word more at most: `wasps` and `wasps' nest`."""
    return not gaps or (len(gaps) == 1 and len((*gaps[0].a, *gaps[0].b)) == 1)


def _is_short(pair: Pair) -> bool:
    """In a short title every word has a role; a long one may turn its clauses around."""
    texts = (pair.facts_a.text.low, pair.facts_b.text.low)
    return pair.frame.words <= 6 and not any(map(_CLAUSES.search, texts))


def _around(facts: Facts, pivot: str) -> tuple[frozenset[str], frozenset[str]]:
    at, start = [word.key for word in facts.words].index(pivot), _behind_heading(facts)
    before = tuple(word for word in facts.words[:at] if word.start >= start)
    return _content(before), _content(facts.words[at + 1 :])


def _behind_heading(facts: Facts) -> int:
    """Where a title begins behind its heading, `Oban mill: …`, which does nothing."""
    colon = facts.text.low.find(":")
    head = [word for word in facts.words if word.start < colon and word.is_content]
    return colon if 0 < len(head) <= _HEADING else 0


def _content(words: tuple[Word, ...]) -> frozenset[str]:
    return frozenset(word.key for word in words if word.is_content and word.mark is None)
