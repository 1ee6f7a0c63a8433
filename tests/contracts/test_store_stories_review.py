"""A person's word, and the pairs that wait for one or for a language model."""

from datetime import timedelta

import pytest

from strandline.core.dedup.grouping import group
from strandline.model.articles import Article, IngestBatch
from strandline.model.errors import StoreError
from strandline.model.stories import Answer, Decision, StoredVerdict, StoryChange
from strandline.ports import Store
from strandline.testing.builders import NOW, an_article
from strandline.testing.story_builders import (
    a_match,
    a_ruling,
    a_verdict,
    components,
    some_articles,
)

MINUTE = timedelta(minutes=1)


def entered(store: Store, count: int) -> list[Article]:
    articles = some_articles(count)
    store.ingest(IngestBatch(NOW, tuple(articles)))
    return articles


def test_a_person_chooses_the_main_article(store: Store) -> None:
    """The story takes its name at once, keeps it, and gives it back when that is taken back."""
    a, b = articles = entered(store, 2)
    store.save_match(a_match(articles, [a_verdict(a, b)]), group)
    main = store.stories([a.article_uuid])[a.article_uuid].main_id
    other = b if main == a.article_uuid else a
    assert len(store.choose_main(other.article_uuid, NOW, group)) == 2
    store.save_match(a_match(articles, [a_verdict(a, b, decided_at=NOW + MINUTE)]), group)
    for article in articles:
        assert store.stories([article.article_uuid])[article.article_uuid].main_id == (
            other.article_uuid
        )
    store.choose_main(other.article_uuid, None, group)
    assert store.stories([a.article_uuid])[a.article_uuid].main_id == main
    with pytest.raises(StoreError, match="no article"):
        store.choose_main("A_nobody", NOW, group)


def test_the_rulings_among_some_articles(store: Store) -> None:
    """In force, on two of them, the newest first; what was taken back is none."""
    a, b, c, d = articles = entered(store, 4)
    ids = [article.article_uuid for article in articles]
    first, second = a_ruling(a, b), a_ruling(b, c, Decision.DIFFERENT, ruled_at=NOW + MINUTE)
    for ruling in (first, second, a_ruling(a, c), a_ruling(c, d)):
        store.save_rulings([ruling], components)
    store.save_rulings([a_ruling(a, c, Decision.WITHDRAWN, ruled_at=NOW + MINUTE)], components)
    found = store.rulings_among(ids[:3])
    assert [(r.article_a, r.article_b) for r in found] == [
        (r.article_a, r.article_b) for r in (second, first)
    ]
    assert store.rulings_among([]) == []


def test_what_was_ruled_on_since(store: Store) -> None:
    """From either end of a pair, after the time and not at it; withdrawals too."""
    a, b, c, d = articles = entered(store, 4)
    ids = [article.article_uuid for article in articles]
    store.save_rulings([a_ruling(a, b)], components)
    later = a_ruling(c, a, Decision.WITHDRAWN, ruled_at=NOW + MINUTE)
    store.save_rulings([later], components)
    assert store.ruled_since(ids, NOW) == {a.article_uuid, c.article_uuid}
    assert store.ruled_since([b.article_uuid, d.article_uuid], NOW) == frozenset()
    assert store.ruled_since(ids, NOW - MINUTE) == {x.article_uuid for x in (a, b, c)}
    assert store.ruled_since([], NOW) == frozenset()


def test_a_ruling_splits_and_merges_at_once(store: Store) -> None:
    """And withdrawn, the verdict holds again: nothing is lost."""
    a, b = articles = entered(store, 2)
    store.save_match(a_match(articles, [a_verdict(a, b)]), components)
    apart = StoryChange(b.article_uuid, a.article_uuid, b.article_uuid)
    together = StoryChange(b.article_uuid, b.article_uuid, a.article_uuid)
    said = [
        (Decision.DIFFERENT, [apart]),
        (Decision.WITHDRAWN, [together]),
        (Decision.UPDATE, [apart]),
        (Decision.SAME, [together]),
        (Decision.WITHDRAWN, []),
    ]
    for n, (decision, changes) in enumerate(said):
        ruling = a_ruling(a, b, decision, ruled_at=NOW + n * MINUTE, note=f"note {n}")
        assert store.save_rulings([ruling], components) == changes
    assert store.rulings() == []
    stored = store.rulings_of(b.article_uuid)
    assert [ruling.decision for ruling in stored[::-1]] == [decision for decision, _ in said]
    assert [ruling.note for ruling in stored[::-1]] == [f"note {n}" for n in range(5)]


def test_a_ruling_binds_what_no_verdict_did(store: Store) -> None:
    """The mentions name no verdict then."""
    a, b = entered(store, 2)
    store.save_rulings([a_ruling(b, a)], components)
    assert store.stories([b.article_uuid])[b.article_uuid].main_id == a.article_uuid
    (stored,) = store.rulings()
    assert (stored.article_a, stored.article_b) == (a.article_uuid, b.article_uuid)
    assert stored.ruling_id > 0


def test_the_newest_ruling_wins_whatever_comes_last(store: Store) -> None:
    """And the same one said twice is one."""
    a, b, c = entered(store, 3)
    newest = a_ruling(a, b, Decision.DIFFERENT, ruled_at=NOW + MINUTE)
    store.save_rulings([a_ruling(b, c, ruled_at=NOW + 2 * MINUTE)], components)
    for ruling in (newest, newest, a_ruling(a, b)):
        assert store.save_rulings([ruling], components) == []
    assert [ruling.decision for ruling in store.rulings()] == [Decision.DIFFERENT, Decision.SAME]
    assert len(store.rulings_of(a.article_uuid)) == 2
    assert store.story_counts().rulings == 2


