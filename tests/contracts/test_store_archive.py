"""What is kept of an article: the best of each kind, all of an attempt or nothing."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from strandline.model.archive import (
    ArchiveJob,
    Artifact,
    ArtifactKind,
    CaptureName,
    CaptureOutcome,
    CaptureReport,
    JobResult,
    JobStatus,
    LinkMetadata,
    SearchQuery,
)
from strandline.model.articles import Article, IngestBatch
from strandline.model.errors import StoreError
from strandline.ports import Store
from strandline.testing.archive_builders import (
    a_bad_result,
    a_job,
    a_result,
    an_artifact,
    an_attempt,
)
from strandline.testing.builders import NOW, a_mention, a_post, an_article

LEASE = timedelta(seconds=90)
HOUR = timedelta(hours=1)

Make = Callable[[ArchiveJob], JobResult]


def archive(
    store: Store, article: Article | None = None, make: Make = a_result, **changes: Any
) -> ArchiveJob:
    """Enter an article, queue it, finish it as `make` says; the job as claimed."""
    article = article or an_article()
    store.ingest(IngestBatch(NOW, articles=(article,)))
    assert store.enqueue([a_job(article, **changes)]) == 1
    (job,) = store.claim_jobs(NOW + 1000 * HOUR, "w1", LEASE, limit=1, per_domain=1)
    assert store.finish_job(make(job), owner="w1")
    return job


def last_archived(store: Store, article: Article) -> object:
    return store.articles([article.article_uuid])[article.article_uuid].last_archived_at


def test_artifacts_come_back_as_they_went_in(store: Store) -> None:
    """With a number; by kind, in the order of the job."""
    made = [
        (ArtifactKind.SUBTITLES, "archives/a/1/media/x.fr.vtt"),
        (ArtifactKind.RAW, "archives/a/1/fetch/raw.html"),
        (ArtifactKind.SUBTITLES, "archives/a/1/media/x.en.vtt"),
    ]
    job = archive(
        store,
        make=lambda job: a_result(
            job,
            artifacts=tuple(
                an_artifact(job, kind, key=key, original_name="../../evil\0.html")
                for kind, key in made
            ),
        ),
    )
    found = store.artifacts(job.article_uuid)
    assert [(item.kind, item.key) for item in found] == [made[1], made[0], made[2]]
    expected = an_artifact(job, key=made[1][1], original_name="../../evil.html")
    assert found[0] == replace(expected, artifact_id=found[0].artifact_id)
    assert store.artifact(found[0].artifact_id) == found[0]
    assert store.artifact(10**30) is None
    assert store.artifact(-1) is None
    assert store.artifacts("A_0000") == []


def capture(store: Store, outcome: CaptureOutcome, number: int) -> Artifact:
    """One more capture of the article, as the artifact that it left."""
    is_good = outcome is CaptureOutcome.GOOD
    make = a_result if is_good else a_bad_result
    job = archive(
        store,
        make=lambda job: make(
            job,
            artifacts=(an_artifact(job, key=f"key/{number}", capture_outcome=outcome),),
        ),
        enqueued_at=NOW + number * HOUR,
    )
    (artifact,) = [
        item
        for item in store.artifacts(job.article_uuid, current_only=False)
        if item.key == f"key/{number}"
    ]
    return artifact


@pytest.mark.parametrize(
    ("outcomes", "current"),
    [
        ("good good", 1),
        ("good blocked", 0),
        ("good truncated", 0),
        ("truncated good", 1),
        ("truncated login_wall", 0),
        ("blocked good", 1),
        ("blocked blocked", 1),
        ("good blocked good blocked", 2),
        ("failed truncated blocked", 1),
    ],
)
def test_a_worse_capture_never_replaces_a_better_one(
    store: Store, outcomes: str, current: int
) -> None:
    """All are kept; the best is what people see, and of equals the newest."""
    made = [capture(store, CaptureOutcome(o), n) for n, o in enumerate(outcomes.split())]
    assert store.artifacts(made[0].article_uuid) == [made[current]]
    assert store.artifacts(made[0].article_uuid, current_only=False) == made


def test_a_kind_that_is_missing_this_time_stays(store: Store) -> None:
    """A capture without a screenshot takes no screenshot away."""
    archive(
        store,
        make=lambda job: a_result(
            job, artifacts=(an_artifact(job), an_artifact(job, ArtifactKind.SCREENSHOT))
        ),
    )
    job = archive(store, enqueued_at=NOW + HOUR)
    kinds = {item.kind: item.job_id for item in store.artifacts(job.article_uuid)}
    assert kinds == {ArtifactKind.RAW: job.job_id, ArtifactKind.SCREENSHOT: job.job_id - 1}


def test_a_shell_after_an_article_replaces_nothing_of_it(store: Store) -> None:
    """No kind, no word, no title: the whole copy stays what people see, the shell lies beside."""
    kinds = (ArtifactKind.RAW, ArtifactKind.DOM, ArtifactKind.SCREENSHOT, ArtifactKind.TEXT)

    def make(job: ArchiveJob, text: str, title: str) -> JobResult:
        files = tuple(an_artifact(job, kind, size_bytes=len(text)) for kind in kinds)
        told = LinkMetadata(job.article_uuid, title=title)
        return a_result(job, artifacts=files, text=text, metadata=told)

    whole = archive(store, make=lambda job: make(job, "The ferry left at noon. " * 90, "Ferry"))
    archive(store, enqueued_at=NOW + HOUR, make=lambda job: make(job, "Loading", "App"))
    uuid = whole.article_uuid
    assert {item.job_id for item in store.artifacts(uuid)} == {whole.job_id}
    assert len(store.artifacts(uuid, current_only=False)) == 2 * len(kinds)
    assert store.link_metadata([uuid])[uuid].title == "Ferry"
    assert store.search(SearchQuery("ferry noon"))
    assert not store.search(SearchQuery("loading"))


def test_what_is_kept_without_a_copy_is_listed_and_tried_again(store: Store) -> None:
    """Counted by the copy that is missing; a job that lacks nothing is not."""
    good = CaptureReport(CaptureName.FETCH, CaptureOutcome.GOOD)
    full = CaptureReport(CaptureName.WARC, CaptureOutcome.FAILED, "No space left on device")
    job = archive(
        store, make=lambda job: a_result(job, attempt=an_attempt(job, reports=(good, full)))
    )
    archive(store, an_article("https://p.example/whole"))
    assert store.job_failures(kept=True) == {"warc": 1}
    assert store.job_failures() == {}
    assert [one.job_id for one in store.failed_jobs("warc", limit=5, kept=True)] == [job.job_id]
    assert store.retry_jobs([job.job_id], NOW) == 1
    assert store.job_failures(kept=True) == {}


def test_every_artifact_is_walked_in_order(store: Store) -> None:
    """In batches of the size asked for, those that are not current too."""
    ids = [capture(store, CaptureOutcome.GOOD, number).artifact_id for number in range(5)]
    batches = [[item.artifact_id for item in batch] for batch in store.every_artifact(batch=2)]
    assert batches == [ids[:2], ids[2:4], ids[4:]]


def test_named_keys_are_known(store: Store) -> None:
    """Exactly those that an artifact names; the sweeper removes the rest."""
    for number in range(3):
        capture(store, CaptureOutcome.GOOD, number)
    assert store.named_keys(["key/0", "key/2", "key/3", "key", "x\0"]) == {"key/0", "key/2"}
    assert store.named_keys([]) == set()


def test_metadata_comes_back_as_it_went_in(store: Store) -> None:
    """Of the articles that have some."""
    whole = LinkMetadata(
        an_article().article_uuid,
        title="東京都の橋",
        description="A bridge.",
        author="Ada",
        published_at=NOW,
        site_name="The Courier",
        language="ja",
        final_url="https://courier.example/x",
        http_status=200,
    )
    job = archive(store, make=lambda job: a_result(job, metadata=whole))
    assert store.link_metadata([job.article_uuid, "A_0000"]) == {job.article_uuid: whole}


def test_a_block_page_leaves_title_and_text_alone(store: Store) -> None:
    """What was good stays; where there is nothing, something bad is better than nothing."""
    job = archive(store, make=a_bad_result)
    assert store.link_metadata([job.article_uuid])[job.article_uuid].title == "Access denied"
    archive(store, enqueued_at=NOW + HOUR)
    archive(store, make=a_bad_result, enqueued_at=NOW + 2 * HOUR)
    assert store.link_metadata([job.article_uuid])[job.article_uuid].title == "The bridge"
    assert store.search(SearchQuery("human")) == []
    (found,) = store.search(SearchQuery("mill"))
    assert found.status is JobStatus.FAILED


def test_without_metadata_or_text_nothing_is_replaced(store: Store) -> None:
    """None and empty leave what is there."""
    archive(store)
    job = archive(
        store, make=lambda job: a_result(job, metadata=None, text=""), enqueued_at=NOW + HOUR
    )
    assert store.link_metadata([job.article_uuid])[job.article_uuid].title == "The bridge"
    assert len(store.search(SearchQuery("mill"))) == 1


def test_the_time_of_archiving_moves_when_something_good_was_kept(store: Store) -> None:
    """Forward only, and not for a block page."""
    article = an_article()
    archive(store, article, make=a_bad_result)
    assert last_archived(store, article) is None
    archive(store, article, enqueued_at=NOW + HOUR)
    ended = NOW + HOUR + timedelta(minutes=2)
    assert last_archived(store, article) == ended
    archive(store, article, make=a_bad_result, enqueued_at=NOW + 2 * HOUR)
    archive(store, article, enqueued_at=NOW - HOUR)
    assert last_archived(store, article) == ended
    assert store.articles([article.article_uuid])[article.article_uuid].updated_at == ended


def wrong_number(job: ArchiveJob) -> JobResult:
    return a_result(job, artifacts=(an_artifact(job), an_artifact(job, size_bytes=2**70)))


def naive_time(job: ArchiveJob) -> JobResult:
    return a_result(job, attempt=an_attempt(job, ended_at=NOW.replace(tzinfo=None)))


def wrong_status(job: ArchiveJob) -> JobResult:
    metadata = LinkMetadata(job.article_uuid, title="half", http_status=2**70)
    return a_result(job, metadata=metadata)


@pytest.mark.parametrize("make", [wrong_number, naive_time, wrong_status])
def test_an_end_that_cannot_be_stored_leaves_nothing(store: Store, make: Make) -> None:
    """Neither half of the artifacts nor the new state: the job still runs and can be finished."""
    article = an_article()
    store.ingest(IngestBatch(NOW, articles=(article,), jobs=(a_job(article),)))
    (job,) = store.claim_jobs(NOW, "w1", LEASE, limit=1, per_domain=1)
    with pytest.raises(StoreError):
        store.finish_job(make(job), owner="w1")
    assert store.job(job.job_id) == job
    assert store.attempts(job.job_id) == []
    assert store.artifacts(job.article_uuid, current_only=False) == []
    assert store.link_metadata([job.article_uuid]) == {}
    assert store.search(SearchQuery("mill")) == []
    assert last_archived(store, article) is None
    assert store.finish_job(a_result(job), owner="w1")


def test_statistics_by_domain(store: Store) -> None:
    """Kept, failed, waiting; the most kept first; what was only skipped is no part of it."""
    for n in range(2):
        archive(store, an_article(f"https://b.example/{n}"))
    archive(store, an_article("https://a.example/"), make=a_bad_result)
    archive(store, an_article("https://b.example/2"), make=a_bad_result)
    waiting, skipped = an_article("https://a.example/w"), an_article("https://c.example/")
    store.ingest(IngestBatch(NOW, articles=(waiting, skipped)))
    store.enqueue([a_job(waiting), a_job(skipped, status=JobStatus.SKIPPED_POLICY)])
    assert store.archive_stats() == [("b.example", 2, 1, 0), ("a.example", 0, 1, 1)]


def test_merged_articles_are_one_in_the_archive(store: Store) -> None:
    """The better artifacts, the title that is there, the later time, found once by either text."""
    main, twin = an_article("https://p.example/main"), an_article("https://p.example/twin")
    archive(store, main, make=lambda job: a_bad_result(job, metadata=None, text=""))
    archive(store, twin, enqueued_at=NOW + HOUR)
    store.merge_into(twin.article_uuid, main.article_uuid, ())
    (artifact,) = store.artifacts(main.article_uuid)
    assert artifact.capture_outcome is CaptureOutcome.GOOD
    assert len(store.artifacts(main.article_uuid, current_only=False)) == 2
    assert store.link_metadata([main.article_uuid])[main.article_uuid].title == "The bridge"
    (found,) = store.search(SearchQuery("mill"))
    assert (found.article_uuid, found.url) == (main.article_uuid, "https://p.example/main")
    assert found.last_archived_at == NOW + HOUR + timedelta(minutes=2)
    assert len(store.search(SearchQuery())) == 1
    assert store.search(SearchQuery("twin")) == []
    assert len(store.jobs(article_uuid=main.article_uuid)) == 2


def test_merging_keeps_the_better_of_the_main_article(store: Store) -> None:
    """A block page of the twin replaces nothing."""
    main, twin = an_article("https://p.example/main"), an_article("https://p.example/twin")
    kept = archive(store, main)
    archive(store, twin, make=a_bad_result, enqueued_at=NOW + HOUR)
    store.merge_into(twin.article_uuid, main.article_uuid, ())
    assert [item.job_id for item in store.artifacts(main.article_uuid)] == [kept.job_id]
    assert store.search(SearchQuery("human")) == []


def test_old_posts_take_no_archive_away(store: Store) -> None:
    """What was captured, or waits for it, outlives the post; what failed for good does not."""
    names = ("kept", "tried", "waiting", "failed")
    articles = {name: an_article(f"https://p.example/{name}") for name in names}
    for article in articles.values():
        store.ingest(
            IngestBatch(NOW, (article,), mentions=(a_mention(article),), posts=(a_post(article),))
        )
    archive(store, articles["kept"])
    archive(store, articles["tried"], make=a_bad_result)
    archive(store, articles["failed"], make=lambda job: a_bad_result(job, artifacts=()))
    store.enqueue([a_job(articles["waiting"])])
    store.purge_posts(NOW + 100 * HOUR)
    left = store.articles([article.article_uuid for article in articles.values()])
    assert {article.article_url_final.rpartition("/")[2] for article in left.values()} == {
        "kept",
        "tried",
        "waiting",
    }
    assert {link.title for link in store.search(SearchQuery("failed"))} == set()
    assert len(store.search(SearchQuery())) == 3


def test_counts_tell_of_the_archive(store: Store) -> None:
    """Jobs by state and files, beside the counts of the ledger."""
    assert store.counts().jobs_by_status == {}
    archive(store)
    archive(store, make=a_bad_result, enqueued_at=NOW + HOUR)
    counts = store.counts()
    assert counts.jobs_by_status == {"failed": 1, "succeeded": 1}
    assert (counts.archived, counts.artifacts) == (1, 2)
