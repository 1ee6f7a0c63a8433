"""`strandline evaluate --judge`: what a chat endpoint is worth, by a real one on loopback."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from strandline.testing.chat_replies import Asked, Reply, judgement
from strandline.testing.chat_server import ChatServer

TOWNS = [
    f"{name}{end}" for name in ("Lor", "Berg", "Lang", "Blay", "Arc") for end in ("mont", "ey")
]
TITLES = {
    "closes": ("Bridge in {} closed after cracks", "Cracks shut the bridge of {}"),
    "opens": ("Bridge in {} open again", "Traffic back on the bridge of {}"),
}


@pytest.fixture
def stream(shell: Any) -> Path:
    """Ten running stories of two pieces of news, each told twice."""
    rows = [
        {
            "id": f"{town} {event} {n}",
            "title": title.format(town),
            "published": f"2026-03-0{2 + (event == 'opens')}T0{n}:00:00Z",
            "lang": "en",
            "event": f"{town} {event}",
            "story": town,
        }
        for town in TOWNS
        for event, titles in TITLES.items()
        for n, title in enumerate(titles)
    ]
    file = Path(shell.folder / "bridges.jsonl")
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


@pytest.fixture
def chat(monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    with ChatServer() as server:
        for name, value in {
            "JUDGE_URL": server.url,
            "JUDGE_MODEL": "town/m-1",
            "JUDGE_PRICE_IN": "2",
            "ALLOW_PRIVATE_NETWORKS": server.address,
        }.items():
            monkeypatch.setenv(name, value)
        yield server


def truth(asked: Asked) -> str:
    """The level, from the titles."""
    one, other = (row["title"] for row in asked.rows)
    if not any(town in one and town in other for town in TOWNS):
        return "neither"
    is_open = ["open" in title or "back" in title for title in (one, other)]
    return "same_news" if is_open[0] == is_open[1] else "same_thread"


def measure(shell: Any, stream: Path, *words: str) -> Any:
    told = shell.ok("evaluate", str(stream), "--no-vectors", "--judge", "--json", *words)
    return json.loads(told)


def test_a_judge_is_measured_and_the_measurement_kept(
    shell: Any, stream: Path, chat: ChatServer
) -> None:
    """F1 by language and level, tokens, cost, seconds; the file lies in the data folder."""
    chat.rule = lambda asked: judgement(truth(asked))
    found = measure(shell, stream, "--most", "30")
    assert found["questions"] == len(chat.asked) == 30
    levels = {row["level"]: row for row in found["figures"]}
    assert set(levels) == {"same_news", "same_thread", "neither"}
    assert {row["pairs"] for row in levels.values()} == {10}
    assert {row["f1"] for row in levels.values()} == {1.0}
    assert found["prompt_tokens"] > 0
    assert found["cost"] == pytest.approx(found["prompt_tokens"] * 2 / 1e6, abs=1e-6)
    kept = json.loads((shell.folder / found["file"]).read_text(encoding="utf-8"))
    assert Path(found["file"]).parent == Path("data/judges")
    assert (kept["model"], len(kept["trials"])) == ("town/m-1", 30)


def test_a_confidence_that_says_nothing_is_told(shell: Any, stream: Path, chat: ChatServer) -> None:
    """0.0 to everything, and wrong about running stories: the person reads both."""

    def calls_all_of_a_town_the_same(asked: Asked) -> Reply:
        return judgement("neither" if truth(asked) == "neither" else "same_news", 0.0)

    chat.rule = calls_all_of_a_town_the_same
    said = shell.ok("evaluate", str(stream), "--no-vectors", "--judge", "--most", "30")
    assert "Its confidence tells nothing" in said
    same = next(line for line in said.splitlines() if "same news" in line and "en" in line)
    assert same.split()[-3:] == ["0.500", "1.000", "0.667"]
    assert "30 questions" in said


def test_unread_answers_are_counted_and_cost(shell: Any, stream: Path, chat: ChatServer) -> None:
    """Each was asked twice; why is said."""
    chat.always("prose")
    found = measure(shell, stream, "--most", "3")
    assert len(chat.asked) == 6
    assert sum(row["unread"] for row in found["figures"]) == 3
    assert sum(found["unread"].values()) == 3


@pytest.mark.parametrize("fault", ["wrong_key", "no_model", "html"])
def test_an_endpoint_that_answers_nothing_is_not_measured(
    shell: Any, stream: Path, chat: ChatServer, fault: str
) -> None:
    """The fault is told, and nothing is kept."""
    chat.always(fault)
    done = shell("evaluate", str(stream), "--no-vectors", "--judge", "--most", "3")
    assert done.returncode != 0
    assert "answered none of 3 questions" in done.stderr
    assert not (shell.folder / "data").exists()


def test_without_an_endpoint_there_is_nothing_to_measure(
    shell: Any, stream: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What to set is said."""
    monkeypatch.delenv("JUDGE_URL", raising=False)
    monkeypatch.delenv("DEEPSEEK_API_KEY", raising=False)
    done = shell("evaluate", str(stream), "--no-vectors", "--judge")
    assert done.returncode != 0
    assert "JUDGE_URL" in done.stderr