def test_a_ruling_on_an_unknown_article_is_refused(store: Store) -> None:
    """It is named, and nothing is stored."""
    (a,) = entered(store, 1)
    gone = an_article("https://gone.example/")
    with pytest.raises(StoreError, match=gone.article_uuid):
        store.save_rulings([a_ruling(a, gone)], components)
    with pytest.raises(StoreError, match="itself"):
        store.save_rulings([a_ruling(a, a)], components)
    assert store.rulings() == store.rulings_of(a.article_uuid) == []


def test_pairs_wait_for_a_model_oldest_first(store: Store) -> None:
    """Until something newer is known of the pair, or a person has ruled."""
    a, b, c, d = articles = entered(store, 4)
    pairs = [(a, b), (a, c), (a, d), (b, c)]
    verdicts = [
        a_verdict(*pair, Answer.UNSURE, is_pending=True, decided_at=NOW - n * MINUTE)
        for n, pair in enumerate(pairs)
    ]
    store.save_match(a_match(articles, verdicts), components)
    assert [v.article_b for v in store.pending(limit=2)] == [c.article_uuid, d.article_uuid]
    store.save_rulings([a_ruling(b, c, Decision.DIFFERENT)], components)
    store.save_match(a_match([], [a_verdict(a, d, Answer.DIFFERENT)]), components)
    waiting = [c.article_uuid, b.article_uuid]
    assert [v.article_b for v in store.pending(limit=9)] == waiting
    assert store.story_counts().pending == 2
    assert store.pending(limit=0) == store.pending(limit=-1) == []


def test_the_nearest_doubts_are_reviewed_first(store: Store) -> None:
    """Then the sample of the decided; what lies below the threshold of asking comes last."""
    a, b, c, d, e = articles = entered(store, 5)
    ask = {"same": 0.9, "ask": 0.4, "different": 0.1}

    def doubt(one: Article, other: Article, score: float, minutes: int = 0) -> StoredVerdict:
        when = NOW + minutes * MINUTE
        return a_verdict(one, other, Answer.UNSURE, score=score, thresholds=ask, decided_at=when)

    verdicts = [
        doubt(a, b, 0.3, 9),
        doubt(a, c, 0.4),
        doubt(a, d, 0.8),
        doubt(b, c, 0.8, 1),
        doubt(b, d, 0.39),
        a_verdict(c, d, is_sampled=True),
        a_verdict(d, e, is_sampled=True, decided_at=NOW + MINUTE),
    ]
    store.save_match(a_match(articles, verdicts), components)
    expected = [(b, c), (a, d), (a, c), (d, e), (c, d), (b, d), (a, b)]
    queue = [(one.article_uuid, other.article_uuid) for one, other in expected]
    for limit in (1, 4, 9):
        found = store.review_queue(limit=limit)
        assert [(v.article_a, v.article_b) for v in found] == queue[:limit]


def test_the_review_queue_has_the_undecided_first(store: Store) -> None:
    """Then a sample of the decided, newest first each; what is ruled or pending is not in it."""
    a, b, c, d, e = articles = entered(store, 5)
    verdicts = [
        a_verdict(a, b, is_sampled=True),
        a_verdict(a, c, Answer.DIFFERENT, is_sampled=True, decided_at=NOW + MINUTE),
        a_verdict(a, d, Answer.UNSURE),
        a_verdict(a, e, Answer.UNSURE, decided_at=NOW + MINUTE, is_sampled=True),
        a_verdict(b, c, Answer.UNSURE, is_pending=True),
        a_verdict(b, d, Answer.UNSURE),
        a_verdict(b, e),
    ]
    store.save_match(a_match(articles, verdicts), components)
    store.save_rulings([a_ruling(b, d, Decision.DIFFERENT)], components)
    expected = [(a, e), (a, d), (a, c), (a, b)]
    queue = [(one.article_uuid, other.article_uuid) for one, other in expected]
    found = store.review_queue(limit=9)
    assert [(v.article_a, v.article_b) for v in found] == queue
    assert store.review_queue(limit=3) == found[:3]
    assert store.review_queue(limit=1) == found[:1]
    assert store.review_queue(limit=0) == store.review_queue(limit=-1) == []
    assert store.story_counts().review == 4
    store.save_rulings([a_ruling(b, d, Decision.WITHDRAWN, ruled_at=NOW + MINUTE)], components)
    assert store.story_counts().review == 5


def test_the_newest_verdicts_of_an_article(store: Store) -> None:
    """From both ends of its pairs, at most so many."""
    a, b, c, d = articles = entered(store, 4)
    verdicts = [
        a_verdict(a, b, decided_at=NOW),
        a_verdict(b, c, decided_at=NOW + MINUTE),
        a_verdict(b, d, Answer.DIFFERENT, decided_at=NOW - MINUTE),
        a_verdict(a, c),
    ]
    store.save_match(a_match(articles, verdicts), components)
    found = store.verdicts_of(b.article_uuid)
    assert [v.decided_at for v in found] == [NOW + MINUTE, NOW, NOW - MINUTE]
    assert store.verdicts_of(b.article_uuid, limit=2) == found[:2]
    assert store.verdicts_of(b.article_uuid, limit=0) == []
    assert store.verdicts_of("A_0") == store.verdicts_of(b.article_uuid, limit=-1) == []
