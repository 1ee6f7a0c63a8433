"""The contracts of `DigestStore` and `ClickStore`, on both databases."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest

from strandline.core.digest.found import search_source
from strandline.model.articles import Article, IngestBatch, UrlStatus
from strandline.model.digests import (
    Digest,
    DigestDrop,
    DigestItem,
    EarlierEdition,
    ItemVersion,
    OtherSource,
    Section,
)
from strandline.model.errors import AlreadyShown, StoreError
from strandline.model.funnel import Funnel, StepReport
from strandline.model.sources import ContentType
from strandline.ports import Store
from strandline.settings import DatabaseSettings
from strandline.testing.builders import (
    NOW,
    a_history_entry,
    a_mention,
    a_reader,
    a_source,
    a_text,
    an_article,
    clicks_between,
)
from strandline.testing.story_builders import a_ruling, components

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
WINDOW = {"since": NOW - DAY, "until": NOW}


def an_item(article: Article, position: int = 1, **changes: object) -> DigestItem:
    """An article as shown."""
    defaults = {
        "position": position,
        "section": Section.ARTICLES,
        "category": "news",
        "article_uuid": article.article_uuid,
        "url": article.article_url_final,
        "title": "T",
        "source_name": "Paper 1",
        "published_at": article.published_utc_iso,
    }
    return DigestItem(**(defaults | changes))  # type: ignore[arg-type]


def a_full_digest() -> Digest:
    """Every field filled."""
    item = an_item(
        an_article(),
        section=Section.MUST_READS,
        summary="S",
        content_type=ContentType.VIDEO,
        language="fr",
        score=1.25,
        score_parts={"recency": 0.75, "clicks": 0.5},
        other_sources=(OtherSource("B", "https://b.example/", NOW), OtherSource("C", "c")),
        is_recorded=False,
        is_update=True,
        earlier=EarlierEdition("d0", NOW - DAY, "Yesterday's title"),
    )
    step = StepReport("drop seen", 34, 2, {"seen_before": 32}, ("blocked 32",), 0.5)
    drop = DigestDrop("A_x", "https://x.example/", "drop seen", "seen_before", "day one")
    return Digest(
        "d1", "public", NOW, "Today 今日", "zh", (item, replace(item, position=2)),
        Funnel((step, StepReport("fill", 2, 2))), (drop, replace(drop, reason="cap")),
        versions={item.article_uuid: ItemVersion(NOW, "https://w.example/1", NOW - DAY)},
    )  # fmt: skip


def test_a_digest_comes_back_as_it_was_saved(store: Store) -> None:
    """Items, funnel and drops with every field; an unknown id is None."""
    digest = a_full_digest()
    store.save_digest(digest, [])
    assert store.digest("d1") == digest
    assert store.digest("d2") is None
    assert store.digests() == [replace(digest, items=(), drops=())]


def test_history_is_saved_with_the_digest(store: Store) -> None:
    """One call stores both; a row that is listed twice is stored once."""
    entry = a_history_entry(reader_id="public", digest_id="d1")
    store.save_digest(a_full_digest(), [entry, entry])
    assert list(store.history("public")) == [entry]


def test_what_another_edition_has_shown_is_refused(store: Store) -> None:
    """An edition with an article that stands in the reader's history leaves nothing at all."""
    entry = a_history_entry(reader_id="public", digest_id="d1")
    store.save_digest(a_full_digest(), [entry])
    second = replace(a_full_digest(), digest_id="d2")
    fresh = a_history_entry("https://fresh.example/1", "public")
    with pytest.raises(AlreadyShown):
        store.save_digest(second, [fresh, entry])
    assert list(store.history("public")) == [entry]
    assert store.digest("d2") is None
    store.save_digest(second, [fresh])


def test_of_editions_saved_at_once_one_wins(store: Store) -> None:
    """Runs of one reader that end together show an article once, whoever of them is first."""

    def save(number: int) -> bool:
        entry = a_history_entry(reader_id="public")
        try:
            store.save_digest(replace(a_full_digest(), digest_id=f"d{number}"), [entry])
        except AlreadyShown:
            return False
        return True

    with ThreadPoolExecutor(6) as threads:
        saved = list(threads.map(save, range(6)))
    assert sum(saved) == len(store.digests()) == 1


