"""Times that other clocks wrote down: this machine's before it was set right, or another's."""

from datetime import datetime, timedelta


def is_recent(when: datetime, now: datetime, span: timedelta) -> bool:
    """True for less than a span ago.

    A time ahead by less than that counts too, since the clocks of two machines differ; one further
    ahead does not: it was written while a clock was wrong, and would hold for as long as that.
    """
    return abs(now - when) < span
