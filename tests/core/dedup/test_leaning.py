"""Undecided pairs that lean to one story."""

import pytest

from strandline.core.dedup.evidence import EVIDENCE
from strandline.core.dedup.leaning import ACROSS, EVENTS, FORMS, leans, parts, ties
from strandline.model.stories import Answer, Relation, Verdict


@pytest.mark.parametrize(
    ("answer", "score", "vetoes", "leaning"),
    [
        (Answer.UNSURE, 0.6, (), True),
        (Answer.UNSURE, 0.6, ("question",), True),
        (Answer.UNSURE, 0.6, ("question", "places"), False),
        (Answer.UNSURE, 0.04, (), False),
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
    assert leans(verdict, "en") is leaning


@pytest.mark.parametrize(("score", "leaning"), [(0.6, False), (0.8, True)])
def test_scores_across_languages_are_worth_less(score: float, leaning: bool) -> None:
    """A pair in two languages, or in none that is known, has to be nearer."""
    verdict = Verdict(Answer.UNSURE, Relation.UNKNOWN, "nearest_vectors", score, "")
    assert leans(verdict, ACROSS) is leaning


@pytest.mark.parametrize(
    ("answer", "score", "layer", "vetoes", "language", "tie"),
    [
        (Answer.UNSURE, 0.95, "nearest_vectors", (), "en", True),
        (Answer.UNSURE, 0.85, "nearest_vectors", (), "en", False),
        (Answer.UNSURE, 0.95, "nearest_vectors", ("question",), "en", False),
        (Answer.UNSURE, 0.95, "nearest_vectors", (), ACROSS, False),
        (Answer.UNSURE, 0.95, "language_model", (), "en", False),
        (Answer.SAME, 0.95, "nearest_vectors", (), "en", False),
    ],
    ids=["near", "not near enough", "objected to", "two languages", "a model's word", "decided"],
)
def test_what_ties(
    answer: Answer, score: float, layer: str, vetoes: tuple[str, ...], language: str, *, tie: bool
) -> None:
    """An undecided pair ties where it is as near as the SAME are, and nothing at all objects."""
    verdict = Verdict(answer, Relation.UNKNOWN, layer, score, "", vetoes=vetoes)
    assert ties(verdict, language) is tie
    assert not (tie and leans(verdict, language))


@pytest.mark.parametrize(
    ("answer", "layer", "vetoes", "parting"),
    [
        (Answer.DIFFERENT, "title_similarity", ("numbers",), True),
        (Answer.DIFFERENT, "time_window", (), True),
        (Answer.DIFFERENT, "language_model", (), True),
        (Answer.DIFFERENT, "nearest_vectors", (), False),
        (Answer.UNSURE, "nearest_vectors", ("places",), True),
        (Answer.UNSURE, "nearest_vectors", ("opinion", "names"), True),
        (Answer.UNSURE, "nearest_vectors", ("question",), False),
        (Answer.UNSURE, "nearest_vectors", (), False),
        (Answer.SAME, "language_model", ("places",), False),
    ],
    ids=[
        "evidence",
        "too far apart in time",
        "a model's word",
        "little likeness",
        "a doubt about the place",
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
    names = {veto.name for veto in EVIDENCE}
    assert names >= EVENTS
    assert not EVENTS & FORMS
