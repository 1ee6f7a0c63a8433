"""`strandline compare`: one JSON line for each pair, in order."""

import io
import json
from pathlib import Path
from typing import Any, BinaryIO, cast

import pytest
from tests.cli.conftest import Done, Shell

from strandline.cli.compare import batches_of

FIELDS = ["id", "verdict", "relation", "layer", "score", "reason"]
BRIDGE = {"title": "Bridge over the Garonne closed in Lormont", "source": "The Paper", "lang": "en"}


def compare(shell: Shell, *arguments: str, sent: str = "") -> Done:
    return shell("compare", "--no-vectors", *arguments, given=sent.encode())


def answers(result: Done) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def line(pair_id: object, a: object, b: object) -> str:
    return json.dumps({"id": pair_id, "a": a, "b": b}) + "\n"


def test_answers_in_order(shell: Shell) -> None:
    """Each pair is answered on its place, with exactly the documented fields."""
    sent = line("x", BRIDGE, BRIDGE | {"source": "The Herald"}) + line(
        2, BRIDGE, {"title": "A cup for the youngest rowers", "lang": "en"}
    )
    result = compare(shell, "-", sent=sent)
    first, second = answers(result)
    assert result.returncode == 0
    assert list(first) == FIELDS
    assert (first["id"], first["verdict"], first["layer"]) == ("x", "SAME", "same_title")
    assert (second["id"], second["verdict"]) == (2, "DIFFERENT")


def test_a_file_and_its_explanation(shell: Shell, tmp_path: Path) -> None:
    """A file is read as standard input is; `--explain` adds scores, thresholds and vetoes."""
    file = tmp_path / "pairs.jsonl"
    other = BRIDGE | {"title": "Garonne bridge at Lormont shut"}
    file.write_text(line("x", BRIDGE, other), encoding="utf-8")
    (answer,) = answers(compare(shell, str(file), "--explain"))
    assert list(answer) == [*FIELDS, "vetoes", "scores", "thresholds", "calibration"]
    assert answer["scores"]["grams"] > 0
    assert answer["thresholds"]["same"] > answer["thresholds"]["different"]


def test_lines_that_cannot_be_read(shell: Shell) -> None:
    """They are answered on their place, the others as well, and the exit status is 1."""
    sent = "no json\n" + line("y", None, {}) + "\n" + line("z", BRIDGE, BRIDGE)
    result = compare(shell, sent=sent + '\n{"id": 4, "a": {}}')
    first, second, third, fourth = answers(result)
    assert result.returncode == 1
    assert first == {"error": "not JSON"}
    assert second == {"id": "y", "error": "needs two articles, `a` and `b`"}
    assert third["verdict"] == "SAME"
    assert fourth["id"] == 4, "a number stays one"


def test_articles_without_fields(shell: Shell) -> None:
    """Only URLs, or nothing at all, is enough for an answer."""
    same = {"url": "https://paper.example/a/?utm_source=rss"}, {"url": "https://paper.example/a"}
    nulls = dict.fromkeys(("title", "url", "source", "published", "summary", "lang"))
    result = compare(shell, sent=line(1, *same) + line(2, {}, {}) + line(3, nulls, nulls))
    assert [a["verdict"] for a in answers(result)] == ["SAME", "DIFFERENT", "DIFFERENT"]
    assert answers(result)[0]["relation"] == "same_page"


def test_a_layer_switched_off(shell: Shell) -> None:
    """`--off` silences a layer; a name that there is none of is wrong usage."""
    (answer,) = answers(compare(shell, "--off", "same_title", sent=line(1, BRIDGE, BRIDGE)))
    assert answer["layer"] != "same_title"
    refused = compare(shell, "--off", "nonsense", sent="")
    assert refused.returncode == 2
    assert "same_title" in refused.stderr


def test_no_file(shell: Shell) -> None:
    """A file that is not there is named."""
    refused = compare(shell, "/nowhere/pairs.jsonl")
    assert refused.returncode == 2
    assert "/nowhere/pairs.jsonl" in refused.stderr


class Trickle(io.RawIOBase):
    """A stream that gives one piece a read, as a pipe does."""

    def __init__(self, *pieces: bytes) -> None:
        self._pieces = list(pieces)

    def read1(self, size: int) -> bytes:
        return self._pieces.pop(0) if self._pieces else b""


def test_who_waits_is_answered() -> None:
    """What one read completed is a batch: nobody waits for lines that have not come."""
    stream = cast("BinaryIO", Trickle(b"a\nb\nc", b"d\n", b"\n\ne"))
    assert list(batches_of(stream)) == [["a", "b"], ["cd"], ["e"]]


def test_many_lines_are_cut_into_batches() -> None:
    """A batch is bounded, whatever one read brings."""
    stream = cast("BinaryIO", Trickle(b"x\n" * 150))
    assert [len(batch) for batch in batches_of(stream)] == [64, 64, 22]


def test_an_endless_line_stays_bounded() -> None:
    """Of a line that is too long only its beginning is kept, and it is answered with an error."""
    pieces = [b"x" * 65_536] * 40
    (batch,) = list(batches_of(cast("BinaryIO", Trickle(*pieces, b"\n"))))
    assert len(batch) == 1
    assert len(batch[0]) == 1_000_000


@pytest.mark.parametrize("text", ["\ud800", "\x00", "🇫🇷" * 500, "<b>" * 1000])
def test_any_title_is_answered(shell: Shell, text: str) -> None:
    """No title ends the process, and every answer is one line of ASCII."""
    result = compare(shell, sent=line("t", {"title": text}, {"title": text + "!"}))
    assert result.returncode == 0
    assert result.stdout.isascii()
    assert len(answers(result)) == 1
