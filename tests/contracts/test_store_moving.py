"""Moving a ledger from one kind of database to the other, and back."""

import sqlite3
import threading
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from strandline.adapters.progress import SilentProgress
from strandline.adapters.store import move_ledger, open_store
from strandline.model.accounts import Actor
from strandline.model.acts import AuditEntry
from strandline.model.archive import SearchQuery
from strandline.model.articles import IngestBatch
from strandline.model.errors import StoreError
from strandline.ports import Store
from strandline.settings import DatabaseSettings
from strandline.testing.archive_builders import a_job, a_result
from strandline.testing.builders import (
    NOW,
    a_mention,
    a_post,
    a_reader,
    a_source,
    a_text,
    an_article,
)

MANY = 30


def fill(settings: DatabaseSettings) -> None:
    """Something in many tables: times with fractions, trees, bytes, numbers of their own."""
    with closing(open_store(settings)) as store:
        source = a_source(tags=("città", "北"))
        store.save_source(source)
        articles = tuple(an_article(f"https://valley.example/{n}?q=é") for n in range(MANY))
        mentions = tuple(map(a_mention, articles))
        posts = (a_post(articles[0], source),)
        store.ingest(IngestBatch(NOW, articles=articles, mentions=mentions, posts=posts))
        store.save_text(a_text(articles[1]))
        store.save_reader(a_reader())
        store.record(AuditEntry(NOW + timedelta(microseconds=7), Actor.console(), "a.b", "c"))
        store.enqueue([a_job(articles[2])])
        (job,) = store.claim_jobs(NOW, "me", timedelta(minutes=1), limit=1, per_domain=1)
        store.finish_job(a_result(job), owner="me")


def told(store: Store) -> tuple[object, ...]:
    counts = store.counts()
    found = store.search(SearchQuery(words="mill middle"))
    return (
        counts.articles,
        counts.posts,
        counts.texts,
        counts.artifacts,
        counts.history,
        store.sources(),
        store.reader("ada"),
        [entry.at for entry in store.audit()],
        [one.article_uuid for one in found],
    )


@pytest.mark.postgres
def test_there_and_back(tmp_path: Path, empty_postgres: DatabaseSettings) -> None:
    """Every table agrees, searches find the same, and both go on with numbers of their own."""
    here = DatabaseSettings(path=tmp_path / "here.sqlite3")
    fill(here)
    moved = move_ledger(here, empty_postgres, SilentProgress())
    assert (moved.counts["articles"], moved.counts["audit"], moved.resumed) == (MANY, 1, 0)
    back = DatabaseSettings(path=tmp_path / "back.sqlite3")
    assert move_ledger(empty_postgres, back, SilentProgress()).counts == moved.counts
    with (
        closing(open_store(here)) as one,
        closing(open_store(empty_postgres)) as two,
        closing(open_store(back)) as three,
    ):
        assert told(one) == told(two) == told(three)
        for store in (two, three):
            store.record(AuditEntry(NOW, Actor.console(), "a.b", "c"))
            assert [entry.entry_id for entry in store.audit()] == [2, 1]


class EndsAt:
    """A progress that tells a move to stop once it has come to a table."""

    def __init__(self, table: str) -> None:
        self.table, self.stop = table, threading.Event()

    def start(self, label: str, total: int | None) -> None:
        if label == self.table:
            self.stop.set()

    def advance(self, label: str, steps: int = 1, note: str = "") -> None: ...

    def finish(self, label: str) -> None: ...


class Steps(SilentProgress):
    """How many rows each transaction of a table had."""

    def __init__(self, table: str) -> None:
        self.table, self.steps = table, list[int]()

    def advance(self, label: str, steps: int = 1, note: str = "") -> None:
        if label == self.table:
            self.steps.append(steps)


def test_long_texts_go_a_few_at_a_time(tmp_path: Path) -> None:
    """Memory is that of some megabytes, however long the rows are."""
    here, there = (DatabaseSettings(path=tmp_path / name) for name in ("a.sqlite3", "b.sqlite3"))
    fill(here)
    with closing(open_store(here)) as store:
        source = store.sources()[0]
        articles = (an_article(f"https://valley.example/{n}?q=é") for n in range(1, 6))
        posts = tuple(a_post(one, source, content_html="é" * 1_500_000) for one in articles)
        store.ingest(IngestBatch(NOW, posts=posts))
    told = Steps("posts")
    assert move_ledger(here, there, told).counts["posts"] == 6
    assert told.steps == [4, 2]


@pytest.mark.parametrize("table", ["audit", "digest_items"])
def test_a_move_that_was_ended_goes_on(tmp_path: Path, table: str) -> None:
    """What was copied is not copied again; until the end no program opens the copy."""
    here, there = (DatabaseSettings(path=tmp_path / name) for name in ("a.sqlite3", "b.sqlite3"))
    fill(here)
    ends = EndsAt(table)
    with pytest.raises(StoreError, match="was ended"):
        move_ledger(here, there, ends, ends.stop)
    with pytest.raises(StoreError, match="has not ended"):
        open_store(there)
    other = DatabaseSettings(path=tmp_path / "c.sqlite3")
    fill(other)
    with pytest.raises(StoreError, match=r"is being moved there from .*a\.sqlite3"):
        move_ledger(other, there, SilentProgress())
    moved = move_ledger(here, there, SilentProgress())
    assert moved.resumed > 0
    with closing(open_store(here)) as one, closing(open_store(there)) as two:
        assert told(one) == told(two)


def test_what_holds_something_is_no_target(tmp_path: Path) -> None:
    """Another ledger and another program's file are refused, and stay as they are."""
    here, there = (DatabaseSettings(path=tmp_path / name) for name in ("a.sqlite3", "b.sqlite3"))
    fill(here)
    fill(there)
    with pytest.raises(StoreError, match="is not empty: it has rows of"):
        move_ledger(here, there, SilentProgress())
    with pytest.raises(StoreError, match="there already"):
        move_ledger(here, here, SilentProgress())
    foreign = tmp_path / "foreign.sqlite3"
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    with pytest.raises(StoreError, match="recipes"):
        move_ledger(here, DatabaseSettings(path=foreign), SilentProgress())
    empty = DatabaseSettings(path=tmp_path / "empty.sqlite3")
    open_store(empty).close()
    assert move_ledger(here, empty, SilentProgress()).counts["articles"] == MANY


def test_a_ledger_that_is_written_to_meanwhile_is_told(tmp_path: Path) -> None:
    """What was changed after it was copied shows at the end; the next run begins anew."""
    here, there = (DatabaseSettings(path=tmp_path / name) for name in ("a.sqlite3", "b.sqlite3"))
    fill(here)
    ends = EndsAt("digest_items")
    with pytest.raises(StoreError, match="was ended"):
        move_ledger(here, there, ends, ends.stop)
    with closing(open_store(here)) as store:
        store.save_source(a_source(name="Another name"))
    with pytest.raises(StoreError, match="differs from the ledger: sources"):
        move_ledger(here, there, SilentProgress())
    assert move_ledger(here, there, SilentProgress()).resumed == 0
    with closing(open_store(here)) as one, closing(open_store(there)) as two:
        assert told(one) == told(two)
