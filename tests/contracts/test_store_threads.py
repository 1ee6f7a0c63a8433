"""Threads as the store keeps them: what links and parts stories, whoever comes first."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import combinations

import pytest

from strandline.model.articles import Article, IngestBatch
from strandline.model.stories import Answer, Decision, Relation, StoredVerdict, ThreadPlace
from strandline.ports import Store
from strandline.testing.builders import NOW, a_mention, an_article
from strandline.testing.story_builders import a_match, a_ruling, a_verdict, components

HOUR = timedelta(hours=1)


def entered(store: Store, *hours: float) -> list[Article]:
    """Articles published at these hours; their ids have the same order."""
    articles = sorted(
        (an_article(f"https://paper.example/{n}") for n in range(len(hours))),
        key=lambda article: article.article_uuid,
    )
    articles = [
        an_article(one.article_url_final, published_utc_iso=NOW + hour * HOUR)
        for one, hour in zip(articles, hours, strict=True)
    ]
    store.ingest(IngestBatch(NOW, tuple(articles), mentions=tuple(map(a_mention, articles))))
    return articles


def related(one: Article, other: Article, **changes: object) -> StoredVerdict:
    return a_verdict(one, other, Answer.UNSURE, **({"relation": Relation.RELATED} | changes))


def all_related(articles: Sequence[Article]) -> list[StoredVerdict]:
    return [related(one, other) for one, other in combinations(articles, 2)]


def threads(store: Store, articles: Sequence[Article]) -> str:
    """The number of the first article of each one's thread; `-` where it is in none."""
    uuids = [article.article_uuid for article in articles]
    found = store.threads_of(uuids)
    return " ".join(str(uuids.index(found[uuid])) if uuid in found else "-" for uuid in uuids)


def test_related_stories_are_a_thread(store: Store) -> None:
    """Named by the first, in order of time; it folds nothing."""
    a, b, c, d = articles = entered(store, 0, 5, 9, 12)
    store.save_match(a_match(articles, all_related([a, b, c])), components)
    assert threads(store, articles) == "0 0 0 -"
    found = store.stories([one.article_uuid for one in articles])
    first = a.article_uuid
    assert [found[one.article_uuid].main_id for one in articles] == [
        x.article_uuid for x in articles
    ]
    assert found[b.article_uuid].thread == ThreadPlace(first, 3, first, c.article_uuid)
    assert found[c.article_uuid].thread == ThreadPlace(first, 3, b.article_uuid, None)
    assert found[d.article_uuid].thread is None


def test_the_order_of_arrival_changes_nothing(store: Store) -> None:
    """Each article matched alone, the last ones first, or all at once."""
    articles = entered(store, 0, 4, 8, 12, 90, 95)
    near = [*all_related(articles[:4]), *all_related(articles[4:])]
    for one in (3, 5, 1, 0, 4, 2):
        uuid = articles[one].article_uuid
        own = [v for v in near if uuid in (v.article_a, v.article_b)]
        store.save_match(a_match([articles[one]], own), components)
    assert threads(store, articles) == "0 0 0 0 4 4"


def test_a_thread_has_pages_newest_first(store: Store) -> None:
    """By any of its articles; each place leads on to the next page."""
    a, b, c = articles = entered(store, 0, 5, 9)
    store.save_match(a_match(articles, all_related(articles)), components)
    page = store.thread(b.article_uuid, limit=2)
    assert page is not None
    assert (page.thread_id, page.stories, page.first, page.newest) == (
        *(a.article_uuid, 3, NOW),
        NOW + 9 * HOUR,
    )
    assert page.story_ids == (c.article_uuid, b.article_uuid)
    rest = store.thread(a.article_uuid, limit=2, before=(NOW + 5 * HOUR, b.article_uuid))
    assert rest is not None
    assert rest.story_ids == (a.article_uuid,)
    assert store.thread("A_nothing", limit=2) is None


def test_the_newest_threads_come_first(store: Store) -> None:
    """Each once, under its newest story, page by page."""
    articles = entered(store, 0, 1, 2, 3, 4)
    near = [related(articles[0], articles[4]), related(articles[1], articles[2])]
    store.save_match(a_match(articles, near), components)
    first, second = store.recent_threads(limit=10)
    assert first.thread_id == articles[0].article_uuid
    assert first.story_ids == (articles[4].article_uuid,)
    assert second.thread_id == articles[1].article_uuid
    (page,) = store.recent_threads(limit=1, before=(first.newest, first.story_ids[0]))
    assert page == second


