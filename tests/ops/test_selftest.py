"""`strandline selftest`: each trial passes where all is well, and fails where it is not."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.blobs.local import LocalBlobs
from strandline.adapters.clock import SystemClock
from strandline.adapters.fetch import make_fetcher
from strandline.adapters.store import ledger_copies, open_store
from strandline.model.delivery import Reply, Stage
from strandline.model.fetching import FetchOutcome, FetchRequest, FetchResult
from strandline.ops.findings import Finding, Level
from strandline.ops.selftest import (
    Server,
    hostile,
    page_for,
    run_trials,
    serving,
    try_bomb,
    try_guard,
    try_mail,
    try_objects,
    try_restore,
)
from strandline.settings import DatabaseSettings, FetchSettings, Settings
from strandline.testing.builders import NOW


@pytest.fixture(scope="module")
def evil() -> Iterator[Server]:
    with hostile() as server:
        yield server


class Open:
    """A fetcher without a guard and without a cap."""

    def fetch(self, request: FetchRequest) -> FetchResult:
        return FetchResult(request.url, FetchOutcome.OK, request.url, status=200, body=b"x" * 10)


def test_addresses_of_this_machine(evil: Server) -> None:
    """The real guard lets none through; one that does is a fault; exceptions are told."""
    with closing(make_fetcher(FetchSettings(host_delay_s=0), SystemClock())) as fetcher:
        found = try_guard(fetcher, evil, Settings())
    assert (found.level, evil.hits) == (Level.OK, [])
    broken: Any = Open()
    assert try_guard(broken, evil, Settings()).level is Level.FAULT
    own = Settings(fetch=FetchSettings(allow_private_networks=("10.0.0.0/8",)))
    assert try_guard(broken, evil, own).level is Level.WARNING


def test_a_bomb(evil: Server) -> None:
    """It is given up at the cap; whoever takes it has failed."""
    with serving(page_for(evil)) as good:
        allowed = FetchSettings(host_delay_s=0, allow_private_networks=(f"127.0.0.1:{good.port}",))
        with closing(make_fetcher(allowed, SystemClock())) as fetcher:
            assert try_bomb(fetcher, good).level is Level.OK
        assert "/bomb" in good.hits
        broken: Any = Open()
        assert try_bomb(broken, good).level is Level.FAULT


class Forgetful(LocalBlobs):
    """Says that it has deleted."""

    def delete(self, keys: object) -> None: ...


def test_the_object_store(tmp_path: Path) -> None:
    """Nothing is left behind; an object that stays after it was deleted is a fault."""
    assert try_objects(LocalBlobs(tmp_path), lambda: "one").level is Level.OK
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    assert try_objects(Forgetful(tmp_path), lambda: "two").level is Level.FAULT


def test_backup_and_restore(tmp_path: Path) -> None:
    """In a folder of its own, which is gone afterwards."""
    database = DatabaseSettings(path=tmp_path / "s.sqlite3")
    open_store(database).close()
    settings = Settings(database=database)
    copies = ledger_copies(database)
    assert try_restore(settings, copies, LocalBlobs, SystemClock()).level is Level.OK
    assert {path.name for path in tmp_path.iterdir()} <= {"s.sqlite3", ".backup.lock"}


class Closed:
    """A mail server that lets nobody in."""

    name = "smtp"

    def connect(self) -> Reply:
        return Reply(Stage.CONNECT, 554, "no")


def test_mail() -> None:
    """None is set: nothing to try. One that refuses is a fault, in the server's words."""
    assert try_mail(None, "", NOW).level is Level.OK
    closed: Any = Closed()
    found = try_mail(closed, "News <me@news.example>", NOW)
    assert (found.level, found.detail) == (Level.FAULT, "refused: no")


def test_a_trial_that_breaks_has_failed() -> None:
    """The others go on."""

    def breaks() -> Finding:
        raise ZeroDivisionError

    tried = run_trials((("a", breaks), ("b", lambda: Finding("b", Level.OK, "well"))))
    assert [one.finding.level for one in tried] == [Level.FAULT, Level.OK]


def test_the_whole_in_one_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """Every trial passes on a working installation, without a browser too."""
    from strandline.cli.root import run

    monkeypatch.chdir(tmp_path)
    environ = {
        "DATABASE_PATH": "data/s.sqlite3",
        "DATABASE_URL": "",
        "STORAGE_PATH": "data/objects",
        "CHROMIUM_PATH": str(tmp_path / "none"),
        "EMBEDDINGS": "off",
        "LOG_LEVEL": "error",
        "MAIL_WAY": "folder",
        "MAIL_FROM": "me@news.example",
    }
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    open_store(DatabaseSettings(path=tmp_path / "data" / "s.sqlite3")).close()
    assert run(["selftest", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    told = {line["finding"]["what"]: line["finding"]["level"] for line in lines}
    assert told["a page from end to end"] == told["a bomb"] == told["mail"] == "ok"
    assert len(list((tmp_path / "data" / "mail").glob("*.eml"))) == 1
