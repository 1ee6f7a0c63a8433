"""Copies of a PostgreSQL ledger: `pg_dump` in the snapshot in which it is counted."""

import os
import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, make_url

from strandline.adapters.store.copies.objects import named_objects, write_objects
from strandline.adapters.store.engine import connect
from strandline.adapters.store.errors import translated
from strandline.adapters.store.migrate import REVISIONS, VERSION_TABLE, revision
from strandline.model.backups import LedgerFacts
from strandline.model.errors import BackupError, ConfigError, StoreError
from strandline.settings import DatabaseSettings

#: Where Debian and its kin keep the programs of each version.
_VERSIONS = Path("/usr/lib/postgresql")
_VERSION = re.compile(r"\) (\d+)(?:\.\d+)?")
_CONNECTION = {
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
}
_LOOK_S = 0.2


@dataclass(frozen=True, slots=True)
class Programs:
    """`pg_dump` and `pg_restore` of one version."""

    dump: str
    restore: str
    version: int


class PostgresCopies:
    """Implements `LedgerCopies` for a database of a server.

    Args:
        settings: With its address.
        programs: Folder of `pg_dump` and `pg_restore`; empty to look for them.
    """

    kind = "postgresql"
    file_name = "archive.pgdump"

    def __init__(self, settings: DatabaseSettings, programs: str = "") -> None:
        self._settings = settings
        self._folder = programs
        self._url = make_url(settings.url.get_secret_value())
        self._name = connect(settings).name

    def size_bytes(self) -> int:
        """As the server tells: a dump is smaller."""
        with self._read() as connection:
            return int(
                connection.execute(
                    sa.text("SELECT pg_database_size(current_database())")
                ).scalar_one()
            )

    def copy(self, into: Path, objects: Path, stop: threading.Event) -> LedgerFacts:
        """A dump, the counts of its tables and the objects that it names: of one snapshot."""
        with self._read() as connection:
            programs = self._programs(connection)
            snapshot = str(connection.execute(sa.text("SELECT pg_export_snapshot()")).scalar_one())
            facts = _facts(connection)
            query = named_objects(facts.counts)
            write_objects(objects, connection.execute(sa.text(query)) if query else ())
            into.touch(mode=0o600, exist_ok=False)
            words = ["--format=custom", "--compress=0", "--no-owner", "--no-privileges"]
            words += [f"--snapshot={snapshot}", f"--file={into}"]
            self._run([programs.dump, *words], stop, self._environ(self._url))
        return facts

    def examine(self, file: Path) -> LedgerFacts:
        """Bring a dump back into a database of its own, which is dropped again.

        Raises:
            BackupError: It cannot be read, or the user may make no database.
        """
        with self._read() as connection:
            programs = self._programs(connection)
        name = f"strandline_rehearsal_{uuid4().hex[:12]}"
        self._administer(f'CREATE DATABASE "{name}" TEMPLATE template0')
        try:
            url = self._url.set(database=name)
            self._load(programs, file, url)
            with closing(connect(self._at(url))) as made, made.read() as connection:
                return _facts(connection)
        finally:
            with suppress(StoreError):
                self._administer(f'DROP DATABASE IF EXISTS "{name}"')

    def knows(self, schema: str) -> bool:
        """Whether this version has heard of it."""
        return schema in REVISIONS

    def place(self) -> str:
        """Its address, without the password."""
        return self._name

    def is_empty(self) -> bool:
        """Whether it has no table."""
        with self._read() as connection:
            return not sa.inspect(connection).get_table_names()

    def bring_back(self, file: Path) -> None:
        """Load a dump into the empty database, in one transaction."""
        if not self.is_empty():
            raise BackupError(
                f"The database {self.place()} has tables already; nothing was overwritten.",
                subject=self.place(),
                advice="Make an empty one (createdb NAME) and name it in DATABASE_URL.",
            )
        with self._read() as connection:
            programs = self._programs(connection)
        self._load(programs, file, self._url)

    def _load(self, programs: Programs, file: Path, url: URL) -> None:
        words = ["--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges"]
        command = [programs.restore, *words, f"--dbname={url.database}", str(file)]
        self._run(command, threading.Event(), self._environ(url))

    def _administer(self, statement: str) -> None:
        with closing(connect(self._settings)) as database, translated(self.place()):
            options = {"isolation_level": "AUTOCOMMIT"}
            with database.engine.connect().execution_options(**options) as connection:
                connection.execute(sa.text(statement))

    @contextmanager
    def _read(self) -> Iterator[Connection]:
        with closing(connect(self._settings)) as database, database.read() as connection:
            yield connection

    def _at(self, url: URL) -> DatabaseSettings:
        from pydantic import SecretStr

        address = SecretStr(url.render_as_string(hide_password=False))
        return self._settings.model_copy(update={"url": address})

    def _programs(self, connection: Connection) -> Programs:
        """The programs of the settings, of the path, or the newest beside.

        Raises:
            ConfigError: They are missing, or older than the server.
        """
        number = int(connection.execute(sa.text("SHOW server_version_num")).scalar_one())
        server = number // 10_000
        found = [one for folder in self._folders() if (one := _look(folder)) is not None]
        fitting = [one for one in found if one.version >= server]
        if fitting:
            return fitting[0]
        if not found:
            where = f" in {self._folder}" if self._folder else ""
            raise ConfigError(
                f"pg_dump and pg_restore are not there{where}: "
                "PostgreSQL cannot be backed up without them.",
                subject="pg_dump",
                advice=f"Install the client of PostgreSQL {server} (postgresql-client-{server}), "
                "or name its folder in BACKUP_PG_PROGRAMS.",
            )
        raise ConfigError(
            f"pg_dump is of version {max(one.version for one in found)}, the server of {server}: "
            "an older one cannot read a newer server.",
            subject="pg_dump",
            advice=f"Install postgresql-client-{server}, or name its folder in BACKUP_PG_PROGRAMS.",
        )

    def _folders(self) -> list[str]:
        if self._folder:
            return [self._folder]
        versions = [path for path in _VERSIONS.glob("*/bin") if path.parent.name.isdigit()]
        versions.sort(key=lambda path: -int(path.parent.name))
        return ["", *map(str, versions)]

    def _environ(self, url: URL) -> dict[str, str]:
        """The address for the programs: words of a command are seen by everybody."""
        values: Mapping[str, object] = {
            "host": url.host,
            "port": url.port,
            "user": url.username,
            "password": url.password,
            **url.query,
        }
        environ = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
        environ |= {name: str(values[key]) for key, name in _CONNECTION.items() if values.get(key)}
        return environ | {"PGDATABASE": url.database or "", "PGTZ": "UTC", "LC_ALL": "C"}

    def _run(self, command: Sequence[str], stop: threading.Event, environ: dict[str, str]) -> None:
        """Run a program to its end, or end it.

        Raises:
            BackupError: It failed; its last line says why.
        """
        with subprocess.Popen(  # noqa: S603 - our own words
            command,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        ) as program:
            said = _until_ended(program, stop.is_set)
        if stop.is_set():
            raise BackupError("The backup was given up.", subject=self.place())
        if program.returncode:
            line = next((one for one in reversed(said.splitlines()) if one.strip()), "")
            raise BackupError(
                f"{Path(command[0]).name} failed: {line.strip()[:300]}",
                subject=self.place(),
                advice="Check the rights of this user, and the room on the disk.",
            )


