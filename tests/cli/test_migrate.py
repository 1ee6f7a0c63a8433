"""The verb migrate, as a person types it."""

import json
import sqlite3
from pathlib import Path

import pytest

from strandline.adapters.store import open_store
from strandline.adapters.store.migrate import NEWEST
from strandline.cli.root import run
from strandline.core.urls import RULES_VERSION, identify
from strandline.model.articles import IngestBatch
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW, an_article

URL = "https://courier.example/town/bridge"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the environment says that the database is; nothing is there yet."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "ledger.sqlite3"))
    monkeypatch.setenv("DATABASE_URL", "")
    return tmp_path / "ledger.sqlite3"


def test_check_changes_nothing(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 1 and the two revisions while something is to do, exit 0 afterwards."""
    assert run(["migrate", "--check"]) == 1
    assert f"needs {NEWEST}" in capsys.readouterr().out
    assert not path.exists()
    assert run(["migrate"]) == 0
    assert f"now has {NEWEST}" in capsys.readouterr().out
    assert run(["migrate", "--check"]) == 0
    assert "up to date" in capsys.readouterr().out


def test_it_speaks_json(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One object with what was found and what is needed."""
    assert run(["migrate", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["name"], told["found"], told["newest"]) == (str(path), None, NEWEST)


def test_a_newer_database_is_one_line(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 1, one line that says what to do, and no traceback."""
    run(["migrate"])
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE strandline_schema SET version_num = '9999'")
    connection.close()
    capsys.readouterr()
    assert run(["migrate"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("error: The database")
    assert "Install the version" in said
    assert said.count("\n") == 1


def test_rekey_gives_articles_the_keys_of_the_rules(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An article with the key of older rules gets today's; its id stays, its old key finds it."""
    settings = DatabaseSettings(path=path)
    store = open_store(settings)
    old = an_article(URL, url_key="courier.example/old", rules_version="0")
    store.ingest(IngestBatch(NOW, articles=(old,)))
    store.close()
    assert run(["migrate", "--rekey"]) == 0
    assert "1 article looked at: 1 got a new key" in capsys.readouterr().out
    store = open_store(settings)
    keys = [identify(URL).key, "courier.example/old"]
    assert store.find(keys) == dict.fromkeys(keys, old.article_uuid)
    assert store.articles([old.article_uuid])[old.article_uuid].rules_version == RULES_VERSION
    store.close()
