"""Jobs from the queue to their end, on the real store."""

import threading
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from structlog.testing import capture_logs

from strandline.core.archive.retry import MOST_ATTEMPTS, PAUSES
from strandline.model.archive import (
    ArchiveJob,
    ArtifactKind,
    CaptureName,
    CaptureOutcome,
    CaptureReport,
    JobStatus,
    SearchQuery,
)
from strandline.model.errors import ConfigError, StoreError
from strandline.pipelines.archive import run_jobs, run_worker, running
from strandline.pipelines.heartbeat import LEASE
from strandline.testing.archive_fakes import Scripted, bad_page, good_page

URL = "https://courier.example/town/bridge"
OTHER = "https://herald.example/news/mill"


def test_a_page_is_kept(archive_rig: Any) -> None:
    """From the queue to artifacts, metadata, text and search, with every file verified."""
    rig = archive_rig
    rig.capturer.pages[URL] = good_page("Traffic goes round by the mill.", "The old bridge")
    job = rig.queue(URL)
    (end,) = rig.run()
    assert (end.status, end.kept, end.message) == (JobStatus.SUCCEEDED, 2, "")
    done = rig.store.job(job.job_id)
    assert done is not None
    assert (done.status, done.attempts) == (JobStatus.SUCCEEDED, 1)
    assert rig.named() == rig.keys()
    kinds = {a.kind for a in rig.store.artifacts(job.article_uuid)}
    assert kinds == {ArtifactKind.RAW, ArtifactKind.TEXT}
    article = rig.store.articles([job.article_uuid])[job.article_uuid]
    assert article.last_archived_at == rig.clock.now()
    assert rig.store.link_metadata([job.article_uuid])[job.article_uuid].title == "The old bridge"
    (found,) = rig.store.search(SearchQuery(words="round mill"))
    assert found.article_uuid == job.article_uuid


def test_nothing_is_left_in_the_data_folder(archive_rig: Any) -> None:
    """The work folder goes with the job."""
    archive_rig.capturer.pages[URL] = good_page()
    archive_rig.queue(URL)
    archive_rig.run()
    left = [p for p in archive_rig.data.rglob("*") if "archive-work" in p.parts and p.is_dir()]
    assert [p.name for p in left] == ["archive-work"]


def test_every_attempt_is_recorded(archive_rig: Any) -> None:
    """Pauses of 5 minutes, 30 minutes, 2 and 12 hours, then the job has failed."""
    rig = archive_rig
    rig.capturer.pages[URL] = bad_page(CaptureOutcome.TIMEOUT, "no answer in 30 s")
    job = rig.queue(URL)
    for number, pause in enumerate(PAUSES, 1):
        (end,) = rig.run()
        assert (end.status, end.not_before) == (JobStatus.QUEUED, rig.clock.now() + pause)
        assert rig.run() == []
        rig.blobs.now = rig.clock.advance(pause)
        assert len(rig.store.attempts(job.job_id)) == number
    (end,) = rig.run()
    assert end.status is JobStatus.FAILED
    attempts = rig.store.attempts(job.job_id)
    assert [a.number for a in attempts] == [1, 2, 3, 4, 5]
    assert all("no answer in 30 s" in a.error for a in attempts)
    assert "no answer" in rig.store.job(job.job_id).last_error


def test_a_retry_after_of_120_seconds_is_obeyed(archive_rig: Any) -> None:
    """Whatever our own pause is, the server is not asked before its time."""
    rig = archive_rig
    until = rig.clock.now() + timedelta(hours=3)
    rig.capturer.pages[URL] = bad_page(CaptureOutcome.BLOCKED, "HTTP 429", until)
    rig.queue(URL)
    (end,) = rig.run()
    assert end.not_before == until
    rig.advance(hours=2, minutes=59, seconds=59)
    assert rig.run() == []
    rig.advance(seconds=1)
    assert len(rig.run()) == 1
    short = rig.clock.now() + timedelta(seconds=120)
    rig.capturer.pages[OTHER] = bad_page(CaptureOutcome.BLOCKED, "HTTP 429", short)
    rig.queue(OTHER)
    (end,) = rig.run()
    assert end.not_before >= short


