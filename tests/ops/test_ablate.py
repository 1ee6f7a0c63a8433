"""What each gate and table is worth."""

from pathlib import Path

from strandline.ops.ablate import GATES, ablate_gates
from strandline.ops.evaluate import read_file

PAIRS = Path(__file__).parents[1] / "data" / "pairs" / "hard.jsonl"


def test_every_part_has_a_row() -> None:
    """A gate that stops what misleads shows it, and none without which less is SAME."""
    hard = read_file(str(PAIRS))
    found = {(worth.kind, worth.name): worth.same for worth in ablate_gates([hard], ())}
    whole = found["all", "verdicts"]
    assert {("gate", gate) for gate in GATES} < found.keys()
    assert found["gate", "words"][hard.name, False] > whole[hard.name, False]
    assert all(found["gate", gate][hard.name, True] >= whole[hard.name, True] for gate in GATES)
    assert found["table", "english"] != whole
