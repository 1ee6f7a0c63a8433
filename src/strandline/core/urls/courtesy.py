"""When a server asks to wait, and until when."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

#: A pause when a server says "too many" without saying how long.
DEFAULT_PAUSE = timedelta(seconds=60)
#: Longest pause that a server can impose on us; the time that it asked for is still reported.
LONGEST_PAUSE = timedelta(hours=24)
#: Longest wait that is reported: a `Retry-After` of 10^18 seconds is no date any more.
_LONGEST_REPORTED = timedelta(days=366)


def read_retry_after(value: str | None, now: datetime) -> datetime | None:
    """The time before which not to ask again (RFC 9110, 10.2.3): seconds or a date.

    Args:
        value: The header; None where there is none.
        now: Current time, aware UTC.

    Returns:
        Aware UTC, `now` at the earliest; None where the header says nothing readable.
    """
    text = (value or "").strip()
    if text.isascii() and text.isdigit():
        wait = min(int(text[:12]), int(_LONGEST_REPORTED.total_seconds()))
        return now + timedelta(seconds=wait)
    date = _read_date(text)
    return None if date is None else min(max(date, now), now + _LONGEST_REPORTED)


def server_time(headers: Mapping[str, str]) -> datetime | None:
    """What time it was where an answer was made (`Date`, RFC 9110, 6.6.1); None where none says."""
    return _read_date(headers.get("date", ""))


def _read_date(text: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(text)
        return (date if date.tzinfo else date.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def asks_to_wait(status: int, retry_after: str | None) -> bool:
    """True for 429, and for 503 that says when to come back; a bare 503 is only an error."""
    return status == 429 or (status == 503 and bool((retry_after or "").strip()))


def pause_until(asked: datetime | None, now: datetime) -> datetime:
    """How long a host is left alone after it asked for it."""
    if asked is None:
        return now + DEFAULT_PAUSE
    return min(asked, now + LONGEST_PAUSE)
