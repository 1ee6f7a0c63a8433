"""Whole days of our own, on which most headlines look like others."""

from pathlib import Path

import pytest

from strandline.ops.compare import Comparer
from strandline.ops.evaluate import evaluate, judge, read_file

DAYS = Path(__file__).parents[1] / "data" / "days"


@pytest.mark.parametrize("name", ["en.2", "fr.2", "zh.2"])
def test_one_day_by_titles_alone(name: str) -> None:
    """What is called one news is, nine times of ten, and an eighth of it is found."""
    same = evaluate(
        judge([read_file(str(DAYS / f"{name}.jsonl"))], Comparer(()))
    ).total.confusion.same
    assert same.precision >= 0.9
    assert same.recall >= 0.125
