"""`strandline dedup label`: one person labels a stream, answer by answer."""

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.store import open_store
from strandline.model.articles import IngestBatch
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW, a_mention, a_source, an_article

TOWNS = ("Lormont", "Bergerac", "Langon", "Blaye", "Arcachon", "Libourne")


@pytest.fixture
def stream(shell: Any) -> str:
    """Two reports of one kind from each of six towns; nobody has labelled anything."""
    rows = [
        {
            "id": f"{town}-{n}",
            "title": title.format(town),
            "source": f"Paper {n}",
            "published": f"2026-03-02T0{n}:00:00Z",
            "lang": "en",
            "summary": "Traffic goes round by the mill.",
        }
        for town in TOWNS
        for n, title in enumerate(
            ("Bridge of {} closed after cracks", "Cracks close the old bridge of {}"), 1
        )
    ]
    file = shell.folder / "stream.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(file)


def label(shell: Any, stream: str, keys: str, *more: str) -> str:
    given = "".join(f"{key}\n" for key in keys).encode()
    said: str = shell.ok("dedup", "label", stream, "--no-vectors", *more, given=given)
    return said


def rows(shell: Any) -> list[dict[str, Any]]:
    text = (shell.folder / "labels.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_three_keys_are_three_levels(shell: Any, stream: str) -> None:
    """Each answer is a line of the file, with both articles as `evaluate` reads them."""
    said = label(shell, stream, "stdq")
    assert "3 labels: 1 same news, 1 same thread, 1 neither." in said
    found = rows(shell)
    assert [row["level"] for row in found] == ["same_news", "same_thread", "neither"]
    assert [row["label"] for row in found] == [1, 0, 0]
    assert found[0]["a"]["title"].startswith(("Bridge", "Cracks"))
    assert "Traffic goes round" in said
    scored = json.loads(shell.ok("evaluate", "labels.jsonl", "--no-vectors", "--json"))
    total = scored["total"]
    assert sum(count for name, count in total.items() if name.startswith("positive_")) == 1
    assert sum(count for name, count in total.items() if name.startswith("negative_")) == 2


def test_a_person_goes_on_another_day(shell: Any, stream: str) -> None:
    """What was answered or skipped is not asked again."""
    label(shell, stream, "skq")
    label(shell, stream, "tq")
    found = rows(shell)
    assert len({row["id"] for row in found}) == len(found) == 3
    assert [row.get("level") for row in found] == ["same_news", None, "same_thread"]


def test_undo_takes_back_answer_after_answer(shell: Any, stream: str) -> None:
    """Across sessions too; the pair is asked about again."""
    first = label(shell, stream, "sq")
    said = label(shell, stream, "duu" + "tq")
    assert said.count("Taken back") == 2
    assert "1 label: 0 same news, 1 same thread, 0 neither." in said
    assert first.splitlines()[3] in said
    assert "Nothing was answered yet." in label(shell, stream, "uuq")


def test_some_are_asked_twice_and_agreement_is_told(shell: Any, stream: str) -> None:
    """A person who says the same each time agrees with himself."""
    said = label(shell, stream, "t" * 30 + "q")
    assert "once more" in said
    assert "Asked twice: 1, the same answer 1 times (kappa 1.00)." in said
    twice = [row for row in rows(shell) if len(row["said"]) > 1]
    assert len(twice) == 1


def test_the_limit_ends_it(shell: Any, stream: str) -> None:
    """And where nothing is left, that is said."""
    assert "2 labels" in label(shell, stream, "ttttt", "--limit", "2")
    pairs = {"id": 1, "a": {"title": "Ford at Ebbing shut"}, "b": {"title": "Ebbing ford is shut"}}
    one = shell.folder / "pairs.jsonl"
    one.write_text(json.dumps(pairs), encoding="utf-8")
    said = label(shell, str(one), "sssss", "--out", "other.jsonl")
    assert "Every pair is labelled." in said


def test_the_ledger_is_labelled_without_moving_a_story(shell: Any) -> None:
    """Pairs that wait for a person; they still wait afterwards."""
    store = open_store(DatabaseSettings(path=shell.folder / "s.sqlite3"))
    for number, deaths in enumerate((12, 19), 1):
        url = f"https://paper{number}.example/story"
        article = an_article(url, article_title=f"Storm kills {deaths} on the coast of Ruritania")
        source = a_source(number)
        store.save_source(source)
        store.ingest(IngestBatch(NOW, (article,), mentions=(a_mention(article, source),)))
    store.close()
    shell.ok("dedup", "backfill")
    before = shell.ok("dedup", "review", "--json")
    said: str = shell.ok("dedup", "label", given=b"t\nq\n")
    assert "1 label: 0 same news, 1 same thread, 0 neither." in said
    assert shell.ok("dedup", "review", "--json") == before
    assert rows(shell)[0]["level"] == "same_thread"


@pytest.mark.parametrize("text", ["no json", '{"a": 1}', '{"id": "x", "said": []}', "[]"])
def test_a_file_that_holds_something_else_is_left_alone(shell: Any, stream: str, text: str) -> None:
    """The line is named, and not a byte is changed."""
    file = shell.folder / "labels.jsonl"
    file.write_text(text, encoding="utf-8")
    done = shell("dedup", "label", stream, "--no-vectors", given=b"s\n")
    assert done.returncode == 2
    assert "line 1" in done.stderr
    assert file.read_text(encoding="utf-8") == text


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(shell: Any, stream: str, tmp_path: Path) -> None:
    """It is said at the first answer."""
    folder = tmp_path / "closed"
    folder.mkdir(mode=stat.S_IRUSR | stat.S_IXUSR)
    done = shell("dedup", "label", stream, "--no-vectors", "--out", str(folder / "l"), given=b"s\n")
    assert done.returncode == 2
    assert "cannot be written" in done.stderr


@pytest.mark.parametrize("text", ["", "[1]", '{"title": 3}', "no json"])
def test_a_stream_without_articles(shell: Any, text: str) -> None:
    """A line that is no article is named; a file without pairs is told."""
    file = shell.folder / "broken.jsonl"
    file.write_text(text, encoding="utf-8")
    done = shell("dedup", "label", str(file), "--no-vectors", given=b"s\n")
    assert done.returncode == 2
    assert "line 1" in done.stderr or "no pair" in done.stderr
