"""Links brought along: into the ledger with what was said of them, once, and kept where asked."""

import json
from datetime import timedelta

from strandline.core.imports import read_export
from strandline.model.accounts import Actor
from strandline.model.archive import JobStatus
from strandline.model.articles import IngestBatch
from strandline.model.imports import Export
from strandline.pipelines.desk.imports import Brought, Wishes, bring
from strandline.ports import Ports
from strandline.settings import ArchiveSettings, Settings
from strandline.testing.builders import NOW, a_source, an_article

ALL = Settings(archive=ArchiveSettings(mode="all", exclude_domains=("excluded.example",)))
READ = NOW - timedelta(days=3)


def an_export(*addresses: str) -> Export:
    """wallabag's, read three days ago; one entry has no address."""
    entries = [
        {
            "is_archived": 1,
            "is_starred": 0,
            "url": address,
            "title": f"Page {number}",
            "tags": ["boats", "winter"],
            "created_at": "2024-03-01T09:30:00+00:00",
            "archived_at": READ.isoformat(),
        }
        for number, address in enumerate(addresses)
    ]
    return read_export(
        json.dumps([*entries, {"is_archived": 0, "is_starred": 0, "url": ""}]).encode()
    )


def brought(ports: Ports, export: Export, wishes: Wishes | None = None) -> tuple[bool, Brought]:
    outcome, done = bring(ports, ALL, Actor.console(), export, wishes or Wishes())
    return outcome.is_done, done


def test_links_enter_once_with_title_time_and_tags(acting: Ports) -> None:
    """Known pages get another mention, new ones a row; the same file again changes nothing."""
    known = an_article("https://paper.example/known")
    acting.store.save_source(a_source())
    acting.store.ingest(IngestBatch(NOW, articles=(known,)))
    export = an_export(
        "https://paper.example/known?utm_source=wallabag",
        "https://paper.example/new",
        "https://paper.example/new#part",
        "javascript:alert(1)",
    )
    is_done, done = brought(acting, export)
    assert is_done
    assert (done.links, done.known, done.jobs, done.read) == (2, 0, 0, 0)
    assert len(done.problems) == 2
    uuid = acting.store.find(["paper.example/new"])["paper.example/new"]
    (article,) = acting.store.articles([uuid]).values()
    assert (article.article_title, article.content_type.value) == ("Page 1", "link")
    (mention,) = acting.store.mentions([uuid])[uuid]
    assert mention.source_name == "wallabag"
    assert mention.context_snippet == "boats, winter"
    assert mention.published_at is not None
    before = acting.store.counts()
    assert brought(acting, export)[0] is False
    assert acting.store.counts() == before
    (entry,) = [e for e in acting.store.audit(limit=9) if e.what == "links.import"]
    assert entry.after["links"] == 2


def test_links_are_kept_where_that_is_wished(acting: Ports) -> None:
    """Behind everything else, never of sites that are excluded, and not twice."""
    export = an_export("https://paper.example/a", "https://excluded.example/b")
    _, done = brought(acting, export, Wishes(keep=True))
    assert done.jobs == 1
    (job,) = acting.store.jobs(limit=9)
    assert (job.url, job.status, job.priority) == ("https://paper.example/a", JobStatus.QUEUED, -1)
    brought(acting, export, Wishes(keep=True))
    assert len(acting.store.jobs(limit=9)) == 1


def test_what_was_read_is_not_shown_again(acting: Ports) -> None:
    """It enters the history of who asks for it, at the time when it was read."""
    export = an_export("https://paper.example/a")
    _, done = brought(acting, export, Wishes(reader_id="public"))
    assert done.read == 1
    (row,) = acting.store.history("public")
    assert (row.url, row.created_at) == ("https://paper.example/a", READ)
    assert brought(acting, export, Wishes(reader_id="public")) == (
        False,
        Brought(known=1, problems=done.problems),
    )
    outcome, _ = bring(acting, ALL, Actor.console(), export, Wishes(reader_id="nobody"))
    assert outcome.message == "imports.no_reader"


def test_subscriptions_become_sources(acting: Ports) -> None:
    """A list of subscriptions goes the way of every list."""
    opml = (
        b'<opml version="2.0"><body><outline xmlUrl="https://paper.example/f.xml"/></body></opml>'
    )
    _, done = brought(acting, read_export(opml))
    assert (done.sources, done.links) == (1, 0)
    assert brought(acting, read_export(opml))[1].known_sources == 1
