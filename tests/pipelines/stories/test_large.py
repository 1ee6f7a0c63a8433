"""A large archive matched with an engine's help: the same stories, whatever ends it."""

import gc
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from strandline.core.dedup.grouping import parts
from strandline.model.articles import IngestBatch
from strandline.model.stories import Answer
from strandline.pipelines.stories.large import PAIRS_BAR, TITLES_BAR, backfill_on
from strandline.pipelines.stories.matching import BAR
from strandline.ports import Store
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW, a_mention, a_source, a_text, an_article
from strandline.testing.headlines import headlines

pytest.importorskip("daft", reason="strandline[batch] is not installed")

from strandline.adapters.batch.found import FoundPairs
from strandline.adapters.batch.joiner import DaftJoiner

#: Daft leaves the pipes of its processes to the collector of garbage.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

Town = Any
VICTIM = Path(__file__).parent / "large_victim.py"
PATIENCE_S = 600
ARTICLES, A_DAY = 150, 12


@pytest.fixture(autouse=True)
def _pipes_collected() -> Iterator[None]:
    """The pipes end here and not in the middle of another test."""
    yield
    gc.collect()


def fill(store: Store, first: int = 0, last: int = ARTICLES) -> None:
    """Headlines of twelve days in three languages, many of them again with other words; one of
    them fifteen times on a day, and two texts under several titles.
    """
    told = list(headlines(ARTICLES, NOW - timedelta(days=14), A_DAY, copies=0.5))
    for one in told[first:last]:
        put(store, one.number, one.folded, one.time, one.language)
    if first == 0:
        for number in range(15):
            put(store, 1000 + number, "Weather in brief for the whole coast today", told[50].time)
        for number in range(6):
            text = " ".join(f"{'mill' if number % 2 else 'road'}{n}" for n in range(60))
            title = told[100 + number].folded[::-1]
            put(store, 2000 + number, title, told[100 + number].time, text=text)


def put(
    store: Store, number: int, title: str, time: Any, language: str | None = "en", text: str = ""
) -> None:
    article = an_article(
        f"https://paper{number}.example/story",
        article_title=title,
        source_uuid=f"W_RSS_{number % 20}",
        published_utc_iso=time,
        language=language,
    )
    mention = a_mention(article, a_source(number % 20))
    store.ingest(IngestBatch(NOW, articles=(article,), mentions=(mention,)))
    if text:
        store.save_text(a_text(article, text=text))


def stories(store: Store) -> dict[str, str]:
    return {a.article_uuid: a.canonical_article_id for some in store.every_article() for a in some}


def verdicts(store: Store) -> Counter[tuple[str, str, str, float]]:
    """All that binds or parts."""
    return Counter(
        (said.article_a, said.article_b, said.verdict.answer.value, said.verdict.score)
        for uuid in stories(store)
        for said in store.verdicts_of(uuid, limit=1000)
        if said.article_a == uuid
        and (
            said.verdict.answer is not Answer.DIFFERENT
            or parts(said.verdict.answer, said.verdict.layer, said.verdict.vetoes)
        )
    )


def on_engine(town: Town, folder: Path, **options: Any) -> Any:
    with closing(DaftJoiner(folder, 1)) as joiner:
        return backfill_on(joiner, town.ports, town.settings, now=NOW, **options)


@pytest.fixture
def two(towns: Sequence[Town], tmp_path: Path, request: pytest.FixtureRequest) -> tuple[Town, Town]:
    """The same history twice: for the engine, and for the window alone."""
    own = request.getfixturevalue("town")
    for town in (towns[0], own):
        fill(town.store)
    return towns[0], own


def test_the_stories_are_the_same(two: tuple[Town, Town], tmp_path: Path) -> None:
    """Every verdict with its score, every story, on each database; and nothing is left behind."""
    engine, own = two
    report = on_engine(engine, tmp_path / "near")
    assert report.matched == own.match().matched == ARTICLES + 21
    assert verdicts(engine.store) == verdicts(own.store)
    assert stories(engine.store) == stories(own.store)
    assert engine.store.story_counts().duplicates > ARTICLES // 5, "there is something to find"
    assert [path.name for path in (tmp_path / "near").iterdir()] == ["lock"]


def test_beside_articles_that_are_matched(two: tuple[Town, Town], tmp_path: Path) -> None:
    """Polls have matched the newest days; the rest of the history is brought in afterwards."""
    engine, own = two
    for town in two:
        town.match(since=NOW - timedelta(days=6), whole=False)
    assert 0 < engine.store.story_counts().unmatched < ARTICLES
    on_engine(engine, tmp_path / "near")
    own.match()
    assert verdicts(engine.store) == verdicts(own.store)
    assert stories(engine.store) == stories(own.store)


