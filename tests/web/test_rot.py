"""Kept links that rot, as readers and editors see them."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.blobs.local import LocalBlobs
from strandline.adapters.store import open_store
from strandline.model.accounts import Role
from strandline.model.archive import ArtifactKind
from strandline.model.articles import Article
from strandline.model.digests import Digest, DigestItem, Section
from strandline.model.funnel import Funnel
from strandline.model.rot import LinkState, Sign, Visit
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW

PASSAGES = (("-", "Old words of it."), ("+", "New words of it."))


class Room:
    """An editor's and a reader's browser before an archive of kept pages."""

    def __init__(self, kit: Any, folder: Path) -> None:
        self.store = open_store(DatabaseSettings(path=folder / "rot.sqlite3"))
        self.vault = kit.Vault(self.store, LocalBlobs(folder / "objects"), folder)
        self.articles = {
            state: self._keep(state)
            for state in (LinkState.GONE, LinkState.MOVED, LinkState.CHANGED, LinkState.ALIVE)
        }
        self.running = kit.start(self.store, self.vault.blobs, base_url="http://news.example")
        self.kit, self.signed_in = kit, kit.SignedIn(self.running)
        self.client, self.reader = self.signed_in.client(Role.EDITOR), self.running.client

    def _keep(self, state: LinkState) -> Article:
        url = f"https://{state.value}.example/page"
        article: Article = self.vault.link(url, article_title=f"A page that is {state.value}")
        raw = (ArtifactKind.RAW, "fetch/raw.html", b"<title>Kept</title><p>One.", "text/html")
        self.vault.keep(article, raw, at=NOW - timedelta(days=40))
        uuid = article.article_uuid
        link = replace(
            self.store.link_health([uuid])[uuid],
            state=state,
            since=NOW - timedelta(days=2),
            visited_at=NOW - timedelta(days=1),
            evidence="led for good to https://new.example/page",
            target="https://new.example/page" if state is LinkState.MOVED else "",
            change=0.4 if state is LinkState.CHANGED else 0.0,
        )
        visit = Visit(uuid, NOW - timedelta(days=1), Sign(state.value), state, 200, url, "seen")
        if state is LinkState.CHANGED:
            visit = replace(visit, difference=PASSAGES)
        self.store.save_visit(link, visit)
        return article

    def close(self) -> None:
        self.signed_in.close()
        self.kit.end(self.running)
        self.store.close()


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory, kit: Any) -> Iterator[Room]:
    made = Room(kit, tmp_path_factory.mktemp("rot"))
    yield made
    made.close()


def said(answer: Any) -> str:
    (told,) = re.findall(r'<div id="told" role="status">(.*?)</div>', answer.text, re.DOTALL)
    return re.sub(r"<[^>]+>|\s+", " ", told).strip()


def test_what_is_gone_is_served_from_the_archive_with_its_date(room: Room) -> None:
    """The way out leads to the kept copy, under a banner; the page's own address stays at hand."""
    uuid = room.articles[LinkState.GONE].article_uuid
    there = room.reader.get(f"/go/{uuid}")
    assert (there.status_code, there.headers["location"]) == (302, f"/articles/{uuid}/replay")
    replay = room.reader.get(there.headers["location"])
    assert "This page was gone when we looked on Mar 3, 2026" in replay.text
    assert f"/go/{uuid}?original=1" in replay.text
    original = room.reader.get(f"/go/{uuid}?original=1")
    assert original.headers["location"] == "https://gone.example/page"
    page = room.reader.get(f"/articles/{uuid}").text
    assert "This page was gone when we looked on" in page
    assert f'href="/articles/{uuid}/replay"' in page


@pytest.mark.parametrize("state", [LinkState.ALIVE, LinkState.MOVED, LinkState.CHANGED])
def test_what_is_there_is_visited_where_it_is(room: Room, state: LinkState) -> None:
    """Changed and moved pages too: the kept copy takes the place of lost ones alone."""
    uuid = room.articles[state].article_uuid
    there = room.reader.get(f"/go/{uuid}")
    assert there.headers["location"] == f"https://{state.value}.example/page"
    assert "was gone when we looked" not in room.reader.get(f"/articles/{uuid}/replay").text


