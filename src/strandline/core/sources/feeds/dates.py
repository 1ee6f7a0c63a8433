"""Dates of feeds and pages, as they come: many forms, an instant in UTC or nothing.

A wrong date costs more than none: what is impossible (24:00, 31 February), ambiguous (02/03/2026
where the source does not show its order), less than a day (2026, March 2026) or a placeholder (year
zero, the Unix epoch itself) is no date. A date without a zone is read in the zone of its source,
never in that of this machine.
"""

import re
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache

from strandline.core.sources.feeds.calendars import MONTHS
from strandline.core.sources.feeds.clocks import place_named
from strandline.core.sources.feeds.date_parts import Order, Parts, read_parts, tidy
from strandline.model.entries import DateTrust

#: Years outside are typing errors or placeholders: no feed is older than the press it lists from.
FIRST_YEAR, LAST_YEAR = 1900, 2199

Found = tuple[datetime | None, DateTrust]
NOTHING: Found = (None, DateTrust.NONE)

#: The forms of RFC 2822 and RFC 3339, which most feeds write, are read without detours.
_MAIL = re.compile(
    r"(?:[A-Za-z]{3}, ?)?(\d{1,2}) ([A-Za-z]{3}) (\d{4}) (\d\d):(\d\d):([0-5]\d) "
    r"(?:GMT|UTC|Z|([+-])(\d\d)(\d\d))$"
)
_ISO = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::[0-5]\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:?\d\d)$")
_PACKED = re.compile(
    r"(\d{4})(\d\d)(\d\d)(?:[Tt]?(\d\d)(\d\d)(\d\d)?(Z|[+-]\d\d:?\d\d)?)?$", re.IGNORECASE
)
#: Seconds, or thousandths or millionths of them; .NET wraps them as `/Date(…)/`.
_EPOCH = re.compile(
    r"(?:@|/Date\()?(?:(\d{9,10})(?:\.\d+)?|(\d{10})(?:\d{3}|\d{6}))(?:[+-]\d{4})?(?:\)/)?$"
)


@lru_cache(maxsize=4096)
def read_date(text: str, place: str = "UTC", order: Order | None = None) -> Found:
    """The instant that a date means, and how much it says.

    Args:
        text: The date as received; an element that wraps it (`<time datetime="…">`) as well.
        place: IANA name of the zone for dates that name none; unknown names mean UTC.
        order: Which of day and month the source writes first (`order_of`); None where unknown.

    Returns:
        Aware UTC, or None with `DateTrust.NONE` where it cannot be believed. A date without a
        time is 00:00:00Z of that day (document 2).
    """
    try:
        return _believed(*_read(text.strip(), place, order))
    except (ValueError, OverflowError, LookupError):
        return NOTHING


def _believed(when: datetime, trust: DateTrust) -> Found:
    """UTC, unless it is outside the believable years or the epoch, which means "unknown"."""
    utc = when.astimezone(UTC)
    if not FIRST_YEAR <= utc.year <= LAST_YEAR or utc == datetime(1970, 1, 1, tzinfo=UTC):
        return NOTHING
    return utc, trust


def _read(text: str, place: str, order: Order | None) -> tuple[datetime, DateTrust]:
    """The instant; ValueError or LookupError where there is none."""
    mail = _MAIL.match(text)
    if mail:
        return _of_mail(*mail.groups()), DateTrust.EXACT
    if _ISO.match(text):
        return datetime.fromisoformat(text.upper()).replace(microsecond=0), DateTrust.EXACT
    text = tidy(text)
    epoch = _EPOCH.match(text)
    if epoch:
        return datetime.fromtimestamp(int(epoch[1] or epoch[2]), UTC), DateTrust.EXACT
    packed = _PACKED.match(text)
    if packed:
        year, month, day, hour, minute, second, zone = packed.groups()
        text = f"{year}-{month}-{day}" + (
            f"T{hour}:{minute}:{second or 0}{zone or ''}" * bool(hour)
        )
    parts = read_parts(text, order)
    if parts is None:
        raise ValueError(text)
    return _dated(parts, place)


def _of_mail(
    day: str, month: str, year: str, hour: str, minute: str, second: str,
    sign: str | None, hours: str | None, minutes: str | None,
) -> datetime:  # fmt: skip
    zone: timezone = UTC
    if sign:
        ahead = timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
        zone = timezone(ahead if sign == "+" else -ahead)
    number = MONTHS[month.lower()]
    return datetime(int(year), number, int(day), int(hour), int(minute), int(second), tzinfo=zone)


def _dated(parts: Parts, place: str) -> tuple[datetime, DateTrust]:
    """Put date, time and zone together; ValueError where a part is impossible."""
    clock = parts.clock
    if clock is None:
        return datetime(parts.year, parts.month, parts.day, tzinfo=UTC), DateTrust.DAY
    second = 59 if clock.second == 60 else clock.second  # a leap second as the one before it
    when = datetime(
        parts.year, parts.month, parts.day, clock.hour, clock.minute, second, tzinfo=UTC
    )
    if clock.zone is None:
        return when.replace(tzinfo=place_named(place)), DateTrust.ASSUMED_ZONE
    return when.replace(tzinfo=clock.zone), DateTrust.EXACT
