"""Removing things by their age: no further than other clocks bear out."""

from datetime import datetime

import structlog

from strandline.core.calendar import STEP, ahead, believable, calendar_after
from strandline.ports import Clock, Store

log = structlog.get_logger("strandline.clock")


def day_for_removing(store: Store, clock: Clock, now: datetime) -> tuple[datetime, str]:
    """The time that ages are counted from, and why it is not `now`; empty where it is.

    Args:
        now: Of the run, which may be a pretended one: this machine's clock is another clock then.
    """
    others = store.other_clocks()
    odd = ahead(now, others)
    store.saw_run(calendar_after(min(now, clock.now()), others))
    if odd:
        log.warning("the clock may be wrong", reason=odd)
    elif now - clock.now() >= STEP:
        odd = f"The run pretends to be at {now:%Y-%m-%d}: ages are counted until today."
    return min(believable(now, others), clock.now()), odd
