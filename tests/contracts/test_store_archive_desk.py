"""The queue as a person looks after it: its order, what failed and why, what is let go."""

from datetime import timedelta

from strandline.model.archive import (
    ArchiveJob,
    CaptureName,
    CaptureOutcome,
    CaptureReport,
    JobStatus,
)
from strandline.model.articles import IngestBatch
from strandline.ports import Store
from strandline.testing.archive_builders import a_job, a_result, an_attempt
from strandline.testing.builders import NOW, an_article

MINUTE = timedelta(minutes=1)


def queued(store: Store, number: int, **changes: object) -> ArchiveJob:
    article = an_article(f"https://page.example/{number}")
    store.ingest(IngestBatch(now=NOW, articles=(article,)))
    store.enqueue([a_job(article, **changes)])
    return store.jobs(article_uuid=article.article_uuid, limit=1)[0]


def fail(store: Store, job: ArchiveJob, *outcomes: CaptureOutcome) -> ArchiveJob:
    store.claim_jobs(NOW, "w", MINUTE, limit=1, per_domain=99, only=[job.job_id])
    reports = tuple(CaptureReport(CaptureName.FETCH, outcome, "no") for outcome in outcomes)
    attempt = an_attempt(job, reports=reports)
    result = a_result(job, status=JobStatus.FAILED, attempt=attempt, is_archived=False)
    assert store.finish_job(result, owner="w")
    found = store.job(job.job_id)
    assert found is not None
    return found


def test_the_queue_is_told_in_the_order_in_which_it_is_taken(store: Store) -> None:
    """Page by page; what runs is not in it."""
    jobs = [queued(store, n, priority=n % 2, enqueued_at=NOW - n * MINUTE) for n in range(1, 6)]
    order = [5, 3, 1, 4, 2]
    wanted = [jobs[n - 1].job_id for n in order]
    first = store.job_queue(limit=2)
    then = store.job_queue(limit=9, after=first[-1])
    assert [job.job_id for job in (*first, *then)] == wanted
    taken = store.claim_jobs(NOW, "w", MINUTE, limit=9, per_domain=1)
    assert [job.job_id for job in taken] == wanted[:1]
    assert [job.job_id for job in store.job_queue(limit=9)] == wanted[1:]


def test_a_job_can_be_put_before_all_others(store: Store) -> None:
    """It keeps its place there until another one is put before it."""
    one, two = queued(store, 1, priority=100), queued(store, 2)
    assert store.put_job_first(two.job_id)
    assert [job.job_id for job in store.job_queue(limit=9)] == [two.job_id, one.job_id]
    assert store.put_job_first(one.job_id)
    assert [job.job_id for job in store.job_queue(limit=9)] == [one.job_id, two.job_id]
    store.cancel_jobs([one.job_id], NOW, "no")
    assert not store.put_job_first(one.job_id)


def test_failed_jobs_are_told_by_what_failed_them(store: Store) -> None:
    """Counted up to a number of each; newest first; one that waits again is none of them."""
    blocked = [fail(store, queued(store, n), CaptureOutcome.BLOCKED) for n in range(3)]
    gone = fail(store, queued(store, 7), CaptureOutcome.GOOD, CaptureOutcome.GONE)
    lost = fail(store, queued(store, 8))
    assert (blocked[0].failure, gone.failure, lost.failure) == ("blocked", "gone", "lost")
    assert store.job_failures() == {"blocked": 3, "gone": 1, "lost": 1}
    assert store.job_failures(most=2)["blocked"] == 2
    ids = [job.job_id for job in store.failed_jobs("blocked", limit=2)]
    assert ids == [blocked[2].job_id, blocked[1].job_id]
    rest = store.failed_jobs("blocked", limit=2, before_id=ids[-1])
    assert [job.job_id for job in rest] == [blocked[0].job_id]
    assert store.retry_jobs(ids, NOW) == 2
    assert store.job_failures()["blocked"] == 1
    assert store.failed_jobs("nothing", limit=9) == []


def test_only_what_waits_can_be_cancelled(store: Store) -> None:
    """It is skipped with the reason; its article may be asked for again at once."""
    waits, runs, over = (queued(store, n) for n in range(3))
    fail(store, over, CaptureOutcome.GONE)
    store.claim_jobs(NOW, "w", MINUTE, limit=1, per_domain=99, only=[runs.job_id])
    ids = [waits.job_id, runs.job_id, over.job_id, 999]
    assert store.cancel_jobs(ids, NOW, "cancelled by ada") == [waits.job_id]
    job = store.job(waits.job_id)
    assert job is not None
    assert (job.status, job.reason) == (JobStatus.SKIPPED_POLICY, "cancelled by ada")
    assert job.finished_at == NOW
    again = ArchiveJob(waits.article_uuid, waits.url, waits.domain, NOW)
    assert store.enqueue([again]) == 1
