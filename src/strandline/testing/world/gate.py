"""Holds the world's answers back, so that a test can kill a client that surely waits for one."""

from threading import Event, Lock

#: Longest time that an answer is held, seconds: a test that forgot to open the gate still ends.
LONGEST_HOLD_S = 60.0


class Gate:
    """Lets some requests through, then holds every later one until it is opened.

    Args:
        after: How many requests are answered before.
    """

    def __init__(self, after: int) -> None:
        self._left = after
        self._lock = Lock()
        self._reached = Event()
        self._opened = Event()

    def wait_until_reached(self, timeout_s: float = LONGEST_HOLD_S) -> bool:
        """Wait until a request is being held; False where none came in time."""
        return self._reached.wait(timeout_s)

    def open(self) -> None:
        """Let all through, for good."""
        self._opened.set()

    def enter(self) -> None:
        """Called by the server for every request, before it answers."""
        with self._lock:
            self._left -= 1
            is_held = self._left < 0
        if is_held:
            self._reached.set()
            self._opened.wait(LONGEST_HOLD_S)
