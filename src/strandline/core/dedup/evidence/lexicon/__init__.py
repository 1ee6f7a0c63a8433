"""The tables, by language of the title."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

from strandline.core.dedup.evidence.lexicon.chinese import CHINESE
from strandline.core.dedup.evidence.lexicon.english import ENGLISH
from strandline.core.dedup.evidence.lexicon.french import FRENCH
from strandline.core.dedup.evidence.lexicon.shared import SHARED
from strandline.core.dedup.evidence.lexicon.table import Lexicon, Sense, Senses, compiled

__all__ = ["TABLES", "Lexicon", "Sense", "Senses", "lexicon_of", "without"]

#: Every table by its name.
TABLES = {"english": ENGLISH, "french": FRENCH, "chinese": CHINESE, "shared": SHARED}
#: Latin words in a Chinese title are English; a title whose language is unknown is read with all.
_READ_WITH = {
    "en": ("english", "chinese", "shared"),
    "fr": ("french", "chinese", "shared"),
    "zh": ("english", "chinese", "shared"),
}
_left_out: ContextVar[str] = ContextVar("left_out", default="")


def lexicon_of(language: str) -> Lexicon:
    """The words of a language (two letters); of all three where it is unknown or another one."""
    return _compiled(language if language in _READ_WITH else "", _left_out.get())


@contextmanager
def without(table: str) -> Iterator[None]:
    """Titles that are read inside know nothing of a table: to measure what it is worth."""
    token = _left_out.set(table)
    try:
        yield
    finally:
        _left_out.reset(token)


@cache
def _compiled(language: str, left_out: str) -> Lexicon:
    names = _READ_WITH.get(language, tuple(TABLES))
    return compiled(tuple(TABLES[name] for name in names if name != left_out))
