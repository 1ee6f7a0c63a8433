"""How often a source is asked: its own interval, the settings', and what its server wishes.

A server tells how long an answer stays fresh (RFC 9111, 4.2), a feed how often it changes (RSS 2.0
`ttl`, `skipHours`, `skipDays`; RSS 1.0 `sy:updatePeriod`). Wishes are kept as flags of the source
(`name:value`), so that an answer without a body (304) does not forget them. They only ever make a
pause longer, up to the longest that the settings allow; an interval that a person gave to the
source is followed as it is.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from strandline.core.sources.feeds.dates import read_date
from strandline.core.sources.kinds import defaults_of
from strandline.model.sources import Source, SourceKind
from strandline.settings import PollSettings

#: Seconds between two changes of the document, hours and days (Monday is 0) without any, and
#: seconds for which the last answer was fresh.
EVERY, SKIP_HOURS, SKIP_DAYS, FRESH = "every", "skip_hours", "skip_days", "fresh"

_PERIODS = {"hourly": 3600, "daily": 86_400, "weekly": 604_800, "monthly": 2_592_000}
_PERIODS["yearly"] = 365 * 86_400
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
#: Longer wishes are cut: they only have to be longer than any setting.
_LONGEST_S = 366 * 86_400
_HOUR = timedelta(hours=1)


def interval_of(source: Source, settings: PollSettings) -> timedelta:
    """The gap between two polls when all is well: the source's own, else the settings'."""
    if source.poll_interval is not None:
        return source.poll_interval
    if source.kind is SourceKind.DISCOURSE:
        return timedelta(seconds=settings.interval_s)
    if source.kind in (SourceKind.FEED, SourceKind.DIRECT):
        return timedelta(seconds=settings.feed_interval_s)
    return defaults_of(source.kind).interval


def wishes_of(said: Mapping[str, str]) -> tuple[str, ...]:
    """What a feed says of its own rhythm, as flags.

    Args:
        said: Texts of `ttl`, `updateperiod`, `updatefrequency`, `skiphours`, `skipdays` (the
            texts of the elements inside, apart by blanks); what makes no sense is passed over.
    """
    every = max(_number(said.get("ttl", "")) * 60, _period(said))
    hours = {_number(word) % 24 for word in said.get("skiphours", "").split() if word.isdigit()}
    days = {_DAYS.index(day) for day in said.get("skipdays", "").lower().split() if day in _DAYS}
    flags = [f"{EVERY}:{every}"] if every else []
    flags += [_listed(SKIP_HOURS, hours)] if 0 < len(hours) < 24 else []
    flags += [_listed(SKIP_DAYS, days)] if 0 < len(days) < 7 else []
    return tuple(flags)


def with_freshness(
    flags: Iterable[str], headers: Mapping[str, str], now: datetime, *, is_new: bool
) -> tuple[str, ...]:
    """The flags with how long an answer is fresh.

    Args:
        headers: Of the answer, lower-cased names.
        is_new: False for a 304, which keeps what it does not replace (RFC 9111, 4.3.4).
    """
    fresh = _fresh_for(headers, now)
    if fresh is None and not is_new:
        return tuple(flags)
    kept = tuple(flag for flag in flags if not flag.startswith(f"{FRESH}:"))
    return (*kept, f"{FRESH}:{fresh}") if fresh else kept


def due_after(
    source: Source, flags: Iterable[str], now: datetime, settings: PollSettings
) -> datetime:
    """When a source that answered well is asked again."""
    interval = interval_of(source, settings)
    if source.poll_interval is not None:
        return now + interval
    said = dict(flag.split(":", 1) for flag in flags if ":" in flag)
    wish = timedelta(seconds=max(_number(said.get(EVERY, "")), _number(said.get(FRESH, ""))))
    longest = max(interval, timedelta(seconds=settings.longest_wish_s))
    due = now + max(interval, min(wish, longest))
    return _after_skipped(due, said, now + longest)


def _after_skipped(due: datetime, said: Mapping[str, str], latest: datetime) -> datetime:
    hours, days = (_numbers(said.get(name, "")) for name in (SKIP_HOURS, SKIP_DAYS))
    while due < latest and (due.hour in hours or due.weekday() in days):
        due = due.replace(minute=0, second=0, microsecond=0) + _HOUR
    return min(due, latest)


def _fresh_for(headers: Mapping[str, str], now: datetime) -> int | None:
    """Seconds for which an answer is fresh; None where it does not say."""
    control = headers.get("cache-control", "").lower()
    rules = dict(_directive(part) for part in control.split(",") if part.strip())
    if "no-cache" in rules or "no-store" in rules:
        return 0
    if rules.get("max-age", "").isdigit():
        return max(0, _number(rules["max-age"]) - _number(headers.get("age", "")))
    if "expires" not in headers:
        return None
    until = read_date(headers["expires"])[0]
    since = read_date(headers.get("date", ""))[0] or now
    return max(0, int((until - since).total_seconds())) if until else 0


def _directive(part: str) -> tuple[str, str]:
    name, _, value = part.partition("=")
    return name.strip(), value.strip().strip('"')


def _period(said: Mapping[str, str]) -> int:
    times = _number(said.get("updatefrequency", "")) or 1
    return _PERIODS.get(said.get("updateperiod", "").strip().lower(), 0) // times


def _number(text: str) -> int:
    """A whole number from outside, up to a year of seconds; 0 where it is none."""
    text = text.strip()
    return min(int(text[:9]), _LONGEST_S) if text.isascii() and text.isdigit() else 0


def _numbers(text: str) -> set[int]:
    return {_number(part) for part in text.split(",") if part}


def _listed(name: str, numbers: set[int]) -> str:
    return f"{name}:{','.join(map(str, sorted(numbers)))}"