def test_a_permanent_failure_is_not_tried_again(archive_rig: Any) -> None:
    """A tool that is not there stays away until a person installs it."""
    rig = archive_rig
    rig.capturer.pages[URL] = bad_page(CaptureOutcome.UNSUPPORTED, "ftp: is not kept")
    rig.queue(URL)
    (end,) = rig.run()
    assert (end.status, end.not_before) == (JobStatus.FAILED, None)


def test_a_page_behind_a_challenge_is_never_archived(archive_rig: Any) -> None:
    """What the server sent is kept for looking at, but the page counts as not archived."""
    rig = archive_rig
    rig.capturer.pages[URL] = replace(bad_page(CaptureOutcome.BLOCKED), title="Just a moment")
    job = rig.queue(URL)
    rig.run()
    article = rig.store.articles([job.article_uuid])[job.article_uuid]
    assert article.last_archived_at is None
    assert rig.store.link_metadata([job.article_uuid]) == {}
    assert article.article_title != "Just a moment"


def test_a_worse_capture_never_replaces_a_better_one(archive_rig: Any) -> None:
    """After a good page, the challenge page of the next day is not what people see."""
    rig = archive_rig
    rig.capturer.pages[URL] = good_page("The good words.")
    job = rig.queue(URL)
    rig.run()
    good = rig.store.artifacts(job.article_uuid)
    archived_at = rig.clock.now()
    rig.advance(days=1)
    rig.capturer.pages[URL] = bad_page(CaptureOutcome.BLOCKED)
    rig.queue(URL, rig.store.articles([job.article_uuid])[job.article_uuid])
    rig.run()
    assert rig.store.artifacts(job.article_uuid) == good
    assert len(rig.store.artifacts(job.article_uuid, current_only=False)) == 3
    (found,) = rig.store.search(SearchQuery(words="good words"))
    assert found.last_archived_at == archived_at


def test_an_unchanged_page_is_stored_once(archive_rig: Any) -> None:
    """A second capture names the objects of the first, and puts none."""
    rig = archive_rig
    rig.capturer.pages[URL] = good_page()
    job = rig.queue(URL)
    (first,) = rig.run()
    rig.advance(days=1)
    rig.queue(URL, rig.store.articles([job.article_uuid])[job.article_uuid])
    (second,) = rig.run()
    assert (second.put_bytes, second.saved_bytes) == (0, first.put_bytes)
    assert len(rig.keys()) == 2
    assert len(rig.store.artifacts(job.article_uuid, current_only=False)) == 4


def test_a_store_that_is_down_is_tried_again(archive_rig: Any) -> None:
    """The database names nothing that was not stored; later all of it is."""
    rig = archive_rig
    rig.capturer.pages[URL] = good_page()
    job = rig.queue(URL)

    def goes_down(_job: ArchiveJob) -> Scripted:
        rig.blobs.is_down = True
        return good_page()

    rig.capturer.pages[URL] = goes_down
    (end,) = rig.run()
    assert end.status is JobStatus.QUEUED
    assert "could not be stored" in end.message
    assert rig.named() == set()
    rig.blobs.is_down = False
    rig.capturer.pages[URL] = good_page()
    rig.advance(minutes=5)
    (end,) = rig.run()
    assert (end.status, rig.named()) == (JobStatus.SUCCEEDED, rig.keys())
    assert job.job_id == end.job.job_id


