"""The headlines of running stories that are part of the repository."""

import json
from collections import Counter
from datetime import datetime, timedelta
from itertools import combinations
from pathlib import Path
from typing import Any

from strandline.core.evaluation.pairs import read_labelled

FOLDER = Path(__file__).parents[1] / "data" / "running_stories"
FILES = sorted(FOLDER.glob("*.jsonl"))


def rows(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def when(row: dict[str, Any]) -> datetime:
    return datetime.fromisoformat(row["published"])


def test_enough_of_what_labelled_sets_lack() -> None:
    """At least 2,000 pairs are other news of one running story, in three languages and parts."""
    kinds: Counter[str] = Counter()
    for file in FILES:
        assert len({row["story"] for row in rows(file)}) >= 10
        for a, b in combinations(rows(file), 2):
            if a["event"] == b["event"]:
                kinds["same news"] += 1
            elif a["story"] == b["story"] and abs(when(a) - when(b)) <= timedelta(hours=48):
                kinds["same thread"] += 1
    assert len(FILES) == 6
    assert kinds["same thread"] >= 2_000
    assert kinds["same news"] >= 500


def test_no_story_in_both_parts() -> None:
    """What is fitted on the one part has seen nothing of the other."""
    for language in ("en", "fr", "zh"):
        dev, heldout = (
            {row["story"] for row in rows(FOLDER / f"{language}.{part}.jsonl")}
            for part in ("dev", "heldout")
        )
        assert not dev & heldout


def test_every_line_is_a_labelled_article() -> None:
    """In order of time, as a stream is read, each headline once."""
    titles = set()
    for file in FILES:
        times = []
        for line in file.read_text(encoding="utf-8").splitlines():
            labelled = read_labelled(line)
            assert labelled is not None
            article, event, story = labelled
            assert event
            assert story
            assert article.published is not None
            assert article.title not in titles
            titles.add(article.title)
            times.append(article.published)
        assert times == sorted(times)
