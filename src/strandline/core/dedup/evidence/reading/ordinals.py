"""Ordinals: `3rd`, `4e`, `third`, `vingt et unième`; -1 is the last. 第三 is read as a part."""

import re
from collections.abc import Iterable

from strandline.core.dedup.evidence.reading.marks import Mark
from strandline.core.text.numerals import (
    HAN_NUMERAL,
    ORDINALS,
    WORD_NUMBER,
    value_of_han,
    value_of_words,
)

_SUFFIXED = re.compile(r"(?<![a-z\d.,])(\d{1,4})(?:st|nd|rd|th|er|re|ere|e|eme|ieme)(?![a-z\d])")
_HAN = re.compile(rf"第({HAN_NUMERAL}|\d{{1,4}})(?![集期季])")
_WORD = re.compile(
    rf"\b(?:((?:{WORD_NUMBER})[ -](?:et[ -])?))?({'|'.join(ORDINALS)})s?\b"
    r"|(?<![\w-])(last|final|derni(?:er|ere)s?)\b"
)
_NEXT = re.compile(r"[ -]([^\W\d_]{3,})")


def ordinals(low: str) -> Iterable[Mark]:
    """Ordinals by what they order: `3rd quarter` has the role `quarter`."""
    for m in _SUFFIXED.finditer(low):
        yield Mark("ordinal", float(m[1]), *m.span(), role=_role(low, m.end()))
    for m in _WORD.finditer(low):
        value = -1.0 if m[3] else ORDINALS[m[2]] + (value_of_words(m[1]) if m[1] else 0)
        yield Mark("ordinal", value, *m.span(), role=_role(low, m.end()))
    for m in _HAN.finditer(low):
        value = float(m[1]) if m[1].isdigit() else value_of_han(m[1])
        yield Mark("ordinal", value, *m.span())


def _role(low: str, end: int) -> str:
    found = _NEXT.match(low, end)
    return found[1] if found else ""
