"""Times as readers see them: relative in the line, exact on hover (document 1, `formatDate`)."""

from datetime import UTC, datetime, timedelta, tzinfo

from strandline.render.i18n import known_language, translate

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
_DAYS_SHOWN = 7
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def relative_time(when: datetime | str | None, now: datetime, language: str) -> str:
    """How long ago, in document 1's words: `just now`, `3h ago`, `2d ago`, `Feb 15`.

    Whole hours and days, rounded down. From seven days on the date is given, without the year, as
    the document does; the exact time beside it carries the year. A time that lies ahead reads
    `just now`, as there, because its difference is under an hour.

    Args:
        when: Aware time, or ISO 8601 text; a time without a zone is UTC.
        now: Current time, aware UTC.
        language: `en`, `fr` or `zh`.

    Returns:
        Plain text; empty where there is no date or a bad one.
    """
    moment = _moment(when)
    if moment is None:
        return ""
    age = now - moment
    if age < _HOUR:
        return translate(language, "time.just_now")
    if age < _DAY:
        return translate(language, "time.hours_ago", hours=age // _HOUR)
    if age < _DAYS_SHOWN * _DAY:
        return translate(language, "time.days_ago", days=age // _DAY)
    return month_and_day(moment, language)


def exact_time(when: datetime | str | None, language: str) -> str:
    """The time to the minute with its zone, for hover: `Feb 15, 2026, 09:30 UTC`; empty if bad."""
    moment = _moment(when)
    if moment is None:
        return ""
    return translate(
        language,
        "time.exact",
        date=month_and_day(moment, language),
        year=f"{moment.year:04}",
        clock=f"{moment:%H:%M}",
    )


def dated_time(when: datetime | str | None, language: str, zone: tzinfo) -> str:
    """Weekday, day and time for what is read at any hour: `Sat 28 Nov, 09:10`; empty if bad.

    Args:
        zone: Of whoever reads.
    """
    moment = _moment(when)
    if moment is None:
        return ""
    try:
        moment = moment.astimezone(zone)
    except OverflowError:  # the first or last hours of the calendar
        return exact_time(when, language)
    return translate(
        language,
        "time.dated",
        weekday=translate(language, f"time.weekday.{moment.weekday()}"),
        day=moment.day,
        month=translate(language, f"time.month.{_MONTHS[moment.month - 1]}"),
        clock=f"{moment:%H:%M}",
    )


def told_time(
    when: datetime | str | None, seen_from: datetime | tzinfo | None, language: str
) -> str:
    """A time as it is told in a line.

    Args:
        seen_from: Relative to a moment; in a zone, for what is read later; exact for None.
    """
    if isinstance(seen_from, datetime):
        return relative_time(when, seen_from, language)
    if seen_from is None:
        return exact_time(when, language)
    return dated_time(when, language, seen_from)


def long_date(when: datetime, language: str) -> str:
    """A day with its year, as titles of digests carry it: `Feb 15, 2026`."""
    moment = when.astimezone(UTC)
    return translate(
        language,
        "time.date",
        date=month_and_day(moment, language),
        year=f"{moment.year:04}",
    )


def machine_time(when: datetime | str | None) -> str:
    """The same time for `<time datetime=…>` and JSON: `2026-02-15T09:30:00Z`; empty if bad."""
    moment = _moment(when)
    return "" if moment is None else moment.isoformat(timespec="seconds").replace("+00:00", "Z")


def month_and_day(moment: datetime, language: str) -> str:
    """`Feb 15`, `15 févr.`, `2月15日`."""
    month = translate(language, f"time.month.{_MONTHS[moment.month - 1]}")
    # French counts the days of a month, but for the first: le 1er mars, le 2 mars.
    day = "1er" if moment.day == 1 and known_language(language) == "fr" else str(moment.day)
    return translate(language, "time.month_day", month=month, day=day)


def _moment(when: datetime | str | None) -> datetime | None:
    """An aware UTC time, or None for what is no date: empty, unreadable, out of the calendar."""
    try:
        moment = datetime.fromisoformat(when.strip()) if isinstance(when, str) else when
        if moment is None:
            return None
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
