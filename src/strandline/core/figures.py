"""Days in figures: their names, and which days are to be counted. Pure."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta

ARTICLES = "articles"  # entered the ledger that day, links of posts left out
EDITIONS = "editions"  # for everybody
LOST = "lost"  # kept links that were found gone that day, and still are
DUPLICATES = "duplicates."  # verdicts of that day that two articles are one, by layer
CAPTURES = "captures."  # captures that ended that day, by outcome
STORAGE = "storage."  # bytes at the end of that day, by place
#: Days that are counted back, and that are shown.
DAYS, SHOWN = 60, 30


def start_of(day: date) -> datetime:
    """Its first moment, UTC."""
    return datetime.combine(day, time(), UTC)


def days_to_count(counted: Mapping[date, object], today: date) -> list[date]:
    """Days that are not over, yesterday (counted the last time before it was), and gaps."""
    days = [today - timedelta(days=n) for n in range(DAYS - 1, -1, -1)]
    return [day for day in days if day not in counted or (today - day).days <= 1]


def by_day(
    counted: Mapping[date, Mapping[str, int]], name: str, today: date
) -> list[tuple[date, int]]:
    """A figure for each day that is shown, the last one today; 0 where nothing was counted."""
    days = [today - timedelta(days=n) for n in range(SHOWN - 1, -1, -1)]
    return [(day, counted.get(day, {}).get(name, 0)) for day in days]


def by_part(
    counted: Mapping[date, Mapping[str, int]], prefix: str, today: date
) -> list[tuple[str, int]]:
    """Sums over the days that are shown, by what stands behind the prefix, the largest first."""
    sums: dict[str, int] = {}
    first = today - timedelta(days=SHOWN - 1)
    for day, figures in counted.items():
        for name, value in figures.items():
            if name.startswith(prefix) and first <= day <= today:
                part = name.removeprefix(prefix)
                sums[part] = sums.get(part, 0) + value
    return sorted(sums.items(), key=lambda row: (-row[1], row[0]))


def newest(counted: Mapping[date, Mapping[str, int]], prefix: str) -> list[tuple[str, int]]:
    """The parts as of the last day that has them, the largest first."""
    for day in sorted(counted, reverse=True):
        found = {
            name.removeprefix(prefix): value
            for name, value in counted[day].items()
            if name.startswith(prefix)
        }
        if found:
            return sorted(found.items(), key=lambda row: (-row[1], row[0]))
    return []
