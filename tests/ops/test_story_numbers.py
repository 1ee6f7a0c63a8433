"""The numbers of stories: on `/metrics` and in `strandline status`."""

import json
from typing import Any

import pytest

from strandline.cli.root import run
from strandline.core.dedup.grouping import group
from strandline.model.articles import IngestBatch
from strandline.model.stories import Answer, Decision
from strandline.ops.health import StatusKeeper
from strandline.ops.metrics import Metrics
from strandline.ports import Store
from strandline.testing.builders import NOW, a_mention
from strandline.testing.fakes import FrozenClock
from strandline.testing.story_builders import (
    a_judge_answer,
    a_match,
    a_ruling,
    a_verdict,
    some_articles,
)


def fill(store: Store) -> None:
    """Six articles: two are one story, the rest is undecided in one way or another."""
    a, b, c, d, e, f = articles = some_articles(6)
    store.ingest(
        IngestBatch(NOW, articles=tuple(articles), mentions=tuple(map(a_mention, articles)))
    )
    verdicts = [
        a_verdict(a, b),
        a_verdict(c, d, Answer.UNSURE, layer="title_similarity", language="zh"),
        a_verdict(d, e, Answer.UNSURE, layer="title_similarity", language="xx", is_pending=True),
        a_verdict(b, c, Answer.DIFFERENT, layer="nearest_vectors", is_sampled=True),
    ]
    store.save_match(a_match([a, b, c, d, e], verdicts), group)
    store.save_rulings([a_ruling(e, f, Decision.DIFFERENT)], group)
    for number in range(2):
        store.save_judge_answer(a_judge_answer(f"key-{number}"))
    store.count_model_failure("judge-1", NOW)


@pytest.fixture
def exposed(sqlite_store: Store) -> dict[str, float]:
    """Series of `/metrics` with their values."""
    fill(sqlite_store)
    keeper = StatusKeeper(sqlite_store, FrozenClock(NOW))
    text = Metrics(sqlite_store, keeper, "1").exposition().decode()
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return {name.removeprefix("strandline_"): float(value) for name, value in lines}


@pytest.mark.parametrize(
    ("series", "value"),
    [
        ('verdicts{answer="SAME",language="en",layer="same_title"}', 1),
        ('verdicts{answer="UNSURE",language="zh",layer="title_similarity"}', 1),
        ('verdicts{answer="UNSURE",language="xx",layer="title_similarity"}', 1),
        ('verdicts{answer="DIFFERENT",language="en",layer="nearest_vectors"}', 1),
        ("stories", 5),
        ("story_duplicates", 1),
        ("story_duplicate_share", 1 / 6),
        ("story_pending", 1),
        ("story_review_queue", 2),
        ("story_rulings", 1),
        ("judge_calls", 3),
        ("judge_failures", 1),
        ("judge_cost", 0.5),
        ("judge_seconds", 3.0),
        ('judge_tokens{direction="asked"}', 600),
        ('judge_tokens{direction="answered"}', 80),
        ('backlog{kind="articles_unmatched"}', 1),
        ('backlog{kind="pairs_pending"}', 1),
    ],
)
def test_series(exposed: dict[str, float], series: str, value: float) -> None:
    """Verdicts by layer, language and answer; what models were asked; what waits for whom."""
    assert exposed[series] == pytest.approx(value)


@pytest.fixture
def typed(sqlite_store: Store, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ledger that `strandline status` finds."""
    fill(sqlite_store)
    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "strandline.sqlite3"))
    monkeypatch.delenv("DATABASE_URL", raising=False)


@pytest.mark.usefixtures("typed")
def test_status_for_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    """How many are told twice, on whose word in which language, and what it cost."""
    run(["status"])
    said = " ".join(capsys.readouterr().out.split())
    assert "stories 5 1 article (17%) is another's story" in said
    assert "for review: 2 pairs (strandline dedup review), for the model: 1 pair, 1 ruling" in said
    assert "verdicts en 2 nearest_vectors DIFFERENT 1, same_title SAME 1" in said
    assert "verdicts zh 1 title_similarity UNSURE 1" in said
    assert "model 3 questions, 1 without an answer, 1.5 s each" in said
    assert "cost 0.5000" in said


@pytest.mark.usefixtures("typed")
def test_status_for_machines(capsys: pytest.CaptureFixture[str]) -> None:
    """One JSON object, verdicts as a list."""
    run(["status", "--json"])
    stories = json.loads(capsys.readouterr().out)["stories"]
    assert stories["duplicate_share"] == pytest.approx(1 / 6)
    assert (stories["pending"], stories["review"], stories["judge"]["calls"]) == (1, 2, 3)
    assert {
        "layer": "title_similarity",
        "language": "zh",
        "answer": "UNSURE",
        "count": 1,
    } in stories["verdicts"]
