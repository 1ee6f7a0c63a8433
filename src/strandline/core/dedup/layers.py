"""The layers of the cascade, cheap to dear; each a name, what it looks at, and a pure judge.

A judge answers SAME or DIFFERENT, which ends the cascade, UNSURE, which hands the pair on with a
doubt, or None where it has nothing to say. Evidence against SAME (`core.dedup.evidence`) speaks
before every SAME but that of one page, and of one source's text that it prints again.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Final, NamedTuple

from strandline.core.dedup.bodies import is_copy, is_reissue
from strandline.core.dedup.pairs import Pair, Thresholds
from strandline.core.dedup.score import Bounds, Model
from strandline.core.dedup.telling import are_of_one_source
from strandline.core.dedup.thin import least_score, why_thin
from strandline.core.dedup.times import are_apart, gap_of
from strandline.core.similarity.shingles import jaccard
from strandline.core.urls.page_forms import lead_to_one_page, page_form
from strandline.model.stories import Answer, Relation, StoryInput, Verdict

#: What is said of articles that are too far apart.
TIME_WINDOW = "time_window"
#: The layers of the score; the second one reads vectors.
TITLE_SIMILARITY, NEAREST_VECTORS = "title_similarity", "nearest_vectors"
#: Score of titles alone from which no vectors are asked where there are some. Below, they know
#: better: on labelled pairs in en, two thirds of what titles alone call SAME falsely lie there.
CERTAIN = 0.99
#: Jaccard of the titles from which a toll that rose is later news of one story, and not a figure
#: of another.
ONE_FRAME = 0.5
#: Jaccard of the titles that one page may have had one after the other.
ONE_PAGE = 0.3
#: Score of one short title under two articles: it may name one event or two.
EVEN = 0.5


class Layer(NamedTuple):
    """One layer: its name in verdicts, settings and metrics, and its judge, symmetric in the two
    articles.
    """

    name: str
    judge: Callable[[Pair, Thresholds], Verdict | None]


def _same_feed_and_url(pair: Pair, _: Thresholds) -> Verdict | None:
    a, b = pair.a.input, pair.b.input
    if not are_of_one_source(a, b) or not a.url or a.url != b.url:
        return None
    return _page("same_feed_and_url", "one source listed one URL twice")


def _same_url(pair: Pair, _: Thresholds) -> Verdict | None:
    a, b = pair.a.input, pair.b.input
    if a.url_key and a.url_key == b.url_key:
        return _page("same_url", f"both lead to {a.url_key}")
    if lead_to_one_page(a.url_key, b.url_key) and _may_be_one_page(pair):
        return _page("same_url", f"two forms of {page_form(a.url_key)}")
    return None


def _may_be_one_page(pair: Pair) -> bool:
    """True where the titles share enough, or one of the two has none."""
    grams_a, grams_b = pair.a.grams, pair.b.grams
    return not (grams_a and grams_b) or jaccard(grams_a, grams_b) >= ONE_PAGE


def _time_window(pair: Pair, thresholds: Thresholds) -> Verdict | None:
    a, b = pair.a.input, pair.b.input
    return outside_window(a, b, thresholds.window) if are_apart(a, b, thresholds.window) else None


def outside_window(a: StoryInput, b: StoryInput, window: timedelta) -> Verdict:
    """What is said of two that are surely further apart."""
    hours = (gap_of(a, b) or window).total_seconds() / 3600
    limit = window.total_seconds() / 3600
    return Verdict(
        Answer.DIFFERENT,
        Relation.DIFFERENT,
        TIME_WINDOW,
        0.0,
        f"published {hours:.0f} hours apart, more than {limit:.0f}",
        scores={"hours": round(hours, 1)},
        thresholds={"hours": limit},
    )


def _same_title(pair: Pair, _: Thresholds) -> Verdict | None:
    layer = "same_title"
    if is_reissue(pair):
        reason = "one source, one title and one text"
        return Verdict(Answer.SAME, Relation.COPY, layer, 0.995, reason)
    if not _is_one_title(pair):
        return None
    if pair.objections:
        return _Scored(pair, layer, EVEN, Bounds(1.0, 0.01)).objected()
    if thin := why_thin(pair):
        return Verdict(Answer.UNSURE, Relation.UNKNOWN, layer, EVEN, f"one title, but {thin}")
    relation = Relation.COPY if is_copy(pair) else Relation.SAME_STORY
    return Verdict(Answer.SAME, relation, layer, 0.995, "one title but for signs and labels")


def _title_similarity(pair: Pair, thresholds: Thresholds) -> Verdict | None:
    layer = TITLE_SIMILARITY
    if not (pair.a.lead and pair.b.lead):
        reason = "two URLs, and no words to compare"
        return Verdict(Answer.DIFFERENT, Relation.DIFFERENT, layer, 0.0, reason)
    if is_copy(pair) and not pair.objections:
        reason = "one text under two titles"
        return Verdict(Answer.SAME, Relation.COPY, layer, 0.99, reason)
    calibration = thresholds.calibration
    of_titles, has_vectors = calibration.model_for(()), calibration.model_for(pair.vectors).vectors
    if has_vectors and pair.score(of_titles) < CERTAIN:
        return None
    verdict = _by_score(pair, layer, of_titles, calibration.name)
    if not has_vectors:
        return verdict
    is_certain = verdict.answer is Answer.SAME and verdict.score >= CERTAIN
    return verdict if is_certain else None


def _nearest_vectors(pair: Pair, thresholds: Thresholds) -> Verdict | None:
    model = thresholds.calibration.model_for(pair.vectors)
    if not model.vectors:
        return None
    return _by_score(pair, NEAREST_VECTORS, model, thresholds.calibration.name)


#: Cheap to dear. To add a layer: write it, add it here, and add its row to the reference.
CASCADE: Final[tuple[Layer, ...]] = (
    Layer("same_feed_and_url", _same_feed_and_url),
    Layer("same_url", _same_url),
    Layer(TIME_WINDOW, _time_window),
    Layer("same_title", _same_title),
    Layer(TITLE_SIMILARITY, _title_similarity),
    Layer(NEAREST_VECTORS, _nearest_vectors),
    Layer("language_model", lambda *_: None),  # asked outside, about what is still UNSURE
)


def _page(layer: str, reason: str) -> Verdict:
    return Verdict(Answer.SAME, Relation.SAME_PAGE, layer, 1.0, reason)


@dataclass(frozen=True, slots=True)
class _Scored:
    """A pair with its score, from which verdicts are made."""

    pair: Pair
    layer: str
    score: float
    bounds: Bounds
    scores: Mapping[str, float] = field(default_factory=dict)
    calibration: str = ""

    def verdict(self, answer: Answer, relation: Relation, reason: str) -> Verdict:
        """Without evidence against it."""
        return Verdict(
            answer,
            relation,
            self.layer,
            self.score,
            reason,
            scores=self.scores,
            thresholds=_named(self.bounds) if self.calibration else {},
            calibration=self.calibration,
        )

    def objected(self) -> Verdict:
        """Hard evidence settles it; soft evidence leaves it to a judge."""
        said = self.pair.objections
        hard = next((objection for objection in said if objection.is_hard), None)
        weighty = hard or said[0]
        relation = Relation.UPDATE if _is_update(self.pair) else Relation.UNKNOWN
        if hard and relation is Relation.UNKNOWN:
            relation = Relation.RELATED
        answer = Answer.DIFFERENT if hard else Answer.UNSURE
        verdict = self.verdict(answer, relation, f"{weighty.veto}: {weighty.detail}")
        return replace(
            verdict,
            score=min(self.score, self.bounds.different) if hard else self.score,
            vetoes=tuple(dict.fromkeys(objection.veto for objection in said)),
        )


def _by_score(pair: Pair, layer: str, model: Model, calibration: str) -> Verdict:
    """Below the lower threshold two stories; from the upper one on one, if nothing objects."""
    score, bounds = pair.score(model), model.bounds[pair.language]
    if _is_one_title(pair) and not pair.objections:
        score = max(score, EVEN)  # too short to bind, it is still no evidence of two stories
    scored = _Scored(pair, layer, score, bounds, _scores(pair, model), calibration)
    if score < bounds.different and not _is_update(pair) and not pair.is_told_in_both:
        reason = f"score {score:.3f} below {bounds.different:.3f}"
        return scored.verdict(Answer.DIFFERENT, Relation.DIFFERENT, reason)
    if pair.objections:
        return scored.objected()
    least = bounds.same
    if score >= least:
        least = max(least, least_score(pair, model.vectors))
    if score < least:
        reason = f"score {score:.3f} between {bounds.different:.3f} and {least:.3f}"
        if score < bounds.different:
            reason = f"score {score:.3f}, but names and words agree in two languages"
        return scored.verdict(Answer.UNSURE, Relation.UNKNOWN, reason)
    if thin := why_thin(pair):
        return scored.verdict(Answer.UNSURE, Relation.UNKNOWN, f"alike, but {thin}")
    reason = f"score {score:.3f}, at least {least:.3f}"
    return scored.verdict(Answer.SAME, Relation.SAME_STORY, reason)


def _is_one_title(pair: Pair) -> bool:
    """True for one title twice, but for signs, labels and script."""
    return bool(pair.a.title.folded) and pair.a.title.folded == pair.b.title.folded


def _is_update(pair: Pair) -> bool:
    """True where the titles are one frame, each names no other names than the other, and all that
    differs is what later news changes.
    """
    a, b = pair.a, pair.b
    return (
        jaccard(a.grams, b.grams) >= ONE_FRAME
        and not (a.names - b.names and b.names - a.names)
        and bool(pair.objections)
        and all(objection.is_update for objection in pair.objections)
    )


def _scores(pair: Pair, model: Model) -> dict[str, float]:
    """What the score is made of, for an audit."""
    names = [name for name in model.weights[pair.language] if name in pair.measured]
    return {name: round(pair.measured[name], 4) for name in names}


def _named(bounds: Bounds) -> dict[str, float]:
    return {"same": bounds.same, "different": bounds.different, "ask": bounds.ask}
