"""Which dates are believed, and which sightings belong to the window (document 2, B4)."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from strandline.model.entries import DateTrust, Entry
from strandline.settings import PollSettings

#: The first web page; an earlier date, and the Unix epoch (1970-01-01), mean "unknown".
EARLIEST = datetime(1991, 8, 6, tzinfo=UTC)

#: A date further ahead than this is nonsense, not an appointment.
FURTHEST_AHEAD = timedelta(days=366)

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Window:
    """The half-open span `(start, end]` of published times that enter the ledger.

    Attributes:
        tolerance: How far after `end` a time still counts as now (clocks differ).
    """

    start: datetime
    end: datetime
    tolerance: timedelta

    @classmethod
    def before(cls, now: datetime, hours: int, tolerance_s: int) -> "Window":
        """The window that ends now."""
        return cls(now - timedelta(hours=hours), now, timedelta(seconds=tolerance_s))

    @classmethod
    def of(cls, now: datetime, settings: PollSettings) -> "Window":
        """The window that ends now and is as long as the settings say."""
        return cls.before(now, settings.window_hours, settings.future_tolerance_s)

    def is_too_old(self, published: datetime, trust: DateTrust = DateTrust.EXACT) -> bool:
        """True for what was published at or before the start.

        A date without a time is stored as 00:00:00Z, but stands for its whole day: an item
        dated yesterday may be an hour old.
        """
        latest = published + DAY if trust is DateTrust.DAY else published
        return latest <= self.start

    def is_future(self, published: datetime) -> bool:
        """True for what claims to be published later than now and the tolerance."""
        return published > self.end + self.tolerance


def believed_date(entry: Entry, now: datetime) -> tuple[datetime | None, DateTrust]:
    """The entry's date where it can be believed, otherwise None: never today's instead."""
    when = entry.published
    if when is None or not EARLIEST <= when <= now + FURTHEST_AHEAD:
        return None, DateTrust.NONE
    return when, entry.date_trust
