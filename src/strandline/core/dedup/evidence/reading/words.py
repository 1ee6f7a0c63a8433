"""The words of a title as they are compared: each with a key, and what is known of it."""

import re
from functools import lru_cache
from typing import NamedTuple

from strandline.core.dedup.evidence.lexicon import Senses
from strandline.core.dedup.evidence.reading.marks import Mark
from strandline.core.dedup.evidence.reading.tokens import Layers, Token

_NAMING = frozenset(("place", "body", "product"))
#: Endings that inflect; the longest that leaves four letters is cut.
_ENDING = re.compile(
    r"(?:ations?|ements?|ions?|ingly|ing|edly|ed|ers?|ees?|es|ies|s|ent|ants?|aient|ait|er|ez|e|ly|y|x)$"
)
#: Words behind a figure, and before it, among which is what it counts; Chinese, of which a word
#: may be four, has it further before. What ends a clause.
_BEHIND, _BEFORE, _BEFORE_HAN = 2, 1, 4
_CLAUSE = re.compile(r"[,;|:] ?(?!\d)")
#: Words between `ne` and what it denies with, and the verb between them.
_REACH = 3
#: Kinds of marks that count or measure.
COUNTS = frozenset(("count", "percent", "measure", "age"))
#: Measure words of Chinese that say what is counted: `3死2伤`.
_CASUALTIES = {"死": "dead", "亡": "dead", "伤": "injured"}
#: Opposites of which the words of one side mean the same; on the others, `boy` is not `man`.
_ALIKE = frozenset(
    ("direction", "life", "found", "open", "success", "custody", "join", "vote", "outcome")
)
_PLAIN = frozenset(("function", "plain"))


class Word(NamedTuple):
    """A word or a mark of a title.

    Attributes:
        key: Equal keys mean the same: the stem, the name of a synonym, `#count:12`.
        shown: As it stands in the title.
        mark: Of a number, date and the like; None for a plain word.
        is_content: False for articles, particles and the like.
        is_known_name: True where the tables know it as a name.
        is_name: True where it is one or looks like one.
        is_unknown: True for a capital word that no table knows, in a title where capitals tell
            nothing: it may be a name.
        is_common: True for a word of the tables that is no name.
        is_negator: True for `not`, `sans`, `不`.
        needs_ne: True for what denies only behind `ne`.
        is_modifier: True for `former`, `副` and the like.
        poles: (axis, value) of each opposition that it belongs to.
        nouns: What is counted: `dead`, `jobs`; of a count, by the words beside it.
        stages: How far a story has come: `arrest`, `verdict`.
    """

    key: str
    shown: str
    start: int
    mark: Mark | None = None
    is_content: bool = True
    is_known_name: bool = False
    is_name: bool = False
    is_unknown: bool = False
    is_common: bool = False
    is_negator: bool = False
    needs_ne: bool = False
    is_modifier: bool = False
    poles: tuple[tuple[str, str], ...] = ()
    nouns: tuple[str, ...] = ()
    stages: tuple[str, ...] = ()


def is_lettered(shown: str, tokens: list[Token]) -> bool:
    """True where capitals mark names: few words have them, and some letters are small."""
    letters = [char for char in shown if char.isalpha()]
    small = sum(char.islower() for char in letters)
    inner = [t for t in tokens if not t.is_opening and t.end - t.start > 3]
    capital = sum(t.is_capital for t in inner)
    return small * 2 > len(letters) and (len(inner) < 2 or capital * 10 <= len(inner) * 6)


def words_of(
    tokens: list[Token], marks: list[Mark], text: Layers, *, is_plain_case: bool
) -> tuple[Word, ...]:
    """Words and marks in order; a mark stands for all the words that it covers."""
    found = [_marked(mark, text) for mark in marks]
    covered = [(mark.start, mark.end) for mark in marks]
    found += (
        _word(token, text.shown, is_plain_case=is_plain_case)
        for token in tokens
        if not any(start < token.end and token.start < end for start, end in covered)
    )
    found.sort(key=lambda word: word.start)
    return tuple(_denying(found, at, _counting(found, at, text.low)) for at in range(len(found)))


def _denying(words: list[Word], at: int, word: Word) -> Word:
    """`plus` denies only behind `ne`: `n'ira plus`, not `plus de monde`."""
    if word.is_negator and word.needs_ne:
        is_behind = any(near.key in ("ne", "n") for near in words[max(0, at - _REACH) : at])
        return word if is_behind else word._replace(is_negator=False)
    return word