def test_what_was_seen_of_a_link_is_told(room: Room) -> None:
    """State, how much of it is other, and which passages."""
    uuid = room.articles[LinkState.CHANGED].article_uuid
    page = room.reader.get(f"/articles/{uuid}").text
    assert "40 % of its words are other" in page
    for _, passage in PASSAGES:
        assert passage in page
    french = room.reader.get(f"/articles/{uuid}?lang=fr").text
    assert "40 % de ses mots sont autres" in french


def test_rot_is_counted_by_state_day_age_and_host(room: Room) -> None:
    """On the page of statistics."""
    room.store.save_figures(NOW.date(), {"lost": 1})
    page = room.reader.get("/stats?lang=en").text
    assert "Kept links, by the years since they were kept" in page
    assert "gone.example" in page
    assert "1 in all" in page[page.index("Kept links found gone, a day") :][:400]
    assert "moved.example" not in page[page.index("Hosts of links that are gone") :][:800]


def test_an_editor_looks_accepts_and_dismisses(room: Room) -> None:
    """Each from the list, by forms that work without scripts; a second time there is nothing."""
    moved = room.articles[LinkState.MOVED].article_uuid
    changed = room.articles[LinkState.CHANGED].article_uuid
    gone = room.client.get("/desk/archive/rot")
    assert "A page that is gone" in gone.text
    place = "/desk/archive/rot"
    listed = room.client.get(f"{place}?state=moved").text
    assert "https://new.example/page" in listed
    answer = room.client.post(f"{place}/{moved}/accept", data={}, follow_redirects=True)
    assert said(answer) == "https://new.example/page leads to this article from now on."
    again = room.client.post(f"{place}/{moved}/accept", data={}, follow_redirects=True)
    assert said(again) == "It is not at another address, as far as was seen."
    form = {"state": "changed"}
    answer = room.client.post(f"{place}/{changed}/dismiss", data=form, follow_redirects=True)
    assert said(answer).startswith("It is listed again when")
    assert "A page that is changed" not in answer.text
    answer = room.client.post(f"{place}/{changed}/look", data=form, follow_redirects=True)
    assert said(answer) == "It is looked at within a minute."
    assert room.store.link_health([changed])[changed].next_at == NOW
    assert room.client.get(f"{place}?state=alive").status_code == 422


def test_programs_ask_for_links(room: Room) -> None:
    """By the same rights: nobody else is told what was seen."""
    uuid = room.articles[LinkState.GONE].article_uuid
    assert room.reader.get("/api/v1/rot/gone").status_code == 401
    links = room.client.get("/api/v1/rot/gone").json()["links"]
    assert [(one["article_uuid"], one["state"]) for one in links] == [(uuid, "gone")]
    line = room.client.get(f"/api/v1/articles/{uuid}/link").json()
    assert [one["sign"] for one in line["visits"]] == ["gone"]
    assert room.client.get("/api/v1/rot/alive").status_code == 404
    assert room.client.get("/api/v1/articles/A_none/link").status_code == 404


def test_items_of_editions_say_where_they_are_kept(room: Room) -> None:
    """Robust Links: the original, the kept copy and its day; the edition's day alone for none."""
    alive = room.articles[LinkState.ALIVE]
    new = room.vault.link("https://new.example/page")
    items = tuple(
        DigestItem(
            position=number,
            section=Section.ARTICLES,
            category="",
            article_uuid=article.article_uuid,
            url=article.article_url_final,
            title=article.article_title,
            source_name="Paper",
            published_at=NOW,
        )
        for number, article in enumerate((alive, new), start=1)
    )
    room.store.save_digest(Digest("robust", "public", NOW, "Robust", "en", items, Funnel(())), ())
    page = room.reader.get("/digests/robust").text
    assert page.count("data-originalurl") == 2
    assert f'data-originalurl="https://new.example/page" data-versiondate="{NOW:%Y-%m-%d}"' in page
    assert (
        'data-originalurl="https://alive.example/page" data-versionurl="http://news.example'
        f'/articles/{alive.article_uuid}/replay" data-versiondate="2026-01-23"'
    ) in page
