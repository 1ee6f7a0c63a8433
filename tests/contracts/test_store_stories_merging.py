"""Two articles turn out to be one page, or an article is let go: no story is left without its
main article, and nothing that was decided is lost.
"""

from dataclasses import replace
from datetime import timedelta

import pytest

from strandline.model.articles import Article, IngestBatch
from strandline.model.digests import Digest, DigestItem, Section
from strandline.model.sources import ContentType
from strandline.model.stories import Answer, Decision, Relation
from strandline.ports import Store
from strandline.testing.builders import NOW, a_mention, a_post, a_source
from strandline.testing.story_builders import (
    a_match,
    a_ruling,
    a_vector,
    a_verdict,
    components,
    some_articles,
)

MINUTE = timedelta(minutes=1)


def entered(store: Store, count: int) -> list[Article]:
    """In the order of their ids, each seen at a source of its own, all matched."""
    articles = some_articles(count)
    mentions = [a_mention(one, a_source(n)) for n, one in enumerate(articles)]
    store.ingest(IngestBatch(NOW, tuple(articles), mentions=tuple(mentions)))
    store.save_match(a_match(articles), components)
    return articles


def bind(store: Store, *pairs: tuple[Article, Article]) -> None:
    store.save_match(a_match([], [a_verdict(*pair) for pair in pairs]), components)


def merge(store: Store, old: Article, target: Article) -> None:
    store.merge_into(old.article_uuid, target.article_uuid, ())


def stories_of(store: Store, articles: list[Article]) -> list[list[int]]:
    """Members of each story as numbers, the main article first; every pointer is looked at."""
    number = {article.article_uuid: n for n, article in enumerate(articles)}
    found = store.articles(list(number))
    for article in found.values():
        main = found[article.canonical_article_id]
        assert main.canonical_article_id == main.article_uuid
    stories = {story.main_id: story for story in store.stories(list(number)).values()}
    return sorted([number[uuid] for uuid in story.article_uuids] for story in stories.values())


def test_verdicts_and_rulings_move(store: Store) -> None:
    """To the pair with the target, in its order; what said how the two compare goes."""
    a, b, c, d = articles = entered(store, 4)
    verdicts = [
        a_verdict(a, b, Answer.UNSURE),
        a_verdict(b, c, Answer.UNSURE),
        a_verdict(b, d, Answer.DIFFERENT),
    ]
    store.save_match(a_match([], verdicts), components)
    store.save_rulings([a_ruling(a, b, Decision.DIFFERENT)], components)
    store.save_rulings([a_ruling(b, c, Decision.DIFFERENT)], components)
    merge(store, b, d)
    pairs = [(v.article_a, v.article_b) for v in store.verdicts_of(d.article_uuid)]
    assert sorted(pairs) == [(a.article_uuid, d.article_uuid), (c.article_uuid, d.article_uuid)]
    ruled = [(r.article_a, r.article_b) for r in store.rulings()]
    assert ruled == [(a.article_uuid, d.article_uuid), (c.article_uuid, d.article_uuid)]
    assert store.verdicts_of(b.article_uuid) == []
    assert store.rulings_of(b.article_uuid) == []
    assert stories_of(store, articles) == [[0], [2], [3]]


def test_of_two_verdicts_on_one_pair_the_newer_is_in_force(store: Store) -> None:
    """Whichever of the two articles it was made for; the other is kept for audit."""
    a, b, c = entered(store, 3)
    old = [
        a_verdict(a, b, Answer.DIFFERENT, decided_at=NOW + MINUTE),
        a_verdict(a, c, Answer.UNSURE),
    ]
    store.save_match(a_match([], old), components)
    store.save_rulings([a_ruling(a, b, Decision.UPDATE)], components)
    store.save_rulings([a_ruling(a, c, Decision.DIFFERENT, ruled_at=NOW + MINUTE)], components)
    merge(store, c, b)
    assert len(store.verdicts_of(b.article_uuid)) == 2
    assert store.story_counts().verdicts == {("same_title", "en", "DIFFERENT"): 1}
    (ruling,) = store.rulings()
    assert (ruling.article_b, ruling.decision) == (b.article_uuid, Decision.DIFFERENT)
    assert len(store.rulings_of(b.article_uuid)) == 2


def test_the_target_keeps_its_vectors(store: Store) -> None:
    """And takes those of models that it has none of."""
    a, b = entered(store, 2)
    vectors = (a_vector(a), a_vector(b), a_vector(b, "model-2"))
    store.save_match(a_match([], vectors=vectors), components)
    merge(store, b, a)
    assert store.vectors("model-1", [a.article_uuid]) == {a.article_uuid: a_vector(a)}
    moved = replace(a_vector(b, "model-2"), article_uuid=a.article_uuid)
    assert store.vectors("model-2", [a.article_uuid]) == {a.article_uuid: moved}
    assert (store.vector_count("model-1"), store.vector_count("model-2")) == (1, 1)


