"""Public copies of links, as readers and editors see them."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from strandline.adapters.blobs.local import LocalBlobs
from strandline.adapters.store import open_store
from strandline.model.accounts import Role
from strandline.model.archive import ArtifactKind
from strandline.model.database import Upkeep
from strandline.model.rot import LinkState
from strandline.model.wayback import CopyState, PublicCopy
from strandline.ports import PublicArchive
from strandline.settings import DatabaseSettings
from strandline.testing.archive_builders import a_job, a_result
from strandline.testing.builders import NOW
from strandline.testing.fakes import AnyThing

COPY = "https://wayback.example/web/20260304070000/https://paper.example/wall"


class Room:
    """An editor's and a reader's browser before three links: two lost, one that is there."""

    def __init__(self, kit: Any, folder: Path) -> None:
        self.store = open_store(DatabaseSettings(path=folder / "copies.sqlite3"))
        self.vault = vault = kit.Vault(self.store, LocalBlobs(folder / "objects"), folder)
        raw = (ArtifactKind.RAW, "fetch/raw.html", b"<title>Kept</title><p>One.", "text/html")
        self.uuids = {}
        for name in ("lost", "held", "new"):
            article = vault.link(f"https://paper.example/{name}", article_title=f"The {name}")
            vault.keep(article, raw, at=NOW)
            self.uuids[name] = article.article_uuid
        lost = self.uuids["lost"]
        health = self.store.link_health([lost])[lost]
        self.store.save_visit(replace(health, state=LinkState.GONE, visited_at=NOW))
        self.store.plan_copies(
            [
                PublicCopy(
                    *(lost, CopyState.SAVED, NOW, NOW), memento_url=COPY, memento_at=NOW, attempts=1
                ),
                PublicCopy(
                    *(self.uuids["held"], CopyState.FAILED, NOW, NOW), said="not-found: \x1b[31mHmm"
                ),
            ]
        )
        self.running = kit.start(self.store, vault.blobs, wayback=cast(PublicArchive, AnyThing()))
        self.kit, self.signed_in = kit, kit.SignedIn(self.running)
        self.editor, self.reader = self.signed_in.client(Role.EDITOR), self.running.client

    def close(self) -> None:
        self.signed_in.close()
        self.kit.end(self.running)
        self.store.close()


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory, kit: Any) -> Iterator[Room]:
    made = Room(kit, tmp_path_factory.mktemp("wayback"))
    yield made
    made.close()


def test_the_page_of_a_link_shows_its_public_copy(room: Room) -> None:
    """To everybody; a link without one says nothing of it."""
    page = room.reader.get(f"/articles/{room.uuids['lost']}?lang=en").text
    assert f'href="{COPY}"' in page
    assert "in the Wayback Machine" in page
    assert "Wayback" not in room.reader.get(f"/articles/{room.uuids['new']}?lang=en").text


def test_the_desk_shows_what_failed_and_why(room: Room) -> None:
    """Failures first; a person has it tried again, or another link saved, and is told."""
    page = room.editor.get("/desk/archive/wayback").text
    assert "The held" in page
    assert "\x1b" not in page
    assert "The lost" not in page
    assert COPY in room.editor.get("/desk/archive/wayback?state=saved").text
    assert room.reader.get("/desk/archive/wayback", follow_redirects=False).status_code != 200
    again = room.editor.post(
        f"/desk/archive/wayback/{room.uuids['held']}", data={"state": "failed"}
    )
    told = room.editor.get(again.headers["location"]).text
    assert "asked for within a minute" in told
    held = room.store.public_copies([room.uuids["held"]])[room.uuids["held"]]
    assert (held.state, held.is_by_hand) == (CopyState.PLANNED, True)
    captures = room.editor.get(f"/desk/archive/captures/{room.uuids['new']}").text
    assert f'action="/desk/archive/wayback/{room.uuids["new"]}"' in captures
    assert "had a link saved" in room.signed_in.client(Role.OWNER).get("/desk/audit").text


def test_the_api_does_the_same(room: Room) -> None:
    """Lists what became of links, and has one saved; nothing for who may not."""
    assert room.reader.get("/api/v1/copies/saved").status_code == 401
    (saved,) = room.editor.get("/api/v1/copies/saved").json()["copies"]
    assert (saved["memento_url"], saved["state"]) == (COPY, "saved")
    assert room.editor.get("/api/v1/copies/lost").status_code == 404
    link = room.uuids["lost"]
    refused = room.editor.post(f"/api/v1/articles/{link}/copy")
    assert "saved within a day" in refused.text


def test_a_lost_page_of_which_nothing_is_held_leads_to_its_public_copy(room: Room) -> None:
    """Offered in its place; where a copy is kept here, that is."""
    held = room.reader.get(f"/articles/{room.uuids['lost']}?lang=en").text
    assert f'class="button" href="{COPY}"' not in held
    bare = room.vault.link("https://paper.example/bare")
    uuid = bare.article_uuid
    room.store.enqueue([a_job(bare)])
    (job,) = room.store.claim_jobs(NOW, "me", timedelta(hours=1), limit=1, per_domain=1)
    assert room.store.finish_job(a_result(job, artifacts=()), owner="me")
    health = room.store.link_health([uuid])[uuid]
    room.store.save_visit(replace(health, state=LinkState.GONE, visited_at=NOW))
    copy = PublicCopy(uuid, CopyState.SAVED, NOW, NOW, memento_url=COPY, memento_at=NOW)
    room.store.plan_copies([copy])
    page = room.reader.get(f"/articles/{uuid}?lang=en").text
    assert "This page was gone when we looked on" in page
    assert f'class="button" href="{COPY}"' in page


def test_a_service_that_lets_nobody_in_is_told(room: Room) -> None:
    """On the desk, where whoever can act looks."""
    until = NOW + timedelta(hours=1)
    told = Upkeep("wayback", NOW, message="status 401: wrong keys", since=until)
    room.store.save_upkeep(told)
    assert "status 401: wrong keys" in room.editor.get("/desk/archive/wayback").text
