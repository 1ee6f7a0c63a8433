"""A page that was struck is hidden from every reader of the store, and never captured again."""

from datetime import timedelta

import pytest

from strandline.model.archive import JobStatus, SearchQuery
from strandline.model.articles import Article, IngestBatch
from strandline.model.errors import StoreError
from strandline.model.takedowns import Takedown
from strandline.ports import Store
from strandline.testing.archive_builders import a_job, a_result, an_artifact
from strandline.testing.builders import NOW, a_source, a_text, an_article

DAY = timedelta(days=1)
LEASE = timedelta(seconds=90)


def a_takedown(article: Article, **changes: object) -> Takedown:
    """Of an article, to be erased in thirty days."""
    told: dict[str, object] = {
        "article_uuid": article.article_uuid,
        "url": article.article_url_final,
        "reason": "asked for by the person on it",
        "struck_by": "console",
        "struck_at": NOW,
        "erase_at": NOW + 30 * DAY,
    }
    return Takedown(**(told | changes))  # type: ignore[arg-type]


def keep(store: Store, article: Article, **changes: object) -> int:
    """Enter an article with a text and capture it."""
    store.ingest(IngestBatch(NOW, articles=(article,)))
    store.save_text(a_text(article))
    store.enqueue([a_job(article)])
    (job,) = store.claim_jobs(NOW, "w1", LEASE, limit=1, per_domain=1)
    assert store.finish_job(a_result(job, **changes), owner="w1")
    return job.job_id


@pytest.fixture
def kept(store: Store) -> Article:
    """A kept page that a source lists."""
    store.save_source(a_source(1))
    article = an_article()
    keep(store, article)
    return article


def test_a_struck_page_is_read_nowhere_and_comes_back_whole(store: Store, kept: Article) -> None:
    """Copies, words, lists, search; lifted, all of it is there as before."""
    uuid = kept.article_uuid

    def seen() -> list[object]:
        return [
            [store.artifact(found.artifact_id) for found in store.artifacts(uuid)],
            store.articles([uuid]),
            store.link_metadata([uuid]),
            store.texts([uuid]),
            store.recent(limit=5),
            store.search(SearchQuery()),
            store.search(SearchQuery(words="mill", everywhere=True)),
            store.jobs(limit=5),
            store.archive_stats(),
        ]

    before = seen()
    assert all(before)
    number = store.artifacts(uuid)[0].artifact_id
    assert store.strike(a_takedown(kept))
    assert not store.strike(a_takedown(kept))
    assert not any(seen())
    assert store.artifact(number) is None
    assert store.articles([uuid], also_struck=True)[uuid].article_url_final
    assert store.struck([uuid, "A_0"]) == {uuid: a_takedown(kept)}
    assert store.takedowns(limit=5) == [a_takedown(kept)]
    store.index_waiting()
    assert not store.search(SearchQuery())
    assert store.lift(uuid)
    assert not store.lift(uuid)
    assert seen() == before


def test_nothing_is_captured_of_a_struck_page(store: Store, kept: Article) -> None:
    """A running job is lost to its worker; a new one, whoever queues it, is skipped."""
    uuid = kept.article_uuid
    assert store.enqueue([a_job(kept)]) == 1
    (job,) = store.claim_jobs(NOW, "w1", LEASE, limit=1, per_domain=1)
    store.strike(a_takedown(kept))
    assert not store.finish_job(a_result(job), owner="w1")
    assert store.enqueue([a_job(kept)]) == 0
    assert store.claim_jobs(NOW, "w1", LEASE, limit=1, per_domain=1) == []
    store.lift(uuid)
    newest = store.jobs(article_uuid=uuid, limit=1)[0]
    assert (newest.status, newest.reason) == (JobStatus.SKIPPED_POLICY, "taken down")
    assert store.enqueue([a_job(kept)]) == 1


def test_copies_are_erased_when_their_time_has_come(store: Store, kept: Article) -> None:
    """Not before, not where they are sealed; what another page has stays."""
    other = an_article("https://other.example/2")
    keep(store, other)
    sealed = a_takedown(other, erase_at=None)
    store.strike(sealed)
    store.strike(a_takedown(kept))
    assert store.due_takedowns(NOW + 29 * DAY, limit=5) == []
    (due,) = store.due_takedowns(NOW + 30 * DAY, limit=5)
    keys = store.erase(due.article_uuid, NOW + 30 * DAY)
    assert len(keys) == 1
    assert not store.named_keys(keys)
    assert store.due_takedowns(NOW + 99 * DAY, limit=5) == []
    assert store.struck([kept.article_uuid])[kept.article_uuid].erased_at == NOW + 30 * DAY
    store.lift(kept.article_uuid)
    store.lift(other.article_uuid)
    assert store.artifacts(kept.article_uuid, current_only=False) == []
    assert store.articles([kept.article_uuid])
    assert store.artifacts(other.article_uuid)
    with pytest.raises(StoreError):
        store.erase(kept.article_uuid, NOW)


def test_an_object_that_another_page_names_stays(store: Store, kept: Article) -> None:
    """Equal bytes may be stored once for two pages."""
    (own,) = store.artifacts(kept.article_uuid)
    other = an_article("https://other.example/2")
    store.ingest(IngestBatch(NOW, articles=(other,)))
    store.enqueue([a_job(other)])
    (job,) = store.claim_jobs(NOW, "w1", LEASE, limit=1, per_domain=1)
    store.finish_job(a_result(job, artifacts=(an_artifact(job, key=own.key),)), owner="w1")
    store.strike(a_takedown(kept))
    assert store.erase(kept.article_uuid, NOW) == []


@pytest.mark.parametrize("is_target", [True, False])
def test_a_page_that_turns_out_to_be_a_struck_one_is_struck(
    store: Store, kept: Article, *, is_target: bool
) -> None:
    """Whichever of the two rows goes."""
    other = an_article("https://other.example/2")
    store.ingest(IngestBatch(NOW, articles=(other,)))
    store.strike(a_takedown(kept if is_target else other))
    store.merge_into(other.article_uuid, kept.article_uuid, ())
    assert kept.article_uuid in store.struck([kept.article_uuid, other.article_uuid])
    assert not store.articles([kept.article_uuid])
    assert not store.artifacts(kept.article_uuid)
