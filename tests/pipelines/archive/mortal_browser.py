"""Workers with a real browser, killed from outside.

    mortal_browser.py COUNT START

For each line on standard input one worker process is forked; its id is printed, then the next line
kills it with SIGKILL (`kill`) or lets it end by itself (`end`). Everything is loaded before and
opened after the fork. Settings come from the environment.
"""

import os
import signal
import sys
from datetime import datetime, timedelta

from strandline.pipelines.archive import run_jobs
from strandline.pipelines.heartbeat import LEASE
from strandline.settings import load_settings
from strandline.testing.fakes import FrozenClock
from strandline.wiring import open_ports


def work(now: datetime) -> None:
    settings = load_settings()
    with open_ports(settings, clock=FrozenClock(now), archive=True) as ports:
        run_jobs(ports, settings)


def main(count: int, start: datetime) -> None:
    for number in range(1, count + 1):
        child = os.fork()
        if child == 0:
            os.setsid()
            work(start + number * (LEASE + timedelta(seconds=1)))
            os._exit(0)
        print(child, flush=True)
        if sys.stdin.readline().strip() == "kill":
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        print("over", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), datetime.fromisoformat(sys.argv[2]))
