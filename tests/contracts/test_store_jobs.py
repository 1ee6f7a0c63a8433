"""The queue: each job to one worker, limits over all of them, nothing lost when one is killed."""

import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from strandline.adapters.store import open_store
from strandline.model.archive import ArchiveJob, CaptureOutcome, JobStatus
from strandline.model.articles import Article, IngestBatch
from strandline.model.errors import StoreError
from strandline.ports import Store
from strandline.settings import DatabaseSettings
from strandline.testing.archive_builders import a_bad_result, a_job, a_result, an_attempt
from strandline.testing.builders import NOW, a_mention, an_article

LEASE = timedelta(seconds=90)
MINUTE = timedelta(minutes=1)


def articles_of(*urls: str) -> list[Article]:
    return [an_article(url) for url in urls]


def enter(store: Store, articles: Sequence[Article]) -> None:
    store.ingest(IngestBatch(NOW, articles=tuple(articles)))


def queue(store: Store, *urls: str, **changes: object) -> list[ArchiveJob]:
    """Jobs of fresh articles, oldest first, as stored."""
    articles = articles_of(*urls)
    enter(store, articles)
    assert store.enqueue([a_job(article, **changes) for article in articles]) == len(urls)
    found = [store.jobs(article_uuid=article.article_uuid)[0] for article in articles]
    assert all(job.status is JobStatus.QUEUED for job in found)
    return found


def take(store: Store, owner: str = "w1", **changes: object) -> list[ArchiveJob]:
    options: dict[str, object] = {"limit": 10, "per_domain": 10, "now": NOW} | changes
    now = options.pop("now")
    return store.claim_jobs(now, owner, LEASE, **options)  # type: ignore[arg-type]


def test_a_job_comes_back_as_it_went_in(store: Store) -> None:
    """With its number, held by nobody."""
    enter(store, [an_article()])
    job = a_job(priority=7, not_before=NOW + MINUTE, reason="own link in post 4", last_error="x\0y")
    assert store.enqueue([job]) == 1
    (stored,) = store.jobs()
    assert stored.job_id > 0
    assert stored == replace(job, job_id=stored.job_id, last_error="xy")
    assert store.job(stored.job_id) == stored
    assert store.job(stored.job_id + 1) is None


def test_an_open_job_stands_for_a_second_one(store: Store) -> None:
    """Queued or running, in the same call or later; an article whose job ended gets a new one."""
    enter(store, [an_article()])
    assert store.enqueue([a_job(), a_job(priority=9)]) == 1
    assert store.enqueue([a_job()]) == 0
    (job,) = take(store)
    assert store.enqueue([a_job()]) == 0
    assert store.finish_job(a_result(job), owner="w1")
    assert store.enqueue([a_job(enqueued_at=NOW + MINUTE)]) == 1
    assert [job.status for job in store.jobs()] == [JobStatus.QUEUED, JobStatus.SUCCEEDED]


def test_skipped_jobs_are_recorded_and_never_taken(store: Store) -> None:
    """They say why, beside an open job too."""
    enter(store, [an_article()])
    skipped = [
        a_job(status=JobStatus.SKIPPED_CACHED, reason="archived a minute ago"),
        a_job(status=JobStatus.SKIPPED_POLICY, reason="not on the list"),
    ]
    assert store.enqueue([*skipped, a_job()]) == 1
    counts = store.job_counts()
    assert counts == dict.fromkeys(JobStatus, 0) | {
        "queued": 1,
        "skipped_cached": 1,
        "skipped_policy": 1,
    }
    assert len(take(store)) == 1
    reasons = {job.reason for job in store.jobs(status=JobStatus.SKIPPED_POLICY)}
    assert reasons == {"not on the list"}


def test_an_unknown_article_has_no_job(store: Store) -> None:
    """It is named, and nothing of the call is stored."""
    enter(store, [an_article()])
    with pytest.raises(StoreError, match="A_0000"):
        store.enqueue([a_job(), a_job(article_uuid="A_0000")])
    assert store.jobs() == []


