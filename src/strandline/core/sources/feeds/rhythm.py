"""How often a feed says that it changes: `ttl`, `skipHours`, `skipDays`, `sy:updatePeriod`."""

from collections.abc import Mapping

#: Names of flags: seconds between two changes, hours (UTC) and days (Monday is 0) without any.
EVERY, SKIP_HOURS, SKIP_DAYS = "every", "skip_hours", "skip_days"

_PERIODS = {
    "hourly": 3600,
    "daily": 86_400,
    "weekly": 604_800,
    "monthly": 2_592_000,
    "yearly": 31_536_000,
}
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
#: Longer wishes are cut: they only have to be longer than any setting.
_LONGEST_S = 366 * 86_400


def wishes_of(said: Mapping[str, str]) -> tuple[str, ...]:
    """What a feed says of its own rhythm, as flags.

    Args:
        said: Texts of `ttl`, `updateperiod`, `updatefrequency`, `skiphours`, `skipdays` (the
            texts of the elements inside, apart by blanks); what makes no sense is passed over.
    """
    every = max(whole(said.get("ttl", "")) * 60, _period(said))
    hours = {whole(word) % 24 for word in said.get("skiphours", "").split() if word.isdigit()}
    days = {_DAYS.index(day) for day in said.get("skipdays", "").lower().split() if day in _DAYS}
    flags = [f"{EVERY}:{every}"] if every else []
    flags += [_listed(SKIP_HOURS, hours)] if 0 < len(hours) < 24 else []
    flags += [_listed(SKIP_DAYS, days)] if 0 < len(days) < 7 else []
    return tuple(flags)


def _period(said: Mapping[str, str]) -> int:
    times = whole(said.get("updatefrequency", "")) or 1
    return _PERIODS.get(said.get("updateperiod", "").strip().lower(), 0) // times


def whole(text: str) -> int:
    """A whole number from outside, up to a year of seconds; 0 where it is none."""
    text = text.strip()
    return min(int(text[:9]), _LONGEST_S) if text.isascii() and text.isdigit() else 0


def _listed(name: str, numbers: set[int]) -> str:
    return f"{name}:{','.join(map(str, sorted(numbers)))}"
