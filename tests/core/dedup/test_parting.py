"""What keeps two articles out of one story."""

import pytest

from strandline.core.dedup.evidence import EVIDENCE
from strandline.core.dedup.grouping import EVENTS, parts
from strandline.model.stories import Answer


@pytest.mark.parametrize(
    ("answer", "layer", "vetoes", "parting"),
    [
        (Answer.DIFFERENT, "title_similarity", ("numbers",), True),
        (Answer.DIFFERENT, "time_window", (), True),
        (Answer.DIFFERENT, "language_model", (), True),
        (Answer.DIFFERENT, "nearest_vectors", (), False),
        (Answer.UNSURE, "nearest_vectors", ("months",), True),
        (Answer.UNSURE, "nearest_vectors", ("opinion", "names"), True),
        (Answer.UNSURE, "nearest_vectors", ("opinion",), False),
        (Answer.UNSURE, "nearest_vectors", (), False),
        (Answer.SAME, "language_model", ("months",), False),
    ],
    ids=[
        "evidence",
        "too far apart in time",
        "a model's word",
        "little likeness",
        "a doubt about the month",
        "a doubt about the name, among others",
        "a doubt about the form",
        "nothing against it",
        "a doubt that a model has settled",
    ],
)
def test_what_parts(answer: Answer, layer: str, vetoes: tuple[str, ...], parting: bool) -> None:
    """Evidence about the event keeps an article out of a story, little likeness does not."""
    assert parts(answer, layer, vetoes) is parting


def test_every_kind_of_evidence_about_the_event_is_a_veto() -> None:
    """So that no misspelt name stands among them."""
    names = set(EVIDENCE)
    assert names >= EVENTS