@pytest.mark.parametrize("fault", ["same id", "unknown reader", "history of nobody"])
def test_a_refused_digest_leaves_nothing(store: Store, fault: str) -> None:
    """Digest, items and history rows are all there or none is."""
    digest, entries = a_full_digest(), [a_history_entry(reader_id="public")]
    if fault == "same id":
        store.save_digest(digest, [])
        digest = replace(digest, title="Other")
    elif fault == "unknown reader":
        digest = replace(digest, reader_id="nobody")
    else:
        entries.append(a_history_entry("https://b.example/", "nobody"))
    before = store.digests()
    with pytest.raises(StoreError):
        store.save_digest(digest, entries)
    assert store.digests() == before
    assert store.count_history("public") == 0
    assert len(store.appearances(an_article().article_uuid)) == 2 * len(before)


#: Saves an edition and is killed when the statement with a word is about to run.
KILLED = """
import os, signal, sys
import sqlalchemy as sa
from strandline.adapters.store import open_store
from strandline.model.digests import *
from strandline.settings import load_settings
from strandline.testing.builders import *

store = open_store(load_settings().database)
word = sys.argv[1]
die = lambda: os.kill(os.getpid(), signal.SIGKILL)
engine = store._database.engine
if word == "COMMIT":
    sa.event.listen(engine, "commit", lambda *_: die())
else:
    sa.event.listen(
        engine, "before_cursor_execute",
        lambda c, cursor, text, *_: die() if f"INSERT INTO {word}" in text else None,
    )
item = DigestItem(1, Section.ARTICLES, "", "A_1", "https://a.example/", "T", "Paper", None)
drop = DigestDrop("A_2", "https://b.example/", "fill", "cap")
digest = Digest("d1", "public", NOW, "T", "en", (item,), drops=(drop,))
store.save_digest(digest, [a_history_entry(reader_id="public")])
"""


@pytest.mark.parametrize(
    "word", ["digests", "digest_items", "digest_drops", "article_history", "COMMIT"]
)
def test_a_crash_while_saving_leaves_nothing(
    store: Store, database: DatabaseSettings, word: str
) -> None:
    """kill -9 at any statement: no edition, no history; the next run saves both."""
    environment = os.environ | {
        "DATABASE_PATH": str(database.path),
        "DATABASE_URL": database.url.get_secret_value(),
    }
    ended = subprocess.run(
        [sys.executable, "-c", KILLED, word], env=environment, check=False, capture_output=True
    )
    assert ended.returncode == -signal.SIGKILL, ended.stderr.decode()
    assert store.digests() == []
    assert store.appearances("A_1") == []
    assert store.count_history("public") == 0
    store.save_digest(a_full_digest(), [a_history_entry(reader_id="public")])
    assert store.count_history("public") == 1


def test_digests_come_newest_first(store: Store) -> None:
    """By reader, with a limit, and from a time on backwards."""
    store.save_reader(a_reader())
    for number in range(4):
        reader = "ada" if number % 2 else "public"
        store.save_digest(Digest(f"d{number}", reader, NOW + number * DAY, "T", "en"), [])
    ids = [digest.digest_id for digest in store.digests()]
    assert ids == ["d3", "d2", "d1", "d0"]
    assert [d.digest_id for d in store.digests(reader_id="ada")] == ["d3", "d1"]
    assert [d.digest_id for d in store.digests(limit=1, before=NOW + 2 * DAY)] == ["d1"]


def test_domains_of_the_last_editions(store: Store) -> None:
    """Of the ledger where it knows the article, of the URL's host where it does not."""
    known = an_article(domain="known.example")
    store.ingest(IngestBatch(NOW, articles=(known,)))
    unknown = an_article("https://www.strange.example/a")
    for number, article in enumerate((an_article("https://old.example/"), unknown, known)):
        digest = Digest(f"d{number}", "public", NOW + number * DAY, "T", "en", (an_item(article),))
        store.save_digest(digest, [])
    assert store.domains_of_last("public", 2) == {"known.example", "strange.example"}
    assert store.domains_of_last("public", 0) == set()
    assert store.domains_of_last("nobody", 2) == set()


def test_where_an_article_appeared_and_where_not(store: Store) -> None:
    """Oldest first, with position, and with the reason of each drop."""
    uuid = an_article().article_uuid
    drop = DigestDrop(uuid, "https://x.example/", "fill", "cap")
    shown = Digest("d1", "public", NOW, "T", "en", (an_item(an_article(), 3),))
    store.save_digest(replace(shown, digest_id="d2", created_at=NOW + DAY), [])
    store.save_digest(shown, [])
    store.save_digest(Digest("d3", "public", NOW, "T", "en", drops=(drop,)), [])
    assert [(d.digest_id, at) for d, at in store.appearances(uuid)] == [("d1", 3), ("d2", 3)]
    assert [(d.digest_id, why) for d, why in store.drops_of(uuid)] == [("d3", drop)]


