"""The contracts of `ReaderStore` and `HistoryStore`, on both databases."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from strandline.adapters.store import open_store
from strandline.core.urls.history import history_hash
from strandline.model.articles import IngestBatch
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
from strandline.testing.builders import NOW, a_history_entry, a_reader, an_article

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
        muted_threads=("A_1", "A_2"),
        threads_together=True,
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
    again = replace(first, created_at=NOW + DAY)
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
    assert store.shown_before("ada", article_uuids=[], url_hashes=asked) == [entry]
    assert store.shown_before("bea", article_uuids=[], url_hashes=asked) == []
    assert store.shown_before("ada", article_uuids=[], url_hashes=[]) == []


def shown(url: str, article_uuid: str | None, **changes: Any) -> HistoryEntry:
    """A row of ada's with document 0's key."""
    row = a_history_entry(url, url_hash=history_hash(url), digest_id="d1")
    return replace(row, **({"article_uuid": article_uuid} | changes))


def test_articles_that_share_a_key_have_a_row_each(store: Store) -> None:
    """Shown one after the other, under document 0's key, that of the canonical URL, their own."""
    store.save_reader(a_reader())
    urls = [f"https://a.example/view?ref={n}" for n in (5001, 5002)]
    first, second = shown(urls[0], "A_1"), shown(urls[1], "A_2")
    assert store.insert_urls([first]) == 1
    assert store.insert_urls([second, shown(urls[1], "A_3")]) == 2
    assert store.insert_urls([second, first]) == 0
    rows = {row.article_uuid: row for row in store.history("ada")}
    assert rows["A_1"] == first
    assert (rows["A_2"].url, rows["A_3"].url) == (urls[1], urls[1])
    assert len({row.url_hash for row in rows.values()}) == 3
    asked = [row.url_hash for row in rows.values()]
    assert store.shown_before("ada", article_uuids=["A_2"], url_hashes=asked) == [rows["A_2"]]


def test_an_imported_row_names_the_article_that_the_ledger_has(store: Store) -> None:
    """At once where it is known, later where it comes in later; it is found by its keys as well."""
    store.save_reader(a_reader())
    early, late = an_article("https://a.example/1"), an_article("https://a.example/2")
    store.ingest(IngestBatch(NOW, articles=(early,)))
    rows = [shown(article.article_url_final, None, digest_id=None) for article in (early, late)]
    assert store.insert_urls(rows) == 2
    store.ingest(IngestBatch(NOW, articles=(late,)))
    hashes = [row.url_hash for row in rows]
    found = store.shown_before("ada", article_uuids=[], url_hashes=hashes)
    assert [row.article_uuid for row in found] == [
        article.article_uuid
        for article in sorted((early, late), key=lambda a: history_hash(a.article_url_final))
    ]


def test_a_row_goes_where_its_article_goes(store: Store) -> None:
    """Two articles that turn out to be one page: what was shown of the one was shown of both."""
    store.save_reader(a_reader())
    old, new = an_article("https://a.example/old"), an_article("https://a.example/new")
    store.ingest(IngestBatch(NOW, articles=(old, new)))
    store.insert_urls([shown(old.article_url_final, old.article_uuid)])
    store.merge_into(old.article_uuid, new.article_uuid, ())
    (row,) = store.shown_before("ada", article_uuids=[new.article_uuid], url_hashes=[])
    assert row.url == old.article_url_final


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