def test_a_batch_brings_its_jobs(store: Store) -> None:
    """In the transaction of the ingest, under the ids that the ledger has, and only once."""
    known = an_article("https://courier.example/bridge", url_key="k")
    enter(store, [known])
    other = an_article("https://courier.example/bridge?x", url_key="k")
    batch = IngestBatch(
        NOW,
        articles=(other,),
        mentions=(a_mention(other),),
        jobs=(
            a_job(other, reason="own link in post 1"),
            a_job(other, status=JobStatus.SKIPPED_POLICY, reason="quoted in post 2"),
        ),
    )
    store.ingest(batch)
    store.ingest(batch)
    assert {job.article_uuid for job in store.jobs()} == {known.article_uuid}
    assert len(store.jobs()) == 2
    (job,) = take(store)
    store.finish_job(a_result(job), owner="w1")
    store.ingest(batch)
    assert len(store.jobs()) == 2


def test_a_refused_batch_leaves_no_job(store: Store) -> None:
    """Articles and jobs are one transaction."""
    enter(store, [an_article()])
    wrong = replace(an_article(), article_url_final="https://other.example/", url_key="o")
    fresh = an_article("https://courier.example/new")
    with pytest.raises(StoreError):
        store.ingest(IngestBatch(NOW, articles=(fresh, wrong), jobs=(a_job(fresh),)))
    assert store.jobs() == []


def test_the_order_is_priority_then_age(store: Store) -> None:
    """Whatever the order of their numbers."""
    jobs = queue(store, *(f"https://p{n}.example/" for n in range(4)))
    changes = [(0, NOW), (5, NOW), (0, NOW - MINUTE), (5, NOW - MINUTE)]
    for job in take(store):
        store.finish_job(a_result(job), owner="w1")
    again = [
        replace(job, priority=p, enqueued_at=when, job_id=0)
        for job, (p, when) in zip(jobs, changes, strict=True)
    ]
    assert store.enqueue(again) == 4
    taken = [take(store, limit=1)[0].url for _ in jobs]
    assert taken == [f"https://p{n}.example/" for n in (3, 1, 2, 0)]


def test_a_job_waits_for_its_time(store: Store) -> None:
    """`not_before` is kept to the moment."""
    queue(store, "https://p1.example/", not_before=NOW + MINUTE)
    assert take(store, now=NOW + MINUTE - timedelta(microseconds=1)) == []
    assert len(take(store, now=NOW + MINUTE)) == 1


def test_a_claim_is_a_lease(store: Store) -> None:
    """The job says who has it and until when; nobody else gets it."""
    queue(store, "https://p1.example/")
    (job,) = take(store)
    assert (job.status, job.lease_owner) == (JobStatus.RUNNING, "w1")
    assert job.lease_until == NOW + LEASE
    assert store.job(job.job_id) == job
    assert take(store, "w2") == []


@pytest.mark.parametrize(("limit", "per_domain"), [(0, 5), (5, 0), (-1, 5), (5, -1)])
def test_no_room_no_job(store: Store, limit: int, per_domain: int) -> None:
    """Limits of zero and below take nothing."""
    queue(store, "https://p1.example/")
    assert take(store, limit=limit, per_domain=per_domain) == []


def test_a_domain_has_its_share_over_all_owners(store: Store) -> None:
    """However many of it are first in the queue, others get their turn."""
    many = [f"https://busy.example/{n}" for n in range(450)]
    queue(store, *many, "https://calm.example/1", "https://calm.example/2")
    first = take(store, "w1", limit=3, per_domain=2)
    assert [job.domain for job in first] == ["busy.example", "busy.example", "calm.example"]
    second = take(store, "w2", limit=3, per_domain=2)
    assert [job.url for job in second] == ["https://calm.example/2"]
    assert take(store, "w3", limit=3, per_domain=2) == []
    store.finish_job(a_result(first[0]), owner="w1")
    assert [job.url for job in take(store, "w3", per_domain=2)] == ["https://busy.example/2"]


