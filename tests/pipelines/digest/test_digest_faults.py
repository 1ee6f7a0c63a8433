"""A run that ends at any point neither repeats nor loses an article in the next."""

import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine

from strandline.adapters.store import open_store
from strandline.model.digests import Digest, SearchHit
from strandline.model.errors import UsageError
from strandline.model.sources import ContentType
from strandline.pipelines.digest import DIGEST
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW

Press = Any
#: The first and the last step of each phase: `test_killed_at_any_commit` has what lies between.
STEPS = [step.name for _, steps in DIGEST for step in (steps[0], steps[-1])]


class Killed(BaseException):
    """As a signal ends a process: nothing catches it."""


def fill(press: Press) -> None:
    """Articles with and without text, and a podcast."""
    source = press.source()
    for n in range(4):
        press.publish(f"https://a.example/news/{n}", source, hours_ago=n + 1)
    press.publish("https://a.example/news/bare", source, text=None)
    cast = press.source(2, content_type=ContentType.PODCAST)
    press.publish("https://cast.example/episode", cast, text=None)
    press.reader()


def script(press: Press) -> None:
    """Pages to read, and something for the search to find."""
    press.serve("https://a.example/news/bare")
    press.serve("https://b.example/news/found")
    page = press.fetcher.answers["https://b.example/news/found"]
    body = page.body.replace(b"Page https://b.example/news/found", b"Bakers lay down work")
    press.fetcher.answers[page.url] = replace(page, body=body)
    press.finds(SearchHit("https://b.example/news/found", "Found"))


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of the morning, to be copied for each end of a run."""
    return tmp_path_factory.mktemp("morning") / "filled.sqlite3"


@pytest.fixture
def morning(
    filled: Path, tmp_path: Path, make_press: Callable[..., Press]
) -> Iterator[Callable[[], Press]]:
    """A fresh press on a copy of the morning's database."""
    stores: list[Any] = []

    def fresh() -> Press:
        if not filled.exists():
            store = open_store(DatabaseSettings(path=filled))
            fill(make_press(store))
            store.close()
        path = tmp_path / f"{len(stores)}.sqlite3"
        shutil.copy(filled, path)
        stores.append(open_store(DatabaseSettings(path=path), migrate=False))
        press = make_press(stores[-1])
        script(press)
        return press

    yield fresh
    for store in stores:
        store.close()


EVERYTHING = {
    *(f"https://a.example/news/{n}" for n in range(4)),
    "https://a.example/news/bare",
    "https://cast.example/episode",
    "https://b.example/news/found",
}


def rerun(press: Press, reader: Any, now: Any) -> list[str]:
    """The next two runs: all that they show."""
    return [item.url for n in (1, 2) for item in press.run(reader, now + timedelta(hours=n)).items]


@pytest.mark.parametrize("step", STEPS)
def test_killed_before_a_step(morning: Callable[[], Press], step: str) -> None:
    """A run that ends before it has recorded nothing, and the next shows all, once."""
    press = morning()
    reader = press.store.reader("ada")

    def kill(name: str) -> None:
        if name == step:
            raise Killed

    with pytest.raises(Killed):
        press.run(reader, before_step=kill)
    assert press.history() == {}
    assert sorted(rerun(press, reader, NOW)) == sorted(EVERYTHING)


@contextmanager
def killed_at_commit(number: int) -> Iterator[None]:
    """The process dies instead of its nth commit: between two of them the ledger does not change,
    so no other moment leaves anything else behind.
    """
    left = [number]

    def die(_connection: Connection) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise Killed

    event.listen(Engine, "commit", die)
    try:
        yield
    finally:
        event.remove(Engine, "commit", die)


def test_killed_at_any_commit(morning: Callable[[], Press]) -> None:
    """Whatever was done last: what a saved edition showed is recorded, and the rest still comes.

    The edition that was saved before the end counts as shown.
    """
    for at in range(1, 200):
        press = morning()
        reader = press.store.reader("ada")
        is_through = False
        try:
            with killed_at_commit(at):
                press.run(reader)
            is_through = True
        except Killed:
            pass
        editions = [press.store.digest(found.digest_id) for found in press.store.digests()]
        saved = [item.url for edition in editions for item in edition.items]
        assert sorted(press.history()) == sorted(saved), at
        shown = [*saved, *rerun(press, reader, NOW)]
        assert sorted(shown) == sorted(EVERYTHING), at
        if is_through:
            assert at > len(EVERYTHING)
            return
    raise AssertionError("the run never ended")


