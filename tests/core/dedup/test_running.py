"""Other news of one running story: a relation, and never the same news."""

import pytest

from strandline.core.dedup.cascade import compare
from strandline.core.dedup.running import LEAST_COSINES, LEAST_SCORE
from strandline.core.dedup.telling import tell
from strandline.model.entries import DateTrust
from strandline.model.stories import Answer, Relation, StoryInput, Verdict
from strandline.testing.builders import NOW

#: A model whose cosine is just enough.
NEAR = dict(list(LEAST_COSINES.items())[:1])
FAR = {model: least - 0.3 for model, least in NEAR.items()}


def ruled(first: str, second: str, vectors: dict[str, float] = FAR, **changes: object) -> Verdict:
    a, b = (
        tell(StoryInput(title, published=NOW, date_trust=DateTrust.EXACT))
        for title in (first, second)
    )
    return compare(a, b, vectors=vectors, **changes)  # type: ignore[arg-type]


FLOOD = ("Flood at Aldermoor drives hundreds from their homes", "Aldermoor mayor blames the dam")


def test_what_a_model_sees_as_one_subject_is_related() -> None:
    """A doubt or a difference stays one; it says of which running story the two are."""
    verdict = ruled(*FLOOD, NEAR)
    assert (verdict.relation, verdict.answer is Answer.SAME) == (Relation.RELATED, False)
    assert ruled(*FLOOD, FAR).relation in {Relation.UNKNOWN, Relation.DIFFERENT}


def test_a_score_that_is_too_low_for_the_same_news_is_enough() -> None:
    """Without any model: whatever is no SAME is related from one score on, and not below."""
    seen = set()
    for other in (
        "Aldermoor dam: 3,000 people flee the town",
        "Aldermoor dam breaks, town flees",
        "Aldermoor dam breaks: mayor blames engineers",
        "Mayor of Aldermoor resigns over dam",
        "Chess: Ilse Varga wins in Marley",
    ):
        verdict = ruled("Aldermoor dam breaks, 3,000 people flee", other, {})
        if verdict.answer is not Answer.SAME and not verdict.vetoes:
            seen.add(verdict.relation)
            assert (verdict.relation is Relation.RELATED) == (verdict.score >= LEAST_SCORE), other
    assert Relation.DIFFERENT in seen


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("News in brief", "News in brief"),
        ("Aldermoor Weekly podcast, episode 41", "Aldermoor Weekly podcast, episode 42"),
        (
            "Aldermoor lock Rory Haig out for season with torn knee",
            "Aldermoor prop Ewan Baird out for season with torn calf",
        ),
    ],
    ids=["titles that name no event", "hard evidence", "another person in one sentence"],
)
def test_what_is_alike_without_one_event_is_not_related(first: str, second: str) -> None:
    """However alike models find the two."""
    assert ruled(first, second, NEAR).relation is not Relation.RELATED


def test_a_model_that_nothing_was_measured_of_says_nothing() -> None:
    """Cosines of other models have other scales."""
    assert ruled(*FLOOD, {"another-model/8": 0.99}).relation is not Relation.RELATED