def test_a_fault_of_ours_in_one_job_stops_no_other(archive_rig: Any) -> None:
    """It is recorded with the job, which is tried again like any passing failure."""
    rig = archive_rig

    def breaks(_job: ArchiveJob) -> Scripted:
        raise RuntimeError("a slip")

    rig.capturer.pages |= {URL: breaks, OTHER: good_page()}
    job = rig.queue(URL)
    rig.queue(OTHER)
    ends = {end.job.url: end for end in rig.run()}
    assert ends[OTHER].status is JobStatus.SUCCEEDED
    assert ends[URL].status is JobStatus.QUEUED
    assert "a slip" in rig.store.attempts(job.job_id)[0].error


def test_a_domain_is_asked_by_one_job_at_a_time(archive_rig: Any) -> None:
    """The second page of a site waits until the first is done, while other sites go on."""
    rig = archive_rig
    running: set[str] = set()
    guard = threading.Lock()

    def busy(job: ArchiveJob) -> Scripted:
        with guard:
            running.add(job.url)
            assert len([url for url in running if url.startswith(URL)]) <= 1
        with guard:
            running.discard(job.url)
        return good_page()

    for number in range(4):
        url = f"{URL}/{number}"
        rig.capturer.pages[url] = busy
        rig.queue(url)
    rig.capturer.pages[OTHER] = busy
    rig.queue(OTHER)
    assert [end.status for end in rig.run()] == [JobStatus.SUCCEEDED] * 5


def test_a_lost_lease_leaves_nothing(archive_rig: Any) -> None:
    """A worker that slept too long stores no row, and its objects are removed."""
    rig = archive_rig
    second = rig.other("second")

    def overtaken(_job: ArchiveJob) -> Scripted:
        rig.capturer.pages[URL] = good_page("What the second worker saw.")
        rig.advance(seconds=LEASE.total_seconds() + 1)
        (end,) = second.run()
        assert end.status is JobStatus.SUCCEEDED
        return good_page("What the first worker saw.")

    rig.capturer.pages[URL] = overtaken
    job = rig.queue(URL)
    ends = rig.run()
    assert [end.status for end in ends] == [None]
    assert rig.named() == rig.keys()
    (found,) = rig.store.search(SearchQuery(words="second worker"))
    assert found.article_uuid == job.article_uuid
    assert rig.store.search(SearchQuery(words="first worker")) == []


def test_a_worker_whose_machine_slept_goes_on_with_its_own_job(archive_rig: Any) -> None:
    """Its lease has ended and it claims the job anew: the capture that runs is the only one."""
    rig = archive_rig
    seen_twice = threading.Event()

    def sleeps(_job: ArchiveJob) -> Scripted:
        rig.advance(seconds=LEASE.total_seconds() + 1)
        assert seen_twice.wait(60)
        return good_page()

    claim = rig.store.claim_jobs

    def watched_claim(*arguments: Any, **options: Any) -> list[ArchiveJob]:
        jobs: list[ArchiveJob] = claim(*arguments, **options)
        if jobs and jobs[0].attempts:
            seen_twice.set()
        return jobs

    rig.store.claim_jobs = watched_claim
    rig.capturer.pages[URL] = sleeps
    job = rig.queue(URL)
    (end,) = rig.run()
    assert end.status is JobStatus.SUCCEEDED
    assert len(rig.capturer.jobs) == 1
    assert len(rig.store.artifacts(job.article_uuid, current_only=False)) == 2


def test_a_page_that_ends_every_worker_is_given_up(archive_rig: Any) -> None:
    """Lost workers count as attempts: such a page does not take them down for ever."""
    rig = archive_rig
    job = rig.queue(URL)
    for _ in range(MOST_ATTEMPTS):
        (claimed,) = rig.store.claim_jobs(rig.clock.now(), "victim", LEASE, limit=1, per_domain=1)
        assert claimed.job_id == job.job_id
        rig.advance(seconds=LEASE.total_seconds() + 1)
    (end,) = rig.run()
    assert (end.status, rig.capturer.jobs) == (JobStatus.FAILED, [])
    assert "lost" in rig.store.job(job.job_id).last_error


