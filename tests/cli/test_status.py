"""`strandline status` and `strandline doctor`: which ledger they speak of."""

import json
from datetime import timedelta
from typing import Any

import pytest

from strandline.adapters.store import open_store
from strandline.model.accounts import Actor
from strandline.model.acts import AuditEntry
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW


def test_the_whole_path_of_the_ledger(shell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody in another folder than usual sees that this is another ledger."""
    monkeypatch.setenv("DATABASE_PATH", "data/ledger.sqlite3")
    shell.ok("migrate")
    place = str(shell.folder / "data" / "ledger.sqlite3")
    assert place in shell.ok("status").splitlines()
    assert json.loads(shell.ok("status", "--json"))["database"] == place
    assert f"{place}: schema" in shell("doctor").stdout


@pytest.mark.parametrize("left", ["no file", "an empty file"])
def test_looking_begins_no_ledger(left: str, shell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Verbs that read say that there is none, and where; they leave the folder as it was."""
    path = shell.folder / "elsewhere" / "ledger.sqlite3"
    monkeypatch.setenv("DATABASE_PATH", str(path))
    if left == "an empty file":
        path.parent.mkdir()
        path.touch()
    before = sorted(shell.folder.rglob("*"))
    for words in (
        "status",
        "explain https://valley.example/a",
        "search words",
        "sources list",
        "sources edit W_RSS_1 --name Valley",
        "readers list",
        "history list",
        "digest list",
        "archive list",
        "dedup review",
    ):
        done = shell(*words.split())
        assert done.returncode == 2, words
        assert f"There is no ledger at {path}" in done.stderr, words
        assert "--config" in done.stderr
    assert sorted(shell.folder.rglob("*")) == before
    assert f"none yet at {path}" in shell("doctor").stdout
    assert not path.exists() or path.stat().st_size == 0


def test_what_would_go_is_told_before_it_goes(shell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """`status` and `retention --dry-run` count and change nothing; `retention` lets go."""
    store = open_store(DatabaseSettings(path=shell.folder / "s.sqlite3"))
    old = NOW - timedelta(days=900)
    store.record(AuditEntry(old, Actor.console(), "source.add", "W_RSS_1"))
    store.close()
    monkeypatch.setenv("AUDIT_DAYS", "100")
    for _ in range(2):
        assert json.loads(shell.ok("status", "--json"))["would_go"]["audit"] == 1
        assert "audit    1 would go" in shell.ok("retention", "--dry-run")
    assert "audit    1 went" in shell.ok("retention")
    assert "audit    0 went" in shell.ok("retention")
    assert "posts    all are kept (KEEP_DAYS=0)" in shell.ok("retention")


@pytest.mark.parametrize(
    "words",
    [
        "sources add https://valley.example/feed.xml",
        "readers add ada",
        "digest run",
        "poll --once",
        "history import seen_urls.json",
    ],
)
def test_a_ledger_that_begins_is_told(
    words: str, shell: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Verbs that write say that they began one, once."""
    path = shell.folder / "elsewhere" / "ledger.sqlite3"
    monkeypatch.setenv("DATABASE_PATH", str(path))
    said = f"There was no ledger: a new one begins at {path}"
    assert said in shell(*words.split()).stderr
    assert path.exists()
    assert said not in shell(*words.split()).stderr


def test_a_configuration_is_the_same_ledger_from_everywhere(
    shell: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--config FILE` means the data folder that the file names, whatever the current folder."""
    monkeypatch.delenv("DATABASE_PATH")
    home, elsewhere = shell.folder / "home", shell.folder / "elsewhere"
    home.mkdir()
    elsewhere.mkdir()
    file = home / "strandline.toml"
    file.write_text('[database]\npath = "data/mine.sqlite3"\n', encoding="utf-8")
    monkeypatch.chdir(elsewhere)
    shell.ok("--config", str(file), "sources", "add", "https://valley.example/feed.xml")
    assert (home / "data/mine.sqlite3").exists()
    assert list(elsewhere.iterdir()) == []
    monkeypatch.chdir(home)
    monkeypatch.delenv("STRANDLINE_CONFIG", raising=False)
    assert "valley.example" in shell.ok("sources", "list", "--json")


def test_status_for_machines(shell: Any) -> None:
    """One object with every count."""
    told = json.loads(shell.ok("status", "--json"))
    assert (told["due"], told["counts"]["articles"], told["troubles"]) == (0, 0, [])
