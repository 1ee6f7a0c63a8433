"""The parts of a date that somebody wrote: which number is the day, which word the month.

The clock and its zone are taken out first, then three numbers in a row (`14/07/2023`,
2023年7月14日) or a month by its name. Words that are left say nothing (`Posted on`, `Uhr`, names of
days in any language), but every number must have found its place: two dates in one text are none.
"""

import html
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Literal

from strandline.core.sources.feeds.calendars import ERAS, MONTHS, WEEKDAYS
from strandline.core.sources.feeds.clocks import Clock, dotted_clock, take_clock
from strandline.core.text.numerals import HAN_NUMERAL, value_of_han

#: Which of day and month a source writes first.
Order = Literal["day", "month"]

#: Longer texts are no dates; keeps the patterns cheap.
LONGEST = 100
#: Of an element that wraps a date, so much is looked at.
_LONGEST_MARKUP = 1000


@dataclass(frozen=True, slots=True)
class Parts:
    """A date as written; ranges are not checked.

    Attributes:
        clock: None where no time of day is given.
        shows: Which of day and month stands first, where the text itself shows that.
    """

    year: int
    month: int
    day: int
    clock: Clock | None = None
    shows: Order | None = None


#: Vowels and tones of Devanagari and Thai, and accents: they belong to the letter before.
_MARKS = "\u0300-\u036f\u0900-\u0903\u093a-\u094f\u0e31\u0e34-\u0e3a\u0e47-\u0e4e"
_TOKEN = re.compile(rf"\d+|[^\W\d_](?:[^\W\d_]|[{_MARKS}])*")
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"))
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_SAYS_WHEN = re.compile(r"<[^<>]*?\s(?:datetime|content)\s*=\s*[\"']?([^\"'<>]+)", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_HAN_PART = re.compile(rf"({HAN_NUMERAL})(?=[年月日号號时時点點分])")
_ERA = re.compile(rf"({'|'.join(ERAS)})\s?(\d{{1,3}}|元)(?=\s?年)")
_THAI = re.compile("[\u0e00-\u0e7f]")
#: Years of the Buddhist era run so far ahead.
_BUDDHIST = 543

_YEAR_FIRST = re.compile(
    r"(?<!\d)(\d{4})\s?(?:[년年]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})(?:\s?[日일号號])?"
    r"|([./-])\s?(\d{1,2})\s?\4\s?(\d{1,2})(?!\d))"
)
_YEAR_LAST = re.compile(r"(?<!\d)(\d{1,2})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{4})(?!\d)")
_WEEK = re.compile(r"(?<!\d)(\d{4})-?W(\d{2})-?([1-7])(?!\d)")
_DAY_OF_YEAR = re.compile(r"(?<!\d)(\d{4})-?(\d{3})(?!\d)")
_ENGLISH = (
    *("", "jan", "feb", "mar", "apr", "may", "jun"),
    *("jul", "aug", "sep", "oct", "nov", "dec"),
)
#: Names of months and days that hold a number: `3月`, `Th3`, `tháng 3`; `T5`, `thứ 5`.
_NUMBERED_MONTH = re.compile(r"(\d{1,2})\s?[月월]|\bth(?:g|áng)?\s?(\d{1,2})(?!\d)", re.IGNORECASE)
_NUMBERED_DAY = re.compile(r"^(?:thứ|th?)\s?[2-7](?=[\s,])", re.IGNORECASE)

#: A date, and the text without it.
_Found = tuple[Parts, str]


def read_parts(text: str, order: Order | None = None) -> Parts | None:
    """The parts of the one date in a text; None where there is none, or more than one.

    Args:
        text: Plain text, or an element that says when (`<time datetime="…">`).
        order: How the source writes days and months elsewhere; None where it does not show.

    Raises:
        ValueError, LookupError: What looks like a date cannot be one.
    """
    text = tidy(text)
    clock, rest = take_clock(text)
    found = _year_first(rest) or _year_last(rest, order) or _counted(rest)
    if clock is None:
        clock, left = dotted_clock(found[1] if found else rest)
        found, rest = ((found[0], left), left) if found else (None, left)
    found = found or _named(rest)
    if found is None or any(char.isdigit() for char in found[1]):
        return None
    return replace(found[0], clock=clock)


def tidy(text: str) -> str:
    """One line of plain text with plain digits, hyphens and blanks; empty where it is too long."""
    text = text[:_LONGEST_MARKUP]
    if "&" in text:
        text = html.unescape(text)
    if "<" in text:
        said = _SAYS_WHEN.search(text)
        text = said[1] if said else _TAG.sub(" ", text)
    if not text.isascii():
        text = _plain(text)
    text = " ".join(text.split()).strip("\"'` ")
    return text if len(text) <= LONGEST else ""


def _plain(text: str) -> str:
    """Digits of all scripts, Chinese numerals and the eras of Japan and Taiwan as our numbers."""
    text = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text)).translate(_DASHES)
    text = "".join(str(unicodedata.digit(c, c)) if c.isdigit() else c for c in text)
    text = _HAN_PART.sub(lambda match: f"{value_of_han(match[1]):.0f}", text)
    return _ERA.sub(lambda match: str(ERAS[match[1]] + int(match[2].replace("元", "1"))), text)


