"""What is missing or wrong on this machine."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from strandline.adapters.store import open_store
from strandline.ops.doctor import Finding, Level, examine
from strandline.ports import Store
from strandline.settings import Settings, load_settings


def look(path: Path, **environ: str) -> dict[str, Finding]:
    settings = load_settings(environ={"DATABASE_PATH": str(path)} | environ)

    def open_ledger(settings: Settings) -> Store:
        return open_store(settings.database)

    return {finding.what: finding for finding in examine(settings, open_ledger)}


def test_a_fresh_machine_has_no_fault(tmp_path: Path) -> None:
    """A fresh folder is fine; no sources and a nameless robot are warnings with a way out."""
    found = look(tmp_path / "new" / "s.sqlite3")
    assert not [f for f in found.values() if f.level is Level.FAULT]
    assert found["sources"].level is Level.WARNING
    assert "sources add" in found["sources"].advice
    assert "USER_AGENT" in found["User-Agent"].advice


def test_a_user_agent_of_ones_own_is_fine(tmp_path: Path) -> None:
    """A User-Agent that names a real address is no warning."""
    found = look(tmp_path / "s.sqlite3", USER_AGENT="Mine/1.0 (+https://mine.test/contact)")
    assert found["User-Agent"].level is Level.OK


def test_a_file_that_is_no_database_is_a_fault(tmp_path: Path) -> None:
    """What stands in the database's place is named, and left alone."""
    path = tmp_path / "s.sqlite3"
    path.write_bytes(b"not a database, but somebody's letter" * 99)
    before = path.read_bytes()
    found = look(path)
    assert found["database"].level is Level.FAULT
    assert found["database"].advice
    assert path.read_bytes() == before


@pytest.fixture
def without_root() -> Iterator[None]:
    """Root may write everywhere, so a test of rights runs as somebody else."""
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(65534)
    yield
    if is_root:
        os.seteuid(0)


def test_a_read_only_folder_is_a_fault(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """A folder that this user may not write to is named before anything fails in it."""
    tmp_path.chmod(0o500)
    request.getfixturevalue("without_root")
    assert look(tmp_path / "s.sqlite3")["data folder"].level is Level.FAULT
