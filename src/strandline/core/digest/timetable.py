"""When the next edition is due."""

from datetime import datetime, timedelta

#: An edition that was empty is tried again after this: news may have come in, and nobody is in a
#: hurry where there was none.
EMPTY_PAUSE = timedelta(hours=1)


def edition_is_due(
    last_created: datetime | None,
    daily_at: str,
    now: datetime,
    found_empty: datetime | None = None,
) -> bool:
    """True when the day's edition has not been made yet.

    Args:
        last_created: When the reader's last edition was made; None where there is none.
        daily_at: `HH:MM`, UTC.
        now: Current time, UTC.
        found_empty: When there was last nothing to put into one.

    A reader without any edition gets one at once, so that the first page seen is full. A day that
    was missed (the machine was off) is made up for once, not once for each day.
    """
    if found_empty is not None and timedelta(0) <= now - found_empty < EMPTY_PAUSE:
        return False
    if last_created is None:
        return True
    return last_created < last_slot(daily_at, now)


def last_slot(daily_at: str, now: datetime) -> datetime:
    """The latest scheduled time that is not after `now`."""
    hour, minute = map(int, daily_at.split(":"))
    today = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    return today if today <= now else today - timedelta(days=1)
