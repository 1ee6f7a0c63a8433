"""Copies of an SQLite ledger: `VACUUM INTO`, which reads one state while others go on writing."""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from strandline.adapters.store.copies.objects import named_objects, write_objects
from strandline.adapters.store.engine import CACHE_KIB
from strandline.adapters.store.errors import translated
from strandline.adapters.store.migrate import REVISIONS, VERSION_TABLE
from strandline.model.backups import LedgerFacts
from strandline.model.errors import BackupError
from strandline.settings import DatabaseSettings

#: Steps of SQLite's machine between two looks at whether to go on.
_STEPS = 50_000


class SqliteCopies:
    """Implements `LedgerCopies` for a file."""

    kind = "sqlite"
    file_name = "archive.sqlite3"

    def __init__(self, settings: DatabaseSettings) -> None:
        self._path = settings.path.expanduser()
        self._patience_s = settings.busy_timeout_s

    def size_bytes(self) -> int:
        """Of the file."""
        with translated(self.place()):
            return self._path.stat().st_size if self._path.exists() else 0

    def copy(self, into: Path, objects: Path, stop: threading.Event) -> LedgerFacts:
        """One state of the file, and the objects that it names."""
        if not self._path.exists():
            raise BackupError(f"There is no ledger at {self._path}.", subject=str(self._path))
        with translated(self.place()):
            into.touch(mode=0o600, exist_ok=False)
            with self._opened(self._path, stop) as source:
                source.execute("VACUUM INTO ?", (str(into),))
            _flush(into)
            with self._opened(into, stop) as made:
                facts = _examined(made, into)
                query = named_objects(facts.counts)
                write_objects(objects, made.execute(query) if query else ())
        return facts

    def examine(self, file: Path) -> LedgerFacts:
        """Open a copy and read all of it."""
        with translated(str(file)), self._opened(file, threading.Event()) as made:
            return _examined(made, file)

    def knows(self, schema: str) -> bool:
        """Whether this version has heard of it."""
        return schema in REVISIONS

    def place(self) -> str:
        """Its path."""
        return str(self._path)

    def is_empty(self) -> bool:
        """Whether there is no file, or one without a byte."""
        with translated(self.place()):
            return not self._path.exists() or self._path.stat().st_size == 0

    def bring_back(self, file: Path) -> None:
        """Put a copy in the place of the ledger, beside which nothing of an older one may be."""
        with translated(self.place()):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._refuse_if_there()
            with self._opened(file, threading.Event()) as made:
                # A copy has no log of its own; a ledger has one, which stays with the file.
                made.execute("PRAGMA journal_mode=WAL")
            file.chmod(0o600)
            _flush(file)
            try:
                os.link(file, self._path)
            except FileExistsError:
                self._refuse_if_there()
                raise
            _flush(self._path.parent)

    def _refuse_if_there(self) -> None:
        """Nothing is overwritten; an empty file, as some tools make it, is nothing."""
        if self._path.exists() and self._path.stat().st_size == 0:
            self._path.unlink()
        ours = (self._path, *(Path(f"{self._path}{end}") for end in ("-wal", "-shm", "-journal")))
        for path in ours:
            if path.exists():
                raise BackupError(
                    f"There is {path} already; nothing was overwritten.",
                    subject=str(path),
                    advice="Move it away (with what belongs to it: -wal, -shm), or restore into "
                    "another folder with --into.",
                )

    @contextmanager
    def _opened(self, path: Path, stop: threading.Event) -> Iterator[sqlite3.Connection]:
        """A connection of its own, which ends what it does once it is told to stop."""
        opened = sqlite3.connect(path, timeout=self._patience_s, isolation_level=None)
        with closing(opened) as connection:
            connection.execute("PRAGMA trusted_schema=OFF")
            connection.execute(f"PRAGMA cache_size=-{CACHE_KIB}")
            connection.set_progress_handler(stop.is_set, _STEPS)
            yield connection


def _examined(connection: sqlite3.Connection, file: Path) -> LedgerFacts:
    """What a copy holds.

    Raises:
        BackupError: It is damaged, or none of ours.
    """
    for check in ("integrity_check", "foreign_key_check"):
        rows = connection.execute(f"PRAGMA {check}").fetchmany(3)
        if rows and rows != [("ok",)]:
            said = "; ".join(str(row[0]) for row in rows)[:300]
            raise BackupError(
                f"The copy of the ledger is damaged: {said}.",
                subject=str(file),
                advice="The ledger itself may be: run strandline doctor, and keep older backups.",
            )
    names = [
        str(row[0])
        for row in connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' "
            "ESCAPE '\\' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name"
        )
    ]
    if VERSION_TABLE not in names:
        raise BackupError(
            "The copy is no ledger of Strandline: it has no schema of ours.", subject=str(file)
        )
    schema = connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone()  # noqa: S608 - a constant
    counts = {
        name: int(connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0])  # noqa: S608 - of our own schema
        for name in names
        if not name.startswith("article_text_fts_") and name != VERSION_TABLE
    }
    return LedgerFacts("sqlite", str(schema[0]) if schema else "", counts)


def _flush(path: Path) -> None:
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
