"""The cascade against labelled pairs that are not part of the repository."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from strandline.adapters.embed.choosing import choose_embedders
from strandline.adapters.fetch.posting import Poster
from strandline.model.stories import Answer
from strandline.ops.compare import Comparer
from strandline.ops.evaluate import Evaluation, evaluate, judge, read_file
from strandline.ports import Embedder
from strandline.settings import StorySettings
from strandline.testing.builders import NOW
from strandline.testing.fakes import FrozenClock

pytestmark = pytest.mark.shared_data

SETS = (
    *("en_uci", "fr_news", "zh_sohu", "semeval_en", "semeval_fr", "semeval_zh", "semeval_xling"),
    *("norm_synth", "hard_cases", "url_identity"),
)


def scored(folder: Path, names: Sequence[str], embedders: Sequence[Embedder] = ()) -> Evaluation:
    files = [read_file(str(folder / "stories" / f"{name}.dev.jsonl")) for name in names]
    return evaluate(judge(files, Comparer(embedders)))


@pytest.fixture(scope="module")
def by_titles(shared_data: Path) -> Evaluation:
    """All sets, without any model."""
    return scored(shared_data, SETS)


def test_precision_by_titles_alone(by_titles: Evaluation) -> None:
    """99 of 100 SAME are, over all sets together; of what misleads similarity none is SAME."""
    assert by_titles.total.confusion.same.precision >= 0.99
    hard = next(part for part in by_titles.files if part.name.startswith("hard_cases"))
    assert hard.confusion.of(False, Answer.SAME) == 0


def test_signs_and_addresses(by_titles: Evaluation) -> None:
    """Titles that differ in signs only are found, near misses are not; URLs are all right."""
    found = {part.name.partition(".")[0]: part.confusion for part in by_titles.files}
    assert found["norm_synth"].same.recall >= 0.95
    assert found["norm_synth"].of(False, Answer.SAME) == 0
    assert found["url_identity"].same.recall == 1.0
    assert found["url_identity"].of(False, Answer.SAME) == 0


def test_little_is_lost(by_titles: Evaluation) -> None:
    """97 of 100 pairs of one story are SAME, or a judge can still find them."""
    assert by_titles.total.confusion.kept >= 0.97


def test_with_vectors(shared_data: Path) -> None:
    """French news: a fifth of the pairs are found without one that is false."""
    light, better = choose_embedders(StorySettings(), _no_poster, FrozenClock(NOW))
    if light is None or better is None:
        pytest.skip("the local embedding models are not installed (extra `stories`)")
    found = scored(shared_data, ("fr_news",), (light, better)).total
    assert found.confusion.same.precision >= 0.99
    assert found.confusion.same.recall >= 0.20
    assert found.score_stage.f1 >= 0.87
    assert found.asked <= 150


def _no_poster() -> Poster:
    raise AssertionError("local models ask nobody")
