"""When the next edition is due, on the reader's own clock."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from strandline.model.readers import ReaderSettings

#: An edition that was empty is tried again after this: news may have come in, and nobody is in a
#: hurry where there was none.
EMPTY_PAUSE = timedelta(hours=1)
_WEEK = 7


@dataclass(frozen=True, slots=True)
class Rhythm:
    """On which days and at what time of which clock.

    Attributes:
        at: `HH:MM`.
        days: Days of the week; 0 is Monday.
    """

    at: str
    zone: tzinfo = UTC
    days: Collection[int] = frozenset(range(_WEEK))

    def day(self, when: datetime) -> date:
        """The day that it is there."""
        return when.astimezone(self.zone).date()

    def last_slot(self, now: datetime) -> datetime:
        """The latest scheduled time that is not after `now`, UTC."""
        today = self.day(now)
        slots = (self._slot(today - timedelta(days=back)) for back in range(_WEEK + 1))
        return next(slot for slot in slots if slot is not None and slot <= now)

    def _slot(self, day: date) -> datetime | None:
        """The moment of that day. An hour that a change of clocks skips is as much later; one that
        comes twice counts when it comes first.
        """
        if day.weekday() not in self.days:
            return None
        hour, minute = map(int, self.at.split(":"))
        local = datetime(day.year, day.month, day.day, hour, minute, tzinfo=self.zone)
        return local.astimezone(UTC)


def rhythm_of(settings: ReaderSettings, daily_at: str) -> Rhythm:
    """The reader's rhythm.

    Args:
        daily_at: `HH:MM` of those who chose no time of their own.
    """
    return Rhythm(settings.at or daily_at, zone_of(settings.timezone), settings.days)


def zone_named(name: str) -> tzinfo | None:
    """A zone by its IANA name, UTC where it is empty; None where there is no such zone."""
    if not name:
        return UTC
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, LookupError):
        return None


def zone_of(name: str) -> tzinfo:
    """The same, UTC also for a name that is no zone (any more)."""
    return zone_named(name) or UTC


def local_day(now: datetime, timezone: str) -> datetime:
    """The time that a reader's clock shows, as if it were UTC: for dates in titles."""
    return now.astimezone(zone_of(timezone)).replace(tzinfo=UTC)


def edition_is_due(
    last_created: datetime | None,
    rhythm: Rhythm,
    now: datetime,
    found_empty: datetime | None = None,
) -> bool:
    """True when the edition of the last scheduled time has not been made yet.

    Args:
        last_created: When the reader's last edition was made; None where there is none.
        now: Current time, UTC.
        found_empty: When there was last nothing to put into one.

    A reader without any edition gets one at once, so that the first page seen is full. A day that
    was missed (the machine was off) is made up for once, not once for each day.
    """
    if found_empty is not None and timedelta(0) <= now - found_empty < EMPTY_PAUSE:
        return False
    if last_created is None:
        return True
    return last_created < rhythm.last_slot(now)
