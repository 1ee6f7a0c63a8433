"""Processes that are killed with SIGKILL at work: nothing is lost, nothing is repeated."""

import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from strandline.model.digests import Digest
from strandline.pipelines.digest import run_digest
from strandline.pipelines.heartbeat import LEASE
from strandline.pipelines.poll import run_poll
from strandline.pipelines.stories import run_match
from strandline.settings import Settings, load_settings
from strandline.testing.world import World
from strandline.wiring import open_ledger, open_ports

VICTIM = Path(__file__).parent / "victim.py"
START = datetime(2026, 3, 4, 7, 0, tzinfo=UTC)
#: When the leases of a killed poller have ended.
LATER = START + LEASE + timedelta(minutes=1)
PATIENCE_S = 600
#: What a poll leaves behind; times of sight are not compared, the killed run saw some earlier.
LEFT_BEHIND = {
    "articles": (
        "SELECT article_url_final, article_title, url_status, published_utc_iso, date_trust, "
        "language, content_type, source_uuid, source_url FROM articles"
    ),
    "stories": (
        "SELECT a.article_url_final, main.article_url_final FROM articles a "
        "JOIN articles main ON main.article_uuid = a.canonical_article_id"
    ),
    "mentions": (
        "SELECT a.article_url_final, m.source_uuid, m.source_url "
        "FROM article_sources m JOIN articles a ON a.article_uuid = m.article_id"
    ),
    "posts": "SELECT source_uuid, item_key, title, versions, decision FROM posts",
    "aliases": "SELECT url, kind FROM aliases",
    "texts": (
        "SELECT a.article_url_final, t.status, t.title, t.text "
        "FROM article_texts t JOIN articles a ON a.article_uuid = t.article_uuid"
    ),
}


@dataclass
class Case:
    """A database and a world for one victim."""

    world: World
    database: Path

    @property
    def environ(self) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.database.parent),
            "DATABASE_PATH": str(self.database),
            "ALLOW_PRIVATE_NETWORKS": ",".join(self.world.allow_list),
            "HOST_DELAY_SECONDS": "0",
            "POLL_CONCURRENCY": "1",
            "PARSE_WORKERS": "1",
            "PARSE_TIMEOUT_SECONDS": "60",  # a slow machine is no fault of the documents
            "DIGEST_CATEGORIES": "news,technology,culture,local",
            "LOG_LEVEL": "error",
        }

    @property
    def settings(self) -> Settings:
        return load_settings(environ=self.environ)

    def victim(self, work: str, now: datetime, kill: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, str(VICTIM), work, now.isoformat(), kill],
            env=self.environ,
            cwd=self.database.parent,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def kill_itself(self, work: str, now: datetime, kill: str) -> None:
        """Run a victim until it has killed itself."""
        process = self.victim(work, now, kill)
        _reap(process)
        assert process.returncode == -signal.SIGKILL

    def poll(self, now: datetime, sources: Sequence[str] | None = None) -> None:
        """Poll what is due, or sources one after the other, and match what waits after each."""
        with open_ports(self.settings) as ports:
            for only in [None] if sources is None else [[source] for source in sources]:
                run_poll(ports, self.settings, now=now, only=only)
                run_match(ports, self.settings.stories, now=now, whole=True)

    def digest(self, now: datetime) -> Digest:
        with open_ports(self.settings) as ports:
            reader = ports.store.reader("public")
            assert reader is not None
            return run_digest(ports, self.settings, reader, now=now)

    def left_behind(self) -> dict[str, list[tuple[object, ...]]]:
        return {name: sorted(self.query(query), key=repr) for name, query in LEFT_BEHIND.items()}

    def query(self, query: str) -> list[tuple[object, ...]]:
        with contextlib.closing(sqlite3.connect(self.database)) as connection:
            return connection.execute(query).fetchall()

    def integrity(self) -> str:
        ((found,),) = self.query("PRAGMA integrity_check")
        return str(found)


def _reap(process: subprocess.Popen[bytes]) -> None:
    """Wait for a victim, and end what it may have left running."""
    try:
        _, errors = process.communicate(timeout=PATIENCE_S)
        sys.stderr.write(errors.decode(errors="replace"))
    finally:
        with contextlib.suppress(ProcessLookupError):  # nothing was left
            os.killpg(process.pid, signal.SIGKILL)


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with World(START) as world:
        yield world


@pytest.fixture
def case(world: World, tmp_path: Path, empty_file: Path) -> Case:
    """An empty ledger that knows the world's sources."""
    shutil.copy(empty_file, tmp_path / "ledger.sqlite3")
    case = Case(world, tmp_path / "ledger.sqlite3")
    _fill_registry(case)
    return case


def _fill_registry(case: Case) -> None:
    store = open_ledger(case.settings)
    for source in case.world.sources():
        store.save_source(source)
    store.close()


