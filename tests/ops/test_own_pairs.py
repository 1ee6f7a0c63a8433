"""The cascade against pairs of our own that mislead, and such in two languages."""

from pathlib import Path

import pytest

from strandline.adapters.embed.choosing import choose_embedders
from strandline.adapters.fetch.posting import Poster
from strandline.core.evaluation.counting import Confusion
from strandline.ops.compare import Comparer
from strandline.ops.evaluate import evaluate, judge, read_file
from strandline.ports import Embedder
from strandline.settings import StorySettings
from strandline.testing.builders import NOW
from strandline.testing.fakes import FrozenClock

PAIRS = Path(__file__).parents[1] / "data" / "pairs"


def found(name: str, *embedders: Embedder) -> Confusion:
    return evaluate(judge([read_file(str(PAIRS / name))], Comparer(embedders))).total.confusion


@pytest.fixture(scope="module")
def light() -> Embedder:
    """The light model alone: the better one reads forty titles a second."""
    chosen, _ = choose_embedders(StorySettings(), _no_poster, FrozenClock(NOW))
    if chosen is None:
        pytest.skip("the local embedding models are not installed (extra `stories`)")
    return chosen


def test_two_languages(light: Embedder) -> None:
    """A third of the pairs in two languages are found, and 97 of 100 that are found are true."""
    same = found("crossing.jsonl", light).same
    assert same.precision >= 0.97
    assert same.recall >= 0.35


def test_two_languages_by_titles_alone() -> None:
    """Without a model, what two languages share is not enough but for names and figures."""
    assert found("crossing.jsonl").same.precision >= 0.97


def test_later_news(light: Embedder) -> None:
    """A plan and its coming are not called one; one news in other words is."""
    same = found("later.jsonl", light).same
    assert same.precision >= 0.9
    assert same.recall >= 0.35


def test_one_news_as_outlets_word_it(light: Embedder) -> None:
    """Another moment or party of one story is no copy of it, however alike."""
    same = found("worded.jsonl", light).same
    assert same.precision >= 0.95
    assert same.recall >= 0.1


def _no_poster() -> Poster:
    raise AssertionError("local models ask nobody")
