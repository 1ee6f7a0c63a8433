"""Undecided pairs that lean to one story."""

import pytest

from strandline.core.dedup.leaning import leans
from strandline.model.stories import Answer, Relation, Verdict


@pytest.mark.parametrize(
    ("answer", "score", "vetoes", "leaning"),
    [
        (Answer.UNSURE, 0.6, (), True),
        (Answer.UNSURE, 0.6, ("question",), True),
        (Answer.UNSURE, 0.6, ("question", "places"), False),
        (Answer.UNSURE, 0.2, (), False),
        (Answer.SAME, 0.99, (), False),
        (Answer.DIFFERENT, 0.6, (), False),
    ],
    ids=[
        "near, and nothing against it",
        "told in another form",
        "at another place",
        "far",
        "decided: the same",
        "decided: different",
    ],
)
def test_what_leans(answer: Answer, score: float, vetoes: tuple[str, ...], leaning: bool) -> None:
    """An undecided pair leans where it is near and no evidence speaks of another event."""
    verdict = Verdict(answer, Relation.UNKNOWN, "title_similarity", score, "", vetoes=vetoes)
    assert leans(verdict) is leaning
