"""Days, months, years, quarters and clock times in a title."""

import re
from collections.abc import Iterable

from strandline.core.dedup.evidence.reading.marks import Mark, free
from strandline.core.dedup.evidence.reading.tokens import Token
from strandline.core.text.numerals import HAN_NUMERAL, ORDINALS, value_of_han

_MONTHS = {
    spelling: number
    for number, spellings in enumerate(
        (
            "january jan janvier janv", "february feb fevrier fevr", "march mar mars",
            "april apr avril", "may mai", "june jun juin", "july jul juillet juil",
            "august aug aout", "september sep sept septembre", "october oct octobre",
            "november nov novembre", "december dec decembre",
        ),
        start=1,
    )
    for spelling in spellings.split()
}  # fmt: skip
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_YEAR = r"(?:19[4-9]\d|20[0-4]\d)"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])"

_DAY_MONTH = re.compile(
    rf"(?<![\d.,])({_DAY}(?:(?:, ?| ?- ?| et | and | au | to ){_DAY}){{0,30}})"
    rf"(?:er|st|nd|rd|th)?(?: of)? ?({_MONTH})\b\.?(?:,? ({_YEAR}))?"
)
_MONTH_DAY = re.compile(
    rf"\b({_MONTH})\.? ({_DAY}(?: ?- ?{_DAY}| and {_DAY})?)(?:st|nd|rd|th)?(?![\d%:]|,\d|\.\d)"
    rf"(?:,? ({_YEAR}))?"
)
_MONTH_YEAR = re.compile(rf"\b({_MONTH})\.?,? ({_YEAR})\b")
#: A month alone: where its name means nothing else, or behind a word that goes with months.
_MONTH_ALONE = re.compile(
    r"\b(january|february|april|june|july|august|september|october|november|december|janvier|"
    r"fevrier|avril|juin|juillet|aout|septembre|octobre|novembre|decembre)\b"
    r"|\b(?:in|since|by|until|late|early|mid|en|debut|fin|mi|depuis|de|d')[ -]?"
    r"(march|may|mars|mai)\b(?! be)"
)
#: Which third of a month, right before its name.
_THIRD = re.compile(r"\b(early|late|mid|debut|fin|mi)[ -](?:de |d')?$")
_THIRDS = {"early": "1", "debut": "1", "mid": "2", "mi": "2", "late": "3", "fin": "3"}
_ISO = re.compile(rf"(?<!\d)({_YEAR})([-/.])(1[0-2]|0?[1-9])\2({_DAY})(?!\d)")
_NUMERIC = re.compile(rf"(?<![\d/])(\d{{1,2}})([/.-])(\d{{1,2}})\2({_YEAR}|\d\d)(?![\d/])")
_HAN_DATE = re.compile(
    rf"(?:({_YEAR}|[一二][〇零一二三四五六七八九]{{3}})年)?(\d{{1,2}}|{HAN_NUMERAL})月(?:份)?(?:(\d{{1,2}}|{HAN_NUMERAL})[日号])?"
    rf"(?![内前后来])"
)
_HAN_YEAR = re.compile(rf"(?<!\d)({_YEAR}|[一二][〇零一二三四五六七八九]{{3}})年")
_SEASON_YEARS = re.compile(rf"(?<!\d)({_YEAR})[-/](\d{{4}}|\d\d)(?!\d|[-/]\d)")
#: Words that make a number of what looks like a year.
_COUNTED = (
    "[人名例个家万亿元吨米辆只头件户所倍场次]|euros?|dollars?|€|people|points|jobs|homes|workers|"
    "dead|cases|miles|acres|troops|flights|men|women|personnes|morts|blesses|emplois|postes|"
    "habitants|hectares|kilometres|km|m2|manifestants|foyers|cas|salaries|vols|places|signatures"
)
_LONE_YEAR = re.compile(rf"(?<![\d$€£.,-])({_YEAR})(?![\d%]|[.,]\d| ?(?:{_COUNTED}))")
_QUARTER = re.compile(
    r"(?<!audi )\b(?:q([1-4])|([1-4])q|t([1-4])(?= 20| ?$))\b"
    r"|\b(first|second|third|fourth|1er|premier|2e|deuxieme|3e|troisieme|4e|quatrieme)"
    r"[ -](?:fiscal )?(?:quarter|trimestre)\b"
    r"|(?:第)?([一二三四1-4])季度?(?=[^节风])"
)
#: Spans of a business year; a report on the third quarter tells of three.
_HAN_SPAN = re.compile(
    r"(?P<three>前三季度?)|(?P<report>三季)(?P<of>报)|(?P<h1>上半年|半年[度报]|中报(?!告))"
    r"|(?P<h2>下半年)|(?P<all>(?<![半一二三])年报|全年(?!龄))"
)
_HALF = re.compile(r"\b(?:h([12])|(first|second|premier|deuxieme|1er|2e)[ -](?:half|semestre))\b")
_CLOCK = re.compile(
    r"(?<![\d/])(?:[01]?\d|2[0-4]) ?(?:h(?:eures)? ?[0-5]\d|h(?![a-z])(?=\d|))(?!\d)"
    r"|(?<!\d)(?:[01]?\d|2[0-4]):[0-5]\d(?![:\d])(?: ?[ap]\.?m\b)?|\b(?:1[0-2]|[1-9]) ?[ap]\.?m\b"
    r"|(?<!\d)24 ?h(?:/24)?\b|\b24/7\b|\b7 ?j(?:ours)?(?: sur |/)7\b"
)


