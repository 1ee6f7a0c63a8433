"""The time of day in a written date, and the zone that stands behind it."""

import re
from dataclasses import dataclass
from datetime import UTC, timedelta, timezone, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from strandline.core.sources.feeds.calendars import ZONE_MINUTES, ZONE_PLACES


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day as written; `zone` is None where none that we know is named."""

    hour: int
    minute: int = 0
    second: int = 0
    zone: tzinfo | None = None


_NOON = r"(?:(?P<noon>上午|下午|凌晨|早上|中午|晚上|午前|午後|오전|오후)\s*)?"
_HALF = r"(?:\s*(?P<half>[ap]\.?\s?m\b|[πμ]\.?\s?μ\b)\.?)?"
#: The first that is found is the clock.
_CLOCKS = (
    re.compile(
        rf"{_NOON}(?<!\d)(?P<hour>\d{{1,2}}):(?P<minute>\d{{1,2}})"
        rf"(?::(?P<second>\d{{1,2}})(?:[.,:]\d+)?)?(?!\d){_HALF}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_NOON}(?<!\d)(?P<hour>\d{{1,2}})\s*[时時点點시]"
        r"(?:\s*(?P<minute>\d{1,2})\s*[分분]?)?(?:\s*(?P<second>\d{1,2})\s*[秒초])?"
    ),
    re.compile(r"(?<![\d.,])(?P<hour>\d{1,2})\s?h\s?(?P<minute>\d{2})?(?![^\W_])", re.IGNORECASE),
    re.compile(r"(?<![\d.,:])(?P<hour>\d{1,2})\s?(?P<half>[ap]\.?\s?m)\b\.?", re.IGNORECASE),
    re.compile(r"(?<=\dT)(?P<hour>\d{2})(?=Z|[+-]\d|$)", re.IGNORECASE),
    re.compile(r"\b(?P<twelve>noon|midnight|midi|minuit)\b", re.IGNORECASE),
)
_DOTTED = re.compile(
    r"(?<![\d.])(?P<hour>\d{1,2})\.(?P<minute>\d{2})(?:\.(?P<second>\d{2}))?(?!\.?\d)" + _HALF,
    re.IGNORECASE,
)
_TWELVES = {"noon": "12", "midi": "12", "midnight": "0", "minuit": "0"}
_AFTERNOON = frozenset({"下午", "中午", "晚上", "午後", "오후"})

_OFFSET = re.compile(
    r"\s*[(\[]?(?:GMT|UTC|UT|Z)?\s?([+-])(\d{1,2})(?::?(\d{2}))?(?![\d/.-])", re.IGNORECASE
)
_PLACE = re.compile(r"\s*[(\[]?([A-Za-z]+(?:/[\w+-]+)+)")
_ZONE_NAME = re.compile(
    r"\s*[(\[]?([A-Za-z]{1,5}(?:\d[A-Za-z]{3})?)(?![^\W_])(?:\s?[+-]\d\d:?\d\d)?"
)
#: What explains a zone once more: `+0100 (CET, UTC+1)`.
_EXPLAINED = re.compile(r"\s*\([^()]*\)")
#: A plus sign that was read as the blank of a query string.
_LOST_PLUS = re.compile(r"\s(\d{2}):(\d{2})$")


def take_clock(text: str) -> tuple[Clock | None, str]:
    """The time of day with its zone, and the text without both."""
    for pattern in _CLOCKS:
        match = pattern.search(text)
        if match:
            return _taken(match, text)
    return None, text


def dotted_clock(text: str) -> tuple[Clock | None, str]:
    """As `take_clock`, for `14.30`; only where dates like 05.06 are out of the way."""
    match = _DOTTED.search(text)
    return (None, text) if match is None else _taken(match, text)


def _taken(match: re.Match[str], text: str) -> tuple[Clock, str]:
    found = match.groupdict()
    lost = (
        _LOST_PLUS.match(text, match.end()) if text[: match.start()].endswith(("T", "t")) else None
    )
    zone: tzinfo | None
    if lost:
        zone, end = _fixed(1, int(lost[1]), int(lost[2])), lost.end()
    else:
        zone, end = _zone_at(text, match.end())
    hour = int(found.get("hour") or _TWELVES[(found.get("twelve") or "").lower()])
    clock = Clock(
        _hour(hour, found.get("half") or "", found.get("noon") or ""),
        int(found.get("minute") or 0),
        int(found.get("second") or 0),
        zone,
    )
    return clock, f"{text[: match.start()]} {text[end:]}"


def _hour(hour: int, half: str, noon: str) -> int:
    """The hour of the day, after am, pm and their Greek and East Asian forms."""
    if not half and not noon:
        return hour
    if not 1 <= hour <= 12:
        if noon or hour > 12:
            return hour
        raise ValueError(hour)
    late = noon in _AFTERNOON or half[:1].lower() in ("p", "μ")
    return hour % 12 + (12 if late else 0)


def _zone_at(text: str, start: int) -> tuple[tzinfo | None, int]:
    """The zone that stands at a place of the text, and where its words end."""
    zone, end = None, start
    offset = _OFFSET.match(text, start)
    place = _PLACE.match(text, start)
    name = _ZONE_NAME.match(text, start)
    if offset:
        sign = -1 if offset[1] == "-" else 1
        zone, end = _fixed(sign, int(offset[2]), int(offset[3] or 0)), offset.end()
    elif place:
        zone, end = place_named(place[1]), place.end()
        zone = None if zone is UTC else zone
    elif name:
        zone = _zone_named(name[1])
        end = name.end() if zone else start
    explained = _EXPLAINED.match(text, end)
    return zone, explained.end() if explained else end


def _fixed(sign: int, hours: int, minutes: int) -> tzinfo:
    return timezone(sign * timedelta(hours=hours, minutes=minutes))


def _zone_named(name: str) -> tzinfo | None:
    upper = name.upper()
    if upper in ZONE_PLACES:
        return place_named(ZONE_PLACES[upper])
    return _fixed(1, 0, ZONE_MINUTES[upper]) if upper in ZONE_MINUTES else None


@lru_cache(maxsize=256)
def place_named(name: str) -> tzinfo:
    """A zone by its IANA name; UTC where this machine does not know it."""
    if name in {"UTC", ""}:
        return UTC
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, LookupError):
        return UTC
