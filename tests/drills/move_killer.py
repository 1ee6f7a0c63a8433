"""Moves a ledger to another database and is killed on the way; its parent imports once for all.

    python move_killer.py SOURCE TARGET STEPS…

Each is a file or an address of PostgreSQL. The first move is killed when so many rows were told
of, the next one goes on and is killed after so many more, and so on; 0 lets one come to its end.
Printed is a line of JSON for each: whether it ended and what it said, rows told of, seconds, most
memory in MB.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path

from pydantic import SecretStr

from strandline.adapters.store import move_ledger
from strandline.model.errors import StrandlineError
from strandline.settings import DatabaseSettings


class EndsAfter:
    """A progress that kills its process once so many steps were told of; 0 for never."""

    def __init__(self, most: int) -> None:
        self._most, self.steps = most, 0

    def start(self, label: str, total: int | None) -> None: ...

    def advance(self, label: str, steps: int = 1, note: str = "") -> None:
        self.steps += steps
        if 0 < self._most <= self.steps:
            os.kill(os.getpid(), signal.SIGKILL)

    def finish(self, label: str) -> None: ...


def moved(source: DatabaseSettings, target: DatabaseSettings, most: int) -> dict[str, object]:
    """What became of one move, in a process of its own."""
    began = time.monotonic()
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        progress = EndsAfter(most)
        try:
            counts, said = move_ledger(source, target, progress).counts, ""
        except StrandlineError as error:
            counts, said = {}, str(error)
        os.write(writing, json.dumps([progress.steps, counts, said]).encode())
        os._exit(0)
    os.close(writing)
    _, status, used = os.wait4(child, 0)
    told = json.loads(os.read(reading, 1 << 16)) if status == 0 else (most, {}, "")
    os.close(reading)
    return {
        "ended": status == 0,
        "steps": told[0],
        "counts": told[1],
        "said": told[2],
        "seconds": round(time.monotonic() - began, 1),
        "memory_mb": used.ru_maxrss // 1024,
    }


def settings_of(place: str) -> DatabaseSettings:
    """Of a file or an address."""
    if "://" in place:
        return DatabaseSettings(url=SecretStr(place))
    return DatabaseSettings(path=Path(place))


if __name__ == "__main__":
    one, other = map(settings_of, sys.argv[1:3])
    for given in sys.argv[3:]:
        print(json.dumps(moved(one, other, int(given))), flush=True)
