"""What comes in from outside is made storable, the same way on both databases."""

import random
import sqlite3
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.adapters.store import open_store
from strandline.adapters.store.border import MAX_KEY_BYTES, bounded, clean, clean_rows, utc_text
from strandline.adapters.store.types import read_time
from strandline.model.articles import Alias, AliasKind, ArticleChange, IngestBatch
from strandline.model.errors import StoreError
from strandline.ports import Store
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW, a_mention, a_post, a_source, an_article

#: Does not compress, so that PostgreSQL's index cannot squeeze it in.
NOISE = "".join(random.Random(5).choices("abcdefghijklmnopqrstuvwxyz0123456789", k=100_000))  # noqa: S311

ANY_TEXT = st.text(st.characters(), max_size=50)


@given(ANY_TEXT)
def test_clean_text_can_be_stored_and_stays_clean(text: str) -> None:
    """No NUL, no half of a pair, and nothing more to clean."""
    cleaned = clean(text)
    assert "\0" not in cleaned
    assert cleaned.encode().decode() == cleaned
    assert clean(cleaned) == cleaned


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0")))
def test_good_text_is_left_alone(text: str) -> None:
    """Every character that can be stored is stored as it came."""
    assert clean(text) == text


@given(st.lists(st.tuples(ANY_TEXT, st.one_of(ANY_TEXT, st.none(), st.integers()))))
def test_rows_are_cleaned_as_their_texts_are(rows: list[tuple[object, ...]]) -> None:
    """One look at all rows finds what a look at each text finds."""
    expected = [tuple(clean(v) if isinstance(v, str) else v for v in row) for row in rows]
    assert list(clean_rows(rows)) == expected


@given(st.text(min_size=1), st.integers(0, 3_000))
def test_a_bounded_key_fits_and_stays(start: str, more: int) -> None:
    """Never over the limit, the same again, and long keys that differ stay different."""
    key = start + "x" * more
    folded = bounded(key)
    assert len(folded.encode()) <= MAX_KEY_BYTES
    assert bounded(folded) == folded
    if len(clean(key)) > 100:
        assert bounded(key + "y") != folded


@given(st.datetimes(timezones=st.sampled_from([UTC, timezone(timedelta(hours=5, minutes=45))])))
def test_times_as_text_come_back_and_sort(when: datetime) -> None:
    """ISO 8601 in UTC sorts as the times do, with and without a fraction."""
    if when.year in (1, 9999):
        return
    assert read_time(utc_text(when)) == when
    later = when + timedelta(microseconds=1)
    assert utc_text(when) < utc_text(later)
    assert utc_text(when).endswith("+00:00")


@pytest.mark.parametrize("bad", ["a\0b", "a\ud800b", "\udc00", "\0", "\ud83d\ude00"])
def test_text_that_no_database_holds(store: Store, bad: str) -> None:
    """NUL and halves of pairs in every text of a batch neither fail nor lose the rest."""
    url = f"https://x.example/{bad}"
    article = an_article(
        "https://x.example/", article_title=bad, article_url_original=url, url_key=bad + "key"
    )
    plain = an_article("https://x.example/")
    post = a_post(plain, title=bad, content_html=bad, item_key=bad, guid=bad, post_url=url)
    mention = a_mention(article, context_snippet=bad, title=bad, url_original=url)
    alias = Alias(url, bad + "alias", article.article_uuid, AliasKind.REDIRECT, bad, NOW)
    batch = IngestBatch(NOW, (article,), (), (alias,), (mention,), (post,))
    store.ingest(batch)
    assert store.ingest(batch).new_mentions == 0
    uuid = article.article_uuid
    assert store.find([bad + "key", bad + "alias"]) == {bad + "key": uuid, bad + "alias": uuid}
    assert list(store.posts("W_RSS_1", [bad])) == [bad]
    assert store.articles([uuid])[uuid].article_title == clean(bad)
    source = a_source(2, name=bad, categories=(bad,))
    store.save_source(source)
    assert store.sources()[0].categories == (clean(bad),)


