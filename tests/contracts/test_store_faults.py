"""Every fault of a database ends in one clear line, with nothing lost."""

import os
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from pydantic import SecretStr

from strandline.adapters.store import open_store
from strandline.adapters.store.errors import explained, postgres_fault, sqlite_fault, translated
from strandline.adapters.store.opening import DatabaseStore
from strandline.model.articles import IngestBatch
from strandline.model.errors import ConfigError, StoreError
from strandline.ports import Store
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW, a_post, an_article

SECRET = "canary-7731"

#: Not errors, or documented as internal, unused, or wrong use of the C interface that the
#: `sqlite3` module rules out: these may end in the general message.
NO_FAULTS = tuple(
    f"SQLITE_{name}"
    for name in (
        "OK",
        "ROW",
        "DONE",
        "NOTICE",
        "WARNING",
        "INTERNAL",
        "NOTFOUND",
        "EMPTY",
        "MISUSE",
    )
)

#: Constants for authorizers and limits, which share the prefix but are no result codes.
NO_RESULTS = tuple(
    f"SQLITE_{name}"
    for name in (
        *("LIMIT_", "CREATE_", "DROP_", "ALTER_", "ANALYZE", "ATTACH", "DELETE", "DETACH", "DENY"),
        *("FUNCTION", "IGNORE", "INSERT", "PRAGMA", "READ", "RECURSIVE", "REINDEX", "SAVEPOINT"),
        *("SELECT", "TRANSACTION", "UPDATE"),
    )
)
READ_ONLY = "SQLITE_READONLY"  # begins like the authorizer's SQLITE_READ


def sqlite_codes() -> list[str]:
    """Names of all result codes that this Python knows."""
    names = (name for name in dir(sqlite3) if name.startswith("SQLITE_"))
    return sorted(
        name for name in names if name.startswith(READ_ONLY) or not name.startswith(NO_RESULTS)
    )


def test_the_codes_are_really_looked_at() -> None:
    """More than the thirty primary codes, the ones that people meet among them."""
    assert len(sqlite_codes()) > 80
    assert {"SQLITE_FULL", "SQLITE_BUSY", "SQLITE_READONLY_DIRECTORY"} <= set(sqlite_codes())


@pytest.mark.parametrize("name", sqlite_codes())
def test_no_code_of_sqlite_is_missed(name: str) -> None:
    """Every result code that is an error has words and advice of its own."""
    what, advice = sqlite_fault(name)
    assert advice
    assert (what == "The database failed") is name.startswith(NO_FAULTS)


def test_no_class_of_postgresql_is_missed() -> None:
    """Every error class that the driver knows ends in a StoreError with advice."""
    errors = pytest.importorskip("psycopg.errors")
    classes = [
        kind
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, errors.Error)
    ]
    assert len(classes) > 200
    for kind in classes:
        with pytest.raises(StoreError) as caught, translated("place"):
            raise kind("detail")
        assert caught.value.advice
        assert caught.value.__cause__ is not None


@pytest.mark.parametrize(
    ("sqlstate", "words"),
    [
        ("53100", "disk"),
        ("53300", "connections"),
        ("25006", "read-only"),
        ("28P01", "password"),
        ("3D000", "no database"),
        ("42501", "rights"),
        ("55P03", "locked"),
        ("57P03", "starting"),
        ("08006", "connection"),
        ("40P01", "writers"),
        ("XX001", "damaged"),
        (None, "reached"),
        ("ZZ999", "failed"),
    ],
)
def test_sqlstates_that_a_person_can_act_on(sqlstate: str | None, words: str) -> None:
    """The longest prefix decides, and a failure without a state never reached the server."""
    assert words in postgres_fault(sqlstate)[0]


