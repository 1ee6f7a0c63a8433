"""Series: names that repeat at the head of a source's titles and are part of what they tell."""

import re
from collections.abc import Iterable
from functools import lru_cache

from strandline.core.text.titles.folding import fold_title, letters

_HEAD = re.compile(r"([^:：|｜丨\-–—]{2,40}?)\s*(?:[:：|｜丨]|\s[-–—]+\s)")
#: Words that only series have at an end of their names.
_NAMES = (
    "podcast|newsletter|briefing|horoscope|quiz|wordle|crossword|chronique|matinale|hebdo|meteo"
    "|weather|forecast|diary|mots croises|photo of the day|word of the day|question of the day"
)
_WORDS = re.compile(
    rf"^(?:(?:the|le|la|l') ?)?(?:{_NAMES})\b|\b(?:{_NAMES})$"
    r"|早报|晚报|日报|周报|周刊|夜读|早餐|天气|播客|专栏"
)
#: A longer head is a sentence.
_MOST_WORDS = 5


def series_of(text: str, names: Iterable[str] = ()) -> set[str]:
    """`series:` with the folded name, where a title begins with a series."""
    found = _HEAD.match(text)
    if not found:
        return set()
    known = _folded(tuple(names))
    if not known and len(found[1].split()) > _MOST_WORDS:
        return set()
    if not known and not _WORDS.search(letters(found[1]).strip()):
        return set()
    head = fold_title(found[1])
    return {f"series:{head}"} if head in known or _WORDS.search(head) else set()


@lru_cache(maxsize=2048)
def _folded(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(fold_title, names)) - {""}
