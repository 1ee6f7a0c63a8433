"""Connections and transactions; every use of a connection goes through `Database`.

SQLite: WAL, `synchronous=NORMAL`, foreign keys on, and every write transaction is BEGIN IMMEDIATE:
it waits for its turn before it reads, so it never has to give up half-way with "database is
locked". Writers of one process queue on a lock in memory first, which is fair and costs no polling.
PostgreSQL: READ COMMITTED for writing, REPEATABLE READ for reading; sessions in UTC.
"""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, Engine, make_url

from strandline.adapters.store.errors import explained, is_passing, translated
from strandline.model.errors import ConfigError, StoreError
from strandline.settings import DatabaseSettings

Result = TypeVar("Result")

#: Page cache of one SQLite connection. Measured on a ledger of a million articles: less makes
#: random look-ups in the key indexes read the file again and again.
CACHE_KIB = 64 * 1024

#: Pages of the write-ahead log before it is worked into the file. A batch of new articles touches
#: about 1,000 pages, SQLite's default: it would copy them after every batch.
CHECKPOINT_PAGES = 8_000

#: Connections a process keeps, and how many more it may open for a moment.
POOL_SIZE, POOL_OVERFLOW = 8, 40

#: How long a PostgreSQL server may take to answer at all.
CONNECT_TIMEOUT_S = 10

#: How often a transaction that met a deadlock is run again.
ATTEMPTS = 5


class Database:
    """One database: an engine, its dialect's name, and the two ways to use it.

    Attributes:
        name: Path or address, without the password; for messages.
        is_sqlite: True on SQLite, False on PostgreSQL.
    """

    def __init__(self, engine: Engine, *, name: str, busy_timeout_s: float) -> None:
        self.engine = engine
        self.name = name
        self.is_sqlite = engine.dialect.name == "sqlite"
        self.busy_timeout_s = busy_timeout_s
        self._turn = threading.RLock()
        self._joined = threading.local()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection whose statements all see one state of the database."""
        outer = self._outer()
        if outer is not None:
            with translated(self.name):
                yield outer
            return
        with translated(self.name), self.engine.connect() as connection:
            if not self.is_sqlite:
                connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A connection in a transaction: all of it happens, or nothing.

        Raises:
            StoreError: The database refused; nothing was changed.
        """
        outer = self._outer()
        if outer is not None:
            # A point to go back to: who catches the fault may go on within the whole.
            with translated(self.name), outer.begin_nested():
                yield outer
            return
        with (
            self._my_turn(),
            translated(self.name),
            self._connect_to_write() as connection,
            connection.begin(),
        ):
            yield connection

    @contextmanager
    def together(self) -> Iterator[None]:
        """All that this thread reads and writes within is one transaction."""
        if self._outer() is not None:
            yield
            return
        with self.write() as connection:
            self._joined.connection = connection
            try:
                yield
            finally:
                self._joined.connection = None

    def write_again(self, work: Callable[[Connection], Result]) -> Result:
        """Run a transaction; again where another writer's deadlock ended it."""
        # Within a whole only the whole can be run again.
        for _ in range(0 if self._outer() is not None else ATTEMPTS - 1):
            try:
                with self.write() as connection:
                    return work(connection)
            except StoreError as error:
                if error.__cause__ is None or not is_passing(error.__cause__):
                    raise
        with self.write() as connection:
            return work(connection)

    def _outer(self) -> Connection | None:
        return getattr(self._joined, "connection", None)

    def close(self) -> None:
        """Let go of all connections."""
        with translated(self.name):
            self.engine.dispose()

    def _connect_to_write(self) -> Connection:
        return self.engine.connect().execution_options(strandline_write=True)

    @contextmanager
    def _my_turn(self) -> Iterator[None]:
        if not self.is_sqlite:
            yield
            return
        if not self._turn.acquire(timeout=self.busy_timeout_s):
            busy = sqlite3.OperationalError("another thread of this process writes")
            busy.sqlite_errorname = "SQLITE_BUSY"
            raise explained(busy, self.name)
        try:
            yield
        finally:
            self._turn.release()


