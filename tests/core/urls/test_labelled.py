"""Identity against labelled URLs that are not part of the repository."""

import json
from pathlib import Path
from typing import Any

import pytest

from strandline.core.urls import identify
from strandline.model.errors import UrlError

pytestmark = pytest.mark.shared_data


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def key(url: str) -> str | None:
    try:
        return identify(url).key
    except UrlError:
        return None


def test_suites(shared_data: Path) -> None:
    """Of others' cases 95 % of the same are found, 1 % of the different merged, none invalid."""
    cases = [r for r in rows(shared_data / "urls" / "suites_dev.jsonl") if not r.get("disputed")]
    same = [key(r["in"]) == key(r["out"]) is not None for r in cases if r["rel"] == "eq"]
    merged = [key(r["in"]) == key(r["out"]) is not None for r in cases if r["rel"] == "neq"]
    accepted = [key(r["in"]) for r in cases if r["rel"] == "invalid" and key(r["in"])]
    assert sum(same) >= 0.95 * len(same)
    assert sum(merged) <= 0.01 * len(merged)
    assert accepted == []


def test_pairs(shared_data: Path) -> None:
    """Of article URLs 98 % of the same are found and none of the different merged."""
    cases = [r for r in rows(shared_data / "urls" / "pairs_dev.jsonl") if not r.get("contested")]
    found = [key(r["a"]) == key(r["b"]) is not None for r in cases if r["same"]]
    merged = [r for r in cases if not r["same"] and key(r["a"]) == key(r["b"]) is not None]
    assert sum(found) >= 0.98 * len(found)
    assert merged == []
