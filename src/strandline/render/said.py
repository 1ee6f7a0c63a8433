"""What the program wrote down in English, said in the language of the page.

Reasons, notes and messages are kept as sentences, for the log and the command line. The English
catalogue of `said` holds the sentences that people meet most, with placeholders; a sentence that
fits one is said with the same values in another language. What fits none stays English and is
marked as English.
"""

import re
import string
from collections.abc import Iterator, Mapping
from functools import lru_cache

from markupsafe import Markup

from strandline.render.html import clean, word
from strandline.render.i18n import catalogue, known_language, translate

_ROOM = "said."
#: What a placeholder may stand for, by its name; any words otherwise.
_NUMBER, _NO_SPACE = r"\d[\d,]*", r"\S+"
_FITS = dict.fromkeys(("count", "number", "have", "wanted", "status", "port"), _NUMBER)
_FITS |= dict.fromkeys(("host", "url"), _NO_SPACE)
#: Placeholders whose value is itself a sentence of ours, or a capture.
_SENTENCE, _CAPTURE = "said", "capture"
#: Between what is told of one capture and what is told of the next.
_BETWEEN = "; "
#: Sentences within sentences; longer texts than this are no sentences of ours.
_DEEPEST, _LONGEST = 4, 1_000


def said_element(text: str | None, language: str, limit: int = 300) -> Markup:
    """The sentence in the page's language; else as it was written, marked as English."""
    shown = clean(text, limit)
    if not shown or known_language(language) == "en":
        return Markup("{}").format(shown)
    translated = said(clean(text, _LONGEST), language)
    if translated is not None:
        return Markup("{}").format(clean(translated, limit))
    return Markup('<span lang="en">{}</span>').format(shown)


def said(text: str, language: str, depth: int = 0) -> str | None:
    """A sentence in another language; None where it is none of ours."""
    if depth > _DEEPEST or len(text) > _LONGEST:
        return None
    for key, pattern in _patterns():
        match = pattern.fullmatch(text)
        values = _values(match.groupdict(), language, depth) if match else None
        if values is not None:
            return translate(language, key, **values)
    return _several(text, language, depth)


def _several(text: str, language: str, depth: int) -> str | None:
    """Sentences one after the other, all of them or none."""
    parts = text.split(_BETWEEN)
    if len(parts) == 1:
        return None
    told = [said(part, language, depth + 1) for part in parts]
    return _BETWEEN.join(part for part in told if part) if all(told) else None


def _values(found: Mapping[str, str], language: str, depth: int) -> dict[str, object] | None:
    """What is filled in; None where a part that must be a sentence of ours is none."""
    values: dict[str, object] = {}
    for name, text in found.items():
        value: object = text
        if name.startswith(_SENTENCE):
            value = said(text, language, depth + 1)
        elif name == _CAPTURE:
            key = f"archive.capture.{text}"
            value = word(language, "archive.capture", text) if key in catalogue("en") else None
        elif name == "count":
            value = int(text.replace(",", ""))
        if value is None:
            return None
        values[name] = value
    return values


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Every English sentence as a pattern; those that say most themselves first."""
    found = [
        (key, _pattern(text), sum(len(part) for part, *_ in string.Formatter().parse(text)))
        for key, text in _english()
    ]
    found.sort(key=lambda each: (-each[2], each[0]))
    return tuple((key, pattern) for key, pattern, _ in found)


def _english() -> Iterator[tuple[str, str]]:
    for key, message in catalogue("en").items():
        if key.startswith(_ROOM):
            for text in [message] if isinstance(message, str) else message.values():
                yield key, text


def _pattern(text: str) -> re.Pattern[str]:
    """One group a placeholder; a value that is written out in a plural form is no placeholder."""
    pieces = [
        re.escape(part) + (f"(?P<{name}>{_FITS.get(name, '.+?')})" if name else "")
        for part, name, _, _ in string.Formatter().parse(text)
    ]
    return re.compile("".join(pieces))