@pytest.fixture(scope="module")
def unharmed(world: World, tmp_path_factory: pytest.TempPathFactory) -> Case:
    """What a poll that nobody killed leaves behind."""
    case = Case(world, tmp_path_factory.mktemp("unharmed") / "ledger.sqlite3")
    _fill_registry(case)
    case.poll(LATER)
    return case


@pytest.fixture
def polled(unharmed: Case, tmp_path: Path) -> Case:
    """A copy of a polled ledger."""
    copy = tmp_path / "ledger.sqlite3"
    shutil.copy(unharmed.database, copy)
    return Case(unharmed.world, copy)


def assert_nothing_is_lost(case: Case, unharmed: Case) -> None:
    """A kill changes the order of sources and nothing else."""
    left, wanted = case.left_behind(), unharmed.left_behind()
    assert left == wanted


@pytest.mark.parametrize("commit", [2, 14, 33])
def test_a_poll_killed_at_a_commit(case: Case, unharmed: Case, commit: int) -> None:
    """Killed instead of its n-th commit and run again, a poll leaves what an unharmed one does."""
    case.kill_itself("poll", START, f"commit:{commit}")
    assert case.integrity() == "ok"
    case.poll(LATER)
    assert_nothing_is_lost(case, unharmed)


@pytest.mark.parametrize("requests", [40])
def test_a_poll_killed_while_it_waits_for_a_server(
    case: Case, unharmed: Case, requests: int
) -> None:
    """`kill -9` from outside while a request is under way: the same."""
    gate = case.world.hold(after=requests)
    process = case.victim("poll", START, "never")
    try:
        while not gate.wait_until_reached(1):
            assert process.poll() is None
        process.kill()
    finally:
        gate.open()
        _reap(process)
    assert process.returncode == -signal.SIGKILL
    case.poll(LATER)
    assert_nothing_is_lost(case, unharmed)


def test_the_order_of_sources_changes_nothing(case: Case, unharmed: Case) -> None:
    """Polled and matched one by one, the last source first: the same facts and the same stories."""
    sources = [source.source_uuid for source in reversed(case.world.sources())]
    case.poll(LATER, sources)
    assert_nothing_is_lost(case, unharmed)
    wanted = unharmed.left_behind()
    assert len({main for _, main in wanted["stories"]}) < len(wanted["stories"]), (
        "some are told twice"
    )


def test_a_killed_poller_gives_its_sources_back(case: Case) -> None:
    """While the lease lasts nobody takes the killed poller's source; afterwards it is free."""
    case.kill_itself("poll", START, "commit:3")
    store = open_ledger(case.settings)
    try:
        everything = {source.source_uuid for source in store.sources()}
        early = store.claim_due(START, "other", timedelta(0), limit=100, force=True)
        held = everything - {source.source_uuid for source, _ in early}
        assert held
        late = store.claim_due(LATER, "third", LEASE, limit=100)
        assert held <= {source.source_uuid for source, _ in late}
    finally:
        store.close()


@pytest.mark.parametrize("kill", ["step:history", "step:lay_out", "commit:1"])
def test_a_digest_killed_before_it_is_saved(polled: Case, kill: str) -> None:
    """Nothing of it is recorded, and the next run shows all that it would have shown."""
    polled.kill_itself("digest", LATER, kill)
    assert _editions(polled) == []
    shown = polled.digest(LATER)
    assert len(shown.items) >= 20
    assert _editions(polled) == [_urls(shown)]


def test_a_digest_killed_after_it_was_saved(polled: Case) -> None:
    """It stands complete with its history, and the next run repeats nothing of it."""
    polled.kill_itself("digest", LATER, "end")
    (first,) = _editions(polled)
    assert len(first) >= 20
    second = polled.digest(LATER + timedelta(minutes=1))
    assert not set(first) & set(_urls(second))


def test_the_same_digest_comes_after_a_kill(polled: Case, tmp_path: Path) -> None:
    """The run after a kill gives the edition that an unharmed run gives."""
    twin = Case(polled.world, tmp_path / "twin.sqlite3")
    shutil.copy(polled.database, twin.database)
    polled.kill_itself("digest", LATER, "step:classify")
    assert _urls(polled.digest(LATER)) == _urls(twin.digest(LATER))


def _urls(digest: Digest) -> list[str]:
    return [item.url for item in digest.items if item.is_recorded]


def _editions(case: Case) -> list[list[str]]:
    """Recorded URLs of each saved edition; the history holds exactly these."""
    store = open_ledger(case.settings)
    try:
        saved = [store.digest(d.digest_id) for d in store.digests(reader_id="public")]
        editions = [_urls(digest) for digest in saved if digest is not None]
        recorded = {row.url for row in store.history("public")}
        assert recorded == {url for urls in editions for url in urls}
        return editions
    finally:
        store.close()