def test_the_thread_of_a_story_is_that_of_all_its_articles(store: Store) -> None:
    """A link of any article is a link of its story, also of one that joins the story later."""
    a, b, c = articles = entered(store, 0, 5, 9)
    store.save_match(a_match(articles, [related(b, c)]), components)
    assert threads(store, articles) == "- 1 1"
    store.save_match(a_match([], [a_verdict(a, b, decided_at=NOW + HOUR)]), components)
    assert threads(store, articles) == "0 0 0"
    page = store.thread(b.article_uuid, limit=5)
    assert page is not None
    assert page.story_ids == (c.article_uuid, a.article_uuid)


def test_what_is_no_longer_related_leaves_the_thread(store: Store) -> None:
    """The newest verdict on a pair is in force; a thread of one story is none."""
    a, b = articles = entered(store, 0, 5)
    store.save_match(a_match(articles, [related(a, b)]), components)
    later = a_verdict(a, b, Answer.DIFFERENT, decided_at=NOW + HOUR)
    store.save_match(a_match([], [later]), components)
    assert threads(store, articles) == "- -"
    assert store.recent_threads(limit=5) == []


def test_a_person_parts_what_is_related(store: Store) -> None:
    """Until the ruling is taken back; the two stay stories of their own all the while."""
    a, b, c = articles = entered(store, 0, 5, 9)
    store.save_match(a_match(articles, all_related(articles)), components)
    store.save_rulings(
        [a_ruling(a, c, Decision.UNRELATED), a_ruling(b, c, Decision.UNRELATED)], components
    )
    assert threads(store, articles) == "0 0 -"
    back = Decision.WITHDRAWN
    later = NOW + HOUR
    store.save_rulings(
        [a_ruling(a, c, back, ruled_at=later), a_ruling(b, c, back, ruled_at=later)], components
    )
    assert threads(store, articles) == "0 0 0"


def test_a_person_puts_threads_together(store: Store) -> None:
    """Whole threads, and stories that are alone; what comes later follows."""
    articles = entered(store, 0, 1, 60, 61, 200, 62)
    a, b, c, d, e, late = articles
    store.save_match(a_match(articles[:5], [related(a, b), related(c, d)]), components)
    assert threads(store, articles) == "0 0 2 2 - -"
    store.save_rulings([a_ruling(b, d, Decision.UPDATE)], components)
    store.save_rulings([a_ruling(d, e, Decision.UPDATE)], components)
    assert threads(store, articles) == "0 0 0 0 0 -"
    store.save_match(a_match([late], [related(late, c), related(late, d)]), components)
    assert threads(store, articles) == "0 0 0 0 0 0"
    back = a_ruling(b, d, Decision.WITHDRAWN, ruled_at=NOW + HOUR)
    store.save_rulings([back], components)
    assert threads(store, articles) == "0 0 2 2 2 2"
    store.save_rulings([a_ruling(d, e, Decision.WITHDRAWN, ruled_at=NOW + HOUR)], components)
    assert threads(store, articles) == "0 0 2 2 - 2"


def test_other_news_says_nothing_of_the_thread(store: Store) -> None:
    """A person who takes an article out of its story leaves the thread to the verdicts."""
    a, b = articles = entered(store, 0, 5)
    store.save_match(a_match(articles, [related(a, b)]), components)
    store.save_rulings([a_ruling(a, b, Decision.DIFFERENT)], components)
    assert threads(store, articles) == "0 0"


@pytest.mark.parametrize("which", [0, 1, 2])
def test_a_page_that_turns_out_to_be_another_keeps_the_thread(store: Store, which: int) -> None:
    """The address of either leads to it once the other was matched anew."""
    articles = entered(store, 0, 5, 9, 5.5)
    store.save_match(a_match(articles, all_related(articles[:3])), components)
    gone, target = articles[which], articles[3]
    store.merge_into(gone.article_uuid, target.article_uuid, [])
    rest = [one for one in articles[:3] if one is not gone]
    store.save_match(a_match([target], cascade_version="v2"), components)
    found = store.threads_of([one.article_uuid for one in (*rest, target)])
    assert len(set(found.values())) == 1
    assert len(found) == 3
