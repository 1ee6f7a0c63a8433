"""Workers that end with SIGKILL in the middle of a capture: fifty of them, nothing lost."""

import json
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.blobs import open_blobs
from strandline.adapters.store import open_store
from strandline.core.archive.layout import parse_key
from strandline.model.archive import ArchiveJob, ArtifactKind, JobStatus
from strandline.model.articles import IngestBatch
from strandline.pipelines.archive.sweep import sweep
from strandline.pipelines.archive.verify import Finding, verify
from strandline.ports import Ports
from strandline.settings import DatabaseSettings, Settings, StorageSettings
from strandline.testing.builders import NOW, an_article

MORTAL = Path(__file__).parent / "mortal.py"
#: Where a worker may be when it is killed. In a run of one worker the first job ends well, unless
#: the count is 1; the second one is cut down.
POINTS = (
    ("capture", 2),
    ("half written", 3),
    ("half written", 4),
    ("captured", 2),
    ("put", 3),
    ("stored", 3),
    ("put", 4),
    ("stored", 4),
    ("finish", 2),
    ("finished", 1),
)
ROUNDS = 5
PATIENCE_S = 300


def queue(data: Path, count: int) -> None:
    """A database with articles of as many sites, each with a job."""
    store = open_store(DatabaseSettings(path=data / "rig.sqlite3"))
    articles = tuple(an_article(f"https://paper{n}.example/story") for n in range(count))
    store.ingest(IngestBatch(now=NOW, articles=articles))
    store.enqueue(
        [ArchiveJob(a.article_uuid, a.article_url_final, a.domain, NOW) for a in articles]
    )
    store.close()


def run(data: Path, plan: list[tuple[str, int]]) -> list[int]:
    done = subprocess.run(
        [sys.executable, str(MORTAL), str(data), json.dumps(plan), NOW.isoformat()],
        capture_output=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    ends: list[int] = json.loads(done.stdout.splitlines()[-1])
    return ends


class Left:
    """What is left when all workers have ended."""

    def __init__(self, data: Path) -> None:
        self.store = open_store(DatabaseSettings(path=data / "rig.sqlite3"))
        self.blobs = open_blobs(StorageSettings(path=data / "objects"), {})
        self.artifacts = [a for batch in self.store.every_artifact() for a in batch]
        self.keys = {key for key, _ in self.blobs.keys("")}

    @property
    def ports(self) -> Ports:
        bare: Any = None
        return Ports(bare, bare, bare, self.store, bare, bare, bare, bare, "test")


@pytest.fixture(scope="module")
def aftermath(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Fifty killed workers, and one that is not."""
    data = tmp_path_factory.mktemp("mortal")
    plan = [*POINTS] * ROUNDS
    queue(data, len(plan) + 5)
    ends = run(data, [*plan, ("never", 1)])
    assert ends == [int(signal.SIGKILL)] * len(plan) + [0]
    left = Left(data)
    yield left, data
    left.store.close()


def test_no_job_is_lost(aftermath: Any) -> None:
    """Every job of every killed worker was taken up again and has succeeded."""
    left, _ = aftermath
    counts = {name: count for name, count in left.store.job_counts().items() if count}
    assert counts == {"succeeded": len(POINTS) * ROUNDS + 5}


def test_no_job_is_done_twice(aftermath: Any) -> None:
    """Each page has one file of each kind: what a killed worker had begun counts for nothing."""
    left, _ = aftermath
    by_job: dict[int, list[ArtifactKind]] = {}
    for artifact in left.artifacts:
        by_job.setdefault(artifact.job_id, []).append(artifact.kind)
    assert len(by_job) == len(POINTS) * ROUNDS + 5
    assert {tuple(sorted(kinds)) for kinds in by_job.values()} == {
        (ArtifactKind.RAW, ArtifactKind.TEXT)
    }


def test_every_kill_is_on_record(aftermath: Any) -> None:
    """An attempt that ended with its worker is an attempt; one that was stored is none."""
    left, _ = aftermath
    jobs = left.store.jobs(limit=500)
    lost = [a for job in jobs for a in left.store.attempts(job.job_id) if "was lost" in a.error]
    after_the_end = sum(name == "finished" for name, _ in POINTS)
    assert len(lost) == (len(POINTS) - after_the_end) * ROUNDS


def test_no_object_is_orphaned_and_none_is_missing(aftermath: Any) -> None:
    """The object store holds exactly what the database names, and the right bytes."""
    left, _ = aftermath
    assert left.keys == {artifact.key for artifact in left.artifacts}
    findings = {checked.finding for checked in verify(left.ports, left.blobs)}
    assert findings == {Finding.GOOD}
    assert all(parse_key("archives/", key) for key in left.keys)


def test_no_half_file_is_left_on_the_disk(aftermath: Any) -> None:
    """Work folders and unfinished writes of the dead are swept."""
    left, data = aftermath
    settings = Settings(database=DatabaseSettings(path=data / "rig.sqlite3"))
    sweep(left.ports, left.blobs, settings, now=datetime.now(UTC) + timedelta(hours=2))
    left_over = [p for p in data.rglob("*") if p.is_file() and "rig.sqlite3" not in p.name]
    objects = {p for p in left_over if "objects" in p.parts}
    assert len(objects) == len({artifact.key for artifact in left.artifacts})
    assert {p.name for p in left_over} - {p.name for p in objects} <= {".lock"}


def test_a_job_has_no_state_between(aftermath: Any) -> None:
    """No job says that it runs when nobody works."""
    left, _ = aftermath
    assert left.store.jobs(status=JobStatus.RUNNING) == []