def test_only_the_named_jobs_are_taken(store: Store) -> None:
    """A person waits for these; unknown numbers are nobody's."""
    jobs = queue(store, *(f"https://p{n}.example/" for n in range(4)))
    named = [jobs[3].job_id, jobs[1].job_id, 10**30, -1]
    assert [job.job_id for job in take(store, only=named)] == [jobs[1].job_id, jobs[3].job_id]
    assert take(store, only=[]) == []


def test_a_lost_worker_gives_its_job_to_the_next(store: Store) -> None:
    """As soon as the lease has ended; the lost attempt is told."""
    queue(store, "https://p1.example/")
    (job,) = take(store, "w1")
    assert take(store, "w2", now=NOW + LEASE - timedelta(microseconds=1)) == []
    (again,) = take(store, "w2", now=NOW + LEASE)
    assert (again.job_id, again.lease_owner, again.attempts) == (job.job_id, "w2", 1)
    (lost,) = store.attempts(job.job_id)
    assert (lost.number, lost.started_at, lost.ended_at) == (1, NOW, NOW + LEASE)
    assert "w1" in lost.error
    assert lost.reports == ()


def test_a_lost_job_stands_in_the_queue_where_it_stood(store: Store) -> None:
    """By priority and age among those that wait, and its lost lease fills no domain."""
    queue(store, "https://p1.example/1")
    take(store, "w1")
    queue(store, "https://p1.example/2", priority=5)
    queue(store, "https://p1.example/3")
    late = NOW + LEASE
    taken = [take(store, "w2", now=late, limit=1, per_domain=3)[0].url[-1] for _ in range(3)]
    assert taken == ["2", "1", "3"]


def test_a_heartbeat_prolongs(store: Store) -> None:
    """Only what is still the owner's; it answers with that."""
    queue(store, "https://p1.example/", "https://p2.example/")
    one, two = take(store, "w1")
    store.finish_job(a_result(two), owner="w1")
    until = NOW + 2 * LEASE
    ids = [one.job_id, two.job_id, 999, 10**30]
    assert store.heartbeat(ids, "w2", until) == set()
    assert store.heartbeat(ids, "w1", until) == {one.job_id}
    assert store.heartbeat([], "w1", until) == set()
    assert take(store, "w2", now=NOW + LEASE) == []
    assert len(take(store, "w2", now=until)) == 1
    assert store.heartbeat(ids, "w1", until + LEASE) == set()


def test_who_lost_the_lease_stores_nothing(store: Store) -> None:
    """Not the attempt, not an artifact, not the state, not the text."""
    queue(store, "https://p1.example/")
    (old,) = take(store, "w1")
    (new,) = take(store, "w2", now=NOW + LEASE)
    before = store.attempts(old.job_id)
    assert store.finish_job(a_result(old), owner="w1") is False
    assert store.job(old.job_id) == new
    assert store.attempts(old.job_id) == before
    assert store.artifacts(old.article_uuid, current_only=False) == []
    assert store.link_metadata([old.article_uuid]) == {}
    assert store.finish_job(a_result(new), owner="w2") is True
    assert store.finish_job(a_result(new), owner="w2") is False
    assert len(store.artifacts(old.article_uuid)) == 1


def test_a_late_worker_that_nobody_replaced_may_finish(store: Store) -> None:
    """A lease is lost to another owner, not to the clock."""
    queue(store, "https://p1.example/")
    (job,) = take(store)
    late = an_attempt(job, ended_at=NOW + 10 * LEASE)
    assert store.finish_job(a_result(job, attempt=late), owner="w1")
    assert store.job_counts()["succeeded"] == 1


