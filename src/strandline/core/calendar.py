"""What day it can be: one clock alone is not believed where things are removed by their age."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from strandline.model.database import OtherClocks

#: Clocks that are right differ by less; so do servers' answers and their caches.
MAY_DIFFER = timedelta(days=2)
#: How far one run moves the calendar of a ledger that no other clock speaks to.
STEP = timedelta(days=1)


def believable(now: datetime, others: OtherClocks) -> datetime:
    """The latest time that may stand for `now` where things are removed by their age.

    Servers that were polled say what day it was then; without them the last run does. Time has gone
    on since, but how far only a clock could tell that may be wrong: whoever comes back after weeks
    polls first.
    """
    bounds = [now]
    if others.database is not None:
        bounds.append(others.database + MAY_DIFFER)
    last = others.answers or others.last_run
    if last is not None:
        bounds.append(last + MAY_DIFFER)
    return min(bounds)


def calendar_after(now: datetime, others: OtherClocks) -> datetime:
    """What the last run says after one more at `now`; it never goes back."""
    if others.last_run is None:
        return now
    return max(others.last_run, min(now, others.last_run + STEP))


def agreed(dates: Sequence[datetime]) -> datetime | None:
    """What most servers say, the middle one: one that lies or has stopped is not believed."""
    return sorted(dates)[(len(dates) - 1) // 2] if dates else None


def ahead(now: datetime, others: OtherClocks) -> str:
    """Where ages are counted from another day than `now`: why, in a line; else empty."""
    believed = believable(now, others)
    if now - believed < STEP:
        return ""
    return (
        f"This machine says {now:%Y-%m-%d}; other clocks last said {_last(others):%Y-%m-%d}. "
        f"Ages are counted until {believed:%Y-%m-%d}; the next poll tells who is right."
    )


def behind(now: datetime, others: OtherClocks) -> str:
    """Where other clocks are far ahead of `now`: a line; else empty."""
    newest = others.database or others.answers
    if newest is None or newest - now < MAY_DIFFER:
        return ""
    return f"This machine says {now:%Y-%m-%d}, other clocks {newest:%Y-%m-%d}: it is behind."


def _last(others: OtherClocks) -> datetime:
    said = [when for when in (others.database, others.answers or others.last_run) if when]
    return min(said)