def test_keys_and_places_of_any_length(store: Store) -> None:
    """100,000 characters as URL key, item key, alias and place of a mention: stored and found."""
    url = f"https://x.example/{NOISE}"
    article = an_article("https://x.example/", article_url_original=url, url_key=NOISE)
    post = a_post(article, item_key=f"guid:{NOISE}", url_key=NOISE, title=NOISE)
    mention = a_mention(article, source_url=url)
    alias = Alias(url, NOISE[1:], article.article_uuid, AliasKind.REDIRECT, "301", NOW)
    batch = IngestBatch(NOW, (article,), (), (alias,), (mention,), (post,))
    store.ingest(batch)
    assert store.ingest(batch).new_mentions == 0
    uuid = article.article_uuid
    assert store.find([NOISE, NOISE[1:], NOISE[2:]]) == {NOISE: uuid, NOISE[1:]: uuid}
    assert list(store.posts("W_RSS_1", [f"guid:{NOISE}"])) == [f"guid:{NOISE}"]
    assert [p.title for p in store.posts_with_key(NOISE)] == [NOISE]
    assert store.articles([uuid])[uuid].article_url_original == url
    assert [a.url for a in store.aliases(uuid)] == [url]


def test_a_number_out_of_range_is_refused(store: Store) -> None:
    """More than 64 bits: one clear fault, and nothing of the batch is stored."""
    with pytest.raises(StoreError, match=r"number|out of range"):
        store.ingest(IngestBatch(NOW, articles=(an_article(versions=2**70),)))
    store.ingest(IngestBatch(NOW, articles=(an_article(),)))
    change = ArticleChange(an_article().article_uuid, versions=2**70)
    with pytest.raises(StoreError, match=r"number|out of range"):
        store.ingest(IngestBatch(NOW, changes=(change,)))
    assert store.counts().articles == 1


def test_a_time_without_a_zone_is_refused(store: Store) -> None:
    """Nobody can know which time it is."""
    naive = datetime(2026, 3, 4, 7, 0)  # noqa: DTZ001 - that is the point
    with pytest.raises(StoreError, match="without a zone"):
        store.ingest(IngestBatch(NOW, articles=(an_article(published_utc_iso=naive),)))
    with pytest.raises(StoreError, match="without a zone"):
        store.recent(limit=1, before=(naive, ""))


@pytest.mark.parametrize("year", [1, 1969, 9999])
def test_far_years_come_back(store: Store, year: int) -> None:
    """The first and the last year that a time can have."""
    when = datetime(year, 6, 1, tzinfo=UTC)
    article = an_article(published_utc_iso=when)
    store.ingest(IngestBatch(NOW, articles=(article,)))
    assert store.articles([article.article_uuid])[article.article_uuid] == article


def test_other_zones_come_back_as_utc(store: Store) -> None:
    """The same moment, named in UTC."""
    tokyo = NOW.astimezone(timezone(timedelta(hours=9)))
    article = an_article(published_utc_iso=tokyo)
    store.ingest(IngestBatch(NOW, articles=(article,)))
    kept = store.articles([article.article_uuid])[article.article_uuid].published_utc_iso
    assert kept is not None
    assert (kept, kept.utcoffset()) == (NOW, timedelta(0))


def test_a_time_that_was_written_by_hand(tmp_path: Path) -> None:
    """SQLite's own `datetime()` is read as UTC; what is no time is named."""
    path = tmp_path / "data.sqlite3"
    store = open_store(DatabaseSettings(path=path))
    article = an_article()
    store.ingest(IngestBatch(NOW, articles=(article,)))
    for text in ("2026-03-04 07:00:00", "last Tuesday"):
        with sqlite3.connect(path) as connection:
            connection.execute("UPDATE articles SET published_utc_iso = ?", (text,))
        connection.close()
        if text[0] == "2":
            (found,) = store.articles([article.article_uuid]).values()
            assert found.published_utc_iso == NOW
    with pytest.raises(StoreError, match="last Tuesday"):
        store.articles([article.article_uuid])
    store.close()