def test_the_same_inputs_give_the_same_edition(
    make_press: Callable[..., Press], tmp_path: Any
) -> None:
    """Two ledgers filled in another order give the same bytes."""

    def edition(name: str, *, backwards: bool) -> Digest:
        store = open_store(DatabaseSettings(path=tmp_path / name))
        press = make_press(store)
        source = press.source()
        numbers = list(range(12))
        for n in reversed(numbers) if backwards else numbers:
            press.publish(f"https://a.example/news/{n}", source, hours_ago=n % 3, title=f"T{n}")
        digest: Digest = press.run(press.reader(max_items_per_category=8))
        store.close()
        return digest

    first, second = (edition(name, backwards=name == "b") for name in "ab")
    assert first == second
    assert all(step.seconds == 0 for step in first.funnel.steps)


def test_an_empty_edition_is_not_saved(morning: Callable[[], Press]) -> None:
    """Nothing new: the funnel says why, no edition is there, and the history is as it was."""
    press = morning()
    reader = press.store.reader("ada")
    first = press.run(reader)
    history = list(press.store.history("ada"))
    second = press.run(reader)
    assert (second.digest_id, second.items) == ("", ())
    assert sum(step.drops.get("seen_before", 0) for step in second.funnel.steps) > 0
    assert [edition.digest_id for edition in press.store.digests()] == [first.digest_id]
    assert list(press.store.history("ada")) == history


def test_another_run_that_ended_meanwhile_is_noticed(morning: Callable[[], Press]) -> None:
    """Two runs of one reader at once: the later one shows nothing of what the other showed."""
    press = morning()
    reader = press.store.reader("ada")
    inner: list[Digest] = []

    def meanwhile(step: str) -> None:
        if step == "last_look":
            inner.append(press.run(reader))

    digest = press.run(reader, before_step=meanwhile)
    assert len(inner[0].items) == len(EVERYTHING)
    assert digest.items == ()


@pytest.mark.parametrize("step", ["last_look", "lay_out"])
def test_another_run_that_is_faster_at_the_very_end_is_noticed(press: Press, step: str) -> None:
    """Whenever another run of the reader ends, this one is made anew from what is left."""
    source = press.source()
    for n in range(6):
        press.publish(f"https://a.example/news/{n}", source)
    reader = press.reader(max_items_per_category=4)
    inner: list[Digest] = []

    def meanwhile(name: str) -> None:
        if name == step and not inner:
            inner.append(press.run(reader))

    digest = press.run(reader, before_step=meanwhile)
    shown = [item.url for edition in (*inner, digest) for item in edition.items]
    assert len(inner[0].items) == 4
    assert len(shown) == len(set(shown)) == (6 if step == "lay_out" else 4)
    kept = [edition.digest_id for edition in press.store.digests(reader_id="ada")]
    assert kept.count(digest.digest_id) == (1 if digest.items else 0)
    assert len(kept) == (2 if digest.items else 1)


def test_runs_of_one_reader_side_by_side(press: Press) -> None:
    """Five runs at once show no article twice; what none of them showed comes in the next."""
    source = press.source()
    for n in range(20):
        press.publish(f"https://a.example/news/{n}", source)
    reader = press.reader(max_items_per_category=5)
    with ThreadPoolExecutor(5) as threads:
        editions = list(threads.map(lambda _: press.run(reader), range(5)))
    editions += [press.run(reader) for _ in range(4)]
    shown = [item.url for edition in editions for item in edition.items]
    assert len(shown) == len(set(shown)) == 20


def test_a_setting_out_of_its_range_is_named(press: Press) -> None:
    """Nothing runs with a history of 400 days."""
    reader = press.reader()
    wrong = replace(reader, settings=replace(reader.settings, article_history_days=400))
    with pytest.raises(UsageError, match="article_history_days is 400: a whole number from 0 to"):
        press.run(wrong)
