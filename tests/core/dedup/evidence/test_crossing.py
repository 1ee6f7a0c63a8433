"""Titles in two languages that say one thing."""

import pytest

from strandline.core.dedup.cascade import compare
from strandline.core.dedup.evidence.pair import pair_of, say_one_thing
from strandline.core.dedup.score import calibration
from strandline.core.dedup.telling import Telling, tell
from strandline.model.stories import Answer, StoryInput

TABLE = [
    ("en", "Japan opens second line in Vietnam", "日本越南第二条生产线投产", True),
    ("fr", "Le Japon ouvre une deuxième ligne au Vietnam", "日本越南第二条生产线投产", True),
    ("en", "Japan opens second line in Vietnam", "韩国在秘鲁裁员", False),
    ("en", "Japan hires pilots", "日本越南第二条生产线投产", False),
]


def told(title: str, language: str) -> Telling:
    """A telling of a title alone."""
    return tell(StoryInput(title, language=language))


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_say_one_thing(language: str, a: str, b: str, expected: bool) -> None:
    """A shared name and much else that the tables know in both languages."""
    one, other = told(a, language), told(b, "zh")
    assert say_one_thing(pair_of(one, other)) is say_one_thing(pair_of(other, one)) is expected


def test_no_models_see_it() -> None:
    """Where names and words agree, want of likeness makes no two stories: the judge may look."""
    one = told("Japan opens second line in Vietnam", "en")
    other = told("日本越南第二条生产线投产", "zh")
    far = told("韩国在秘鲁裁员", "zh")
    vectors = dict.fromkeys(calibration().models[-1].vectors, 0.5)
    assert compare(one, other, vectors=vectors).answer is Answer.UNSURE
    assert compare(one, far, vectors=vectors).answer is Answer.DIFFERENT
