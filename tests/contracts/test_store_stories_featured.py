"""What is featured: by clicks, then by number of sources, on both databases."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from strandline.model.articles import Article, IngestBatch
from strandline.model.sources import ContentType
from strandline.model.stories import FeaturedStory
from strandline.ports import Store
from strandline.testing.builders import NOW, a_mention, a_source, an_article
from strandline.testing.story_builders import a_match, a_verdict, components

HOUR = timedelta(hours=1)
DAY = 24 * HOUR


def entered(store: Store, *ages: float, **changes: Any) -> list[Article]:
    """Articles published so many hours before now, each with a mention of one source."""
    articles = sorted(
        (an_article(f"https://f.example/{n}", **changes) for n in range(len(ages))),
        key=lambda article: article.article_uuid,
    )
    articles = [
        replace(article, published_utc_iso=NOW - age * HOUR)
        for article, age in zip(articles, ages, strict=True)
    ]
    mentions = tuple(a_mention(article, a_source(1)) for article in articles)
    store.ingest(IngestBatch(NOW, tuple(articles), mentions=mentions))
    return articles


def told(store: Store, **changes: Any) -> list[FeaturedStory]:
    """The featured stories of the last day."""
    asked: dict[str, Any] = {"since": NOW - DAY, "until": NOW, "limit": 50}
    return store.featured(**(asked | changes))


def also_at(store: Store, article: Article, *numbers: int) -> None:
    """More sources carry the article."""
    mentions = tuple(a_mention(article, a_source(number)) for number in numbers)
    store.ingest(IngestBatch(NOW, mentions=mentions))


def test_clicks_come_first_then_sources_then_the_newest(store: Store) -> None:
    """One click outranks any number of sources; equal ones go by time."""
    a, b, c, d = entered(store, 4, 3, 2, 1)
    store.add_click(a.article_uuid, NOW)
    also_at(store, b, 2, 3)
    assert told(store) == [
        FeaturedStory(a.article_uuid, 1, 1),
        FeaturedStory(b.article_uuid, 0, 3),
        FeaturedStory(d.article_uuid, 0, 1),
        FeaturedStory(c.article_uuid, 0, 1),
    ]
    assert [one.main_id for one in told(store, limit=2)] == [a.article_uuid, b.article_uuid]
    assert told(store, limit=0) == told(store, limit=-1) == []


def test_a_story_counts_the_clicks_and_sources_of_all_its_articles(store: Store) -> None:
    """It is there once, under its main article; a source that has it twice counts once."""
    a, b, c = entered(store, 3, 2, 1)
    store.save_match(a_match([a, b, c], [a_verdict(a, b)]), components)
    also_at(store, b, 2)
    store.add_click(a.article_uuid, NOW)
    store.add_click(b.article_uuid, NOW)
    store.add_click(c.article_uuid, NOW)
    assert told(store) == [
        FeaturedStory(a.article_uuid, 2, 2),
        FeaturedStory(c.article_uuid, 1, 1),
    ]


def test_only_articles_of_the_time_asked_for_bring_a_story_in(store: Store) -> None:
    """The beginning is excluded, the end included; an old main article comes with a fresh copy."""
    old, at_start, at_end, ahead, copy = entered(store, 30, 24, 0, -1, 5)
    store.save_match(
        a_match([old, copy], [a_verdict(old, copy)]),
        lambda _: {
            old.article_uuid: old.article_uuid,
            copy.article_uuid: old.article_uuid,
        },
    )
    for article in (old, at_start, ahead):
        store.add_click(article.article_uuid, NOW)
    assert [one.main_id for one in told(store)] == [old.article_uuid, at_end.article_uuid]


def test_an_undated_article_is_as_old_as_our_first_sight(store: Store) -> None:
    """And links of posts are no stories."""
    undated = an_article("https://f.example/undated", published_utc_iso=None)
    link = an_article("https://f.example/link", content_type=ContentType.LINK)
    store.ingest(IngestBatch(NOW, (undated, link)))
    assert told(store) == [FeaturedStory(undated.article_uuid, 0, 0)]


def test_clicks_before_the_time_asked_for_do_not_count(store: Store) -> None:
    """Both ends are whole hours: what is counted by the hour cannot be told more exactly."""
    (a,) = entered(store, 1)
    for hours in (0, 24, 25):
        store.add_click(a.article_uuid, NOW - hours * HOUR)
    store.add_click(a.article_uuid, NOW + HOUR)
    assert told(store) == [FeaturedStory(a.article_uuid, 2, 1)]


def test_a_language_is_that_of_the_main_article(store: Store) -> None:
    """Others are left out; what no language has is empty."""
    (french,) = entered(store, 1, language="fr")
    english = an_article("https://e.example/1", language="en")
    store.ingest(IngestBatch(NOW, (english,)))
    assert [one.main_id for one in told(store, language="fr")] == [french.article_uuid]
    assert told(store, language="x\0y\ud800") == []


@pytest.mark.parametrize(
    ("walk", "few"), [(2_000, 0), (0, 0), (0, 50_000)], ids=["met", "common of old", "rare"]
)
def test_the_newest_stories_of_a_language(
    store: Store, walk: int, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`recent_stories` narrows by the main article's language too, whichever way it is found."""
    monkeypatch.setattr("strandline.adapters.store.stories_newest.WALK", walk)
    monkeypatch.setattr("strandline.adapters.store.stories_newest.FEW", few)
    (french,) = entered(store, 1, language="fr")
    store.ingest(IngestBatch(NOW, (an_article("https://e.example/1", language="en"),)))
    assert store.recent_stories(limit=9, language="fr", least=2) == []
    assert [one.main_id for one in store.recent_stories(limit=9, language="fr")] == [
        french.article_uuid
    ]
    assert store.recent_stories(limit=9, language="x\0y\ud800") == []


def test_every_row_is_found_by_an_index(sqlite_store: Any) -> None:
    """A day of a long ledger costs that day."""
    store = sqlite_store
    entered(store, 1, 2, 3)
    plans: list[str] = []

    def explain(connection: Any, cursor: Any, statement: str, values: Any, *_: Any) -> None:
        rows = connection.connection.driver_connection.execute(
            f"EXPLAIN QUERY PLAN {statement}", values
        )
        plans.extend(row[3] for row in rows)

    sa.event.listen(store._database.engine, "before_cursor_execute", explain)
    told(store)
    told(store, language="en")
    sa.event.remove(store._database.engine, "before_cursor_execute", explain)
    named = {word for plan in plans for word in plan.split()}
    assert {"ix_articles_dated", "ix_articles_duplicates"} <= named
    tables = {"articles", "a", "c", "s", "main"}
    read = [plan for plan in plans if plan.split()[0] == "SCAN" and plan.split()[1] in tables]
    assert read == []
