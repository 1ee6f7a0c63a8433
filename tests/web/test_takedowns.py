"""A page that was taken down appears nowhere; the owner alone reads of it, and shows it again."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import httpx2
import pytest

from strandline.adapters.blobs.local import LocalBlobs
from strandline.adapters.store import open_store
from strandline.model.accounts import Actor, Role
from strandline.model.articles import Article
from strandline.model.digests import Digest, EarlierEdition
from strandline.pipelines.archive.erasing import erase_due
from strandline.pipelines.desk.takedowns import lift, strike
from strandline.settings import DatabaseSettings
from strandline.testing.account_builders import an_account
from strandline.testing.builders import NOW

#: Where the owner reads of it, by who did what.
OWNERS = ("/desk/archive/takedowns", "/desk/audit", "/api/v1/takedowns", "/api/v1/audit")
#: Addresses of one kind that are followed.
FOLLOWED = 8
_ID = re.compile(r"[A-Z]_[A-Za-z_]*\d[\w]*|[0-9a-f]{8,}|\d+")


@dataclass
class Walk:
    """The site, its owner, and every address that its pages and its API lead to."""

    page: Any
    owner: httpx2.Client
    article: Article
    paths: dict[str, list[str]] = field(default_factory=dict)

    def naming(self, client: Any) -> set[str]:
        """Addresses of which an answer names the article: by title, address or words."""
        article = self.article
        marks = {article.article_title or "", article.article_url_final, "leaves at seven"}
        marks.add(f"/articles/{article.article_uuid}")
        found = set()
        for path in (path for some in self.paths.values() for path in some):
            if path.startswith((*OWNERS, "/api/v1/openapi.json")) or article.article_uuid in path:
                continue
            text = client.get(path).text
            if any(mark in text for mark in marks):
                found.add(path)
        return found


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory, kit: Any) -> Iterator[Walk]:
    """A seeded site whose first article is kept, walked by its owner."""
    folder = tmp_path_factory.mktemp("takedowns")
    store = open_store(DatabaseSettings(path=folder / "t.sqlite3"))
    kit.seed(store)
    vault = kit.Vault(store, LocalBlobs(folder / "objects"), folder)
    kit.seed_archive(vault)
    store.save_account(an_account("owner", role=Role.OWNER))
    edition = store.digest("edition1")
    assert edition is not None
    first, second, *_ = edition.items
    earlier = EarlierEdition("edition1", NOW, first.title)
    later = replace(second, position=1, other_sources=(), is_update=True, earlier=earlier)
    store.save_digest(Digest("edition2", "public", NOW, "Later", "en", (later,)), ())
    page = kit.start(store, vault.blobs, base_url="http://news.example")
    signed_in = kit.SignedIn(page)
    owner = signed_in.client(Role.OWNER)
    walk = Walk(page, owner, store.recent(limit=1)[0])
    waiting = ["/", "/desk", "/archive", "/archive.json", "/search?q=ferry", "/api/v1/openapi.json"]
    forms = ("", ".xml", ".rss", ".atom", ".json", ".feed.json")
    waiting += [f"/digests/edition{number}{form}" for number in (1, 2) for form in forms]
    waiting += [f"/archive.{ending}" for ending in ("xml", "atom")]
    described = owner.get("/api/v1/openapi.json").json()["paths"]
    story = store.stories([walk.article.article_uuid])[walk.article.article_uuid].main_id
    known = {"article_uuid": walk.article.article_uuid, "digest_id": "edition1", "story_id": story}
    for path, methods in described.items():
        filled = re.sub(r"{(\w+)}", lambda part: known.get(part[1], "1"), path)
        waiting += [filled] * ("get" in methods)
    seen: set[str] = set()
    while waiting:
        path = waiting.pop(0)
        kind = _ID.sub("N", path.partition("?")[0])
        if path in seen or len(walk.paths.setdefault(kind, [])) >= FOLLOWED:
            continue
        seen.add(path)
        walk.paths[kind].append(path)
        hrefs = re.findall(r'(?:href|src)="(/[^"#]*)"', owner.get(path).text)
        waiting += [href.replace("&amp;", "&") for href in hrefs if "lang=" not in href]
    yield walk
    signed_in.close()
    kit.end(page)
    store.close()


def test_a_struck_page_appears_nowhere(walk: Walk) -> None:
    """Of all pages, feeds, lists and files, for readers and at the desk; lifted, all have it."""
    page, uuid = walk.page, walk.article.article_uuid
    ports, settings = page.ports, page.settings
    before = walk.naming(walk.owner)
    assert len(before) > 20
    assert {"/digests/edition2", "/digests/edition2.json", "/digests/edition2.rss"} <= before
    files = [f"/artifacts/{one.artifact_id}" for one in page.store.artifacts(uuid)]
    done = strike(ports, settings, Actor.console(), uuid, "asked for by its author")
    assert done.is_done, done
    assert walk.naming(walk.owner) == set()
    assert walk.naming(page) == set()
    assert page.get(f"/articles/{uuid}").status_code == 410
    assert page.get(f"/articles/{uuid}/replay").status_code == 410
    assert {page.get(path).status_code for path in files} == {404}
    assert walk.owner.post(f"/articles/{uuid}/archive").status_code in (303, 404, 410)
    assert not page.store.job_queue(limit=5) or all(
        job.article_uuid != uuid for job in page.store.job_queue(limit=5)
    )
    assert "asked for by its author" in walk.owner.get("/desk/archive/takedowns").text
    assert page.get("/desk/archive/takedowns").status_code in (303, 401, 403, 404)
    assert lift(ports, walk.page.settings, Actor.console(), uuid).is_done
    assert walk.naming(walk.owner) == before


def test_the_desk_and_the_api_strike_and_lift(walk: Walk) -> None:
    """The same acts; without a reason nothing is done; erased copies are gone from the store."""
    uuid, store = walk.article.article_uuid, walk.page.store
    keys = [one.key for one in store.artifacts(uuid, current_only=False)]
    form = {"url": walk.article.article_url_final, "fate": "erase", "days": "0"}
    walk.owner.post("/desk/archive/takedowns", data=form | {"reason": " "})
    assert not store.struck([uuid])
    walk.owner.post("/desk/archive/takedowns", data=form | {"reason": "a court"})
    assert store.struck([uuid])[uuid].reason == "a court"
    assert walk.owner.get("/api/v1/takedowns").json()["takedowns"][0]["article_uuid"] == uuid
    assert erase_due(walk.page.ports, "archives") == 1
    assert not any(walk.page.ports.blobs.size(key) for key in keys)
    walk.owner.post(f"/desk/archive/takedowns/{uuid}/lift")
    assert not store.struck([uuid])
    assert store.artifacts(uuid, current_only=False) == []
