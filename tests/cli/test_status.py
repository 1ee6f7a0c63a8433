"""`strandline status` and `strandline doctor`: which ledger they speak of."""

import json
from typing import Any

import pytest


def test_the_whole_path_of_the_ledger(shell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody in another folder than usual sees that this is another ledger."""
    monkeypatch.setenv("DATABASE_PATH", "data/ledger.sqlite3")
    place = str(shell.folder / "data" / "ledger.sqlite3")
    assert place in shell.ok("status").splitlines()
    assert json.loads(shell.ok("status", "--json"))["database"] == place
    assert f"{place}: schema" in shell("doctor").stdout


def test_status_for_machines(shell: Any) -> None:
    """One object with every count."""
    told = json.loads(shell.ok("status", "--json"))
    assert (told["due"], told["counts"]["articles"], told["troubles"]) == (0, 0, [])
