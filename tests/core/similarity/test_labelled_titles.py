"""What the lexical index proposes of labelled pairs that are not part of the repository."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from strandline.core.similarity.lexical_index import LexicalIndex
from strandline.core.similarity.shingles import grams
from strandline.core.text.titles import read_title

pytestmark = pytest.mark.shared_data

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("name", "least", "share"),
    [
        ("norm_synth", 0.5, 1.0),
        ("en_uci", 0.2, 0.93),
        ("fr_news", 0.2, 0.92),
        ("zh_sohu", 0.15, 0.75),
    ],
)
def test_the_same_story_among_all_titles(
    shared_data: Path, name: str, least: float, share: float
) -> None:
    """Among all titles of a set the other title of a story is proposed, for most stories."""
    path = shared_data / "stories" / f"{name}.dev.jsonl"
    pairs = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    index = LexicalIndex(least)
    read = [
        [
            grams(read_title(pair[side]["title"], language=pair[side]["lang"]).folded)
            for side in "ab"
        ]
        for pair in pairs
    ]
    for number, (_, other) in enumerate(read):
        index.add(str(number), other, NOW)
    same = [number for number, pair in enumerate(pairs) if pair["label"]]
    found = [
        str(number) in {i for i, _ in index.candidates(read[number][0], NOW, NOW)}
        for number in same
    ]
    assert sum(found) >= share * len(found)
