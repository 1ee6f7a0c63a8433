"""Ctrl-C for verbs that end their work before they end themselves."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def stopped_by(*signals: signal.Signals) -> Iterator[threading.Event]:
    """An event that the signals set while the block runs; a second one ends the process at once."""
    stop = threading.Event()

    def ask(signum: int, _frame: object) -> None:
        stop.set()
        signal.signal(signum, before[signal.Signals(signum)])

    before = {signum: signal.getsignal(signum) for signum in signals}
    for signum in signals:
        signal.signal(signum, ask)
    try:
        yield stop
    finally:
        for signum, handler in before.items():
            signal.signal(signum, handler)