def test_what_was_not_taken_long_ago_is_forgotten(store: Store) -> None:
    """Of one reader's editions before a time; the editions, their items and funnels stay."""
    full = a_full_digest()
    store.save_reader(a_reader("ada"))
    store.save_digest(full, [])
    store.save_digest(replace(full, digest_id="d2", created_at=NOW + DAY), [])
    store.save_digest(replace(full, digest_id="d3", reader_id="ada"), [])
    assert store.forget_drops("public", NOW) == 0
    assert store.forget_drops("public", NOW + DAY) == 2
    assert store.forget_drops("public", NOW + DAY) == 0
    assert store.digest("d1") == replace(full, drops=())
    kept = [store.digest(name) for name in ("d2", "d3")]
    assert [len(edition.drops) for edition in kept if edition] == [2, 2]


def enter(store: Store, *articles: Article, source: int = 1) -> None:
    """With one mention each."""
    mentions = tuple(a_mention(article, a_source(source)) for article in articles)
    store.ingest(IngestBatch(NOW, articles=articles, mentions=mentions))


@pytest.mark.parametrize(
    ("published", "detected", "belongs"),
    [
        (NOW, NOW, True),
        (NOW - DAY, NOW, False),
        (NOW - DAY + timedelta(microseconds=1), NOW, True),
        (NOW + timedelta(microseconds=1), NOW, False),
        (None, NOW, True),
        (None, NOW - DAY, False),
    ],
    ids=[
        "at the end",
        "at the beginning",
        "just after",
        "in the future",
        "undated",
        "undated, old",
    ],
)
def test_the_window_is_open_at_its_beginning(
    store: Store, published: object, detected: object, belongs: bool
) -> None:
    """(since, until] of the published time, of the detection where there is none."""
    enter(store, an_article(published_utc_iso=published, article_detected_utc_iso=detected))
    assert bool(store.candidates(**WINDOW, source_uuids=["W_RSS_1"])) is belongs


def test_skills_are_candidates_whatever_their_date(store: Store) -> None:
    """Entries of a fixed list are exempt from the window."""
    enter(store, an_article(content_type=ContentType.SKILL, published_utc_iso=NOW - 400 * DAY))
    (found,) = store.candidates(**WINDOW, source_uuids=["W_RSS_1"])
    assert found.content_type is ContentType.SKILL


def test_only_articles_of_the_readers_sources(store: Store) -> None:
    """What no own source mentions is not there, whatever story it tells."""
    enter(store, an_article("https://a.example/"))
    enter(store, an_article("https://c.example/"), source=2)
    found = store.candidates(**WINDOW, source_uuids=["W_RSS_1", "W_RSS_7"])
    assert [candidate.url for candidate in found] == ["https://a.example/"]
    assert store.candidates(**WINDOW, source_uuids=[]) == []


def test_every_candidate_knows_its_story(store: Store) -> None:
    """Main article, other URLs, other sources with their own articles, and everybody's clicks."""
    main = an_article("https://a.example/")
    copy = an_article("https://b.example/", canonical_article_id=main.article_uuid)
    enter(store, main)
    enter(store, copy, source=2)
    store.add_click(main.article_uuid, NOW)
    store.add_click(copy.article_uuid, NOW)
    found = store.candidates(**WINDOW, source_uuids=["W_RSS_2"])
    (candidate,) = found
    assert (candidate.article_uuid, candidate.story_id) == (copy.article_uuid, main.article_uuid)
    assert candidate.story_urls == ("https://a.example/",)
    assert [(o.name, o.url) for o in candidate.other_sources] == [("Paper 1", "https://a.example/")]
    assert candidate.clicks == 2


def test_a_candidate_alone_in_its_story_has_none(store: Store) -> None:
    """No story id, no other URLs."""
    enter(store, an_article("https://a.example/"))
    (candidate,) = store.candidates(**WINDOW, source_uuids=["W_RSS_1"])
    assert (candidate.story_id, candidate.story_urls, candidate.update_of) == ("", (), "")


def test_candidates_learn_what_their_stories_bring_now(store: Store) -> None:
    """As if they were chosen anew; what the ledger does not have stays as it is."""
    one, other = an_article("https://a.example/"), an_article("https://b.example/")
    enter(store, one)
    enter(store, other, source=2)
    before = store.candidates(**WINDOW, source_uuids=["W_RSS_1"])
    unknown = replace(before[0], article_uuid="A_unknown", story_id="A_kept")
    store.save_rulings([a_ruling(one, other)], components)
    found = store.with_stories([unknown, *before], until=NOW)
    assert found == [unknown, *store.candidates(**WINDOW, source_uuids=["W_RSS_1"])]
    assert found[1] != before[0]
    assert store.with_stories([], until=NOW) == []


