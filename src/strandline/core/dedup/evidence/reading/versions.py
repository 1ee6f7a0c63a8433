"""Versions and models: `iOS 17.1`, `curl 8.12.0`, `Galaxy S24`, `GPT-4`, `A320`, `小米17 Pro`."""

import re
from collections.abc import Iterable

from strandline.core.dedup.evidence.reading.marks import Mark
from strandline.core.dedup.evidence.reading.tokens import Token
from strandline.core.text.numerals import HAN_NUMERAL, value_of_han

_DOTTED = re.compile(r"(?<![\d.])v?(\d+(?:\.\d+){2,3})(?![\d.])|\bv(\d+(?:\.\d+)*)\b")
_COMPOSITE = re.compile(
    r"(?<![a-z\d.])([a-z]{1,8})-?(\d{1,4})([a-z]{0,2})(?![a-z\d]|[.,]\d|[:/]\d)"
)
#: Aircraft, rockets and missiles of China: `歼-10CE`, 东风41.
_HAN_MODEL = re.compile(
    r"([歼轰](?=-?\d)|[运直教强](?=-)|东风|鹰击|巨浪|翼龙|无侦|捷龙|力箭|朱雀|谷神星)-?"
    r"(\d{1,3}[a-z]{0,3})(?![a-z\d.%万亿人名艘枚架])"
)
_DIGITS_FIRST = re.compile(r"(?<![a-z\d.,])(\d{3,4})-?(max|neo|er|xwb)\b")
_NUMBER = re.compile(
    r"[ -]?(\d{1,4}(?:\.\d{1,2})?)"
    r"(?!\d|[.,]\d|[:/]\d| ?[%€$£°万亿年月日元岁人名例个]|[a-z]{1,2}\b| (?:mill|bill|000))"
)
_HAN_NUMBER = re.compile(rf"({HAN_NUMERAL})号")
#: A product's number with its letter: `8a`, `4S`; units are written so only behind other words.
_WITH_LETTER = re.compile(r"[ -]?(\d{1,3}[a-z])(?![a-z\d])")
_LETTERED = re.compile(r" ?([a-z])(\d{1,2})\b|(?<=model) ([a-z])()(?![a-z])")
_VARIANT = re.compile(
    r"[ -]?(pro max|pro\+|pro|max|plus|ultra|mini|air|se|lite|turbo|fold|flip|note|fe|"
    r"至尊版|标准版|青春版|\+)(?![a-z])"
)
#: Letters before digits that make no model: months and the like are taken before.
_NO_MODEL = frozenset(
    ("no", "vol", "pt", "ep", "part", "day", "week", "top", "under", "over", "u", "page", "art")
)

#: What is named by a number with a letter; behind other words `27L` may be litres.
_LABELLED = re.compile(
    r"\b(runway|gate|flight|bus|route|section|form|unit|row|seat|stand|hangar|platform|block|"
    r"building|ward|class|category|schedule|annexe?|exhibit|area|zone|pier|terminal|track|locker|"
    r"train|tram|sector|room|flat|apartment|suite|apt|exit|junction|lot|plot|clause|type|grade|"
    r"tier|model|mark|band|road|street|house|locus|variant|strain|piste|quai|porte|vol|salle)"
    r" (\d{1,4}[a-z]{1,2}|[a-z]{1,2}\d{1,4})(?![\w.,]\w|\w)"
)
#: Letters and digits by turns are a part's number wherever they stand.
_BY_TURNS = re.compile(
    r"(?<![a-z\d.-])([a-z]{1,4})-?(\d{1,4}(?:[a-z]{1,3}\d{1,4}|-\d{1,5}[a-z]?)[a-z]{0,2})"
    r"(?![a-z\d]|[.,]\d)"
)


def versions(low: str, tokens: list[Token]) -> Iterable[Mark]:
    """What is numbered → which; a variant such as `pro` is a mark of its own beside it."""
    for m in _DOTTED.finditer(low):
        yield Mark("version", m[1] or m[2], *m.span(), role=_before(low, m.start()))
    for token in tokens:
        name = next((s for s in token.senses if s.kind in ("product", "body")), None)
        if name:
            yield from _of_product(low, token, name.name, is_product=name.kind == "product")
    for m in _COMPOSITE.finditer(low):
        if m[1] not in _NO_MODEL:
            yield from _with_variant(low, Mark("version", m[2] + m[3], *m.span(), role=m[1]))
    for m in _HAN_MODEL.finditer(low):
        yield Mark("version", m[2], *m.span(), role=m[1])
    for m in _DIGITS_FIRST.finditer(low):
        yield Mark("version", m[0].replace("-", ""), *m.span(), role="jet")


def _of_product(low: str, token: Token, name: str, *, is_product: bool) -> Iterable[Mark]:
    letter = _LETTERED.match(low, token.end)
    if letter:
        yield from _with_variant(
            low, Mark("version", letter[0].strip(), letter.start(), letter.end(), role=name)
        )
        return
    number = (is_product and _WITH_LETTER.match(low, token.end)) or _NUMBER.match(low, token.end)
    is_glued = number is not None and low[token.end : token.end + 1] not in (" ", "-")
    if number and (is_product or is_glued):
        mark = Mark("version", number[1], number.start(), number.end(), role=name)
        yield from _with_variant(low, mark)
    han = _HAN_NUMBER.match(low, token.end)
    if han:
        yield Mark("version", str(int(value_of_han(han[1]))), *han.span(), role=name)


def _with_variant(low: str, mark: Mark) -> Iterable[Mark]:
    yield mark
    variant = _VARIANT.match(low, mark.end)
    if variant:
        spelled = f"{mark.value} {variant[1]}"
        yield Mark("variant", spelled, *variant.span(), role=mark.role)


def _before(low: str, at: int) -> str:
    """The word before a version: what it is the version of."""
    words = re.findall(r"[^\W\d_]+", low[:at])
    return words[-1] if words and words[-1] not in ("version", "v") else " ".join(words[-2:-1])


def codes(low: str) -> Iterable[Mark]:
    """Which one of its kind; two codes behind one word, or of one series, name two things."""
    if not any(char.isdigit() for char in low):
        return
    for m in _LABELLED.finditer(low):
        yield Mark("part", m[2], *m.span(2), role=m[1])
    for m in _BY_TURNS.finditer(low):
        yield Mark("version", m[2], *m.span(), role=m[1])