def _without(text: str, match: re.Match[str]) -> str:
    return f"{text[: match.start()]} {text[match.end() :]}"


def _year_first(text: str) -> _Found | None:
    match = _YEAR_FIRST.search(text)
    if match is None:
        return None
    month, day = match[2] or match[5], match[3] or match[6]
    return Parts(int(match[1]), int(month), int(day)), _without(text, match)


def _year_last(text: str, order: Order | None) -> _Found | None:
    """02.03.2026 is day first; with a slash or a hyphen only where something decides."""
    match = _YEAR_LAST.search(text)
    if match is None:
        return None
    first, second, year = int(match[1]), int(match[3]), int(match[4])
    rest = _without(text, match)
    if match[2] == "." or first == second:
        return Parts(year, second, first), rest
    readings = [Parts(year, second, first, shows="day"), Parts(year, first, second, shows="month")]
    readings = [one for one in readings if one.month <= 12]
    if len(readings) > 1:
        readings = _decided(readings, rest, order)
    if len(readings) != 1:
        raise ValueError(text)
    return readings[0], rest


def _decided(readings: list[Parts], rest: str, order: Order | None) -> list[Parts]:
    """Those of two readings that the name of the day allows, else the habit of the source.

    Drupal's own form (`Tue, 07/11/2023 - 17:57`) has the month first where both fit.
    """
    named = {WEEKDAYS[word] for word in _tokens(rest) if word in WEEKDAYS}
    fitting = [one for one in readings if date(one.year, one.month, one.day).weekday() in named]
    if len(fitting) == 1:
        return fitting
    if order is None and fitting and rest.rstrip().endswith("-"):
        order = "month"
    return [replace(one, shows=None) for one in readings if one.shows == order]


def _counted(text: str) -> _Found | None:
    """A day by its week (2026-W10-4) or by its number in the year (2026-064)."""
    match = _WEEK.search(text)
    if match:
        day = date.fromisocalendar(int(match[1]), int(match[2]), int(match[3]))
        return Parts(day.year, day.month, day.day), _without(text, match)
    match = _DAY_OF_YEAR.search(text)
    if match is None:
        return None
    day = date(int(match[1]), 1, 1) + timedelta(days=int(match[2]) - 1)
    if day.year != int(match[1]):
        raise ValueError(text)
    return Parts(day.year, day.month, day.day), _without(text, match)


def _named(text: str) -> _Found | None:
    """A date whose month has a name: two numbers beside it, or three where the first repeats.

    `026, 26 Mar` has the day where software should have put its name.
    """
    is_thai = bool(_THAI.search(text))
    text = _NUMBERED_MONTH.sub(
        lambda match: f" {_ENGLISH[int(match[1] or match[2])]} ", _NUMBERED_DAY.sub(" ", text)
    )
    tokens = [token for token in _tokens(text) if token.isdigit() or token in MONTHS]
    numbers = [token for token in tokens if token.isdigit()]
    if len(numbers) == 3 and int(numbers[0]) == int(numbers[1]):
        del numbers[0]
    if len(numbers) != 2 or len(numbers) == len(tokens):
        return None
    year, day = numbers if len(numbers[0]) == 4 else reversed(numbers)
    if len(day) > 2 or len(year) not in (2, 4):
        return None
    return Parts(_full(year, is_thai=is_thai), MONTHS[_nearest(tokens)], int(day)), ""


def _tokens(text: str) -> list[str]:
    """Numbers and words, case-folded, in order."""
    return _TOKEN.findall(text.casefold())


def _nearest(tokens: list[str]) -> str:
    """The name of a month with the most numbers beside it: `mar., 05 mai` is a Tuesday in May."""
    beside = {
        at: sum(near.isdigit() for near in (*tokens[max(at - 1, 0) : at], *tokens[at + 1 : at + 2]))
        for at, token in enumerate(tokens)
        if not token.isdigit()
    }
    return tokens[max(beside, key=beside.__getitem__)]


def _full(year: str, *, is_thai: bool) -> int:
    """Of four digits; RFC 2822 §4.3: 00 to 49 are of this century."""
    number = int(year)
    if len(year) == 2:
        return number + (2000 if number < 50 else 1900)
    return number - _BUDDHIST if is_thai and number > 2400 else number


def order_of(texts: Iterable[str]) -> Order | None:
    """Whether a source writes the day or the month first, where its dates show one of the two."""
    shown = set[Order | None]()
    for text in texts:
        if ("/" in text or "-" in text) and _YEAR_LAST.search(text[:_LONGEST_MARKUP]):
            shown.add(_shown(text))
    shown.discard(None)
    return shown.pop() if len(shown) == 1 else None


def _shown(text: str) -> Order | None:
    try:
        parts = read_parts(text)
    except (ValueError, LookupError):
        return None
    return parts.shows if parts else None
