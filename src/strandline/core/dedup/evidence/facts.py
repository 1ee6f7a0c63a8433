"""What a title holds for and against: its words, marks and names, read once."""

from dataclasses import dataclass
from functools import lru_cache

from strandline.core.dedup.evidence.lexicon import lexicon_of
from strandline.core.dedup.evidence.reading.amounts import amounts, ordinals, scores
from strandline.core.dedup.evidence.reading.labels import parts
from strandline.core.dedup.evidence.reading.marks import Mark
from strandline.core.dedup.evidence.reading.moments import moments, named_moments
from strandline.core.dedup.evidence.reading.shares import english_shares
from strandline.core.dedup.evidence.reading.tokens import Layers, Token, layers, tokens_of
from strandline.core.dedup.evidence.reading.versions import codes, versions
from strandline.core.dedup.evidence.reading.words import Word, is_lettered, names_of, words_of

#: Titles whose facts are kept; an article is compared with some twenty others in a row.
_KEPT = 8_192
#: Marks of a title that are read: pairs compare each with each, and no headline has as many.
MOST_MARKS = 40
_PASSIVE = frozenset(("by", "par", "被", "遭"))


@dataclass(frozen=True, slots=True)
class Facts:
    """One title, read for evidence.

    Attributes:
        text: Its two layers.
        words: Words and marks in order, each with the key under which it is compared.
        content: Keys of those that carry meaning.
        marks: Numbers, dates and the like, by kind.
        poles: Values by axis: `vote` → {`yes`}.
        names: Keys of the names that the tables know.
        is_bare: True for a title of nothing but numbers, dates and the like.
        is_plain_case: True where a capital letter marks a name: not in `TITLE CASE` or capitals.
        language: As given; empty where unknown.
        is_han: True for a title written in Chinese characters.
    """

    text: Layers
    words: tuple[Word, ...]
    content: frozenset[str]
    marks: dict[str, tuple[Mark, ...]]
    poles: dict[str, frozenset[str]]
    names: frozenset[str]
    is_bare: bool
    is_plain_case: bool
    language: str
    is_han: bool

    @property
    def named(self) -> set[str]:
        """Keys of the words that are names or look like one."""
        return {word.key for word in self.words if word.is_name}

    @property
    def telling(self) -> set[str]:
        """Keys of names and figures."""
        return {word.key for word in self.words if word.is_name or word.mark is not None}

    @property
    def passives(self) -> int:
        """How many words say that something is done to who is named before."""
        return sum(word.key in _PASSIVE for word in self.words)


@lru_cache(maxsize=_KEPT)
def facts_of(display: str, language: str) -> Facts:
    """The facts of a title as displayed.

    Args:
        language: Two letters; empty where unknown.
    """
    text = layers(display)
    lexicon = lexicon_of(language)
    tokens = tokens_of(text, lexicon)
    marks = _marks(text, tokens, language)
    is_plain = is_lettered(text.shown, tokens)
    words = words_of(tokens, marks, text, is_plain_case=is_plain)
    return Facts(
        text=text,
        words=words,
        content=frozenset(word.key for word in words if word.is_content),
        marks=_by_kind(marks),
        poles=_poles(words),
        names=frozenset(word.key for word in words if word.is_known_name),
        is_bare=all(word.mark is not None for word in words if word.is_content),
        is_plain_case=is_plain,
        language=language,
        is_han=sum("\u4e00" <= char <= "\u9fff" for char in text.low) * 3 >= len(text.low),
    )


@lru_cache(maxsize=_KEPT)
def names_in(display: str, language: str) -> frozenset[str]:
    """All names of the facts, and maybe more, in a third of the time."""
    return names_of(tokens_of(layers(display), lexicon_of(language)))


def _marks(text: Layers, tokens: list[Token], language: str) -> list[Mark]:
    """Marks that do not overlap: what is read first claims its characters."""
    found: list[Mark] = []
    if not any(char.isalnum() for char in text.low):
        return found
    for group in (
        moments(text.low, language),
        named_moments(tokens),
        scores(text.low),
        versions(text.low, tokens),
        parts(text.low, text.shown),
        codes(text.low),
        english_shares(text.low) if language != "fr" else (),
        ordinals(text.low),
        amounts(text.low, language),
    ):
        for mark in group:
            if len(found) == MOST_MARKS:
                break
            if _free_or_twin(found, mark):
                found.append(mark)
    return sorted(found, key=lambda mark: mark.start)


def _free_or_twin(found: list[Mark], mark: Mark) -> bool:
    """True where no other mark is in the way, but for one of the same span (season and episode)."""
    return all(
        other.end <= mark.start
        or mark.end <= other.start
        or (
            other.kind == mark.kind == "part" and (other.start, other.end) == (mark.start, mark.end)
        )
        or (other.kind, mark.kind)
        in (("day", "day"), ("day", "year"), ("month", "year"), ("year", "day"), ("year", "month"))
        for other in found
    )


def _by_kind(marks: list[Mark]) -> dict[str, tuple[Mark, ...]]:
    kinds: dict[str, list[Mark]] = {}
    for mark in marks:
        kinds.setdefault(mark.kind, []).append(mark)
    return {kind: tuple(group) for kind, group in kinds.items()}


def _poles(words: tuple[Word, ...]) -> dict[str, frozenset[str]]:
    axes: dict[str, set[str]] = {}
    for word in words:
        for axis, value in word.poles:
            axes.setdefault(axis, set()).add(value)
    return {axis: frozenset(values) for axis, values in axes.items()}
