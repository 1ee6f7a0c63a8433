"""The history matched by processes that are killed, and by several at once: every article once."""

import contextlib
import os
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from strandline.adapters.store import open_store
from strandline.model.articles import IngestBatch
from strandline.pipelines.stories.matching import is_plain
from strandline.ports import Store
from strandline.settings import DatabaseSettings, Settings, load_settings
from strandline.testing.builders import NOW, a_mention, a_source, an_article
from strandline.testing.headlines import headlines
from strandline.wiring import open_local_embedders

VICTIM = Path(__file__).parent / "victim.py"
PATIENCE_S = 600
ARTICLES, BATCH = 120, 10


@dataclass
class History:
    """A ledger that nobody has matched, on any database.

    Attributes:
        environ: Settings of those who match it.
    """

    folder: Path
    database: DatabaseSettings
    environ: dict[str, str] = field(default_factory=dict)

    @property
    def settings(self) -> Settings:
        return load_settings(environ=self._environ())

    def fill(self) -> None:
        """Headlines of three days; every second one repeats another with some words changed."""
        store = open_store(self.database)
        for told in headlines(ARTICLES, NOW, ARTICLES // 3, copies=0.5):
            article = an_article(
                f"https://paper{told.number}.example/story",
                article_title=told.folded,
                source_uuid=f"W_RSS_{told.number % 20}",
                published_utc_iso=told.time,
                language=told.language,
            )
            mention = a_mention(article, a_source(told.number % 20))
            store.ingest(IngestBatch(NOW, articles=(article,), mentions=(mention,)))
        store.close()

    def victim(self, kill: int | None = None) -> subprocess.Popen[str]:
        """A process that matches; says each batch."""
        return subprocess.Popen(
            [sys.executable, str(VICTIM), str(BATCH), str(kill or "never")],
            env=self._environ(),
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def _environ(self) -> dict[str, str]:
        url = self.database.url.get_secret_value()
        where = {"DATABASE_URL": url} if url else {"DATABASE_PATH": str(self.database.path)}
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "LOG_LEVEL": "warning",
            "EMBEDDINGS": "off",
            "VECTOR_INDEX_PATH": str(self.folder / "vectors"),
            "REVIEW_SHARE": "0",
            **where,
            **self.environ,
        }


def finished(process: subprocess.Popen[str]) -> tuple[int, int, str]:
    """Exit status, batches that were done, and what was complained of."""
    try:
        out, errors = process.communicate(timeout=PATIENCE_S)
    finally:
        with contextlib.suppress(ProcessLookupError):  # nothing was left
            os.killpg(process.pid, signal.SIGKILL)
    return process.returncode, len(out.splitlines()), errors


def stories(store: Store) -> dict[str, str]:
    """Main article of each."""
    return {
        article.article_uuid: article.canonical_article_id
        for group in store.every_article()
        for article in group
    }


def verdicts(store: Store) -> Counter[tuple[str, str, str]]:
    """What was said of each pair, and how often. Of mere want of likeness each run keeps the
    nearest few that it saw, for `explain`.
    """
    return Counter(
        (said.article_a, said.article_b, said.verdict.answer.value)
        for uuid in stories(store)
        for said in store.verdicts_of(uuid, limit=1000)
        if said.article_a == uuid and not is_plain(said.verdict)
    )


def assert_as_undisturbed(history: History, undisturbed: History) -> None:
    """Every article matched once, no verdict twice, the same stories."""
    here, there = open_store(history.database), open_store(undisturbed.database)
    try:
        assert here.story_counts().unmatched == 0
        found = verdicts(here)
        assert set(found.values()) == {1}
        assert found == verdicts(there)
        assert stories(here) == stories(there)
    finally:
        here.close()
        there.close()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> History:
    """A history that one process has matched from beginning to end."""
    folder = tmp_path_factory.mktemp("undisturbed")
    history = History(folder, DatabaseSettings(path=folder / "s.sqlite3"))
    history.fill()
    status, batches, errors = finished(history.victim())
    assert (status, batches) == (0, ARTICLES // BATCH), errors
    store = open_store(history.database)
    counts = store.story_counts()
    store.close()
    assert counts.duplicates > ARTICLES // 5, "there is something to find"
    return history


@pytest.fixture
def history(database: DatabaseSettings, tmp_path: Path) -> History:
    history = History(tmp_path, database)
    history.fill()
    return history


def test_killed_again_and_again(history: History, undisturbed: History) -> None:
    """Instead of its first commit, of its third, and in the middle of its work from outside."""
    done = 0
    for commit in (1, 3):
        status, batches, errors = finished(history.victim(commit))
        assert status == -signal.SIGKILL, errors
        done += batches
    process = history.victim()
    assert process.stdout is not None
    for _ in range(3):
        assert process.stdout.readline(), "it ended before it was killed"
        done += 1
    process.kill()
    status, _, _ = finished(process)
    assert status == -signal.SIGKILL
    status, batches, errors = finished(history.victim())
    assert status == 0, errors
    assert batches < ARTICLES // BATCH, "what was done is not done again"
    assert done + batches <= ARTICLES // BATCH + 2
    assert_as_undisturbed(history, undisturbed)


def test_two_at_once(history: History, undisturbed: History) -> None:
    """Neither waits for long, complains of a lock, or does what the other has done."""
    both = [history.victim(), history.victim()]
    ends = [finished(process) for process in both]
    assert [(status, errors) for status, _, errors in ends] == [(0, ""), (0, "")]
    assert_as_undisturbed(history, undisturbed)


def test_one_is_killed_beside_another(history: History, undisturbed: History) -> None:
    """The other goes on, and does what the killed one had in hand."""
    both = [history.victim(4), history.victim()]
    ends = [finished(process) for process in both]
    assert ends[0][0] in (-signal.SIGKILL, 0)
    assert (ends[1][0], ends[1][2]) == (0, "")
    assert_as_undisturbed(history, undisturbed)


def test_killed_with_models_and_an_index(tmp_path: Path) -> None:
    """Vectors of a killed process are not made again, and its index is usable or built anew."""
    light, *_ = open_local_embedders(load_settings(environ={})) or [None]
    if light is None:
        pytest.skip("the local models are not installed (extra `stories`)")
    history = History(
        tmp_path, DatabaseSettings(path=tmp_path / "s.sqlite3"), {"EMBEDDINGS": "auto"}
    )
    history.fill()
    for commit in (2, 5):
        status, _, errors = finished(history.victim(commit))
        assert status == -signal.SIGKILL, errors
    status, _, errors = finished(history.victim())
    assert (status, errors) == (0, "")
    store = open_store(history.database)
    try:
        assert store.story_counts().unmatched == 0
        assert set(verdicts(store).values()) == {1}
        assert store.vector_count(light.model) == ARTICLES
    finally:
        store.close()
