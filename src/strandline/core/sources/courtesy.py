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
from strandline.core.sources.feeds.rhythm import EVERY, SKIP_DAYS, SKIP_HOURS, whole
from strandline.core.sources.kinds import defaults_of
from strandline.model.sources import Source, SourceKind
from strandline.settings import PollSettings

#: Flag: seconds for which the last answer was fresh.
FRESH = "fresh"
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
    wish = timedelta(seconds=max(whole(said.get(EVERY, "")), whole(said.get(FRESH, ""))))
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
        return max(0, whole(rules["max-age"]) - whole(headers.get("age", "")))
    if "expires" not in headers:
        return None
    until = read_date(headers["expires"])[0]
    since = read_date(headers.get("date", ""))[0] or now
    return max(0, int((until - since).total_seconds())) if until else 0


def _directive(part: str) -> tuple[str, str]:
    name, _, value = part.partition("=")
    return name.strip(), value.strip().strip('"')


def _numbers(text: str) -> set[int]:
    return {whole(part) for part in text.split(",") if part}
