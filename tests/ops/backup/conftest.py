"""A ledger of each kind with something in it, and a folder for its backups."""

import os
import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

from strandline.adapters.blobs.local import LocalBlobs
from strandline.adapters.store import ledger_copies, open_store
from strandline.model.articles import IngestBatch
from strandline.model.backups import BackupReason
from strandline.ops.backup import Made, back_up
from strandline.ports import BackupPlace, Safekeeping, Store
from strandline.settings import DatabaseSettings, Settings
from strandline.testing.archive_builders import a_job, a_result, an_artifact
from strandline.testing.builders import NOW, a_mention, an_article
from strandline.testing.fakes import FrozenClock


def programs_of(server: str) -> str:
    """Folder of the programs that belong to the server of the tests; empty for another server."""
    if os.environ.get("TEST_DATABASE_URL"):
        return ""
    pgserver = pytest.importorskip("pgserver")
    return str(Path(pgserver.__file__).parent / "pginstall" / "bin")


@dataclass
class Rig:
    """An installation in a folder."""

    settings: Settings
    folder: Path
    clock: FrozenClock
    blobs: LocalBlobs
    installation: str = ""

    @property
    def place(self) -> BackupPlace:
        return BackupPlace(self.blobs, "db-backups/", "here", self.installation)

    @property
    def safekeeping(self) -> Safekeeping:
        programs = self.settings.backup.pg_programs
        copies = ledger_copies(self.settings.database, programs)
        return Safekeeping((self.place,), copies)

    def back_up(self, reason: BackupReason = BackupReason.DAILY) -> Made:
        with closing(open_store(self.settings.database)) as store:
            return back_up(self.safekeeping, store, self.settings, self.clock, reason)

    def file(self, backup: Made, name: str) -> Path:
        return self.folder / "objects" / backup.newest.key(name)

    def elsewhere(self, database: DatabaseSettings) -> Settings:
        """The same installation with another database."""
        return self.settings.model_copy(update={"database": database})


@pytest.fixture
def rig(database: DatabaseSettings, tmp_path: Path, request: pytest.FixtureRequest) -> Rig:
    """Ten articles, of which one is kept as a file; on each kind of database."""
    if not database.url.get_secret_value():
        made: Rig = request.getfixturevalue("file_rig")
        return made
    programs = programs_of(request.getfixturevalue("postgres_server"))
    path = tmp_path / "strandline.sqlite3"
    return make(database.model_copy(update={"path": path}), tmp_path, programs)


@pytest.fixture
def file_rig(tmp_path: Path, empty_file: Path) -> Rig:
    """The same on SQLite alone."""
    database = DatabaseSettings(path=tmp_path / "strandline.sqlite3")
    shutil.copy(empty_file, database.path)
    return make(database, tmp_path)


def make(database: DatabaseSettings, folder: Path, programs: str = "") -> Rig:
    settings = Settings()
    backup = settings.backup.model_copy(update={"pg_programs": programs})
    settings = settings.model_copy(update={"database": database, "backup": backup})
    made = Rig(settings, folder, FrozenClock(NOW), LocalBlobs(folder / "objects"))
    (folder / "secret.key").write_text("5" * 64)
    with closing(open_store(database)) as store:
        fill(store, made.blobs, folder)
    return made


def fill(store: Store, blobs: LocalBlobs, folder: Path) -> None:
    articles = tuple(an_article(f"https://courier.example/{n}") for n in range(10))
    mentions = tuple(map(a_mention, articles))
    store.ingest(IngestBatch(NOW, articles=articles, mentions=mentions))
    store.enqueue([a_job(articles[0])])
    (job,) = store.claim_jobs(NOW, "me", timedelta(minutes=1), limit=1, per_domain=1)
    source = folder / "page"
    source.write_bytes(b"<p>kept")
    artifact = an_artifact(job)
    stored = blobs.put(artifact.key, source, "text/html")
    kept = an_artifact(job, sha256=stored.sha256, size_bytes=stored.size_bytes)
    assert store.finish_job(a_result(job, artifacts=(kept,)), owner="me")


@pytest.fixture
def empty_database(rig: Rig, request: pytest.FixtureRequest) -> Iterator[DatabaseSettings]:
    """A database of the same kind in which nothing is."""
    if rig.safekeeping.copies.kind == "sqlite":
        yield DatabaseSettings(path=rig.folder / "new" / "strandline.sqlite3")
        return
    empty: DatabaseSettings = request.getfixturevalue("empty_postgres")
    path = rig.folder / "new" / "strandline.sqlite3"
    yield DatabaseSettings(url=SecretStr(empty.url.get_secret_value()), path=path)
