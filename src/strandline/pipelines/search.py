"""Letting what was said of articles lately be found."""

import threading

from strandline.ports import Store

#: What a person waits for at most; a ledger that was migrated has all its articles waiting.
MOST_AT_ONCE = 2_000


def index_waiting(
    store: Store, *, most: int | None = None, stop: threading.Event | None = None
) -> int:
    """Index articles that wait, the newest first, until none does; how many notes were done with.

    Args:
        most: So many at most; None for all.
        stop: Ends it between two transactions.
    """
    done = 0
    while (most is None or done < most) and not (stop and stop.is_set()):
        found = store.index_waiting()
        if not found:
            break
        done += found
    return done