def connect(settings: DatabaseSettings) -> Database:
    """Make the engine; opens no connection yet.

    Raises:
        ConfigError: The address is not one of PostgreSQL, or its driver is not installed.
    """
    address = settings.url.get_secret_value()
    if address:
        return _postgres(address, settings)
    return _sqlite(settings)


def _sqlite(settings: DatabaseSettings) -> Database:
    path = settings.path.expanduser()
    name = str(path)
    engine = sa.create_engine(
        URL.create("sqlite", database=name),
        hide_parameters=True,
        connect_args={"timeout": settings.busy_timeout_s, "check_same_thread": False},
        **_pool(settings),
    )
    sa.event.listen(engine, "connect", _prepare_sqlite)
    sa.event.listen(engine, "begin", _begin_sqlite)
    return Database(engine, name=name, busy_timeout_s=settings.busy_timeout_s)


def make_file(database: Database) -> None:
    """Make an SQLite file where there is none, for this user alone: histories are private.

    SQLite gives its log and its index beside the file the same rights.
    """
    path = Path(database.name)
    if not database.is_sqlite:
        return
    with translated(database.name):
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)


def _pool(settings: DatabaseSettings) -> dict[str, Any]:
    """Last in, first out: a lone thread keeps using the connection whose cache is warm."""
    return {
        "poolclass": sa.QueuePool,
        "pool_size": POOL_SIZE,
        "max_overflow": POOL_OVERFLOW,
        "pool_timeout": settings.busy_timeout_s,
        "pool_use_lifo": True,
    }


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # transactions are ours alone: see `_begin_sqlite`
    for pragma in (
        "synchronous=NORMAL",
        "foreign_keys=ON",
        f"cache_size=-{CACHE_KIB}",
        f"wal_autocheckpoint={CHECKPOINT_PAGES}",
        "temp_store=MEMORY",
        "trusted_schema=OFF",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("strandline_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _postgres(address: str, settings: DatabaseSettings) -> Database:
    url = _postgres_url(address)
    try:
        engine = sa.create_engine(
            url,
            hide_parameters=True,
            pool_pre_ping=True,
            connect_args={"connect_timeout": CONNECT_TIMEOUT_S},
            **_pool(settings),
        )
    except ModuleNotFoundError as error:
        raise ConfigError(
            "DATABASE_URL names PostgreSQL, but its driver is not installed.",
            subject="DATABASE_URL",
            advice="Install strandline[postgres].",
        ) from error
    lock_timeout_ms = max(1, round(settings.busy_timeout_s * 1000))

    def prepare(connection: Any, _record: object) -> None:
        before = connection.autocommit
        connection.autocommit = True
        connection.execute("SET TIME ZONE 'UTC'")
        connection.execute(f"SET lock_timeout = {lock_timeout_ms}")
        connection.autocommit = before

    sa.event.listen(engine, "connect", prepare)
    host = url.host or url.query.get("host") or "localhost"
    name = f"postgresql://{host}/{url.database or ''}"
    return Database(engine, name=name, busy_timeout_s=settings.busy_timeout_s)


def _postgres_url(address: str) -> URL:
    try:
        url = make_url(address)
    except (sa.exc.ArgumentError, ValueError) as error:
        raise _bad_address() from error
    if url.drivername not in {"postgresql", "postgres", "postgresql+psycopg"}:
        raise _bad_address()
    return url.set(drivername="postgresql+psycopg")


def _bad_address() -> ConfigError:
    """The address itself stays out of the message: it may hold a password."""
    return ConfigError(
        "DATABASE_URL is not an address of PostgreSQL.",
        subject="DATABASE_URL",
        advice="Write postgresql://user:password@host/name, or leave it empty for SQLite.",
    )
