"""The score: visible parts that add up, and age that lowers and never blocks."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.digest.drafts import Draft
from strandline.core.digest.scoring import best_first, recency, score_parts
from strandline.model.digests import OtherSource
from strandline.model.readers import ScoreWeights
from strandline.testing.builders import NOW, a_candidate

ages = st.timedeltas(timedelta(0), timedelta(days=4000))


@given(young=ages, older=ages, max_age=st.integers(1, 8760))
def test_recency_falls_with_age_and_never_to_nothing(
    young: timedelta, older: timedelta, max_age: int
) -> None:
    """An older article never scores higher; none scores zero."""
    first, second = sorted((young, older))
    assert 0 < recency(second, max_age) <= recency(first, max_age) <= 1


def test_max_age_hours_lowers_the_score() -> None:
    """Document 1: 72 hours "only penalized recency", with a step at that age."""
    at, past = recency(timedelta(hours=72), 72), recency(timedelta(hours=72, minutes=1), 72)
    assert at == 0.5
    assert past < 0.26
    assert recency(timedelta(hours=-3), 72) == 1


@given(
    weights=st.builds(ScoreWeights, *[st.floats(0, 10)] * 4),
    reputation=st.floats(-1, 2),
    clicks=st.integers(0, 10**6),
    sources=st.integers(0, 50),
)
def test_each_part_lies_between_nothing_and_its_weight(
    weights: ScoreWeights, reputation: float, clicks: int, sources: int
) -> None:
    """So a person can read a score: every part, weighted, and their sum."""
    candidate = a_candidate(
        reputation=reputation,
        clicks=clicks,
        other_sources=tuple(OtherSource("o", "https://o.example/") for _ in range(sources)),
    )
    parts = score_parts(candidate, weights, 72, NOW)
    assert list(parts) == ["reputation", "recency", "clicks", "sources"]
    for name, value in parts.items():
        assert -1e-6 <= value <= getattr(weights, name) + 1e-6
    assert Draft(candidate, parts=parts).score == pytest.approx(sum(parts.values()))


def test_an_undated_article_is_as_old_as_our_first_sight_of_it() -> None:
    """No date is never today's date."""
    seen = NOW - timedelta(hours=36)
    undated = a_candidate(published_at=None, detected_at=seen)
    dated = a_candidate(published_at=seen)
    weights = ScoreWeights()
    assert score_parts(undated, weights, 72, NOW) == score_parts(dated, weights, 72, NOW)


def test_equal_scores_go_by_clicks_then_sources_then_time(draft: Callable[..., Draft]) -> None:
    """The order of the featured list: clicks, then the number of sources."""
    from dataclasses import replace

    other = (OtherSource("o", "https://o.example/"),)
    rows = [
        draft("https://a.example/old", published_at=NOW - timedelta(hours=9)),
        draft("https://a.example/new"),
        draft("https://a.example/sources", other_sources=other),
        draft("https://a.example/clicks", clicks=1),
    ]
    level = [replace(row, parts={"recency": 1.0}) for row in rows]
    names = [d.candidate.url.rpartition("/")[2] for d in sorted(level, key=best_first)]
    assert names == ["clicks", "sources", "new", "old"]