def test_articles_that_come_after_titles_were_taken_in(town: Town, tmp_path: Path) -> None:
    """Some are matched by polls meanwhile, some by this run: each is compared with everything."""
    whole = 2 * ARTICLES // 3
    fill(town.store, 0, whole)
    stop = Event()
    town.ports = town.with_ports(progress=Stopping(stop, PAIRS_BAR))
    assert on_engine(town, tmp_path / "near", stop=stop).matched == 0
    fill(town.store, whole, whole + 20)
    town.match(since=NOW - timedelta(days=9), whole=False)
    fill(town.store, whole + 20, ARTICLES)
    report = on_engine(town, tmp_path / "near")
    assert report.matched > 20
    assert town.store.story_counts().unmatched == 0
    found = {(a, b) for a, b, answer, _ in verdicts(town.store) if answer == "SAME"}
    later = set(stories(town.store)) - set(uuids_of(town.store, 0, whole))
    assert any(later.intersection(pair) and not later.issuperset(pair) for pair in found)


def uuids_of(store: Store, first: int, last: int) -> Iterator[str]:
    for number in range(first, last):
        yield an_article(f"https://paper{number}.example/story").article_uuid


class Stopping:
    """Asks for the end at the first advance of a bar."""

    def __init__(self, stop: Event, label: str) -> None:
        self._stop = stop
        self._label = label

    def start(self, label: str, total: int | None) -> None:
        """Nothing."""

    def finish(self, label: str) -> None:
        """Nothing."""

    def advance(self, label: str, steps: int = 1, note: str = "") -> None:
        if label == self._label:
            self._stop.set()


@pytest.mark.parametrize("label", [TITLES_BAR, PAIRS_BAR, BAR])
def test_ended_by_a_person(town: Town, tmp_path: Path, label: str) -> None:
    """At any stage: what was done stays, and the next run ends it."""
    fill(town.store)
    stop, ports = Event(), town.ports
    town.ports = town.with_ports(progress=Stopping(stop, label))
    assert on_engine(town, tmp_path / "near", stop=stop).matched <= 100
    town.ports = ports
    on_engine(town, tmp_path / "near")
    assert town.store.story_counts().unmatched == 0


def test_the_pairs_of_the_engine_are_what_is_compared(
    two: tuple[Town, Town], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without them titles find nothing: the window keeps no index of what the engine covers."""
    engine, own = two
    monkeypatch.setattr(FoundPairs, "near", lambda *_: [])
    on_engine(engine, tmp_path / "near")
    own.match()
    assert len(verdicts(engine.store)) < len(verdicts(own.store)) / 2


def test_nothing_waits(town: Town, tmp_path: Path) -> None:
    """No titles are read for nothing."""
    town.told(1, "Ferry service ends")
    town.match()
    assert on_engine(town, tmp_path / "near").matched == 0
    assert [path.name for path in (tmp_path / "near").iterdir()] == ["lock"]


def victim(database: DatabaseSettings, folder: Path, label: str, step: int) -> tuple[int, str]:
    """Its end, and the bars that it advanced."""
    url = database.url.get_secret_value()
    where = {"DATABASE_URL": url} if url else {"DATABASE_PATH": str(database.path)}
    environ = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "LOG_LEVEL": "warning",
        "EMBEDDINGS": "off",
        "VECTOR_INDEX_PATH": str(folder / "vectors"),
        "REVIEW_SHARE": "0",
        **where,
    }
    command = [sys.executable, str(VICTIM), str(folder / "near"), label, str(step)]
    done = subprocess.run(
        command,
        check=False,
        env=environ,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return done.returncode, done.stdout


def test_killed_at_every_stage(
    two: tuple[Town, Town], database: DatabaseSettings, tmp_path: Path
) -> None:
    """While titles are read, while spans are joined, while articles are matched: the next run does
    not do again what was done, and the stories are those of an undisturbed one.
    """
    engine, own = two
    own.match()
    for label, step in ((TITLES_BAR, 1), (PAIRS_BAR, 2), (BAR, 3)):
        status, _ = victim(database, tmp_path, label, step)
        assert status == -signal.SIGKILL
    status, said = victim(database, tmp_path, "never", 0)
    assert status == 0
    assert TITLES_BAR not in said, "they were taken in by the second run"
    assert said.count(BAR) <= (ARTICLES + 21) // 40 - 1, "two batches were saved before"
    assert verdicts(engine.store) == verdicts(own.store)
    assert stories(engine.store) == stories(own.store)
