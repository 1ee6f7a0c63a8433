"""Invented headlines: what measurements rest on."""

from datetime import UTC, datetime, timedelta

from strandline.core.similarity.shingles import grams, jaccard
from strandline.testing.headlines import headlines
from strandline.testing.headlines.making import REACH

START = datetime(2026, 3, 1, tzinfo=UTC)


def test_the_same_again() -> None:
    """The same seed gives the same headlines, another one others."""
    first = list(headlines(200, START, 100))
    assert list(headlines(200, START, 100)) == first
    assert list(headlines(200, START, 100, seed=2)) != first


def test_planted_copies() -> None:
    """A copy follows its original within reach, in its language, and is like it; others are not."""
    told = list(headlines(1500, START, 400))
    copies = [headline for headline in told if headline.copy_of is not None]
    assert 100 < len(copies) < 200
    scores = []
    for copy in copies:
        original = told[copy.copy_of or 0]
        assert original.language == copy.language
        assert timedelta(0) < copy.time - original.time <= REACH
        scores.append(jaccard(grams(original.folded), grams(copy.folded)))
    assert sum(score >= 0.5 for score in scores) >= 0.85 * len(scores)
    assert {headline.language for headline in told} == {"en", "fr", "zh"}