def named_moments(tokens: list[Token]) -> Iterable[Mark]:
    """Weekdays and seasons, which the tables know."""
    for token in tokens:
        for sense in token.senses:
            if sense.kind in ("weekday", "season"):
                yield Mark(sense.kind, float(sense.name), token.start, token.end)


def moments(low: str, language: str) -> list[Mark]:
    """Days as (month, day), years as numbers; in the order in which they are recognised."""
    found: list[Mark] = []
    if any(char.isdigit() for char in low) or "月" in low or "年" in low or "季" in low:
        for rule in (
            *(_iso, _numeric, _day_month, _month_day, _han_spans, _han_dates),
            *(_month_years, _years),
        ):
            _add(found, rule(low, language))
    _add(found, _quarters(low))
    _add(found, _lone_months(low))
    return found


def _add(found: list[Mark], marks: Iterable[Mark]) -> None:
    found.extend([mark for mark in marks if free(found, mark.start, mark.end)])


def _number(text: str) -> int:
    """A number, or the one of an ordinal: `12`, `二十`, `2e`, `second`."""
    digits = re.match(r"\d+", text)
    return int(digits[0] if digits else ORDINALS.get(text) or value_of_han(text))


def _iso(low: str, _: str) -> Iterable[Mark]:
    for m in _ISO.finditer(low):
        yield Mark("day", (float(m[3]), float(m[4])), *m.span())
        yield Mark("year", float(m[1]), *m.span())


def _numeric(low: str, language: str) -> Iterable[Mark]:
    for m in _NUMERIC.finditer(low):
        first, second = int(m[1]), int(m[3])
        is_month_first = second > 12 or (language != "fr" and first <= 12)
        month, day = (first, second) if is_month_first else (second, first)
        if 1 <= month <= 12 and 1 <= day <= 31:
            yield Mark("day", (float(month), float(day)), *m.span())
            yield Mark("year", float(m[4]) + (2000 if len(m[4]) == 2 else 0), *m.span())


def _dated(month: str, days: str, year: str | None, span: tuple[int, int]) -> Iterable[Mark]:
    for day in re.findall(r"\d+", days):
        yield Mark("day", (float(_MONTHS[month]), float(day)), *span)
    if year:
        yield Mark("year", float(year), *span)


def _day_month(low: str, _: str) -> Iterable[Mark]:
    for m in _DAY_MONTH.finditer(low):
        yield from _dated(m[2], m[1], m[3], m.span())


def _month_day(low: str, _: str) -> Iterable[Mark]:
    for m in _MONTH_DAY.finditer(low):
        yield from _dated(m[1], m[2], m[3], m.span())


def _han_dates(low: str, _: str) -> Iterable[Mark]:
    for m in _HAN_DATE.finditer(low):
        month, day = _number(m[2]), _number(m[3]) if m[3] else 0
        if not (1 <= month <= 12 and 0 <= day <= 31):
            continue
        if m[1]:
            yield Mark("year", float(_number(m[1])), *m.span())
        if day:
            yield Mark("day", (float(month), float(day)), *m.span())
        else:
            yield Mark("month", float(month), *m.span())
    for m in _HAN_YEAR.finditer(low):
        yield Mark("year", float(_number(m[1])), *m.span())


def _month_years(low: str, _: str) -> Iterable[Mark]:
    for m in _MONTH_YEAR.finditer(low):
        yield Mark("month", float(_MONTHS[m[1]]), *m.span())
        yield Mark("year", float(m[2]), *m.span())


def _years(low: str, _: str) -> Iterable[Mark]:
    for m in _SEASON_YEARS.finditer(low):
        last = int(m[2]) if len(m[2]) == 4 else int(m[1]) // 100 * 100 + int(m[2])
        if last == int(m[1]) + 1:
            yield Mark("year", (float(m[1]), float(last)), *m.span())
    for m in _LONE_YEAR.finditer(low):
        yield Mark("year", float(m[1]), *m.span())


def _han_spans(low: str, _: str) -> Iterable[Mark]:
    for m in _HAN_SPAN.finditer(low):
        if m["report"]:
            yield Mark("quarter", 3.0, *m.span("report"), role="quarter")
            yield Mark("quarter", "three", *m.span("of"), role="quarter")
        else:
            yield Mark("quarter", str(m.lastgroup), *m.span(), role="quarter")


def _quarters(low: str) -> Iterable[Mark]:
    for m in _QUARTER.finditer(low):
        nth = _number(m[1] or m[2] or m[3] or m[4] or m[5])
        yield Mark("quarter", float(nth), *m.span(), role="quarter")
    for m in _HALF.finditer(low):
        yield Mark("quarter", float(_number(m[1] or m[2])), *m.span(), role="half")
    for m in _CLOCK.finditer(low):
        yield Mark("clock", m[0].replace(" ", ""), *m.span())


def _lone_months(low: str) -> Iterable[Mark]:
    for m in _MONTH_ALONE.finditer(low):
        month = m.start(1) if m[1] else m.start(2)
        third = _THIRD.search(low, 0, month)
        role = _THIRDS[third[1]] if third else ""
        yield Mark("month", float(_MONTHS[m[1] or m[2]]), *m.span(), role=role)
