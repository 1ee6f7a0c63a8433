"""Dates of feeds, as they come: many forms, an instant in UTC or nothing.

A wrong date costs more than none: what is impossible (24:00, 31 February), ambiguous (02/03/2026)
or a placeholder (year zero, the Unix epoch itself) is no date. A date without a zone is read in the
zone of its source, never in that of this machine.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from strandline.core.sources.feeds.calendars import MONTHS, ZONE_MINUTES, ZONE_PLACES
from strandline.model.entries import DateTrust

#: Years outside are typing errors or placeholders: no feed is older than the press it lists from.
FIRST_YEAR, LAST_YEAR = 1900, 2199
#: Longer texts are no dates; keeps the patterns cheap.
LONGEST = 80

Found = tuple[datetime | None, DateTrust]
NOTHING: Found = (None, DateTrust.NONE)

_CLOCK = (
    r"(?P<hour>\d{1,2})(?:[:.h]|\s*[时時点點시]\s*)(?P<minute>\d{2})\s*[分분]?"
    r"(?:(?:[:.]|(?<=[分분])\s*)(?P<second>\d{2})[秒초]?(?:[.,]\d+)?)?"
)
_ZONE = r"(?:\s*(?P<ampm>[ap]\.?m\.?)(?![a-z]))?\s*\(?(?P<zone>[+-]\d.*|[^\W\d_][^()]*)?.*"
_NOON = r"(?P<noon>上午|下午|凌晨|早上|中午|午前|午後|오전|오후)"
_TIME = rf"(?:{_NOON}?\s*{_CLOCK}{_ZONE})?"
_NAME = r"[^\W\d_]+\.?"
#: Names of days and months that hold a number: `3月`, `Th3`, `thg 3`.
_MONTH = rf"(?:\d{{1,2}}\s?[月월]|th(?:g|áng)?\s?\d{{1,2}}|{_NAME})"
_DAY_NAME = rf"(?:th?\s?[2-7](?=[\s,])|{_NAME}(?:[\s-]{_NAME})?)"

_ISO = re.compile(
    r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})(?:(?:[Tt]|\s+)" + _TIME + r")?$",
    re.IGNORECASE,
)
_SLASHED = re.compile(
    r"(?P<year>\d{4})(?:/|\.\s?)(?P<month>\d{1,2})(?:/|\.\s?)(?P<day>\d{1,2})\.?(?:(?:[Tt]|\s+)"
    + _TIME
    + r")?$",
    re.IGNORECASE,
)
_PACKED = re.compile(
    r"(?P<year>\d{4})(?P<month>\d{2})(?P<day>\d{2})"
    r"(?:[Tt]?(?P<hour>\d{2})(?P<minute>\d{2})(?P<second>\d{2})?(?P<zone>Z|[+-]\d{2}:?\d{2})?)?$"
)
_ORDINAL = re.compile(r"(?P<year>\d{4})-?(?P<ordinal>\d{3})$")
_MONTH_ONLY = re.compile(r"(?P<year>\d{4})(?:-(?P<month>\d{2}))?$")
_EPOCH = re.compile(r"(\d{9,10})(?:\.\d+)?$|(\d{10})(?:\d{3}|\d{6})$")
_MAIL = re.compile(
    rf"(?:{_DAY_NAME}[\s,]*)?(?P<day>\d{{1,2}})(?:st|nd|rd|th(?!\s?\d)|er|\.)?,?[\s-]*"
    rf"(?:de\s+|of\s+)?(?P<name>{_MONTH})[\s,-]*(?:del?\s+)?(?P<year>\d{{4}}|\d{{2}})(?![\d:])"
    rf"(?:\s*(?:г\.|р\.)?\s*,?\s*(?:at\s+|um\s+|à\s+|v\s+|в\s+|о\s+)?{_TIME})?$",
    re.IGNORECASE,
)
_MONTH_FIRST = re.compile(
    rf"(?:{_NAME}\s*,?\s+)?(?P<name>{_NAME})\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s*,?\s+"
    rf"(?P<year>\d{{4}})(?:\s*,?\s*(?:at\s+)?{_TIME})?$",
    re.IGNORECASE,
)
_ASCTIME = re.compile(
    rf"(?:{_NAME}\s*,?\s+)?(?P<name>{_NAME})\s+(?P<day>\d{{1,2}})\s*,?\s+"
    rf"(?P<hour>\d{{1,2}}):(?P<minute>\d{{2}})(?::(?P<second>\d{{2}}))?\s+"
    rf"(?:(?P<zone>[A-Za-z]+|(?:GMT|UTC)?[+-]\d{{2}}:?\d{{2}})\s+)?(?P<year>\d{{4}})$",
    re.IGNORECASE,
)
_DOTTED = re.compile(
    rf"(?:{_NAME}\s*,?\s+)?(?P<day>\d{{1,2}})(?:[./-]|\.\s)(?P<month>\d{{1,2}})(?:[./-]|\.\s)"
    r"(?P<year>\d{4})"
    rf"(?:[,\s]+{_TIME})?$",
    re.IGNORECASE,
)
_EAST_ASIAN = re.compile(
    r"(?P<year>\d{4})\s*[年년]\s*(?P<month>\d{1,2})\s*[月월]\s*(?P<day>\d{1,2})\s*[日일号號]?"
    r"\s*(?:\(?[^\W\d_]{1,3}\)?\s*)??"
    rf"{_TIME}$",
    re.IGNORECASE,
)
_OFFSET = re.compile(r"(?:GMT|UTC|UT)?\s*([+-])(\d{1,2})(?::?(\d{2}))?(?:\D.*)?$", re.IGNORECASE)
_AFTERNOON = frozenset({"下午", "中午", "午後", "오후"})
_NUMBER = re.compile(r"\d+")


@lru_cache(maxsize=4096)
def read_date(text: str, place: str = "UTC") -> Found:
    """The instant that a date of a feed means, and how much it says.

    Args:
        text: The date as received.
        place: IANA name of the zone for dates that name none; unknown names mean UTC.

    Returns:
        Aware UTC, or None with `DateTrust.NONE` where it cannot be believed. A date without a
        time is 00:00:00Z of that day (document 2).
    """
    text = " ".join(text.split())
    if not text or len(text) > LONGEST:
        return NOTHING
    for pattern, read in _FORMS:
        match = pattern.match(text)
        if match:
            try:
                return _believed(*read(match, place))
            except (ValueError, OverflowError, KeyError):
                return NOTHING
    return NOTHING


def _believed(when: datetime, trust: DateTrust) -> Found:
    """UTC, unless it is outside the believable years or the epoch, which means "unknown"."""
    utc = when.astimezone(UTC)
    if not FIRST_YEAR <= utc.year <= LAST_YEAR or utc == datetime(1970, 1, 1, tzinfo=UTC):
        return NOTHING
    return utc, trust


def _numeric(match: re.Match[str], place: str) -> tuple[datetime, DateTrust]:
    parts = match.groupdict()
    return _dated(int(parts["year"]), int(parts["month"]), int(parts["day"]), parts, place)


def _named(match: re.Match[str], place: str) -> tuple[datetime, DateTrust]:
    """A month by its name; KeyError where no language we know calls a month so."""
    parts = match.groupdict()
    year = int(parts["year"])
    if len(parts["year"]) == 2:  # RFC 2822 §4.3: 00 to 49 are of this century
        year += 2000 if year < 50 else 1900
    number = _NUMBER.search(parts["name"])
    month = int(number[0]) if number else MONTHS[parts["name"].rstrip(".").casefold()]
    return _dated(year, month, int(parts["day"]), parts, place)


def _day_first(match: re.Match[str], place: str) -> tuple[datetime, DateTrust]:
    """02.03.2026 is day first; with a slash or a hyphen only where it can mean one thing."""
    parts = match.groupdict()
    day, month = int(parts["day"]), int(parts["month"])
    if "." not in match.group(0)[: match.end("year")]:
        if day != month and day <= 12 and month <= 12:
            raise ValueError(match.group(0))
        if month > 12:
            day, month = month, day
    return _dated(int(parts["year"]), month, day, parts, place)


def _ordinal(match: re.Match[str], place: str) -> tuple[datetime, DateTrust]:  # noqa: ARG001 - a form
    first = datetime(int(match["year"]), 1, 1, tzinfo=UTC)
    when = first + timedelta(days=int(match["ordinal"]) - 1)
    if when.year != first.year:
        raise ValueError(match.group(0))
    return when, DateTrust.DAY


def _month_only(match: re.Match[str], place: str) -> tuple[datetime, DateTrust]:  # noqa: ARG001
    return datetime(int(match["year"]), int(match["month"] or 1), 1, tzinfo=UTC), DateTrust.DAY


def _epoch(match: re.Match[str], place: str) -> tuple[datetime, DateTrust]:  # noqa: ARG001 - a form
    seconds = int(match[1]) if match[1] else int(match[2])
    return datetime.fromtimestamp(seconds, UTC), DateTrust.EXACT


def _dated(
    year: int, month: int, day: int, parts: dict[str, str | None], place: str
) -> tuple[datetime, DateTrust]:
    """Put date, time and zone together; ValueError where a part is impossible."""
    if parts.get("hour") is None:
        return datetime(year, month, day, tzinfo=UTC), DateTrust.DAY
    hour = _hour(int(parts["hour"] or 0), parts)
    second = int(parts["second"] or 0)
    if second == 60:  # a leap second is told as the second before it
        second = 59
    minute = int(parts["minute"] or 0)
    naive = datetime(year, month, day, hour, minute, second)  # noqa: DTZ001 - its zone follows
    zone = _zone(parts.get("zone"))
    if zone is None:
        return naive.replace(tzinfo=_place(place)), DateTrust.ASSUMED_ZONE
    return naive.replace(tzinfo=zone), DateTrust.EXACT


def _hour(hour: int, parts: dict[str, str | None]) -> int:
    """The hour of the day, after am, pm and their East Asian forms."""
    half = (parts.get("ampm") or "").lower()
    noon = parts.get("noon")
    if not half and not noon:
        return hour
    if not 1 <= hour <= 12:
        if noon or hour > 12:
            return hour
        raise ValueError(hour)
    late = half.startswith("p") or noon in _AFTERNOON
    return hour % 12 + (12 if late else 0)


@lru_cache(maxsize=1024)
def _zone(name: str | None) -> tzinfo | None:
    """The zone that a date names; None where it names none that we know."""
    name = (name or "").strip(" ()")
    if not name:
        return None
    upper = name.upper()
    if upper in ZONE_MINUTES:
        return timezone(timedelta(minutes=ZONE_MINUTES[upper]))
    offset = _OFFSET.match(name)
    if offset:
        minutes = int(offset[2]) * 60 + int(offset[3] or 0)
        return timezone(timedelta(minutes=minutes if offset[1] == "+" else -minutes))
    if upper in ZONE_PLACES:
        return _place(ZONE_PLACES[upper])
    if "/" in name:
        found = _place(name)
        return None if found is UTC else found
    first = upper.split()[0]
    return _zone(first) if first != upper else None


@lru_cache(maxsize=256)
def _place(name: str) -> tzinfo:
    """A zone by its IANA name; UTC where this machine does not know it."""
    if name in {"UTC", ""}:
        return UTC
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, LookupError):
        return UTC


#: Tried in this order; the first pattern that matches decides.
_FORMS: tuple[
    tuple[re.Pattern[str], Callable[[re.Match[str], str], tuple[datetime, DateTrust]]], ...
] = (
    (_MAIL, _named),
    (_ISO, _numeric),
    (_EPOCH, _epoch),
    (_PACKED, _numeric),
    (_ORDINAL, _ordinal),
    (_MONTH_ONLY, _month_only),
    (_SLASHED, _numeric),
    (_ASCTIME, _named),
    (_MONTH_FIRST, _named),
    (_DOTTED, _day_first),
    (_EAST_ASIAN, _numeric),
)
