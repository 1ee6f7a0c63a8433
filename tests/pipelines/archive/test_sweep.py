"""What killed workers left, and what must never be swept."""

import hashlib
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from strandline.model.archive import ArchiveJob
from strandline.model.errors import BlobError
from strandline.pipelines.archive.sweep import ORPHAN_AGE, Swept, sweep
from strandline.pipelines.heartbeat import LEASE
from strandline.testing.archive_fakes import Scripted, good_page

URL = "https://courier.example/town/bridge"


def swept(rig: Any) -> Swept:
    return sweep(rig.ports, rig.blobs, rig.settings, now=rig.clock.now())


def orphan(rig: Any, key: str, data: bytes = b"half") -> None:
    path = Path(rig.data, hashlib.sha256(key.encode()).hexdigest())
    path.write_bytes(data)
    rig.blobs.put(key, path, "text/plain")
    path.unlink()


@pytest.fixture
def kept(archive_rig: Any) -> ArchiveJob:
    """A page that is kept."""
    archive_rig.capturer.pages[URL] = good_page()
    job: ArchiveJob = archive_rig.queue(URL)
    archive_rig.run()
    return job


def test_an_object_that_nobody_names_goes_after_an_hour(archive_rig: Any, kept: ArchiveJob) -> None:
    """Younger ones may belong to a job that runs; named ones stay for ever."""
    rig, named = archive_rig, archive_rig.named()
    orphan(rig, f"archives/{kept.article_uuid}/99/claim/fetch/raw.html")
    assert swept(rig) == Swept()
    rig.clock.advance(ORPHAN_AGE + timedelta(seconds=1))
    assert swept(rig) == Swept(objects=1)
    assert rig.keys() == named
    assert swept(rig) == Swept()


def test_what_is_not_of_the_archive_is_left_alone(archive_rig: Any, kept: ArchiveJob) -> None:
    """Somebody else's files under the same prefix are none of our business."""
    rig = archive_rig
    others = ("archives/README.txt", "archives/team/1/notes", "db-backups/2026-03-04/a.gz")
    for key in others:
        orphan(rig, key)
    rig.clock.advance(timedelta(days=30))
    assert swept(rig) == Swept()
    assert set(others) <= rig.keys()


def test_the_next_claim_removes_what_a_killed_worker_put(archive_rig: Any) -> None:
    """No hour of waiting: objects of an earlier claim of the same job are nobody's."""
    rig = archive_rig
    job = rig.queue(URL)
    rig.store.claim_jobs(rig.clock.now(), "killed", LEASE, limit=1, per_domain=1)
    orphan(rig, f"archives/{job.article_uuid}/{job.job_id}/deadbeef/fetch/raw.html")
    rig.capturer.pages[URL] = good_page()
    rig.advance(seconds=LEASE.total_seconds() + 1)
    rig.run()
    assert rig.named() == rig.keys()
    assert len(rig.keys()) == 2


def test_a_job_that_takes_long_keeps_its_objects(archive_rig: Any) -> None:
    """A sweep in the middle of a capture touches nothing that was just put."""
    rig = archive_rig

    def sweeps_meanwhile(_job: ArchiveJob) -> Scripted:
        swept(rig)
        return good_page()

    rig.capturer.pages[URL] = sweeps_meanwhile
    rig.queue(URL)
    rig.run()
    assert rig.named() == rig.keys()


def test_objects_of_a_job_that_runs_are_never_old(archive_rig: Any) -> None:
    """A clock that is set forward in the middle of a capture makes no orphans."""
    rig = archive_rig

    def clock_is_set(_job: ArchiveJob) -> Scripted:
        rig.clock.advance(timedelta(days=365))
        swept(rig)
        return good_page()

    job = rig.queue(URL)
    orphan(rig, f"archives/{job.article_uuid}/{job.job_id}/claim/fetch/raw.html")
    rig.store.claim_jobs(rig.clock.now(), "ahead", LEASE, limit=1, per_domain=1)
    rig.clock.advance(timedelta(days=365))
    assert swept(rig) == Swept()
    rig.capturer.pages[URL] = clock_is_set
    rig.run()
    assert rig.named() == rig.keys()


def test_a_store_that_is_down_is_told(archive_rig: Any) -> None:
    """Nothing is guessed about objects that cannot be listed."""
    archive_rig.blobs.is_down = True
    with pytest.raises(BlobError):
        swept(archive_rig)