@pytest.mark.parametrize(
    "error",
    [
        sa.exc.TimeoutError("pool"),
        sa.exc.InvalidRequestError("x"),
        OverflowError("int too large"),
        PermissionError(13, "Permission denied"),
        sqlite3.ProgrammingError("cannot bind"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_other_foreign_errors_are_translated(error: Exception) -> None:
    """What SQLAlchemy, the drivers and the system raise; the cause is kept."""
    with pytest.raises(StoreError) as caught, translated("place"):
        raise error
    assert caught.value.__cause__ is error


def test_our_own_faults_pass_unchanged() -> None:
    """A bug is not dressed up as a fault of the database."""
    with pytest.raises(KeyError), translated("place"):
        raise KeyError("x")


def test_statements_and_values_stay_out_of_messages() -> None:
    """They may hold a reader's history."""
    original = sqlite3.IntegrityError("UNIQUE constraint failed: t.c")
    wrapped = sa.exc.IntegrityError("INSERT INTO t", {"email": SECRET}, original)
    assert SECRET not in str(explained(wrapped, "place"))
    assert "INSERT" not in str(explained(wrapped, "place"))


def a_large_batch(size: int = 400) -> IngestBatch:
    articles = tuple(an_article(f"https://large.example/{n}") for n in range(size))
    posts = tuple(a_post(article, content_html="<p>" + "x" * 4_000) for article in articles)
    return IngestBatch(NOW, articles=articles, posts=posts)


def fill_up(store: Store) -> None:
    """The disk is full in the middle of a batch; then there is room again."""
    with pytest.raises(StoreError, match=r"disk with the database is full.*Free some space"):
        store.ingest(a_large_batch())
    assert store.counts().articles == 0
    assert store.reader("public") is not None
    assert len(store.ingest(IngestBatch(NOW, articles=(an_article(),))).new_articles) == 1


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    """SQLite's own limit of pages stands for the disk: the batch is refused as a whole."""
    store = open_store(DatabaseSettings(path=tmp_path / "full.sqlite3"))
    assert isinstance(store, DatabaseStore)
    database = store._database
    database.close()  # the limit is set on connections that are opened from here on
    sa.event.listen(
        database.engine, "connect", lambda raw, _: raw.execute("PRAGMA max_page_count=150")
    )
    fill_up(store)
    store.close()


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system that holds the schema and little more; needs the right to mount."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(place)],
        check=False,
        capture_output=True,
    )
    if mounted.returncode != 0:
        pytest.skip("this user may not mount a file system")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_really_full_disk_loses_nothing(tiny_disk: Path) -> None:
    """The same on a file system without room."""
    store = open_store(DatabaseSettings(path=tiny_disk / "full.sqlite3"))
    fill_up(store)
    store.close()


#: Loads all that opening loads, gives up its rights, and opens the database it is told.
WITHOUT_RIGHTS = """
import os, sys, tempfile
from pathlib import Path
from strandline.adapters.store import open_store
from strandline.model.errors import StoreError
from strandline.settings import DatabaseSettings
with tempfile.TemporaryDirectory() as folder:
    open_store(DatabaseSettings(path=Path(folder) / "warm.sqlite3")).close()
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
try:
    store = open_store(DatabaseSettings(path=Path(sys.argv[1])))
    store.ping()
except StoreError as error:
    print(error)
    raise SystemExit(3)
"""


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that every user of the machine may look into."""
    folder = Path(tempfile.mkdtemp(prefix="strandline-read-only-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()


@pytest.mark.parametrize("with_database", [False, True], ids=["empty folder", "with a database"])
def test_a_read_only_folder_is_named(public_folder: Path, with_database: bool) -> None:
    """One line with the path and what to do, whether the file is there or not."""
    path = public_folder / "data.sqlite3"
    if with_database:
        open_store(DatabaseSettings(path=path)).close()
        path.chmod(0o444)
    public_folder.chmod(0o555)
    ended = subprocess.run(
        [sys.executable, "-c", WITHOUT_RIGHTS, str(path)],
        check=False,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 3, ended.stderr
    assert str(path) in ended.stdout
    assert "right" in ended.stdout
    assert ended.stdout.count("\n") == 1
    assert bool(path.exists()) is with_database


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "data").write_text("not a folder")
    with pytest.raises(StoreError, match=r"cannot be used|cannot be opened"):
        open_store(DatabaseSettings(path=tmp_path / "data" / "x.sqlite3"))


def test_a_folder_in_place_of_the_file_is_named(tmp_path: Path) -> None:
    """DATABASE_PATH names a folder."""
    with pytest.raises(StoreError, match=r"cannot be opened.*DATABASE_PATH"):
        open_store(DatabaseSettings(path=tmp_path))


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    """It is named, and its bytes stay."""
    path = tmp_path / "notes.txt"
    path.write_bytes(b"Dear diary, " * 500)
    with pytest.raises(StoreError, match=r"notes\.txt.*not a database|not an SQLite database"):
        open_store(DatabaseSettings(path=path))
    assert path.read_bytes() == b"Dear diary, " * 500


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    """Pages overwritten in the middle: the first use that meets them says what to do."""
    path = tmp_path / "data.sqlite3"
    store = open_store(DatabaseSettings(path=path))
    store.ingest(a_large_batch())
    store.close()
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xab" * (size - 4096))
    with pytest.raises(StoreError, match=r"damaged.*strandline restore"):
        open_store(DatabaseSettings(path=path)).counts()


def test_a_lock_that_is_held_for_too_long_is_told(tmp_path: Path) -> None:
    """Another program holds the file: reading goes on, writing ends in one line."""
    settings = DatabaseSettings(path=tmp_path / "data.sqlite3", busy_timeout_s=0.05)
    store = open_store(settings)
    other = sqlite3.connect(settings.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match=r"locked.*DATABASE_BUSY_TIMEOUT_SECONDS"):
        store.ping()
    assert store.reader("public") is not None
    other.execute("ROLLBACK")
    other.close()
    store.ping()
    store.close()


def test_the_database_file_belongs_to_its_user_alone(tmp_path: Path) -> None:
    """Histories are private: neither group nor others may read the file or its log."""
    store = open_store(DatabaseSettings(path=tmp_path / "data" / "new.sqlite3"))
    store.ping()
    for path in (tmp_path / "data").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path.name
    store.close()


@pytest.mark.parametrize(
    "address", ["mysql://u:%s@h/d", "nonsense %s", "postgresql+asyncpg://u:%s@h/d", "http://%s"]
)
def test_an_address_that_is_no_postgresql(address: str) -> None:
    """The setting is named, its value is not: it may hold a password."""
    with pytest.raises(ConfigError, match="DATABASE_URL") as caught:
        open_store(DatabaseSettings(url=SecretStr(address.replace("%s", SECRET))))
    assert SECRET not in str(caught.value)


def test_a_server_that_does_not_answer_is_named() -> None:
    """Host and database are named, the password is not."""
    url = SecretStr(f"postgresql://ada:{SECRET}@127.0.0.1:1/ledger")
    with pytest.raises(StoreError, match=r"cannot be reached.*127\.0\.0\.1.*ledger") as caught:
        open_store(DatabaseSettings(url=url))
    assert SECRET not in str(caught.value)


@pytest.mark.postgres
def test_a_database_that_does_not_exist_is_named(empty_postgres: DatabaseSettings) -> None:
    """With the command that makes it."""
    url = sa.make_url(empty_postgres.url.get_secret_value()).set(database="never_made")
    secret = SecretStr(url.render_as_string(hide_password=False))
    with pytest.raises(StoreError, match=r"never_made.*createdb"):
        open_store(DatabaseSettings(url=secret))


@pytest.mark.postgres
def test_a_read_only_server_is_told(empty_postgres: DatabaseSettings) -> None:
    """A standby takes no writes."""
    import psycopg

    open_store(empty_postgres).close()
    address = empty_postgres.url.get_secret_value()
    with psycopg.connect(address, autocommit=True) as connection:
        name = connection.info.dbname
        connection.execute(
            f'ALTER DATABASE "{name}" SET default_transaction_read_only = on'.encode()
        )
    store = open_store(empty_postgres)
    with pytest.raises(StoreError, match=r"read-only.*primary"):
        store.ping()
    store.close()


@pytest.mark.postgres
def test_a_server_that_comes_back_is_used_again(empty_postgres: DatabaseSettings) -> None:
    """Connections that were cut while nobody used them are replaced without a fault."""
    import psycopg

    store = open_store(empty_postgres)
    store.ping()
    with psycopg.connect(empty_postgres.url.get_secret_value(), autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    store.ping()
    store.close()


def test_every_process_may_use_a_store_of_its_own(tmp_path: Path) -> None:
    """A path with `~` and a folder that is not there yet are made good."""
    environment = os.environ | {"HOME": str(tmp_path), "DATABASE_PATH": "~/a/b/c.sqlite3"}
    script = (
        "from strandline.adapters.store import open_store\n"
        "from strandline.settings import load_settings\n"
        "open_store(load_settings().database).ping()\n"
    )
    subprocess.run([sys.executable, "-c", script], env=environment, check=True)
    assert (tmp_path / "a" / "b" / "c.sqlite3").is_file()
