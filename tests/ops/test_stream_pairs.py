"""Pairs that a labelled stream makes, for fitting and for figures."""

import json
from pathlib import Path

import pytest

from strandline.model.errors import UsageError
from strandline.ops.evaluate import read_file

ROWS = [
    ("1", "Bridge closed in Lormont after cracks", "e1", "2026-03-02T08:00:00Z"),
    ("2", "Lormont bridge closed after cracks", "e1", "2026-03-02T09:00:00Z"),
    ("3", "Lormont bridge reopens after cracks", "e2", "2026-03-03T09:00:00Z"),
    ("4", "Bridge closed in Lormont after cracks", None, "2026-03-02T10:00:00Z"),
    ("5", "Bridge closed in Lormont after cracks", "e3", "2026-03-20T10:00:00Z"),
]


@pytest.fixture
def stream(tmp_path: Path) -> str:
    path = tmp_path / "stream.jsonl"
    rows = [
        {"id": i, "title": t, "url": f"https://{i}.example/a", "event": e, "published": p}
        for i, t, e, p in ROWS
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def test_one_event_is_one_story(stream: str) -> None:
    """Near articles within the window are pairs; one that nobody read makes none."""
    pairs = {str(pair.pair_id): pair.label for pair in read_file(stream).pairs}
    assert pairs == {"1 2": True, "1 3": False, "2 3": False}


def test_a_pair_knows_its_events(stream: str) -> None:
    """So that no model is tried on the news that it was fitted on."""
    assert {pair.events for pair in read_file(stream).pairs} == {("e1", "e1"), ("e1", "e2")}


def test_one_page_under_two_headlines_is_no_pair(tmp_path: Path) -> None:
    """It is joined whatever it says."""
    path = tmp_path / "stream.jsonl"
    row = {"id": "1", "title": "A bridge", "url": "https://a.example/x", "event": "e1"}
    path.write_text(json.dumps(row) + "\n" + json.dumps(row | {"id": "2"}), encoding="utf-8")
    with pytest.raises(UsageError, match="no pair"):
        read_file(str(path))
