"""Signs of life: a thread of its own prolongs what this process holds for a short time.

A lease is short, so that the work of a killed process is soon taken up again, and work may be long:
so leases are prolonged meanwhile.
"""

import threading
from abc import ABC, abstractmethod
from datetime import timedelta
from types import TracebackType
from typing import Self

import structlog

from strandline.model.errors import StoreError

log = structlog.get_logger("strandline.leases")

#: How long something belongs to a process that gives no sign of life.
LEASE = timedelta(seconds=90)
#: Seconds between two signs of life: three may be missed.
BEAT_S = 20.0
#: How long a sign of life under way is awaited at the end, seconds.
END_S = 10.0


class Heartbeat(ABC):
    """A context in which `beat` is called again and again, by a thread of its own.

    Args:
        name: Of the thread.
        beat_s: Seconds between two signs of life.
    """

    def __init__(self, name: str, beat_s: float) -> None:
        self._beat_s = beat_s
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    @abstractmethod
    def beat(self) -> None:
        """Prolong all leases now.

        Raises:
            StoreError: The database cannot be written now.
        """

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end.set()
        self._thread.join(END_S)

    def _run(self) -> None:
        while not self._end.wait(self._beat_s):
            try:
                self.beat()
            except StoreError as error:
                # A database that is busy now may be there at the next beat.
                log.warning("leases not prolonged", error=str(error))
