"""The archive's rooms of the desk, as a browser without scripts uses them."""

import io
import re
import shutil
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.blobs.local import LocalBlobs
from strandline.adapters.store import open_store
from strandline.model.accounts import Role
from strandline.model.archive import ArtifactKind, JobStatus
from strandline.model.pictures import PictureFile
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW

PAGE = ("https://page.example/1", "text/html", b"<title>One</title><p>One.")


@pytest.fixture
def room(tmp_path: Path, empty_file: Path, kit: Any) -> Iterator[Any]:
    """An editor's browser before an archive of its own, with two kept pages."""
    shutil.copy(empty_file, tmp_path / "desk.sqlite3")
    store = open_store(DatabaseSettings(path=tmp_path / "desk.sqlite3"))
    vault = kit.Vault(store, LocalBlobs(tmp_path / "objects"), tmp_path)
    made = []
    for number in (1, 2):
        url = f"https://page.example/{number}"
        article = vault.link(url, article_title=f"Page {number}")
        body = vault.warc((url, "text/html", b"<title>Kept</title><p>%d" % number))
        vault.keep(
            article,
            (ArtifactKind.WARC, "warc/page.warc.gz", body, "application/warc"),
            (ArtifactKind.SCREENSHOT, "render/screenshot.png", b"png", "image/png"),
            at=NOW - timedelta(hours=number),
        )
        made.append(article)
    running = kit.start(
        store, vault.blobs, base_url="http://news.example", archive={"demands_per_hour": 9}
    )
    signed_in = kit.SignedIn(running)
    client = signed_in.client(Role.EDITOR)
    yield client, store, made
    signed_in.close()
    kit.end(running)
    store.close()


def said(answer: Any) -> str:
    (told,) = re.findall(r'<div id="told" role="status">(.*?)</div>', answer.text, re.DOTALL)
    return re.sub(r"<[^>]+>|\s+", " ", told).strip()


def test_a_list_of_addresses_is_queued(room: Any) -> None:
    """The next page says how many; they stand in the queue."""
    client, store, _ = room
    form = {"addresses": "https://new.example/a\nhttps://new.example/b"}
    answer = client.post("/desk/archive", data=form, follow_redirects=True)
    assert said(answer) == "2 pages are queued."
    assert "new.example/a" in answer.text
    assert {job.url for job in store.jobs(status=JobStatus.QUEUED)} == set(
        form["addresses"].split()
    )


def test_what_was_not_taken_stands_in_the_box_with_its_reason(room: Any) -> None:
    """What was taken is out of it, so that the form can be sent again as it is."""
    client, _, _ = room
    form = {
        "addresses": "https://new.example/a https://page.example/x:y www.bad_host.example:99999/"
    }
    client.post("/desk/archive", data={"addresses": "https://new.example/a"})
    answer = client.post("/desk/archive", data=form)
    assert answer.status_code == 422
    box = re.search(r"<textarea[^>]*>(.*?)</textarea>", answer.text, re.DOTALL)
    assert box is not None
    assert "https://new.example/a" in box[1]
    assert "is in the queue already" in answer.text


def test_a_shared_page_stands_in_the_box_and_nothing_is_asked_for(room: Any) -> None:
    """By the bookmark, and by the menu of a phone, which may put the address into the text."""
    client, store, _ = room
    for query in (
        "url=https%3A%2F%2Fshared.example%2F1",
        "text=Read+https://shared.example/1+soon",
    ):
        answer = client.get(f"/desk/archive?{query}")
        assert ">https://shared.example/1</textarea>" in answer.text
    assert store.jobs(status=JobStatus.QUEUED) == []


def test_the_bookmark_brings_here_and_writes_nothing(room: Any) -> None:
    """It is an address of ours with that of the page behind it."""
    client, _, _ = room
    (href,) = re.findall(r'href="(javascript:[^"]*)"', client.get("/desk/archive").text)
    assert href.replace("&#39;", "'") == (
        "javascript:location.href='http://news.example/desk/archive?url='"
        "+encodeURIComponent(location.href)"
    )


def test_a_phone_can_install_the_desk_and_share_with_it(room: Any) -> None:
    """The manifest names a target that is read, not written; its icons are there."""
    client, _, _ = room
    manifest = client.get("/manifest.webmanifest").json()
    target = manifest["share_target"]
    assert (target["action"], target["method"]) == ("/desk/archive", "GET")
    for icon in manifest["icons"]:
        answer = client.get(icon["src"])
        assert answer.headers["content-type"] == icon["type"]
    page = client.get("/desk/archive")
    assert '<link rel="manifest" href="/manifest.webmanifest"' in page.text
    assert "manifest-src 'self'" in page.headers["content-security-policy"]


def test_several_pages_are_taken_as_one_file(room: Any) -> None:
    """With a record and a page of each; a player opens the first."""
    client, _, made = room
    chosen = "&".join(f"a={article.article_uuid}" for article in made)
    answer = client.get(f"/desk/archive/wacz?{chosen}")
    assert answer.headers["content-type"] == "application/wacz"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        assert [name for name in packed.namelist() if name.startswith("archive/")] == [
            "archive/data.warc.gz",
            "archive/data-2.warc.gz",
        ]
        assert packed.testzip() is None
        pages = packed.read("pages/pages.jsonl").decode()
        index = packed.read("indexes/index.cdx").decode()
    assert [article.article_url_final in pages for article in made] == [True, True]
    assert '"filename": "data-2.warc.gz"' in index


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("a=A_0000000000000000", "Choose pages with a record first."),
        ("a=" + "&a=".join("x" * n for n in range(1, 40)), "Choose pages"),
    ],
)
def test_a_choice_that_gives_no_file_is_told(room: Any, query: str, words: str) -> None:
    """Nothing chosen, nothing recorded, or too much."""
    client, _, _ = room
    answer = client.get(f"/desk/archive/wacz?{query}", follow_redirects=True)
    assert words in said(answer)


def test_kept_pages_show_where_they_begin(room: Any) -> None:
    """A small picture each where there is one, a box to choose, and a way to keep it again."""
    client, store, made = room
    (shot, _) = store.screenshots_without_thumb(limit=9)
    file = PictureFile("a" * 64, "image/jpeg", 320, 240, 9, NOW)
    store.save_thumb(shot.artifact_id, file)
    text = client.get("/desk/archive/kept").text
    assert (
        text.count(f'src="/pictures/{file.name}" alt="" width="160" height="120" loading="lazy"')
        == 1
    )
    assert text.count('type="checkbox" name="a"') == 2
    form = {"article": made[0].article_uuid}
    answer = client.post("/desk/archive/again", data=form, follow_redirects=True)
    assert "is queued." in said(answer)


def test_the_queue_is_looked_after(room: Any) -> None:
    """Put first, let go; what is gone meanwhile is told."""
    client, store, _ = room
    client.post("/desk/archive", data={"addresses": "https://a.example/1 https://a.example/2"})
    one, two = store.job_queue(limit=9)
    answer = client.post(f"/desk/archive/jobs/{two.job_id}/first", follow_redirects=True)
    assert said(answer).endswith("is next.")
    assert answer.text.index("a.example/2") < answer.text.index("a.example/1")
    answer = client.post(
        "/desk/archive/cancel", data={"job": [str(one.job_id)]}, follow_redirects=True
    )
    assert said(answer) == "1 page was cancelled."
    answer = client.post("/desk/archive/cancel", data={"job": ["x"]}, follow_redirects=True)
    assert "not in the queue any more" in said(answer)
