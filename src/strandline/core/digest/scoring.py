"""How good a candidate is: weighted parts that a person can check, and nothing else.

    score = reputation + recency + clicks + sources, each multiplied by the reader's weight

Every part lies between 0 and its weight. The history is no part: what was shown is blocked, not
scored lower (document 1, "Why Hard Block?").
"""

from dataclasses import replace
from datetime import datetime, timedelta

from strandline.core.digest.drafts import Draft
from strandline.model.digests import Candidate
from strandline.model.readers import ScoreWeights

_HOUR = timedelta(hours=1)

#: Recency at `max_age_hours`, just before the step down; and just after it.
_AT_MAX_AGE = 0.5
_PAST_MAX_AGE = 0.25

#: Clicks, and further sources, at which the part reaches half of its weight. A tenth click says
#: much about an article, a hundredth little; the same holds for the second and the tenth source.
CLICKS_AT_HALF = 10
SOURCES_AT_HALF = 2

_DIGITS = 6


def recency(age: timedelta, max_age_hours: int) -> float:
    """How fresh, in (0, 1]: 1 when new, falling to 0.5 at the maximum age; older ones start at
    0.25 and fade, so that they score lower than any fresh one but are never blocked.

    Args:
        age: Since publication; negative ages (clocks differ) count as new.
        max_age_hours: At least 1.
    """
    share = max(age / _HOUR, 0.0) / max_age_hours
    if share <= 1:
        return 1 - (1 - _AT_MAX_AGE) * share
    return _PAST_MAX_AGE / share


def saturating(count: int, half: int) -> float:
    """From 0 towards 1, 0.5 at `half`."""
    count = max(count, 0)
    return count / (count + half)


def score_parts(
    candidate: Candidate, weights: ScoreWeights, max_age_hours: int, now: datetime
) -> dict[str, float]:
    """The weighted parts by name, rounded to six digits so that every machine adds them alike.

    Args:
        now: Time of the run, aware UTC. An undated candidate is as old as our first sight of it.
    """
    age = now - (candidate.published_at or candidate.detected_at)
    parts = {
        "reputation": weights.reputation * min(max(candidate.reputation, 0.0), 1.0),
        "recency": weights.recency * recency(age, max_age_hours),
        "clicks": weights.clicks * saturating(candidate.clicks, CLICKS_AT_HALF),
        "sources": weights.sources * saturating(len(candidate.other_sources), SOURCES_AT_HALF),
    }
    return {name: round(value, _DIGITS) for name, value in parts.items()}


def scored(draft: Draft, weights: ScoreWeights, max_age_hours: int, now: datetime) -> Draft:
    """The draft with its score."""
    return replace(draft, parts=score_parts(draft.candidate, weights, max_age_hours, now))


def best_first(draft: Draft) -> tuple[float, int, int, float, str]:
    """Sort key: score, then clicks, then number of sources, then the newer one, then the id."""
    candidate = draft.candidate
    when = candidate.published_at or candidate.detected_at
    return (
        -round(draft.score, _DIGITS),
        -candidate.clicks,
        -len(candidate.other_sources),
        -when.timestamp(),
        candidate.article_uuid,
    )
