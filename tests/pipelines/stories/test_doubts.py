"""Which neighbours are worth comparing, which doubts the better model, and which a row."""

import math
import struct
from types import SimpleNamespace
from typing import Any

import pytest

from strandline.adapters.index.exact import ExactIndex
from strandline.core.dedup.review import WORTH_MORE, is_worth_more
from strandline.model.stories import Answer, IndexPoint, Relation, StoryInput, Verdict
from strandline.pipelines.stories.findings import Compared
from strandline.pipelines.stories.matching import KEPT_PLAIN, worth_keeping
from strandline.pipelines.stories.vector_window import LEAST_COSINE, VectorWindow
from strandline.testing.builders import NOW

ASK = {"same": 0.9, "different": 0.02, "ask": 0.6}


def a_doubt(score: float, **changes: Any) -> Verdict:
    made = Verdict(Answer.UNSURE, Relation.UNKNOWN, "nearest_vectors", score, "", thresholds=ASK)
    return Verdict(**{name: changes.get(name, getattr(made, name)) for name in made.__slots__})


def kept(*verdicts: Verdict) -> list[Verdict]:
    """Of the verdicts on one article with others."""
    own = StoryInput("Bridge shut", article_uuid="A_own")
    compared = [
        Compared(own, StoryInput("", article_uuid=f"A_{number}"), verdict)
        for number, verdict in enumerate(verdicts)
    ]
    return [one.verdict for one in worth_keeping(compared)]


def test_far_doubts_and_differences_share_the_few_places_of_an_article() -> None:
    """The nearest ones are kept, for a person who asks."""
    far = [a_doubt(0.1 + n / 100) for n in range(5)]
    apart = [a_doubt(0.01, answer=Answer.DIFFERENT, relation=Relation.DIFFERENT)] * 5
    assert kept(*apart, *far) == far[::-1][:KEPT_PLAIN]


@pytest.mark.parametrize(
    "weighty",
    [
        a_doubt(0.7),
        a_doubt(0.1, relation=Relation.RELATED),
        a_doubt(0.1, relation=Relation.UPDATE),
        a_doubt(0.1, vetoes=("numbers",)),
        a_doubt(0.95, answer=Answer.SAME, relation=Relation.SAME_STORY),
        a_doubt(0.0, answer=Answer.DIFFERENT, relation=Relation.RELATED, vetoes=("days",)),
    ],
    ids=["near", "related", "later news", "evidence that parts", "same", "hard evidence"],
)
def test_what_something_follows_from_is_always_kept(weighty: Verdict) -> None:
    """A question, a thread, a parting, a story."""
    assert kept(*[weighty] * 9) == [weighty] * 9


def test_neighbours_that_are_far_are_not_compared() -> None:
    """The nearest of few articles may be as far as any other, by a model that was measured."""

    def at(cosine: float) -> bytes:
        return struct.pack("<2f", cosine, math.sqrt(1 - cosine**2))

    index = ExactIndex(2)
    for name, cosine in (("near", 0.9), ("just", 0.36), ("far", 0.34)):
        index.upsert([IndexPoint(name, at(cosine), NOW, "en")])
    (measured,) = LEAST_COSINE
    for model, found in ((measured, ["near", "just"]), ("another", ["near", "just", "far"])):
        window = VectorWindow(None, index, SimpleNamespace(model=model))  # type: ignore[arg-type]
        assert window.near(at(1.0), NOW, NOW, 9) == found
        assert window.near(at(1.0), NOW, NOW, 1, {"near"}) == ["just"]


def test_the_better_model_is_asked_about_open_doubts_only() -> None:
    """Not about far ones, nor where evidence speaks, which no likeness outvotes."""
    assert is_worth_more(a_doubt(WORTH_MORE))
    assert not is_worth_more(a_doubt(WORTH_MORE - 0.001))
    assert not is_worth_more(a_doubt(0.8, vetoes=("numbers",)))
    assert not is_worth_more(a_doubt(0.99, answer=Answer.SAME))
