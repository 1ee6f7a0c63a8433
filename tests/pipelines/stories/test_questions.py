"""Which pairs a language model is asked about."""

from strandline.model.stories import Answer, Relation, StoryInput, Verdict
from strandline.pipelines.stories.findings import Compared
from strandline.pipelines.stories.matching import to_be_judged


def compared(
    one: str,
    other: str,
    answer: Answer = Answer.UNSURE,
    *,
    score: float = 0.8,
    relation: Relation = Relation.UNKNOWN,
) -> Compared:
    verdict = Verdict(answer, relation, "nearest_vectors", score, "", thresholds={"ask": 0.6})
    a, b = (StoryInput("title", article_uuid=uuid) for uuid in (one, other))
    return Compared(a, b, verdict)


def test_a_lone_article_is_asked_about_with_its_nearest() -> None:
    """So many of them, those that are near enough."""
    pairs = [compared("a", other) for other in "bcd"] + [compared("a", "e", score=0.5)]
    assert to_be_judged(pairs, 2) == pairs[:2]
    assert to_be_judged(pairs, 9) == pairs[:3]


def test_an_article_that_has_its_story_is_not_asked_about() -> None:
    """What is undecided with others would change nothing for it."""
    pairs = [compared("a", "b", Answer.SAME), compared("a", "c"), compared("b", "c")]
    assert to_be_judged(pairs, 3) == []


def test_later_news_of_another_story_are_asked_about_once() -> None:
    """A reader of the first story wants to be told that they are."""
    pairs = [
        compared("a", "b", Answer.SAME),
        compared("a", "c", relation=Relation.UPDATE),
        compared("a", "d", relation=Relation.UPDATE),
        compared("a", "e"),
    ]
    assert to_be_judged(pairs, 3) == [pairs[1]]
    assert to_be_judged(pairs, 0) == []
