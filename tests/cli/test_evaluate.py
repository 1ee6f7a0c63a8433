"""`strandline evaluate`: figures over labelled pairs, and fitting."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Done, Shell

from strandline.ops import learning

PLACES = ["Lormont", "Bergerac", "Langon", "Blaye", "Arcachon", "Libourne"]


def evaluate(shell: Shell, *arguments: str) -> Done:
    return shell("evaluate", "--no-vectors", *arguments)


def row(pair_id: str, label: int, a: str, b: str) -> dict[str, Any]:
    sides = [{"title": title, "lang": "en"} for title in (a, b)]
    return {"id": pair_id, "label": label, "a": sides[0], "b": sides[1]}


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    """Pairs of one story in other words, and of two stories."""
    rows = []
    for number, place in enumerate(PLACES):
        title = f"Bridge over the river closed in {place} after cracks are found"
        next_place = PLACES[number - 1]
        rows += [
            row(f"s{number}", 1, title, title.upper() + "!"),
            row(f"w{number}", 1, title, f"River bridge in {place} closed, cracks found in pillars"),
            row(f"d{number}", 0, title, f"A cup for the youngest rowers of {next_place}"),
            row(f"e{number}", 0, title, f"School in {next_place} opens a garden for its pupils"),
        ]
    file = tmp_path / "bridges.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in rows), encoding="utf-8")
    return file


def test_figures_for_a_machine(shell: Shell, pairs: Path) -> None:
    """By file, language and layer, with the thresholds in force and their data."""
    found = json.loads(evaluate(shell, str(pairs), "--json").stdout)
    total = found["total"]
    assert total["positive_same"] >= len(PLACES)
    assert total["negative_same"] == 0
    assert total["precision"] == 1.0
    assert total["best_f1"] >= 0.9
    assert set(found["files"]) == {"bridges.jsonl"}
    assert set(found["languages"]) == {"en"}
    assert found["layers"]["same_title en"]["positive_same"] == len(PLACES)
    assert found["thresholds"]["en"]["same"] > found["thresholds"]["en"]["different"]
    assert len(found["calibration"]["checksum"]) == 64


def test_figures_for_a_person(shell: Shell, pairs: Path) -> None:
    """The same as tables; `--wrong` lists what was ruled wrong, if anything was."""
    shown = evaluate(shell, str(pairs), "--wrong").stdout
    for word in ("bridges.jsonl", "same_title", "recall", "fitted on"):
        assert word in shown


def labels(file: Path, count: int) -> Path:
    """So many labelled pairs, half of them of one story."""
    rows = []
    for number in range(count):
        place, year = PLACES[number % 6], 1900 + number // 6
        title = f"Bridge of {year} over the river closed in {place} after cracks are found"
        other = f"A cup for the youngest rowers of {PLACES[number % 6 - 1]} since {year}"
        again = f"River bridge of {year} in {place} closed, cracks found in pillars"
        rows.append(row(f"p{number}", number // 6 % 2, title, again if number // 6 % 2 else other))
    file.write_text("".join(json.dumps(one) + "\n" for one in rows), encoding="utf-8")
    return file


@pytest.mark.parametrize("enough", [240, 241])
def test_fitting(shell: Shell, enough: int, tmp_path: Path) -> None:
    """`--fit` writes weights and thresholds with the name and checksum of their data: all of them
    anew where there are labels enough, else what is packaged learns. A setting puts them in force.
    """
    pytest.importorskip("numpy")
    shell.monkeypatch.setattr(learning, "ENOUGH_FOR_ALL", enough)
    pairs, out = labels(tmp_path / "bridges.jsonl", 240), tmp_path / "data" / "own.json"
    result = evaluate(shell, str(pairs), "--fit", str(out), "--name", "bridges")
    assert result.returncode == 0, result.stderr
    assert f"STORY_CALIBRATION={out}" in result.stdout
    fitted = json.loads(out.read_text(encoding="utf-8"))
    assert fitted["data"]["name"] == "bridges"
    assert fitted["data"]["files"] == {"bridges.jsonl": 240}
    assert (len(fitted["models"]) == 1) == (enough == 240)
    assert fitted["models"][0]["weights"]["en"]["grams"] != 0
    shell.monkeypatch.setenv("STORY_CALIBRATION", str(out))
    scored = evaluate(shell, str(pairs), "--json")
    assert json.loads(scored.stdout)["calibration"]["name"] == "bridges"


def test_too_few_labels_to_fit(shell: Shell, pairs: Path, tmp_path: Path) -> None:
    """Nothing is written; how many are needed is said."""
    result = evaluate(shell, str(pairs), "--fit", str(tmp_path / "own.json"))
    assert result.returncode == 2
    assert "200 are needed" in result.stderr
    assert not (tmp_path / "own.json").exists()


def test_a_calibration_that_is_none(shell: Shell, pairs: Path, tmp_path: Path) -> None:
    """The setting is named, and what to do."""
    shell.monkeypatch.setenv("STORY_CALIBRATION", str(tmp_path / "none.json"))
    result = evaluate(shell, str(pairs))
    assert result.returncode != 0
    assert "STORY_CALIBRATION" in result.stderr
    assert "--fit" in result.stderr


def test_a_stream(shell: Shell, tmp_path: Path) -> None:
    """Articles with their clusters are grouped, and the groups scored."""
    titles = [
        f"Bridge over the river closed in {place} after cracks are found{end}"
        for place in PLACES[:3]
        for end in ("", "!")
    ]
    rows = [
        {"id": f"a{n}", "cluster": f"c{n // 2}", "title": title, "published": "2026-03-02"}
        for n, title in enumerate(titles)
    ]
    file = tmp_path / "stream.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in rows), encoding="utf-8")
    found = json.loads(evaluate(shell, "--stream", str(file), "--json").stdout)
    assert found["articles"] == 6
    assert found["stories"] == 3
    assert found["bcubed_f1"] == 1.0


def test_the_groups_of_a_stream(shell: Shell, tmp_path: Path) -> None:
    """`--groups` prints the story and the thread of each article, and pairs of threads are counted
    by what they truly are: of the labels a stream may lack any.
    """
    rows = [
        ("a", "flood", "dam", "Aldermoor dam breaks: 3,000 people flee the town"),
        ("b", "flood", "dam", "Aldermoor dam breaks: 3,000 people flee the town!"),
        ("c", "blame", "dam", "Aldermoor dam breaks: 3,000 people flee, mayor resigns"),
        ("d", None, None, "Chess: Ilse Varga wins in Marley"),
    ]
    names = ("id", "event", "story", "title")
    file = tmp_path / "stream.jsonl"
    lines = [dict(zip(names, row, strict=True)) | {"published": "2026-03-02"} for row in rows]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    said = evaluate(shell, "--stream", str(file), "--groups", "--json", "--no-vectors").stdout
    groups = {row["id"]: row for row in map(json.loads, said.splitlines())}
    assert groups["a"]["news"] == groups["b"]["news"] != groups["c"]["news"]
    assert {groups[one]["thread"] for one in "abc"} == {groups["a"]["story"]}
    assert groups["d"] == {"id": "d", "news": "d", "story": "d", "thread": "d"}
    shown = evaluate(shell, "--stream", str(file), "--groups", "--no-vectors").stdout.splitlines()
    assert "d d d" in shown
    found = json.loads(evaluate(shell, "--stream", str(file), "--json", "--no-vectors").stdout)
    assert (found["threads"], found["thread_precision"]) == (1, 1.0)
    assert (found["thread_pairs_same"], found["thread_pairs_running"]) == (1, 2)


@pytest.mark.parametrize(
    ("content", "word"),
    [("no json\n", "line 1"), ('{"label": 1, "a": {}}\n', "line 1")],
)
def test_a_line_that_is_no_pair(shell: Shell, content: str, word: str, tmp_path: Path) -> None:
    """The file and the line are named; nothing is scored."""
    file = tmp_path / "broken.jsonl"
    file.write_text(content, encoding="utf-8")
    result = evaluate(shell, str(file))
    assert result.returncode == 2
    assert word in result.stderr


def test_nothing_to_score(shell: Shell) -> None:
    """Without a file there is nothing to do."""
    assert evaluate(shell).returncode == 2


def test_pairs_without_a_label_are_told(shell: Shell, tmp_path: Path) -> None:
    """A file that has nothing to score is named, with what it lacks; no table of noughts."""
    file = tmp_path / "unlabelled.jsonl"
    for text in ("", json.dumps({"a": {"title": "Ford shut"}, "b": {"title": "Ford open"}})):
        file.write_text(text, encoding="utf-8")
        ended = evaluate(shell, str(file))
        assert ended.returncode == 2
        assert "has no pair with a label" in ended.stderr


def test_what_cannot_be_counted_is_a_dash(shell: Shell, tmp_path: Path) -> None:
    """Where nothing was ruled SAME there is no precision, rather than one of nought."""
    file = tmp_path / "apart.jsonl"
    two = row("p1", 0, "Ford at Ebbing shut after rain", "A cup for the youngest rowers of Tarn")
    file.write_text(json.dumps(two), encoding="utf-8")
    line = next(
        one for one in evaluate(shell, str(file)).stdout.splitlines() if one.startswith("all")
    )
    assert line.split()[4:7] == ["–", "–", "–"]
