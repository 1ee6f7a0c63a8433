"""A poller, a digest and the web page use one database at once."""

import os
import subprocess
import sys
import threading
from datetime import timedelta

from strandline.adapters.store import open_store
from strandline.model.articles import ArticleText, IngestBatch, TextStatus, UrlStatus
from strandline.model.digests import Digest
from strandline.ports import Store, StoreCounts
from strandline.settings import DatabaseSettings
from strandline.testing.builders import (
    NOW,
    a_history_entry,
    a_mention,
    a_post,
    a_source,
    a_text,
    an_article,
    clicks_between,
)

#: What each process does, many times; every one of them reads before it writes.
ROLES = """
import sys
from strandline.adapters.store import open_store
from strandline.model.articles import IngestBatch
from strandline.model.digests import Digest
from strandline.settings import load_settings
from strandline.testing.builders import *

role, number = sys.argv[1], int(sys.argv[2])
store = open_store(load_settings().database)
if role == "poller":
    for n in range(15):
        articles = [an_article(f"https://p{n}.example/{k}") for k in range(20)]
        source = a_source(number)
        store.ingest(IngestBatch(
            NOW, tuple(articles),
            mentions=tuple(a_mention(a, source) for a in articles),
            posts=tuple(a_post(a, source) for a in articles),
        ))
        store.save_text(a_text(articles[0]))
elif role == "digest":
    for n in range(15):
        entries = [a_history_entry(f"https://h.example/{n}/{k}", "public") for k in range(10)]
        store.candidates(since=NOW.replace(year=2000), until=NOW, source_uuids=["W_RSS_1"])
        store.save_digest(Digest(f"d{n}", "public", NOW, "T", "en"), entries)
elif role == "web":
    for n in range(20):
        page = store.recent(limit=20)
        if page:
            store.add_click(page[0].article_uuid, NOW)
        store.counts()
        store.ping()
store.close()
print("done")
"""


def test_nobody_meets_a_locked_database(store: Store, database: DatabaseSettings) -> None:
    """Five processes write at once; all of them finish, and nothing is lost."""
    environment = os.environ | {
        "DATABASE_PATH": str(database.path),
        "DATABASE_URL": database.url.get_secret_value(),
    }
    roles = [("poller", 1), ("poller", 2), ("digest", 3), ("web", 4), ("web", 5)]
    started = [
        subprocess.Popen(
            [sys.executable, "-c", ROLES, role, str(number)],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for role, number in roles
    ]
    ends = [process.communicate() for process in started]
    assert [out.strip() for out, _ in ends] == ["done"] * len(roles), [err for _, err in ends]
    counts = store.counts()
    assert (counts.articles, counts.mentions, counts.posts) == (300, 600, 600)
    assert (counts.digests, counts.history, counts.texts) == (15, 150, 15)


def test_threads_share_a_store(store: Store) -> None:
    """Twelve threads of one process, as poller and web page are in `strandline up`."""
    faults: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for n in range(10):
                article = an_article(f"https://t{number}.example/{n}")
                store.ingest(IngestBatch(NOW, (article,), mentions=(a_mention(article),)))
                assert store.find([article.url_key]) == {article.url_key: article.article_uuid}
                store.add_click(article.article_uuid, NOW)
                store.recent(limit=5)
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert sum(clicks_between(store, NOW - timedelta(days=1), NOW).values()) == 120


def test_a_reader_is_not_held_up_by_a_writer(store: Store, database: DatabaseSettings) -> None:
    """While a batch is under way, others see the state before it, at once."""
    store.ingest(IngestBatch(NOW, articles=(an_article(),)))
    other = open_store(database)
    with store._database.write() as connection:  # type: ignore[attr-defined]
        connection.exec_driver_sql("DELETE FROM articles")
        assert len(other.recent(limit=9)) == 1
        assert other.counts().articles == 1
    assert other.recent(limit=9) == []
    other.close()


def test_counts_are_exact(store: Store) -> None:
    """Every number that a person is told, of a store with a little of everything."""
    article, pending = an_article(), an_article("https://s.example/x", url_status=UrlStatus.PENDING)
    given_up = an_article("https://g.example/")
    store.save_source(a_source(1))
    store.save_source(a_source(2))
    store.ingest(
        IngestBatch(
            NOW,
            articles=(article, pending, given_up),
            mentions=(a_mention(article), a_mention(article, a_source(2))),
            posts=(a_post(article),),
        )
    )
    store.save_text(a_text(article))
    store.save_text(ArticleText(pending.article_uuid, TextStatus.FAILED, NOW, attempts=2))
    store.save_text(ArticleText(given_up.article_uuid, TextStatus.FAILED, NOW, attempts=3))
    store.save_digest(Digest("d1", "public", NOW, "T", "en"), [a_history_entry(reader_id="public")])
    counts = store.counts()
    assert counts.size_bytes > 0
    assert counts == StoreCounts(
        articles=3,
        mentions=2,
        aliases=0,
        posts=1,
        texts=3,
        texts_by_status={"failed": 2, "ok": 1},
        sources=2,
        sources_by_state={"new": 2},
        pending_urls=1,
        unscraped=1,
        readers=1,
        history=1,
        digests=1,
        public_digests=1,
        size_bytes=counts.size_bytes,
    )