def test_a_job_is_tried_again_later(store: Store) -> None:
    """It goes back into the queue with its count, its error and its time."""
    queue(store, "https://p1.example/")
    (job,) = take(store)
    again = a_bad_result(job, status=JobStatus.QUEUED, not_before=NOW + 5 * MINUTE)
    assert store.finish_job(again, owner="w1")
    waiting = store.job(job.job_id)
    assert waiting == replace(
        job,
        status=JobStatus.QUEUED,
        attempts=1,
        not_before=NOW + 5 * MINUTE,
        last_error="fetch: blocked",
        lease_owner=None,
        lease_until=None,
    )
    assert take(store, now=NOW + 4 * MINUTE) == []
    (second,) = take(store, now=NOW + 5 * MINUTE)
    assert second.attempts == 1
    store.finish_job(a_result(second), owner="w1")
    ended = store.job(job.job_id)
    assert ended is not None
    assert (ended.status, ended.attempts, ended.last_error) == (JobStatus.SUCCEEDED, 2, "")
    assert ended.finished_at == NOW + 2 * MINUTE
    assert ended.lease_owner is None


def test_attempts_are_kept_as_they_were(store: Store) -> None:
    """Oldest first, with every report."""
    queue(store, "https://p1.example/")
    (job,) = take(store)
    bad = a_bad_result(job, status=JobStatus.QUEUED)
    bad = replace(
        bad,
        attempt=replace(
            bad.attempt,
            reports=(replace(bad.attempt.reports[0], retry_after=NOW + MINUTE, message="a\0b"),),
            error="broke off",
        ),
    )
    store.finish_job(bad, owner="w1")
    (job,) = take(store)
    good = a_result(job)
    store.finish_job(good, owner="w1")
    first, second = store.attempts(job.job_id)
    assert first == replace(bad.attempt, reports=(replace(bad.attempt.reports[0], message="ab"),))
    assert second == good.attempt
    assert second.number == 2


def test_failed_jobs_can_be_queued_again(store: Store) -> None:
    """With a fresh count; others are left alone, and an article keeps to one open job."""
    jobs = queue(store, "https://p1.example/", "https://p2.example/", "https://p3.example/")
    for job in take(store)[:2]:
        store.finish_job(a_bad_result(job), owner="w1")
    one, two = store.jobs(status=JobStatus.FAILED)[::-1]
    store.enqueue([a_job(an_article("https://p2.example/"), enqueued_at=NOW + MINUTE)])
    ids = [job.job_id for job in jobs]
    assert store.retry_jobs([*ids, 999, 10**30, -4], NOW + MINUTE) == 1
    again = store.job(one.job_id)
    assert again is not None
    assert (again.status, again.attempts, again.finished_at) == (JobStatus.QUEUED, 0, None)
    assert [job.status for job in store.jobs(article_uuid=two.article_uuid)] == [
        JobStatus.QUEUED,
        JobStatus.FAILED,
    ]
    assert one.job_id in {job.job_id for job in take(store, now=NOW + MINUTE)}
    assert len(store.attempts(one.job_id)) == 1


def test_a_queued_job_can_be_made_due(store: Store) -> None:
    """Before all others, as if it had just been asked for; a job that runs or has ended cannot."""
    later = NOW + 60 * MINUTE
    waiting, other = queue(store, "https://p1.example/", "https://p2.example/", not_before=later)
    assert take(store) == []
    assert store.hasten(waiting.job_id, NOW, priority=100, reason="on demand")
    (job,) = take(store)
    assert (job.job_id, job.priority, job.reason) == (waiting.job_id, 100, "on demand")
    assert (job.enqueued_at, job.not_before) == (NOW, None)
    for job_id in (waiting.job_id, 999, -1, 10**30):
        assert not store.hasten(job_id, NOW, priority=100, reason="on demand")
    assert store.jobs(article_uuid=other.article_uuid)[0].not_before == later


