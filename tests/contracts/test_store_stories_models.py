"""Vectors, what language models answered, and the counts of matching."""

from dataclasses import replace
from datetime import timedelta

from strandline.model.articles import Article, IngestBatch
from strandline.model.sources import ContentType
from strandline.model.stories import Answer, Decision, IndexPoint, ModelUse, StoryCounts
from strandline.ports import Store
from strandline.testing.builders import NOW, an_article
from strandline.testing.story_builders import (
    a_judge_answer,
    a_match,
    a_ruling,
    a_vector,
    a_verdict,
    components,
    some_articles,
)

HOUR = timedelta(hours=1)


def entered(store: Store, count: int) -> list[Article]:
    articles = some_articles(count)
    store.ingest(IngestBatch(NOW, tuple(articles)))
    return articles


def test_a_vector_is_kept_for_each_model(store: Store) -> None:
    """Byte for byte; a newer one of the same model takes its place."""
    a, b = articles = entered(store, 2)
    other = a_vector(a, "model-2", vector=bytes(range(256)) * 16)
    store.save_match(a_match(articles, vectors=(a_vector(a), a_vector(b), other)), components)
    newer = a_vector(a, text_hash="other", vector=b"")
    store.save_match(a_match([], vectors=(newer,)), components)
    asked = [a.article_uuid, b.article_uuid, "A_0", a.article_uuid]
    assert store.vectors("model-1", asked) == {a.article_uuid: newer, b.article_uuid: a_vector(b)}
    assert store.vectors("model-2", asked) == {a.article_uuid: other}
    assert store.vectors("model-3", asked) == store.vectors("model-1", []) == {}
    assert [store.vector_count(f"model-{n}") for n in (1, 2, 3)] == [2, 1, 0]


def test_an_index_is_built_from_every_vector(store: Store) -> None:
    """With the story time and the language of each, each once, in batches."""
    articles = [
        an_article(
            f"https://v.example/{n}",
            published_utc_iso=None if n == 0 else NOW - n // 2 * HOUR,
            language=None if n == 1 else "fr",
        )
        for n in range(7)
    ]
    store.ingest(IngestBatch(NOW, tuple(articles)))
    vectors = [a_vector(article) for article in articles]
    store.save_match(
        a_match(articles, vectors=(*vectors, a_vector(articles[0], "model-2"))), components
    )
    points = [
        IndexPoint(
            article.article_uuid,
            vector.vector,
            article.published_utc_iso or NOW,
            article.language or "",
        )
        for article, vector in zip(articles, vectors, strict=True)
    ]
    points.sort(key=lambda point: (point.time, point.article_uuid))
    batches = list(store.every_vector("model-1", batch=3))
    assert [len(batch) for batch in batches] == [3, 3, 1]
    assert [point for batch in batches for point in batch] == points
    (lately,) = store.every_vector("model-1", since=NOW - HOUR)
    assert lately == [point for point in points if point.time >= NOW - HOUR]
    (early,) = store.every_vector("model-1", until=NOW - HOUR)
    assert early == [point for point in points if point.time <= NOW - HOUR]
    assert list(store.every_vector("model-3")) == []


def test_the_confidences_of_a_models_newest_answers(store: Store) -> None:
    """Of one model and prompt, newest first."""
    answer = a_judge_answer()
    store.save_judge_answer(answer)
    store.save_judge_answer(a_judge_answer("else", model="judge-2", confidence=0.1))
    later = a_judge_answer("later", confidence=0.5, asked_at=NOW + timedelta(minutes=1))
    store.save_judge_answer(later)
    prompt = answer.prompt_hash
    assert store.judge_confidences("judge-1", prompt, limit=9) == [0.5, 0.9]
    assert store.judge_confidences("judge-1", prompt, limit=1) == [0.5]
    assert store.judge_confidences("judge-1", "another", limit=9) == []


def test_an_answer_is_kept_and_stays(store: Store) -> None:
    """The same pair is never asked twice; a second answer does not count."""
    answer = a_judge_answer()
    store.save_judge_answer(answer)
    store.save_judge_answer(replace(answer, event_a="Something else.", cost=9.0))
    store.save_judge_answer(a_judge_answer("other"))
    assert store.judge_answers(["key", "missing", "key"]) == {"key": answer}
    assert store.judge_answers([]) == {}
    assert store.model_use(NOW).cost == 0.5


def test_the_use_of_models_is_counted_since_a_time(store: Store) -> None:
    """Calls that failed are calls too; the time is within."""
    for n in range(3):
        store.save_judge_answer(a_judge_answer(f"key {n}", asked_at=NOW - n * HOUR))
    for n in (0, 0, 1, 9):
        store.count_model_failure("judge-1", NOW - n * HOUR)
    store.count_model_failure("judge-2", NOW)
    assert store.model_use(NOW - HOUR) == ModelUse(
        calls=6,
        failures=4,
        prompt_tokens=600,
        completion_tokens=80,
        cost=0.5,
        latency_s=3.0,
    )
    assert store.model_use(NOW + HOUR) == ModelUse()


def test_counts_are_exact(store: Store) -> None:
    """Every number of matching, of a store with a little of everything."""
    assert store.story_counts() == StoryCounts()
    a, b, c, d, e = articles = entered(store, 5)
    link = an_article("https://link.example/", content_type=ContentType.LINK)
    untitled = an_article("https://untitled.example/", article_title=None)
    store.ingest(IngestBatch(NOW, (link, untitled)))
    verdicts = [
        a_verdict(a, b),
        a_verdict(a, c, layer="nearest_vectors", language="fr"),
        a_verdict(a, d, Answer.UNSURE),
        a_verdict(b, d, Answer.UNSURE, is_pending=True),
        a_verdict(c, d, Answer.DIFFERENT, is_sampled=True),
    ]
    store.save_match(a_match(articles[:4], verdicts), components)
    store.save_match(
        a_match([], [a_verdict(a, b, layer="language_model", decided_at=NOW + HOUR)]), components
    )
    store.save_rulings([a_ruling(d, e, Decision.DIFFERENT)], components)
    store.save_judge_answer(a_judge_answer())
    store.count_model_failure("judge-1", NOW)
    assert store.story_counts() == StoryCounts(
        articles=6,
        stories=4,
        duplicates=2,
        unmatched=1,
        pending=1,
        review=2,
        rulings=1,
        verdicts={
            ("language_model", "en", "SAME"): 1,
            ("nearest_vectors", "fr", "SAME"): 1,
            ("same_title", "en", "DIFFERENT"): 1,
            ("same_title", "en", "UNSURE"): 2,
        },
        judge=ModelUse(
            calls=2,
            failures=1,
            prompt_tokens=300,
            completion_tokens=40,
            cost=0.25,
            latency_s=1.5,
        ),
    )
    assert len(articles) == 5
