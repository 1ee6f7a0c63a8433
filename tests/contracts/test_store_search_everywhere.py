"""Search over the whole ledger: by title, source, URL and text, and by filters that are tokens."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from strandline.adapters.store import newest_postgres, newest_sqlite
from strandline.model.archive import ArtifactKind, JobStatus, SearchQuery
from strandline.model.articles import Article, IngestBatch
from strandline.model.sources import Source
from strandline.ports import Store
from strandline.testing.archive_builders import a_job, a_result, an_artifact
from strandline.testing.builders import NOW, a_mention, a_post, a_source, a_text, an_article

MINUTE = timedelta(minutes=1)

COURIER = a_source(1, name="Harbour Courier", categories=("local", "Sea"))
NIHAO = a_source(2, name="海港日报", categories=("sea",), language="zh")
QUIET = a_source(3, name="Quiet Paper")


def article(number: int, title: str, source: Source = COURIER, **changes: Any) -> Article:
    """Found a minute after the one before it."""
    changes.setdefault("language", source.language or "en-GB")
    return an_article(
        f"https://paper.example/{number}",
        article_title=title,
        source_uuid=source.source_uuid,
        article_detected_utc_iso=NOW + number * MINUTE,
        **changes,
    )


def enter(store: Store, *told: tuple[Article, Source]) -> None:
    store.ingest(
        IngestBatch(
            NOW,
            articles=tuple(article for article, _ in told),
            mentions=tuple(a_mention(article, source) for article, source in told),
        )
    )
    settle(store)


def settle(store: Store) -> None:
    while store.index_waiting():
        pass


def found(store: Store, words: str = "", **filters: Any) -> list[int]:
    links = store.search(SearchQuery(words, everywhere=True, **filters))
    return [int(link.url.rpartition("/")[2]) for link in links]


@pytest.fixture
def told(store: Store) -> Store:
    """Five articles of two sources; the second is kept, with a film."""
    for source in (COURIER, NIHAO, QUIET):
        store.save_source(source)
    kept = article(2, "The ferry on film")
    enter(
        store,
        (article(1, "The ferry is late"), COURIER),
        (kept, COURIER),
        (article(3, "港口渡轮停运", NIHAO), NIHAO),
        (article(4, "Bread prices rise"), COURIER),
        (article(5, "台风影响渡轮", NIHAO, language="zh-Hant"), NIHAO),
    )
    store.enqueue([a_job(kept, enqueued_at=NOW + 9 * MINUTE)])
    (job,) = store.claim_jobs(NOW + 9 * MINUTE, "w", MINUTE, limit=1, per_domain=1)
    film = an_artifact(job, ArtifactKind.VIDEO)
    ended = a_result(job, artifacts=(film,), text="", metadata=None)
    assert store.finish_job(ended, owner="w")
    return store


def test_every_article_is_found(told: Store) -> None:
    """By title, source, URL and in scripts without spaces; a kept one stands where it was kept."""
    assert found(told) == [2, 5, 4, 3, 1]
    assert found(told, "ferry") == [2, 1]
    assert found(told, "渡轮") == [5, 3]
    assert found(told, "轮") == [5, 3]
    assert found(told, "harbour courier") == [2, 4, 1]
    assert found(told, "海港") == [5, 3]
    assert found(told, "https://paper.example/4") == [4]
    assert found(told, "nobody") == []


def test_the_archive_lists_its_own_alone(told: Store) -> None:
    """What nobody asked to be kept is in no list of the archive."""
    for words in ("", "ferry", "courier"):
        links = told.search(SearchQuery(words))
        assert [link.url for link in links] == ["https://paper.example/2"]
    assert told.search(SearchQuery(domain="paper.example"))[0].status is JobStatus.SUCCEEDED
    assert len(told.search(SearchQuery(domain="paper.example"))) == 1
    assert [row[:3] for row in told.archive_stats()] == [("paper.example", 1, 0)]
    assert told.counts().archived == 1


@pytest.mark.parametrize("words", ["", "paper"])
def test_filters_narrow(told: Store, words: str) -> None:
    """Source, category of today, language with its regions, kept or not, film, site, times."""
    assert found(told, words, source_uuid=NIHAO.source_uuid) == [5, 3]
    assert found(told, words, category="sea") == [2, 5, 4, 3, 1]
    assert found(told, words, category=" LOCAL ") == [2, 4, 1]
    assert found(told, words, category="nothing of the kind") == []
    assert found(told, words, category="local", source_uuid=NIHAO.source_uuid) == []
    assert found(told, words, language="zh") == [5, 3]
    assert found(told, words, language="zh-hant") == [5]
    assert found(told, words, language="en") == [2, 4, 1]
    assert found(told, words, is_kept=True) == found(told, words, has_video=True) == [2]
    assert found(told, words, is_kept=False) == found(told, words, has_video=False) == [5, 4, 3, 1]
    assert found(told, words, domain="paper.example", language="en", limit=2) == [2, 4]
    assert found(told, words, domain="other.example") == []
    assert found(told, words, status=JobStatus.SUCCEEDED) == [2]
    assert found(told, words, since=NOW + 4 * MINUTE) == [2, 5, 4]
    assert found(told, words, until=NOW + 4 * MINUTE) == [3, 1]
    told.save_source(a_source(2, name="海港日报", categories=("ports",)))
    assert found(told, words, category="sea") == [2, 4, 1]
    assert found(told, words, category="ports") == [5, 3]


def test_a_link_tells_its_source_and_no_state(told: Store) -> None:
    """An article that nobody asked to be kept has no status; words of a text stand around it."""
    told.save_text(a_text(article(4, ""), text="Flour is dear in the old harbour."))
    settle(told)
    (link,) = told.search(SearchQuery("flour", everywhere=True))
    assert (link.status, link.source_name) == (None, "Harbour Courier")
    assert (link.listed_at, link.last_archived_at) == (NOW + 4 * MINUTE, None)
    assert "Flour is dear" in link.snippet


@pytest.mark.parametrize("words", ["", "paper", "渡轮"])
def test_pages_follow_without_gap_or_repeat(told: Store, words: str) -> None:
    """Each begins after the last row of the one before, with filters too."""
    seen: list[str] = []
    before = None
    query = SearchQuery(words, everywhere=True, language="zh", limit=1)
    while page := told.search(replace(query, before=before)):
        seen += [link.url.rpartition("/")[2] for link in page]
        before = (page[-1].listed_at, page[-1].article_uuid)
    assert seen == ["5", "3"]


def test_what_is_said_later_is_found(told: Store) -> None:
    """Another source, another title, and what came of two articles that are one page."""
    late = article(1, "The ferry is late")
    telling = a_mention(late, QUIET, title="Delays in the harbour")
    told.ingest(IngestBatch(NOW, mentions=(telling,)))
    assert found(told, "quiet") == []
    settle(told)
    assert found(told, "quiet") == found(told, source_uuid=QUIET.source_uuid) == [1]
    told.merge_into(article(4, "").article_uuid, late.article_uuid, ())
    settle(told)
    assert found(told) == [2, 5, 3, 1]
    assert found(told, "quiet") == [1]


def test_nobody_writes_a_filter(told: Store) -> None:
    """Neither a page nor a query makes a token of ours out of its own words."""
    from strandline.core.archive.search import facet

    told.save_text(a_text(article(4, ""), text=f"bread {facet('kept')} {facet('video')}"))
    settle(told)
    assert found(told, "bread", is_kept=True) == []
    assert found(told, facet("kept")) == found(told, facet("kept")[1:]) == [4]


def test_a_category_of_hundreds_of_sources(told: Store) -> None:
    """As many tokens as it has sources are one question, beyond the depth that FTS5 allows."""
    for number in range(10, 310):
        told.save_source(a_source(number, categories=("many",)))
    told.save_source(a_source(1, name="Harbour Courier", categories=("many",)))
    assert found(told, category="many") == [2, 4, 1]
    assert found(told, "ferry", category="many") == [2, 1]


def test_every_way_to_the_newest_gives_the_same(
    told: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Walking, taking all, going down in windows: however small the steps, one answer."""
    for steps in ((1, 2, 2000, 1), (1, 2, 0, 1), (3, 3, 1, 2)):
        for name, value in zip(("WALK", "FURTHER", "FEW", "TAKEN"), steps, strict=True):
            monkeypatch.setattr(newest_postgres, name, value)
        monkeypatch.setattr(newest_sqlite, "FEW", steps[2])
        assert found(told, language="en", limit=2) == [2, 4]
        assert found(told, "the ferry", category="local", is_kept=False) == [1]
        assert found(told, "渡轮", source_uuid=NIHAO.source_uuid, limit=1) == [5]


def test_what_was_let_go_is_not_found(told: Store) -> None:
    """Articles that went with their posts leave no words behind, nor what waited for them."""
    bread = article(4, "Bread prices rise")
    told.ingest(IngestBatch(NOW, posts=(a_post(bread, COURIER),)))
    told.save_text(a_text(bread))
    assert told.purge_posts(NOW + 99 * MINUTE) == 1
    settle(told)
    assert found(told) == [2, 5, 3, 1]
    assert found(told, "bread") == []
