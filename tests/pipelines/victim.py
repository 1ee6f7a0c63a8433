"""A process that is killed at work: polls or makes an edition, and may kill itself on the way.

    victim.py poll|digest NOW KILL

NOW is ISO 8601. KILL is `commit:3` (instead of the third commit), `step:fill` (before that step of
the digest), `end` (when all is done) or `never` (the parent does it). Settings come from the
environment.
"""

import os
import signal
import sys
from datetime import datetime

from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine

from strandline.pipelines.digest import run_digest
from strandline.pipelines.poll import run_poll
from strandline.settings import load_settings
from strandline.wiring import open_ports


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class CommitKiller:
    """Ends the process where it was about to commit for the n-th time."""

    def __init__(self, kill_at: int) -> None:
        self._left = kill_at

    def __call__(self, connection: Connection) -> None:
        self._left -= 1
        if self._left == 0:
            die()


def main(work: str, now_text: str, kill: str) -> None:
    now = datetime.fromisoformat(now_text)
    how, _, where = kill.partition(":")
    settings = load_settings()
    with open_ports(settings) as ports:
        if how == "commit":
            event.listen(Engine, "commit", CommitKiller(int(where)))
        if work == "poll":
            run_poll(ports, settings, now=now)
        else:
            reader = ports.store.reader("public")
            assert reader is not None
            run_digest(
                ports,
                settings,
                reader,
                now=now,
                before_step=lambda name: die() if kill == f"step:{name}" else None,
            )
        if how == "end":
            die()


if __name__ == "__main__":
    main(*sys.argv[1:])