def test_two_failed_jobs_of_an_article_give_one(store: Store) -> None:
    """The newest of them."""
    enter(store, [an_article()])
    for n in range(2):
        store.enqueue([a_job(enqueued_at=NOW + n * MINUTE)])
        (job,) = take(store, now=NOW + MINUTE)
        store.finish_job(a_bad_result(job), owner="w1")
    newest, oldest = [job.job_id for job in store.jobs()]
    assert store.retry_jobs([oldest, newest], NOW) == 1
    assert [job.job_id for job in store.jobs(status=JobStatus.QUEUED)] == [newest]


def test_jobs_are_listed_newest_first(store: Store) -> None:
    """By pages, by status, by article; a page never holds more than was asked for."""
    jobs = queue(store, *(f"https://p{n}.example/" for n in range(5)))
    ids = [job.job_id for job in jobs][::-1]
    assert [job.job_id for job in store.jobs(limit=2)] == ids[:2]
    assert [job.job_id for job in store.jobs(limit=9, before_id=ids[1])] == ids[2:]
    assert store.jobs(limit=0) == []
    assert store.jobs(before_id=-5) == []
    assert len(store.jobs(before_id=10**30)) == 5
    assert [job.job_id for job in store.jobs(article_uuid=jobs[2].article_uuid)] == [ids[2]]
    assert store.jobs(status=JobStatus.RUNNING) == []
    assert store.job(10**30) is None
    assert store.attempts(10**30) == []


def test_threads_take_each_job_once(store: Store) -> None:
    """Eight of them, until nothing is left; no domain ever had more than its share."""
    queue(store, *(f"https://p{n % 5}.example/{n}" for n in range(60)))
    taken: Counter[int] = Counter()
    busiest: list[int] = []
    guard = threading.Lock()
    running: Counter[str] = Counter()
    faults: list[BaseException] = []

    def work(owner: str) -> None:
        try:
            while store.job_counts()["queued"]:
                jobs = store.claim_jobs(NOW, owner, LEASE, limit=2, per_domain=2)
                with guard:
                    taken.update(job.job_id for job in jobs)
                    running.update(job.domain for job in jobs)
                    busiest.append(max(running.values(), default=0))
                for job in jobs:
                    with guard:  # before the store lets others in
                        running[job.domain] -= 1
                    assert store.finish_job(a_result(job), owner=owner)
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=work, args=(f"w{n}",)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert len(taken) == 60
    assert set(taken.values()) == {1}
    assert max(busiest) <= 2


#: Takes jobs with a limit of two a domain, and says which; "hold" keeps them for ever.
WORKER = """
import sys
from datetime import timedelta
from strandline.adapters.store import open_store
from strandline.settings import load_settings
from strandline.testing.archive_builders import a_result
from strandline.testing.builders import NOW

owner, what = sys.argv[1:]
store = open_store(load_settings().database)
print("ready", flush=True)
sys.stdin.readline()
while store.job_counts()["queued"]:
    for job in store.claim_jobs(NOW, owner, timedelta(seconds=90), limit=3, per_domain=2):
        busy = [j for j in store.jobs(limit=1000) if j.domain == job.domain and j.lease_owner]
        print(job.job_id, len(busy), flush=True)
        if what == "hold":
            continue
        assert store.finish_job(a_result(job), owner=owner)
    if what == "hold":
        sys.stdin.readline()
store.close()
"""


