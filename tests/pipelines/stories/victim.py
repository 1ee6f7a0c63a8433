"""A process that matches the history, and may kill itself on the way.

    victim.py BATCH KILL

BATCH is how many articles are one transaction. KILL is `3` (instead of the third commit of the
backfill) or `never`. A line on standard output says when a batch is done. Settings come from the
environment.
"""

import os
import signal
import sys

from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine

from strandline.adapters.progress import SilentProgress
from strandline.pipelines.stories import matching
from strandline.pipelines.stories.backfill import backfill
from strandline.settings import load_settings
from strandline.wiring import open_ports


class CommitKiller:
    """Ends the process where it was about to commit for the n-th time."""

    def __init__(self, kill_at: int) -> None:
        self._left = kill_at

    def __call__(self, _: Connection) -> None:
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


class Saying(SilentProgress):
    """Says each batch."""

    def advance(self, label: str, steps: int = 1, note: str = "") -> None:
        print(steps, flush=True)


def main(batch: str, kill: str) -> None:
    matching.BATCH = int(batch)
    settings = load_settings()
    with open_ports(settings, progress=Saying(), stories=True) as ports:
        if kill != "never":
            event.listen(Engine, "commit", CommitKiller(int(kill)))
        backfill(ports, settings.stories, now=ports.clock.now())


if __name__ == "__main__":
    main(*sys.argv[1:])