def test_only_named_jobs_are_taken(archive_rig: Any) -> None:
    """A person's own capture does not begin with the whole backlog."""
    rig = archive_rig
    rig.capturer.pages |= {URL: good_page(), OTHER: good_page()}
    rig.queue(URL)
    wanted = rig.queue(OTHER)
    (end,) = rig.run(only=[wanted.job_id])
    assert end.job.job_id == wanted.job_id
    assert rig.store.job_counts()["queued"] == 1


def test_a_limit_of_jobs_is_kept(archive_rig: Any) -> None:
    """`limit` jobs are begun, no more."""
    for number in range(4):
        url = f"https://paper{number}.example/a"
        archive_rig.capturer.pages[url] = good_page()
        archive_rig.queue(url)
    assert len(archive_rig.run(limit=3)) == 3


def test_each_capture_is_told_as_it_ends(archive_rig: Any) -> None:
    """A person sees a line a capture, with its job."""
    rig = archive_rig
    rig.capturer.pages[URL] = good_page()
    job = rig.queue(URL)
    told: list[tuple[int, CaptureName]] = []

    def tell(about: ArchiveJob, report: CaptureReport) -> None:
        told.append((about.job_id, report.capture))

    rig.run(tell=tell)
    assert told == [(job.job_id, CaptureName.FETCH), (job.job_id, CaptureName.TEXT)]


def test_a_worker_ends_when_told(archive_rig: Any) -> None:
    """Told to stop in the middle of its queue, it ends what runs and begins no more."""
    rig = archive_rig
    stop = threading.Event()

    def last(_job: ArchiveJob) -> Scripted:
        stop.set()
        return good_page()

    for number in range(6):
        url = f"{URL}/{number}"
        rig.capturer.pages[url] = last
        rig.queue(url)
    run_worker(rig.ports, rig.settings, stop)
    counts = rig.store.job_counts()
    assert (counts["succeeded"], counts["queued"]) == (1, 5)
    assert counts.get("running", 0) == 0


def test_what_does_not_end_in_time_is_left_in_silence(
    archive_rig: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its folder goes with the worker; what it stumbles over then is no fault of the page."""
    monkeypatch.setattr(running, "GRACE_S", 0.0)
    rig, stop, left = archive_rig, threading.Event(), threading.Event()
    threads: list[threading.Thread] = []

    def slow(_job: ArchiveJob) -> Scripted:
        threads.append(threading.current_thread())
        stop.set()
        left.wait()
        raise FileNotFoundError("its folder is gone")

    rig.capturer.pages[URL] = slow
    job = rig.queue(URL)
    with capture_logs() as logs:
        run_worker(rig.ports, rig.settings, stop)
        left.set()
        threads[0].join()
    assert [entry["event"] for entry in logs] == ["left to other workers"]
    assert rig.store.attempts(job.job_id) == []
    rig.capturer.pages[URL] = good_page()
    (end,) = rig.other("second").run()
    assert end.status is JobStatus.SUCCEEDED


def test_a_database_that_is_down_is_waited_out(
    archive_rig: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker process survives a bad minute of its database."""
    rig, stop = archive_rig, threading.Event()
    looks: list[int] = []

    def down(*_: Any, **__: Any) -> list[ArchiveJob]:
        looks.append(1)
        stop.set()
        raise StoreError("The database is locked.")

    monkeypatch.setattr(rig.store, "claim_jobs", down)
    run_worker(rig.ports, rig.settings, stop)
    assert looks == [1]
    with pytest.raises(StoreError, match="locked"):
        run_jobs(rig.ports, rig.settings)


def test_ports_that_archive_nothing_are_refused(archive_rig: Any) -> None:
    """A verb that forgot to ask for a capturer is told so, before any job is taken."""
    bare = replace(archive_rig.ports, capturer=None)
    archive_rig.queue(URL)
    with pytest.raises(ConfigError):
        run_jobs(bare, archive_rig.settings)
    assert archive_rig.store.job_counts()["queued"] == 1
