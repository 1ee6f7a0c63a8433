"""A worker that is killed at work, again and again.

    mortal.py PLAN START

Settings come from the environment: a database with queued jobs, and an object store. PLAN is JSON:
a list of `[event, count]`: one worker process each, which ends itself with SIGKILL when that event
happens for the count-th time. Every process is forked from this one, which has loaded everything
and opened nothing. Prints how each ended, as JSON.
"""

import itertools
import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine

from strandline.adapters.blobs import open_blobs
from strandline.adapters.progress import SilentProgress
from strandline.adapters.store import open_store
from strandline.core.digest.classify import RuleClassifier
from strandline.model.archive import ArchiveJob
from strandline.pipelines.archive import run_jobs
from strandline.pipelines.heartbeat import LEASE
from strandline.ports import Ports
from strandline.settings import Settings, load_settings
from strandline.testing.archive_fakes import ScriptedCapturer, good_page
from strandline.testing.fakes import FrozenClock, ScriptedFetcher


class Fate:
    """Counts events, and ends the process at one of them."""

    def __init__(self, name: str, count: int) -> None:
        self._name, self._count = name, count
        self._seen: Counter[str] = Counter()

    def __call__(self, name: str) -> None:
        self._seen[name] += 1
        if name == self._name and self._seen[name] == self._count:
            os.kill(os.getpid(), signal.SIGKILL)


class MortalCapturer(ScriptedCapturer):
    """Writes its files in two pieces each."""

    def __init__(self, fate: Fate) -> None:
        super().__init__()
        self._fate = fate

    def capture(self, job: ArchiveJob, folder: Path, **options: Any) -> Any:
        self._fate("capture")
        self.pages[job.url] = good_page(f"The words of {job.url}.")
        captured = super().capture(job, folder, **options)
        for file in captured.files:
            whole = file.path.read_bytes()
            file.path.write_bytes(whole[:3])
            self._fate("half written")
            file.path.write_bytes(whole)
        self._fate("captured")
        return captured


class MortalBlobs:
    """An object store, with an event before and after each put."""

    def __init__(self, blobs: Any, fate: Fate) -> None:
        self._blobs, self._fate = blobs, fate

    def put(self, *arguments: Any) -> Any:
        self._fate("put")
        stored = self._blobs.put(*arguments)
        self._fate("stored")
        return stored

    def __getattr__(self, name: str) -> Any:
        return getattr(self._blobs, name)


def work(settings: Settings, now: datetime, number: int, fate: Fate) -> None:
    """Be a worker until nothing is due, or until the event."""
    store = open_store(settings.database)
    finish: Callable[..., bool] = store.finish_job

    def finish_job(*arguments: Any, **options: Any) -> bool:
        fate("finish")
        event.listen(Engine, "commit", lambda _connection: fate("commit of the end"))
        done = finish(*arguments, **options)
        fate("finished")
        return done

    store.finish_job = finish_job  # type: ignore[method-assign]
    ids = itertools.count(1)
    ports = Ports(
        clock=FrozenClock(now),
        fetcher=ScriptedFetcher(),
        parser=None,  # type: ignore[arg-type]  # nothing here reads documents
        store=store,
        classifier=RuleClassifier(),
        progress=SilentProgress(),
        new_id=lambda: f"{number:04x}{next(ids):04x}{0:024x}",
        jitter=lambda: 0.0,
        owner=f"worker {number}",
        blobs=MortalBlobs(open_blobs(settings.storage, os.environ), fate),
        capturer=MortalCapturer(fate),
    )
    run_jobs(ports, settings)
    store.close()


def main(plan: list[tuple[str, int]], start: datetime) -> None:
    settings = load_settings()
    ends = []
    for number, (name, count) in enumerate(plan, 1):
        child = os.fork()
        if child == 0:
            # Each worker starts when the lease of the one before has ended.
            now = start + number * (LEASE + timedelta(seconds=1))
            work(settings, now, number, Fate(name, count))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        ends.append(os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))
    print(json.dumps(ends))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]), datetime.fromisoformat(sys.argv[2]))