def _counting(words: list[Word], at: int, low: str) -> Word:
    """A count with the nouns that it counts: those of the next two words, else of the few before
    that stand between it and another figure; all in one clause.
    """
    word = words[at]
    if word.mark is None or word.mark.kind not in COUNTS:
        return word
    if word.mark.role in _CASUALTIES:
        return word._replace(nouns=(_CASUALTIES[word.mark.role],))
    reach = _BEFORE_HAN if word.shown[-1:] >= "\u3400" else _BEFORE
    after, before = words[at + 1 : at + 1 + _BEHIND], words[max(0, at - reach) : at][::-1]
    return word._replace(nouns=_nouns(after, low, word.start) or _nouns(before, low, word.start))


def _nouns(words: list[Word], low: str, here: int) -> tuple[str, ...]:
    """What words on one side of a figure count, as far as its clause and the next figure."""
    found: list[str] = []
    for word in words:
        first, last = sorted((here, word.start))
        if word.mark or _CLAUSE.search(low, first, last):
            break
        found += word.nouns
    return tuple(found)


def stem(word: str) -> str:
    """A word without its ending, so that inflections are equal; crude on purpose."""
    if len(word) == 4 and word[3] == "s" and word[2] not in "sui":
        return word[:3]  # sues, hits
    if len(word) < 5 or not word.isascii():
        return word
    cut = _ENDING.sub("", word)
    return cut if len(cut) >= 4 else word[:4] if len(word) - len(cut) < 3 else word


def _marked(mark: Mark, text: Layers) -> Word:
    value = f"{mark.value:g}" if isinstance(mark.value, float) else str(mark.value)
    kind = "number" if mark.kind in ("count", "numbered") else mark.kind
    key = f"#{kind}:{value}" + (f":{mark.role}" if kind in ("money", "version", "variant") else "")
    return Word(key, text.shown[mark.start : mark.end], mark.start, mark)


def names_of(tokens: list[Token]) -> frozenset[str]:
    """Keys of what the tables know as names, also where a mark covers them."""
    return frozenset(_key(token) for token in tokens if _meant(token.senses).is_known_name)


def _word(token: Token, shown: str, *, is_plain_case: bool) -> Word:
    meant, text = _meant(token.senses), shown[token.start : token.end]
    is_alone = token.is_capital and not token.senses
    return meant._replace(
        key=_key(token) if token.senses else stem(token.word),
        shown=text,
        start=token.start,
        is_name=meant.is_name or _looks_like_name(token, text, is_plain_case=is_plain_case),
        is_unknown=is_alone and not (is_plain_case and token.is_opening),
    )


@lru_cache(maxsize=4_096)
def _meant(senses: Senses) -> Word:
    """What the senses of a word say, whatever its letters are: most words have none, or few."""
    kinds = {sense.kind for sense in senses}
    known = bool(kinds & _NAMING)
    poles = tuple((s.name, s.value) for s in senses if s.kind == "pole")
    return Word(
        key="",
        shown="",
        start=0,
        is_content=known or bool(poles) or not (kinds & _PLAIN),
        is_known_name=known,
        is_name=known,
        is_common=bool(senses) and not known,
        is_negator="negator" in kinds,
        needs_ne=any(s.kind == "negator" and s.name == "ne" for s in senses),
        is_modifier="modifier" in kinds,
        poles=poles,
        nouns=tuple(s.name for s in senses if s.kind == "noun"),
        stages=tuple(s.name for s in senses if s.kind == "stage"),
    )


def _looks_like_name(token: Token, text: str, *, is_plain_case: bool) -> bool:
    if any(char.isupper() for char in text[1:]) and not text.isupper():
        return True  # iPhone, McDonald
    return token.is_capital and is_plain_case and not token.is_opening and not token.senses


def _key(token: Token) -> str:
    """The first of: name, synonym, the word itself where its table says so or none knows it."""
    for sense in token.senses:
        if sense.kind in _NAMING:
            return f"{sense.kind}:{sense.name}"
    for sense in token.senses:
        if sense.kind == "same":
            return f"={sense.name}"
    if any(sense.kind == "own" for sense in token.senses):
        return stem(token.word)
    is_function = any(sense.kind == "function" for sense in token.senses)
    for sense in token.senses:
        if sense.kind == "pole" and sense.name in _ALIKE and not is_function:
            return f"{sense.name}:{sense.value}"
    for sense in token.senses:
        if sense.kind in ("noun", "weekday", "season"):
            return f"{sense.kind}:{sense.name}"
    return stem(token.word)
