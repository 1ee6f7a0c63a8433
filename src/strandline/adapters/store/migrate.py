"""Bringing a database to this version's schema, once, whoever starts first."""

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store.engine import Database
from strandline.model.database import SchemaState
from strandline.model.errors import ConfigError, SchemaError, StoreError

if TYPE_CHECKING:
    from alembic.config import Config

#: Newest revision under `migrations/versions`; a test holds the two equal. Known here so that a
#: start on an up-to-date database need not load Alembic.
NEWEST = "0035"

#: All revisions, oldest first.
REVISIONS = (
    "0001",
    "0002",
    "0003",
    "0005",
    "0006",
    "0008",
    "0009",
    "0010",
    "0011",
    "0012",
    "0013",
    "0014",
    "0015",
    "0016",
    "0017",
    "0018",
    "0019",
    "0020",
    "0021",
    "0022",
    "0023",
    "0024",
    "0025",
    "0026",
    "0027",
    "0028",
    "0029",
    "0030",
    "0031",
    "0032",
    "0033",
    "0034",
    "0035",
)

VERSION_TABLE = "strandline_schema"

MIGRATIONS = Path(__file__).parent / "migrations"

#: Number of the advisory lock under which PostgreSQL migrates: "strandln" read as a number.
_LOCK_NUMBER = int.from_bytes(b"strandln")

BACKUP_HINT = "A backup is made first (strandline backup list shows it)."


def state(database: Database) -> SchemaState:
    """Look, and change nothing.

    Raises:
        SchemaError: The database is newer than this program.
    """
    with database.read() as connection:
        found = revision(connection)
    check_known(database, found)
    return SchemaState(database.name, found, NEWEST, BACKUP_HINT)


def revision(connection: Connection) -> str | None:
    """The revision of the schema in the database; None where there is no schema of ours."""
    if not sa.inspect(connection).has_table(VERSION_TABLE):
        return None
    found = connection.execute(sa.text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()  # noqa: S608 - a constant
    return None if found is None else str(found)


def bring_up_to_date(
    database: Database, before: Callable[[SchemaState], None] | None = None
) -> bool:
    """Apply what is missing, in one transaction; other processes wait and find it done.

    Args:
        database: Older, current or empty.
        before: Called before an older ledger is changed: it copies it, or raises.

    Returns:
        True where something was applied.

    Raises:
        SchemaError: The database is newer than this program, or belongs to another one.
        ConfigError: SQLite has no full-text search.
    """
    now = state(database)
    if now.is_current:
        return False
    if before is not None and now.found is not None:
        before(now)
    if database.is_sqlite:
        _use_wal(database)
    with database.write() as connection:
        if not database.is_sqlite:
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:n)"), {"n": _LOCK_NUMBER})
        found = revision(connection)
        check_known(database, found)
        if found == NEWEST:
            return False
        if database.is_sqlite and not has_module(connection, "fts5"):
            raise ConfigError(
                "The SQLite of this Python has no full-text search (FTS5).",
                subject="sqlite3",
                advice="Install a Python whose SQLite has FTS5, or set DATABASE_URL.",
            )
        if found is None:
            _refuse_foreign_tables(database, connection)
        _upgrade(connection)
    return True


def has_module(connection: Connection, name: str) -> bool:
    """True where SQLite was built with a module for virtual tables."""
    query = sa.text("SELECT count(*) FROM pragma_module_list WHERE name = :name")
    return bool(connection.execute(query, {"name": name}).scalar_one())


def require_newest(database: Database) -> None:
    """Refuse a database that `bring_up_to_date` would have to change.

    Raises:
        SchemaError: It is older, newer, or has no schema.
    """
    found = state(database).found
    if found != NEWEST:
        have = f"has schema revision {found}" if found else "has no schema yet"
        raise SchemaError(
            f"The database {database.name} {have}; this version needs {NEWEST}.",
            subject=database.name,
            advice=f"Run `strandline migrate`. {BACKUP_HINT if found else ''}".strip(),
        )


def check_known(database: Database, found: str | None) -> None:
    """Refuse a revision that this program has never heard of.

    Raises:
        SchemaError: With what to do.
    """
    if found is not None and found not in REVISIONS:
        raise SchemaError(
            f"The database {database.name} has schema revision {found}, which is newer than this "
            f"version of Strandline knows (up to {NEWEST}).",
            subject=database.name,
            advice="Install the version that wrote it or a later one, or bring back the backup "
            "from before that version (strandline restore); nothing was changed.",
        )


def _refuse_foreign_tables(database: Database, connection: Connection) -> None:
    """A database of another program: a file with tables, or a table named as ours.

    Databases of a server are shared at times; a file never is.
    """
    from strandline.adapters.store.schema import VIEWS, metadata

    inspector = sa.inspect(connection)
    there = {*inspector.get_table_names(), *inspector.get_view_names()}
    ours = sorted(there if database.is_sqlite else there & {*metadata.tables, *VIEWS})
    if ours:
        raise SchemaError(
            f"The database {database.name} has a table {ours[0]} that is not Strandline's.",
            subject=database.name,
            advice="Give Strandline a database of its own (DATABASE_PATH or DATABASE_URL).",
        )


def _use_wal(database: Database) -> None:
    """Switch the file to WAL, which stays with it.

    SQLite answers "locked" at once, without waiting, while another process does the same: so
    this waits by itself.
    """
    deadline = time.monotonic() + database.busy_timeout_s
    while not _is_wal(database):
        if time.monotonic() > deadline:
            raise StoreError(
                f"The database is locked by another program for too long: {database.name}.",
                subject=database.name,
                advice="Close what holds it, and start again.",
            )
        time.sleep(0.02)


def _is_wal(database: Database) -> bool:
    with database.read() as connection:
        raw: Any = connection.connection.driver_connection
        try:
            return bool(raw.execute("PRAGMA journal_mode=WAL").fetchone()[0] == "wal")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname.startswith("SQLITE_BUSY"):
                return False
            raise


def _upgrade(connection: Connection) -> None:
    from alembic import command

    command.upgrade(alembic_config(connection), NEWEST)


def alembic_config(connection: Connection | None = None) -> "Config":
    """Alembic's configuration without a file; migrations run on the given connection."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config
