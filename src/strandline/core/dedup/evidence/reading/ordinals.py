"""Ordinals: `3rd`, `4e`, `troisième`; Chinese ones (`第三`) are read as parts."""

import re
from collections.abc import Iterable

from strandline.core.dedup.evidence.reading.marks import Mark
from strandline.core.dedup.evidence.reading.numerals import HAN_NUMERAL, value_of_han
from strandline.core.dedup.evidence.reading.tokens import Token

_SUFFIXED = re.compile(r"(?<![a-z\d.,])(\d{1,4})(?:st|nd|rd|th|er|re|ere|e|eme|ieme)(?![a-z\d])")
_HAN = re.compile(rf"第({HAN_NUMERAL}|\d{{1,4}})(?![集期季])")
_NEXT = re.compile(r"[ -]([^\W\d_]{3,})")


def ordinals(low: str, tokens: list[Token]) -> Iterable[Mark]:
    """Ordinals by what they order: `3rd quarter` has the role `quarter`."""
    for m in _SUFFIXED.finditer(low):
        yield Mark("ordinal", float(m[1]), *m.span(), role=_role(low, m.end()))
    for token in tokens:
        for sense in token.senses:
            if sense.kind == "ordinal":
                yield Mark(
                    "ordinal", float(sense.name), token.start, token.end, _role(low, token.end)
                )
    for m in _HAN.finditer(low):
        value = float(m[1]) if m[1].isdigit() else value_of_han(m[1])
        yield Mark("ordinal", value, *m.span())


def _role(low: str, end: int) -> str:
    found = _NEXT.match(low, end)
    return found[1] if found else ""
