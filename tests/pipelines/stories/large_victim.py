"""A process that matches the history on the engine, and kills itself on the way.

    large_victim.py FOLDER LABEL STEP

It is killed at the STEP-th advance of the bar LABEL; `never` 0 lets it end. Each advance is a line
on standard output. Settings come from the environment.
"""

import os
import signal
import sys
from contextlib import closing
from pathlib import Path

from strandline.adapters.progress import SilentProgress
from strandline.pipelines.stories import matching
from strandline.pipelines.stories.large import backfill_on
from strandline.settings import load_settings
from strandline.wiring import open_joiner, open_ports

BATCH = 40


class Killer(SilentProgress):
    """Says each advance, and ends the process at one of them."""

    def __init__(self, label: str, step: int) -> None:
        self._label = label
        self._left = step

    def advance(self, label: str, steps: int = 1, note: str = "") -> None:
        print(label, steps, flush=True)
        if label == self._label:
            self._left -= 1
            if self._left == 0:
                os.kill(os.getpid(), signal.SIGKILL)


def main(folder: str, label: str, step: str) -> None:
    matching.BATCH = BATCH
    settings = load_settings()
    with (
        open_ports(settings, progress=Killer(label, int(step)), stories=True) as ports,
        closing(open_joiner(Path(folder), 1)) as joiner,
    ):
        backfill_on(joiner, ports, settings.stories, now=ports.clock.now())


if __name__ == "__main__":
    main(*sys.argv[1:])
