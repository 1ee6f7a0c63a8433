"""Counts the days: the one that goes on, and those that nobody has counted yet."""

import threading
from datetime import timedelta

from strandline.core.figures import DAYS, days_to_count, start_of
from strandline.ports import Ports


def count_days(ports: Ports, stop: threading.Event | None = None) -> int:
    """Count what is not counted; returns how many days were.

    Raises:
        StoreError: The database is down.
    """
    store, today = ports.store, ports.clock.now().date()
    days = days_to_count(store.figures(today - timedelta(days=DAYS)), today)
    for number, day in enumerate(days):
        if stop is not None and stop.is_set():
            return number
        start = start_of(day)
        found = store.count_day(start, start + timedelta(days=1))
        if day == today:
            found |= store.totals()
        else:  # what was measured that day cannot be measured again
            before = store.figures(day).get(day, {})
            found |= {name: value for name, value in before.items() if name.startswith("storage.")}
        store.save_figures(day, found)
    return len(days)
