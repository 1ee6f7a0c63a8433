"""Builders of verdicts, rulings and matches for tests, and the simplest grouping there is."""

import hashlib
from collections.abc import Sequence
from typing import Any

from strandline.model.articles import Article
from strandline.model.stories import (
    Answer,
    ArticleVector,
    Decision,
    JudgeAnswer,
    MatchBatch,
    Relation,
    Ruling,
    StoredVerdict,
    StoryGraph,
    Verdict,
)
from strandline.testing.builders import NOW, an_article

#: Relation that goes with an answer where a test names none.
_RELATIONS = {
    Answer.SAME: Relation.SAME_STORY,
    Answer.DIFFERENT: Relation.DIFFERENT,
    Answer.UNSURE: Relation.UNKNOWN,
}


def some_articles(count: int, **changes: Any) -> list[Article]:
    """Articles of as many papers, in the order of their ids."""
    articles = [an_article(f"https://paper{n}.example/{n}", **changes) for n in range(count)]
    return sorted(articles, key=lambda article: article.article_uuid)


def a_verdict(
    one: Article, other: Article, answer: Answer = Answer.SAME, **changes: Any
) -> StoredVerdict:
    """A verdict by title at `NOW`; changes are those of `Verdict` or of `StoredVerdict`."""
    own = {name: changes.pop(name) for name in Verdict.__dataclass_fields__.keys() & changes.keys()}
    judged: dict[str, Any] = {
        "relation": _RELATIONS[answer],
        "layer": "same_title",
        "score": 0.9,
        "reason": "the titles are equal",
    }
    defaults: dict[str, Any] = {
        "decided_at": NOW,
        "verdict": Verdict(answer=answer, **(judged | own)),
        "language": "en",
    }
    a, b = sorted((one.article_uuid, other.article_uuid))
    return StoredVerdict(a, b, **(defaults | changes))


def a_ruling(
    one: Article, other: Article, decision: Decision = Decision.SAME, **changes: Any
) -> Ruling:
    """A person's word at `NOW`."""
    a, b = sorted((one.article_uuid, other.article_uuid))
    return Ruling(a, b, decision, **({"ruled_at": NOW} | changes))


def a_vector(article: Article, model: str = "model-1", **changes: Any) -> ArticleVector:
    """Eight bytes that stand for a vector."""
    value = hashlib.sha256(f"{model}{article.article_uuid}".encode(errors="replace"))
    defaults: dict[str, Any] = {"text_hash": value.hexdigest(), "vector": value.digest()[:8]}
    return ArticleVector(article.article_uuid, model, **(defaults | changes))


def a_match(
    articles: Sequence[Article], verdicts: Sequence[StoredVerdict] = (), **changes: Any
) -> MatchBatch:
    """What the rules `v1` found of some articles at `NOW`."""
    defaults: dict[str, Any] = {
        "now": NOW,
        "cascade_version": "v1",
        "matched": tuple(article.article_uuid for article in articles),
        "verdicts": tuple(verdicts),
    }
    return MatchBatch(**(defaults | changes))


def a_judge_answer(cache_key: str = "key", **changes: Any) -> JudgeAnswer:
    """An answer that says yes."""
    defaults: dict[str, Any] = {
        "model": "judge-1",
        "prompt_hash": "0" * 64,
        "relation": Relation.SAME_STORY,
        "confidence": 0.9,
        "event_a": "A bridge was closed.",
        "event_b": "The bridge was closed.",
        "differs_in": "",
        "asked_at": NOW,
        "prompt_tokens": 300,
        "completion_tokens": 40,
        "cost": 0.25,
        "latency_s": 1.5,
    }
    return JudgeAnswer(cache_key, **(defaults | changes))


def components(graph: StoryGraph) -> dict[str, str]:
    """Everything that is bound in any way is one story, named by its smallest id."""
    main = {node.article_uuid: node.article_uuid for node in graph.nodes}
    pairs = (graph.links.keys() | graph.bound) - graph.parted
    for one, other in pairs:
        low, high = sorted((main[one], main[other]))
        main = {
            uuid: low if other_main == high else other_main for uuid, other_main in main.items()
        }
    return main
