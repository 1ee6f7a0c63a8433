"""A page that was struck is hidden from every reader of the store, and never captured again."""

from datetime import timedelta

import pytest

from strandline.model.archive import JobStatus, SearchQuery
from strandline.model.articles import Article, IngestBatch, UrlStatus
from strandline.model.digests import Digest, DigestItem, EarlierEdition, OtherSource, Section
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
    keys = store.keys_to_erase(due.article_uuid)
    assert len(keys) == 1
    store.erase(due.article_uuid, NOW + 30 * DAY)
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
    assert store.keys_to_erase(other.article_uuid) == []


def test_an_object_that_another_page_names_stays(store: Store, kept: Article) -> None:
    """Equal bytes may be stored once for two pages."""
    (own,) = store.artifacts(kept.article_uuid)
    other = an_article("https://other.example/2")
    store.ingest(IngestBatch(NOW, articles=(other,)))
    store.enqueue([a_job(other)])
    (job,) = store.claim_jobs(NOW, "w1", LEASE, limit=1, per_domain=1)
    store.finish_job(a_result(job, artifacts=(an_artifact(job, key=own.key),)), owner="w1")
    store.strike(a_takedown(kept))
    assert store.keys_to_erase(kept.article_uuid) == []


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


def test_what_was_erased_of_one_page_does_not_save_the_copies_of_another(
    store: Store, kept: Article
) -> None:
    """A page with copies turns out to be one that was struck and erased: they are erased too."""
    gone = an_article("https://other.example/2")
    store.ingest(IngestBatch(NOW, articles=(gone,)))
    takedown = a_takedown(gone)
    store.strike(takedown)
    assert takedown.erase_at is not None
    store.erase(gone.article_uuid, takedown.erase_at)
    store.merge_into(gone.article_uuid, kept.article_uuid, ())
    (due,) = store.due_takedowns(takedown.erase_at, limit=9)
    assert due.article_uuid == kept.article_uuid


def test_a_struck_address_is_not_resolved(store: Store) -> None:
    """What it leads to is neither asked for nor struck with it; lifted, it waits as before."""
    short = an_article("https://short.example/k3x", url_status=UrlStatus.PENDING)
    store.ingest(IngestBatch(NOW, articles=(short,)))
    store.strike(a_takedown(short))
    assert store.with_status(UrlStatus.PENDING, limit=5) == []
    store.lift(short.article_uuid)
    assert store.with_status(UrlStatus.PENDING, limit=5) == [short]


def shown_in(store: Store, number: int, article: Article, **changes: object) -> None:
    """The edition of a day, with an article in it."""
    values = {"position": 1, "section": Section.ARTICLES, "category": "", "source_name": "Paper"}
    item = DigestItem(
        article_uuid=article.article_uuid,
        url=article.article_url_final,
        title=f"What day {number} tells",
        published_at=None,
        **(values | changes),  # type: ignore[arg-type]
    )
    when = NOW + number * DAY
    store.save_digest(Digest(f"d{number}", "public", when, "T", "en", (item,)), ())


@pytest.mark.parametrize("title", ["What day 1 tells", "What it told before a correction"])
def test_a_later_edition_does_not_name_a_struck_page(
    store: Store, kept: Article, title: str
) -> None:
    """By the title of an earlier edition; the title of another page stays, and a lift shows all."""
    other, third = an_article("https://other.example/2"), an_article("https://third.example/3")
    store.ingest(IngestBatch(NOW, articles=(other, third)))
    shown_in(store, 1, kept)
    shown_in(store, 2, other, earlier=EarlierEdition("d1", NOW + DAY, title))
    shown_in(store, 3, third, earlier=EarlierEdition("d2", NOW + 2 * DAY, "What day 2 tells"))

    def told() -> list[EarlierEdition | None]:
        editions = [store.digest(f"d{number}") for number in (2, 3)]
        chosen = [store.chosen_items(f"d{number}") for number in (2, 3)]
        assert [one.items for one in editions if one] == chosen
        return [items[0].earlier for items in chosen]

    before = told()
    assert None not in before
    store.strike(a_takedown(kept))
    assert told() == [None, before[1]]
    store.lift(kept.article_uuid)
    assert told() == before


def test_reports_are_struck_under_every_name_of_their_page(store: Store, kept: Article) -> None:
    """Struck by a short address that turned out to be a page, neither is told beside an item."""
    short = an_article("https://short.example/k3x")
    page = an_article("https://page.example/the-mill")
    store.ingest(IngestBatch(NOW, articles=(short, page)))
    urls = (short.article_url_final, page.article_url_final, "https://free.example/1", "odd")
    shown_in(store, 1, kept, other_sources=tuple(OtherSource("Paper", url, NOW) for url in urls))
    store.strike(a_takedown(short))
    store.merge_into(short.article_uuid, page.article_uuid, ())
    edition = store.digest("d1")
    assert edition is not None
    assert [other.url for other in edition.items[0].other_sources] == list(urls[2:])
    assert store.struck([page.article_uuid])[page.article_uuid].url == page.article_url_final