def start(database: DatabaseSettings, owner: str, what: str) -> "subprocess.Popen[str]":
    environment = os.environ | {
        "DATABASE_PATH": str(database.path),
        "DATABASE_URL": database.url.get_secret_value(),
    }
    process = subprocess.Popen(
        [sys.executable, "-c", WORKER, owner, what],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def test_processes_take_each_job_once(store: Store, database: DatabaseSettings) -> None:
    """Three workers on one queue: none twice, none left, never more than two of a domain."""
    jobs = queue(store, *(f"https://p{n % 4}.example/{n}" for n in range(60)))
    workers = [start(database, f"w{n}", "finish") for n in range(3)]
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("go\n")
        worker.stdin.flush()
    lines = [line.split() for worker in workers for line in worker.communicate()[0].splitlines()]
    assert [worker.returncode for worker in workers] == [0, 0, 0]
    assert sorted(int(line[0]) for line in lines) == [job.job_id for job in jobs]
    assert max(int(line[1]) for line in lines) <= 2
    assert store.job_counts()["succeeded"] == 60


def test_a_killed_worker_loses_nothing(store: Store, database: DatabaseSettings) -> None:
    """Killed with jobs in hand: they are taken up when their leases end, and done once."""
    queue(store, *(f"https://p{n}.example/" for n in range(4)))
    worker = start(database, "victim", "hold")
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write("go\n")
    worker.stdin.flush()
    held = {int(worker.stdout.readline().split()[0]) for _ in range(3)}
    worker.send_signal(signal.SIGKILL)
    worker.communicate()
    assert {job.job_id for job in store.jobs(status=JobStatus.RUNNING)} == held
    (free,) = take(store, "w2")
    assert free.job_id not in held
    assert store.finish_job(a_result(free), owner="w2")
    taken = take(store, "w2", now=NOW + LEASE)
    assert {job.job_id for job in taken} == held
    for job in taken:
        assert store.finish_job(a_result(job), owner="w2")
    assert store.job_counts()["succeeded"] == 4
    assert take(store, "w2", now=NOW + 10 * LEASE) == []


def test_an_article_that_goes_takes_its_jobs_along(
    store: Store, database: DatabaseSettings
) -> None:
    """A queue without the article would be captured for nobody."""
    (job,) = queue(store, "https://p1.example/")
    other = open_store(database)
    with other._database.write() as connection:  # type: ignore[attr-defined]
        connection.exec_driver_sql("DELETE FROM articles")
    other.close()
    assert store.jobs() == []
    assert store.finish_job(a_result(job), owner="w1") is False


def test_a_merged_article_keeps_its_job(store: Store) -> None:
    """A running job goes on for the main article; its worker may finish it."""
    main, twin = articles_of("https://p1.example/main", "https://p1.example/twin")
    enter(store, [main, twin])
    store.enqueue([a_job(twin)])
    (job,) = take(store)
    store.merge_into(twin.article_uuid, main.article_uuid, ())
    assert store.finish_job(a_result(job), owner="w1")
    assert [item.article_uuid for item in store.artifacts(main.article_uuid)] == [main.article_uuid]
    assert store.articles([main.article_uuid])[main.article_uuid].last_archived_at is not None


def test_of_two_open_jobs_of_merged_articles_one_stays(store: Store) -> None:
    """The main article's; the other worker is told that its lease is lost."""
    main, twin = articles_of("https://p1.example/main", "https://p1.example/twin")
    enter(store, [main, twin])
    store.enqueue([a_job(main), a_job(twin)])
    taken = {job.article_uuid: job for job in take(store)}
    store.merge_into(twin.article_uuid, main.article_uuid, ())
    assert store.heartbeat([job.job_id for job in taken.values()], "w1", NOW + LEASE) == {
        taken[main.article_uuid].job_id
    }
    assert store.finish_job(a_result(taken[twin.article_uuid]), owner="w1") is False
    assert store.finish_job(a_result(taken[main.article_uuid]), owner="w1") is True
    assert len(store.jobs(article_uuid=main.article_uuid)) == 2


@pytest.mark.parametrize("outcome", list(CaptureOutcome))
def test_every_outcome_can_be_stored(store: Store, outcome: CaptureOutcome) -> None:
    """And read back."""
    queue(store, "https://p1.example/")
    (job,) = take(store)
    store.finish_job(a_bad_result(job, outcome), owner="w1")
    assert store.attempts(job.job_id)[0].reports[0].outcome is outcome
    assert store.artifacts(job.article_uuid)[0].capture_outcome is outcome
