"""`strandline backup` and `strandline restore`, as a person types them."""

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from alembic import command

from strandline.adapters.store.engine import connect
from strandline.adapters.store.migrate import NEWEST, REVISIONS, alembic_config
from strandline.settings import DatabaseSettings


@pytest.fixture
def place(shell: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folder of a ledger with a source, a secret and a configuration."""
    monkeypatch.setenv("STORAGE_PATH", str(shell.folder / "objects"))
    (shell.folder / "strandline.toml").write_text("[web]\nport = 8499\n")
    shell.ok("sources", "import", "-", given=OPML)
    shell.ok("subscribers", "list")
    return Path(shell.folder)


OPML = (
    b'<opml version="2.0"><body>'
    b'<outline type="rss" xmlUrl="https://valley.example/feed.xml"/></body></opml>'
)


def test_from_backup_to_restore(place: Path, shell: Any) -> None:
    """Made, listed, checked, refused where a ledger is, and brought back where none is; pages
    that were struck since then stay so, by the list beside the objects or beside the backups, also
    in a copy in a folder of its own. The list of an installation that shares the place is left
    alone.
    """
    theirs = place / "objects" / "db-backups" / "0123456789abcdef" / "takedowns" / "A_1" / "1.json"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("{}", encoding="utf-8")
    assert "0 articles  by hand" in shell.ok("backup")
    assert json.loads(shell.ok("backup", "list", "--json"))["schema"] == NEWEST
    assert "every count agrees" in shell.ok("backup", "check")
    first = json.loads(shell.ok("backup", "list", "--json"))["name"]
    shell.ok("archive", "strike", "https://valley.example/inn", "--reason", "asked for")
    shell.ok("backup")
    listed = place / "objects" / "archives" / "takedowns"
    shutil.rmtree(listed)
    shell.ok("archive", "strike", "https://valley.example/mill", "--reason", "asked for")
    assert len(list(listed.iterdir())) == 1
    refused = shell("restore")
    assert refused.returncode == 1
    assert "nothing was overwritten" in refused.stderr
    ledger = Path(shell.ledger) if hasattr(shell, "ledger") else next(place.glob("*.sqlite3"))
    for path in place.glob(f"{ledger.name}*"):
        path.unlink()
    assert "The ledger of" in shell.ok("restore", first)
    assert "as they were" not in shell.ok("restore", first, "--into", "look")
    for path in (place / "look" / ledger.name, ledger):
        with sqlite3.connect(path) as connection:
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert connection.execute("SELECT count(*) FROM sources").fetchone() == (2,)
            struck = {url for (url,) in connection.execute("SELECT url FROM takedowns")}
        connection.close()
        assert struck == {"https://valley.example/inn", "https://valley.example/mill"}
    assert len(list(listed.iterdir())) == 2
    assert theirs.exists()
    assert "last backup" in shell.ok("status")


def test_from_a_folder_into_a_folder(
    place: Path, shell: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy of one backup is enough; the ledger, the secret and the configuration come with it.
    Of another installation it must be asked for, but where no secret is yet.
    """
    shell.ok("backup")
    (backup,) = (place / "objects" / "db-backups").iterdir()
    shutil.copytree(backup, place / "usb" / backup.name)
    shutil.rmtree(place / "objects")
    for source in ("usb", f"usb/{backup.name}"):
        target = place / f"new-{source.count('/')}"
        shell.ok("restore", "--from", source, "--into", str(target))
        names = {path.name for path in target.iterdir()} - {".backup.lock"}
        assert {"secret.key", "strandline.toml"} < names
        assert (target / "strandline.toml").read_text() == "[web]\nport = 8499\n"
    monkeypatch.setenv("SECRET_KEY", "another secret of thirty-two bytes or more")
    assert "of another installation" in shell("restore", "--from", source, "--into", "x").stderr
    shell.ok("restore", "--from", source, "--into", "x", "--another")
    monkeypatch.delenv("SECRET_KEY")
    for path in (*place.glob("*.sqlite3*"), place / "secret.key"):
        path.unlink()
    shell.ok("restore", "--from", "usb")
    assert (place / "secret.key").exists()
    assert "There is no folder" in shell("restore", "--from", "nowhere").stderr


def test_a_migration_is_preceded_by_a_backup(shell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the oldest schema there is; the way back is that backup, which comes as it was."""
    path = shell.folder / "old" / "ledger.sqlite3"
    path.parent.mkdir()
    monkeypatch.setenv("DATABASE_PATH", str(path))
    monkeypatch.setenv("STORAGE_PATH", str(shell.folder / "objects"))
    database = connect(DatabaseSettings(path=path))
    path.touch()
    with database.write() as connection:
        command.upgrade(alembic_config(connection), REVISIONS[0])
    database.close()
    shell.ok("status")
    told = json.loads(shell.ok("backup", "list", "--json"))
    assert (told["schema"], told["reason"]) == (REVISIONS[0], "before migration")
    told = shell.ok("restore", "--into", "back")
    assert "Pages that were taken down after this backup are in it as they were" in told
    with sqlite3.connect(shell.folder / "back" / "ledger.sqlite3") as back:
        found = back.execute("SELECT version_num FROM strandline_schema").fetchone()
    back.close()
    assert found == (REVISIONS[0],)


def test_a_migration_waits_for_its_backup(shell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where none can be made nothing is changed, and the way out is named."""
    path = shell.folder / "old.sqlite3"
    monkeypatch.setenv("DATABASE_PATH", str(path))
    monkeypatch.setenv("BACKUP_TO_STORE", "false")
    database = connect(DatabaseSettings(path=path))
    path.touch()
    with database.write() as connection:
        command.upgrade(alembic_config(connection), REVISIONS[-2])
    database.close()
    refused = shell("status")
    assert refused.returncode == 1
    assert "the backup before it failed" in refused.stderr
    assert "migrate --without-copy" in refused.stderr
    assert f"needs {NEWEST}" in shell("migrate", "--check").stdout
    assert f"now has {NEWEST}" in shell.ok("migrate", "--without-copy")
