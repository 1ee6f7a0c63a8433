"""Feeds whose items share an address: each item is an article, and stays the one it is."""

import ast
import re
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.pipelines.conftest import a_rig
from tests.pipelines.feeds_of_one_address import PLAYS, Item, Play, document

from strandline.adapters.store import open_store
from strandline.core.urls.items import mark_at
from strandline.model.articles import UrlStatus
from strandline.model.sources import SourceKind
from strandline.ops.explain import explain

START = datetime(2026, 3, 2, 10, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
SITE = "https://quay.example"
FEED = f"{SITE}/feed.xml"


def titles(rig: Any) -> list[str]:
    return sorted(a.article_title or "" for a in rig.ports.store.recent(limit=100))


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: play.name)
def test_each_item_is_an_article(rig: Any, answer: Any, play: Play) -> None:
    """Polled hour by hour, and once more, a feed ends as exactly the articles that it showed."""
    source = rig.add(FEED)
    for hour, items in enumerate((*play.polls, play.polls[-1])):
        rig.web.answers[FEED] = answer(document(items, SITE, play.channel) + b" " * hour)
        rig.poll(START + hour * HOUR, only=[source.source_uuid], force=True)
    assert titles(rig) == sorted(play.titles)
    store = rig.ports.store
    aliases = {x.url for a in store.recent(limit=100) for x in store.aliases(a.article_uuid)}
    assert not aliases & {one.replace("@", SITE) for one in play.no_alias}


def poll(rig: Any, answer: Any, *polls: tuple[Item, ...]) -> Any:
    """A source, polled hour by hour."""
    source = rig.add(FEED)
    for hour, items in enumerate(polls):
        rig.web.answers[FEED] = answer(document(items, SITE))
        rig.poll(START + hour * HOUR, only=[source.source_uuid], force=True)
    return source


def note(n: int) -> Item:
    return Item(f"Build {n}", f"@/notes#b{n}", f"02 Mar 2026 0{n}:12:31", text=f"Build {n}.")


def test_explain_says_what_tells_an_item_apart(rig: Any, answer: Any) -> None:
    """An item is found by its fragment or its id, its page names all items under it."""
    poll(rig, answer, (note(1), note(2)))
    one = explain(rig.ports.store, f"{SITE}/notes#b1")
    assert one.article is not None
    assert one.article.article_title == "Build 1"
    assert [other.article_title for other in one.neighbours.values()] == ["Build 2"]
    assert {mark_at(post.item_key, post.url_key) for post in one.posts} == {"#b1", "#b2"}
    assert explain(rig.ports.store, one.article.article_uuid).article == one.article
    page = explain(rig.ports.store, f"{SITE}/notes")
    assert page.article is None
    assert sorted(other.article_title or "" for other in page.neighbours.values()) == [
        "Build 1",
        "Build 2",
    ]


def test_a_restart_changes_nothing(rig: Any, answer: Any) -> None:
    """What is known of an item is in the ledger: opened anew, a poll finds nothing new."""
    source = poll(rig, answer, (note(1),), (note(2), note(1)))
    before = {a.article_uuid: a.url_key for a in rig.ports.store.recent(limit=9)}
    rig.ports.store.close()
    rig.ports = replace(rig.ports, store=open_store(rig.settings.database))
    rig.web.answers[FEED] = answer(document((note(1), note(2)), SITE))
    rig.poll(START + 3 * HOUR, only=[source.source_uuid], force=True)
    assert {a.article_uuid: a.url_key for a in rig.ports.store.recent(limit=9)} == before


def test_the_page_of_many_items_is_not_read_for_one(resolving_rig: Any, answer: Any) -> None:
    """Redirects and text of a shared page say nothing of one item; the item is settled at once."""
    poll(resolving_rig, answer, (note(1), note(2)))
    assert not resolving_rig.web.asked(f"{SITE}/notes")
    articles = resolving_rig.ports.store.recent(limit=9)
    assert {a.url_status for a in articles} == {UrlStatus.SETTLED}


@pytest.mark.shared_data
def test_reported_feeds_end_as_they_should(
    small_web: Any, answer: Any, shared_data: Path, tmp_path: Path, empty_file: Path
) -> None:
    """Every reported feed, polled round by round, ends as the articles that are expected."""
    folders = sorted((shared_data / "reported" / "feeds").glob("P*"))
    assert folders
    for folder in folders:
        (home := tmp_path / folder.name).mkdir()
        with contextmanager(a_rig)(home, empty_file, small_web, resolves=False) as rig:
            source = rig.add(FEED)
            for hour, file in enumerate(sorted(folder.glob("round*.xml"))):
                text = file.read_text().replace("{B1}", SITE.replace("//", "/"))
                text = text.replace("{B}", SITE).replace("{H}", SITE.partition("//")[2])
                rig.web.answers[FEED] = answer(text.encode())
                rig.poll(START + hour * HOUR, only=[source.source_uuid], force=True)
            stated = re.search(r"\): (\[.*\])", (folder / "expected.txt").read_text())
            assert stated
            expect(rig, ast.literal_eval(stated[1]))


def expect(rig: Any, stated: list[str]) -> None:
    """Titles, or an address of one article, or one that is none."""
    urls = [article.article_url_final for article in rig.ports.store.recent(limit=9)]
    if stated[0].startswith("{B}"):
        assert urls == [one.replace("{B}", SITE) for one in stated]
    elif stated[0].startswith("no article at "):
        assert not any(url.endswith(stated[0].removeprefix("no article at ")) for url in urls)
    else:
        assert titles(rig) == sorted(stated)


@pytest.mark.parametrize("first", [0, 1])
def test_a_feed_that_lies_elsewhere_tells_the_publishers_words(
    rig: Any, answer: Any, first: int
) -> None:
    """Polled before a link blog or after it, the feed whose home link names the site speaks."""
    spread, blog = "https://feeds.spread.example/quay", "https://links.example/feed"
    link = f"{SITE}/pier"
    for url, home, title in ((spread, SITE, "Pier rebuilt"), (blog, "https://links.example", "!")):
        item = Item(title, link, "02 Mar 2026 08:01:07", text=f"{title} at last.")
        rig.web.answers[url] = answer(document((item,), home))
    urls = [spread, blog]
    for url in (urls[first], urls[1 - first]):
        rig.poll(START, only=[rig.add(url, kind=SourceKind.FEED).source_uuid])
    assert titles(rig) == ["Pier rebuilt"]
