"""The layers of the cascade, cheap to dear; each a name, what it looks at, and a pure judge.

A judge answers SAME or DIFFERENT, which ends the cascade, UNSURE, which hands the pair on with a
doubt, or None where it has nothing to say. Evidence against SAME (`core.dedup.evidence`) speaks
before every SAME but that of one page.
"""

from collections.abc import Callable
from dataclasses import dataclass

from strandline.core.dedup.bodies import is_copy
from strandline.core.dedup.pages import are_one_page, page_form
from strandline.core.dedup.pairs import Pair, Thresholds
from strandline.core.dedup.score import Bounds, Model
from strandline.core.dedup.thin import why_thin
from strandline.core.dedup.times import are_apart, gap_of
from strandline.core.similarity.shingles import jaccard
from strandline.model.stories import Answer, Relation, Verdict

#: Score of titles alone from which no vectors are asked where there are some. Below, they know
#: better: on labelled pairs in en, two thirds of what titles alone call SAME falsely lie there.
CERTAIN = 0.985


#: Jaccard of the titles from which a toll that rose is later news of one story, and not a figure
#: of another.
ONE_FRAME = 0.5


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer.

    Attributes:
        name: As it stands in verdicts, settings and metrics.
        about: What it looks at, for a person.
        judge: Symmetric in the two articles.
    """

    name: str
    about: str
    judge: Callable[[Pair, Thresholds], Verdict | None]


def _same_feed_and_url(pair: Pair, _: Thresholds) -> Verdict | None:
    a, b = pair.a.input, pair.b.input
    source = a.source_uuid or a.source_name
    if not source or source != (b.source_uuid or b.source_name):
        return None
    if not a.url or a.url != b.url:
        return None
    return _page("same_feed_and_url", "one source listed one URL twice")


def _same_url(pair: Pair, _: Thresholds) -> Verdict | None:
    a, b = pair.a.input, pair.b.input
    if a.url_key and a.url_key == b.url_key:
        return _page("same_url", f"both lead to {a.url_key}")
    if are_one_page(pair.a, pair.b):
        return _page("same_url", f"two forms of {page_form(a.url_key)}")
    return None


def _time_window(pair: Pair, thresholds: Thresholds) -> Verdict | None:
    a, b = pair.a.input, pair.b.input
    if not are_apart(a, b, thresholds.window):
        return None
    hours = (gap_of(a, b) or thresholds.window).total_seconds() / 3600
    limit = thresholds.window.total_seconds() / 3600
    return Verdict(
        Answer.DIFFERENT,
        Relation.DIFFERENT,
        "time_window",
        0.0,
        f"published {hours:.0f} hours apart, more than {limit:.0f}",
        scores={"hours": round(hours, 1)},
        thresholds={"hours": limit},
    )


def _same_title(pair: Pair, _: Thresholds) -> Verdict | None:
    if not pair.a.title.folded or pair.a.title.folded != pair.b.title.folded:
        return None
    layer = "same_title"
    if pair.objections:
        return _objected(pair, layer, 0.5, Bounds(1.0, 0.01), {}, "")
    if thin := why_thin(pair):
        return Verdict(Answer.UNSURE, Relation.UNKNOWN, layer, 0.5, f"one title, but {thin}")
    relation = Relation.COPY if is_copy(pair) else Relation.SAME_STORY
    return Verdict(Answer.SAME, relation, layer, 0.995, "one title but for signs and labels")


def _title_similarity(pair: Pair, thresholds: Thresholds) -> Verdict | None:
    layer = "title_similarity"
    if not (pair.a.lead and pair.b.lead):
        reason = "two URLs, and no words to compare"
        return Verdict(Answer.DIFFERENT, Relation.DIFFERENT, layer, 0.0, reason)
    if is_copy(pair) and not pair.objections:
        reason = "one text under two titles"
        return Verdict(Answer.SAME, Relation.COPY, layer, 0.99, reason)
    calibration = thresholds.calibration
    verdict = _by_score(pair, layer, calibration.model_for(()), calibration.name)
    if not calibration.model_for(pair.vectors).vectors:
        return verdict
    is_certain = verdict.answer is Answer.SAME and verdict.score >= CERTAIN
    return verdict if is_certain else None


def _nearest_vectors(pair: Pair, thresholds: Thresholds) -> Verdict | None:
    model = thresholds.calibration.model_for(pair.vectors)
    if not model.vectors:
        return None
    return _by_score(pair, "nearest_vectors", model, thresholds.calibration.name)


def _language_model(_: Pair, __: Thresholds) -> Verdict | None:
    """Asked outside, about what is still UNSURE: an answer is evidence that is bought."""
    return None


SAME_FEED_AND_URL = Layer(
    "same_feed_and_url", "One source lists one URL again.", _same_feed_and_url
)
SAME_URL = Layer("same_url", "Two URLs of one page.", _same_url)
TIME_WINDOW = Layer("time_window", "Published too far apart to be one story.", _time_window)
SAME_TITLE = Layer("same_title", "One title but for case, signs, labels and site.", _same_title)
TITLE_SIMILARITY = Layer(
    "title_similarity", "What the titles share, and whether the texts are one.", _title_similarity
)
NEAREST_VECTORS = Layer(
    "nearest_vectors", "What embedding models say of title and lead, too.", _nearest_vectors
)
LANGUAGE_MODEL = Layer(
    "language_model", "A language model's reading of what is still undecided.", _language_model
)


def _page(layer: str, reason: str) -> Verdict:
    return Verdict(Answer.SAME, Relation.SAME_PAGE, layer, 1.0, reason)


def _by_score(pair: Pair, layer: str, model: Model, calibration: str) -> Verdict:
    """Below the lower threshold two stories; from the upper one on one, if nothing objects."""
    score, bounds = pair.score(model), model.bounds[pair.language]
    scores = _scores(pair, model) | {"score": round(score, 4)}
    if _is_update(pair):
        return _objected(pair, layer, score, bounds, scores, calibration)
    if score < bounds.different:
        reason = f"score {score:.3f} below {bounds.different:.3f}"
        answer, relation = Answer.DIFFERENT, Relation.DIFFERENT
    elif pair.objections:
        return _objected(pair, layer, score, bounds, scores, calibration)
    elif score >= bounds.same and (thin := why_thin(pair)):
        reason, answer, relation = f"alike, but {thin}", Answer.UNSURE, Relation.UNKNOWN
    elif score >= bounds.same:
        reason = f"score {score:.3f}, at least {bounds.same:.3f}"
        answer, relation = Answer.SAME, Relation.SAME_STORY
    else:
        reason = f"score {score:.3f} between {bounds.different:.3f} and {bounds.same:.3f}"
        answer, relation = Answer.UNSURE, Relation.UNKNOWN
    return Verdict(
        answer,
        relation,
        layer,
        score,
        reason,
        vetoes=_vetoes(pair),
        scores=scores,
        thresholds=_named(bounds),
        calibration=calibration,
    )


def _objected(
    pair: Pair,
    layer: str,
    score: float,
    bounds: Bounds,
    scores: dict[str, float],
    calibration: str,
) -> Verdict:
    """Hard evidence settles it; soft evidence leaves it to a judge."""
    hard = next((objection for objection in pair.objections if objection.is_hard), None)
    said = hard or pair.objections[0]
    if hard is None:
        answer = Answer.UNSURE
        relation = Relation.UPDATE if _is_update(pair) else Relation.UNKNOWN
    else:
        answer = Answer.DIFFERENT
        relation = Relation.UPDATE if _is_update(pair) else Relation.RELATED
        score = min(score, bounds.different)
    return Verdict(
        answer,
        relation,
        layer,
        score,
        f"{said.veto}: {said.detail}",
        vetoes=_vetoes(pair),
        scores=scores,
        thresholds=_named(bounds) if calibration else {},
        calibration=calibration,
    )


def _is_update(pair: Pair) -> bool:
    """True where the titles are one frame and all that differs is what later news changes."""
    return (
        bool(pair.objections)
        and all(objection.is_update for objection in pair.objections)
        and jaccard(pair.a.grams, pair.b.grams) >= ONE_FRAME
    )


def _vetoes(pair: Pair) -> tuple[str, ...]:
    return tuple(dict.fromkeys(objection.veto for objection in pair.objections))


def _scores(pair: Pair, model: Model) -> dict[str, float]:
    names = [name for name in model.weights[pair.language] if name != "bias"]
    return {name: round(pair.features[name], 4) for name in names}


def _named(bounds: Bounds) -> dict[str, float]:
    return {"same": bounds.same, "different": bounds.different, "ask": bounds.ask}