@pytest.mark.parametrize(
    ("bound", "old", "target", "after"),
    [
        ([(0, 1), (0, 2)], 0, 3, [[3, 1, 2]]),
        ([(0, 1), (0, 2)], 0, 2, [[2, 1], [3]]),
        ([(0, 1), (0, 2)], 1, 0, [[0, 2], [3]]),
        ([(0, 1), (0, 2)], 1, 2, [[0, 2], [3]]),
        ([(0, 1), (0, 2)], 1, 3, [[0, 2, 3]]),
        ([(0, 1), (2, 3)], 0, 2, [[2, 1, 3]]),
        ([(0, 1), (2, 3)], 0, 3, [[2, 1, 3]]),
        ([(0, 1), (2, 3)], 1, 2, [[0], [2, 3]]),
        ([(0, 1), (2, 3)], 1, 3, [[0], [2, 3]]),
        ([], 0, 1, [[1], [2], [3]]),
    ],
)
def test_no_story_is_left_without_its_main_article(
    store: Store, bound: list[tuple[int, int]], old: int, target: int, after: list[list[int]]
) -> None:
    """The main article goes, a member goes, the target is alone, a member or a main article."""
    articles = entered(store, 4)
    bind(store, *[(articles[one], articles[other]) for one, other in bound])
    merge(store, articles[old], articles[target])
    assert stories_of(store, articles) == after


def test_a_target_that_learnt_something_is_matched_once_more(store: Store) -> None:
    """So that two stories that share a page now become one."""
    a, b, c, d = articles = entered(store, 4)
    bind(store, (a, b), (c, d))
    merge(store, b, c)
    waiting = store.unmatched(since=None, cascade_version="v1", limit=9)
    assert [article.article_uuid for article in waiting] == [c.article_uuid]
    store.save_match(a_match([c]), components)
    assert stories_of(store, articles) == [[0, 2, 3]]
    merge(store, d, a)
    merge(store, d, a)
    assert stories_of(store, articles) == [[0, 2]]


def test_mentions_that_move_name_the_verdict_that_holds_now(store: Store) -> None:
    """None where the target is the main article, or where the verdict was on the two."""
    a, b, c, d = entered(store, 4)
    bind(store, (a, b), (a, c))
    of_c = next(v for v in store.verdicts_of(c.article_uuid))
    merge(store, b, c)
    ids = {mention.verdict_id for mention in store.mentions([c.article_uuid])[c.article_uuid]}
    assert ids == {of_c.verdict_id}
    merge(store, c, a)
    mentions = store.mentions([a.article_uuid])[a.article_uuid]
    assert len(mentions) == 3
    assert {mention.verdict_id for mention in mentions} == {None}
    assert store.verdicts_of(a.article_uuid) == []
    assert store.stories([d.article_uuid])[d.article_uuid].article_uuids == (d.article_uuid,)


def aged(store: Store, count: int) -> list[Article]:
    """Articles of posts that are ten days old, in the order of their ids."""
    then = NOW - timedelta(days=10)
    articles = some_articles(count, article_detected_utc_iso=then)
    posts = [a_post(article, first_seen_at=then, last_seen_at=then) for article in articles]
    store.ingest(IngestBatch(then, tuple(articles), posts=tuple(posts)))
    return articles


def test_a_story_goes_as_a_whole(store: Store) -> None:
    """With its verdicts and vectors."""
    a, b = articles = aged(store, 2)
    store.save_match(a_match(articles, [a_verdict(a, b)], vectors=(a_vector(b),)), components)
    store.purge_posts(NOW)
    assert store.articles([a.article_uuid, b.article_uuid]) == {}
    assert store.verdicts_of(a.article_uuid) == []
    assert store.vector_count("model-1") == 0
    assert store.story_counts().verdicts == {}


@pytest.mark.parametrize("held", [0, 1])
def test_a_story_stays_as_a_whole(store: Store, held: int) -> None:
    """Where anything holds on to its main article, or to a duplicate."""
    a, b, c = articles = aged(store, 3)
    store.save_match(a_match(articles, [a_verdict(a, b)]), components)
    item = DigestItem(
        position=0,
        section=Section.MUST_READS,
        category="",
        article_uuid=articles[held].article_uuid,
        url="https://x.example/",
        title="T",
        source_name="P",
        published_at=None,
        summary="",
        content_type=ContentType.ARTICLE,
        language=None,
        score=1.0,
    )
    store.save_digest(Digest("d1", "public", NOW, "T", "en", (item,)), [])
    store.purge_posts(NOW)
    assert set(store.articles([x.article_uuid for x in articles])) == {
        a.article_uuid,
        b.article_uuid,
    }
    assert stories_of(store, [a, b]) == [[0, 1]]
    assert c.article_uuid not in store.stories([c.article_uuid])


def test_what_a_person_has_ruled_on_stays(store: Store) -> None:
    """Rulings are the calibration set that people make: they outlive the posts."""
    a, b, c = aged(store, 3)
    store.save_rulings([a_ruling(a, b, Decision.DIFFERENT)], components)
    store.purge_posts(NOW)
    assert set(store.articles([x.article_uuid for x in (a, b, c)])) == {
        a.article_uuid,
        b.article_uuid,
    }
    assert len(store.rulings()) == 1


def test_an_update_that_moves_is_an_update_still(store: Store) -> None:
    """Between the stories of the articles as they are now."""
    a, b, c, d = entered(store, 4)
    verdicts = [a_verdict(a, b), a_verdict(b, d, relation=Relation.UPDATE)]
    store.save_match(a_match([], verdicts), components)
    merge(store, b, c)
    found = store.stories([a.article_uuid, d.article_uuid])
    assert found[a.article_uuid].article_uuids == (a.article_uuid, c.article_uuid)
    assert found[a.article_uuid].updates == (d.article_uuid,)
    assert found[d.article_uuid].update_of == a.article_uuid
