"""The contracts of `ReaderStore` and `HistoryStore`, on both databases."""

from dataclasses import replace
from datetime import timedelta

import pytest

from strandline.adapters.store import open_store
from strandline.model.digests import Digest
from strandline.model.errors import StoreError
from strandline.model.readers import (
    DigestScope,
    HistoryEntry,
    Reader,
    ReaderSettings,
    ScoreWeights,
)
from strandline.ports import Store
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW, a_history_entry, a_reader

DAY = timedelta(days=1)

FULL = Reader(
    "zoé",
    "Zoé",
    DigestScope.PERSONAL,
    "zoe@reader.example",
    ("W_RSS_9", "W_RSS_2"),
    ReaderSettings(
        article_history_days=0,
        archive_days=365,
        categories=("科技", "culture"),
        max_items_per_category=3,
        max_age_hours=48,
        window_hours=36,
        source_diversity_window=2,
        max_per_source=0,
        language="fr",
        weights=ScoreWeights(0.1, 0.2, 0.3, 0.4),
    ),
)


def test_everyone_is_there_from_the_start(store: Store) -> None:
    """The reader `public` needs nobody to make it."""
    assert store.readers() == [Reader("public", "Everyone", DigestScope.SHARED)]


def test_what_was_chosen_for_everyone_stays(store: Store, database: DatabaseSettings) -> None:
    """Opening again does not reset the reader `public`; a removed one comes back."""
    chosen = Reader("public", "Tout le monde", DigestScope.SHARED)
    store.save_reader(chosen)
    open_store(database).close()
    assert store.reader("public") == chosen
    assert store.remove_reader("public")
    open_store(database).close()
    assert store.reader("public") == Reader("public", "Everyone", DigestScope.SHARED)


def test_a_reader_comes_back_as_saved(store: Store) -> None:
    """Every setting survives, and the order of sources and categories."""
    store.save_reader(FULL)
    assert store.reader("zoé") == FULL
    assert [reader.reader_id for reader in store.readers()] == ["public", "zoé"]
    assert store.reader("nobody") is None


def test_saving_a_reader_again_replaces(store: Store) -> None:
    """Old sources do not linger."""
    store.save_reader(FULL)
    changed = replace(FULL, email=None, source_uuids=("W_RSS_5",), settings=ReaderSettings())
    store.save_reader(changed)
    assert store.reader("zoé") == changed


def test_saving_a_reader_again_keeps_the_history(store: Store) -> None:
    """Another setting is no reason to show everything again."""
    store.save_reader(FULL)
    store.insert_urls([a_history_entry(reader_id="zoé")])
    store.save_reader(replace(FULL, name="Z"))
    assert store.count_history("zoé") == 1


@pytest.mark.parametrize("days", [-1, 366])
@pytest.mark.parametrize("name", ["article_history_days", "archive_days"])
def test_history_days_go_from_0_to_365(store: Store, name: str, days: int) -> None:
    """Anything else is refused, and the setting is named (document 0)."""
    settings = replace(ReaderSettings(), **{name: days})  # type: ignore[arg-type]
    with pytest.raises(StoreError, match=name):
        store.save_reader(a_reader(settings=settings))
    assert store.reader("ada") is None


def test_removing_a_reader_removes_what_is_private(store: Store) -> None:
    """History and editions go with the reader; nobody else's do."""
    for reader in (a_reader("ada"), a_reader("bea")):
        store.save_reader(reader)
        store.insert_urls([a_history_entry(reader_id=reader.reader_id)])
        digest = Digest(f"d {reader.reader_id}", reader.reader_id, NOW, "T", "en")
        store.save_digest(digest, [])
    assert store.remove_reader("ada")
    assert not store.remove_reader("ada")
    assert store.count_history("ada") == 0
    assert store.digest("d ada") is None
    assert store.count_history("bea") == 1
    assert store.digest("d bea") is not None


def test_known_urls_are_skipped_in_silence(store: Store) -> None:
    """UNIQUE(user_id, url_hash): the first row stays, doubles of one call count once."""
    store.save_reader(a_reader())
    first = a_history_entry()
    again = replace(first, url="https://other.example/", created_at=NOW + DAY)
    assert store.insert_urls([first, again]) == 1
    assert store.insert_urls([again, a_history_entry("https://b.example/")]) == 1
    assert store.insert_urls([]) == 0
    assert first in list(store.history("ada"))


def test_histories_are_apart(store: Store) -> None:
    """What one reader was shown does not block another."""
    for name in ("ada", "bea"):
        store.save_reader(a_reader(name))
    entry = a_history_entry()
    store.insert_urls([entry])
    asked = [entry.url_hash, "unknown"]
    assert store.check_urls_exist("ada", asked) == {entry.url_hash}
    assert store.check_urls_exist("bea", asked) == set()
    assert store.check_urls_exist("ada", []) == set()


def test_old_rows_go_and_are_counted(store: Store) -> None:
    """A row as old as the border stays; what is older goes, for that reader only."""
    for name in ("ada", "bea"):
        store.save_reader(a_reader(name))
        store.insert_urls(
            [
                a_history_entry(f"https://h.example/{days}", name, created_at=NOW - days * DAY)
                for days in (0, 30, 31, 90)
            ]
        )
    assert store.cleanup_old("ada", NOW - 30 * DAY) == 2
    assert (store.count_history("ada"), store.count_history("bea")) == (2, 4)


def test_a_history_is_read_oldest_first_across_pages(store: Store) -> None:
    """2,500 rows, many of one time, come each once and in order."""
    store.save_reader(a_reader())
    entries = [
        a_history_entry(f"https://h.example/{n}", created_at=NOW - DAY * (n // 900), digest_id="d1")
        for n in range(2_500)
    ]
    assert store.insert_urls(entries) == 2_500
    expected = sorted(entries, key=lambda entry: (entry.created_at, entry.url_hash))
    assert list(store.history("ada")) == expected


def test_a_history_of_nobody_is_refused(store: Store) -> None:
    """A row without its reader would never be read; the reader is named."""
    with pytest.raises(StoreError, match="no reader nobody"):
        store.insert_urls([HistoryEntry("nobody", "https://a.example/", "h", NOW)])
