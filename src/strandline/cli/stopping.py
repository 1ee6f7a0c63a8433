"""Signals: how a verb ends when it is told to.

The first SIGINT (Ctrl-C), SIGTERM or SIGHUP ends any verb in order: what it holds is given back,
what it opened is closed. A second one ends it at once. A signal that was ignored when the process
began (`nohup`, a job in the background) stays ignored.
"""

import multiprocessing
import os
import select
import shutil
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

#: Signals that end a verb.
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
#: A verb that has not ended in order so long after the first signal is ended, seconds.
PATIENCE_S = 20.0
#: A hang-up comes from the terminal and from its shell: so soon after the first it is the same one.
_SAME_HANG_UP_S = 1.0


class Ended(SystemExit):
    """Raised where the main thread is, by the first signal; its code is the exit status."""

    def __init__(self, signum: int) -> None:
        super().__init__(128 + signum)
        self.signum = signum


class _Ears:
    """Hears signals while a command runs, in a thread of its own that no work keeps busy.

    Attributes:
        signum: The first signal; 0 for none yet.
        stops: Events of verbs that end by themselves; without any the main thread is interrupted.
        status: Exit status of a verb that has to be ended; None for 128 and the signal.
    """

    def __init__(self) -> None:
        self.signum = 0
        self.stops: list[threading.Event] = []
        self.status: int | None = None
        self._is_told = False
        self._told, self._tell = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._wakeup = signal.set_wakeup_fd(self._tell, warn_on_full_buffer=False)
        self._before = {signum: signal.getsignal(signum) for signum in SIGNALS}
        for signum, handler in self._before.items():
            if handler is not signal.SIG_IGN:
                signal.signal(signum, self._interrupt)
        self._thread = threading.Thread(target=self._listen, name="signals", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Leave signals as they were."""
        for signum, handler in self._before.items():
            signal.signal(signum, handler)
        signal.set_wakeup_fd(self._wakeup)
        os.close(self._tell)
        self._thread.join(1.0)

    def add(self, stop: threading.Event) -> None:
        """Set an event at the first signal."""
        self.stops.append(stop)
        if self.signum:
            stop.set()

    def note(self, signum: int) -> bool:
        """True where it is the first one that the main thread is told of."""
        is_first, self._is_told = not self._is_told, True
        self.signum = self.signum or signum
        return is_first

    def _interrupt(self, signum: int, _frame: object) -> None:
        """In the main thread, between two instructions: it may hold any lock, so none is taken."""
        if self.note(signum) and not self.stops:
            raise Ended(signum)

    def _listen(self) -> None:
        try:
            first = self._next(None)
            if not first:
                return
            self.signum = first
            for stop in tuple(self.stops):
                stop.set()
            heard = time.monotonic()
            again = self._next(heard + PATIENCE_S)
            while again == first == signal.SIGHUP and time.monotonic() < heard + _SAME_HANG_UP_S:
                again = self._next(heard + PATIENCE_S)
            if again is None:
                os._exit(128 + first if self.status is None else self.status)
            if again:
                os._exit(128 + again)
        finally:
            os.close(self._told)

    def _next(self, deadline: float | None) -> int | None:
        """The next signal of ours; 0 when there will be none, None when there was none in time."""
        while True:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            if not select.select([self._told], [], [], left)[0]:
                return None
            heard = os.read(self._told, 1)
            if not heard:
                return 0
            if heard[0] in SIGNALS:
                return heard[0]


_ears: _Ears | None = None


@contextmanager
def heeding_signals() -> Iterator[None]:
    """Signals end the command that runs in the block, in order; see the module."""
    global _ears  # noqa: PLW0603 - signals are of the process, and so is who hears them
    _ears = _Ears()
    try:
        yield
    finally:
        ears, _ears = _ears, None
        ears.close()


@contextmanager
def until_told(*, status: int | None = 0) -> Iterator[threading.Event]:
    """An event that the first signal sets while the block runs, instead of interrupting it.

    For verbs that run until they are told to end: told, they have done what was asked.
    """
    stop, ears = threading.Event(), _ears
    if ears is None:
        yield stop
        return
    ears.status = status
    ears.add(stop)
    try:
        yield stop
    finally:
        ears.stops.remove(stop)


@contextmanager
def stopping() -> Iterator[threading.Event]:
    """The same for verbs that end by themselves.

    Raises:
        Ended: At the end of the block, where a signal came.
    """
    with until_told(status=None) as stop:
        yield stop
    if stop.is_set() and _ears is not None:
        raise Ended(_ears.signum)


def hung_up() -> None:
    """The terminal was found closed, which its signal may tell a moment later.

    Raises:
        Ended: Unless that signal is ignored.
    """
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        return
    if _ears is not None:
        _ears.note(signal.SIGHUP)
    raise Ended(signal.SIGHUP)


def leave(status: int) -> NoReturn:
    """End the process; one that was told to does not wait for threads that still work."""
    if _ears is None or not _ears.signum:
        sys.exit(status)
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    _remove_folder_of_workers()
    os._exit(status)


def _remove_folder_of_workers() -> None:
    """Where multiprocessing has its sockets; it removes it at an exit, and this is none."""
    folder = multiprocessing.current_process()._config.get("tempdir")  # type: ignore[attr-defined]  # noqa: SLF001
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
