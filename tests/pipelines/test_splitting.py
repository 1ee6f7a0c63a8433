"""`migrate --rekey` takes apart what earlier versions made one by a guid or an address alone."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.pipelines.feeds_of_one_address import Item, document

from strandline.core.sources.article_rows import new_article
from strandline.core.sources.checksums import content_checksum
from strandline.core.urls import identify
from strandline.model.articles import (
    Alias,
    AliasKind,
    Article,
    IngestBatch,
    Mention,
    Post,
    UrlStatus,
)
from strandline.model.entries import DateTrust
from strandline.model.sources import ContentType, Source
from strandline.pipelines.rekey import rekey_ledger

START = datetime(2026, 3, 2, 10, 0, tzinfo=UTC)
MIDNIGHT = datetime(2026, 3, 2, tzinfo=UTC)
HOUR = timedelta(hours=1)
SITE = "https://quay.example"
FEED = f"{SITE}/feed.xml"


def article(source: Source, url: str, title: str, when: datetime) -> Article:
    return new_article(
        source,
        identify(url),
        START,
        content_type=ContentType.ARTICLE,
        date_trust=DateTrust.EXACT,
        url_status=UrlStatus.SETTLED,
        title=title,
        published=when,
    )


def post(source: Source, of: Article, url: str, title: str, when: datetime, **more: Any) -> Post:
    """A post as an earlier version kept it: under the key of its address unless given."""
    key = identify(url).key
    made = Post(
        source_uuid=source.source_uuid,
        item_key=key,
        guid=None,
        post_url=url,
        title=title,
        published_at=when,
        date_trust=DateTrust.EXACT,
        content_hash=content_checksum(title, ""),
        first_seen_at=START,
        last_seen_at=START,
        decision="entered",
        article_uuid=of.article_uuid,
        url_key=key,
    )
    return replace(made, **more)


def mention(source: Source, of: Article, title: str, **more: Any) -> Mention:
    made = Mention(
        of.article_uuid,
        source.source_uuid,
        source.name,
        source.url,
        of.article_url_original,
        START,
        title=title,
        published_at=of.published_utc_iso,
        content_type=ContentType.ARTICLE,
    )
    return replace(made, **more)


def by_guid(of: Article, url: str) -> Alias:
    return Alias(url, identify(url).key, of.article_uuid, AliasKind.GUID, "guid x was at …", START)


def titles(rig: Any) -> dict[str, str]:
    return {a.article_url_final: a.article_title or "" for a in rig.ports.store.recent(limit=99)}


def test_an_alias_by_an_equal_midnight_is_split(rig: Any, answer: Any) -> None:
    """The item that took another's post and name gets its own; the old article keeps its id."""
    source = rig.add(FEED)
    old = article(source, f"{SITE}/1", "Pier rebuilt", MIDNIGHT)
    displaced = post(source, old, f"{SITE}/2", "Mast found", MIDNIGHT, guid="x", versions=2)
    displaced = replace(displaced, item_key=old.url_key)
    batch = IngestBatch(
        START, articles=(old,), posts=(displaced,), aliases=(by_guid(old, f"{SITE}/2"),)
    )
    rig.ports.store.ingest(batch)
    assert rekey_ledger(rig.ports).split == 1
    assert titles(rig) == {f"{SITE}/1": "Pier rebuilt", f"{SITE}/2": "Mast found"}
    assert rig.ports.store.articles([old.article_uuid])[old.article_uuid].url_key == old.url_key
    assert rig.ports.store.aliases(old.article_uuid) == []
    assert rekey_ledger(rig.ports).split == 0
    listed = (
        Item("Mast found", "@/2", "02 Mar 2026 00:00:00", "x"),
        Item("Pier rebuilt", "@/1", "02 Mar 2026 00:00:00", "x"),
    )
    rig.web.answers[FEED] = answer(document(listed, SITE))
    (outcome,) = rig.poll(START + HOUR, only=[source.source_uuid], force=True).outcomes
    assert (outcome.new, len(titles(rig))) == (0, 2)


@pytest.mark.parametrize("rewrites", [1, 2])
def test_an_edit_since_hides_no_wrong_alias(rig: Any, answer: Any, rewrites: int) -> None:
    """The owner's edit of the item that was taken for another told the article in its words: what
    the source called the article before is the evidence, and what it is called again.
    """
    source = rig.add(FEED)
    old = article(source, f"{SITE}/1", "Pier rebuilt", MIDNIGHT)
    told = mention(source, old, "Pier rebuilt", context_snippet="At last.")
    displaced = post(source, old, f"{SITE}/2", "Mast found", MIDNIGHT, guid="x", versions=2)
    displaced = replace(displaced, item_key=old.url_key)
    alias = by_guid(old, f"{SITE}/2")
    rig.ports.store.ingest(IngestBatch(START, (old,), (), (alias,), (told,), (displaced,)))
    for poll in range(1, rewrites + 1):
        item = Item("Mast found", "@/2", "02 Mar 2026 00:00:00", "x", text=f"By net number {poll}.")
        rig.web.answers[FEED] = answer(document((item,), SITE))
        rig.poll(START + poll * HOUR, only=[source.source_uuid], force=True)
    assert titles(rig) == {f"{SITE}/1": "Mast found"}
    assert rekey_ledger(rig.ports).split == 1
    assert titles(rig) == {f"{SITE}/1": "Pier rebuilt", f"{SITE}/2": "Mast found"}
    again = rekey_ledger(rig.ports)
    assert (again.split, again.told) == (0, 0)
    (kept,) = rig.ports.store.mentions([old.article_uuid])[old.article_uuid]
    assert (kept.title, kept.context_snippet) == ("Pier rebuilt", "At last.")
    assert {w.title for w in kept.earlier} == {"Pier rebuilt", "Mast found"}


