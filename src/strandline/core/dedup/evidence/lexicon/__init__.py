"""The tables, by language of the title."""

from functools import cache

from strandline.core.dedup.evidence.lexicon.bodies import BODIES
from strandline.core.dedup.evidence.lexicon.chinese import CHINESE
from strandline.core.dedup.evidence.lexicon.countries import COUNTRIES
from strandline.core.dedup.evidence.lexicon.english import ENGLISH
from strandline.core.dedup.evidence.lexicon.french import FRENCH
from strandline.core.dedup.evidence.lexicon.places import PLACES
from strandline.core.dedup.evidence.lexicon.table import Lexicon, Sense, Senses, compiled

__all__ = ["Lexicon", "Sense", "Senses", "lexicon_of"]

_NAMES = (COUNTRIES, PLACES, BODIES)
#: Latin words in a Chinese title are English; a title whose language is unknown is read with all.
_TABLES = {
    "en": (ENGLISH, CHINESE, *_NAMES),
    "fr": (FRENCH, CHINESE, *_NAMES),
    "zh": (ENGLISH, CHINESE, *_NAMES),
}
_UNKNOWN = (ENGLISH, FRENCH, CHINESE, *_NAMES)


def lexicon_of(language: str) -> Lexicon:
    """The words of a language (two letters); of all three where it is unknown or another one."""
    return _compiled(language if language in _TABLES else "")


@cache
def _compiled(language: str) -> Lexicon:
    return compiled(_TABLES.get(language, _UNKNOWN))
