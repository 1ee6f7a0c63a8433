"""A few words of a text around what was searched for, as plain text."""

import re
from collections.abc import Sequence

from strandline.core.archive.search import Phrase
from strandline.core.text.words import fold

#: Characters of a snippet, and how many of them stand before the first word found.
LENGTH, BEFORE = 240, 70
#: How much of a text is looked at; what is found later is shown by the text's start.
_LOOKED_AT = 50_000
_SPACE = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")


def snippet(text: str, phrases: Sequence[Phrase]) -> str:
    """Plain text around the first phrase that is found, else the start of the text."""
    plain = _SPACE.sub(" ", text[:_LOOKED_AT]).strip()
    start = max(0, _place(plain, phrases) - BEFORE)
    if start:  # begin with a whole word, where words have spaces
        blank = plain.find(" ", start, start + 20)
        start = blank + 1 if blank >= 0 else start
    end = start + LENGTH
    if end < len(plain):
        blank = plain.rfind(" ", end - 20, end)
        end = blank if blank >= 0 else end
    cut = plain[start:end].strip()
    return f"{'…' if start else ''}{cut}{'…' if end < len(plain) else ''}" if cut else ""


def _place(plain: str, phrases: Sequence[Phrase]) -> int:
    """Where the first phrase stands; 0 where none is found."""
    folded = fold(plain)
    places = [at for phrase in phrases if (at := _find(folded, phrase)) >= 0]
    if not places:
        return 0
    at = min(places)
    return at if len(folded) == len(plain) else _unfolded(plain, at)


def _find(folded: str, phrase: Phrase) -> int:
    found = re.search(_pattern(phrase), folded)
    return found.start() if found else -1


def _pattern(phrase: Phrase) -> str:
    """Tokens side by side, with anything between them that is no word; pairs overlap."""
    first, *others = phrase
    if first.isascii():
        between = r"[\W_]+"
        return rf"(?<![^\W_]){between.join(re.escape(token) for token in phrase)}"
    overlaps = all(a[-1] == b[0] for a, b in zip(phrase, others, strict=False))
    if overlaps and all(len(token) <= 2 for token in phrase):
        return re.escape(first + "".join(token[-1] for token in others))
    return r"[\W_]+".join(re.escape(token) for token in phrase)


def _unfolded(plain: str, at: int) -> int:
    """The place in the plain text whose folded beginning is `at` characters long."""
    low, high = 0, len(plain)
    while low < high:
        middle = (low + high) // 2
        if len(fold(plain[:middle])) < at:
            low = middle + 1
        else:
            high = middle
    return low