def test_a_source_of_finds_is_named_by_the_site(store: Store) -> None:
    """Of the other articles of a story; the article itself was only found, which is no news."""
    store.save_source(search_source("W_Search_1"))
    one, other = an_article("https://a.example/"), an_article("https://www.b.example/x")
    enter(store, one)
    found = [
        replace(a_mention(article, a_source(9)), source_uuid="W_Search_1", source_name="Web search")
        for article in (one, other)
    ]
    store.ingest(IngestBatch(NOW, articles=(other,), mentions=tuple(found)))
    store.save_rulings([a_ruling(one, other)], components)
    (candidate,) = store.candidates(**WINDOW, source_uuids=["W_RSS_1"])
    assert [(o.name, o.url) for o in candidate.other_sources] == [
        ("b.example", "https://www.b.example/x")
    ]


def test_a_page_that_was_merged_keeps_the_urls_that_it_had(store: Store) -> None:
    """The history may know it under an earlier one."""
    old, new = an_article("https://a.example/old"), an_article("https://a.example/new")
    enter(store, old, new)
    store.merge_into(old.article_uuid, new.article_uuid, ())
    (candidate,) = store.candidates(**WINDOW, source_uuids=["W_RSS_1"])
    assert candidate.earlier_urls == ("https://a.example/old",)


def test_a_candidate_brings_all_that_choosing_needs(store: Store) -> None:
    """Best own source, text, clicks of the last day, hints, and where else it was seen."""
    store.save_source(a_source(1, reputation=0.2, categories=("local", "news")))
    store.save_source(a_source(2, reputation=0.9, categories=("news", "culture")))
    article = an_article(url_status=UrlStatus.PENDING, language=None)
    mentions = (
        a_mention(article, a_source(1), context_snippet="one"),
        a_mention(article, a_source(2), context_snippet="two", inserted_at=NOW + HOUR),
        a_mention(article, a_source(3), discussion_url="https://d.example/"),
    )
    store.ingest(IngestBatch(NOW, articles=(article,), mentions=mentions))
    store.save_text(a_text(article, text="Five words are in here", image_url="i", language="fr"))
    for hours in (0, 23, 25):
        store.add_click(article.article_uuid, NOW - hours * HOUR)
    (found,) = store.candidates(**WINDOW, source_uuids=["W_RSS_1", "W_RSS_2"])
    assert (found.source_uuid, found.source_name, found.reputation) == ("W_RSS_2", "Paper 2", 0.9)
    assert found.summary == "two"
    assert found.categories == ("news", "culture", "local"), "the best source first"
    assert (found.text, found.has_text, found.word_count) == ("Five words are in here", True, 5)
    assert (found.language, found.image_url) == ("fr", "i")
    assert found.clicks == 2
    assert found.is_pending
    others = {(other.name, other.url) for other in found.other_sources}
    # Never the feed: what Paper 1 links to, the thread of Paper 3.
    assert others == {("Paper 1", mentions[0].url_original), ("Paper 3", "https://d.example/")}


def test_candidates_come_newest_first(store: Store) -> None:
    """Equal times in the order of ids, so that a rerun chooses the same."""
    articles = [
        an_article(f"https://n.example/{n}", published_utc_iso=NOW - n // 2 * HOUR)
        for n in range(6)
    ]
    enter(store, *articles)
    found = store.candidates(**WINDOW, source_uuids=["W_RSS_1"])
    expected = sorted(articles, key=lambda a: (NOW - a.published_utc_iso, a.article_uuid))  # type: ignore[operator]
    assert [c.article_uuid for c in found] == [a.article_uuid for a in expected]


def test_clicks_are_counted_by_the_hour(store: Store) -> None:
    """`since` is rounded down; a click on what is not in the ledger counts nothing."""
    end = NOW + 9 * HOUR
    article = an_article(article_detected_utc_iso=end, published_utc_iso=None)
    store.ingest(IngestBatch(NOW, articles=(article,)))
    uuid = article.article_uuid
    for when in (NOW, NOW + timedelta(minutes=59), NOW + HOUR, NOW - timedelta(seconds=1)):
        store.add_click(uuid, when)
    store.add_click("A_none", NOW)
    assert clicks_between(store, NOW + timedelta(minutes=30), end) == {uuid: 3}
    assert clicks_between(store, NOW - HOUR, end) == {uuid: 4}
    assert clicks_between(store, NOW + 2 * HOUR, end) == {}