def test_an_item_that_moved_and_was_edited_since_stays_one(rig: Any, answer: Any) -> None:
    """A move that was seen by an equal title is none the less one where the title is edited later,
    be the date the midnight of all items.
    """
    source = rig.add(FEED)
    for poll, (title, link, text) in enumerate(
        (
            ("Pier rebuilt", "@/1", "At last."),
            ("Pier rebuilt", "@/2", "Soon."),
            ("Council says yes", "@/2", "Soon."),
        )
    ):
        listed = (Item(title, link, "02 Mar 2026 00:00:00", "x", text=text),)
        rig.web.answers[FEED] = answer(document(listed, SITE))
        rig.poll(START + poll * HOUR, only=[source.source_uuid], force=True)
    assert titles(rig) == {f"{SITE}/1": "Council says yes"}
    assert rekey_ledger(rig.ports).split == 0
    assert titles(rig) == {f"{SITE}/1": "Council says yes"}


def test_facts_of_an_old_ledger_are_taken_again(rig: Any) -> None:
    """An earlier version let the first place speak and kept its edits in posts alone: the paper's
    words of today stand afterwards, the link blog's remain a mention.
    """
    paper, blog = rig.add(FEED), rig.add("https://links.example/feed.xml")
    when = START - HOUR
    old = article(blog, f"{SITE}/pier", "Look: a pier!", when)
    quiet = article(paper, f"{SITE}/mast", "Mast found", when)
    bare = {"content_type": None, "published_at": when}
    batch = IngestBatch(
        START,
        articles=(old, quiet),
        mentions=(
            mention(blog, old, "Look: a pier!", **bare),
            mention(paper, old, "Pier rebuilt", **bare),
            mention(paper, quiet, "Mast found", context_snippet="By a net.", **bare),
        ),
        posts=(
            post(blog, old, f"{SITE}/pier", "Look: a pier!", when),
            post(paper, old, f"{SITE}/pier", "Pier rebuilt at last", when, versions=2),
            post(paper, quiet, f"{SITE}/mast", "Mast found", when, content_hash=""),
        ),
    )
    rig.ports.store.ingest(batch)
    assert rekey_ledger(rig.ports).told == 1
    assert titles(rig) == {f"{SITE}/pier": "Pier rebuilt at last", f"{SITE}/mast": "Mast found"}
    (told,) = rig.ports.store.mentions([quiet.article_uuid])[quiet.article_uuid]
    assert (told.context_snippet, told.earlier) == ("By a net.", ())
    after = rig.ports.store.articles([old.article_uuid])[old.article_uuid]
    assert after.source_uuid == paper.source_uuid
    assert len(rig.ports.store.mentions([old.article_uuid])[old.article_uuid]) == 2
    assert rekey_ledger(rig.ports).told == 0


def test_items_of_one_address_are_split(rig: Any, answer: Any) -> None:
    """Anchors of a change log become articles; a poll then finds every one of them."""
    source = rig.add(FEED)
    page, when = f"{SITE}/notes", START - HOUR
    old = article(source, f"{page}#b1", "Build 1", when)
    posts = (
        post(source, old, f"{page}#b1", "Build 1", when),
        post(source, old, f"{page}#b1", "Build 1", when, item_key="guid:1", guid="1"),
        post(source, old, f"{page}#b2", "Build 2", START, item_key="guid:2", guid="2"),
    )
    rig.ports.store.ingest(IngestBatch(START, articles=(old,), posts=posts))
    assert rekey_ledger(rig.ports).split == 1
    assert titles(rig) == {page: "Build 1", f"{page}#b2": "Build 2"}
    assert rekey_ledger(rig.ports).split == 0
    listed = (
        Item("Build 2", "@/notes#b2", "02 Mar 2026 10:00:00", "2"),
        Item("Build 1", "@/notes#b1", "02 Mar 2026 09:00:00", "1"),
    )
    rig.web.answers[FEED] = answer(document(listed, SITE))
    (outcome,) = rig.poll(START + HOUR, only=[source.source_uuid], force=True).outcomes
    assert (outcome.new, len(titles(rig))) == (0, 2)


def test_what_is_one_stays_one(rig: Any) -> None:
    """A page that moved, an item listed twice, and a link blog's two posts about one page."""
    source = rig.add(FEED)
    when = START - timedelta(hours=1, minutes=7)
    moved = article(source, f"{SITE}/pier", "Pier rebuilt", when)
    twice = article(source, f"{SITE}/mast", "Mast found", when)
    far = article(source, "https://far.example/essay", "Look", when)
    posts = (
        post(source, moved, f"{SITE}/new", "Pier rebuilt at last", when, item_key=moved.url_key),
        post(source, twice, f"{SITE}/mast", "Mast found", when, item_key="guid:1", guid="1"),
        post(source, twice, f"{SITE}/mast", "Mast found", when, item_key="guid:2", guid="2"),
        post(source, far, far.article_url_final, "Look", when, item_key="guid:3", guid="3"),
        post(source, far, far.article_url_final, "Again", START, item_key="guid:4", guid="4"),
    )
    batch = IngestBatch(
        START,
        articles=(moved, twice, far),
        posts=posts,
        aliases=(by_guid(moved, f"{SITE}/new"),),
    )
    rig.ports.store.ingest(batch)
    assert rekey_ledger(rig.ports).split == 0
    assert len(titles(rig)) == 3
