"""The contract of `mend_times`, on both databases: a clock that was a year ahead, and set right."""

from datetime import timedelta

from strandline.model.archive import JobStatus
from strandline.model.articles import IngestBatch
from strandline.model.sources import SourceHealth, SourceState
from strandline.ports import Store
from strandline.testing.archive_builders import a_bad_result, a_job
from strandline.testing.builders import NOW, a_mention, a_source, an_article

LEASE = timedelta(minutes=5)
AHEAD = NOW + timedelta(days=365)


def queue(store: Store, *urls: str) -> None:
    for url in urls:
        article = an_article(url)
        batch = IngestBatch(NOW, articles=(article,), mentions=(a_mention(article),))
        store.ingest(batch)
        store.enqueue([a_job(article)])


def test_a_source_that_was_polled_in_the_future_is_due(store: Store) -> None:
    """It is polled now, and not in a year; what it has taught us stays."""
    store.save_source(a_source())
    store.claim_due(AHEAD, "ahead", LEASE, limit=1)
    health = SourceHealth(
        "W_RSS_1", SourceState.OK, etag="x", last_polled_at=AHEAD, next_poll_at=AHEAD + LEASE
    )
    assert store.save_health(health, owner="ahead")
    assert store.claim_due(NOW, "right", LEASE, limit=1) == []
    assert store.mend_times(NOW) == 1
    ((source, known),) = store.claim_due(NOW, "right", LEASE, limit=1)
    assert (source.source_uuid, known.etag) == ("W_RSS_1", "x")


def test_a_source_that_was_held_in_the_future_is_free(store: Store) -> None:
    """A poller that was killed then gives it back now."""
    store.save_source(a_source())
    store.claim_due(AHEAD, "ahead", LEASE, limit=1)
    assert store.claim_due(NOW, "right", LEASE, limit=1) == []
    assert store.mend_times(NOW) == 1
    assert len(store.claim_due(NOW, "right", LEASE, limit=1)) == 1


def test_a_job_that_was_taken_in_the_future_is_taken_up(store: Store) -> None:
    """As the job of any killed worker, with the lost attempt on record."""
    store.save_source(a_source())
    queue(store, "https://p1.example/")
    (job,) = store.claim_jobs(AHEAD, "ahead", LEASE, limit=1, per_domain=1)
    assert store.claim_jobs(NOW, "right", LEASE, limit=1, per_domain=1) == []
    assert store.mend_times(NOW) == 1
    (again,) = store.claim_jobs(NOW, "right", LEASE, limit=1, per_domain=1)
    assert again.job_id == job.job_id
    assert len(store.attempts(job.job_id)) == 1


def test_an_attempt_that_was_put_off_in_the_future_is_due(store: Store) -> None:
    """Nobody waits a year for five minutes; a server's wish of a week still holds."""
    store.save_source(a_source())
    queue(store, "https://p1.example/", "https://p2.example/")
    waits = {}
    for job in store.claim_jobs(NOW, "ahead", LEASE, limit=2, per_domain=1):
        waits[job.job_id] = AHEAD if job.url.startswith("https://p1") else NOW + timedelta(days=7)
        end = a_bad_result(job, status=JobStatus.QUEUED, not_before=waits[job.job_id])
        assert store.finish_job(end, owner="ahead")
    assert store.mend_times(NOW) == 1
    taken = store.claim_jobs(NOW, "right", LEASE, limit=9, per_domain=9)
    assert [job.url for job in taken] == ["https://p1.example/"]


def test_clocks_that_agree_mend_nothing(store: Store) -> None:
    """What is held, waits, or was polled an hour ahead by another machine stays as it is."""
    store.save_source(a_source())
    queue(store, "https://p1.example/")
    hour = NOW + timedelta(hours=1)
    store.claim_due(hour, "other", LEASE, limit=1)
    store.claim_jobs(hour, "other", LEASE, limit=1, per_domain=1)
    assert store.mend_times(NOW) == 0
    assert store.claim_jobs(NOW, "right", LEASE, limit=1, per_domain=1) == []
    assert store.claim_due(NOW, "right", LEASE, limit=1) == []


def test_what_other_clocks_have_said(store: Store) -> None:
    """The latest time of each is kept; a server has a clock of its own."""
    assert (store.other_clocks().answers, store.other_clocks().last_run) == (None, None)
    for days in (2, 5, 3):
        store.saw_answers(NOW + timedelta(days=days))
        store.saw_run(NOW - timedelta(days=days))
    others = store.other_clocks()
    assert others.answers == NOW + timedelta(days=5)
    assert others.last_run == NOW - timedelta(days=2)
    assert others.database is None or others.database.tzinfo is not None