def _until_ended(program: "subprocess.Popen[bytes]", is_over: Callable[[], bool]) -> str:
    """What it said on standard error."""
    while True:
        try:
            _, said = program.communicate(timeout=_LOOK_S)
            return said.decode("utf-8", "replace")
        except subprocess.TimeoutExpired:
            if is_over():
                program.kill()


def _look(folder: str) -> Programs | None:
    """The programs of a folder, or of the path where it is empty; None where one is missing."""
    path = folder or None
    dump, restore = (shutil.which(name, path=path) for name in ("pg_dump", "pg_restore"))
    if dump is None or restore is None:
        return None
    try:
        told = subprocess.run(  # noqa: S603 - found on the path
            [dump, "--version"], capture_output=True, check=False, timeout=20
        ).stdout.decode("utf-8", "replace")
    except (OSError, subprocess.TimeoutExpired):
        return None
    version = _VERSION.search(told)
    return Programs(dump, restore, int(version[1])) if version else None


def _facts(connection: Connection) -> LedgerFacts:
    found = revision(connection)
    if found is None:
        raise BackupError("The database has no schema of Strandline.")
    names = sorted(set(sa.inspect(connection).get_table_names()) - {VERSION_TABLE})
    counts = {
        name: int(
            connection.execute(sa.select(sa.func.count()).select_from(sa.table(name))).scalar_one()
        )
        for name in names
    }
    return LedgerFacts("postgresql", found, counts)
