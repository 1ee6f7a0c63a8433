"""Workers that end with SIGKILL in the middle of a capture, one after another: nothing lost."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
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
from strandline.settings import Settings, load_settings
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
PATIENCE_S = 300


@dataclass(frozen=True)
class Place:
    """A database, an object store, and how often every point is met there."""

    settings: Settings
    environ: dict[str, str]
    rounds: int
    data: Path

    @property
    def kills(self) -> int:
        return len(POINTS) * self.rounds


#: Each point twice on SQLite and on PostgreSQL, so that a worker is killed after killed ones; once
#: with an S3 server, whose every put is asked for over the network and read back.
PLACES = (
    pytest.param(("sqlite", "folder", 2), id="sqlite-folder"),
    pytest.param(("postgres", "folder", 2), id="postgres-folder", marks=pytest.mark.postgres),
    pytest.param(("sqlite", "s3", 1), id="sqlite-s3"),
)


def place_of(request: pytest.FixtureRequest, data: Path) -> Place:
    """The place that a test's parameter names."""
    database, store, rounds = request.param
    environ = {"DATABASE_PATH": str(data / "rig.sqlite3"), "WORKER_CONCURRENCY": "1"}
    if database == "postgres":
        environ["DATABASE_URL"] = request.getfixturevalue("fresh_postgres")()
    if store == "s3":
        server = request.getfixturevalue("s3_server")
        environ |= server.environ | {
            "S3_ENDPOINT": server.address,
            "S3_REGION": server.region,
            "S3_BUCKET": server.settings().s3_bucket,
            "S3_PREFIX": f"mortal-{data.name}/",
            "S3_FORCE_PATH_STYLE": "true",
        }
    else:
        environ["STORAGE_PATH"] = str(data / "objects")
    return Place(load_settings(environ=environ), environ, rounds, data)


def queue(place: Place, count: int) -> None:
    """Articles of as many sites, each with a job."""
    store = open_store(place.settings.database)
    articles = tuple(an_article(f"https://paper{n}.example/story") for n in range(count))
    store.ingest(IngestBatch(now=NOW, articles=articles))
    store.enqueue(
        [ArchiveJob(a.article_uuid, a.article_url_final, a.domain, NOW) for a in articles]
    )
    store.close()


def run(place: Place, plan: list[tuple[str, int]]) -> list[int]:
    done = subprocess.run(
        [sys.executable, str(MORTAL), json.dumps(plan), NOW.isoformat()],
        env=place.environ | {"PATH": os.environ["PATH"]} | _python_path(),
        cwd=place.data,
        capture_output=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    ends: list[int] = json.loads(done.stdout.splitlines()[-1])
    return ends


def _python_path() -> dict[str, str]:
    given = os.environ.get("PYTHONPATH")
    return {"PYTHONPATH": given} if given else {}


class Left:
    """What is left when all workers have ended."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.store = open_store(place.settings.database)
        self.blobs = open_blobs(place.settings.storage, place.environ)
        self.artifacts = [a for batch in self.store.every_artifact() for a in batch]
        self.keys = {key for key, _ in self.blobs.keys(self.prefix)}

    @property
    def prefix(self) -> str:
        return self.place.settings.storage.s3_prefix

    @property
    def ports(self) -> Ports:
        bare: Any = None
        return Ports(bare, bare, bare, self.store, bare, bare, bare, bare, "test")


@pytest.fixture(scope="module", params=PLACES)
def aftermath(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Many killed workers, and one that is not."""
    place = place_of(request, tmp_path_factory.mktemp("mortal"))
    plan = [*POINTS] * place.rounds
    queue(place, len(plan) + 5)
    ends = run(place, [*plan, ("never", 1)])
    assert ends == [int(signal.SIGKILL)] * len(plan) + [0]
    left = Left(place)
    yield left
    left.store.close()


def test_no_job_is_lost(aftermath: Any) -> None:
    """Every job of every killed worker was taken up again and has succeeded."""
    left = aftermath
    counts = {name: count for name, count in left.store.job_counts().items() if count}
    assert counts == {"succeeded": left.place.kills + 5}


def test_no_job_is_done_twice(aftermath: Any) -> None:
    """Each page has one file of each kind: what a killed worker had begun counts for nothing."""
    left = aftermath
    by_job: dict[int, list[ArtifactKind]] = {}
    for artifact in left.artifacts:
        by_job.setdefault(artifact.job_id, []).append(artifact.kind)
    assert len(by_job) == left.place.kills + 5
    assert {tuple(sorted(kinds)) for kinds in by_job.values()} == {
        (ArtifactKind.RAW, ArtifactKind.TEXT)
    }


def test_every_kill_is_on_record(aftermath: Any) -> None:
    """An attempt that ended with its worker is an attempt; one that was stored is none."""
    left = aftermath
    jobs = left.store.jobs(limit=500)
    lost = [a for job in jobs for a in left.store.attempts(job.job_id) if "was lost" in a.error]
    after_the_end = sum(name == "finished" for name, _ in POINTS)
    assert len(lost) == (len(POINTS) - after_the_end) * left.place.rounds


def test_no_object_is_orphaned_and_none_is_missing(aftermath: Any) -> None:
    """The object store holds exactly what the database names, and the right bytes."""
    left = aftermath
    assert left.keys == {artifact.key for artifact in left.artifacts}
    findings = {checked.finding for checked in verify(left.ports, left.blobs)}
    assert findings == {Finding.GOOD}
    assert all(parse_key(left.prefix, key) for key in left.keys)


def test_no_half_file_is_left_on_the_disk(aftermath: Any) -> None:
    """Work folders and unfinished writes of the dead are swept."""
    left, data, settings = aftermath, aftermath.place.data, aftermath.place.settings
    sweep(left.ports, left.blobs, settings, now=datetime.now(UTC) + timedelta(hours=2))
    assert {key for key, _ in left.blobs.keys(left.prefix)} == left.keys
    left_over = [p for p in data.rglob("*") if p.is_file() and "rig.sqlite3" not in p.name]
    objects = {p for p in left_over if "objects" in p.parts}
    is_folder = not settings.storage.s3_bucket
    assert len(objects) == (len(left.keys) if is_folder else 0)
    assert {p.name for p in left_over} - {p.name for p in objects} <= {".lock"}


def test_a_job_has_no_state_between(aftermath: Any) -> None:
    """No job says that it runs when nobody works."""
    left = aftermath
    assert left.store.jobs(status=JobStatus.RUNNING) == []
