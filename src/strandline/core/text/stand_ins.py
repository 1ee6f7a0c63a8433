"""Pages that stand in the place of another one and say so: "not found", "log in", "are you human".

A sentence counts where a page says it in its own voice: as a part of its title, as a heading, or
early in a page of few words, and to its end. `Access denied` is what a guard says; `Access denied:
why readers are locked out` is a headline, and so is whatever is asked or quoted.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from strandline.core.text.stand_in_phrases import read_phrases

#: Longest line that is looked at, and how many sentences of one, and how many lines.
_LONGEST, _SENTENCES, _LINES = 700, 3, 40
_APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ´`", "'"))
_SPACES = re.compile(r"\s+")
#: Where a title names its site: `Not found | The Paper`, `The Paper - Not found`.
_PARTS = re.compile(r"\s+[|–—·•»«:/-]+\s+|\s*[|·•»«]\s*")
_ENDS = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])\s*")
_CLAUSES = re.compile(r"[，、,]\s*")
_CJK = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
#: The number beside what it means: `404 – page perdue`, `Page perdue (404)`.
_COUNTED = re.compile(
    r"^(?:error |http )?404[ :.,–-]+|(?<![ :.,–-])[ :.,–-]++\(?(?:error )?404\)?$", re.IGNORECASE
)
_CLOSING = " \t.!?…。！？:：)~-"


class StandIn(StrEnum):
    """What stands in the page's place."""

    BLOCKED = "blocked"
    LATER = "later"  # a fault of the site that passes
    MISSING = "missing"
    LOGIN = "login"


_PHRASES = read_phrases()
#: What is said before it, and weighs nothing; signs too, unless they quote.
_SIGHS = re.compile(
    rf"^(?:(?:{'|'.join(_PHRASES['sighs'])})(?![\w'])|[^\w\s\"'“”„«»‹›「『\[(<&]+)[\s,.!:;…—–，。！、-]*",
    re.IGNORECASE,
)
#: What is said, by the lists of its phrases.
_MEANINGS = (
    (StandIn.BLOCKED, ("blocked",)),
    (StandIn.LOGIN, ("login",)),
    (StandIn.MISSING, ("missing", "removed")),
    (StandIn.LATER, ("later",)),
)


@cache
def _pattern(*lists: str) -> re.Pattern[str]:
    """Of all phrases of some lists; made when first asked for, since that takes a tenth of a
    second.
    """
    phrases = [phrase for name in lists for phrase in _PHRASES[name]]
    return re.compile("|".join(f"(?:{phrase})" for phrase in phrases), re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Said:
    """What a page says of itself.

    Attributes:
        words: Its own words, shortened.
    """

    kind: StandIn
    words: str


def said_in(texts: Iterable[str], *, splits: bool = False) -> Said | None:
    """What the first of some texts says that says anything; None where none does.

    Args:
        texts: Plain text, one block or heading each.
        splits: They are titles, in which a site may stand beside what is said.
    """
    for _, text in zip(range(_LINES), texts, strict=False):
        for part in _PARTS.split(_folded(text)) if splits else (_folded(text),):
            for sentence in _sentences(part):
                for kind, lists in _MEANINGS:
                    if _pattern(*lists).fullmatch(sentence):
                        return Said(kind, sentence[:80])
    return None


def asks_for_consent(line: str) -> bool:
    """True for a line of a request for consent to cookies, or of a question for the age."""
    return any(map(_pattern("consent").fullmatch, _sentences(_folded(line))))


def is_agreement(label: str) -> bool:
    """True for what stands on the button by which a visitor agrees."""
    return _pattern("accept").fullmatch(_folded(label).strip(_CLOSING)) is not None


def _folded(text: str) -> str:
    return _SPACES.sub(" ", text[:_LONGEST]).strip().translate(_APOSTROPHES)


def _sentences(text: str) -> Iterator[str]:
    """The first sentences, without sighs and marks; of a short line in Chinese its clauses too."""
    for _, sentence in zip(range(_SENTENCES), _ENDS.split(text), strict=False):
        bare = _without_sighs(sentence).rstrip(_CLOSING)
        if bare:
            yield bare
        uncounted = _COUNTED.sub("", bare)
        if uncounted and uncounted != bare:
            yield _without_sighs(uncounted).rstrip(_CLOSING)
        if len(bare) <= 40 and _CJK.search(bare):
            yield from (piece for piece in _CLAUSES.split(bare) if piece and piece != bare)


def _without_sighs(sentence: str) -> str:
    sentence = sentence.strip()
    for _ in range(4):
        rest = _SIGHS.sub("", sentence, count=1)
        if rest == sentence:
            break
        sentence = rest
    return sentence
